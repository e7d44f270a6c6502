/** One run in the list: prompt, results of each lane, annotations. */

import { Flag, Star, StickyNote, Trash2, Zap } from "lucide-react";
import {
  type Piece,
  type RunRowLane,
  type RunState,
  type SearchHit,
  type Snippet,
  TIE,
} from "../backend/backend";
import { looksOf } from "../backend/looks";
import { shortNameOf } from "../run/names";
import { StateBadges } from "../run/StateBadges";
import { outcomeOf } from "../run/track/trackGeometry";
import { labelled, type Numbered } from "../strings/catalogue";
import { archive as w } from "../strings/history";
import { dollars, moment, share } from "../strings/numbers";
import { runStates, statuses } from "../strings/results";
import { strings } from "../strings/strings";
import { IconButton, LaneBadge, MiddleCut, Tag } from "../ui/controls";
import { address } from "../ui/route";
import { tip } from "../ui/tip";
import { MiniFinish } from "./MiniFinish";

/** A row with one line of lanes. */
const ROW_PX = 66;
const LINE_PX = 20;
const MOST_LINES = 4;

/** Number of lines for the lanes of a run: more if each has more numbers. */
const linesOf = (metrics: number) => Math.min(MOST_LINES, Math.max(1, metrics - 1));

/**
 * The height of a row that shows this many metrics of each lane; one that says where else a word was found has an extra
 * line.
 */
export function rowPx(found: SearchHit | undefined, metrics: number): number {
  const lines = linesOf(metrics) - 1 + (found && hitElsewhere(found) ? 1 : 0);
  return ROW_PX + lines * LINE_PX;
}

/** A hit that the row does not show anyway. */
export function hitElsewhere({ hits }: SearchHit): Snippet | undefined {
  return hits.find(({ text }) => text in w.hitIn);
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  let at = 0;
  return pieces.map(({ text, hit }) => {
    const key = at;
    at += text.length;
    return hit ? (
      <mark key={key} className="rounded-xs bg-warn-wash font-semibold text-warn">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}

interface LaneProps {
  lane: RunRowLane;
  look: number;
  runState: RunState;
  names: readonly string[];
  index: number;
  metrics: readonly Numbered[];
}

const numberOf = (lane: RunRowLane, id: string): number | null => lane.numbers?.[id] ?? null;

/** The share of its requests that came to a right answer, where answers were checked. */
function RightShare({ lane }: { lane: RunRowLane }) {
  const right = numberOf(lane, "right");
  if (right === null) return null;
  return (
    <span className={right < 1 ? "text-warn" : "text-soft"}>
      {strings.compare.quality.right(share(right))}
    </span>
  );
}

function LaneResult({ lane, look, runState, names, index, metrics }: LaneProps) {
  // A lane without a status is as far as its run: in progress, or stopped before its turn.
  const status = lane.status ?? null;
  const outcome = status ? outcomeOf(status) : "running";
  const finished = outcome === "finished";
  const isFirst = (lane.finish_share ?? 0) >= 1 - TIE;
  return (
    <li
      className="flex h-5 max-w-full items-center gap-1.5 overflow-hidden whitespace-nowrap text-xs"
      {...tip(`${lane.label} · ${lane.model}`)}
    >
      <LaneBadge look={look} dim={!finished} />
      <span className={`max-w-32 ${isFirst ? "font-semibold text-ink" : "text-soft"}`}>
        <MiddleCut text={names[index] ?? ""} among={names} />
      </span>
      {finished ? (
        <>
          <RightShare lane={lane} />
          <span className="text-faint">
            {metrics.map((metric) => labelled(metric, numberOf(lane, metric.id))).join(" · ")}
          </span>
          {lane.first ? (
            <span {...tip(w.first)} className="text-soft">
              <Flag size={12} role="img" aria-label={w.first} />
            </span>
          ) : null}
          {lane.fastest ? (
            <span {...tip(w.fastest)} className="text-soft">
              <Zap size={12} role="img" aria-label={w.fastest} />
            </span>
          ) : null}
        </>
      ) : (
        <span className={outcome === "failed" ? "text-bad" : "text-faint"}>
          {status ? statuses[status] : runStates[runState]}
        </span>
      )}
    </li>
  );
}

function Lanes({ found, metrics }: { found: SearchHit; metrics: readonly Numbered[] }) {
  const { row } = found;
  const looks = looksOf(row.lanes);
  const names = row.lanes.map((lane) => shortNameOf(lane, row.lanes));
  return (
    <>
      {/* A lane that does not fit is omitted; how many there are is shown beside them. */}
      <ul
        className="flex min-w-0 flex-1 flex-wrap gap-x-5 overflow-hidden"
        style={{ height: linesOf(metrics.length) * LINE_PX }}
      >
        {row.lanes.map((lane, index) => (
          <LaneResult
            key={lane.place}
            lane={lane}
            look={looks[index] ?? index}
            runState={row.state}
            names={names}
            index={index}
            metrics={metrics}
          />
        ))}
      </ul>
      <span className="shrink-0 text-faint max-[480px]:sr-only">
        {strings.history.lanes(row.lanes.length)}
      </span>
    </>
  );
}

function Cost({ found }: { found: SearchHit }) {
  const { cost_usd: cost, cost_unknown: unknown, row } = found;
  const isFree = row.lanes.every(({ simulated }) => simulated);
  if (isFree) return <span className="w-18 shrink-0 max-[480px]:hidden" />;
  return (
    <span
      className="w-18 shrink-0 text-right text-xs max-[480px]:hidden"
      {...tip(unknown > 0 ? w.costUnknown(unknown) : undefined)}
    >
      <span className={cost == null ? "text-faint" : "text-ink"}>
        {cost == null ? w.noCost : `${unknown > 0 ? "≥ " : ""}${dollars(cost)}`}
      </span>
    </span>
  );
}

interface RowProps {
  found: SearchHit;
  /** The metrics of each lane. */
  metrics: readonly Numbered[];
  /** Whether the Tab key stops inside this row: it does in only one of all rows. */
  isStop: boolean;
  isSelected: boolean;
  onLinkClick: (event: React.MouseEvent) => void;
  onToggle: (event: React.MouseEvent) => void;
  onStar: () => void;
  onDelete: () => void;
}

export function FoundRow(props: RowProps) {
  const { found, metrics, isStop, isSelected, onLinkClick, onToggle, onStar, onDelete } = props;
  const tabIndex = isStop ? 0 : -1;
  const { row, starred, tags, has_note } = found;
  const { day, time } = moment(row.started_at);
  const prompt = row.prompt.trim() || strings.history.noPrompt;
  const inPrompt = found.hits.find(({ text }) => text === "prompt");
  const elsewhere = hitElsewhere(found);
  return (
    <div
      className="group flex h-full items-center border-b border-line bg-panel hover:bg-raised data-selected:bg-accent-wash"
      data-testid={`run-${row.id}`}
      data-selected={isSelected || undefined}
    >
      <span className="flex shrink-0 items-center gap-1 pl-3">
        <input
          type="checkbox"
          className="size-3.5"
          tabIndex={tabIndex}
          checked={isSelected}
          aria-label={w.select(prompt)}
          data-testid={`select-${row.id}`}
          onClick={onToggle}
          readOnly
        />
        <IconButton
          label={w.star(prompt)}
          aria-pressed={starred}
          tabIndex={tabIndex}
          data-testid={`star-${row.id}`}
          className={starred ? "text-warn" : ""}
          onClick={onStar}
        >
          <Star size={14} aria-hidden="true" fill={starred ? "currentColor" : "none"} />
        </IconButton>
      </span>
      <a
        href={address("history", row.id)}
        data-row-link={row.id}
        tabIndex={tabIndex}
        onClick={onLinkClick}
        className="grid h-full min-w-0 flex-1 grid-cols-[84px_minmax(0,1fr)] items-center gap-3 pr-1.5 pl-2 max-[480px]:grid-cols-[64px_minmax(0,1fr)] max-[480px]:gap-1 -outline-offset-2"
      >
        <span className="text-xs leading-5 text-faint max-[480px]:text-2xs max-[480px]:leading-5">
          <span className="block text-soft">{day}</span>
          {time}
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-2">
            <span className="as-written truncate text-sm">
              {inPrompt ? <Pieces pieces={inPrompt.pieces} /> : prompt}
            </span>
            <span className="flex shrink-0 items-center gap-1">
              {row.kind === "sweep" ? <Tag>{strings.sweep.tag}</Tag> : null}
              <StateBadges state={row.state} simulated={row.simulated} imported={row.imported} />
              {tags.slice(0, 3).map((tag) => (
                <Tag key={tag}>{`#${tag}`}</Tag>
              ))}
              {has_note ? (
                <StickyNote size={12} role="img" aria-label={w.hasNote} className="text-faint" />
              ) : null}
            </span>
          </span>
          <span className="mt-1 flex items-center gap-4 text-xs">
            <Lanes found={found} metrics={metrics} />
          </span>
          {elsewhere ? (
            <span className="block truncate text-xs text-soft">
              <span className="text-faint">{w.hitIn[elsewhere.text]}: </span>
              <Pieces pieces={elsewhere.pieces} />
            </span>
          ) : null}
        </span>
      </a>
      {row.kind === "race" ? <MiniFinish lanes={row.lanes} /> : <span className="mini-finish" />}
      <Cost found={found} />
      <IconButton
        label={strings.history.deleteRun(prompt)}
        tabIndex={tabIndex}
        onClick={onDelete}
        className="mx-3 max-[480px]:mx-1"
        data-testid={`delete-${row.id}`}
      >
        <Trash2 size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
