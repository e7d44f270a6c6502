/** Small multiples of a sweep: one plane per contender, all on the same axes. */

import type { LevelPoint } from "../backend/backend";
import type { Conditions, Size } from "../charts/Chart";
import { textWidth } from "../charts/labels";
import { Multiples as Planes, rowsHigh as planesHigh } from "../charts/Multiples";
import { Marker } from "../charts/marks";
import { type Reading, usePlane } from "../charts/plane";
import type { Axis } from "../charts/scales";
import type { Numbered } from "../strings/catalogue";
import { count } from "../strings/numbers";
import { strings } from "../strings/strings";
import { loadWords } from "../strings/sweep";
import { loadOf, type Named, type ReadSpread } from "./chartData";

const w = strings.sweeps;

/** A row of planes is so high. */
export const ROW_PX = 208;

/** What all charts of a sweep have in common. */
export interface Shared {
  all: Named[];
  x: Axis;
  conditions: Conditions;
  /** What a metric's chart found, where that is more than its medians. */
  readingOf: ((metric: Numbered) => string | null) | null;
}

/** A plane for each contender of a sweep. */
export function Multiples({
  size,
  shared,
  y,
  readings,
  children,
}: {
  size: Size;
  shared: Shared;
  y: Axis;
  readings: (one: Named) => Reading[];
  children: (one: Named) => React.ReactNode;
}) {
  return (
    <Planes
      size={size}
      all={shared.all.map((one) => ({ ...one, place: one.curve.place }))}
      x={shared.x}
      y={y}
      readings={readings}
    >
      {children}
    </Planes>
  );
}

/** How high all the rows are, given the width that says how many planes stand in one. */
export const rowsHigh = (lanes: number) => planesHigh(lanes, ROW_PX);

/** The last load that is good, marked. */
export function Knee({ one }: { one: Named }) {
  const { knee, capacity } = one.curve;
  return knee && !capacity ? <Marker x={loadOf(knee.last_good)} label={w.kneeMark} /> : null;
}

/** A mark beside the load of each level that is to be read with care; the sentences stand below the charts. */
export function Doubted({ points }: { points: readonly LevelPoint[] }) {
  const plane = usePlane();
  return points
    .filter(({ doubts, ended }) => doubts.length > 0 || ended.type !== "done")
    .map((point) => {
      const at = plane.x.at(loadOf(point.step));
      return at === null ? null : (
        <text
          key={loadWords(point.step)}
          data-mark="doubt"
          // Beside the tick's label, however long that is.
          x={at + Math.max(10, textWidth(count(loadOf(point.step))) / 2 + 3)}
          y={plane.height + 15}
          fill="var(--warn)"
          fontWeight={700}
        >
          {"!"}
        </text>
      );
    });
}

/** Every percentile that is to fit on an axis. */
export const spreadValues = (
  all: readonly Named[],
  read: ReadSpread,
  tails: readonly ("p5" | "p50" | "p95")[],
) =>
  all.flatMap(({ curve }) =>
    curve.points.flatMap((point) => tails.map((tail) => read(point)?.[tail])),
  );

/** Where a level stands on the axis of loads. */
export const at = (point: LevelPoint) => loadOf(point.step);

/** A dot for each level that has a median. */
export function medians(one: Named, read: ReadSpread) {
  return one.curve.points.map((point) => ({
    key: String(at(point)),
    x: at(point),
    y: read(point)?.p50,
    n: point.ok,
  }));
}
