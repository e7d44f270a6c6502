/** Charts with one row per contender: the axis of names, and the position of each row. */

import { clippedApart } from "../strings/clip";
import type { OptionalNumber } from "../strings/numbers";
import type { Size } from "./Drawing";
import type { Identity } from "./identity";
import { textWidth } from "./labels";
import { Dots, Whiskers } from "./marks";
import { Plane, usePlane } from "./plane";
import type { Axis } from "./scales";

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
  /** Whether its name is written: that of the first row stands for all. */
  isNamed?: boolean;
  /** Another tick that this one's label avoids. */
  beside?: number | null | undefined;
}

const CLEAR_PX = 24;

/** A percentile across a row, with its name if that covers no other. */
export function RowTick({ x, y, reach, label, strong = false, isNamed = true, beside }: TickProps) {
  const plane = usePlane();
  const [at, low, high] = [plane.x.at(x), plane.y.at(y - reach), plane.y.at(y + reach)];
  if (at === null || low === null || high === null) return null;
  const other = plane.x.at(beside);
  const isClear = isNamed && (other === null || Math.abs(other - at) >= CLEAR_PX);
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

/** Height of a row of dots, and of the axis around all of them, in pixels. */
const [DOT_ROW_PX, DOT_ROWS_AROUND_PX] = [26, 56];

export interface DotRow {
  key: string;
  name: string;
  look: Identity;
  x: OptionalNumber;
  low?: OptionalNumber;
  high?: OptionalNumber;
  n?: number;
  /** The row in words. */
  text: string;
  /** A short text after the row. */
  note?: string;
}

/** The text after a row. */
export function RowText({ y, text, firm = false }: { y: number; text: string; firm?: boolean }) {
  const plane = usePlane();
  const at = plane.y.at(y);
  return at === null ? null : (
    <text x={plane.width + 10} y={at + 4} fill={firm ? "var(--ink)" : "var(--soft)"}>
      {text}
    </text>
  );
}

/** Space around the texts after rows, in pixels, and the greatest share of the width for both. */
const [AROUND_NOTE_PX, NOTE_SHARE] = [24, 0.45];

export const dotRowsHigh = (rows: number): number => rows * DOT_ROW_PX + DOT_ROWS_AROUND_PX;

/** One number of each contender, with its spread: what a plane of a single column would show. */
export function DotRows({ size, x, rows }: { size: Size; x: Axis; rows: readonly DotRow[] }) {
  const y = rowsAxis(rows.map(({ name }) => name));
  const at = (row: number) => rowAt(row, rows.length);
  const notes = Math.max(0, ...rows.map(({ note }) => (note ? textWidth(note) : 0)));
  return (
    <Plane
      frame={{ x: 0, y: -8, width: size.width, height: size.height + 8 }}
      {...(notes > 0
        ? { roomRight: Math.min(notes + AROUND_NOTE_PX, size.width * NOTE_SHARE) }
        : {})}
      x={x}
      y={y}
      readings={rows.map((row, index) => ({
        series: "rows",
        x: row.x,
        y: at(index),
        text: row.text,
      }))}
    >
      {rows.map(({ key, look, x, low, high, n, note }, index) => {
        const point = { key, x, y: at(index) };
        return (
          <g key={key}>
            <Whiskers look={look} points={[{ ...point, xLow: low, xHigh: high }]} />
            <Dots
              look={look}
              size={10}
              points={[{ ...point, ...(n === undefined ? {} : { n }) }]}
            />
            {note ? <RowText y={at(index)} text={note} /> : null}
          </g>
        );
      })}
    </Plane>
  );
}
