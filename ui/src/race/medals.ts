/** Who was first, fastest and cheapest: given numbers compared, with a tie where they differ by less than 2 %. */

import type { Run } from "../backend/backend";
import { dollars, durationWithUnit, rate } from "../words/numbers";
import { words } from "../words/words";

type Metric = "ttft_ms" | "ttfat_ms" | "decode_tps" | "cost_usd";

export interface Medal {
  title: string;
  /** The winners' places among the lanes that ran; more than one is a tie. */
  lanes: number[];
  /** The best value, formatted. */
  value: string;
}

export type Verdict = { medals: Medal[] } | { nobody: string };

interface Category {
  title: string;
  metric: Metric;
  best: "least" | "most";
  format: (value: number) => string;
}

const TIE = 0.02;

const categories: readonly Category[] = [
  { title: words.medals.firstWord, metric: "ttft_ms", best: "least", format: durationWithUnit },
  { title: words.medals.firstAnswer, metric: "ttfat_ms", best: "least", format: durationWithUnit },
  {
    title: words.medals.fastest,
    metric: "decode_tps",
    best: "most",
    format: (value) => `${rate(value)} ${words.track.tps}`,
  },
  { title: words.medals.cheapest, metric: "cost_usd", best: "least", format: dollars },
];

interface Ranked {
  lane: number;
  value: number;
}

/** What stands for a lane: its one sample, or over several rounds the median, or the mean where a median has too few. */
function standing(run: Run, lane: number, metric: Metric): number | null {
  const contender = run.lanes[lane];
  if (!contender) return null;
  if (contender.samples.length > 1) {
    const spread = contender.summary[metric];
    return spread?.p50 ?? spread?.mean ?? null;
  }
  return contender.samples[0]?.[metric] ?? null;
}

interface Field {
  /** The lanes that may be ranked. */
  lanes: number[];
  /** Whether lanes finished that may not be. */
  others: boolean;
}

/** Ranked are lanes that finished in every round, and no simulated one beside a real one. */
function fieldOf(run: Run): Field {
  const finished = run.lanes
    .map((lane, index) => ({ lane, index }))
    .filter(
      ({ lane }) =>
        lane.samples.length > 0 && lane.samples.every((sample) => sample.status === "ok"),
    );
  const real = finished.filter(({ lane }) => !lane.simulated);
  const anyReal = run.lanes.some((lane) => !lane.simulated);
  const lanes = (anyReal ? real : finished).map(({ index }) => index);
  return { lanes, others: lanes.length < finished.length };
}

function award(run: Run, lanes: number[], category: Category): Medal | null {
  const sign = category.best === "least" ? 1 : -1;
  const ranked = lanes
    .map((lane) => ({ lane, value: standing(run, lane, category.metric) }))
    .filter((entry): entry is Ranked => entry.value !== null)
    .sort((a, b) => sign * (a.value - b.value));
  const [first] = ranked;
  if (!first || ranked.length < 2) return null;
  const tied = ranked.filter(({ value }) => Math.abs(value - first.value) < TIE * first.value);
  const winners = tied.length > 0 ? tied : [first];
  return {
    title: category.title,
    lanes: winners.map(({ lane }) => lane),
    value: category.format(first.value),
  };
}

export function medalsOf(run: Run): Verdict {
  const { lanes, others } = fieldOf(run);
  if (lanes.length === 0) return { nobody: others ? words.medals.noneReal : words.medals.nobody };
  if (lanes.length === 1) return { nobody: others ? words.medals.aloneReal : words.medals.alone };
  const medals = categories.map((category) => award(run, lanes, category));
  return { medals: medals.filter((medal) => medal !== null) };
}
