/** Charts of each contender under rising load: any metric of a request, and failures. */

import type { LevelPoint } from "../backend/backend";
import { Chart } from "../charts/Chart";
import { Band, Bars, Dots, Line } from "../charts/marks";
import { kindOfUnit, metricAxis } from "../charts/metricAxis";
import type { Axis } from "../charts/scales";
import { directionOf, known, type Numbered } from "../strings/catalogue";
import { count } from "../strings/numbers";
import { commas, sentences, told } from "../strings/phrases";
import { strings } from "../strings/strings";
import { loadWords } from "../strings/sweep";
import {
  medianReadings,
  type Named,
  type ReadSpread,
  sentenceOf,
  showing,
  spreadColumns,
  spreadOf,
  tableOf,
  tailOf,
} from "./chartData";
import {
  at,
  Doubted,
  Knee,
  Multiples,
  medians,
  oneLevel,
  rowsHigh,
  type Shared,
  spreadValues,
} from "./multiples";

const w = strings.sweeps;

/** The median of each level, the knee, and the levels to read with care. */
function Median({ one, read }: { one: Named; read: ReadSpread }) {
  const { look } = one;
  return (
    <>
      <Line points={medians(one, read)} look={look} />
      <Dots points={medians(one, read)} look={look} />
      <Knee one={one} />
      <Doubted points={one.curve.points} />
    </>
  );
}

/** The line that the medians of a sweep over prompt lengths lie on, dotted beneath them. */
function FittedLine({ one }: { one: Named }) {
  const points = (one.curve.prompt_length_points ?? []).map(({ prompt_tokens, ttft_ms }) => ({
    x: prompt_tokens,
    y: ttft_ms,
  }));
  if (points.length === 0) return null;
  return (
    <g data-testid="fitted-line">
      <Line points={points} look={{ colour: "var(--soft)", dash: "1 4" }} width={2} />
    </g>
  );
}

const PERCENTILES = ["p5", "p50", "p95"] as const;

/** A metric of one request: each contender's median at every level, within the band of its requests. */
export function MetricBand({ shared, metric }: { shared: Shared; metric: Numbered }) {
  const { id, name, unit, better } = metric;
  const read = spreadOf(id);
  const show = showing(metric);
  // Where lower is better, only the slow half matters; the fast half would hide it.
  const from = better === "lower" ? "p50" : "p5";
  const percentiles = PERCENTILES.filter((each) => from === "p5" || each !== "p5");
  const values = spreadValues(shared.all, read, percentiles);
  const y = metricAxis(unit, kindOfUnit(unit, values), values, true);
  const row = (point: LevelPoint) => {
    const spread = read(point);
    const text = `${loadWords(point.step)}: p50 ${show(spread?.p50)}, p95 ${show(spread?.p95)}`;
    return { x: spread?.p50, low: spread?.[from], high: spread?.p95, text };
  };
  const only = y && oneLevel(shared, y, row);
  return (
    <Chart
      title={name}
      direction={w.charts.band(from, directionOf(metric))}
      testId={`chart-${id}`}
      conditions={shared.conditions}
      height={only?.height ?? rowsHigh(shared.all.length)}
      reading={
        shared.readingOf?.(metric) ??
        sentenceOf(shared.all, (point) => read(point)?.p50, show, "p50")
      }
      table={tableOf(name, shared.all, spreadColumns(metric, percentiles))}
    >
      {only?.children ??
        (y &&
          ((size) => (
            <Multiples
              size={size}
              shared={shared}
              y={y}
              readings={(one) => medianReadings(one, read, show, tailOf(metric))}
            >
              {(one) => {
                const { look } = one;
                const band = one.curve.points.map((point) => ({
                  x: at(point),
                  y: read(point)?.p95,
                  low: read(point)?.[from],
                  high: read(point)?.p95,
                }));
                return (
                  <>
                    <Band points={band} look={look} />
                    {from === "p50" ? <Line points={band} look={look} width={1} /> : null}
                    {id === known("ttft_ms").id ? <FittedLine one={one} /> : null}
                    <Median one={one} read={read} />
                  </>
                );
              }}
            </Multiples>
          )))}
    </Chart>
  );
}

export function Failures({ shared }: { shared: Shared }) {
  const counts = shared.all.flatMap(({ curve }) => curve.points.map(({ failed }) => failed));
  const most = Math.max(1, ...counts);
  const y: Axis = {
    kind: "linear",
    name: w.charts.requestsAxis,
    format: (value) => (Number.isInteger(value) ? count(value) : ""),
    domain: [0, most * 1.1],
    ...(most <= 3 ? { ticks: Array.from({ length: most + 1 }, (_, n) => n) } : {}),
  };
  const some = shared.all.flatMap(({ curve, name }) => {
    const failed = curve.points.reduce((sum, point) => sum + point.failed, 0);
    const answered = curve.points.reduce((sum, point) => sum + point.answered, 0);
    return failed > 0 ? [w.reading.failures(name, failed, answered)] : [];
  });
  return (
    <Chart
      {...w.charts.failures}
      testId="chart-failures"
      conditions={shared.conditions}
      height={(width) => rowsHigh(shared.all.length)(width) * (some.length > 0 ? 0.9 : 0.6)}
      reading={some.length > 0 ? sentences(some) : w.reading.noFailures}
      table={tableOf(w.charts.failures.title, shared.all, [
        { name: w.table.n, text: ({ answered }) => count(answered) },
        { name: w.table.failed, text: ({ failed }) => count(failed) },
        { name: w.table.throttled, text: ({ throttled }) => count(throttled) },
      ])}
    >
      {(size) => (
        <Multiples
          size={size}
          shared={shared}
          y={y}
          readings={({ curve, name }) =>
            curve.points.map((point) => ({
              series: name,
              x: at(point),
              y: point.failed,
              text: told(
                commas([name, loadWords(point.step)]),
                commas([w.run.failed(point.failed), w.run.throttled(point.throttled)]),
              ),
            }))
          }
        >
          {({ curve }) => (
            <>
              <Bars
                bars={curve.points.map((point) => ({
                  key: `failed ${at(point)}`,
                  x: at(point),
                  y: point.failed,
                  colour: "var(--bad)",
                }))}
              />
              <Bars
                width={6}
                bars={curve.points.map((point) => ({
                  key: `throttled ${at(point)}`,
                  x: at(point),
                  y: point.throttled,
                  colour: "var(--warn)",
                }))}
              />
            </>
          )}
        </Multiples>
      )}
    </Chart>
  );
}
