/** The turns of a conversation as a list of any length: only those in view are laid out. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Turn } from "../../backend/backend";
import { painted } from "../../backend/painted";
import { request } from "../../strings/request";
import { PartPreview } from "./PartPreview";

const w = request;

/** What most turns take on screen, in pixels, before they are measured. */
const USUAL_PX = 76;

/** Rows that a frame lays out when the list is first shown. */
const EACH_FRAME = 4;

/** How many of the first rows are drawn: a few more with each frame, until all that are in view have been. */
function useGrowing(inView: number): number {
  const [most, setMost] = useState(EACH_FRAME);
  useEffect(() => {
    if (inView === 0 || most === Number.POSITIVE_INFINITY) return;
    let isGone = false;
    const grow = () => setMost(most < inView ? most + EACH_FRAME : Number.POSITIVE_INFINITY);
    void painted().then(() => (isGone ? undefined : grow()));
    return () => {
      isGone = true;
    };
  }, [inView, most]);
  return most;
}

interface TurnListProps {
  /** How many rows there are; they may include rows above and below the turns. */
  count: number;
  row: (index: number) => ReactNode;
  keyOf: (index: number) => string | number;
  /** The row to bring into view, when it changes. */
  reveals?: number | null;
  className?: string;
}

export function TurnList({ count, row, keyOf, reveals = null, className = "" }: TurnListProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => USUAL_PX,
    getItemKey: keyOf,
    overscan: 4,
  });
  useLayoutEffect(() => {
    if (reveals !== null) rows.scrollToIndex(reveals, { align: "auto" });
  }, [reveals, rows]);
  const inView = rows.getVirtualItems();
  const most = useGrowing(inView.length);
  return (
    <section
      ref={box}
      aria-label={w.turns}
      data-testid="turn-list"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className={`min-h-0 flex-1 overflow-y-auto -outline-offset-2 ${className}`}
    >
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {inView.slice(0, most).map(({ index, start, key }) => (
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className="absolute inset-x-0"
            style={{ transform: `translateY(${start}px)` }}
          >
            {row(index)}
          </div>
        ))}
      </div>
    </section>
  );
}

interface ListRowProps {
  label: string;
  /** What stands in the column of its own, as in a script. */
  head: ReactNode;
  children: ReactNode;
}

export function ListRow({ label, head, children }: ListRowProps) {
  return (
    <article
      aria-label={label}
      className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 border-t border-line py-2.5 text-sm max-[640px]:grid-cols-1"
    >
      <div className="text-xs">{head}</div>
      {children}
    </article>
  );
}

interface TurnRowProps {
  turn: Turn;
  /** Its number in the whole conversation, from 1, by which the engine's messages name it. */
  number: number;
  children?: ReactNode;
}

/** Who says a turn, and its content. */
export function TurnRow({ turn, number, children }: TurnRowProps) {
  const head = (
    <>
      <p className="font-semibold">{w.roles[turn.role]}</p>
      <p className="text-2xs text-faint">{number}</p>
    </>
  );
  return (
    <ListRow label={w.turn(number)} head={head}>
      {children ?? <TurnPreview turn={turn} />}
    </ListRow>
  );
}

/** A turn that is not edited is the same object, and is not drawn again. */
export const TurnPreview = memo(function TurnPreview({ turn }: { turn: Turn }) {
  if (turn.parts.length === 0) return <p className="text-faint">{w.emptyTurn}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {turn.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity.
        <PartPreview key={at} part={part} />
      ))}
    </div>
  );
});
