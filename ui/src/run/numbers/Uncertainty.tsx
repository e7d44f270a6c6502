/** The uncertainty of a lane's main numbers: how large, where most of it comes from, and its parts. */

import type { Lane, UncertaintyBudget } from "../../backend/backend";
import {
  difference,
  known,
  type Metric,
  metrics,
  type Numbered,
  written,
} from "../../strings/catalogue";
import { UNKNOWN } from "../../strings/numbers";
import { commas, sentence, sentences } from "../../strings/phrases";
import { strings } from "../../strings/strings";
import { tip } from "../../ui/tip";

const w = strings.uncertainty;

const sized = (metric: Numbered, size: number | null) =>
  size === null ? UNKNOWN : difference(metric, size);

/** A bias below this share of ± goes without a word, as in the engine's sentence. */
const NOTABLE = 0.05;

/** How large it is, in words; a lower bound if a part is unknown. */
export function sizeOf(metric: Numbered, budget: UncertaintyBudget): string {
  const { plus_minus, bias, ends, unknown } = budget;
  const about = Math.abs(bias ?? 0) > NOTABLE * (plus_minus ?? 0) ? bias : null;
  const size = sized(metric, plus_minus);
  const end = (value: number | null) => written(metric.unit, value);
  const around = ends
    ? w.between(end(ends.low), end(ends.high))
    : about == null
      ? w.size(size)
      : w.sizeAbout(size, difference(metric, Math.abs(about)), about > 0);
  return (unknown ?? []).length > 0 ? w.atLeast(around) : around;
}

/** Where it comes from: its only part, or its largest. */
export function causeOf({ parts, largest }: UncertaintyBudget): string {
  return parts.length === 1 ? w.sources[largest] : w.mostly(w.sources[largest]);
}

/** How large it is, and where it comes from, in one text. */
export function budgetText(metric: Numbered, budget: UncertaintyBudget | null | undefined): string {
  return budget ? commas([sizeOf(metric, budget), causeOf(budget)]) : UNKNOWN;
}

/** The p95 of time to first token among the budgets of a lane or a level. */
export const TTFT_P95 = "ttft_p95_ms";

/** Every part with its size, and the parts that are unknown. */
export function partsOf(metric: Numbered, { parts, unknown }: UncertaintyBudget): string {
  const known = parts.map(({ source, standard }) =>
    w.part(w.sources[source], sized(metric, standard)),
  );
  const missing = (unknown ?? []).map((source) => w.sources[source]);
  return sentences([
    w.standard,
    sentence(commas(known)),
    missing.length > 0 ? w.unknown(commas(missing)) : null,
  ]);
}

/** The numbers shown where there is little room. */
const MAIN = metrics.filter(({ surfaces }: Metric) => surfaces.length > 0);

export function Uncertainty({ lane }: { lane: Lane | undefined }) {
  const row = (metric: Numbered, id: string, name: string, short: string) => {
    const budget = lane?.uncertainty?.[id];
    return budget ? [{ id, metric, name, short, budget }] : [];
  };
  const ttft = known("ttft_ms");
  const rows = MAIN.flatMap((metric) => [
    ...row(metric, metric.id, metric.name, metric.short),
    ...(metric.id === ttft.id ? row(ttft, TTFT_P95, w.tail(ttft.name), w.tail(ttft.short)) : []),
  ]);
  if (!lane || rows.length === 0) return null;
  return (
    <section className="mt-3 border-t border-line pt-3 text-xs" data-testid="uncertainty">
      <h3 className="font-semibold">{w.title(strings.lane.summary(lane.samples.length))}</h3>
      <dl className="mt-1 grid grid-cols-[1fr_auto_auto] gap-x-3 gap-y-0.5">
        {rows.map(({ id, metric, name, short, budget }) => (
          <div key={id} className="contents">
            <dt className="truncate text-faint" title={name}>
              {short}
            </dt>
            <dd className="text-right whitespace-nowrap">
              <button
                type="button"
                {...tip(partsOf(metric, budget))}
                className="cursor-help underline decoration-dotted decoration-line-strong underline-offset-3"
              >
                {sizeOf(metric, budget)}
              </button>
            </dd>
            <dd className="text-faint whitespace-nowrap">{causeOf(budget)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
