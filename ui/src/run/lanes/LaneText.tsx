/** A lane's text, appended to the DOM as it arrives. React renders only the frame around it. */

import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { strings } from "../../strings/strings";
import type { Part, TextSink, TextSource } from "../laneStore";
import { follow, TextBlocks } from "./textBlocks";

interface LaneTextProps {
  lane: number;
  name: string;
  source: TextSource;
  busy: boolean;
  /** Shown if there is no text. */
  hint: string;
}

export function LaneText({ lane, name, source, busy, hint }: LaneTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const reasoning = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const pin = useRef<() => void>(undefined);
  const [pinned, setPinned] = useState(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a lane that ends keeps its text and its position; only another source is another text.
  useEffect(() => {
    if (!box.current || !reasoning.current || !answer.current) return;
    const blocks: Record<Part, TextBlocks> = {
      reasoning: new TextBlocks(reasoning.current),
      answer: new TextBlocks(answer.current),
    };
    const following = follow(box.current, busy, setPinned);
    pin.current = following.pin;
    setPinned(true);
    const sink: TextSink = {
      measure: () => {
        blocks.reasoning.measure();
        blocks.answer.measure();
      },
      append: (part, text) => blocks[part].append(text),
      replace: (part, text) => blocks[part].replace(text),
      settle: following.settle,
    };
    for (const part of ["reasoning", "answer"] as const)
      sink.replace(part, source.text(lane, part));
    // A streaming text is read at its end, a finished one from its beginning.
    following.settle();
    const unwatch = source.watchText(lane, sink);
    return () => {
      unwatch();
      following.stop();
    };
  }, [lane, source]);

  return (
    <div className="relative min-h-0 flex-1 overflow-hidden">
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-busy={busy}
        aria-label={strings.lane.text(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        data-testid={`lane-${lane}-text`}
        className="lane-text selectable absolute inset-0 overflow-y-auto px-3 py-2 text-sm leading-[1.55] text-soft -outline-offset-2"
      >
        <div
          ref={reasoning}
          data-part="reasoning"
          data-label={strings.lane.thinking}
          className="lane-reasoning"
        />
        <div ref={answer} data-part="answer" data-hint={hint} />
      </div>
      {pinned || !busy ? null : (
        <button
          type="button"
          onClick={() => pin.current?.()}
          className="absolute bottom-2 left-1/2 flex h-6 -translate-x-1/2 items-center gap-1 rounded-full border border-line-strong bg-raised px-2.5 text-2xs text-ink"
        >
          <ArrowDown size={12} aria-hidden="true" />
          {strings.lane.latest}
        </button>
      )}
    </div>
  );
}
