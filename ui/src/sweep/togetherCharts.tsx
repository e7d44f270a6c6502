/** Charts of all contenders in one plane: total throughput, and throughput against TTFT. */

import type { LevelPoint } from "../backend/backend";
import { Chart } from "../charts/Chart";
import { identityOf } from "../charts/identity";
import { shortened, textWidth } from "../charts/labels";
import { Dots, Labels, Line } from "../charts/marks";
import { Plane } from "../charts/plane";
import { count, rate } from "../strings/numbers";
import { strings } from "../strings/strings";
import { loadWords } from "../strings/sweep";
import { ms, type Named, perSecond, rateAxis, secondsAxis, sentenceOf, tableOf } from "./chartData";
import { at, ROW_PX, type Shared } from "./multiples";

const w = strings.sweeps;

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
export function Together({ shared, words: told, axis, read, show, column, testId }: TogetherProps) {
  const y = rateAxis(
    axis,
    shared.all.flatMap(({ curve }) => curve.points.map(read)),
  );
  // One line needs no name beside it: the screen is about nobody else.
  const isAlone = shared.all.length === 1;
  const room = isAlone ? 14 : Math.max(...shared.all.map(({ name }) => textWidth(name))) + 30;
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
                if (!end || isAlone) return [];
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

export function Capacity({ shared }: { shared: Shared }) {
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
                    text:
                      index === 0 && shared.all.length > 1
                        ? `${shortened(name, 150)} ${count(at(point))}`
                        : count(at(point)),
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
