/** The draft of a sweep. Contenders and the user's own prompt are those of the Race screen. */

import { create } from "zustand";
import type {
  Arrivals,
  Limits,
  Load,
  Plan,
  Preset,
  PromptSource,
  SweepDraft,
} from "../backend/backend";
import { hasVariables } from "../backend/library";
import { type DraftPlan, planOf } from "../plan/draft";

export type Asking = "own" | "preset" | "length" | "set";
export type Loading = "levels" | "ladder" | "rates";

/** The Race screen's plan, and the values of its variables. */
type Line = DraftPlan & { values?: Record<string, string> };

/** What the form holds. Each way of asking and of loading keeps its fields while another is chosen. */
export interface SweepForm {
  asking: Asking;
  /** Whether the braces in a prompt of one's own are text, stand for one value each, or for the columns of a table. */
  filling: "written" | "values" | "table";
  table: string;
  preset: Preset;
  tokens: number | null;
  lines: string;
  maxTokens: number | null;
  forceLength: boolean;
  loading: Loading;
  levels: readonly number[];
  most: number | null;
  ladderTtftMs: number | null;
  rates: string;
  arrivals: Arrivals;
  samples: number | null;
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
  maxTokens: 200,
  forceLength: false,
  loading: "levels",
  levels: [1, 8, 32],
  most: 128,
  ladderTtftMs: null,
  rates: "1, 2, 4",
  arrivals: "poisson",
  samples: 50,
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

/** Numbers as a user lists them; null where one of them is none. */
export function ratesOf(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const rates = parts.map(Number);
  return rates.every((rate) => Number.isFinite(rate) && rate > 0) ? rates : null;
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
  }
}

const isSet = (limits: Limits): boolean =>
  Object.values(limits).some((limit) => limit !== null && limit !== undefined);

function loadOf(form: SweepForm): Load {
  const { loading } = form;
  return {
    concurrency: loading === "levels" ? [...form.levels] : [],
    rates: loading === "rates" ? (ratesOf(form.rates) ?? []) : [],
    arrivals: form.arrivals,
    samples: form.samples ?? 0,
    unique_prompts: form.unique,
    force_length: form.forceLength,
    cold: form.cold,
    ladder: loading === "ladder" ? { most: form.most ?? 0, ttft_p95_ms: form.ladderTtftMs } : null,
    limits: isSet(form.limits) ? form.limits : null,
    budget_usd: form.budgetUsd,
    budget_tokens: form.budgetTokens,
    seed: 1,
  };
}

/** The sweep as the engine takes it. */
export function sweepOf(form: SweepForm, line: Line): SweepDraft {
  const plan: Plan = { ...planOf({ ...line, repeat: 1, warmup: 0 }), max_tokens: form.maxTokens };
  return { plan, load: loadOf(form), wording: wordingOf(form, line) };
}

/** The form of a sweep that was run, to run it again. What filled its prompt is not kept, the prompts are. */
export function formOf(plan: Plan): Partial<SweepForm> {
  const { load } = plan;
  if (!load) return {};
  const prompts = load.prompts ?? [];
  const asked: Partial<SweepForm> = load.preset
    ? { asking: "preset", preset: load.preset }
    : prompts.length > 0
      ? { asking: "set", lines: prompts.map((prompt) => JSON.stringify(prompt)).join("\n") }
      : { asking: "own", table: "" };
  const loaded: Partial<SweepForm> = load.ladder
    ? { loading: "ladder", most: load.ladder.most, ladderTtftMs: load.ladder.ttft_p95_ms ?? null }
    : (load.rates ?? []).length > 0
      ? { loading: "rates", rates: (load.rates ?? []).join(", ") }
      : { loading: "levels", levels: load.concurrency ?? [] };
  return {
    ...asked,
    ...loaded,
    maxTokens: plan.max_tokens ?? null,
    arrivals: load.arrivals ?? "constant",
    samples: load.samples,
    unique: load.unique_prompts,
    forceLength: load.force_length ?? false,
    cold: load.cold,
    limits: load.limits ?? {},
    budgetUsd: load.budget_usd ?? null,
    budgetTokens: load.budget_tokens ?? null,
  };
}

/** A sweep that shows what one is, in about a minute and for nothing. */
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
