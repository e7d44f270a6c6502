/** Charts of all contenders in one plane: any number of a level, and throughput against TTFT. */

import type { LevelPoint } from "../backend/backend";
import { Chart } from "../charts/Chart";
import { signOf } from "../charts/identity";
import { LINE_PX, namesWithin, textWidth } from "../charts/labels";
import { Dots, Line } from "../charts/marks";
import { kindOfUnit, metricAxis } from "../charts/metricAxis";
import { Labels } from "../charts/nameLabels";
import { Plane } from "../charts/plane";
import { directionOf, known, type Numbered } from "../strings/catalogue";
import { count } from "../strings/numbers";
import { commas, sentences, told } from "../strings/phrases";
import { strings } from "../strings/strings";
import { loadWords } from "../strings/sweep";
import {
  intervalText,
  type Named,
  numberOf,
  sentenceOf,
  showing,
  spreadOf,
  sureColumns,
  tableOf,
} from "./chartData";
import { at, oneLevel, ROW_PX, type Shared } from "./multiples";

const w = strings.sweeps;
/** Space above and below the names at the ends of a chart's lines, in pixels. */
const AROUND_PX = 60;
/** Room for a name beside a curve's first point, in pixels. */
const NAME_PX = 150;

/** One number of every contender over load, in one plane, so that they are compared at a glance. */
export function Together({ shared, number }: { shared: Shared; number: Numbered }) {
  const { id, name: title, unit, short } = number;
  const read = numberOf(id);
  const show = showing(number);
  const sure = (point: LevelPoint) => {
    const [value, ci] = [show(read(point)), intervalText(number, point)];
    return ci === "" ? value : w.table.sure(value, ci);
  };
  const ends = ({ intervals }: LevelPoint) => [intervals?.[id]?.low, intervals?.[id]?.high];
  const points = shared.all.flatMap(({ curve }) => curve.points);
  // The rows of an only level draw the intervals as well.
  const drawn = shared.x.ticks?.length === 1 ? points.flatMap(ends) : [];
  const y = metricAxis(unit, "linear", [...points.map(read), ...drawn], true);
  // A single line needs no name beside it: the screen is about nothing else.
  const isAlone = shared.all.length === 1;
  const room = isAlone ? 14 : Math.max(...shared.all.map(({ name }) => textWidth(name))) + 43;
  const row = (point: LevelPoint) => {
    const { low, high } = point.intervals?.[id] ?? {};
    return { x: read(point), low, high, text: told(loadWords(point.step), sure(point)) };
  };
  const only = y && oneLevel(shared, y, row);
  const last = ({ curve }: Named) => curve.points.findLast((point) => read(point) !== null);
  return (
    <Chart
      title={title}
      direction={directionOf(number)}
      testId={`chart-${id}`}
      conditions={shared.conditions}
      height={only?.height ?? Math.max(ROW_PX + 24, shared.all.length * LINE_PX + AROUND_PX)}
      reading={sentenceOf(shared.all, read, show, "")}
      table={tableOf(title, shared.all, [
        { name: short, text: (point) => show(read(point)) },
        ...sureColumns(shared.all, number),
      ])}
    >
      {only?.children ??
        (y &&
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
                  text: told(commas([name, loadWords(point.step)]), sure(point)),
                })),
              )}
            >
              {shared.all.map(({ curve, name, look }) => {
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
                  if (!end || isAlone) return [];
                  const { place } = one.curve;
                  return [
                    {
                      key: String(place),
                      text: one.name,
                      ...signOf(one.look),
                      x: at(end),
                      y: read(end),
                    },
                  ];
                })}
              />
            </Plane>
          )))}
    </Chart>
  );
}

const system = numberOf("sys_output_tps");
const ttft = (point: LevelPoint) => spreadOf("ttft_ms")(point)?.p95 ?? null;
const [SYSTEM, TTFT] = [known("sys_output_tps"), known("ttft_ms")];
const [inSystem, inTtft] = [showing(SYSTEM), showing(TTFT)];

/** Throughput against the TTFT it costs: the only chart of two numbers. */
export function Capacity({ shared }: { shared: Shared }) {
  const points = shared.all.flatMap(({ curve }) => curve.points);
  const x = metricAxis(SYSTEM.unit, "linear", points.map(system), true);
  const times = points.map(ttft);
  const y = metricAxis(TTFT.unit, kindOfUnit(TTFT.unit, times), times, true);
  const names = namesWithin(
    shared.all.map(({ name }) => name),
    NAME_PX,
  );
  const best = shared.all.flatMap(({ curve, name }) => {
    const known = curve.points.filter((point) => system(point) && ttft(point));
    const most = known.toSorted((a, b) => (system(b) ?? 0) - (system(a) ?? 0))[0];
    if (!most) return [];
    return [
      w.reading.capacity(name, inSystem(system(most)), inTtft(ttft(most)), loadWords(most.step)),
    ];
  });
  return (
    <Chart
      {...w.charts.capacity}
      testId="chart-capacity"
      conditions={shared.conditions}
      height={ROW_PX + 24}
      reading={best.length > 0 ? sentences(best) : w.reading.nothing}
      table={tableOf(w.charts.capacity.title, shared.all, [
        { name: SYSTEM.short, text: (point) => inSystem(system(point)) },
        { name: `${TTFT.short} ${w.table.p95}`, text: (point) => inTtft(ttft(point)) },
      ])}
    >
      {x && y
        ? ({ width, height }) => (
            <Plane
              frame={{ x: 0, y: 0, width, height }}
              x={{ ...x, name: `${SYSTEM.short}` }}
              y={{ ...y, name: `${TTFT.short} p95, ${y.name}` }}
              roomRight={36}
              readings={shared.all.flatMap(({ curve, name }) =>
                curve.points.map((point) => ({
                  series: name,
                  x: system(point),
                  y: ttft(point),
                  text: told(
                    commas([name, loadWords(point.step)]),
                    commas([inSystem(system(point)), `${TTFT.short} p95 ${inTtft(ttft(point))}`]),
                  ),
                })),
              )}
            >
              {shared.all.map(({ curve, look }) => {
                const own = curve.points.map((point) => ({
                  key: String(at(point)),
                  x: system(point),
                  y: ttft(point),
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
                    x: system(point),
                    y: ttft(point),
                  })),
                )}
                labels={shared.all.flatMap(({ curve, look }, index) => {
                  const drawn = curve.points.filter(
                    (point) => system(point) !== null && ttft(point) !== null,
                  );
                  return drawn.map((point, step) => ({
                    key: `${curve.place} ${at(point)}`,
                    // The first point of a curve carries the contender's name, the others their
                    // load.
                    text:
                      step === 0 && shared.all.length > 1
                        ? `${names[index]} ${count(at(point))}`
                        : count(at(point)),
                    colour: look.colour,
                    x: system(point),
                    y: ttft(point),
                  }));
                })}
              />
            </Plane>
          )
        : null}
    </Chart>
  );
}
