/** A text field that grows with its text up to a limit, and from there on scrolls. Once dragged, it keeps its height. */

import { useLayoutEffect, useRef } from "react";
import { LONG, LongText, type LongTextProps } from "./LongText";

/** Tolerance for borders and rounding, in pixels. */
const SLACK = 2;

/** The heights that the user dragged fields to, by name. */
const dragged = new Map<string, number>();

interface GrowingTextProps extends Omit<LongTextProps, "ref" | "onPointerDown" | "onPointerUp"> {
  /** The name under which its height is remembered. */
  name: string;
  /** The share of the window's height up to which it grows automatically. */
  most: number;
}

export function GrowingText({ name, most, className, ...rest }: GrowingTextProps) {
  const { value } = rest;
  const field = useRef<HTMLElement>(null);
  const pressed = useRef(0);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    const own = dragged.get(name);
    const limit = Math.round(window.innerHeight * most);
    const heightOfText = () => {
      // Only without a height of its own does it report the height of its text.
      element.style.height = "auto";
      return Math.min(element.scrollHeight, limit);
    };
    // A long text fills the field in any case, and measuring it would cost a layout for each key.
    const height = own ?? (value.length > LONG / 2 ? limit : heightOfText());
    element.style.height = `${height}px`;
  }, [name, value, most]);
  const heightNow = () => field.current?.offsetHeight ?? 0;
  const press = () => {
    pressed.current = heightNow();
  };
  const keepHeight = () => {
    const height = heightNow();
    if (Math.abs(height - pressed.current) > SLACK) dragged.set(name, height);
  };
  return (
    <LongText
      ref={field}
      className={`resize-y ${className}`}
      onPointerDown={press}
      onPointerUp={keepHeight}
      {...rest}
    />
  );
}
