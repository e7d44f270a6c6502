/** Who is better, as a forest plot: how much worse than the leader each lane is, with its interval, over a line at none. */

import type { Pairwise } from "../../backend/backend";
import { definitionOf } from "../../strings/catalogue";
import { strings } from "../../strings/strings";
import { LaneBadge, MiddleCut } from "../../ui/controls";
import { laneColour, laneShape, shapePath } from "../../ui/lanes";
import { shortNameOf } from "../names";
import type { Race } from "../race";

const w = strings.stage.rounds;
const WIDE = 220;
const HIGH = 20;
const EDGE = 8;

export interface ForestRow {
  pair: Pairwise;
  /** How much worse than the leader, in the metric's unit; null with too few rounds. */
  worse: number | null;
  low: number | null;
  high: number | null;
}

/** The pairs of one metric, oriented so that larger is worse than the leader. */
export function forestOf(versus: readonly Pairwise[], metric: string): ForestRow[] {
  const way = definitionOf(metric)?.better === "higher" ? 1 : -1;
  return versus
    .filter((pair) => pair.metric === metric)
    .map((pair) => {
      const { difference = null, ci = null } = pair.comparison;
      const ends = [ci?.low, ci?.high]
        .filter((end) => end !== null && end !== undefined)
        .map((end) => end * way)
        .sort((a, b) => a - b);
      return {
        pair,
        worse: difference === null ? null : difference * way,
        low: ends[0] ?? null,
        high: ends[1] ?? null,
      };
    });
}

/** The position of a value in pixels, on a scale that contains all values and the leader. */
export function forestScale(rows: readonly ForestRow[]): (value: number) => number {
  const values = [0, ...rows.flatMap(({ worse, low, high }) => [worse, low, high])].filter(
    (value) => value !== null,
  );
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const span = to - from || 1;
  return (value) => EDGE + ((value - from) / span) * (WIDE - 2 * EDGE);
}

interface MarkProps {
  row: ForestRow;
  look: number;
  at: (value: number) => number;
}

function Mark({ row, look, at }: MarkProps) {
  const { worse, low, high } = row;
  const middle = HIGH / 2;
  return (
    <svg width={WIDE} height={HIGH} aria-hidden="true" className="shrink-0 overflow-visible">
      <line x1={at(0)} x2={at(0)} y1="-3" y2={HIGH + 3} stroke="var(--line-strong)" />
      {low === null || high === null ? null : (
        <path
          data-mark="interval"
          d={`M${at(low)} ${middle}H${at(high)}M${at(low)} ${middle - 4}v8M${at(high)} ${middle - 4}v8`}
          stroke={laneColour(look)}
          strokeWidth="1.5"
        />
      )}
      {worse === null ? null : (
        <path
          transform={`translate(${at(worse)},${middle})`}
          d={shapePath(laneShape(look), 10)}
          fill={laneColour(look)}
          stroke="var(--panel)"
          strokeWidth="1.5"
          paintOrder="stroke"
        />
      )}
    </svg>
  );
}

interface ForestProps {
  race: Race;
  versus: readonly Pairwise[];
  /** The engine's sentence about a pair. */
  sentenceOf: (pair: Pairwise) => string | null;
}

/** One block for each metric that was compared. */
export function Forest({ race, versus, sentenceOf }: ForestProps) {
  const metrics = [...new Set(versus.map(({ metric }) => metric))];
  return metrics.map((metric) => {
    const definition = definitionOf(metric);
    const rows = forestOf(versus, metric);
    const at = forestScale(rows);
    const names = race.lanes.map((lane) => shortNameOf(lane, race.lanes));
    const leader = race.lanes[rows[0]?.pair.leader ?? -1];
    if (!definition || !leader) return null;
    return (
      <section key={metric} className="mt-2 first:mt-0" data-testid={`forest-${metric}`}>
        <h4 className="flex items-center gap-1.5 text-xs text-soft">
          <span className="font-semibold text-ink">{definition.name}</span>
          <LaneBadge look={leader.look} />
          <span className="truncate">{w.zeroIs(shortNameOf(leader, race.lanes))}</span>
        </h4>
        <ul>
          {rows.map((row) => {
            const lane = race.lanes[row.pair.other];
            const said = sentenceOf(row.pair);
            if (!lane || said === null) return null;
            return (
              <li
                key={row.pair.other}
                className="grid grid-cols-[minmax(70px,150px)_220px_minmax(0,1fr)] items-center gap-x-3 border-t border-line py-0.5"
              >
                <span className="flex min-w-0 items-center gap-1.5" aria-hidden="true">
                  <LaneBadge look={lane.look} />
                  <span className="min-w-0">
                    <MiddleCut text={names[row.pair.other] ?? ""} among={names} />
                  </span>
                </span>
                <Mark row={row} look={lane.look} at={at} />
                <span className="selectable">{said}</span>
              </li>
            );
          })}
        </ul>
      </section>
    );
  });
}
