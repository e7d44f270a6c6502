/** Finds words in the answers on screen: all are highlighted, and scrolled into view one after the other. */

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { strings } from "../../strings/strings";
import { ICON_BUTTON } from "../../ui/controls";
import { useFind } from "./findStore";
import { MOST_MATCHES, matchesIn } from "./matches";
import "./find.css";

const w = strings.stage.find;

const TEXTS = "[data-part='answer'], [data-part='reasoning'], .markdown";
/** A search waits for a pause in typing of this length. */
const PAUSE_MS = 60;

/** Highlights all ranges, and one of them as the current one. If the web view cannot, they are only counted. */
function paint(ranges: readonly Range[], current: Range | undefined): void {
  const marks = globalThis.CSS?.highlights;
  if (!marks) return;
  marks.set("found", new Highlight(...ranges));
  marks.set("found-now", current ? new Highlight(current) : new Highlight());
}

export function FindBar() {
  const { words, setWords, setOpen } = useFind();
  const [ranges, setRanges] = useState<readonly Range[]>([]);
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  useEffect(() => {
    const look = () => {
      setRanges(matchesIn([...document.querySelectorAll(`main :is(${TEXTS})`)], words));
      setAt(0);
    };
    const timer = setTimeout(look, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  useEffect(() => {
    const current = ranges[at];
    paint(ranges, current);
    const parent = current?.startContainer.parentElement;
    parent?.scrollIntoView?.({ block: "nearest" });
    // A block may be longer than its visible part.
    const box = parent?.closest(".lane-text, section");
    const rect = current?.getBoundingClientRect?.();
    const seen = box?.getBoundingClientRect();
    if (box && rect && seen && (rect.top < seen.top || rect.bottom > seen.bottom))
      box.scrollTop += rect.top - seen.top - seen.height / 3;
    return () => paint([], undefined);
  }, [ranges, at]);
  const step = (by: number) =>
    setAt((now) => (ranges.length === 0 ? 0 : (now + by + ranges.length) % ranges.length));
  const onKeys = (event: KeyboardEvent) => {
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = ranges.length;
  return (
    <search
      aria-label={w.label}
      data-testid="find-bar"
      className="flex shrink-0 items-center gap-1 rounded-md border border-line-strong bg-raised px-2 py-1 text-xs"
    >
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the user who opened it is about to type.
        autoFocus
        type="search"
        aria-label={w.label}
        placeholder={w.label}
        data-testid="find-words"
        className="selectable h-6 min-w-0 flex-1 rounded-sm border border-line bg-sunk px-2 text-xs text-ink"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={onKeys}
      />
      <span role="status" data-testid="find-count" className="min-w-24 px-1 text-right text-soft">
        {words === "" ? "" : w.found(count === 0 ? 0 : at + 1, count, count >= MOST_MATCHES)}
      </span>
      <button type="button" aria-label={w.before} className={ICON_BUTTON} onClick={() => step(-1)}>
        <ChevronUp size={13} aria-hidden="true" />
      </button>
      <button type="button" aria-label={w.next} className={ICON_BUTTON} onClick={() => step(1)}>
        <ChevronDown size={13} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={w.close}
        className={ICON_BUTTON}
        onClick={() => setOpen(false)}
      >
        <X size={13} aria-hidden="true" />
      </button>
    </search>
  );
}
