/** The rows of what was found. Only those in sight exist; mouse and keys select them as lists do it everywhere. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { FoundRun } from "../backend/backend";
import { archive as w } from "../words/archive";
import { useArchive, useDeeds } from "./archive";
import { FoundRow, hitElsewhere, ROW_PX, ROW_WITH_HIT_PX } from "./FoundRow";
import { all, extended, NOTHING, toggled } from "./selection";

interface RowsProps {
  runs: readonly FoundRun[];
  onNear: () => void;
}

/** What the keys do while a row has the focus. */
function useRowKeys(order: readonly string[], focusRow: (index: number) => void) {
  const { selection, setSelection } = useArchive();
  const deeds = useDeeds();
  return (event: React.KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>("[data-row-link]")?.dataset
      .rowLink;
    const index = id === undefined ? -1 : order.indexOf(id);
    if (id === undefined || index < 0) return;
    const ends = { Home: 0, End: order.length - 1 }[event.key];
    const step = { ArrowDown: index + 1, ArrowUp: index - 1 }[event.key] ?? ends;
    const next = step === undefined ? undefined : order[step];
    if (step !== undefined && next !== undefined) {
      if (event.shiftKey) {
        const from = selection.anchor === null ? toggled(NOTHING, id) : selection;
        setSelection(extended(from, next, order));
      }
      focusRow(step);
    } else if (event.key === " ") {
      setSelection(event.shiftKey ? extended(selection, id, order) : toggled(selection, id));
    } else if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      setSelection(all(order));
    } else if (event.key === "Delete") {
      void deeds.remove(selection.ids.size > 0 ? [...selection.ids] : [id]);
      setSelection(NOTHING);
    } else if (event.key === "Escape" && selection.ids.size > 0) {
      setSelection(NOTHING);
    } else {
      return;
    }
    event.preventDefault();
  };
}

export function FoundRows({ runs, onNear }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const { selection, setSelection } = useArchive();
  const deeds = useDeeds();
  const order = runs.map(({ row }) => row.id);
  const rows = useVirtualizer({
    count: runs.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => {
      const found = runs[index];
      return found && hitElsewhere(found) ? ROW_WITH_HIT_PX : ROW_PX;
    },
    getItemKey: (index) => order[index] ?? index,
    overscan: 8,
  });
  const hasHits = runs.map((found) => (hitElsewhere(found) ? "h" : "-")).join("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: other hits are rows of other heights.
  useEffect(() => rows.measure(), [hasHits, rows]);
  const visible = rows.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= runs.length - 10) onNear();
  }, [last, runs.length, onNear]);
  const focusRow = (index: number) => {
    rows.scrollToIndex(index);
    const id = order[index];
    // The row may have to be drawn first.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-row-link="${id}"]`)?.focus(),
    );
  };
  const onKeyDown = useRowKeys(order, focusRow);
  const choose = (event: React.MouseEvent, id: string) => {
    if (event.shiftKey) setSelection(extended(selection, id, order));
    else setSelection(toggled(selection, id));
  };
  return (
    <section
      ref={box}
      aria-label={w.list}
      className="min-h-0 flex-1 overflow-y-auto border-t border-line"
      data-testid="run-list"
      onKeyDown={onKeyDown}
    >
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {visible.map(({ index, start, size, key }) => {
          const found = runs[index];
          if (!found) return null;
          const { id } = found.row;
          return (
            <div key={key} className="absolute inset-x-0" style={{ top: start, height: size }}>
              <FoundRow
                found={found}
                isSelected={selection.ids.has(id)}
                onToggle={(event) => choose(event, id)}
                onLinkClick={(event) => {
                  if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
                  event.preventDefault();
                  choose(event, id);
                }}
                onStar={() => void deeds.star([id], !found.starred)}
                onDelete={() => void deeds.remove([id])}
              />
            </div>
          );
        })}
      </div>
    </section>
  );
}
