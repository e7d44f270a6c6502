/** Charts with one row per contender: the axis of names, and the position of each row. */

import { usePlane } from "../charts/plane";
import type { Axis } from "../charts/scales";
import { clippedApart } from "../strings/clip";

/** In characters. */
const LONGEST_NAME = 22;

/** The middle of a row; the first is the highest. */
export function rowAt(row: number, rows: number): number {
  return rows - row - 0.5;
}

/** A vertical axis with names instead of numbers. */
export function rowsAxis(names: readonly string[]): Axis {
  const rows = names.length;
  const clipped = clippedApart(names, LONGEST_NAME);
  return {
    kind: "linear",
    name: "",
    every: true,
    domain: [0, rows],
    ticks: names.map((_, row) => rowAt(row, rows)),
    format: (value) => clipped[Math.round(rows - value - 0.5)] ?? "",
  };
}

interface TickProps {
  x: number | null | undefined;
  y: number;
  /** How far it extends above and below, in rows. */
  reach: number;
  label: string;
  strong?: boolean;
  /** Another tick that this one's label avoids. */
  beside?: number | null | undefined;
}

const CLEAR_PX = 24;

/** A percentile across a row, with its name if that covers no other. */
export function RowTick({ x, y, reach, label, strong = false, beside }: TickProps) {
  const plane = usePlane();
  const [at, low, high] = [plane.x.at(x), plane.y.at(y - reach), plane.y.at(y + reach)];
  if (at === null || low === null || high === null) return null;
  const other = plane.x.at(beside);
  const isClear = other === null || Math.abs(other - at) >= CLEAR_PX;
  return (
    <g data-mark={label}>
      <line
        x1={at}
        x2={at}
        y1={low}
        y2={high}
        stroke="var(--ink)"
        strokeWidth={strong ? 2.5 : 1.5}
      />
      {isClear ? (
        <text x={at} y={high - 3} textAnchor="middle" fill="var(--soft)" fontSize={10}>
          {label}
        </text>
      ) : null}
    </g>
  );
}
