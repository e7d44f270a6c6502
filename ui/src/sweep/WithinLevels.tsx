/** The requests of a level over time, for the levels in which something happened: a stall, an outage, a step. */

import type { CoursePoint } from "../backend/backend";
import { Chart } from "../charts/Chart";
import { type Drawable, Multiples } from "../charts/Multiples";
import { Dots } from "../charts/marks";
import { kindOfUnit, metricAxis } from "../charts/metricAxis";
import { known, written } from "../strings/catalogue";
import { commas, sentences, told } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { loadWords } from "../strings/sweep";
import { rowsHigh, type Shared } from "./multiples";

const w = strings.sweeps;
const TTFT = known("ttft_ms");
const LATENCY = known("latency_ms");

interface Within extends Drawable {
  course: readonly CoursePoint[];
  events: readonly string[];
}

function levelsOf({ all }: Shared): Within[] {
  const levels = all.flatMap(({ curve, name, look }) =>
    curve.points.map(({ step, course = [], events = [] }) => ({
      // The load first: levels of one contender differ by nothing else, and a long name is cut off at its end.
      name: `${loadWords(step)}, ${name}`,
      look,
      course,
      events: events.map((event) => said(event)),
    })),
  );
  return levels
    .filter(({ course }) => course.length > 0)
    .map((level, place) => ({ ...level, place }));
}

export function WithinLevels({ shared }: { shared: Shared }) {
  const levels = levelsOf(shared);
  const points = levels.flatMap(({ course }) => course);
  const times = points.map(({ ttft_ms }) => ttft_ms);
  const y = metricAxis(TTFT.unit, kindOfUnit(TTFT.unit, times), times, true);
  const x = metricAxis(
    LATENCY.unit,
    "linear",
    points.map(({ at_ms }) => at_ms),
    true,
  );
  if (levels.length === 0 || !x || !y) return null;
  const text = ({ at_ms, ttft_ms }: CoursePoint) =>
    [written(LATENCY.unit, at_ms), written(TTFT.unit, ttft_ms)] as const;
  return (
    <Chart
      {...w.charts.within}
      testId="chart-within"
      conditions={shared.conditions}
      height={rowsHigh(levels.length)}
      reading={sentences(levels.map(({ name, events }) => w.finding(name, sentences(events))))}
      table={{
        caption: w.charts.within.title,
        columns: [w.table.contender, w.axis.intoLevel, TTFT.short],
        rows: levels.flatMap(({ name, course }) => course.map((one) => [name, ...text(one)])),
      }}
    >
      {(size) => (
        <Multiples
          size={size}
          all={levels}
          x={{ ...x, name: `${x.name} ${w.axis.intoLevel}` }}
          y={y}
          readings={({ name, course }) =>
            course.map((one) => ({
              series: name,
              x: one.at_ms,
              y: one.ttft_ms,
              text: told(name, commas(text(one))),
            }))
          }
        >
          {({ look, course }) => (
            <Dots
              points={course.map(({ at_ms, ttft_ms }, index) => ({
                key: String(index),
                x: at_ms,
                y: ttft_ms,
              }))}
              look={look}
              size={6}
            />
          )}
        </Multiples>
      )}
    </Chart>
  );
}
