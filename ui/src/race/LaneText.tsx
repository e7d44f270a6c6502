/** A lane's text, appended to the DOM as it comes. React renders the frame around it and never the text. */

import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { words } from "../words/words";
import type { Part, TextSink, TextSource } from "./laneStore";

/** A block is closed at the first line end after this many characters … */
const BLOCK = 2_000;
/** … and at a space after this many, so that a text without line ends is not one block either. */
const LONGEST_BLOCK = 8_000;
const AT_BOTTOM_PX = 24;
/** Any distance down: the browser stops at the bottom, and asking where that is would cost a layout. */
const BOTTOM = 1e9;

/** Where the first block of `text` ends when `used` characters of it are there already; 0 when it goes on. */
function blockEnd(text: string, used: number): number {
  const from = BLOCK - used;
  const line = text.indexOf("\n", Math.max(from, 0));
  if (line >= 0 && line < LONGEST_BLOCK - used) return line + 1;
  if (used + text.length <= LONGEST_BLOCK) return 0;
  const space = text.indexOf(" ", Math.max(LONGEST_BLOCK - used, 0));
  return space < 0 ? 0 : space + 1;
}

/** Appends to the last block of `parent`, opening new ones so that what is out of sight costs nothing. */
class Blocks {
  #last: Text | null = null;

  constructor(readonly parent: HTMLElement) {}

  append(text: string): void {
    let rest = text;
    while (rest) {
      this.#last ??= this.#open();
      const end = blockEnd(rest, this.#last.length);
      this.#last.appendData(end > 0 ? rest.slice(0, end) : rest);
      if (end === 0) return;
      rest = rest.slice(end);
      this.#last = null;
    }
  }

  replace(text: string): void {
    this.parent.replaceChildren();
    this.#last = null;
    this.append(text);
  }

  #open(): Text {
    const block = document.createElement("div");
    block.className = "text-block";
    const text = document.createTextNode("");
    block.append(text);
    this.parent.append(block);
    return text;
  }
}

/** Scrolls with the text until the person scrolls up, and again once they are back at the end. */
function follow(box: HTMLElement, onPinned: (pinned: boolean) => void) {
  let pinned = true;
  let top = 0;
  const onScroll = () => {
    const isAtBottom = box.scrollHeight - box.scrollTop - box.clientHeight < AT_BOTTOM_PX;
    const before = pinned;
    if (isAtBottom) pinned = true;
    else if (box.scrollTop < top) pinned = false;
    top = box.scrollTop;
    if (pinned !== before) onPinned(pinned);
  };
  box.addEventListener("scroll", onScroll, { passive: true });
  return {
    settle: () => {
      if (pinned) box.scrollTop = BOTTOM;
    },
    pin: () => {
      pinned = true;
      onPinned(true);
      box.scrollTop = BOTTOM;
    },
    stop: () => box.removeEventListener("scroll", onScroll),
  };
}

interface LaneTextProps {
  lane: number;
  name: string;
  source: TextSource;
  busy: boolean;
  /** Said where there is no text. */
  hint: string;
}

export function LaneText({ lane, name, source, busy, hint }: LaneTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const reasoning = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const pin = useRef<() => void>(undefined);
  const [pinned, setPinned] = useState(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a lane that ends keeps its text and its place; only another source is another text.
  useEffect(() => {
    if (!box.current || !reasoning.current || !answer.current) return;
    const blocks: Record<Part, Blocks> = {
      reasoning: new Blocks(reasoning.current),
      answer: new Blocks(answer.current),
    };
    const following = follow(box.current, setPinned);
    pin.current = following.pin;
    setPinned(true);
    const sink: TextSink = {
      append: (part, text) => blocks[part].append(text),
      replace: (part, text) => blocks[part].replace(text),
      settle: following.settle,
    };
    for (const part of ["reasoning", "answer"] as const)
      sink.replace(part, source.text(lane, part));
    if (busy) following.settle();
    const unwatch = source.watchText(lane, sink);
    return () => {
      unwatch();
      following.stop();
    };
  }, [lane, source]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-busy={busy}
        aria-label={words.lane.text(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
        tabIndex={0}
        data-testid={`lane-${lane}-text`}
        className="lane-text selectable absolute inset-0 overflow-y-auto px-3 py-2 text-sm leading-[1.55] text-soft -outline-offset-2"
      >
        <div
          ref={reasoning}
          data-part="reasoning"
          data-label={words.lane.thinking}
          className="lane-reasoning"
        />
        <div ref={answer} data-part="answer" data-hint={hint} />
      </div>
      {pinned ? null : (
        <button
          type="button"
          onClick={() => pin.current?.()}
          className="absolute bottom-2 left-1/2 flex h-6 -translate-x-1/2 items-center gap-1 rounded-full border border-line-strong bg-raised px-2.5 text-2xs text-ink"
        >
          <ArrowDown size={12} aria-hidden="true" />
          {words.lane.latest}
        </button>
      )}
    </div>
  );
}
