/** Who is better, as a forest plot: how many times worse than the leader each contender is, over a line at none. */

import { useMemo } from "react";
import { type ForestRow, type Metric, TIE } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { LINE_PX, textWidth } from "../charts/labels";
import { Dots, Marker, Shade, Whiskers } from "../charts/marks";
import { Plane, usePlane } from "../charts/plane";
import { RowText, rowAt, rowsAxis } from "../charts/rows";
import { type Axis, reach } from "../charts/scales";
import { count, decimal, upTo } from "../strings/numbers";
import { interval, listOf, sentences, told } from "../strings/phrases";
import { strings } from "../strings/strings";
import { Choice } from "../ui/Choice";
import { useCompareStore } from "./compareStore";
import { about, type Drawn, leftOutText } from "./comparison";

const w = strings.compare.better;
const ROW_PX = 2 * LINE_PX;
const AROUND_PX = 64;
/** Least space for the texts after rows, the space around them in pixels, and their greatest share of the width. */
const [ROOM_RIGHT, AROUND_TEXT_PX, TEXT_SHARE] = [220, 24, 0.5];
/** Minimum extent of the scale of ratios. */
const LEAST_REACH = 1.1;

type RowStanding = Pick<ForestRow, "standing" | "one_run_each">;

/** Whether too few runs, rounds or waves are there to compare a row with the leader. */
const isUntested = ({ standing }: RowStanding) => standing === "untested";

/** Who leads, in a sentence that fits above a chart. */
function findingOf(drawn: Drawn, leader: number, rows: readonly ForestRow[], metric: Metric) {
  const name = drawn.label(leader);
  const what = about(metric).short;
  const open = rows.filter(({ standing }) => standing !== "better" && standing !== "worse");
  if (open.length > 0) {
    const say = open.every(isUntested) ? w.untestedLead : w.open;
    return say(name, listOf(open.map(({ place }) => drawn.label(place))), what);
  }
  const [next] = rows;
  return next?.times
    ? w.leads(name, what, timesText(next.times), drawn.label(next.place))
    : w.leadsAll(name, what);
}

const factor = (times: number) => decimal(times, times < 10 ? 2 : 0);
const timesText = (times: number) => `${factor(times)}×`;

function withinText({ ci }: ForestRow): string {
  const { low = null, high = null } = ci ?? {};
  return low === null || high === null ? w.noInterval : interval(factor(low), factor(high));
}

/** How a row stands, and that it does so in one run of each. */
export function standingText(row: RowStanding) {
  const { standing, one_run_each } = row;
  return one_run_each ? w.inTheseRuns(w.standing[standing]) : w.standing[standing];
}

function rowText(row: ForestRow): string {
  const times = row.times ? timesText(row.times) : null;
  const told = isUntested(row)
    ? [times, `(${w.standing.untested})`]
    : [times, `(${withinText(row)})`, standingText(row)];
  return told.filter((part) => part !== null).join(" ");
}

/** Joins the leader with the rows after it that are no worse as far as anybody knows. */
function TieBracket({ from, to, text }: { from: number; to: number; text: string }) {
  const plane = usePlane();
  const [top, bottom] = [plane.y.at(from), plane.y.at(to)];
  if (top === null || bottom === null) return null;
  return (
    <g data-mark="tie">
      <path
        d={`M${plane.width - 4},${top}h8V${bottom}h-8`}
        fill="none"
        stroke="var(--soft)"
        strokeWidth={1.5}
      />
      <text x={plane.width + 10} y={top + 4} fill="var(--ink)" fontWeight={600}>
        {text}
      </text>
    </g>
  );
}

/** The number of rows from the first on that stand level with the leader, and in which sense. */
export function tieOf(rows: readonly RowStanding[]) {
  const end = rows.findIndex(({ standing }) => standing === "better" || standing === "worse");
  const level = end < 0 ? rows : rows.slice(0, end);
  const isTie = level.every(({ standing }) => standing === "alike");
  const open = level.every(isUntested) ? w.standing.untested : w.standing.unsettled;
  return { rows: level.length, text: isTie ? w.tie : open };
}

function drawing(drawn: Drawn, leader: number, rows: readonly ForestRow[]): ChartProps["children"] {
  const values = rows.flatMap(({ times, ci }) => [times, ci?.low, ci?.high]);
  const domain = reach("log2", [1 / LEAST_REACH, LEAST_REACH, ...values]);
  if (!domain) return null;
  const x: Axis = {
    kind: "log10",
    name: w.axis,
    format: (value) => `${upTo(value, 2)}×`,
    domain,
  };
  // The leader is above them, at the line.
  const y = rowsAxis([leader, ...rows.map(({ place }) => place)].map((place) => drawn.name(place)));
  const at = (row: number) => rowAt(row + 1, rows.length + 1);
  const readings = rows.map((row, index) => ({
    series: "rows",
    x: row.times ?? null,
    y: at(index),
    text: told(drawn.name(row.place), rowText(row)),
  }));
  const tie = tieOf(rows);
  const room = Math.max(ROOM_RIGHT, ...rows.map((row) => textWidth(rowText(row)) + AROUND_TEXT_PX));
  return ({ width, height }) => (
    <Plane
      frame={{ x: 0, y: 0, width, height }}
      x={x}
      y={y}
      readings={readings}
      roomRight={Math.min(room, width * TEXT_SHARE)}
    >
      <Shade x={[1 / (1 + TIE), 1 + TIE]} colour="var(--faint)" />
      <Marker x={1} label="" colour="var(--ink)" />
      <Dots look={drawn.look(leader)} size={10} points={[{ key: "leader", x: 1, y: at(-1) }]} />
      {tie.rows > 0 ? <TieBracket from={at(-1)} to={at(tie.rows - 1)} text={tie.text} /> : null}
      {rows.map((row, index) => {
        const look = drawn.look(row.place);
        const point = { key: String(row.place), x: row.times ?? null, y: at(index) };
        const within = { ...point, xLow: row.ci?.low ?? null, xHigh: row.ci?.high ?? null };
        return (
          <g key={row.place}>
            <Whiskers look={look} points={[within]} />
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
  const { forests, distribution } = drawn.view;
  const found = forests.find(({ metric }) => metric === distribution.metric) ?? forests[0] ?? null;
  const children = useMemo(
    () => (found ? drawing(drawn, found.leader, found.rows) : null),
    [drawn, found],
  );
  if (!found) return <p className="py-6 text-center text-soft">{w.nobody}</p>;
  const { metric, leader, rows } = found;
  const rest = leftOutText(
    drawn,
    drawn.shown
      .filter(({ place }) => place !== leader && !rows.some((row) => row.place === place))
      .map(({ place }) => ({ place, why: w.notCompared })),
  );
  const holds = rows.some((row) => row.one_run_each) ? w.oneRunEach : null;
  const reading = [findingOf(drawn, leader, rows, metric), holds, rest];
  return (
    <Chart
      testId="better"
      title={w.title(about(metric).name)}
      direction={w.direction(drawn.label(leader))}
      reading={sentences(reading)}
      conditions={drawn.conditions(w.basis)}
      controls={<MetricChoice metric={metric} known={forests.map((each) => each.metric)} />}
      height={(rows.length + 1) * ROW_PX + AROUND_PX}
      table={{
        caption: w.title(about(metric).name),
        columns: w.columns(drawn.name(leader)),
        rows: rows.map((row) => [
          drawn.name(row.place),
          row.times ? timesText(row.times) : "–",
          withinText(row),
          count(row.n),
          standingText(row),
        ]),
      }}
    >
      {children}
    </Chart>
  );
}
