/** Every round of a race as a point, with paired comparisons in sentences. */

import type { Pairwise, Run, Sample } from "../../backend/backend";
import { useRounds } from "../../backend/results";
import { Chart, type Conditions, type Size } from "../../charts/Chart";
import { DotStrip } from "../../charts/distributions";
import { identityOf } from "../../charts/identity";
import { Plane, type Reading } from "../../charts/plane";
import { type Axis, reach } from "../../charts/scales";
import { conditionFacts } from "../../strings/conditions";
import { count, durationWithUnit, milliseconds, rate, UNKNOWN, upTo } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import { shortNameOf } from "../names";
import type { Race } from "../race";

const w = strings.stage.rounds;

type MetricId = "ttft_ms" | "decode_tps" | "latency_ms";

interface Metric {
  id: MetricId;
  title: string;
  direction: string;
  axis: string;
  format: (value: number | null | undefined) => string;
  /** How a difference of two values is written. */
  difference: (value: number) => string;
  tick: (value: number) => string;
}

const inTps = (value: number | null | undefined) => {
  const text = rate(value);
  return text === UNKNOWN ? text : `${text} ${strings.track.tps}`;
};

/** Speeds of two lanes are compared in the same tokens, whatever each server counts in. */
const inNeutralTps = (value: number) => `${rate(value)} ${w.neutralTps}`;

const METRICS: readonly Metric[] = [
  {
    id: "ttft_ms",
    title: w.ttft,
    direction: w.lower,
    axis: "s",
    format: durationWithUnit,
    difference: milliseconds,
    tick: (ms) => upTo(ms / 1_000, 3),
  },
  {
    id: "decode_tps",
    title: w.tps,
    direction: w.higher,
    axis: strings.track.tps,
    format: inTps,
    difference: inNeutralTps,
    tick: count,
  },
  {
    id: "latency_ms",
    title: w.total,
    direction: w.lower,
    axis: "s",
    format: durationWithUnit,
    difference: milliseconds,
    tick: (ms) => upTo(ms / 1_000, 3),
  },
];

const ROW_PX = 40;

function valuesOf(samples: readonly Sample[], id: MetricId): { value: number; round: number }[] {
  return samples.flatMap((sample, round) => {
    const value = sample[id] ?? null;
    return value === null || sample.status !== "ok" ? [] : [{ value, round }];
  });
}

interface StripsProps {
  race: Race;
  run: Run;
  metric: Metric;
  conditions: Conditions;
}

function Strips({ race, run, metric, conditions }: StripsProps) {
  const { id, title, direction, format } = metric;
  const names = race.lanes.map((lane) => shortNameOf(lane, race.lanes));
  const rows = run.lanes.map((lane) => valuesOf(lane.samples, id));
  const domain = reach(
    "linear",
    rows.flat().map(({ value }) => value),
  );
  const y: Axis = {
    kind: "linear",
    name: "",
    format: (at) => names[Math.round(at)]?.slice(0, 16) ?? "",
    // The first lane stands on top.
    domain: [run.lanes.length - 0.5, -0.5],
    ticks: run.lanes.map((_, index) => index),
  };
  const readings: Reading[] = rows.flatMap((values, index) =>
    values.map(({ value, round }) => ({
      series: names[index] ?? "",
      x: value,
      y: index,
      text: w.sample(names[index] ?? "", round + 1, format(value)),
    })),
  );
  const middles = run.lanes.map(({ summary }, index) => {
    const spread = summary[id];
    return w.of(names[index] ?? "", format(spread?.p50 ?? spread?.mean));
  });
  return (
    <Chart
      title={title}
      direction={direction}
      reading={w.reading(middles.join(", "))}
      conditions={conditions}
      height={60 + run.lanes.length * ROW_PX}
      testId={`rounds-${id}`}
      table={{
        caption: title,
        columns: w.columns,
        rows: run.lanes.map(({ summary }, index) => {
          const spread = summary[id];
          return [
            names[index] ?? "",
            count(spread?.n),
            format(spread?.min),
            format(spread?.p50),
            format(spread?.p95),
            format(spread?.max),
          ];
        }),
      }}
    >
      {domain
        ? ({ width, height }: Size) => (
            <Plane
              frame={{ x: 0, y: 0, width, height }}
              x={{ kind: "linear", name: metric.axis, format: metric.tick, domain }}
              y={y}
              readings={readings}
            >
              {rows.map((values, index) => (
                <DotStrip
                  key={run.lanes[index]?.place}
                  samples={values.map(({ value }) => value)}
                  y={index}
                  // The axis counts lanes downwards, so what lies above is less.
                  spread={-0.16}
                  p50={run.lanes[index]?.summary[id]?.p50}
                  p95={run.lanes[index]?.summary[id]?.p95}
                  look={identityOf(run.lanes[index]?.place ?? index)}
                />
              ))}
            </Plane>
          )
        : null}
    </Chart>
  );
}

function verdictOf(
  { metric: id, leader, other, lanes, comparison }: Pairwise,
  names: readonly string[],
) {
  const metric = METRICS.find((each) => each.id === id);
  if (!metric) return null;
  const { difference, ci, won, n, rounds_needed, verdict } = comparison;
  const [first, second] = [names[leader] ?? "", names[other] ?? ""];
  const share = w.share(won, n);
  if ((difference ?? null) === null || !ci) return w.fewRounds(metric.title, first, second, share);
  if (verdict === "tie") {
    const needed = rounds_needed ? w.needed(rounds_needed) : "";
    return w.tie(metric.title, first, second, lanes, share) + needed;
  }
  const [low, high] = [Math.abs(ci.low ?? 0), Math.abs(ci.high ?? 0)].sort((a, b) => a - b);
  const interval = `${metric.difference(low ?? 0)} – ${metric.difference(high ?? 0)}`;
  const by = metric.difference(Math.abs(difference ?? 0));
  return w.better(metric.title, first, second, share, by, interval);
}

function Verdicts({ race, versus }: { race: Race; versus: readonly Pairwise[] }) {
  const names = race.lanes.map((lane) => shortNameOf(lane, race.lanes));
  const told = versus.map((pair) => verdictOf(pair, names)).filter((each) => each !== null);
  return (
    <section
      aria-label={w.verdicts}
      data-testid="verdicts"
      className="rounded-lg border border-line bg-panel px-3 py-2.5 text-xs"
    >
      <h3 className="mb-1 text-sm font-semibold">{w.verdicts}</h3>
      {told.length === 0 ? <p className="text-faint">{w.nothing}</p> : null}
      <ul className="flex flex-col gap-1">
        {told.map((each) => (
          <li key={each} className="selectable">
            {each}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RoundStrips({ race, run }: { race: Race; run: Run }) {
  const { data } = useRounds(run.id);
  if (!data) return null;
  const conditions = {
    facts: conditionFacts(data.conditions),
    simulated: data.conditions.simulated,
  };
  return (
    <div className="flex flex-col gap-2.5" data-testid="rounds">
      <h2 className="sr-only">{w.title}</h2>
      <Verdicts race={race} versus={data.versus} />
      <div className="grid grid-cols-2 gap-2.5 max-[1100px]:grid-cols-1">
        {METRICS.map((metric) => (
          <Strips key={metric.id} race={race} run={run} metric={metric} conditions={conditions} />
        ))}
      </div>
    </div>
  );
}
