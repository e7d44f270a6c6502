/** The draft of a sweep. Contenders and the user's own prompt are those of the Race screen. */

import { create } from "zustand";
import type {
  Arrivals,
  Limits,
  Load,
  Method,
  OnThrottle,
  Plan,
  Preset,
  PromptSource,
  Suite,
  SuiteView,
  SweepDraft,
} from "../backend/backend";
import { type DraftPlan, planOf } from "../plan/draft";
import { hasVariables } from "../plan/filled";

export type Asking = "own" | "preset" | "length" | "set" | "suite";
export type Loading = "levels" | "ladder" | "rates" | "capacity" | "lengths";

/** The Race screen's plan, and the values of its variables. */
type Line = DraftPlan & { values?: Record<string, string> };

/** The content of the form. Each kind of prompt and of load keeps its fields while another is chosen. */
export interface SweepForm {
  asking: Asking;
  /** Whether the braces in the user's own prompt are text, variables with one value each, or columns of a table. */
  filling: "written" | "values" | "table";
  table: string;
  preset: Preset;
  tokens: number | null;
  lines: string;
  suite: Suite;
  maxTokens: number | null;
  forceLength: boolean;
  loading: Loading;
  levels: readonly number[];
  most: number | null;
  ladderTtftMs: number | null;
  capacityTtftMs: number | null;
  /** Shares in percent. */
  capacityErrors: number | null;
  capacityGood: number | null;
  perSecond: boolean;
  /** Prompt lengths as the user lists them, and the load. */
  lengths: string;
  lengthsInFlight: number | null;
  lengthsCached: boolean;
  rates: string;
  arrivals: Arrivals;
  samples: number | null;
  waves: number | null;
  /** Measured requests of a level at a rate, at most. */
  mostSamples: number | null;
  onThrottle: OnThrottle;
  /** Precision of a level's median TTFT at which it ends, in percent. */
  settledWithin: number | null;
  unique: boolean;
  cold: boolean;
  limits: Limits;
  budgetUsd: number | null;
  budgetTokens: number | null;
}

interface SweepFormState extends SweepForm {
  set: (change: Partial<SweepForm>) => void;
}

export const usualForm: SweepForm = {
  asking: "own",
  filling: "written",
  table: "",
  preset: "general-compute",
  tokens: 1_000,
  lines: "",
  suite: "tool-calls-2026-11",
  maxTokens: 200,
  forceLength: false,
  loading: "levels",
  levels: [1, 8, 32],
  most: 128,
  ladderTtftMs: null,
  capacityTtftMs: 500,
  capacityErrors: null,
  capacityGood: null,
  perSecond: false,
  lengths: "1000, 10000, 50000",
  lengthsInFlight: 1,
  lengthsCached: false,
  rates: "1, 2, 4",
  arrivals: "poisson",
  samples: 50,
  waves: 10,
  mostSamples: 320,
  onThrottle: "stop",
  settledWithin: null,
  unique: true,
  cold: false,
  limits: {},
  budgetUsd: null,
  budgetTokens: null,
};

export const useSweepForm = create<SweepFormState>()((set) => ({
  ...usualForm,
  set: (change) => set(change),
}));

/** Numbers from the user's list; null if one is not a number. */
export function ratesOf(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const rates = parts.map(Number);
  return rates.every((rate) => Number.isFinite(rate) && rate > 0) ? rates : null;
}

/** Prompt lengths from the user's list; null if one is not a length. */
export function lengthsOf(text: string): number[] | null {
  const lengths = ratesOf(text);
  return lengths?.every(Number.isInteger) ? lengths : null;
}

function wordingOf(form: SweepForm, line: Line): PromptSource {
  switch (form.asking) {
    case "own":
      if (form.filling === "written" || !hasVariables(line)) return { type: "own" };
      return form.filling === "table"
        ? { type: "filled", table: form.table }
        : { type: "values", values: line.values ?? {} };
    case "preset":
      return { type: "preset", preset: form.preset };
    case "length":
      return { type: "length", tokens: form.tokens ?? 0 };
    case "set":
      return { type: "set", lines: form.lines };
    case "suite":
      return { type: "suite", suite: form.suite };
  }
}

const isSet = (limits: Limits): boolean =>
  Object.values(limits).some((limit) => limit !== null && limit !== undefined);

const shareOf = (percent: number | null): number | null =>
  percent === null ? null : percent / 100;

const percentOf = (share: number | null | undefined): number | null =>
  share == null ? null : Number((share * 100).toPrecision(6));

function concurrencyOf({ loading, levels, lengthsInFlight }: SweepForm): number[] {
  if (loading === "lengths") return [lengthsInFlight ?? 0];
  return loading === "levels" ? [...levels] : [];
}

function loadOf(form: SweepForm): Load {
  const { loading } = form;
  return {
    concurrency: concurrencyOf(form),
    rates: loading === "rates" ? (ratesOf(form.rates) ?? []) : [],
    arrivals: form.arrivals,
    samples: form.samples ?? 0,
    waves: loading === "rates" ? null : form.waves,
    most_samples: loading === "rates" ? form.mostSamples : null,
    on_throttle: form.onThrottle,
    settled_within: loading === "capacity" ? null : shareOf(form.settledWithin),
    unique_prompts: form.unique || loading === "lengths",
    lengths:
      loading === "lengths"
        ? { tokens: lengthsOf(form.lengths) ?? [], cached: form.lengthsCached }
        : null,
    force_length: form.forceLength,
    cold: form.cold,
    ladder: loading === "ladder" ? { most: form.most ?? 0, ttft_p95_ms: form.ladderTtftMs } : null,
    capacity:
      loading === "capacity"
        ? {
            ttft_p95_ms: form.capacityTtftMs,
            error_rate: shareOf(form.capacityErrors),
            good_fraction: shareOf(form.capacityGood),
            most: form.most ?? 0,
            per_second: form.perSecond,
          }
        : null,
    limits: isSet(form.limits) ? form.limits : null,
    budget_usd: form.budgetUsd,
    budget_tokens: form.budgetTokens,
    seed: 1,
  };
}

/**
 * Default number of samples of a level: a capacity needs enough to distinguish 1 % past a limit from 5 %, and long
 * prompts are expensive.
 */
const usualSamples = (loading: Loading): number =>
  loading === "capacity" ? 300 : loading === "lengths" ? 10 : 50;

/** Another kind of load, with its default number of samples unless the user chose one. */
export const loadedBy = (next: Loading, { loading, samples }: SweepForm): Partial<SweepForm> => ({
  loading: next,
  samples: samples === usualSamples(loading) ? usualSamples(next) : samples,
});

/** The load of a published method, with exactly its number of samples. */
export const loadOfMethod = ({ levels, samples }: Method): Partial<SweepForm> => ({
  loading: "levels",
  levels,
  samples,
  waves: null,
  mostSamples: null,
});

/** A sweep that asks each prompt of a suite once, four at a time. */
export const formOfSuite = (view: SuiteView): Partial<SweepForm> => ({
  suite: view.suite,
  loading: "levels",
  levels: [4],
  samples: view.rows,
  waves: null,
  mostSamples: null,
  maxTokens: view.max_tokens,
  unique: false,
});

/** The sweep as the engine takes it. */
export function sweepOf(form: SweepForm, line: Line): SweepDraft {
  const race = planOf({ ...line, repeat: 1, warmup: 0, until_settled: null });
  const plan: Plan = { ...race, max_tokens: form.maxTokens };
  return { plan, load: loadOf(form), wording: wordingOf(form, line) };
}

/** What a sweep asked. */
function askedOf({ set }: Plan, { preset, prompts = [] }: Load): Partial<SweepForm> {
  if (preset) return { asking: "preset", preset };
  if (set?.type === "suite") return { asking: "suite", suite: set.suite };
  const rows = set?.rows ?? prompts;
  if (rows.length === 0) return { asking: "own", table: "" };
  return { asking: "set", lines: rows.map((row) => JSON.stringify(row)).join("\n") };
}

/**
 * The form of a sweep that was run, to run it again. The values that filled its prompt are not stored, but the
 * resulting prompts are.
 */
export function formOf(plan: Plan): Partial<SweepForm> {
  const { load } = plan;
  if (!load) return {};
  const asked = askedOf(plan, load);
  const loaded: Partial<SweepForm> = load.lengths
    ? {
        loading: "lengths",
        lengths: load.lengths.tokens.join(", "),
        lengthsInFlight: load.concurrency?.[0] ?? 1,
        lengthsCached: load.lengths.cached ?? false,
      }
    : load.capacity
      ? {
          loading: "capacity",
          most: load.capacity.most,
          capacityTtftMs: load.capacity.ttft_p95_ms ?? null,
          capacityErrors: percentOf(load.capacity.error_rate),
          capacityGood: percentOf(load.capacity.good_fraction),
          perSecond: load.capacity.per_second ?? false,
        }
      : load.ladder
        ? {
            loading: "ladder",
            most: load.ladder.most,
            ladderTtftMs: load.ladder.ttft_p95_ms ?? null,
          }
        : (load.rates ?? []).length > 0
          ? { loading: "rates", rates: (load.rates ?? []).join(", ") }
          : { loading: "levels", levels: load.concurrency ?? [] };
  return {
    ...asked,
    ...loaded,
    maxTokens: plan.max_tokens ?? null,
    arrivals: load.arrivals ?? "constant",
    samples: load.samples,
    waves: load.waves ?? null,
    mostSamples: loaded.rates ? (load.most_samples ?? null) : usualForm.mostSamples,
    onThrottle: load.on_throttle ?? "stop",
    settledWithin: percentOf(load.settled_within),
    unique: load.unique_prompts,
    forceLength: load.force_length ?? false,
    cold: load.cold,
    limits: load.limits ?? {},
    budgetUsd: load.budget_usd ?? null,
    budgetTokens: load.budget_tokens ?? null,
  };
}

/** A sweep that demonstrates what a sweep is, in about a minute and for free. */
export const SMALL: SweepDraft = {
  plan: {
    prompt: "",
    max_tokens: 48,
    repeat: 1,
    warmup: 0,
    lanes: ["lpu", "wafer-scale"].map((model) => ({ provider: "simulated", model, muted: false })),
  },
  load: { ...loadOf({ ...usualForm, levels: [1, 4, 16, 32], samples: 20 }) },
  wording: { type: "length", tokens: 100 },
};
