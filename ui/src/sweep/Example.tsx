/** What a sweep will show, drawn of invented numbers before there is one. Nothing of it is stored. */

import { Chart } from "../charts/Chart";
import { identityOf } from "../charts/identity";
import { Band, Dots, FIRM_SAMPLES, Line, Marker } from "../charts/marks";
import { Plane } from "../charts/plane";
import type { Axis } from "../charts/scales";
import { tick } from "../strings/catalogue";
import { count, durationUnit, durationWithUnit } from "../strings/numbers";
import { strings } from "../strings/strings";

const w = strings.sweeps;

/** Invented: streams at once, and the time to first token with its p5 and p95, in milliseconds. */
const LEVELS = [
  { load: 1, low: 170, p50: 200, high: 250 },
  { load: 2, low: 172, p50: 204, high: 262 },
  { load: 4, low: 178, p50: 212, high: 290 },
  { load: 8, low: 190, p50: 236, high: 360 },
  { load: 16, low: 280, p50: 520, high: 980 },
  { load: 32, low: 620, p50: 1_240, high: 2_150 },
] as const;
const KNEE = 8;
const X: Axis = {
  kind: "log2",
  name: w.axis.streams,
  format: count,
  domain: [0.75, 43],
  ticks: LEVELS.map(({ load }) => load),
};
const LOOK = identityOf(0);
const HEIGHT_PX = 230;

export function SweepExample() {
  const y: Axis = {
    kind: "linear",
    name: durationUnit(),
    format: (value) => tick("duration", value),
    domain: [0, 2_400],
  };
  const points = LEVELS.map(({ load, p50 }) => ({ key: String(load), x: load, y: p50 }));
  return (
    <div data-testid="sweep-example">
      <Chart
        isExample
        title={w.example.title}
        direction={w.example.direction}
        reading={w.example.reading(KNEE)}
        conditions={{ facts: [], simulated: false }}
        height={HEIGHT_PX}
        table={{
          caption: w.example.title,
          columns: w.example.columns,
          rows: LEVELS.map(({ load, low, p50, high }) => [
            count(load),
            ...[low, p50, high].map((ms) => durationWithUnit(ms)),
          ]),
        }}
      >
        {({ width, height }) => (
          <Plane frame={{ x: 0, y: 0, width, height }} x={X} y={y}>
            <Band
              look={LOOK}
              points={LEVELS.map(({ load, low, high }) => ({ x: load, low, high }))}
            />
            <Line look={LOOK} points={points} />
            <Dots look={LOOK} points={points.map((point) => ({ ...point, n: FIRM_SAMPLES }))} />
            <Marker x={KNEE} label={w.kneeMark} />
          </Plane>
        )}
      </Chart>
    </div>
  );
}
