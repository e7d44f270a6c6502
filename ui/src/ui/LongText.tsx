/**
 * A field for text of any length: the browser's own, and, above a certain length, one that lays out only the visible
 * part.
 */

import {
  type KeyboardEvent,
  lazy,
  type PointerEventHandler,
  type Ref,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

/**
 * In characters. From this length on, the browser's field, which lays out everything after the caret at each key, lags
 * noticeably.
 */
export const LONG = 20_000;

// Not read ahead like the window's other parts: few prompts are ever this long.
const LongEditor = lazy(async () => ({ default: (await import("./LongEditor")).LongEditor }));

export interface LongTextProps {
  label: string;
  testId: string;
  value: string;
  onText: (text: string) => void;
  /** The field's style, except for the space around its text. */
  className: string;
  /** The space between the field's edge and its text, so that a scroll bar is at the edge. */
  inset: string;
  rows?: number;
  placeholder?: string;
  autoFocus?: boolean;
  id?: string;
  /** Keys of a short text; a long one keeps its own. */
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onPointerDown?: PointerEventHandler;
  onPointerUp?: PointerEventHandler;
  ref?: Ref<HTMLElement | null>;
}

/** Whether the text is long, with a gap between growing and shrinking, so that no key changes the field back and forth. */
function useIsLong({ length }: string): boolean {
  const [isLong, setIsLong] = useState(length > LONG);
  const should = isLong ? length > LONG / 2 : length > LONG;
  if (should !== isLong) setIsLong(should);
  return should;
}

export function LongText({ value, onText, ref, ...rest }: LongTextProps) {
  const isLong = useIsLong(value);
  /** The user's latest text and caret position: one field hands over to the other while the user types. */
  const typed = useRef<{ text: string; caret: number } | null>(null);
  const onTyped = (text: string, caret: number) => {
    typed.current = { text, caret };
    onText(text);
  };
  const caret = typed.current?.text === value ? typed.current.caret : null;
  if (!isLong) return <Short {...rest} ref={ref} value={value} caret={caret} onTyped={onTyped} />;
  const { autoFocus, label, testId, className, inset, id, onPointerDown, onPointerUp } = rest;
  return (
    <div
      ref={ref as Ref<HTMLDivElement>}
      className={`selectable overflow-hidden ${className} has-[:focus]:outline-2 has-[:focus]:outline-accent`}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
    >
      <Suspense fallback={null}>
        <LongEditor
          value={value}
          label={label}
          testId={testId}
          inset={inset}
          startAt={caret ?? (autoFocus ? 0 : null)}
          onTyped={onTyped}
          {...(id === undefined ? {} : { id })}
        />
      </Suspense>
    </div>
  );
}

interface ShortProps extends Omit<LongTextProps, "onText"> {
  caret: number | null;
  onTyped: (text: string, caret: number) => void;
}

function Short({
  label,
  testId,
  value,
  caret,
  className,
  inset,
  onTyped,
  ref,
  ...rest
}: ShortProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const startAt = useRef(caret);
  useLayoutEffect(() => {
    if (startAt.current === null) return;
    own.current?.focus();
    own.current?.setSelectionRange(startAt.current, startAt.current);
  }, []);
  return (
    <textarea
      ref={(element) => {
        own.current = element;
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }}
      aria-label={label}
      data-testid={testId}
      className={`selectable ${className} ${inset}`}
      value={value}
      onChange={({ currentTarget }) => onTyped(currentTarget.value, currentTarget.selectionStart)}
      {...rest}
    />
  );
}
