/** Cost against speed: the Pareto frontier, who leads in what, and dominated contenders. */

import { useMemo } from "react";
import type {
  ContenderSummary,
  CostOf,
  CostSpeed,
  RightAnswers,
  SpeedBy,
} from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { Corner, Dots, FIRM_SAMPLES, Line, Steps, Whiskers } from "../charts/marks";
import { Labels } from "../charts/nameLabels";
import { Plane } from "../charts/plane";
import { type Axis, reach } from "../charts/scales";
import { promptEnds } from "../run/numbers/promptEnds";
import { perThousand, tick } from "../strings/catalogue";
import {
  decimal,
  dollars,
  durationUnit,
  durationWithUnit,
  rate,
  share,
  UNKNOWN,
} from "../strings/numbers";
import { sentences } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Choice } from "../ui/Choice";
import { NumberField } from "../ui/NumberField";
import { address } from "../ui/route";
import { CHOSEN } from "../ui/Segments";
import { tip } from "../ui/tip";
import { useCompareStore } from "./compareStore";
import { type Drawn, excludedText } from "./comparison";
import { CompareExample } from "./Example";

const w = strings.compare;
const FRONTIER = { colour: "var(--faint)", dash: "5 4" };
/** From a mark that is not surely behind to the frontier. */
const TIE = { colour: "var(--faint)", dash: "1 3" };

/** The unit of the speeds: tokens of one kind for all, or each server's own. */
const unitOf = ({ speed }: CostSpeed) =>
  speed === "neutral_tps" ? w.axis.fairSpeed : w.axis.speed;

function speedText(chart: CostSpeed, value: number | null | undefined): string {
  if (chart.speed_by === "latency") return durationWithUnit(value);
  return value === null || value === undefined ? UNKNOWN : `${rate(value)} ${unitOf(chart)}`;
}

type Mark = CostSpeed["marks"][number];

/**
 * Where a mark is drawn: at its medians or, where these are over prompts of very different lengths, at those of the shortest and
 * of the longest, because between them there need be no request.
 */
export function placesOf(
  chart: Pick<CostSpeed, "cost_of" | "speed_by">,
  mark: Mark,
  one: ContenderSummary | undefined,
): { x: number | null; y: number | null; n: number }[] {
  const costs = chart.cost_of === "request" ? promptEnds(one, "cost_usd") : null;
  const times = chart.speed_by === "latency" ? promptEnds(one, "latency_ms") : null;
  const own = { x: mark.x.at, y: mark.y.at, n: mark.weak ? 0 : FIRM_SAMPLES };
  const ends = costs ?? times;
  if (!ends) return [own];
  return ends.map(({ n }, at) => ({
    x: costs?.[at]?.value ?? own.x,
    y: times?.[at]?.value ?? own.y,
    n: Math.min(n, own.n),
  }));
}

function axesOf(drawn: Drawn, log: boolean): [Axis, Axis] | null {
  const { cost_speed: chart } = drawn.view;
  const { marks, cost_of, speed_by, blend } = chart;
  const places = marks.flatMap((mark) => placesOf(chart, mark, drawn.contender(mark.place)));
  const xs = [...marks.flatMap(({ x }) => [x.low, x.high]), ...places.map(({ x }) => x)];
  const ys = [...marks.flatMap(({ y }) => [y.low, y.high]), ...places.map(({ y }) => y)];
  const free = places.some(({ x }) => x === 0);
  const xKind = log && !free ? "log10" : "linear";
  const yKind = log ? "log10" : "linear";
  const [xReach, yReach] = [
    reach(xKind, xs, { fromZero: true }),
    reach(yKind, ys, { fromZero: true }),
  ];
  if (!xReach || !yReach) return null;
  const name =
    cost_of === "request" ? w.axis.request : w.axis.million(decimal(blend, 1).replace(".0", ""));
  return [
    {
      kind: xKind,
      name,
      format: cost_of === "request" ? perThousand : (value) => tick("dollars", value),
      domain: xReach,
    },
    speed_by === "latency"
      ? {
          kind: yKind,
          name: w.axis.latency(durationUnit()),
          format: (value) => tick("duration", value),
          domain: yReach,
        }
      : {
          kind: yKind,
          name: unitOf(chart),
          format: (value) => tick("tokens_per_second", value),
          domain: yReach,
        },
  ];
}

function Controls({ chart }: { chart: CostSpeed }) {
  const { log, question, look, ask } = useCompareStore();
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      {chart.cost_of === "million_tokens" ? (
        <NumberField
          label={w.axis.blend}
          value={question.blend ?? chart.blend}
          min={0}
          max={1_000}
          onChange={(blend) => ask({ blend: blend ?? 3 })}
        />
      ) : null}
      <Choice
        label={w.axis.cost}
        testId="cost-of"
        value={chart.cost_of}
        choices={[
          { value: "request", text: w.axis.ofRequest },
          { value: "million_tokens", text: w.axis.ofMillion },
        ]}
        onChange={(value) => ask({ cost_of: value as CostOf })}
      />
      <Choice
        label={w.axis.speedBy}
        hideLabel
        testId="speed-by"
        value={chart.speed_by}
        choices={[
          { value: "tokens_per_second", text: w.axis.bySpeed },
          { value: "own_tokens_per_second", text: w.axis.byOwnSpeed },
          { value: "latency", text: w.axis.byLatency },
        ]}
        onChange={(value) => ask({ speed_by: value as SpeedBy })}
      />
      <button
        type="button"
        aria-pressed={log}
        {...tip(w.axis.logHint)}
        className={`h-6 rounded-sm border border-line px-1.5 text-xs text-soft ${CHOSEN}`}
        onClick={() => look({ log: !log })}
      >
        {w.axis.log}
      </button>
    </div>
  );
}

const MARK_PX = 12;

/** The smallest area of a mark, of the largest: one that is never right is still seen. */
const LEAST_AREA = 0.08;

/** What the table of contenders says of right answers, where any was checked. */
const rightColumns = [w.quality.columns[1], ...w.quality.columns.slice(-2)].map(String);
const rightCells = (right: RightAnswers | null | undefined) => [
  right ? share(right.share) : w.quality.notChecked,
  durationWithUnit(
    typeof right?.seconds_per_right === "number" ? right.seconds_per_right * 1_000 : null,
  ),
  dollars(right?.usd_per_right),
];

const areChecked = (drawn: Drawn) => drawn.view.quality.order.length > 0;
const rightShare = (drawn: Drawn, place: number) => drawn.contender(place)?.right?.share ?? null;

/** A third axis where answers were checked: the area of a mark is the share of right ones. */
function sizeOf(drawn: Drawn, place: number): number {
  const right = rightShare(drawn, place);
  return right === null ? MARK_PX : MARK_PX * Math.sqrt(Math.max(LEAST_AREA, right));
}

/** The same share in words, beside its mark. */
function rightOf(drawn: Drawn, place: number): string | null {
  if (!areChecked(drawn)) return null;
  const right = rightShare(drawn, place);
  return right === null ? w.quality.notChecked : w.quality.right(share(right));
}

/** Who leads in what, in words beside its mark. */
function leadsOf(drawn: Drawn): Map<number, string> {
  const leads = new Map<number, string>();
  for (const { title, place, tie } of drawn.view.champions) {
    if (place === null || place === undefined) continue;
    const lead = tie ? w.tied(said(title)) : said(title);
    leads.set(place, [leads.get(place), lead].filter(Boolean).join(" · "));
  }
  return leads;
}

/**
 * The frontier as a line that only gets better, and the marks beside it: on the frontier because nobody is surely better,
 * but below what a cheaper one reached. Through them the line would go up and down as if that were known.
 */
export function frontierOf(marks: CostSpeed["marks"], up: boolean) {
  const line: { x: number; y: number }[] = [];
  const ties: { place: number; x: number; y: number; best: number }[] = [];
  for (const { place, x, y, on_frontier } of marks) {
    if (!on_frontier || x.at === null || y.at === null) continue;
    const best = line.at(-1)?.y;
    const isBetter = best === undefined || (up ? y.at > best : y.at < best);
    if (isBetter) line.push({ x: x.at, y: y.at });
    else ties.push({ place, x: x.at, y: y.at, best });
  }
  return { line, ties };
}

function drawing(drawn: Drawn, axes: [Axis, Axis]): NonNullable<ChartProps["children"]> {
  const { cost_speed: chart } = drawn.view;
  const [x, y] = axes;
  const up = chart.speed_by !== "latency";
  const placed = chart.marks.map((mark) => ({
    mark,
    at: placesOf(chart, mark, drawn.contender(mark.place)),
  }));
  // A line leads through places of requests alone.
  const { line, ties } = frontierOf(
    placed.flatMap(({ mark, at }) => (at.length === 1 ? [mark] : [])),
    up,
  );
  const named = [true, false].flatMap((is) => placed.filter(({ mark }) => mark.on_frontier === is));
  const leads = leadsOf(drawn);
  for (const { place } of ties) {
    const lead = leads.get(place);
    leads.set(place, lead ? `${lead} · ${w.costSpeed.tie}` : w.costSpeed.tie);
  }
  const worst = up ? y.domain[0] : y.domain[1];
  const steps = [{ x: line[0]?.x, y: worst }, ...line, { x: x.domain[1], y: line.at(-1)?.y }];
  const readings = placed.flatMap(({ mark, at }) =>
    at.map(({ x, y }) => ({ series: "marks", x, y, text: said(mark.sentence) })),
  );
  return ({ width, height }) => (
    <Plane frame={{ x: 0, y: 0, width, height }} x={x} y={y} readings={readings}>
      <Corner at={up ? "top" : "bottom"} label={w.costSpeed.corner[up ? "top" : "bottom"]} />
      <Steps points={steps} look={FRONTIER} />
      {ties.map((tie) => (
        <g key={tie.place} data-testid="tie">
          <Line
            look={TIE}
            width={1.5}
            points={[
              { x: tie.x, y: tie.y },
              { x: tie.x, y: tie.best },
            ]}
          />
        </g>
      ))}
      {placed.map(({ mark, at }) => {
        const look = drawn.look(mark.place);
        const key = String(mark.place);
        const size = sizeOf(drawn, mark.place);
        const { x, y } = mark;
        return (
          <g key={key} opacity={mark.on_frontier ? 1 : 0.7}>
            {at.length === 1 ? (
              <Whiskers
                look={look}
                points={[
                  { key, x: x.at, y: y.at, xLow: x.low, xHigh: x.high, yLow: y.low, yHigh: y.high },
                ]}
              />
            ) : (
              <g data-testid="prompt-ends">
                <Line look={look} width={1.5} points={at} />
              </g>
            )}
            <Dots
              look={look}
              size={size}
              points={at.map((place, end) => ({ key: `${key} ${end}`, ...place }))}
            />
          </g>
        );
      })}
      <Labels
        beside="points"
        labels={named.map(({ mark, at }) => ({
          key: String(mark.place),
          x: at[0]?.x ?? null,
          y: at[0]?.y ?? null,
          text: drawn.label(mark.place),
          note:
            [leads.get(mark.place), rightOf(drawn, mark.place)].filter(Boolean).join(" · ") ||
            undefined,
          colour: mark.on_frontier ? "var(--ink)" : "var(--faint)",
        }))}
      />
    </Plane>
  );
}

export function CostSpeedChart({ drawn }: { drawn: Drawn }) {
  const log = useCompareStore((asked) => asked.log);
  const { cost_speed: chart } = drawn.view;
  const children = useMemo(() => {
    const axes = axesOf(drawn, log);
    return axes ? drawing(drawn, axes) : null;
  }, [drawn, log]);
  const rest = excludedText(drawn, chart.excluded);
  const between = (low: string, high: string) => (low === UNKNOWN ? UNKNOWN : `${low} – ${high}`);
  const ends = (mark: Mark, text: (place: ReturnType<typeof placesOf>[number]) => string) => {
    const texts = placesOf(chart, mark, drawn.contender(mark.place)).map(text);
    return [...new Set(texts)].join(" – ");
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Chart
        testId="cost-speed"
        title={w.costSpeed.title}
        direction={chart.speed_by !== "latency" ? w.costSpeed.upLeft : w.costSpeed.downLeft}
        reading={sentences([said(chart.sentence), rest])}
        conditions={areChecked(drawn) ? drawn.conditions(w.quality.area) : drawn.conditions()}
        controls={<Controls chart={chart} />}
        height={(width) =>
          children === null ? 120 : Math.max(280, Math.min(420, Math.round(width * 0.62)))
        }
        table={{
          caption: w.costSpeed.caption,
          columns: [
            ...w.costSpeed.columns.map((column, at) => (at === 4 ? `${column} ` : column)),
            ...(areChecked(drawn) ? rightColumns : []),
          ],
          rows: chart.marks.map((mark) => [
            drawn.name(mark.place),
            ends(mark, ({ x }) => dollars(x)),
            between(dollars(mark.x.low), dollars(mark.x.high)),
            ends(mark, ({ y }) => speedText(chart, y)),
            between(speedText(chart, mark.y.low), speedText(chart, mark.y.high)),
            mark.on_frontier
              ? w.costSpeed.frontier
              : w.costSpeed.beaten(drawn.names(mark.dominated_by)),
            ...(areChecked(drawn) ? rightCells(drawn.contender(mark.place)?.right) : []),
          ]),
        }}
      >
        {children}
      </Chart>
      {chart.marks.length === 0 ? (
        <>
          <HowToPrice />
          <CompareExample />
        </>
      ) : null}
    </div>
  );
}

/** What the chart will show, and what is still missing. */
function HowToPrice() {
  return (
    <p
      className="border-t border-line bg-panel px-3 py-2 text-xs text-soft"
      data-testid="how-to-price"
    >
      {w.costSpeed.needsPrices}{" "}
      <a className="text-accent underline" href={address("providers", "~prices")}>
        {w.costSpeed.toPrices}
      </a>
    </p>
  );
}
