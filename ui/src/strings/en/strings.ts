/** The English texts of components, by place. Other languages have the same (`../texts.ts`). */

import type { Load } from "../../backend/backend";
import { count, dollars, UNKNOWN, upTo } from "../numbers";
import { chain } from "./chain";
import { charts } from "./charts";
import { checks } from "./checks";
import { compare } from "./compare";
import { finish } from "./finish";
import { judge } from "./judge";
import { lane, track } from "./lane";
import { composer, lineup } from "./lineup";
import { metrics, uncertainty } from "./metrics";
import { library, replayWords } from "./playback";
import { plural } from "./plural";
import { providers } from "./providers";
import { stage } from "./run";
import { share } from "./share";
import {
  ask,
  damage,
  forget,
  links,
  newRace,
  overCap,
  palette,
  settings,
  shortcuts,
  status,
} from "./shell";
import { sweeps } from "./sweep";
import { watch } from "./watch";

export const strings = {
  app: "Paceline",

  rail: {
    label: "Screens",
    palette: "Command palette",
    shortcuts: "Keyboard shortcuts",
    theme: {
      system: "Theme: as the system",
      light: "Theme: light",
      dark: "Theme: dark",
    },
  },

  status,
  palette,
  settings,
  shortcuts,
  newRace,
  links,
  ask,
  damage,
  overCap,
  forget,

  definitions: {
    absent: (why: string) => `Absent where ${why}.`,
    toReader: "To a reader",
    feels: (bands: string) => `To a reader: ${bands}.`,
    below: (limit: string, feels: string) => `under ${limit} ${feels}`,
    from: (limit: string, feels: string) => `from ${limit} on ${feels}`,
  },

  calibration: {
    unknown: "Not calibrated",
    off: (ms: string) => `Timestamps up to ${ms} ms late`,
    running: "Calibrating…",
    never:
      "The timestamp error of this machine is unknown. Press to measure it: fifteen seconds of streams with known timing.",
    found: (dated: string, machine: string) =>
      `How late TTFT is stamped (measured − true, never early), 99th percentile or the latest of fewer than 100; calibrated ${dated} on ${machine}:`,
    at: (streams: number, ms: string) => `${ms} ms at ${count(streams)}`,
    held: (tps: string) => `Speeds are within 1 % up to ${tps} tok/s in total.`,
    notHeld: "No speed was within 1 %: the machine was busy.",
    again: "Press to measure again.",
    done: (ms: string) => `Calibrated: TTFT is stamped up to ${ms} ms late with eight lanes.`,
  },

  sweep: {
    tag: "sweep",
    load: "In flight",
    perSecond: (n: string) => `${n} per s`,
    samples: "Samples",
    ok: (ok: number, all: number) =>
      ok === all ? `${count(all)} ok` : `${count(ok)} of ${count(all)} ok`,
    p50: "p50",
    cost: "Level cost",
    notes: "Notes",
    ends: {
      occupied: "begun again",
      throttled: "throttled",
      budget: "budget reached",
      too_large: "too large",
      stopped: "stopped",
      interrupted: "interrupted",
    },
    legend:
      "p95 is the slow tail; where higher is better, p5 is. With too few samples for a median, the mean is shown; with too few for a tail, a dash.",
    plan: ({ samples, waves, most_samples: most, unique_prompts: unique }: Load) =>
      `${plural(samples, "sample")}${waves ? `, or ${plural(waves, "wave")} if that is more,` : most ? `, up to ${count(most)} as the median needs them,` : ""} in each level, ${unique ? "unique prompts" : "the same prompt every time"}`,
  },

  simulated: {
    tag: "SIMULATED",
    ribbon: "SIMULATED – no network, no cost",
    some: "Some lanes are SIMULATED and are not ranked",
  },

  race: {
    label: "Race",
    prompt: "Prompt",
    promptHint: "What should every lane be asked?",
    system: "System prompt",
    systemHint: "Optional: sent to every lane before the prompt.",
    systemNone: "none",
    systemShort: "System",
    maxTokens: "Max tokens",
    temperature: "Temperature",
    effort: "Effort",
    effortHint:
      "How much a reasoning model is asked to think; a dash leaves it to the provider. What a model cannot take is sent otherwise and said so.",
    effortUnset: UNKNOWN,
    repeats: "Repeats",
    repeatsAtMost: "Repeats, at most",
    more: {
      title: "More settings of this race",
      warmup: "Warm-up rounds",
      warmupHint: "Raced first and not measured.",
      warmups: (rounds: number) => plural(rounds, "warm-up round"),
      settled: "Race until settled",
      settledHint:
        "Ends the race as soon as the first place is settled at 95 %. Repeats is then the most rounds.",
      never: "no, a fixed number of rounds",
      by: (metric: string) => `by ${metric}`,
      until: (metric: string) => `until ${metric} is settled`,
      unique: "Unique prompts",
      uniqueHint:
        "Each request begins with a number that no other request of any run has, so that prompt caches do not help. Otherwise rounds after the first may be answered from a cache.",
      uniqueSet: "unique prompts",
      deadline: "Deadline in seconds",
      deadlineHint: "Ends a request that takes longer. Empty: an hour.",
      anHour: count(3_600),
      deadlineOf: (seconds: number) => `deadline ${upTo(seconds, 1)} s`,
    },
    providersOwn: "provider's own",
    promptTokens: (tokens: number) => plural(tokens, "prompt token"),
    go: "Race",
    goOthers: (lanes: number) =>
      lanes === 1 ? "Race the other lane" : `Race the other ${count(lanes)}`,
    goNote: (places: string, lanes: number) =>
      `Left out: ${lanes === 1 ? "lane" : "lanes"} ${places}.`,
    stopAll: "Stop all",
    checking: "Checking the plan…",
    preflight: {
      lanes: (lanes: number, requests: number) =>
        requests > lanes
          ? `${plural(lanes, "lane")}, ${plural(requests, "request")}`
          : plural(lanes, "lane"),
      mostTokens: (tokens: number) => `at most ${plural(tokens, "token")}`,
      noLimit: "no token limit",
      mostCost: (usd: number) => `at most ${dollars(usd)}`,
      noCost: "no cost",
      noPrice: "no price",
      noCostLimit: "no limit on cost",
      costUnknown: "maximum cost unknown",
      unpriced: (lanes: number) => `${plural(lanes, "lane")} without a price`,
      missingKeys: (lanes: number) => `${plural(lanes, "key")} missing`,
      addKey: "Add a key",
      notes: (notes: number, lanes: number, place: number) =>
        `${plural(notes, "note")} on ${lanes > 1 ? plural(lanes, "lane") : `lane ${place}`}`,
      notesTitle: "Before you race",
      laneProblem: (place: number, message: string) => `Lane ${place}: ${message}`,
    },
    asked: {
      line: (prompt: string) => `Asked: “${prompt}”`,
      load: "Back into the composer",
      loadHint: "Puts this prompt and these lanes back into the composer",
    },
    earlier: {
      title: "Race the earlier prompt again?",
      text: (prompt: string, lanes: number, requests: number, most: string) =>
        `These results are of “${prompt}”, with ${plural(lanes, "lane")}, not of what is in the composer. ${plural(requests, "request")}, ${most}.`,
      unknownCost: "at an unknown cost",
      go: (rounds: number) => `Race it ×${rounds}`,
    },
    interrupted: {
      line: (when: string) =>
        `The race of ${when} was interrupted: Paceline was closed. What had arrived is in the history.`,
      open: "Open it",
    },
    notSaved: (why: string) => `This race could not be saved: ${why}`,
    announceStart: (lanes: number) => `Race started with ${plural(lanes, "lane")}.`,
    announceEnd: "Race over.",
    announceLane: (label: string, how: string) => `${label} ${how}.`,
    announceFinish: (label: string, total: string) => `${label} finished, ${total}.`,
  },

  composer,

  numberField: {
    from: (least: string) => `at least ${least}`,
    range: (least: string, most: string) => `${least} to ${most}`,
    whole: (range: string) => `a whole number, ${range}`,
  },

  lineup,
  track,
  lane,

  history: {
    label: "History",
    title: "History",
    count: (runs: number) => plural(runs, "run"),
    lanes: (lanes: number) => plural(lanes, "lane"),
    emptyTitle: "No races yet",
    empty: "Race once and the run appears here with its numbers, its texts and its raw log.",
    toRace: "Go to Race",
    loading: "Reading the history…",
    noPrompt: "(empty prompt)",
    delete: "Delete",
    deleteRun: (prompt: string) => `Delete the run “${prompt}”`,
    deleted: "Run deleted.",
    undo: "Undo",
    back: "All runs",
    again: "Race again",
    againHint: "Loads this plan into Race",
    texts: "Texts",
    numbers: "Numbers",
    prompt: "Prompt",
    system: "System",
    plan: (maxTokens: string, temperature: string, repeat: number) =>
      `max tokens ${maxTokens} · temperature ${temperature} · ${plural(repeat, "round")}`,
    definitions: (version: number) => `definitions v${version}`,
    gone: "This run is no longer in the history.",
  },

  numbersTable: metrics,
  uncertainty,

  stage,
  checks,
  chain,
  judge,
  finish,
  share,
  replay: replayWords,
  library,

  charts,
  compare,

  sweeps,

  watch,

  providers,

  firstRun: {
    title: "What to do next",
    dismiss: "Dismiss",
    race: (keys: string) => `${keys} races four simulated lanes`,
    key: "Add a key for a real provider",
    custom: "Add your own endpoint",
    done: "done",
  },

  trouble: {
    unexpected: "Something unexpected went wrong",
    startup: "Paceline could not start",
    retry: "Try again",
    dismiss: "Dismiss",
    notifications: "Notifications",
  },
} as const;
