/** The scenes that a replay can be opened in: who is lined up, what the keyring is like, and what ran before. */

import type { KeyringState, Plan, ProviderView, Run, RunRow } from "../bindings";
import { replayRun } from "./race";

const PROMPT =
  "Explain the trade-offs between synchronous and asynchronous I/O in production web services, with an example of each.";

const lane = (name: string) => {
  const [provider = "", ...model] = name.split("/");
  return { provider, model: model.join("/"), muted: false };
};

const LINEUPS: Record<string, string[]> = {
  first: [
    "simulated/wafer-scale",
    "simulated/gpu-cloud",
    "simulated/reasoning",
    "simulated/frontier",
  ],
  full: [
    "groq/llama-3.3-70b-versatile",
    "cerebras/llama-3.3-70b",
    "deepseek/deepseek-reasoner",
    "my-vllm/qwen3-8b",
  ],
  failing: [
    "groq/llama-3.3-70b-versatile",
    "openai/gpt-4.1-nano",
    "mistral/mistral-small-latest",
    "simulated/flaky",
  ],
  eight: [
    "simulated/wafer-scale",
    "simulated/gpu-cloud",
    "simulated/reasoning",
    "simulated/frontier",
    "simulated/lpu",
    "simulated/flaky",
    "simulated/gpu-cloud",
    "simulated/lpu",
  ],
  torrent: Array.from({ length: 8 }, () => "simulated/torrent"),
};

/** Keyrings as they may be found. */
export const KEYRINGS: Record<string, KeyringState> = {
  ready: { state: "ready", backend: "Secret Service" },
  locked: {
    state: "locked",
    why: "The login keyring is locked and no one is there to unlock it.",
    fix: "Log in to the desktop once, or unlock it with gnome-keyring-daemon --unlock.",
  },
  missing: {
    state: "missing",
    why: "No program on the session bus offers org.freedesktop.secrets.",
    fix: "Install gnome-keyring or KWallet and log in again. On a server, start gnome-keyring-daemon inside dbus-run-session.",
  },
};

/** What the window opens with in a scene. */
export function planOf(scene: string): Plan {
  const lanes = (LINEUPS[scene] ?? LINEUPS.first ?? []).map(lane);
  const maxTokens = scene === "torrent" ? 40_000 : 512;
  return {
    prompt: PROMPT,
    max_tokens: maxTokens,
    temperature: 0,
    repeat: scene === "repeats" ? 5 : 1,
    warmup: 0,
    lanes,
  };
}

/** What the list says of a run. */
export function rowOf(run: Run): RunRow {
  const lanes = run.lanes.map(({ label, model, simulated, place, samples }) => {
    const sample = samples.at(-1);
    return {
      label,
      model,
      simulated,
      place,
      status: sample?.status ?? ("interrupted" as const),
      ttft_ms: sample?.ttft_ms ?? null,
      decode_tps: sample?.decode_tps ?? null,
      cost_usd: sample?.cost_usd ?? null,
    };
  });
  const { id, kind, started_at, state, simulated, plan } = run;
  return { id, kind, started_at, state, simulated, prompt: plan.prompt.slice(0, 200), lanes };
}

/** So many runs of before, newest first. */
export function pastRuns(providers: readonly ProviderView[], howMany: number): Run[] {
  const prompts = [
    PROMPT,
    "Write a haiku about latency.",
    "Summarise the attached release notes in five bullet points for a customer who has never seen the product.",
    "Count to 200, one number per line.",
  ];
  const scenes = ["full", "first", "failing", "eight"];
  const start = Date.UTC(2026, 10, 20, 21, 30);
  return Array.from({ length: howMany }, (_, index): Run => {
    const plan = {
      ...planOf(scenes[index % scenes.length] ?? "first"),
      prompt: prompts[index % prompts.length] ?? PROMPT,
    };
    const startedAt = new Date(start - index * 5_400_000).toISOString();
    const run = replayRun(
      `run-${String(howMany - index).padStart(4, "0")}`,
      startedAt,
      plan,
      providers,
    );
    if (index % 7 === 3) return { ...run, state: "interrupted" };
    return index % 9 === 5 ? { ...run, state: "stopped" } : run;
  });
}
