/** A number of each contender over time, with the changes that were noticed and when nothing answered. */

import { useMemo } from "react";
import type { ShownContender, WatchShown } from "../backend/backend";
import { looksOf } from "../backend/looks";
import { Chart, type ChartProps } from "../charts/Chart";
import { type Identity, identityOf, signOf } from "../charts/identity";
import { LINE_PX, roomForLabels } from "../charts/labels";
import { Markers } from "../charts/markers";
import { Band, Dots, Line, Shade } from "../charts/marks";
import { kindOfUnit, metricAxis } from "../charts/metricAxis";
import { Labels } from "../charts/nameLabels";
import { Plane } from "../charts/plane";
import type { Axis } from "../charts/scales";
import { shortNameOf } from "../run/names";
import { clippedApart } from "../strings/clip";
import { count, moment } from "../strings/numbers";
import { commas, sentence } from "../strings/phrases";
import { strings } from "../strings/strings";
import { isHigherBetter, isShare, textOf, unitOf } from "./numbers";
import { momentText, msOf } from "./words";

const w = strings.watch.course;
const DAY_MS = 86_400_000;
/** Space above and below the names at the ends of the lines, in pixels. */
const AROUND_PX = 60;

/** Most characters of a name in the drawing. */
const LONGEST_NAME = 22;

interface Course {
  contender: ShownContender;
  name: string;
  /** The name as it is drawn. */
  label: string;
  look: Identity;
}

function coursesOf(shown: WatchShown): Course[] {
  const looks = looksOf(shown.contenders);
  const names = shown.contenders.map((one) => shortNameOf(one, shown.contenders));
  const labels = clippedApart(names, LONGEST_NAME);
  return shown.contenders.map((contender, at) => ({
    contender,
    name: names[at] ?? "",
    label: labels[at] ?? "",
    look: identityOf(looks[at] ?? 0),
  }));
}

/** The line of a contender: the median of 72 hours if the period is longer than that, otherwise its dots. */
function lineOf({ rolling, course }: ShownContender, isLong: boolean) {
  const points = isLong && rolling.length > 0 ? rolling : course;
  return points.map(({ at_s, value }) => ({ key: String(at_s), x: msOf(at_s), y: value }));
}

/** The day, or within a day the time, of a tick. */
function timeText(isLong: boolean): (ms: number) => string {
  return (ms) => {
    const { day, time } = moment(new Date(ms).toISOString());
    return isLong ? day : time;
  };
}

function drawing(shown: WatchShown, courses: readonly Course[]): ChartProps["children"] {
  const { number } = shown;
  const [from, until] = [msOf(shown.from_s), msOf(shown.until_s)];
  const isLong = until - from > 3 * DAY_MS;
  const values = courses.flatMap(({ contender }) =>
    contender.course.flatMap(({ value, low, high }) => [value, low, high]),
  );
  const unit = unitOf(number);
  const y = metricAxis(unit, kindOfUnit(unit, values), values, true);
  if (!y) return null;
  const x: Axis = { kind: "time", name: w.time, format: timeText(isLong), domain: [from, until] };
  const readings = courses.flatMap(({ contender, name }) =>
    contender.course.map(({ at_s, value, turns }) => ({
      series: String(contender.lane),
      x: msOf(at_s),
      y: value,
      text: w.point(name, momentText(at_s), textOf(number, value), turns),
    })),
  );
  const marks = shown.changes.flatMap((change, at) =>
    change.number === number
      ? [{ x: msOf(change.since_s), label: count(shown.changes.length - at) }]
      : [],
  );
  const room = roomForLabels(courses.map(({ label }) => label));
  return ({ width, height }) => (
    <Plane
      frame={{ x: 0, y: 0, width, height }}
      x={x}
      y={y}
      readings={readings}
      roomRight={Math.min(width * 0.3, room)}
    >
      {courses.flatMap(({ contender, label }) =>
        contender.outages.map(({ from_s, until_s }) => (
          <Shade
            key={`${contender.lane} ${from_s}`}
            x={[msOf(from_s), msOf(until_s)]}
            colour="var(--bad)"
            label={courses.length === 1 ? w.outage : label}
          />
        )),
      )}
      {courses.map(({ contender, look }) => {
        const dots = contender.course.map(({ at_s, value, turns }) => ({
          key: String(at_s),
          x: msOf(at_s),
          y: value,
          n: turns,
        }));
        return (
          <g key={contender.lane}>
            {isShare(number) ? null : (
              <Band
                look={look}
                points={contender.course.map(({ at_s, low, high }) => ({
                  x: msOf(at_s),
                  low,
                  high,
                }))}
              />
            )}
            <Line look={look} points={lineOf(contender, isLong)} />
            <Dots look={look} points={dots} size={5} />
          </g>
        );
      })}
      <Markers marks={marks} colour="var(--accent)" />
      <Labels
        beside="ends"
        labels={courses.flatMap(({ contender, label, look }) => {
          const last = lineOf(contender, isLong).findLast(({ y }) => y != null);
          if (!last) return [];
          return [
            { key: String(contender.lane), x: last.x, y: last.y, text: label, ...signOf(look) },
          ];
        })}
      />
    </Plane>
  );
}

/** What was measured over the whole period, in a sentence. */
function readingOf(period: string, { number }: WatchShown, courses: readonly Course[]): string {
  const known = courses.filter(({ contender }) => contender.whole != null);
  if (known.length === 0) return sentence(w.nothing);
  const parts = known.map(({ contender, name }) => w.of(name, textOf(number, contender.whole)));
  return w.reading(period, commas(parts));
}

export function CourseChart({ shown, period }: { shown: WatchShown; period: string }) {
  const courses = useMemo(() => coursesOf(shown), [shown]);
  const children = useMemo(() => drawing(shown, courses), [shown, courses]);
  const { number } = shown;
  return (
    <Chart
      testId="watch-course"
      title={strings.watch.titles[number]}
      direction={isHigherBetter(number) ? w.higher : w.direction}
      reading={readingOf(period, shown, courses)}
      conditions={{
        facts: [
          isShare(number) ? w.shareDots : w.dots,
          strings.watch.turns(Math.max(0, ...shown.contenders.map(({ turns }) => turns))),
        ],
        simulated: shown.contenders.some(({ simulated }) => simulated),
      }}
      height={Math.max(240, courses.length * LINE_PX + AROUND_PX)}
      table={{
        caption: w.caption,
        columns: w.columns,
        rows: courses.flatMap(({ contender, name }) =>
          contender.course.map(({ at_s, turns, value, low, high, failed }) => [
            name,
            momentText(at_s),
            count(turns),
            textOf(number, value),
            textOf(number, low),
            textOf(number, high),
            count(failed),
          ]),
        ),
      }}
    >
      {children}
    </Chart>
  );
}
