/** Every run, newest first. Only the rows in sight exist. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { RunRow, RunRowLane } from "../backend/backend";
import { useRuns } from "../backend/queries";
import { Empty, IconButton, LaneBadge, Tag } from "../look/controls";
import { outcomeOf } from "../race/marks";
import { titleOf } from "../race/names";
import { address } from "../route";
import { dollars, durationWithUnit, moment, rate } from "../words/numbers";
import { runStates, statuses } from "../words/results";
import { words } from "../words/words";
import { useDeleteRun } from "./deleteRun";
import { StateBadges } from "./StateBadges";

const ROW_PX = 64;

function LaneResult({ lane }: { lane: RunRowLane }) {
  // A lane without a status is still under way.
  const status = lane.status ?? null;
  const outcome = status ? outcomeOf(status) : "running";
  const finished = outcome === "finished";
  const cost = lane.cost_usd ?? null;
  return (
    <li
      className="flex h-5 items-center gap-1.5 whitespace-nowrap text-xs"
      title={`${lane.label} · ${lane.model}`}
    >
      <LaneBadge place={lane.place} dim={!finished} />
      <span className="max-w-32 truncate text-soft">{titleOf(lane)}</span>
      {finished ? (
        <span className="text-faint">
          <b className="font-semibold text-ink">{rate(lane.decode_tps)}</b> {words.track.tps} ·{" "}
          {durationWithUnit(lane.ttft_ms)}
          {cost === null ? null : ` · ${dollars(cost)}`}
        </span>
      ) : (
        <span className={outcome === "failed" ? "text-bad" : "text-faint"}>
          {status ? statuses[status] : runStates.running}
        </span>
      )}
    </li>
  );
}

function Row({ run, onDelete }: { run: RunRow; onDelete: () => void }) {
  const { day, time } = moment(run.started_at);
  const prompt = run.prompt.trim() || words.history.noPrompt;
  return (
    <div
      className="group flex h-full items-center border-b border-line bg-panel hover:bg-raised"
      data-testid={`run-${run.id}`}
    >
      <a
        href={address("history", run.id)}
        className="grid h-full min-w-0 flex-1 grid-cols-[96px_minmax(0,1fr)] items-center gap-4 pl-4 -outline-offset-2"
      >
        <span className="text-xs leading-5 text-faint">
          <span className="block text-soft">{day}</span>
          {time}
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-2">
            <span className="truncate text-sm">{prompt}</span>
            <span className="flex shrink-0 gap-1">
              {run.kind === "sweep" ? <Tag>{words.sweep.tag}</Tag> : null}
              <StateBadges state={run.state} simulated={run.simulated} />
            </span>
          </span>
          <span className="mt-1 flex items-center gap-4 text-xs">
            {/* A lane that does not fit is left out whole; how many there are is said beside them. */}
            <ul className="flex h-5 min-w-0 flex-1 flex-wrap gap-x-5 overflow-hidden">
              {run.lanes.map((lane) => (
                <LaneResult key={lane.place} lane={lane} />
              ))}
            </ul>
            <span className="shrink-0 text-faint">{words.history.lanes(run.lanes.length)}</span>
          </span>
        </span>
      </a>
      <IconButton
        label={words.history.deleteRun(prompt)}
        onClick={onDelete}
        className="mx-3 opacity-60 group-hover:opacity-100 focus-visible:opacity-100"
        data-testid={`delete-${run.id}`}
      >
        <Trash2 size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function Rows({ runs, onNear }: { runs: RunRow[]; onNear: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const deleteRun = useDeleteRun();
  const rows = useVirtualizer({
    count: runs.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const visible = rows.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= runs.length - 10) onNear();
  }, [last, runs.length, onNear]);
  return (
    <div
      ref={box}
      className="min-h-0 flex-1 overflow-y-auto border-t border-line"
      data-testid="run-list"
    >
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const run = runs[index];
          return run ? (
            <div key={run.id} className="absolute inset-x-0" style={{ top: start, height: ROW_PX }}>
              <Row run={run} onDelete={() => void deleteRun(run.id)} />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

export function RunList() {
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useRuns();
  const runs = data?.pages.flatMap((page) => page.runs) ?? [];
  const total = data?.pages.at(-1)?.total ?? 0;
  const onNear = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  return (
    <div className="flex h-full flex-col" data-testid="history-screen">
      <header className="flex h-14 shrink-0 items-baseline gap-3 px-4 pt-4">
        <h1 className="text-lg font-semibold">{words.history.title}</h1>
        <span className="text-xs text-faint">{total > 0 ? words.history.count(total) : null}</span>
      </header>
      {runs.length > 0 ? <Rows runs={runs} onNear={onNear} /> : null}
      {isPending ? <p className="p-4 text-soft">{words.history.loading}</p> : null}
      {!isPending && runs.length === 0 ? (
        <Empty title={words.history.emptyTitle}>
          <p className="text-soft">{words.history.empty}</p>
          <a
            href={address("race")}
            className="rounded-md bg-accent px-3 py-1.5 font-semibold text-on-accent hover:bg-accent-strong"
          >
            {words.history.toRace}
          </a>
        </Empty>
      ) : null}
    </div>
  );
}
