/** A text field that grows with its text up to a limit, and from there on scrolls. Once dragged, it keeps its height. */

import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";

/** From so many characters on, a text fills the field in any case, and measuring it would cost a layout per key. */
const LONG = 20_000;
/** What a border and rounding may differ by. */
const SLACK = 2;

/** The heights that the user dragged fields to, by their names. */
const dragged = new Map<string, number>();

interface GrowingTextProps extends Omit<ComponentProps<"textarea">, "ref"> {
  /** What its height is remembered by. */
  name: string;
  value: string;
  /** The share of the window's height up to which it grows by itself. */
  most: number;
  ref?: Ref<HTMLTextAreaElement | null>;
}

export function GrowingText({ name, value, most, ref, className = "", ...rest }: GrowingTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const fitted = useRef(0);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement, []);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    const own = dragged.get(name);
    const limit = Math.round(window.innerHeight * most);
    const heightOfText = () => {
      // Only without a height of its own does it say how high its text is.
      element.style.height = "auto";
      return Math.min(element.scrollHeight, limit);
    };
    const height = own ?? (value.length > LONG ? limit : heightOfText());
    element.style.height = `${height}px`;
    fitted.current = element.offsetHeight;
  }, [name, value, most]);
  const keepHeight = () => {
    const height = field.current?.offsetHeight ?? 0;
    if (Math.abs(height - fitted.current) > SLACK) dragged.set(name, height);
    fitted.current = height;
  };
  return (
    <textarea
      ref={field}
      className={`resize-y ${className}`}
      value={value}
      onPointerUp={keepHeight}
      {...rest}
    />
  );
}
