/** Hedging: the gain and the cost of sending each request to two contenders and keeping the first. */

import { useMemo } from "react";
import type { Hedge, HedgeOutcome } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { Dots } from "../charts/marks";
import { Plane, usePlane } from "../charts/plane";
import { rowAt, rowsAxis } from "../charts/rows";
import { type Axis, reach } from "../charts/scales";
import { tick } from "../strings/catalogue";
import {
  count,
  dollars,
  durationUnit,
  durationWithUnit,
  percent,
  UNKNOWN,
} from "../strings/numbers";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import type { Drawn } from "./comparison";
import { Sign } from "./controls";

const w = strings.compare.hedging;
/** Maximum number of pairs in the chart; the table has all. */
const MOST = 4;
const ROW_PX = 35;

const tail = (outlook: HedgeOutcome) => outlook.ttft_p95_ms ?? outlook.ttft_p50_ms;

interface Dash {
  from: number | null | undefined;
  to: number | null | undefined;
  y: number;
  colour: string;
}

/** From the median to the tail. */
function Reach({ from, to, y, colour }: Dash) {
  const plane = usePlane();
  const [x1, x2, top] = [plane.x.at(from), plane.x.at(to), plane.y.at(y)];
  if (x1 === null || x2 === null || top === null) return null;
  return <line x1={x1} x2={x2} y1={top} y2={top} stroke={colour} strokeWidth={2} opacity={0.6} />;
}

const TOGETHER = { colour: "var(--accent)", dash: "", shape: 3 };
const DELAYED = { colour: "var(--accent)", dash: "", shape: 2 };

function drawing(drawn: Drawn, hedges: readonly Hedge[]): ChartProps["children"] {
  const domain = reach(
    "log10",
    hedges.flatMap(({ one_alone, other_alone, together, delayed }) =>
      [one_alone, other_alone, together, delayed?.outcome].flatMap((each) => [
        each?.ttft_p50_ms,
        each?.ttft_p95_ms,
      ]),
    ),
  );
  if (!domain) return null;
  const x: Axis = {
    kind: "log10",
    name: w.x(durationUnit()),
    format: (value) => tick("duration", value),
    domain,
  };
  const lines = hedges.flatMap((hedge, pair) => [
    { pair, who: drawn.name(hedge.one), look: drawn.look(hedge.one), of: hedge.one_alone },
    { pair, who: drawn.name(hedge.other), look: drawn.look(hedge.other), of: hedge.other_alone },
    { pair, who: w.together, look: TOGETHER, of: hedge.together },
    ...(hedge.delayed ? [{ pair, who: w.delayed, look: DELAYED, of: hedge.delayed.outcome }] : []),
  ]);
  const first = (pair: number) => lines.findIndex((line) => line.pair === pair);
  const y = rowsAxis(lines.map(({ who }) => who));
  const rows = lines.map((line, row) => ({
    ...line,
    key: String(row),
    y: rowAt(row, lines.length),
  }));
  const readings = rows.map(({ who, of, y: at, key }) => ({
    series: key,
    x: tail(of),
    y: at,
    text: w.reading(who, durationWithUnit(of.ttft_p50_ms), durationWithUnit(of.ttft_p95_ms)),
  }));
  return ({ width, height }) => (
    <Plane frame={{ x: 0, y: -10, width, height: height + 10 }} x={x} y={y} readings={readings}>
      {hedges.slice(1).map((hedge, pair) => (
        <Between key={`${hedge.one} ${hedge.other}`} y={lines.length - first(pair + 1)} />
      ))}
      {rows.map(({ key, look, of, y: at }) => (
        <g key={key}>
          <Reach from={of.ttft_p50_ms} to={of.ttft_p95_ms} y={at} colour={look.colour} />
          <Dots
            look={look}
            points={[
              { key: "p50", x: of.ttft_p50_ms, y: at },
              { key: "p95", x: of.ttft_p95_ms, y: at, n: 0 },
            ]}
          />
        </g>
      ))}
    </Plane>
  );
}

/** A line between one pair and the next. */
function Between({ y }: { y: number }) {
  const plane = usePlane();
  const at = plane.y.at(y);
  return at === null ? null : (
    <line x1={-200} x2={plane.width} y1={at} y2={at} stroke="var(--line-strong)" />
  );
}

function Sentences({ drawn, hedges }: { drawn: Drawn; hedges: readonly Hedge[] }) {
  return (
    <ul className="space-y-1.5 text-xs" data-testid="hedges">
      {hedges.map(({ one, other, sentence }) => (
        <li key={`${one} ${other}`} className="flex items-start gap-2">
          <span className="mt-1 flex gap-0.5">
            <Sign look={drawn.look(one)} />
            <Sign look={drawn.look(other)} />
          </span>
          <span className="selectable text-soft">{said(sentence)}</span>
        </li>
      ))}
    </ul>
  );
}

const share = (value: number | null) =>
  value === null ? UNKNOWN : percent(value * 100).replace("+", "");

export function Hedging({ drawn }: { drawn: Drawn }) {
  const { hedges, hedging } = drawn.view;
  const gains = useMemo(
    () => hedges.filter(({ buys, delayed }) => buys || delayed?.buys),
    [hedges],
  );
  const best = useMemo(() => gains.slice(0, MOST), [gains]);
  const children = useMemo(() => (best.length > 0 ? drawing(drawn, best) : null), [drawn, best]);
  return (
    <div className="grid gap-3 min-[1080px]:grid-cols-[1.2fr_1fr]">
      <Chart
        testId="hedging"
        title={w.title}
        direction={w.direction}
        reading={said(hedging) || w.none}
        conditions={drawn.conditions()}
        height={Math.max(140, best.length * 4 * ROW_PX + 40)}
        table={{
          caption: w.caption,
          columns: w.columns.map((column, at) =>
            at > 13 && column === "alone" ? "alone " : column,
          ),
          rows: hedges.map((hedge) => [
            w.pair(drawn.name(hedge.one), drawn.name(hedge.other)),
            hedge.paired ? w.basis.paired : w.basis.crossed,
            count(hedge.n),
            durationWithUnit(hedge.together.ttft_p50_ms),
            durationWithUnit(hedge.together.ttft_p95_ms),
            durationWithUnit(hedge.one_alone.ttft_p50_ms),
            durationWithUnit(hedge.one_alone.ttft_p95_ms),
            durationWithUnit(hedge.delayed?.delay_ms),
            share(hedge.delayed?.second_share ?? null),
            durationWithUnit(hedge.delayed?.outcome.slowest_ms),
            durationWithUnit(hedge.one_alone.slowest_ms),
            dollars(hedge.delayed?.outcome.usd),
            durationWithUnit(hedge.together.latency_p95_ms),
            durationWithUnit(hedge.one_alone.latency_p95_ms),
            share(hedge.together.failed),
            dollars(hedge.together.usd),
            dollars(hedge.one_alone.usd),
          ]),
        }}
      >
        {children}
      </Chart>
      <section className="border-t border-line bg-panel px-3 py-2.5" aria-label={w.title}>
        <p className="mb-2 text-xs text-faint">{hedges.length > 0 ? w.how : w.none}</p>
        <Sentences drawn={drawn} hedges={gains} />
        {hedges.length > gains.length ? (
          <p className="mt-2 text-xs text-faint">{w.idle(hedges.length - gains.length)}</p>
        ) : null}
      </section>
    </div>
  );
}
