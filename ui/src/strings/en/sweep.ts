/** Texts of the Sweep screen and of its charts. */

import type { CellState, Preset, RunState, Suite } from "../../backend/backend";
import { count } from "../numbers";
import { plural } from "./plural";

/** A level by its load: “32 in flight”, “2.5 per second”, “1,000 tokens, cached”. */
export const loads = {
  inFlight: (n: string) => `${n} in flight`,
  perSecond: (n: string) => `${n} per second`,
  prompt: (tokens: number, isCached: boolean, inFlight: number) =>
    [
      plural(tokens, "token"),
      isCached ? "cached" : "",
      inFlight > 1 ? loads.inFlight(count(inFlight)) : "",
    ]
      .filter(Boolean)
      .join(", "),
  seconds: (n: string) => `${n} s`,
  minutes: (n: string) => `${n} min`,
  hours: (n: string) => `${n} h`,
};

export const presetNames: Record<Preset, string> = {
  "general-compute": "General Compute comparison",
  "artificial-analysis-100": "Artificial Analysis, 100 in",
  "artificial-analysis-1k": "Artificial Analysis, 1k in",
  "artificial-analysis-10k": "Artificial Analysis, 10k in",
  "artificial-analysis-100k": "Artificial Analysis, 100k in",
  chat: "Chat",
  autocomplete: "Autocomplete",
  rag: "Answer from documents (RAG)",
  "code-file": "A whole code file",
  "agent-loop": "Agent loop, 20 steps",
  "code-apply": "Apply an edit to code",
};

export const suiteNames: Record<Suite, string> = {
  "tool-calls-2026-11": "60 tool calls",
  "schemas-2026-11": "40 texts into JSON of a schema",
  "sums-2026-11": "40 sums in words",
  "merges-2026-11": "30 edits merged into files",
  "needles-2026-11": "30 facts in texts of 1k to 64k tokens",
  "instructions-2026-11": "20 instructions about form",
};

export const cellStates: Record<CellState, string> = {
  waiting: "waiting",
  settling: "draining",
  warming: "warming up",
  running: "running",
  done: "done",
  throttled: "throttled",
  budget: "budget reached",
  too_large: "too large",
  stopped: "stopped",
  skipped: "not run",
};

export const sweeps = {
  title: "Sweep",
  what: "A sweep measures each contender at rising load: speed of one answer, TTFT, and the load that it can carry.",
  trySmall: "Run a small simulated one",
  trySmallHint: "Two simulated contenders, 1 to 32 in flight, about a minute, no network",
  newSweep: "New sweep",
  contenders: "Contenders",
  contendersHint: "The line-up of the Race screen; each takes its turn at every level.",
  asked: "Request",
  asking: {
    own: "Own prompt",
    preset: "Published method",
    length: "Given length",
    set: "Set of prompts",
    suite: "Built-in suite",
  },
  prompt: "Prompt",
  promptHint: "The prompt of every request. {{name}} can stand for a value.",
  fillFrom: "Braces in the prompt",
  fillings: { written: "sent as written", values: "one value each", table: "from a table" },
  valuesTable: "Table",
  valuesHint: "CSV: the first line names the columns, each further line is sent in turn.",
  loadFile: "Load a file…",
  lines: "Prompts",
  linesHint: 'A JSON string or object in each line, or CSV: {"prompt": …, "expected": …}',
  tokens: "Input tokens",
  tokensHint: "English text of our own, of exactly this many o200k_base tokens.",
  preset: "Method",
  suite: "Suite",
  suiteAsks: (n: number) =>
    `It asks ${plural(n, "prompt")}, each with what makes its answer right. One sample for each asks every one once.`,
  source: (source: string) => `Source: ${source}.`,
  method: (input: number, output: number, steps: number) =>
    `${plural(input, "token")} in${steps > 1 ? ` at first, growing over ${count(steps)} steps` : ""}, at most ${count(output)} out.`,
  asMethod: "Use its levels and samples",
  answers: "Answers",
  maxTokens: "Output tokens",
  temperature: "Temperature",
  forceLength: "Force this length",
  forceLengthHint:
    "Makes every answer as long as the limit. Works with vLLM, SGLang and compatible servers at your own addresses.",
  load: "Load",
  loading: {
    levels: "In flight",
    ladder: "Ladder to the knee",
    rates: "Requests per second",
    capacity: "Capacity",
    lengths: "Prompt lengths",
  },
  loadingHint: {
    levels:
      "Closed loop: a fixed number of requests in flight; when one is answered, the next is sent.",
    ladder:
      "Starts at 1 and doubles until throughput stops following the load, requests wait long or fail, or the highest level is reached; then narrows down the load where that begins.",
    capacity:
      "Finds by bisection the highest load that keeps a service level. Each level takes as many requests as it needs to be sure, at most the samples and waves below; 300 samples are usually enough.",
    lengths:
      "How TTFT grows with the prompt: generated prompts of each length at one number of requests in flight.",
    rates:
      "Open loop: requests are sent when they are due, whether or not earlier ones were answered. Times count from then.",
  },
  levels: "Levels",
  otherLevel: "Another level",
  addLevel: "Add",
  most: "Highest level",
  capacityTtft: "TTFT p95 under (ms)",
  capacityErrors: "Errors under (%)",
  capacityGood: "Good, over (%)",
  capacityGoodHint:
    "The share of requests within the goodput limits below whose answer, if checked, is right.",
  mostLoad: "Highest load",
  perSecond: "Per second",
  ladderTtft: "Ends at TTFT p95 (ms)",
  untilWaiting: "until requests wait",
  lengths: "Input tokens",
  lengthsHint: "Such as 1000, 10000, 100000",
  lengthsInFlight: "In flight",
  lengthsCached: "Then from the cache",
  lengthsCachedHint:
    "Measures each length a second time with one prompt that is sent every time, so that the provider's prompt cache helps.",
  lengthsAsked:
    "English text of our own in each of the lengths below, by o200k_base, unique in every request.",
  rates: "Rates",
  ratesHint: "Such as 0.5, 1, 2, 4",
  poisson: "At random (Poisson)",
  samples: "Samples per level",
  waves: "Waves, at least",
  wavesHint:
    "A wave is as many requests as are in flight. Requests of one wave share the server's state, so fewer than 8 waves give no interval of the median. Empty: exactly the samples.",
  mostSamples: "Samples, at most",
  mostSamplesHint:
    "After its samples a level goes on for as long as the 95 % interval of its median TTFT takes, by how busy the server is, if so many are enough. Empty: exactly the samples.",
  settled: "Until TTFT is within ± %",
  settledHint:
    "A level ends as soon as the 95 % interval of its median TTFT is this narrow, and takes at most the samples and waves given here. The interval is valid although it decides when the level ends, if no wave of requests resembles the one before.",
  throttled: "Continue after 429",
  throttledHint:
    "Measures the error rate under overload: a refused stream waits as long as the provider asks, at most 10 s, and sends again. Otherwise a 429 ends the contender's sweep.",
  unique: "Unique prompts",
  uniqueHint:
    "Each prompt begins with a number that no other request of any run has, so that prompt caches do not help.",
  cold: "Cold connections",
  coldHint:
    "A new connection for each request. It is not part of TTFT; it is part of the time the user waits.",
  limits: "Goodput limits",
  limitsHint: "A request counts as good when it is within every limit.",
  noLimits: "none",
  limitUses: { voice: "voice", chat: "chat", coding: "coding", batch: "batch" } as Readonly<
    Record<string, string>
  >,
  limitNames: { ttft_ms: "TTFT ms", tpot_ms: "TPOT ms", latency_ms: "Total ms" },
  budget: "Budget",
  budgetUsd: "Dollars",
  budgetTokens: "Output tokens",
  budgetHint:
    "The sweep stops before it could exceed the budget; requests in flight count at their maximum.",
  before: {
    title: "Before the start",
    contenders: "Contenders",
    levels: "Levels",
    upTo: (n: string) => `up to ${n}`,
    requests: "Requests at most",
    about: (n: string) => `about ${n}`,
    prompt: "Input each",
    promptTokens: (n: number) => plural(n, "token"),
    promptsOf: (least: number, most: number) => `${count(least)} to ${plural(most, "token")}`,
    most: "Output at most",
    cost: "Cost at most",
    noCost: "none, simulated",
    noPrice: "no price known",
    noLimit: "no limit set",
    budget: "Budget",
    time: "Time without queueing",
    timeUnknown: "not known yet",
    timeHint: "From the speed of the latest run of each contender.",
    unpriced: (n: number) => `${plural(n, "contender")} without a price`,
    missing: (names: string) => `${names}: a key is missing.`,
    addKey: "Add it under Providers",
    start: "Start the sweep",
    checking: "Checking the plan…",
    racing: "A race is running; the sweep can start when it ends.",
  },
  run: {
    pause: "Pause",
    pauseHint: "Sends nothing more and waits for requests in flight. It can be resumed later.",
    stop: "Stop",
    stopHint: "Cancels requests in flight. What was measured is kept; it can be resumed later.",
    goOn: "Resume",
    goOnHint: "Resumes at the level where it stopped.",
    larger: "Resume with a larger budget",
    largerHint: "Its budget ended it. What was measured is kept and stays in the budget.",
    largerThan: (before: string) => `was ${before}`,
    largerGo: "Resume",
    pausing: "Pausing…",
    done: "Requests",
    left: (n: string) => `about ${n} left`,
    eta: "Time left",
    spent: "Spent",
    cap: (cap: string) => `of ${cap}`,
    tokens: "Output tokens",
    matrix: "Contenders by level",
    cell: (done: number, of: number) => `${count(done)} of ${count(of)}`,
    failed: (n: number) => `${count(n)} failed`,
    throttled: (n: number) => `${count(n)} × 429`,
    settlingHint:
      "Requests that were cancelled at the end of the level before may still run at the server; the level begins once they may be over.",
    ttft: (time: string) => `TTFT ${time}`,
    noTtft: "TTFT –",
    notSaved: (why: string) => `This sweep could not be saved: ${why}`,
    contender: "Contender",
    usePlan: "Use this plan",
    inHistory: "In the history",
    loading: "Reading the sweep…",
    gone: "There is no such sweep.",
    announceStart: (lanes: number) => `Sweep started with ${plural(lanes, "contender")}.`,
    announceEnd: (state: string) => `Sweep ${state}.`,
  },
  stories: {
    running: "Under way.",
    finished: "Finished.",
    stopped: "Stopped. What was measured is kept; it can be resumed.",
    interrupted: "Paceline was closed while it ran. What was measured is kept; it can be resumed.",
  } satisfies Record<RunState, string>,
  interrupted: (when: string, who: string) =>
    `The sweep of ${when} (${who}) was cut off when Paceline was closed. What was measured and spent is kept.`,
  toInterrupted: "Open it to resume",
  toSweep: "Show the sweep",
  openInSweep: "Open in Sweep",
  status: (contenders: number) => `Sweeping ${plural(contenders, "contender")}`,
  results: "Results",
  noResults: "Charts appear when the first level is over.",
  notes: "Read with care",
  toNotes: (notes: number) => `${plural(notes, "note")} to read with care`,
  knees: "Knee",
  capacities: "Capacity",
  ends: {
    throttled: "Refused with 429, so nothing higher was sent.",
    retryAfter: (seconds: string) =>
      `Refused with 429 and asked to wait ${seconds} s, so nothing higher was sent.`,
    occupied:
      "Refused with 429 while cancelled requests of the level before may still have been answered, so it was begun again after a wait.",
    budget: "The next request could have exceeded the budget.",
    too_large:
      "Its answers took more than 512 MB of memory, so it was ended. Lower max tokens, or take fewer samples.",
    stopped: "Stopped before its end; its numbers cover only a part of it.",
    interrupted:
      "Cut off when Paceline was closed; its numbers cover only a part of it, and its throughput is lost.",
  },
  few: "p95 needs 20 samples; a gap means there were fewer.",
  everyLevel: "every level",
  atLoad: (name: string, load: string) => `${name} at ${load}`,
  noteAt: (places: string, note: string) => `${places}: ${note}`,
  axis: {
    streams: "requests in flight",
    rate: "requests per second",
    prompt: "tokens of the prompt",
    intoLevel: "since the level began",
  },
  cachedSeries: (name: string) => `${name}, cached`,
  byLength: "TTFT by prompt length",
  finding: (name: string, finding: string) => `${name}: ${finding}`,
  lineOfLength: (metric: string, base: string, perThousand: string) =>
    `${metric} is ${base} plus ${perThousand} per 1,000 uncached input tokens`,
  bentOfLength: (metric: string) => `${metric} does not grow in a straight line with the prompt`,
  kneeMark: "knee",
  example: {
    title: "What a sweep shows: time to first token under rising load",
    direction: "p50 with p5–p95 · lower is better",
    reading: (knee: number) =>
      `Up to ${knee} requests in flight nobody waits longer; from twice as many on they queue.`,
    columns: ["Requests in flight", "p5", "p50", "p95"],
  },
  charts: {
    band: (from: string, better: string) =>
      [`p50 with ${from}–p95`, better].filter(Boolean).join(" · "),
    failures: { title: "Failures", direction: "requests that failed, and 429s · lower is better" },
    capacity: {
      title: "Capacity",
      direction: "p95 TTFT against throughput, by load · right and low is better",
    },
    requestsAxis: "requests",
    within: {
      title: "Within a level",
      direction: "TTFT of each request, by when it was due · lower is better",
    },
  },
  reading: {
    change: (subject: string, from: string, to: string) => `${subject}: ${from}, ${to}.`,
    one: (subject: string, value: string) => `${subject}: ${value}.`,
    at: (value: string, at: string) => `${value} at ${at}`,
    nothing: "Too few samples yet.",
    noFailures: "No request failed.",
    failures: (name: string, failed: number, measured: number) =>
      `${name}: ${count(failed)} of ${plural(measured, "request")} failed.`,
    capacity: (name: string, tps: string, ttft: string, at: string) =>
      `${name} reaches ${tps} with a p95 TTFT of ${ttft} at ${at}.`,
  },
  table: {
    contender: "Contender",
    load: "Load",
    n: "n",
    ok: "ok",
    failed: "failed",
    throttled: "429",
    p5: "p5",
    p50: "p50",
    p95: "p95",
    interval: "95 %",
    within: (low: string, high: string) => `${low} to ${high}`,
    sure: (value: string, ci: string) => `${value} (95 %: ${ci})`,
    warnings: "Warnings",
  },
} as const;
