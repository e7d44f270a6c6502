/** Every round of a race as a point, with paired comparisons in sentences. */

import type {
  CacheUse,
  Pairwise,
  RequestPart,
  RoundStep,
  Run,
  Sample,
  SchemaUse,
  ServiceComparison,
  ServiceVerdict,
} from "../../backend/backend";
import { useRounds } from "../../backend/results";
import { Chart, type Conditions, OneFoot, type Size } from "../../charts/Chart";
import { DotStrip } from "../../charts/distributions";
import { identityOf } from "../../charts/identity";
import { metricAxis } from "../../charts/metricAxis";
import { Plane, type Reading } from "../../charts/plane";
import type { Axis } from "../../charts/scales";
import { directionOf, type Numbered, written } from "../../strings/catalogue";
import { conditionFacts } from "../../strings/conditions";
import { count } from "../../strings/numbers";
import { commas } from "../../strings/phrases";
import { said } from "../../strings/said";
import { strings } from "../../strings/strings";
import { clippedNames } from "../names";
import { useChosenMetrics } from "../numbers/chosenMetrics";
import { MetricPicker, NotKnown } from "../numbers/MetricPicker";
import { betweenPromptEnds } from "../numbers/promptEnds";
import { failedOf, type Race } from "../race";
import { LeftOut } from "../verdict/Verdict";
import { Forest } from "./Forest";

const w = strings.stage.rounds;

const ROW_PX = 40;
/** Maximum number of characters of a name: in a sentence, and beside a row. */
const LONGEST_NAME = 28;
const LONGEST_LABEL = 18;

interface Value {
  value: number;
  round: number;
}

/** The values of a metric in the rounds that succeeded. A metric's id is its field in a sample. */
function valuesOf(samples: readonly Sample[], id: string): Value[] {
  return samples.flatMap((sample, round) => {
    const value = (sample as unknown as Record<string, unknown>)[id];
    return typeof value === "number" && sample.status === "ok" ? [{ value, round }] : [];
  });
}

interface StripsProps {
  race: Race;
  run: Run;
  metric: Numbered;
  conditions: Conditions;
}

function Strips({ race, run, metric, conditions }: StripsProps) {
  const { id, name: title, unit } = metric;
  const format = (value: number | null | undefined) => written(unit, value);
  const names = clippedNames(race.lanes, LONGEST_NAME);
  const labels = clippedNames(race.lanes, LONGEST_LABEL);
  const rows = run.lanes.map((lane) => valuesOf(lane.samples, id));
  const x = metricAxis(
    unit,
    "linear",
    rows.flat().map(({ value }) => value),
  );
  const y: Axis = {
    kind: "linear",
    name: "",
    format: (at) => labels[Math.round(at)] ?? "",
    // The first lane is at the top.
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
  const ends = run.lanes.map((lane) => betweenPromptEnds(lane, id, format));
  const middles = run.lanes.map(({ summary }, index) => {
    const spread = summary[id];
    return w.of(names[index] ?? "", ends[index] ?? format(spread?.p50 ?? spread?.mean));
  });
  return (
    <Chart
      title={title}
      direction={directionOf(metric)}
      reading={w.reading(commas(middles))}
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
            ends[index] ?? format(spread?.p50),
            format(spread?.p95),
            format(spread?.max),
          ];
        }),
      }}
    >
      {x
        ? ({ width, height }: Size) => (
            <Plane frame={{ x: 0, y: 0, width, height }} x={x} y={y} readings={readings}>
              {rows.map((values, index) => (
                <DotStrip
                  key={run.lanes[index]?.place}
                  samples={values.map(({ value }) => value)}
                  y={index}
                  // The axis counts lanes downwards, so smaller values are above.
                  spread={-0.16}
                  p50={ends[index] ? null : run.lanes[index]?.summary[id]?.p50}
                  p95={run.lanes[index]?.summary[id]?.p95}
                  look={identityOf(race.lanes[index]?.look ?? index)}
                />
              ))}
            </Plane>
          )
        : null}
    </Chart>
  );
}

/** A difference is a warning; that nothing can be known is none. */
const TONES: Record<ServiceVerdict, string> = {
  unknown: "text-faint",
  alike: "",
  probably: "text-warn",
  very_probably: "text-warn",
  almost_certainly: "text-warn",
};

interface VerdictsProps {
  race: Race;
  versus: readonly Pairwise[];
  schemaUses: readonly SchemaUse[];
  cacheUses: readonly CacheUse[];
  roundSteps: readonly RoundStep[];
  requestParts: readonly RequestPart[];
  sameService: readonly ServiceComparison[];
}

function Verdicts({
  race,
  versus,
  schemaUses,
  cacheUses,
  roundSteps,
  requestParts,
  sameService,
}: VerdictsProps) {
  const names = clippedNames(race.lanes, LONGEST_NAME);
  const unreliable = race.lanes.flatMap(({ samples }, index) => {
    const failed = failedOf(samples);
    return failed === 0 ? [] : [w.failed(names[index] ?? "", failed, samples.length)];
  });
  const isTold = versus.length > 0;
  return (
    <section
      aria-label={w.verdicts}
      data-testid="verdicts"
      className="border-t border-line bg-panel px-3 py-2.5 text-xs"
    >
      <h3 className="mb-1 text-sm font-semibold">{w.verdicts}</h3>
      {unreliable.map((each) => (
        <p key={each} className="mb-1 text-warn" data-testid="unreliable">
          {each}
        </p>
      ))}
      <LeftOut race={race} />
      {isTold ? null : <p className="text-faint">{w.nothing}</p>}
      {sameService.map((one) => (
        <p key={one.lane} className={`mb-1 ${TONES[one.verdict]}`} data-testid="same-service">
          {said(one.sentence, names)}
        </p>
      ))}
      {requestParts.map((part) => (
        <p
          key={`${part.lane} ${part.images ?? "schema"}`}
          className="mb-1"
          data-testid="request-part"
        >
          {said(part.sentence, names)}
        </p>
      ))}
      {schemaUses.map((used) => (
        <p key={used.lane} className="mb-1" data-testid="schema-use">
          {said(used.sentence, names)}
        </p>
      ))}
      {roundSteps.map((step) => (
        <p key={`${step.lane} ${step.metric}`} className="mb-1 text-warn" data-testid="round-step">
          {said(step.sentence, names)}
        </p>
      ))}
      {cacheUses.map((used) => (
        <p key={used.lane} className="mb-1" data-testid="cache-use">
          {said(used.sentence, names)}
        </p>
      ))}
      <Forest race={race} versus={versus} sentenceOf={(pair) => said(pair.sentence, names)} />
    </section>
  );
}

export function RoundStrips({ race, run }: { race: Race; run: Run }) {
  const { data } = useRounds(run.id);
  const { metrics } = useChosenMetrics("rounds");
  if (!data) return null;
  const conditions = {
    facts: conditionFacts(data.conditions),
    simulated: data.conditions.simulated,
  };
  const isKnown = ({ id }: Numbered) =>
    run.lanes.some(({ samples }) => valuesOf(samples, id).length > 0);
  return (
    <div className="flex flex-col gap-2.5" data-testid="rounds">
      <h2 className="sr-only">{w.title}</h2>
      <Verdicts
        race={race}
        versus={data.versus}
        schemaUses={data.schema_uses ?? []}
        cacheUses={data.cache_uses ?? []}
        roundSteps={data.round_steps ?? []}
        requestParts={data.request_parts ?? []}
        sameService={data.same_service ?? []}
      />
      <div className="flex items-center justify-end gap-3">
        <NotKnown metrics={metrics.filter((metric) => !isKnown(metric))} />
        <MetricPicker surface="rounds" />
      </div>
      <OneFoot {...conditions}>
        <div className="grid grid-cols-2 gap-2.5 max-[1100px]:grid-cols-1">
          {metrics.filter(isKnown).map((metric) => (
            <Strips key={metric.id} race={race} run={run} metric={metric} conditions={conditions} />
          ))}
        </div>
      </OneFoot>
    </div>
  );
}
