/** Marks for many samples: strips, cumulative distributions and heat maps. */

import { useMemo } from "react";
import { filledShape, type Identity } from "./identity";
import { FONT_PX, textWidth } from "./labels";
import { Dots, Steps } from "./marks";
import { type Frame, usePlane } from "./plane";

interface DotStripProps {
  samples: readonly number[];
  /** Position of the strip on the y axis, and how far it extends above and below. */
  y: number;
  spread: number;
  p50?: number | null | undefined;
  p95?: number | null | undefined;
  look: Identity;
}

/** A fraction from 0 to 1, derived from a sample's index, so that a strip looks the same each time it is drawn. */
function scatter(index: number): number {
  return (index * 0.618_033_988_75) % 1;
}

/** Every sample as a dot along x, with its p50 and p95 marked if known. */
export function DotStrip({ samples, y, spread, p50, p95, look }: DotStripProps) {
  const plane = usePlane();
  const points = useMemo(
    () =>
      samples.map((x, index) => ({
        key: String(index),
        x,
        y: y + (scatter(index) * 2 - 1) * spread,
      })),
    [samples, y, spread],
  );
  const ticks = [
    { key: "p50", at: plane.x.at(p50), width: 2.5 },
    { key: "p95", at: plane.x.at(p95), width: 1.5 },
  ];
  const [low, high] = [plane.y.at(y - spread * 1.5), plane.y.at(y + spread * 1.5)];
  return (
    <g data-mark="strip" opacity={1}>
      {ticks.map(({ key, at, width }) =>
        at === null || low === null || high === null ? null : (
          <g key={key} data-mark={key}>
            <line x1={at} x2={at} y1={low} y2={high} stroke="var(--ink)" strokeWidth={width} />
            <text x={at} y={high - 3} textAnchor="middle" fill="var(--soft)" fontSize={10}>
              {key}
            </text>
          </g>
        ),
      )}
      <Dots points={points} look={{ ...look, shape: filledShape(look.shape) }} size={5} />
    </g>
  );
}

/** The share of samples, 0 to 1, that are at most x. */
export function Ecdf({ samples, look }: { samples: readonly number[]; look: Identity }) {
  const points = useMemo(() => {
    const sorted = [...samples].sort((a, b) => a - b);
    return sorted.map((x, index) => ({ x, y: (index + 1) / sorted.length }));
  }, [samples]);
  return <Steps points={points} look={look} width={2} />;
}

export interface HeatCell {
  row: number;
  column: number;
  /** From 0, the palest, to 1; null for an unknown cell. */
  depth: number | null;
  /** Written in the cell if there is room. */
  text: string;
}

interface HeatMapProps {
  frame: Frame;
  rows: readonly string[];
  columns: readonly string[];
  cells: readonly HeatCell[];
  colour?: string;
}

/** A short name of wide letters, such as “Mon”, is wider than its number of letters tells. */
const WIDE_LETTERS = 1.25;
/** A map of few columns does not grow over the whole window. */
const WIDEST_CELL_PX = 56;

/** Cells in rows and columns; deeper is more. It has its own frame and needs no plane. */
export function HeatMap({ frame, rows, columns, cells, colour = "var(--accent)" }: HeatMapProps) {
  const gutter = Math.max(...rows.map((row) => textWidth(row))) * WIDE_LETTERS + 10;
  const wide = Math.min(WIDEST_CELL_PX, (frame.width - gutter) / columns.length);
  const high = (frame.height - 18) / rows.length;
  const everyColumn = Math.ceil((Math.max(...columns.map((name) => textWidth(name))) + 8) / wide);
  return (
    <g transform={`translate(${frame.x},${frame.y})`} fontSize={FONT_PX} data-mark="heat">
      {rows.map((row, index) => (
        <text
          key={row}
          x={gutter - 8}
          y={(index + 0.5) * high + 4}
          textAnchor="end"
          fill="var(--faint)"
        >
          {row}
        </text>
      ))}
      {columns.map((column, index) =>
        index % everyColumn === 0 ? (
          <text
            key={column}
            x={gutter + (index + 0.5) * wide}
            y={frame.height - 4}
            textAnchor="middle"
            fill="var(--faint)"
          >
            {column}
          </text>
        ) : null,
      )}
      {cells.map(({ row, column, depth, text }) => (
        <g key={`${row} ${column}`} data-mark={depth === null ? "no-cell" : "cell"}>
          <rect
            x={gutter + column * wide + 1}
            y={row * high + 1}
            width={Math.max(0, wide - 2)}
            height={Math.max(0, high - 2)}
            rx={2}
            fill={depth === null ? "none" : colour}
            fillOpacity={depth === null ? undefined : 0.1 + 0.55 * depth}
            stroke="var(--line)"
            strokeDasharray={depth === null ? "2 3" : undefined}
          />
          {depth !== null && textWidth(text, 10) < wide - 6 && high > 14 ? (
            <text
              x={gutter + (column + 0.5) * wide}
              y={(row + 0.5) * high + 3.5}
              textAnchor="middle"
              fill="var(--ink)"
              fontSize={10}
            >
              {text}
            </text>
          ) : null}
        </g>
      ))}
    </g>
  );
}
