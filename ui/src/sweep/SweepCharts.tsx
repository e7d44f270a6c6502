/** A sweep's curves: what rising load does to speed, to the first word, to throughput and to errors. */

import type { Curves, LevelPoint, Spread } from "../backend/backend";
import { Chart, type Conditions, type Size } from "../charts/Chart";
import { identityOf } from "../charts/identity";
import { Band, Bars, Dots, Labels, Line, Marker } from "../charts/marks";
import { Plane, panels, type Reading, usePlane } from "../charts/plane";
import type { Axis } from "../charts/scales";
import { conditionFacts } from "../words/conditions";
import { count, decimal, rate } from "../words/numbers";
import { loadWords } from "../words/sweeps";
import { words } from "../words/words";
import {
  loadAxis,
  loadOf,
  medianReadings,
  ms,
  type Named,
  named,
  perSecond,
  rateAxis,
  secondsAxis,
  sentenceOf,
  spreadColumns,
  tableOf,
} from "./chartData";

const w = words.sweeps;

const PANEL_PX = 240;
const ROW_PX = 208;

interface Shared {
  all: Named[];
  x: Axis;
  conditions: Conditions;
}

/** Small multiples: a plane for each contender, all on the same axes. */
function Multiples({
  size,
  shared,
  y,
  readings,
  children,
}: {
  size: Size;
  shared: Shared;
  y: Axis;
  readings: (one: Named) => Reading[];
  children: (one: Named) => React.ReactNode;
}) {
  const { frames } = panels(
    { width: size.width, height: () => size.height },
    shared.all.length,
    PANEL_PX,
  );
  return shared.all.map((one, index) => {
    const frame = frames[index];
    if (!frame) return null;
    return (
      <Plane
        key={one.curve.place}
        frame={frame}
        x={shared.x}
        y={y}
        title={one.name}
        titleColour={identityOf(one.curve.place).colour}
        readings={readings(one)}
      >
        {children(one)}
      </Plane>
    );
  });
}

const rowsHigh = (lanes: number) => (width: number) => {
  const inRow = Math.max(1, Math.min(lanes, Math.floor(width / PANEL_PX)));
  return Math.ceil(lanes / inRow) * ROW_PX;
};

function Knee({ one }: { one: Named }) {
  const { knee } = one.curve;
  return knee ? <Marker x={loadOf(knee.step)} label={w.kneeMark} /> : null;
}

/** A mark above each level that is to be read with care; the sentences stand below the charts. */
function Doubted({ points }: { points: readonly LevelPoint[] }) {
  const plane = usePlane();
  return points
    .filter(({ doubts, ended }) => doubts.length > 0 || ended.type !== "done")
    .map((point) => {
      const at = plane.x.at(loadOf(point.step));
      return at === null ? null : (
        <text
          key={loadWords(point.step)}
          data-mark="doubt"
          x={at}
          y={-4}
          textAnchor="middle"
          fill="var(--warn)"
          fontWeight={700}
        >
          {"!"}
        </text>
      );
    });
}

const spreadValues = (
  all: readonly Named[],
  read: (point: LevelPoint) => Spread | null,
  tails: readonly ("p5" | "p50" | "p95")[],
) =>
  all.flatMap(({ curve }) =>
    curve.points.flatMap((point) => tails.map((tail) => read(point)?.[tail])),
  );

const at = (point: LevelPoint) => loadOf(point.step);

function medians(one: Named, read: (point: LevelPoint) => Spread | null) {
  return one.curve.points.map((point) => ({
    key: String(at(point)),
    x: at(point),
    y: read(point)?.p50,
    n: point.ok,
  }));
}

function Speed({ shared }: { shared: Shared }) {
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
                  <Line points={medians(one, read)} look={look} />
                  <Dots points={medians(one, read)} look={look} />
                  <Knee one={one} />
                  <Doubted points={one.curve.points} />
                </>
              );
            }}
          </Multiples>
        ))}
    </Chart>
  );
}

function FirstToken({ shared }: { shared: Shared }) {
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
                  <Line points={medians(one, read)} look={look} />
                  <Dots points={medians(one, read)} look={look} />
                  <Knee one={one} />
                  <Doubted points={one.curve.points} />
                </>
              );
            }}
          </Multiples>
        ))}
    </Chart>
  );
}

interface TogetherProps {
  shared: Shared;
  words: { title: string; direction: string };
  axis: string;
  read: (point: LevelPoint) => number | null;
  show: (value: number | null | undefined) => string;
  column: string;
  testId: string;
}

/** One number of every contender over load, in one plane, so that they are compared at a glance. */
function Together({ shared, words: told, axis, read, show, column, testId }: TogetherProps) {
  const y = rateAxis(
    axis,
    shared.all.flatMap(({ curve }) => curve.points.map(read)),
  );
  const room = Math.max(...shared.all.map(({ name }) => name.length)) * 6.6 + 26;
  const last = ({ curve }: Named) => curve.points.findLast((point) => read(point) !== null);
  return (
    <Chart
      {...told}
      testId={testId}
      conditions={shared.conditions}
      height={ROW_PX + 24}
      reading={sentenceOf(shared.all, read, show, "")}
      table={tableOf(told.title, shared.all, [
        { name: column, text: (point) => show(read(point)) },
      ])}
    >
      {y &&
        (({ width, height }) => (
          <Plane
            frame={{ x: 0, y: 0, width, height }}
            x={shared.x}
            y={y}
            roomRight={Math.min(room, width / 3)}
            readings={shared.all.flatMap(({ curve, name }) =>
              curve.points.map((point) => ({
                series: name,
                x: at(point),
                y: read(point),
                text: `${name}, ${loadWords(point.step)}: ${show(read(point))}`,
              })),
            )}
          >
            {shared.all.map(({ curve, name }) => {
              const look = identityOf(curve.place);
              const points = curve.points.map((point) => ({
                key: String(at(point)),
                x: at(point),
                y: read(point),
                n: point.ok,
              }));
              return (
                <g key={name}>
                  <Line points={points} look={look} />
                  <Dots points={points} look={look} />
                </g>
              );
            })}
            <Labels
              beside="ends"
              labels={shared.all.flatMap((one) => {
                const end = last(one);
                if (!end) return [];
                const { place } = one.curve;
                return [
                  {
                    key: String(place),
                    text: one.name,
                    colour: identityOf(place).colour,
                    x: at(end),
                    y: read(end),
                  },
                ];
              })}
            />
          </Plane>
        ))}
    </Chart>
  );
}

function Failures({ shared }: { shared: Shared }) {
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
    const measured = curve.points.reduce((sum, point) => sum + point.measured, 0);
    return failed > 0 ? [w.reading.failures(name, failed, measured)] : [];
  });
  return (
    <Chart
      {...w.charts.failures}
      testId="chart-failures"
      conditions={shared.conditions}
      height={(width) => rowsHigh(shared.all.length)(width) * (some.length > 0 ? 0.9 : 0.6)}
      reading={some.length > 0 ? some.join(" ") : w.reading.noFailures}
      table={tableOf(w.charts.failures.title, shared.all, [
        { name: w.table.n, text: ({ measured }) => count(measured) },
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

function Capacity({ shared }: { shared: Shared }) {
  const points = shared.all.flatMap(({ curve }) => curve.points);
  const x = rateAxis(
    w.charts.systemAxis,
    points.map((point) => point.sys_output_tps),
  );
  const y = secondsAxis(
    w.charts.p95Axis,
    points.map((point) => point.ttft_ms?.p95),
  );
  const best = shared.all.flatMap(({ curve, name }) => {
    const known = curve.points.filter((point) => point.sys_output_tps && point.ttft_ms?.p95);
    const most = known.toSorted((a, b) => (b.sys_output_tps ?? 0) - (a.sys_output_tps ?? 0))[0];
    if (!most) return [];
    const [tps, ttft] = [perSecond(most.sys_output_tps), ms(most.ttft_ms?.p95)];
    return [w.reading.capacity(name, tps, ttft, loadWords(most.step))];
  });
  return (
    <Chart
      {...w.charts.capacity}
      testId="chart-capacity"
      conditions={shared.conditions}
      height={ROW_PX + 24}
      reading={best.length > 0 ? best.join(" ") : w.reading.nothing}
      table={tableOf(w.charts.capacity.title, shared.all, [
        { name: w.table.system, text: (point) => rate(point.sys_output_tps) },
        { name: `TTFT ${w.table.p95}`, text: (point) => ms(point.ttft_ms?.p95) },
      ])}
    >
      {x && y
        ? ({ width, height }) => (
            <Plane
              frame={{ x: 0, y: 0, width, height }}
              x={x}
              y={y}
              roomRight={36}
              readings={shared.all.flatMap(({ curve, name }) =>
                curve.points.map((point) => ({
                  series: name,
                  x: point.sys_output_tps,
                  y: point.ttft_ms?.p95,
                  text: `${name}, ${loadWords(point.step)}: ${perSecond(point.sys_output_tps)}, TTFT p95 ${ms(point.ttft_ms?.p95)}`,
                })),
              )}
            >
              {shared.all.map(({ curve }) => {
                const look = identityOf(curve.place);
                const own = curve.points.map((point) => ({
                  key: String(at(point)),
                  x: point.sys_output_tps,
                  y: point.ttft_ms?.p95,
                  n: point.ok,
                }));
                return (
                  <g key={curve.place}>
                    <Line points={own} look={look} width={1.5} />
                    <Dots points={own} look={look} />
                  </g>
                );
              })}
              <Labels
                beside="points"
                clearOf={shared.all.map(({ curve }) =>
                  curve.points.map((point) => ({
                    x: point.sys_output_tps,
                    y: point.ttft_ms?.p95,
                  })),
                )}
                labels={shared.all.flatMap(({ curve, name }) => {
                  const drawn = curve.points.filter(
                    (point) =>
                      point.sys_output_tps !== null && (point.ttft_ms?.p95 ?? null) !== null,
                  );
                  return drawn.map((point, index) => ({
                    key: `${curve.place} ${at(point)}`,
                    // The first of a curve carries the contender's name, the others their load.
                    text: index === 0 ? `${name} ${count(at(point))}` : count(at(point)),
                    colour: identityOf(curve.place).colour,
                    x: point.sys_output_tps,
                    y: point.ttft_ms?.p95,
                  }));
                })}
              />
            </Plane>
          )
        : null}
    </Chart>
  );
}

export function SweepCharts({ curves }: { curves: Curves }) {
  const all = named(curves);
  const { conditions } = curves;
  const shared: Shared = {
    all,
    x: loadAxis(curves),
    conditions: { facts: conditionFacts(conditions), simulated: conditions.simulated },
  };
  const hasGoodput = all.some(({ curve }) => curve.points.some((point) => point.goodput !== null));
  const grid = all.length > 1 ? "grid-cols-1" : "grid-cols-2 max-[1100px]:grid-cols-1";
  return (
    <div className="flex flex-col gap-2.5" data-testid="sweep-charts">
      <div className={`grid gap-2.5 ${grid}`}>
        <FirstToken shared={shared} />
        <Speed shared={shared} />
      </div>
      <div className="grid grid-cols-2 gap-2.5 max-[1100px]:grid-cols-1">
        <Together
          shared={shared}
          words={w.charts.system}
          axis={w.charts.speedAxis}
          read={(point) => point.sys_output_tps}
          show={perSecond}
          column={w.table.system}
          testId="chart-system"
        />
        <Capacity shared={shared} />
        {hasGoodput ? (
          <Together
            shared={shared}
            words={w.charts.goodput}
            axis={w.charts.goodputAxis}
            read={(point) => point.goodput}
            show={(value) => decimal(value, 2)}
            column={w.table.goodput}
            testId="chart-goodput"
          />
        ) : null}
        <Failures shared={shared} />
      </div>
    </div>
  );
}
