/** The order of lanes by one of their numbers, and which of them is best. Unknown comes last, in either direction. */

import { definitionOf } from "../../strings/catalogue";
import type { LiveLane } from "../race";
import { isWrong } from "../right";

export interface Sorting {
  metric: string;
  /** Whether the best is last. */
  reversed: boolean;
}

/** A number of a lane that ended on its own; failed or stopped lanes are not ranked. */
export function numberOf({ sample }: LiveLane, metric: string): number | null {
  if (sample?.status !== "ok") return null;
  const value = (sample as unknown as Record<string, unknown>)[metric];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The lanes' indices in the order of a metric: the best first, or the lowest if neither direction is better. */
export function orderOf(lanes: readonly LiveLane[], sorting: Sorting | null): number[] {
  const places = lanes.map((_, index) => index);
  if (!sorting) return places;
  const isMore = definitionOf(sorting.metric)?.better === "higher";
  const way = (isMore ? -1 : 1) * (sorting.reversed ? -1 : 1);
  const values = lanes.map((lane) => numberOf(lane, sorting.metric));
  return places.sort((one, other) => {
    const [a, b] = [values[one] ?? null, values[other] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (a - b) * way;
  });
}

/** The lanes with the best value of a metric; none if neither direction is better, or only one lane has a value. */
export function bestOf(lanes: readonly LiveLane[], metric: string): ReadonlySet<number> {
  const better = definitionOf(metric)?.better;
  if (!better) return new Set();
  // Simulated lanes are not ranked beside real ones, and wrong answers are not ranked.
  const hasReal = lanes.some(({ simulated }) => !simulated);
  const values = lanes.map((lane) =>
    (hasReal && lane.simulated) || isWrong(lane.sample) ? null : numberOf(lane, metric),
  );
  const known = values.filter((value) => value !== null);
  const best = better === "higher" ? Math.max(...known) : Math.min(...known);
  // A value shared by all distinguishes nobody.
  if (known.length < 2 || known.every((value) => value === best)) return new Set();
  return new Set(values.flatMap((value, index) => (value === best ? [index] : [])));
}

/** The next sorting after a press on a metric: best first, then best last, then line-up order. */
export function nextSorting(now: Sorting | null, metric: string): Sorting | null {
  if (now?.metric !== metric) return { metric, reversed: false };
  return now.reversed ? null : { metric, reversed: true };
}
