/** A whole race of a replay, stepped through by whoever holds the clock. The same plan always runs the same way. */

import type {
  Lane,
  Plan,
  ProviderView,
  RaceEvent,
  Run,
  RunState,
  Sample,
  Spread,
} from "../bindings";
import { type ReplayLane, replayLane } from "./lane";
import { MACHINE } from "./profiles";

const CONNECTING_MS = 250;

export interface ReplayRace {
  /** Everything that happens up to `atMs` after the race was started. */
  step(atMs: number): RaceEvent[];
  stopLane(lane: number): void;
  stopAll(): void;
}

function spreadOf(values: number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const sum = sorted.reduce((total, value) => total + value, 0);
  return {
    n: sorted.length,
    mean: sum / sorted.length,
    p50: sorted.length >= 5 ? (sorted[Math.floor(sorted.length / 2)] ?? null) : null,
    min: sorted[0] ?? null,
    max: sorted.at(-1) ?? null,
  };
}

function summaryOf(samples: Sample[]): Record<string, Spread> {
  const good = samples.filter((sample) => sample.status === "ok");
  const summary: Record<string, Spread> = {};
  for (const metric of ["ttft_ms", "ttfat_ms", "latency_ms", "decode_tps", "cost_usd"] as const) {
    const spread = spreadOf(
      good.map((sample) => sample[metric]).filter((value) => typeof value === "number"),
    );
    if (spread) summary[metric] = spread;
  }
  return summary;
}

export function replayRace(
  id: string,
  startedAt: string,
  plan: Plan,
  providers: readonly ProviderView[],
): ReplayRace {
  const contenders = plan.lanes
    .map((lane, place) => ({ lane, place }))
    .filter(({ lane }) => !lane.muted);
  const rounds = Math.max(1, plan.repeat);
  const samples: Sample[][] = contenders.map(() => []);
  let round = -1;
  let gunAt = 0;
  let running: (ReplayLane | null)[] = [];
  let state: RunState = "finished";
  let now = 0;
  let over = false;
  let waiting: RaceEvent[] = [];

  const end = (index: number, sample: Sample) => {
    running[index] = null;
    samples[index]?.push(sample);
    waiting.push({ type: "lane_ended", lane: index, round, sample });
  };

  const line = (at: number) => {
    round += 1;
    gunAt = at + CONNECTING_MS;
    running = contenders.map(({ lane, place }, index) =>
      replayLane(plan, lane, index, place * 5 + round * 3),
    );
  };

  const finish = (): RaceEvent => {
    over = true;
    const lanes = contenders.map(({ lane, place }, index): Lane => {
      const view = providers.find((provider) => provider.id === lane.provider);
      return {
        place,
        provider: lane.provider,
        label: view?.label ?? lane.provider,
        model: lane.model,
        dialect: "openai-chat",
        base_url: view?.base_url ?? "",
        simulated: view?.simulated ?? false,
        samples: samples[index] ?? [],
        summary: summaryOf(samples[index] ?? []),
      };
    });
    const run: Run = {
      schema: "paceline.run/1",
      id,
      kind: "race",
      started_at: startedAt,
      state,
      simulated: lanes.some((lane) => lane.simulated),
      def_version: 1,
      machine: MACHINE,
      plan,
      lanes,
    };
    return { type: "ended", run };
  };

  return {
    step: (atMs) => {
      const events: RaceEvent[] = [];
      if (over) return events;
      now = atMs;
      if (round < 0) {
        events.push({ type: "started", id });
        line(0);
      }
      const sinceGun = atMs - gunAt;
      if (sinceGun >= 0) {
        const lanes = running
          .map((lane) => lane?.frame(sinceGun) ?? null)
          .filter((frame) => frame !== null);
        events.push({
          type: "frame",
          at_us: Math.round(sinceGun * 1_000),
          round,
          warmup: false,
          lanes,
        });
        for (const [index, lane] of running.entries()) {
          const sample = lane?.ended(sinceGun);
          if (sample) end(index, sample);
        }
      }
      events.push(...waiting);
      waiting = [];
      if (sinceGun >= 0 && running.every((lane) => lane === null)) {
        if (round + 1 < rounds && state === "finished") line(atMs);
        else events.push(finish());
      }
      return events;
    },
    stopLane: (index) => {
      const lane = running[index];
      if (lane) end(index, lane.stop(Math.max(0, now - gunAt)));
    },
    stopAll: () => {
      state = "stopped";
      for (const [index, lane] of running.entries())
        if (lane) end(index, lane.stop(Math.max(0, now - gunAt)));
    },
  };
}

/** The run that a race comes to when nobody interferes. */
export function replayRun(
  id: string,
  startedAt: string,
  plan: Plan,
  providers: readonly ProviderView[],
): Run {
  const race = replayRace(id, startedAt, plan, providers);
  for (let atMs = 0; ; atMs += 33) {
    for (const event of race.step(atMs)) if (event.type === "ended") return event.run;
  }
}
