/** A sweep without an engine: levels that slow down and queue by a simple formula, filled step by step. */

import type {
  Cell,
  Curve,
  Curves,
  Forecast,
  LevelPoint,
  ProviderView,
  RunState,
  Spread,
  Step,
  SweepDraft,
  SweepFrame,
  SweepNews,
  SweepView,
  Workloads,
} from "../bindings";
import { MACHINE, profileOf } from "./profiles";

/** Requests beyond this wait for one another. */
const SLOTS = 16;

function spread(middle: number, tail: number, n: number): Spread {
  const from = (least: number, value: number) => (n >= least ? value : null);
  return {
    n,
    mean: middle,
    p5: from(20, middle * 0.92),
    p50: from(5, middle),
    p90: from(10, middle * tail * 0.95),
    p95: from(20, middle * tail),
    min: middle * 0.9,
    max: middle * tail * 1.1,
  };
}

const loadOf = (step: Step) => step.streams ?? Math.ceil((step.rate ?? 1) * 2);

function pointOf(step: Step, provider: string, model: string, n: number): LevelPoint {
  const { ttftMs, tps, fails } = profileOf(provider, model);
  const streams = loadOf(step);
  const waits = Math.max(0, streams / SLOTS - 1);
  const speed = tps / (1 + streams * 0.015);
  const failed = fails ? n : 0;
  const known = n - failed > 0;
  const ttft = ttftMs * (1 + streams * 0.01 + waits);
  return {
    step,
    ended: fails?.fault.http_status === 429 ? { type: "throttled" } : { type: "done" },
    measured: n,
    ok: n - failed,
    answered: n,
    throttled: fails?.fault.http_status === 429 ? failed : 0,
    failed,
    ttft_ms: known ? spread(ttft, 1.2 + waits * 2, n) : null,
    decode_tps: known ? spread(speed, 1.08, n) : null,
    latency_ms: known ? spread(ttft + 200_000 / speed, 1.1, n) : null,
    sys_output_tps: known ? speed * Math.min(streams, SLOTS) : null,
    rps: known ? Math.min(streams, SLOTS) : null,
    error_rate: failed / n,
    goodput: null,
    good_fraction: null,
    cost_usd: null,
    ttft_error_ms: 0.3,
    doubts: streams >= 32 ? ["not_steady"] : [],
  };
}

function stepsOf({ concurrency = [], rates = [], ladder }: SweepDraft["load"]): Step[] {
  const steps: Step[] = [
    ...concurrency.map((streams): Step => ({ streams })),
    ...rates.map((rate): Step => ({ rate })),
  ];
  for (let level = 1; ladder && level < ladder.most; level *= 2) steps.push({ streams: level });
  if (ladder) steps.push({ streams: ladder.most });
  return steps;
}

export function replayWorkloads(): Workloads {
  return {
    presets: [
      {
        preset: "general-compute",
        source: "General Compute, “LLM Token Generation Speed”, run in June 2025",
        method: {
          system_tokens: 256,
          input_tokens: 512,
          steps: 1,
          growth_tokens: 0,
          max_tokens: 512,
          levels: [1, 8, 32],
          samples: 50,
          percentiles: [50, 95],
        },
      },
    ],
    limits: [{ name: "chat", limits: { ttft_ms: 500, tpot_ms: 33 } }],
    usual: {
      concurrency: [1, 8, 32],
      samples: 50,
      unique_prompts: true,
      cold: false,
      seed: 1,
    },
  };
}

export function replayForecast(draft: SweepDraft, providers: readonly ProviderView[]): Forecast {
  const running = draft.plan.lanes.map((lane, place) => ({ lane, place }));
  const open = running.filter(({ lane }) => !lane.muted);
  const view = (id: string) => providers.find((provider) => provider.id === id);
  const steps = stepsOf(draft.load);
  const each = steps.reduce((sum, step) => sum + draft.load.samples + 2 * (step.streams ?? 0), 0);
  const { max_tokens = null } = draft.plan;
  const problems = [];
  if (steps.length === 0) problems.push({ message: "A sweep needs levels." });
  if (open.length === 0) problems.push({ message: "There is no lane to race. Add one." });
  return {
    lanes: open.length,
    steps,
    is_ladder: Boolean(draft.load.ladder),
    requests: open.length * each,
    prompt_tokens: 40,
    max_tokens,
    most_tokens: max_tokens === null ? null : max_tokens * each * open.length,
    most_usd: null,
    unpriced: [],
    missing_keys: open
      .filter(({ lane }) => view(lane.provider)?.key === "required" && !view(lane.provider)?.kept)
      .map(({ place }) => place),
    expected_ms: 42_000,
    problems,
  };
}

/** A sweep that fills by the clock: `perStep` measured requests at each call of `step`. */
export class ReplaySweep {
  readonly view: SweepView;
  private state: RunState = "running";
  private readonly perStep = 5;

  constructor(
    id: string,
    private readonly draft: SweepDraft,
    providers: readonly ProviderView[],
  ) {
    const steps = stepsOf(draft.load);
    const open = draft.plan.lanes.flatMap((lane, place) => (lane.muted ? [] : [{ lane, place }]));
    const label = (provider: string) =>
      providers.find((view) => view.id === provider)?.label ?? provider;
    const simulated = (provider: string) =>
      providers.find((view) => view.id === provider)?.simulated ?? false;
    const lanes: Curve[] = open.map(({ lane, place }) => ({
      place,
      label: label(lane.provider),
      model: lane.model,
      simulated: simulated(lane.provider),
      points: [],
      knee: null,
    }));
    const curves: Curves = {
      id,
      started_at: "2026-11-21T09:00:00Z",
      state: "running",
      plan: { ...draft.plan, load: draft.load },
      steps,
      conditions: {
        prompt_hash: "ba7816bf8f",
        prompt_tokens: 40,
        max_tokens: draft.plan.max_tokens ?? null,
        temperature: draft.plan.temperature ?? null,
        measured: 0,
        token_sources: ["server"],
        protocols: ["HTTP/1.1"],
        cold: draft.load.cold,
        unique_prompts: draft.load.unique_prompts,
        machine: MACHINE,
        ttft_error_ms: 0.3,
        def_version: 2,
        started_at: "2026-11-21T09:00:00Z",
        simulated: lanes.some((lane) => lane.simulated),
      },
      lanes,
    };
    const fresh = (): Cell => ({
      state: "waiting",
      done: 0,
      of: draft.load.samples,
      beside: 0,
      failed: 0,
      throttled: 0,
      ttft_p50_ms: null,
    });
    const cells = lanes.map(() => steps.map(fresh));
    this.view = { curves, frame: this.frameOf(cells) };
  }

  private frameOf(cells: Cell[][]): SweepFrame {
    const flat = cells.flat();
    const done = flat.reduce((sum, cell) => sum + cell.done, 0);
    const all = flat.reduce(
      (sum, cell) => sum + (cell.state === "skipped" ? cell.done : cell.of),
      0,
    );
    return {
      cells,
      ended: done,
      left: all - done,
      left_ms: done > 0 ? (all - done) * 100 : null,
      spent_usd: null,
      spent_tokens: done * 200,
    };
  }

  started(): SweepNews {
    return { type: "started", ...structuredClone(this.view) };
  }

  /** A little later. */
  step(): SweepNews[] {
    const { curves, frame } = this.view;
    const news: SweepNews[] = [];
    const order = curves.steps.flatMap((_, at) => curves.lanes.map((_, lane) => ({ lane, at })));
    const now = order.find(({ lane, at }) => {
      const state = frame.cells[lane]?.[at]?.state;
      return state === "waiting" || state === "running" || state === "stopped";
    });
    const curve = now && curves.lanes[now.lane];
    const cell = now && frame.cells[now.lane]?.[now.at];
    const step = now && curves.steps[now.at];
    if (!now || !curve || !cell || !step) {
      this.end("finished");
      return [{ type: "ended", state: "finished", not_saved: null }];
    }
    const lane = this.draft.plan.lanes[curve.place];
    const point = pointOf(step, lane?.provider ?? "", lane?.model ?? "", cell.of);
    cell.state = "running";
    cell.done = Math.min(cell.of, cell.done + this.perStep);
    cell.ttft_p50_ms = cell.done >= 5 ? (point.ttft_ms?.p50 ?? null) : null;
    if (cell.done === cell.of) {
      cell.state = point.ended.type;
      cell.failed = point.failed;
      cell.throttled = point.throttled;
      curve.points = [...curve.points, point];
      curve.knee = kneeOf(curve.points);
      if (cell.state === "throttled") {
        for (const later of frame.cells[now.lane]?.slice(now.at + 1) ?? []) later.state = "skipped";
      }
      curves.conditions.measured += cell.of;
      news.push({
        type: "level_ended",
        lane: now.lane,
        curve: structuredClone(curve),
        conditions: { ...curves.conditions },
      });
    }
    this.view.frame = this.frameOf(frame.cells);
    news.push({ type: "frame", frame: structuredClone(this.view.frame) });
    return news;
  }

  end(state: RunState): void {
    this.state = state;
    this.view.curves.state = state;
  }

  stop(): SweepNews[] {
    if (this.state !== "running") return [];
    this.end("stopped");
    for (const cell of this.view.frame.cells.flat()) {
      if (cell.state === "running") cell.state = "stopped";
    }
    return [
      { type: "frame", frame: structuredClone(this.view.frame) },
      { type: "ended", state: "stopped", not_saved: null },
    ];
  }

  goOn(): void {
    this.end("running");
    for (const cell of this.view.frame.cells.flat()) {
      if (cell.state === "stopped") Object.assign(cell, { state: "waiting", done: 0 });
    }
  }
}

function kneeOf(points: readonly LevelPoint[]): Curve["knee"] {
  const first = points[0]?.ttft_ms;
  const at = points.find(
    ({ ttft_ms }) => (ttft_ms?.p95 ?? 0) > 2 * (first?.p95 ?? Number.POSITIVE_INFINITY),
  );
  if (!at || !first) return null;
  const ratio = (now: number | null | undefined, then: number | null | undefined) =>
    now && then ? now / then : null;
  return {
    step: at.step,
    queues: true,
    ttft_p95_ratio: ratio(at.ttft_ms?.p95, first.p95),
    ttft_p50_ratio: ratio(at.ttft_ms?.p50, first.p50),
    gained: null,
  };
}
