/** What rising load does to each contender by itself: the first word, the speed of an answer, and what fails. */

import type { LevelPoint, Spread } from "../backend/backend";
import { Chart } from "../charts/Chart";
import { identityOf } from "../charts/identity";
import { Band, Bars, Dots, Line } from "../charts/marks";
import type { Axis } from "../charts/scales";
import { count, rate } from "../strings/numbers";
import { strings } from "../strings/strings";
import { loadWords } from "../strings/sweep";
import {
  medianReadings,
  ms,
  type Named,
  perSecond,
  rateAxis,
  secondsAxis,
  sentenceOf,
  spreadColumns,
  tableOf,
} from "./chartData";
import {
  at,
  Doubted,
  Knee,
  Multiples,
  medians,
  rowsHigh,
  type Shared,
  spreadValues,
} from "./multiples";

const w = strings.sweeps;

/** The typical request of each level, with where requests begin to queue and what is to be read with care. */
function Median({ one, read }: { one: Named; read: (point: LevelPoint) => Spread | null }) {
  const look = identityOf(one.curve.place);
  return (
    <>
      <Line points={medians(one, read)} look={look} />
      <Dots points={medians(one, read)} look={look} />
      <Knee one={one} />
      <Doubted points={one.curve.points} />
    </>
  );
}

export function Speed({ shared }: { shared: Shared }) {
  const read = (point: LevelPoint) => point.decode_tps;
  const y = rateAxis(w.charts.speedAxis, spreadValues(shared.all, read, ["p5", "p50", "p95"]));
  return (
    <Chart
      {...w.charts.speed}
      testId="chart-speed"
      conditions={shared.conditions}
      height={rowsHigh(shared.all.length)}
      reading={sentenceOf(shared.all, (p) => read(p)?.p50, perSecond, "p50")}
      table={tableOf(
        w.charts.speed.title,
        shared.all,
        spreadColumns(read, rate, ["p5", "p50", "p95"]),
      )}
    >
      {y &&
        ((size) => (
          <Multiples
            size={size}
            shared={shared}
            y={y}
            readings={(one) => medianReadings(one, read, perSecond, "p5")}
          >
            {(one) => {
              const look = identityOf(one.curve.place);
              const band = one.curve.points.map((point) => ({
                x: at(point),
                low: read(point)?.p5,
                high: read(point)?.p95,
              }));
              return (
                <>
                  <Band points={band} look={look} />
                  <Median one={one} read={read} />
                </>
              );
            }}
          </Multiples>
        ))}
    </Chart>
  );
}

export function FirstToken({ shared }: { shared: Shared }) {
  const read = (point: LevelPoint) => point.ttft_ms;
  const y = secondsAxis(w.charts.secondsAxis, spreadValues(shared.all, read, ["p50", "p95"]));
  return (
    <Chart
      {...w.charts.ttft}
      testId="chart-ttft"
      conditions={shared.conditions}
      height={rowsHigh(shared.all.length)}
      reading={sentenceOf(shared.all, (p) => read(p)?.p50, ms, "p50")}
      table={tableOf(w.charts.ttft.title, shared.all, spreadColumns(read, ms, ["p50", "p95"]))}
    >
      {y &&
        ((size) => (
          <Multiples
            size={size}
            shared={shared}
            y={y}
            readings={(one) => medianReadings(one, read, ms, "p95")}
          >
            {(one) => {
              const look = identityOf(one.curve.place);
              const tail = one.curve.points.map((point) => ({
                x: at(point),
                y: read(point)?.p95,
                low: read(point)?.p50,
                high: read(point)?.p95,
              }));
              return (
                <>
                  <Band points={tail} look={look} />
                  <Line points={tail} look={look} width={1} />
                  <Median one={one} read={read} />
                </>
              );
            }}
          </Multiples>
        ))}
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
      reading={some.length > 0 ? some.join(" ") : w.reading.noFailures}
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
              text: `${name}, ${loadWords(point.step)}: ${w.run.failed(point.failed)}, ${w.run.throttled(point.throttled)}`,
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
