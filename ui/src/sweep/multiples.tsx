/** Small multiples of a sweep: one plane per contender, all on the same axes. */

import type { LevelPoint } from "../backend/backend";
import type { Conditions, Size } from "../charts/Chart";
import { textWidth } from "../charts/labels";
import { Multiples as Planes, rowsHigh as planesHigh } from "../charts/Multiples";
import { Marker } from "../charts/marks";
import { type Reading, usePlane } from "../charts/plane";
import { type DotRow, DotRows, dotRowsHigh } from "../charts/rows";
import type { Axis } from "../charts/scales";
import type { Numbered } from "../strings/catalogue";
import { count } from "../strings/numbers";
import { commas } from "../strings/phrases";
import { strings } from "../strings/strings";
import { loadWords } from "../strings/sweep";
import { careOf, loadOf, type Named, type ReadSpread } from "./chartData";

const w = strings.sweeps;

/** Height of a row of planes. */
export const ROW_PX = 208;

/** What all charts of a sweep have in common. */
export interface Shared {
  all: Named[];
  x: Axis;
  conditions: Conditions;
  /** The finding of a metric's chart, if there is more than its medians. */
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

/** The height of all rows; the width decides how many planes are in one. */
export const rowsHigh = (lanes: number) => planesHigh(lanes, ROW_PX);

/** A number of a sweep's only level: a plane of one column would show no more than these rows. */
export function oneLevel(
  shared: Shared,
  axis: Axis,
  of: (point: LevelPoint) => Pick<DotRow, "x" | "low" | "high" | "text">,
): Drawn | null {
  if (shared.x.ticks?.length !== 1) return null;
  const rows = shared.all.flatMap(({ curve, name, look }) =>
    curve.points.map((point) => {
      const own = of(point);
      return { key: name, name, look, n: point.ok, ...own, text: `${name}, ${own.text}` };
    }),
  );
  return {
    height: dotRowsHigh(rows.length),
    children: (size) => <DotRows size={size} x={axis} rows={rows} />,
  };
}

interface Drawn {
  height: number;
  children: (size: Size) => React.ReactNode;
}

/** Marks the last good load. */
export function Knee({ one }: { one: Named }) {
  const { knee } = one.curve;
  return knee ? <Marker x={loadOf(knee.last_good)} label={w.kneeMark} /> : null;
}

/** A mark beside the load of each level with warnings; their tags are among the conditions, their sentences below the charts. */
export function Doubted({ points }: { points: readonly LevelPoint[] }) {
  const plane = usePlane();
  return points
    .filter((point) => careOf(point).length > 0)
    .map((point) => {
      const at = plane.x.at(loadOf(point.step));
      return at === null ? null : (
        <text
          key={loadWords(point.step)}
          data-mark="doubt"
          // Beside the tick's label, whatever its length.
          x={at + Math.max(10, textWidth(count(loadOf(point.step))) / 2 + 3)}
          y={plane.height + 15}
          fill="var(--warn)"
          fontWeight={700}
        >
          <title>{commas(careOf(point))}</title>
          {"!"}
        </text>
      );
    });
}

/** Every percentile that has to fit on an axis. */
export const spreadValues = (
  all: readonly Named[],
  read: ReadSpread,
  tails: readonly ("p5" | "p50" | "p95")[],
) =>
  all.flatMap(({ curve }) =>
    curve.points.flatMap((point) => tails.map((tail) => read(point)?.[tail])),
  );

/** The position of a level on the axis of loads. */
export const at = (point: LevelPoint) => loadOf(point.step);

/** A dot for each level with a median. */
export function medians(one: Named, read: ReadSpread) {
  return one.curve.points.map((point) => ({
    key: String(at(point)),
    x: at(point),
    y: read(point)?.p50,
    n: point.ok,
  }));
}
