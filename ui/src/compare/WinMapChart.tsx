/** Best contender per job: answer length on the x axis, value of a second on the y axis. */

import { useMemo } from "react";
import type { WinMap } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import type { Identity } from "../charts/identity";
import { textWidth } from "../charts/labels";
import { Plane, usePlane } from "../charts/plane";
import type { Axis } from "../charts/scales";
import { count, dollars } from "../strings/numbers";
import { sentences } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { type Drawn, excludedText } from "./comparison";
import { useWorkload } from "./WorkloadBar";

const w = strings.compare.winMap;
const TICKS = [16, 64, 256, 1_024, 4_096, 8_192];

interface Run {
  row: number;
  from: number;
  /** The column after its last. */
  to: number;
  place: number;
  drawnOn: boolean;
  /** Whether no contender is significantly the best there. */
  open: boolean;
}

/** Neighbouring cells of a row that look alike become one rectangle: a hundred instead of a thousand. */
function runsOf({ winners, extrapolated, tied }: WinMap): Run[] {
  const runs: Run[] = [];
  winners.forEach((cells, row) => {
    cells.forEach((place, column) => {
      const drawnOn = extrapolated[row]?.[column] ?? true;
      const open = tied[row]?.[column] ?? true;
      const last = runs.at(-1);
      const isLike = last?.place === place && last.drawnOn === drawnOn && last.open === open;
      if (last?.row === row && isLike) {
        last.to = column + 1;
      } else {
        runs.push({ row, from: column, to: column + 1, place, drawnOn, open });
      }
    });
  });
  return runs;
}

interface CellsProps {
  map: WinMap;
  nameOf: (place: number) => string;
  lookOf: (place: number) => Identity;
}

function Cells({ map, nameOf, lookOf }: CellsProps) {
  const plane = usePlane();
  const runs = useMemo(() => runsOf(map), [map]);
  const wide = plane.width / map.lengths.length;
  const high = plane.height / map.values.length;
  // Whole pixels: neighbours neither overlap nor let the background through.
  const left = (column: number) => Math.round(column * wide);
  const top = (row: number) => Math.round(plane.height - (row + 1) * high);
  return (
    <>
      {runs.map(({ row, from, to, place, drawnOn, open }) => (
        <rect
          key={`${row} ${from}`}
          data-mark="win"
          x={left(from)}
          y={top(row)}
          width={left(to) - left(from)}
          height={top(row - 1) - top(row)}
          fill={open ? "var(--faint)" : lookOf(place).colour}
          fillOpacity={open ? 0.18 : drawnOn ? 0.26 : 0.62}
        />
      ))}
      {map.shares.map(({ place }) => {
        const own = runs.filter((run) => run.place === place && !run.open);
        if (own.length === 0) return null;
        // In the row where it is widest, because its name fits there.
        const widest = own.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
        const alike = own.filter(({ from, to }) => to - from >= (widest.to - widest.from) * 0.8);
        const at = alike[Math.floor(alike.length / 2)] ?? widest;
        const text = nameOf(place);
        const room = (at.to - at.from) * wide;
        if (textWidth(text) > room - 4) return null;
        return (
          <text
            key={place}
            data-mark="label"
            x={((at.from + at.to) / 2) * wide}
            y={top(at.row) + high / 2 + 4}
            textAnchor="middle"
            fill="var(--ink)"
            stroke="var(--panel)"
            strokeWidth={3}
            paintOrder="stroke"
            fontWeight={600}
          >
            {text}
          </text>
        );
      })}
    </>
  );
}

/** The position of the user's own job. */
function Here({ x, y }: { x: number; y: number }) {
  const plane = usePlane();
  const [left, top] = [plane.x.at(x), plane.y.at(y)];
  if (left === null || top === null) return null;
  return (
    <g data-mark="here" transform={`translate(${left},${top})`}>
      <circle r={6} fill="var(--panel)" stroke="var(--ink)" strokeWidth={2} />
      <circle r={2} fill="var(--ink)" />
    </g>
  );
}

function drawing(drawn: Drawn, here: { x: number; y: number }): ChartProps["children"] {
  const { win_map: map } = drawn.view;
  const [least, most] = [map.values[0], map.values.at(-1)];
  if (map.winners.length === 0 || !least || !most) return null;
  const x: Axis = { kind: "log2", name: w.x, format: count, domain: [16, 8_192], ticks: TICKS };
  const y: Axis = { kind: "log10", name: w.y, format: dollars, domain: [least, most] };
  const readings = map.winners.flatMap((cells, row) =>
    cells.map((place, column) => ({
      series: String(row),
      x: map.lengths[column],
      y: map.values[row],
      text: (map.tied[row]?.[column] ? w.openCell : w.cell)(
        drawn.name(place),
        count(map.lengths[column]),
        dollars(map.values[row]),
      ),
    })),
  );
  return ({ width, height }) => (
    <Plane frame={{ x: 0, y: 0, width, height }} x={x} y={y} readings={readings}>
      <Cells
        map={map}
        lookOf={(place) => drawn.look(place)}
        nameOf={(place) => drawn.name(place)}
      />
      <Here {...here} />
    </Plane>
  );
}

/** The rows and columns that the table includes. */
const EVERY_ROW = 4;
const EVERY_COLUMN = 8;

export function WinMapChart({ drawn, height }: { drawn: Drawn; height: number }) {
  const { win_map: map, question } = drawn.view;
  const [{ out_tokens }] = useWorkload(drawn);
  const [x, y] = [out_tokens ?? 0, question.second_usd ?? 0];
  const children = useMemo(() => drawing(drawn, { x, y }), [drawn, x, y]);
  const rest = excludedText(drawn, map.excluded);
  const some = <T,>(all: readonly T[], every: number) => all.filter((_, at) => at % every === 0);
  return (
    <Chart
      testId="win-map"
      title={w.title}
      direction={w.formula}
      reading={sentences([said(map.sentence), rest])}
      conditions={drawn.conditions(w.pale)}
      height={children === null ? 100 : height}
      table={{
        caption: w.caption,
        columns: [w.value, ...some(map.lengths, EVERY_COLUMN).map(count)],
        rows: some(map.winners, EVERY_ROW).map((cells, at) => [
          dollars(map.values[at * EVERY_ROW]),
          ...some(cells, EVERY_COLUMN).map((place, column) =>
            map.tied[at * EVERY_ROW]?.[column * EVERY_COLUMN] ? w.open : drawn.name(place),
          ),
        ]),
      }}
    >
      {children}
    </Chart>
  );
}
