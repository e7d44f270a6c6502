/** What the person prefers, and what surrounds the engine, as a replay answers for it. */

import { type Backend, Refusal } from "../backend";
import type { KeyringState, PreferenceProblem, Preferences } from "../bindings";
import { MACHINE } from "./profiles";

type Around = Pick<
  Backend,
  | "preferences"
  | "setPreferences"
  | "spentToday"
  | "allowOverCap"
  | "dataFolder"
  | "revealDataFolder"
  | "verifyHistory"
  | "backUpHistory"
  | "doctor"
  | "frameRate"
  | "followLinks"
>;

const USUAL: Preferences = {
  theme: "system",
  times: "seconds",
  numbers: "comma_point",
  text_percent: 100,
  rail: true,
  defaults: { max_tokens: 512, temperature: null, warmup: 0, repeat: 1 },
  cap_usd_per_day: null,
  keep_deleted_days: 30,
  notify: true,
  shortcuts: {},
};

/** A stand-in for the engine's own check, for two of its fields. */
function problemsOf({ text_percent, keep_deleted_days }: Preferences): PreferenceProblem[] {
  const problems: PreferenceProblem[] = [];
  if (text_percent < 80 || text_percent > 200)
    problems.push({
      field: "text_percent",
      message: "The text size must lie between 80 and 200 percent.",
    });
  if (keep_deleted_days < 1 || keep_deleted_days > 365)
    problems.push({
      field: "keep_deleted_days",
      message: "Deleted runs can be kept for 1 to 365 days.",
    });
  return problems;
}

export function replayPreferences(scene: URLSearchParams, keyring: KeyringState): Around {
  let preferences: Preferences = { ...USUAL, cap_usd_per_day: Number(scene.get("cap")) || null };
  const taken = { history_kib: 18_432, backups_kib: 0, backups: 0 };
  const path = "~/.local/share/paceline";
  return {
    preferences: async () => preferences,
    setPreferences: async (changed) => {
      const problems = problemsOf(changed);
      if (problems.length > 0) throw new Refusal({ kind: "preferences", problems });
      preferences = changed;
      return preferences;
    },
    spentToday: async () => ({
      usd: Number(scene.get("spent") ?? 0),
      requests: scene.has("spent") ? 12 : 0,
      unknown: Number(scene.get("unknown") ?? 0),
      simulated: 4,
    }),
    allowOverCap: async () => undefined,
    dataFolder: async () => ({ path, taken: { ...taken } }),
    revealDataFolder: async () => undefined,
    verifyHistory: async () =>
      scene.get("history") === "damaged"
        ? {
            runs: 12,
            requests: 48,
            recomputed: 48,
            findings: [
              {
                run: "run-0003",
                what: "In lane 0, round 0, ttft_ms is not what the raw log says.",
              },
            ],
          }
        : { runs: 12, requests: 48, recomputed: 48, findings: [] },
    backUpHistory: async () => {
      taken.backups += 1;
      taken.backups_kib += taken.history_kib;
      return { path, taken: { ...taken } };
    },
    doctor: async () => ({
      version: "0.1.0",
      machine: MACHINE,
      engine: "WebKitGTK",
      engine_version: "2.50.6",
      rendering: "without DMA-BUF: there is no GPU",
      display: "x11",
      keyring,
    }),
    frameRate: async (drawnMs) => (drawnMs.length < 2 ? null : { fps: 60, slowest_ms: 17 }),
    followLinks: async (onLink) => {
      const link = scene.get("link");
      // As from the engine: after the window has asked, and not while it asks.
      await Promise.resolve();
      if (link) onLink(link);
    },
  };
}
