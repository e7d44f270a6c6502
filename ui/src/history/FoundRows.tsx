/** The rows of found runs. Only visible rows are rendered; mouse and keys select them as in any list. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import type { SearchHit } from "../backend/backend";
import { useChosenMetrics } from "../run/numbers/chosenMetrics";
import { archive as w } from "../strings/history";
import { useArchive, useRunActions } from "./archive";
import { FoundRow, rowPx } from "./FoundRow";
import { all, extended, NOTHING, toggled } from "./selection";

interface RowsProps {
  runs: readonly SearchHit[];
  onNear: () => void;
}

/** Key handling while a row has the focus. */
function useRowKeys(order: readonly string[], focusRow: (index: number) => void) {
  const { selection, setSelection } = useArchive();
  const runActions = useRunActions();
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
      void runActions.remove(selection.ids.size > 0 ? [...selection.ids] : [id]);
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
  const runActions = useRunActions();
  const { metrics } = useChosenMetrics("history");
  const order = runs.map(({ row }) => row.id);
  const rows = useVirtualizer({
    count: runs.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => rowPx(runs[index], metrics.length),
    getItemKey: (index) => order[index] ?? index,
    overscan: 8,
  });
  const heights = runs.map((found) => rowPx(found, metrics.length)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are measured again when their heights change.
  useEffect(() => rows.measure(), [heights, rows]);
  const visible = rows.getVirtualItems();
  // The list is one stop for the Tab key; otherwise keyboard users would have to pass every run.
  const [used, setUsed] = useState<string | null>(null);
  const isDrawn = visible.some(({ index }) => order[index] === used);
  const stop = isDrawn ? used : order[rows.range?.startIndex ?? 0];
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= runs.length - 10) onNear();
  }, [last, runs.length, onNear]);
  const focusRow = (index: number) => {
    rows.scrollToIndex(index);
    const link = () =>
      box.current?.querySelector<HTMLElement>(`[data-row-link="${order[index]}"]`) ?? null;
    const drawn = link();
    if (drawn) drawn.focus();
    else requestAnimationFrame(() => link()?.focus());
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
      onFocus={({ target }) => {
        const row = target.closest<HTMLElement>("[data-row]");
        if (row?.dataset.row !== undefined) setUsed(row.dataset.row);
      }}
    >
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {visible.map(({ index, start, size, key }) => {
          const found = runs[index];
          if (!found) return null;
          const { id } = found.row;
          return (
            <div
              key={key}
              data-row={id}
              className="absolute inset-x-0"
              style={{ top: start, height: size }}
            >
              <FoundRow
                found={found}
                metrics={metrics}
                isStop={id === stop}
                isSelected={selection.ids.has(id)}
                onToggle={(event) => choose(event, id)}
                onLinkClick={(event) => {
                  if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
                  event.preventDefault();
                  choose(event, id);
                }}
                onStar={() => void runActions.star([id], !found.starred)}
                onDelete={() => void runActions.remove([id])}
              />
            </div>
          );
        })}
      </div>
    </section>
  );
}
