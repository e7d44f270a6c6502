/** A number over the days, and over the hours of the week. */

import { useMemo, useState } from "react";
import type { Metric, Trend, TrendDay } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { signOf } from "../charts/identity";
import { LINE_PX, roomForLabels } from "../charts/labels";
import { Markers } from "../charts/markers";
import { Band, Dots, Line, Slope } from "../charts/marks";
import { Labels } from "../charts/nameLabels";
import { Plane } from "../charts/plane";
import { type DotRow, DotRows, dotRowsHigh } from "../charts/rows";
import { type Axis, reach } from "../charts/scales";
import { HOURS, weekMap, weekMapHeight } from "../charts/weekMap";
import { count, decimal, moment, UNKNOWN } from "../strings/numbers";
import { interval } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Choice } from "../ui/Choice";
import { about, type Drawn, textOf } from "./comparison";
import { kindOf, QuantityChoice, quantityAxis } from "./Samples";

const w = strings.compare;
/** Space above and below the names at the ends of a chart's lines, in pixels. */
const AROUND_PX = 60;

/** Local noon of the day: the middle of what it summarises. */
const at = ({ date }: Pick<TrendDay, "date">): number => new Date(`${date}T12:00:00`).getTime();
const dayText = (ms: number): string => moment(new Date(ms).toISOString()).day;

/** The band of a day, in words. */
function quartilesText(metric: Metric, { p25, p75 }: TrendDay["summary"]): string {
  const [low, high] = [textOf(metric, p25), textOf(metric, p75)];
  return low === UNKNOWN || high === UNKNOWN ? "" : interval(low, high);
}

type NameOf = (place: number) => string;

/** The days on which a contender changed, or may have, in the metric that is drawn. */
export function changesDrawn({ metric, changes, unsettled = [] }: Trend, nameOf: NameOf) {
  const steps = changes.map((step) => ({
    step,
    label: w.time.change(nameOf(step.place), step.is_better),
  }));
  const either = unsettled.map(({ step, drift }) => {
    const isBetter = step.is_better === drift.is_better ? step.is_better : null;
    return { step, label: w.time.either(nameOf(step.place), isBetter) };
  });
  return [...steps, ...either]
    .filter(({ step }) => step.metric === metric)
    .map(({ step, label }) => ({ x: at(step), label }));
}

/** The lines of the contenders that rise or fall steadily, or may, in the metric that is drawn: those whose prompts did not differ. */
export function driftsDrawn({ metric, drifts = [], unsettled = [] }: Trend, nameOf: NameOf) {
  const steady = drifts.map((drift) => ({
    drift,
    label: w.time.drift(nameOf(drift.place), drift.is_better),
  }));
  // Its name stands at the day on which it may have been a step.
  const either = unsettled.map(({ drift }) => ({ drift, label: "" }));
  return [...steady, ...either]
    .filter(({ drift }) => drift.metric === metric && drift.before != null && drift.after != null)
    .map(({ drift, label }) => ({
      key: String(drift.place),
      from: { x: at({ date: drift.from }), y: drift.before },
      to: { x: at({ date: drift.to }), y: drift.after },
      label,
    }));
}

const daysOf = ({ courses }: Trend): number[] =>
  [...new Set(courses.flatMap((course) => course.days.map(at)))].sort((a, b) => a - b);

/** What was measured on a single day: there is no course yet. */
function oneDay(drawn: Drawn, rowOf: RowOf): ChartProps["children"] {
  const { metric, courses } = drawn.view.trend;
  const way = about(metric).better === "higher" ? -1 : 1;
  const rows = courses
    .flatMap(({ place, days }) => days.map((day) => rowOf(place, day)))
    .toSorted((a, b) => ((a.x ?? Infinity) - (b.x ?? Infinity)) * way);
  const values = rows.flatMap(({ x, low, high }) => [x, low, high]);
  const known = values.filter((value) => typeof value === "number");
  const x = quantityAxis(metric, kindOf(known), known);
  return x ? (size) => <DotRows size={size} x={x} rows={rows} /> : null;
}

type RowOf = (place: number, day: TrendDay) => DotRow;

function days(drawn: Drawn): ChartProps["children"] {
  const { metric, courses } = drawn.view.trend;
  const textOfDay = (place: number, { date, summary }: TrendDay) =>
    w.time.reading(
      drawn.name(place),
      date,
      textOf(metric, summary.middle),
      quartilesText(metric, summary),
      summary.spread.n,
    );
  const ticks = daysOf(drawn.view.trend);
  if (ticks.length === 1) {
    return oneDay(drawn, (place, day) => ({
      key: String(place),
      name: drawn.label(place),
      look: drawn.look(place),
      x: day.summary.middle,
      low: day.summary.p25,
      high: day.summary.p75,
      n: day.summary.spread.n,
      text: textOfDay(place, day),
    }));
  }
  const values = courses.flatMap(({ days }) =>
    days.flatMap(({ summary }) => [summary.middle, summary.p25, summary.p75]),
  );
  const known = values.filter((value): value is number => typeof value === "number");
  const y = quantityAxis(metric, kindOf(known), known);
  const domain = reach(
    "time",
    courses.flatMap((course) => course.days.map(at)),
  );
  if (!y || !domain) return null;
  const x: Axis = { kind: "time", name: w.time.date, format: dayText, domain, ticks };
  const readings = courses.flatMap(({ place, days }) =>
    days.map((day) => ({
      series: String(place),
      x: at(day),
      y: day.summary.middle,
      text: textOfDay(place, day),
    })),
  );
  const labels = courses.map(({ place }) => drawn.label(place));
  const room = roomForLabels(labels);
  return ({ width, height }) => (
    <Plane
      frame={{ x: 0, y: 0, width, height }}
      x={x}
      y={y}
      readings={readings}
      roomRight={Math.min(width * 0.3, room)}
    >
      {courses.map(({ place, days }) => {
        const look = drawn.look(place);
        const points = days.map((day) => ({
          key: day.date,
          x: at(day),
          y: day.summary.middle,
          n: day.summary.spread.n,
        }));
        return (
          <g key={place}>
            <Band
              look={look}
              points={days.map((day) => ({
                x: at(day),
                low: day.summary.p25,
                high: day.summary.p75,
              }))}
            />
            <Line look={look} points={points} />
            <Dots look={look} points={points} />
          </g>
        );
      })}
      {driftsDrawn(drawn.view.trend, drawn.label).map(({ key, ...drift }) => (
        <Slope key={key} {...drift} look={{ colour: "var(--accent)", dash: "7 3" }} />
      ))}
      <Markers marks={changesDrawn(drawn.view.trend, drawn.label)} colour="var(--accent)" />
      <Labels
        beside="ends"
        labels={courses.flatMap(({ place, days }) => {
          const last = days.at(-1);
          if (!last) return [];
          const end = { x: at(last), y: last.summary.middle };
          return [
            { key: String(place), ...end, text: drawn.name(place), ...signOf(drawn.look(place)) },
          ];
        })}
      />
    </Plane>
  );
}

function Days({ drawn }: { drawn: Drawn }) {
  const { trend } = drawn.view;
  const children = useMemo(() => days(drawn), [drawn]);
  return (
    <Chart
      testId="trend"
      title={w.time.days(about(trend.metric).name)}
      direction={w.time.band}
      reading={said(trend.sentence)}
      conditions={drawn.conditions()}
      controls={<QuantityChoice quantity={trend.metric} />}
      height={
        daysOf(trend).length === 1
          ? dotRowsHigh(trend.courses.length)
          : Math.max(260, trend.courses.length * LINE_PX + AROUND_PX)
      }
      table={{
        caption: w.time.caption,
        columns: w.time.columns,
        rows: trend.courses.flatMap(({ place, days }) =>
          days.map(({ date, summary }) => [
            drawn.name(place),
            date,
            count(summary.spread.n),
            ...[summary.p25, summary.middle, summary.p75].map((value) =>
              textOf(trend.metric, value),
            ),
          ]),
        ),
      }}
    >
      {children}
    </Chart>
  );
}

/** A value in a cell, without its unit, which is in the title. */
function cellText(metric: Metric, value: number | null): string {
  if (value === null) return UNKNOWN;
  const { unit } = about(metric);
  if (unit === "duration") return decimal(value / 1_000, 1);
  if (unit === "share") return decimal(value * 100, 0);
  return unit === "dollars" ? value.toPrecision(1) : decimal(value, unit === "ratio" ? 1 : 0);
}

function Hours({ drawn }: { drawn: Drawn }) {
  const { trend } = drawn.view;
  const [chosen, setChosen] = useState<number | null>(null);
  const measured = drawn.shown.filter(({ place }) =>
    trend.hours.some((one) => one.place === place),
  );
  const place = measured.some((one) => one.place === chosen)
    ? chosen
    : (measured[0]?.place ?? null);
  const own = useMemo(
    () =>
      trend.hours
        .filter((hour) => hour.place === place)
        .map(({ middle, ...hour }) => ({ ...hour, value: middle ?? null })),
    [trend, place],
  );
  const children = useMemo(
    () =>
      weekMap({
        hours: own,
        isHigherBetter: about(trend.metric).better === "higher",
        text: (value) => cellText(trend.metric, value),
        weekdays: w.time.weekdays,
      }),
    [own, trend.metric],
  );
  const name = place === null ? UNKNOWN : drawn.name(place);
  return (
    <Chart
      testId="hours"
      title={w.time.hours(about(trend.metric).name)}
      direction={w.time.zone(said(trend.zone))}
      reading={w.time.hoursReading(name, own.length)}
      conditions={drawn.conditions()}
      controls={
        <Choice
          label={w.time.of}
          value={String(place)}
          choices={measured.map((one) => ({
            value: String(one.place),
            text: drawn.name(one.place),
          }))}
          onChange={(value) => setChosen(Number(value))}
        />
      }
      height={weekMapHeight(own)}
      table={{
        caption: w.time.hoursCaption,
        columns: w.time.hourColumns,
        rows: own.map(({ weekday, hour, n, value }) => [
          `${w.time.weekdays[weekday]} ${HOURS[hour]}:00`,
          count(n),
          textOf(trend.metric, value),
        ]),
      }}
    >
      {children}
    </Chart>
  );
}

export function Trends({ drawn }: { drawn: Drawn }) {
  return (
    <div className="space-y-3">
      <Days drawn={drawn} />
      <Hours drawn={drawn} />
    </div>
  );
}
