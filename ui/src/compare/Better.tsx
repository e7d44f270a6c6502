/** Who is better, as a forest plot: how many times worse than the leader each contender is, over a line at none. */

import { useMemo } from "react";
import { type Metric, type PairComparison, type Standing, TIE } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { LINE_PX } from "../charts/labels";
import { Dots, Marker, Shade, Whiskers } from "../charts/marks";
import { Plane, usePlane } from "../charts/plane";
import { type Axis, reach } from "../charts/scales";
import { listOf } from "../strings/finish";
import { count, decimal, interval, upTo } from "../strings/numbers";
import { strings } from "../strings/strings";
import { useCompareStore } from "./compareStore";
import { about, type Drawn, leftOutText } from "./comparison";
import { Choice } from "./parts";
import { rowAt, rowsAxis } from "./rows";

const w = strings.compare.better;
const ROW_PX = 2 * LINE_PX;
const AROUND_PX = 64;
/** Space for the text after a row, in pixels. */
const ROOM_RIGHT = 220;
const TICKS = [0.1, 0.2, 0.5, 1, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 1_000];
/** Minimum extent of the scale of ratios. */
const LEAST_REACH = 1.1;

export interface Against {
  place: number;
  /** How the leader compares with it. */
  standing: Standing;
  /** How many times worse than the leader, above 1 where it is; null if there can be no ratio. */
  times: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

/** The same pair, seen from `place`. */
function seenFrom(place: number, pair: PairComparison): PairComparison {
  if (pair.a === place) return pair;
  const reversed: Record<Standing, Standing> = {
    better: "worse",
    worse: "better",
    alike: "alike",
    unsettled: "unsettled",
  };
  const turned = (value: number | null | undefined) => (value ? 1 / value : null);
  return {
    ...pair,
    a: pair.b,
    b: pair.a,
    standing: reversed[pair.standing],
    ratio: turned(pair.ratio),
    ci: pair.ci ? { low: turned(pair.ci.high), high: turned(pair.ci.low) } : null,
  };
}

/** The contender that is significantly better than the most others; among several, the one with the best estimate. */
function leaderOf(pairs: readonly PairComparison[], isHigher: boolean): number | null {
  const places = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const won = (place: number) => {
    const own = pairs
      .filter(({ a, b }) => a === place || b === place)
      .map((pair) => seenFrom(place, pair));
    const ahead = own.filter(({ ratio }) => ratio && (isHigher ? ratio > 1 : ratio < 1)).length;
    return own.filter(({ standing }) => standing === "better").length * places.length + ahead;
  };
  return places.toSorted((a, b) => won(b) - won(a))[0] ?? null;
}

/** Every contender against the leader in one metric, the nearest first; null if there is no comparison. */
export function forestOf(
  all: readonly PairComparison[],
  metric: Metric,
  isHigher: boolean,
): { leader: number; rows: Against[] } | null {
  const pairs = all.filter((pair) => pair.metric === metric);
  const leader = leaderOf(pairs, isHigher);
  if (leader === null) return null;
  const rows = pairs
    .filter(({ a, b }) => a === leader || b === leader)
    .map((pair): Against => {
      const { b: place, standing, ratio, ci, n } = seenFrom(leader, pair);
      // A speed that is twice the other's is as good as half its time: more is worse than the leader.
      const worse = (value: number | null | undefined) =>
        value ? (isHigher ? value : 1 / value) : null;
      const ends = [worse(ci?.low), worse(ci?.high)];
      const [low, high] = isHigher ? ends : ends.reverse();
      return { place, standing, times: worse(ratio), low: low ?? null, high: high ?? null, n };
    });
  const order = ({ times }: Against) => times ?? Number.MAX_VALUE;
  return { leader, rows: rows.toSorted((a, b) => order(a) - order(b)) };
}

/** The leader, in a sentence that fits above a chart. */
function findingOf(drawn: Drawn, leader: number, rows: readonly Against[], metric: Metric) {
  const name = drawn.label(leader);
  const what = about(metric).short;
  const open = rows.filter(({ standing }) => standing === "unsettled" || standing === "alike");
  if (open.length > 0)
    return w.open(name, listOf(open.map(({ place }) => drawn.label(place))), what);
  const [next] = rows;
  return next?.times
    ? w.leads(name, what, timesText(next.times), drawn.label(next.place))
    : w.leadsAll(name, what);
}

const factor = (times: number) => decimal(times, times < 10 ? 2 : 0);
const timesText = (times: number) => `${factor(times)}×`;

function withinText({ low, high }: Against): string {
  return low === null || high === null ? w.noInterval : interval(factor(low), factor(high));
}

const rowText = (row: Against) =>
  [
    row.times === null ? null : timesText(row.times),
    `(${withinText(row)})`,
    w.standing[row.standing],
  ]
    .filter((part) => part !== null)
    .join(" ");

/** The text after a row. */
function RowText({ y, text, firm }: { y: number; text: string; firm: boolean }) {
  const plane = usePlane();
  const at = plane.y.at(y);
  return at === null ? null : (
    <text x={plane.width + 10} y={at + 4} fill={firm ? "var(--ink)" : "var(--soft)"}>
      {text}
    </text>
  );
}

function drawing(drawn: Drawn, leader: number, rows: readonly Against[]): ChartProps["children"] {
  const values = rows.flatMap(({ times, low, high }) => [times, low, high]);
  const domain = reach("log2", [1 / LEAST_REACH, LEAST_REACH, ...values]);
  if (!domain) return null;
  const x: Axis = {
    kind: "log10",
    name: w.axis,
    format: (value) => `${upTo(value, 2)}×`,
    domain,
    ticks: TICKS.filter((tick) => tick >= domain[0] && tick <= domain[1]),
  };
  // The leader is above them, at the line.
  const y = rowsAxis([leader, ...rows.map(({ place }) => place)].map((place) => drawn.name(place)));
  const at = (row: number) => rowAt(row + 1, rows.length + 1);
  const readings = rows.map((row, index) => ({
    series: "rows",
    x: row.times,
    y: at(index),
    text: `${drawn.name(row.place)}: ${rowText(row)}`,
  }));
  return ({ width, height }) => (
    <Plane
      frame={{ x: 0, y: 0, width, height }}
      x={x}
      y={y}
      readings={readings}
      roomRight={Math.min(ROOM_RIGHT, width * 0.4)}
    >
      <Shade x={[1 / (1 + TIE), 1 + TIE]} colour="var(--faint)" />
      <Marker x={1} label="" colour="var(--ink)" />
      <Dots look={drawn.look(leader)} size={10} points={[{ key: "leader", x: 1, y: at(-1) }]} />
      {rows.map((row, index) => {
        const look = drawn.look(row.place);
        const point = { key: String(row.place), x: row.times, y: at(index) };
        return (
          <g key={row.place}>
            <Whiskers look={look} points={[{ ...point, xLow: row.low, xHigh: row.high }]} />
            <Dots look={look} size={10} points={[point]} />
            <RowText
              y={at(index)}
              text={rowText(row)}
              firm={row.standing === "better" || row.standing === "worse"}
            />
          </g>
        );
      })}
    </Plane>
  );
}

function MetricChoice({ metric, known }: { metric: Metric; known: readonly Metric[] }) {
  const ask = useCompareStore((asked) => asked.ask);
  return (
    <Choice
      label={strings.compare.quantity}
      testId="better-by"
      value={metric}
      choices={known.map((id) => ({ value: id, text: about(id).name }))}
      onChange={(value) => ask({ metric: value as Metric })}
    />
  );
}

export function Better({ drawn }: { drawn: Drawn }) {
  const { pairs, distribution } = drawn.view;
  const known = useMemo(() => [...new Set(pairs.map(({ metric }) => metric))], [pairs]);
  const metric = known.includes(distribution.metric) ? distribution.metric : known[0];
  const found = useMemo(
    () => (metric ? forestOf(pairs, metric, about(metric).better === "higher") : null),
    [pairs, metric],
  );
  const children = useMemo(
    () => (found ? drawing(drawn, found.leader, found.rows) : null),
    [drawn, found],
  );
  if (!metric || !found) return <p className="py-6 text-center text-soft">{w.nobody}</p>;
  const { leader, rows } = found;
  const rest = leftOutText(
    drawn,
    drawn.shown
      .filter(({ place }) => place !== leader && !rows.some((row) => row.place === place))
      .map(({ place }) => ({ place, why: w.notCompared })),
  );
  const finding = findingOf(drawn, leader, rows, metric);
  return (
    <Chart
      testId="better"
      title={w.title(about(metric).name)}
      direction={w.direction(drawn.label(leader))}
      reading={rest ? `${finding} ${rest}` : finding}
      conditions={drawn.conditions(w.basis)}
      controls={<MetricChoice metric={metric} known={known} />}
      height={(rows.length + 1) * ROW_PX + AROUND_PX}
      table={{
        caption: w.title(about(metric).name),
        columns: w.columns(drawn.name(leader)),
        rows: rows.map((row) => [
          drawn.name(row.place),
          row.times === null ? "–" : timesText(row.times),
          withinText(row),
          count(row.n),
          w.standing[row.standing],
        ]),
      }}
    >
      {children}
    </Chart>
  );
}
