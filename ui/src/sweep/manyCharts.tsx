/** Charts of each contender under rising load: TTFT, speed of an answer, failures. */

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
  type Show,
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

interface BandChartProps {
  shared: Shared;
  names: (typeof w.charts)["speed" | "ttft"];
  testId: string;
  read: (point: LevelPoint) => Spread | null;
  y: Axis | null;
  /** How a value is written: in the sentence and when read aloud, and in the table. */
  show: Show;
  inTable: Show;
  /** The percentiles in the table, and from which of them the band reaches to p95. */
  percentiles: readonly ("p5" | "p50" | "p95")[];
  from: "p5" | "p50";
  /** The end of the band that is read aloud beside the median. */
  heard: "p5" | "p95";
}

/** Of each contender its median at every level, with the band that its requests lie in. */
function BandChart({ shared, names, testId, read, y, show, inTable, ...of }: BandChartProps) {
  const { percentiles, from, heard } = of;
  return (
    <Chart
      {...names}
      testId={testId}
      conditions={shared.conditions}
      height={rowsHigh(shared.all.length)}
      reading={sentenceOf(shared.all, (point) => read(point)?.p50, show, "p50")}
      table={tableOf(names.title, shared.all, spreadColumns(read, inTable, percentiles))}
    >
      {y &&
        ((size) => (
          <Multiples
            size={size}
            shared={shared}
            y={y}
            readings={(one) => medianReadings(one, read, show, heard)}
          >
            {(one) => {
              const look = identityOf(one.curve.place);
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
                  <Median one={one} read={read} />
                </>
              );
            }}
          </Multiples>
        ))}
    </Chart>
  );
}

export function Speed({ shared }: { shared: Shared }) {
  const read = (point: LevelPoint) => point.decode_tps;
  const percentiles = ["p5", "p50", "p95"] as const;
  return (
    <BandChart
      shared={shared}
      names={w.charts.speed}
      testId="chart-speed"
      read={read}
      y={rateAxis(w.charts.speedAxis, spreadValues(shared.all, read, percentiles))}
      show={perSecond}
      inTable={rate}
      percentiles={percentiles}
      from="p5"
      heard="p5"
    />
  );
}

export function FirstToken({ shared }: { shared: Shared }) {
  const read = (point: LevelPoint) => point.ttft_ms;
  const percentiles = ["p50", "p95"] as const;
  return (
    <BandChart
      shared={shared}
      names={w.charts.ttft}
      testId="chart-ttft"
      read={read}
      y={secondsAxis(w.charts.secondsAxis, spreadValues(shared.all, read, percentiles))}
      show={ms}
      inTable={ms}
      percentiles={percentiles}
      from="p50"
      heard="p95"
    />
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
