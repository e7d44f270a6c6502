/** Predicted latency by answer length, with break-even lengths. */

import { useMemo } from "react";
import type { LatencyLine, Leader } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { signOf } from "../charts/identity";
import { LINE_PX, roomForLabels } from "../charts/labels";
import { Markers } from "../charts/markers";
import { Dots, Line, Marker } from "../charts/marks";
import { Labels } from "../charts/nameLabels";
import { Plane } from "../charts/plane";
import { type Axis, reach } from "../charts/scales";
import { tick } from "../strings/catalogue";
import {
  count,
  decimal,
  durationUnit,
  durationWithUnit,
  percentage,
  rate,
  UNKNOWN,
} from "../strings/numbers";
import { sentences } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { type Drawn, excludedText } from "./comparison";
import { Sign } from "./controls";
import { useWorkload } from "./WorkloadBar";

const w = strings.compare.lengths;
const TICKS = [16, 64, 256, 1_024, 4_096, 8_192];
/** The range of lengths drawn, in tokens. */
const [LEAST, MOST] = [16, 8_192];
/** Space for the rows of names at the ends of lines, in pixels. */
const AROUND_PX = 60;
/** The lengths with a column in the table. */
const TOLD = [64, 512, 4_096];

function drawing(drawn: Drawn, here: number): ChartProps["children"] {
  const { lengths: chart } = drawn.view;
  const domain = reach(
    "log10",
    chart.lines.flatMap(({ latency_ms }) => latency_ms),
  );
  if (!domain) return null;
  const x: Axis = {
    kind: "log2",
    name: w.x,
    format: count,
    domain: [LEAST, MOST],
    ticks: TICKS,
  };
  const y: Axis = {
    kind: "log10",
    name: durationUnit(),
    format: (value) => tick("duration", value),
    domain,
  };
  const pointsOf = (latencies: readonly (number | null)[]) =>
    latencies.map((ms, at) => ({ x: chart.lengths[at], y: ms }));
  const readings = chart.lines.flatMap((line) =>
    pointsOf(line.latency_ms).map((point) => ({
      series: String(line.place),
      ...point,
      text:
        w.at(drawn.name(line.place), count(point.x), durationWithUnit(point.y)) +
        (isMeasured(line, point.x) ? "" : w.drawnOn),
    })),
  );
  const labels = chart.lines.map(({ place }) => drawn.label(place));
  const room = roomForLabels(labels);
  return ({ width, height }) => (
    <Plane
      frame={{ x: 0, y: 0, width, height }}
      x={x}
      y={y}
      readings={readings}
      roomRight={Math.min(width * 0.3, room)}
    >
      {chart.lines.map((line) => {
        const look = drawn.look(line.place);
        const points = pointsOf(line.latency_ms);
        const measured = drawnPart(line.measured);
        return (
          <g key={line.place}>
            <Line points={points} look={{ ...look, dash: "2 3" }} width={1.2} />
            <Line points={measured} look={{ ...look, dash: "" }} width={2.6} />
            {measured.length === 1 ? (
              <Dots look={look} points={measured.map((point) => ({ key: "only", ...point }))} />
            ) : null}
          </g>
        );
      })}
      <Markers
        marks={breakEvens(chart.leaders).map((from) => ({
          x: from,
          label: w.breakEven(count(from)),
        }))}
        colour="var(--accent)"
      />
      <Here at={here} />
      <Labels
        beside="ends"
        labels={chart.lines.map((line) => ({
          key: String(line.place),
          x: chart.lengths.at(-1),
          y: line.latency_ms.at(-1),
          text: drawn.name(line.place),
          ...signOf(drawn.look(line.place)),
        }))}
      />
    </Plane>
  );
}

/** As many that do not differ from the fastest are only counted in the sentence. */
const MANY_TIED = 4;

/**
 * The lengths from which others are the fastest. Between two ranges in which many do not differ it is none: of 24 contenders
 * one of them joins or leaves at each of 276 lengths.
 */
export function breakEvens(leaders: readonly Leader[]): (number | null)[] {
  const isOfMany = (leader: Leader | undefined) => (leader?.tied.length ?? 0) >= MANY_TIED;
  const later = leaders
    .slice(1)
    .filter((leader, at) => !(isOfMany(leader) && isOfMany(leaders[at])));
  return later.map(({ from }) => from);
}

type Measured = LatencyLine["measured"];

/** The part of the measured range within the axis, clipped at its ends: latency is linear in the length. */
export function drawnPart(measured: Measured): { x: number; y: number }[] {
  const points = measured.flatMap(([x, y]) => (x === null || y === null ? [] : [{ x, y }]));
  const [from, to] = [points[0], points.at(-1)];
  if (!from || !to) return [];
  if (from.x === to.x) return from.x >= LEAST && from.x <= MOST ? points : [];
  const at = (x: number) => ({
    x,
    y: from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x),
  });
  const inside = points.filter(({ x }) => x >= LEAST && x <= MOST);
  const begins = from.x < LEAST && to.x > LEAST ? [at(LEAST)] : [];
  const ends = to.x > MOST && from.x < MOST ? [at(MOST)] : [];
  return [...begins, ...inside, ...ends];
}

/** The length of the job's answer, without text, because the slider above shows it. */
function Here({ at }: { at: number }) {
  return <Marker x={at} label="" colour="var(--faint)" />;
}

function isMeasured({ measured }: LatencyLine, length: number | null | undefined): boolean {
  const [from, to] = [measured[0]?.[0], measured.at(-1)?.[0]];
  return [from, to, length].every((one) => typeof one === "number")
    ? Number(length) >= Number(from) && Number(length) <= Number(to)
    : false;
}

/** A prediction further from the measured latency than this is called off. */
const MOST_MISSED = 0.05;

/** How a contender's predicted latency at its own median length compares with the measured one: `1.02×`. */
export function fitText(fit: number | null): string {
  if (fit === null) return UNKNOWN;
  const factor = `${decimal(fit, 2)}×`;
  const away = Math.abs(fit - 1);
  return away > MOST_MISSED ? w.misses(factor, percentage(100 * away), fit > 1) : factor;
}

interface LengthsProps {
  drawn: Drawn;
  height: number;
  /** Whether there is no room for the formula. */
  narrow?: boolean;
}

export function LengthsChart({ drawn, height, narrow = false }: LengthsProps) {
  const { lengths: chart } = drawn.view;
  const [{ out_tokens }] = useWorkload(drawn);
  const here = out_tokens ?? 0;
  const children = useMemo(() => drawing(drawn, here), [drawn, here]);
  const rest = excludedText(drawn, chart.excluded);
  return (
    <Chart
      testId="lengths"
      title={w.title}
      direction={narrow ? w.lower : w.formula}
      reading={sentences([said(chart.sentence), rest])}
      conditions={drawn.conditions(w.thin)}
      height={Math.max(height, chart.lines.length * LINE_PX + AROUND_PX)}
      table={{
        caption: w.caption,
        columns: w.columns,
        rows: chart.lines.map((line) => [
          drawn.name(line.place),
          durationWithUnit(line.wait_ms),
          durationWithUnit(line.think_ms),
          rate(line.tps),
          ...TOLD.map((tokens) =>
            durationWithUnit(line.latency_ms[chart.lengths.indexOf(tokens)] ?? null),
          ),
          fitText(line.fit ?? null),
        ]),
      }}
    >
      {children}
    </Chart>
  );
}

/** Every pair of contenders: which one to choose from which length on. */
export function BreakEvens({ drawn }: { drawn: Drawn }) {
  const { break_evens: pairs } = drawn.view.lengths;
  if (pairs.length === 0) return null;
  const ordered = [...pairs].sort((a, b) => (a.tokens ?? 1e12) - (b.tokens ?? 1e12));
  return (
    <section className="border-t border-line bg-panel px-3 py-2.5" aria-label={w.pairs}>
      <h3 className="mb-1.5 text-sm font-semibold">{w.pairs}</h3>
      <ul className="grid gap-x-6 gap-y-1 text-xs min-[1080px]:grid-cols-2" data-testid="pairs">
        {ordered.map(({ shorter, longer, sentence, tokens }) => (
          <li key={`${shorter} ${longer}`} className="flex items-start gap-2">
            <span className="mt-1 flex gap-0.5">
              <Sign look={drawn.look(shorter)} />
              <Sign look={drawn.look(longer)} />
            </span>
            <span
              className={`selectable ${tokens === null || tokens === undefined ? "text-faint" : "text-soft"}`}
            >
              {said(sentence)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
