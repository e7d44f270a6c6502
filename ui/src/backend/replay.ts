/**
 * The port, answered in a plain browser from generated events: for working on the window without an engine, and for
 * tests. The address chooses the scene, for example `?scene=full&keyring=missing`.
 */

import { type Backend, Refusal } from "./backend";
import type {
  Model,
  Plan,
  Preflight,
  Problem,
  ProviderView,
  RaceEvent,
  Run,
  SweepNews,
} from "./bindings";
import { replayArchive } from "./replay/archive";
import { replayComparison } from "./replay/compare";
import { replayConditions, replayMedals, replayPlayback } from "./replay/playback";
import { replayPreferences } from "./replay/preferences";
import { catalogue, profileOf } from "./replay/profiles";
import { type ReplayRace, replayRace } from "./replay/race";
import { KEYRINGS, pastRuns, planOf, rowOf } from "./replay/scenes";
import { replaySettings } from "./replay/settings";
import { replayShelf } from "./replay/shelf";
import { ReplaySweep, replayForecast, replayWorkloads } from "./replay/sweep";

/** A stand-in for the engine's rule: what is not on a private network does not go in the clear unasked. */
function mindPlainHttp(baseUrl: string): void {
  const { protocol, host, hostname } = new URL(baseUrl);
  if (protocol !== "http:" || /^(localhost|127\.|10\.|192\.168\.)/.test(hostname)) return;
  throw new Refusal({
    kind: "plain_http",
    host,
    message: `Requests to ${host} would cross a public network in the clear.`,
  });
}

const FRAME_MS = 33;

export interface ReplayClock {
  now(): number;
  every(ms: number, step: () => void): () => void;
}

const wallClock: ReplayClock = {
  now: () => performance.now(),
  every: (ms, step) => {
    const timer = setInterval(step, ms);
    return () => clearInterval(timer);
  },
};

export function replay(scene: URLSearchParams, clock: ReplayClock = wallClock): Backend {
  const name = scene.get("scene") ?? "first";
  const keyring = KEYRINGS[scene.get("keyring") ?? "ready"] ?? {
    state: "ready",
    backend: "Secret Service",
  };
  const speed = Number(scene.get("speed") ?? 1);
  let providers = catalogue(keyring.state === "ready");
  let runs = pastRuns(providers, Number(scene.get("runs") ?? 0));
  const deleted = new Map<string, Run>();
  const racing = new Map<string, ReplayRace>();
  const sweeps = new Map<string, ReplaySweep>();
  const sweepNow: { end: (() => void) | null } = { end: null };
  const sweep = (id: string): ReplaySweep => {
    const found = sweeps.get(id);
    if (!found) throw new Refusal({ kind: "not_found", message: `There is no sweep ${id}.` });
    return found;
  };
  const runSweep = (id: string, tell: (news: SweepNews) => void): string => {
    const running = sweep(id);
    const cancel = clock.every(FRAME_MS, () => {
      for (const news of running.step()) {
        if (news.type === "ended") cancel();
        tell(news);
      }
    });
    sweepNow.end = () => {
      cancel();
      for (const news of running.stop()) tell(news);
    };
    tell(running.started());
    return id;
  };
  let started = runs.length;

  const provider = (id: string): ProviderView => {
    const found = providers.find((view) => view.id === id);
    if (!found)
      throw new Refusal({ kind: "not_found", message: `There is no provider called ${id}.` });
    return found;
  };
  const change = (id: string, what: Partial<ProviderView>): ProviderView => {
    const changed = { ...provider(id), ...what };
    providers = providers.map((view) => (view.id === id ? changed : view));
    return changed;
  };
  const moved = (id: string, baseUrl: string | null): ProviderView => {
    const { base_url, default_base_url } = provider(id);
    const first = default_base_url ?? base_url;
    return change(id, {
      base_url: baseUrl ?? first,
      default_base_url: baseUrl === null || baseUrl === first ? null : first,
    });
  };
  const preflight = (plan: Plan): Preflight => {
    const places = plan.lanes
      .map((entry, place) => ({ entry, place }))
      .filter(({ entry }) => !entry.muted);
    const view = (id: string) => providers.find((entry) => entry.id === id);
    const missing = places.filter(
      ({ entry }) => view(entry.provider)?.key === "required" && !view(entry.provider)?.kept,
    );
    const priced = places.filter(({ entry }) => profileOf(entry.provider, entry.model).price);
    const limit = plan.max_tokens ?? null;
    const problems: Problem[] = missing.map(({ place, entry }) => ({
      lane: place,
      message: `${view(entry.provider)?.label ?? entry.provider} needs a key. Add one under Providers, or mute the lane.`,
    }));
    if (places.length === 0) problems.push({ message: "There is no lane to race. Add one." });
    if (!plan.prompt.trim())
      problems.push({ message: "The prompt is empty. Write what every lane should be asked." });
    return {
      lanes: places.length,
      requests: places.length * plan.repeat,
      prompt_tokens: Math.ceil(plan.prompt.split(/\s+/).filter(Boolean).length * 1.2),
      most_tokens: limit === null ? null : limit * places.length * plan.repeat,
      most_usd:
        limit === null || priced.length === 0
          ? null
          : priced.reduce(
              (sum, { entry }) =>
                sum + (limit * (profileOf(entry.provider, entry.model).price?.output ?? 0)) / 1e6,
              0,
            ),
      unpriced: places
        .filter(
          ({ entry }) =>
            !view(entry.provider)?.simulated && !profileOf(entry.provider, entry.model).price,
        )
        .map(({ place }) => place),
      missing_keys: missing.map(({ place }) => place),
      problems: scene.get("keyless") === "race" ? [] : problems,
    };
  };

  const openRun = async (id: string): Promise<Run> => {
    const run = runs.find((entry) => entry.id === id);
    if (!run)
      throw new Refusal({
        kind: "not_found",
        message: "This run is not in the history any more.",
      });
    return run;
  };

  const deleteRun = async (id: string) => {
    const run = runs.find((entry) => entry.id === id);
    if (run) deleted.set(id, run);
    runs = runs.filter((entry) => entry.id !== id);
  };
  const restoreRun = async (id: string) => {
    const run = deleted.get(id);
    if (run) runs = [...runs, run].sort((a, b) => (a.started_at < b.started_at ? 1 : -1));
    deleted.delete(id);
  };

  return {
    ...replayShelf(),
    playback: async (id, round) => replayPlayback(await openRun(id), round),
    medals: async (id, distance) => replayMedals(await openRun(id), distance),
    rounds: async (id) => ({ conditions: replayConditions(await openRun(id)), versus: [] }),
    startup: async () => ({
      version: "0.1.0",
      keyring,
      data_dir: "~/.local/share/paceline",
      plan: planOf(name),
      first_run: name === "first" && runs.length === 0,
      safe_rendering: "off",
    }),
    providers: async () => providers,
    listModels: async (id) => {
      const view = provider(id);
      if (view.key === "required" && !view.kept) {
        throw new Refusal({
          kind: "key",
          message: `No key is kept for ${view.label}.`,
          fix: "Paste one and save it, then check again.",
        });
      }
      return view.models.map((model): Model => {
        const { price } = profileOf(id, model);
        return {
          id: model,
          price: price && {
            input_usd_per_million: price.input,
            output_usd_per_million: price.output,
            source: "replay",
            dated: "2026-11-12",
          },
        };
      });
    },
    setKey: async (id, key, sessionOnly) => {
      if (!sessionOnly && keyring.state !== "ready") {
        throw new Refusal({ kind: "key", message: keyring.why, fix: keyring.fix });
      }
      return change(id, { kept: sessionOnly ? "session" : "keyring", tail: key.slice(-4) });
    },
    forgetKey: async (id) => change(id, { kept: null, tail: null }),
    ...replaySettings(scene),
    ...replayPreferences(scene, keyring),
    copyKey: async (id, sessionOnly) =>
      change(id, { kept: sessionOnly ? "session" : "keyring", tail: "4f2a" }),
    keepLocalServer: async ({ provider: id, base_url }) => change(id, { base_url, local: true }),
    setAddress: async (id, baseUrl, plainHttp) => {
      if (baseUrl && !plainHttp) mindPlainHttp(baseUrl);
      return moved(id, baseUrl);
    },
    saveEndpoint: async ({ id, label, dialect, base_url, key_needed, confirm_plain_http }) => {
      if (!confirm_plain_http) mindPlainHttp(base_url);
      const key = key_needed ? "required" : "none";
      const isThere = providers.some((view) => view.id === id);
      if (id && isThere) return change(id, { label, dialect, base_url, key });
      const view: ProviderView = {
        id: id ?? label.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
        label,
        dialect,
        base_url,
        key,
        models: [],
        local: false,
        simulated: false,
        custom: true,
        proven: false,
        key_variables: [],
        lists_models: true,
        reports: [],
      };
      providers = [...providers, view];
      return view;
    },
    removeEndpoint: async (id) => {
      providers = providers.filter((view) => view.id !== id);
    },
    savePicture: async (picture, format) => `~/Downloads/${picture}.${format}`,
    preflight: async (plan) => preflight(plan),
    savePlan: async () => undefined,
    startRace: async (plan, onEvent: (event: RaceEvent) => void) => {
      const { problems } = preflight(plan);
      if (problems.length > 0) throw new Refusal({ kind: "plan", problems });
      started += 1;
      const id = `run-${String(started).padStart(4, "0")}`;
      const race = replayRace(id, new Date().toISOString(), plan, providers);
      racing.set(id, race);
      const startedAt = clock.now();
      const cancel = clock.every(FRAME_MS, () => {
        for (const event of race.step((clock.now() - startedAt) * speed)) {
          if (event.type === "ended") {
            cancel();
            racing.delete(id);
            runs = [event.run, ...runs];
          }
          onEvent(event);
        }
      });
      return id;
    },
    workloads: async () => replayWorkloads(),
    planSweep: async (draft) => replayForecast(draft, providers),
    startSweep: async (draft, onNews) => {
      const { problems } = replayForecast(draft, providers);
      if (problems.length > 0) throw new Refusal({ kind: "plan", problems });
      const id = `sweep-${sweeps.size + 1}`;
      sweeps.set(id, new ReplaySweep(id, draft, providers));
      return runSweep(id, onNews);
    },
    resumeSweep: async (id, onNews) => {
      sweep(id).goOn();
      return runSweep(id, onNews);
    },
    pauseSweep: async () => sweepNow.end?.(),
    openSweep: async (id) => structuredClone(sweep(id).view),
    stopLane: async (id, index) => racing.get(id)?.stopLane(index),
    stopRace: async (id) => (sweeps.has(id) ? sweepNow.end?.() : racing.get(id)?.stopAll()),
    compare: async (_, question) => replayComparison(question, runs.length > 0),
    listRuns: async (offset, limit) => ({
      total: runs.length,
      runs: runs.slice(offset, offset + limit).map(rowOf),
    }),
    openRun,
    deleteRun,
    restoreRun,
    ...replayArchive({
      runs: () => runs,
      rowOf,
      deleteRun,
      restoreRun,
      isFailing: scene.get("failing") === "history",
    }),
  };
}
