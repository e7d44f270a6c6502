/** Texts of the Compare screen. The sentences of its charts come from the engine. */

import { count } from "../numbers";
import { compareViews } from "./compareViews";
import { plural } from "./plural";

export const compare = {
  title: "Compare",
  summary: (requests: number, runs: number) =>
    `${plural(requests, "request")} in ${plural(runs, "run")}`,
  loading: "Reading the requests…",
  failed: "These runs could not be compared.",
  search: "Which runs",
  searchHint: "Runs: words, tag: …",
  searchHelp: "Words and filters, as in History: since:7d model:70b -tag:draft",
  since: "Since when",
  days: (days: number) => `${days} days`,
  all: "All",
  chosen: (runs: number) => `${plural(runs, "chosen run")}`,
  unchoose: "Compare everything instead",
  which: "Which requests",
  real: (n: number) => `Real ${count(n)}`,
  simulated: (n: number) => `Simulated ${count(n)}`,
  apart: "Simulated requests only: they are never compared with real ones.",
  loads: "Load",
  promptLength: "Length of prompts",
  noSetLength: "Prompts of no length sweep",
  promptTokens: (tokens: string) => `Prompts of ${tokens} tokens`,
  allLoads: "Every load",
  atOnce: (n: number) => (n === 1 ? "One at a time" : `${n} at once`),
  perSecond: (n: string) => `${n} a second`,
  contenders: "Contenders",
  many: (shown: number, all: number) =>
    shown === all ? plural(all, "contender") : `${count(shown)} of ${plural(all, "contender")}`,
  hide: (name: string) => `${name}: leave out`,
  show: (name: string) => `${name}: put back`,
  n: (n: number) => `n ${count(n)}`,
  failures: (share: string) => `${share} failed`,
  older: (n: number) =>
    `${plural(n, "request")} left out: their numbers were computed under older definitions.`,
  uneven:
    "The contenders were asked different prompts, so times, speeds and cost per request also depend on the workload.",
  nothingCommon:
    "No prompt is common to all contenders, so times, speeds and cost per request also depend on the workload.",
  narrow: (n: number) => `Only ${plural(n, "prompt")} common to all`,
  narrowed: (n: number) => `Only ${plural(n, "prompt")} common to all.`,
  widen: "Every prompt",
  separation: "What separates contenders",
  toldApart: (name: string, values: string) => `Told apart by ${name}: ${values}.`,
  pooled: (name: string, values: string) => `Pooled over ${name}: ${values}.`,
  pool: "Pool",
  tellApart: "Tell apart",
  warned: {
    title: "Warnings",
    leaveOut: (tag: string) => `${tag}: leave these requests out`,
    putBack: (tag: string) => `${tag}: put these requests back`,
  },
  nobodyShown: "All contenders are hidden. Press one to show it again.",
  empty: {
    title: "Nothing to compare yet",
    needs:
      "Race at least two lanes. A median needs five rounds, p95 twenty: set “Repeats” below the prompt.",
    period: (days: number) => `There are no real requests in the last ${days} days.`,
    chosen: "The chosen runs have no requests of this kind.",
    simulated: (n: number) => `Look at ${plural(n, "simulated request")}`,
    everything: "Look at all time",
    race: "Go to Race",
  },
  example: {
    name: (at: number) => `Contender ${"ABCDE"[at] ?? ""}`,
    reading:
      "Contender D is fastest; B is half as fast for less than half the price; C and E cost more than something faster.",
    columns: ["Contender", "Cost of a request", "Tokens per second"],
  },
  one: "There is one contender. Race another beside it, on the same prompt, to compare the two.",
  champions: "Leaders by number",
  tie: "tie",
  tied: (title: string) => `${title}, tie`,

  tabs: {
    label: "Views",
    overview: "Cost and speed",
    quality: "Quality",
    better: "Who is better",
    length: "Answer length",
    whatIf: "What if",
    samples: "Every sample",
    time: "Over time",
    runs: "Two runs",
    rankings: "For a use",
    hedging: "Hedging",
  },

  quality: {
    title: "Right answers",
    direction:
      "share of requests that came to a right answer, with its 95 % interval · higher is better",
    axis: "right answers",
    right: (share: string) => `${share} right`,
    notChecked: "not checked",
    area: "area of a mark: share of right answers",
    share: (share: string, right: string, known: number) =>
      `${share} right, ${right} of ${plural(known, "request")}`,
    perRight: (amount: string) => `${amount} per right answer`,
    noInterval: "no interval",
    unchecked: "no answer known to be right or wrong",
    basis:
      "intervals by Wilson, for answers to these prompts; failed ones are not right, and with wrong ones count in time and cost per right answer",
    nothing:
      "No answer of these runs was checked. Say in Race or Sweep what makes an answer right, or choose a suite, and its right answers are compared here beside speed and cost.",
    toRace: "Check answers in Race",
    columns: [
      "Contender",
      "Right",
      "95 % interval",
      "Right answers",
      "Wrong",
      "Failed",
      "Unknown",
      "Time per right answer",
      "Cost per right answer",
    ],
  },

  carried: {
    title: "Tools, images, cache, predictions and tiers",
    contender: "Contender",
    tiers: "Tier that answered",
    number: (value: string, n: string) => `${value} (n ${n})`,
    cacheTime: "TTFT saved by the cache",
    cacheCounts: (saved: string, warm: string, cold: string) =>
      `${saved} (n ${warm} with it, ${cold} without)`,
    cacheBasis:
      "What the cache saved is 1 − TTFT with input from it ÷ TTFT of the same request without, over the 95 % intervals of both; the share of the time that the prompt itself takes is at least as large.",
    perImage: "Time per image",
    between: (value: string, ci: string) => `${value} (95 %: ${ci})`,
    tier: (tier: string, requests: number) => `${tier} (n ${count(requests)})`,
    basis:
      "Median over successful requests that have the number, or the mean of fewer than five; n is how many have it.",
    imageBasis:
      "Time per image is the TTFT beyond that of a lane of the same race that was asked the same with fewer images, for each image more, round by round; n is the rounds.",
  },

  firstUses: {
    title: "First use of a schema",
    direction: "TTFT longer than at later uses in the same run, with its 95 % interval",
    axis: (unit: string) => `longer than later, ${unit}`,
    noInterval: "no interval",
    basis: "the first uses are in no other number; later ones of the same run and prompt",
    columns: [
      "Contender",
      "First use",
      "Later",
      "Longer by",
      "95 % interval",
      "First uses",
      "Later requests",
    ],
  },

  better: {
    title: (metric: string) => `${metric}: who is better`,
    direction: (leader: string) => `how many times worse than ${leader}, with 95 % intervals`,
    axis: "times worse; within ±2 % (grey) is alike",
    leads: (leader: string, metric: string, times: string, next: string) =>
      `${leader} is better in ${metric} than all others, ${times} ahead of ${next}.`,
    leadsAll: (leader: string, metric: string) =>
      `${leader} is better in ${metric} than all others.`,
    open: (leader: string, others: string, metric: string) =>
      `${leader} leads in ${metric}, but not significantly ahead of ${others}.`,
    standing: {
      better: "worse",
      worse: "better",
      alike: "alike",
      unsettled: "not told apart",
      untested: "too few to compare",
      incomparable: "not of one kind",
      contradicted: "contradicted by medians",
    },
    untestedLead: (leader: string, others: string, metric: string) =>
      `${leader} is best in ${metric} so far; too few runs, rounds or waves are there to compare it with ${others}.`,
    inTheseRuns: (standing: string) => `${standing} in these runs`,
    oneRunEach:
      "Of contenders with one run each, this holds for these runs: how much runs differ is unknown.",
    tie: "tie",
    noInterval: "no interval yet",
    notCompared: "too little in common",
    nobody: "Nobody can be compared yet: it takes two contenders with requests that succeeded.",
    basis: "“worse” holds among all pairs together; each interval is of its pair alone",
    columns: (leader: string) =>
      [
        "Contender",
        `Times worse than ${leader}`,
        "95 % interval",
        "Observations",
        "Standing",
      ] as const,
  },

  axis: {
    request: "$ per 1,000 requests",
    million: (blend: string) => `$ per million tokens, ${blend} in : 1 out`,
    speed: "tok/s",
    fairSpeed: "o200k tok/s",
    latency: (unit: string) => `latency, ${unit}`,
    log: "Log",
    logHint: "Draw on logarithmic scales",
    cost: "Cost of",
    ofRequest: "a request",
    ofMillion: "a million tokens",
    speedBy: "Speed by",
    bySpeed: "o200k tok/s",
    byOwnSpeed: "own tok/s",
    byLatency: "latency",
    blend: "in : out",
  },

  costSpeed: {
    title: "Cost against speed",
    upLeft: "up and left is better",
    downLeft: "down and left is better",
    corner: { top: "↖ better", bottom: "↙ better" },
    leftOutFor: (names: string, why: string) => `${names} (${why})`,
    leftOut: (names: string) => `Not placed: ${names}.`,
    columns: ["Contender", "Cost", "p25 – p75", "Speed", "p25 – p75", "Standing"],
    needsPrices:
      "Each contender whose cost is known becomes a point here: fast ones above, cheap ones at the left. A cost needs a price: update the book, or press the tags beside a model of a provider to set your own.",
    toPrices: "Prices",
    frontier: "on the frontier",
    tie: "tie",
    beaten: (by: string) => `beaten by ${by}`,
    caption: "Cost and speed of each contender",
  },

  lengths: {
    title: "How long would an answer take?",
    formula:
      "TTFT + thinking + tokens ÷ speed, in o200k tokens where all texts are known · lower is better",
    lower: "lower is better",
    x: "tokens of the answer",
    caption: "Predicted latency by length of the answer",
    columns: [
      "Contender",
      "TTFT",
      "Thinking",
      "tok/s",
      "64 tokens",
      "512 tokens",
      "4,096 tokens",
      "Predicted ÷ measured",
    ],
    misses: (factor: string, away: string, isLong: boolean) =>
      `${factor}, ${away} too ${isLong ? "long" : "short"}`,
    breakEven: (tokens: string) => `${tokens} tokens`,
    pairs: "Break-even, two by two",
    at: (name: string, tokens: string, time: string) => `${name}, ${tokens} tokens: ${time}`,
    drawnOn: ", extrapolated",
    thin: "thin outside the measured lengths",
  },

  leastRight: {
    label: "Right answers",
    any: "any share",
    atLeast: (share: string) => `at least ${share}`,
    story:
      "Of all requests that were checked or failed. Whoever is right less often is not on the frontier, leads in nothing and is not on the map.",
  },

  winMap: {
    title: "Who wins your job?",
    formula: "lowest cost + value of a second × latency",
    pale: "paler outside the measured lengths, grey where no one is significantly best",
    open: "not settled",
    openCell: (name: string, tokens: string, usd: string) =>
      `${name} is lowest, but not significantly, at ${tokens} tokens where a second is worth ${usd}`,
    x: "tokens of the answer",
    y: "value of a second, $",
    caption: "Who wins at each length and each value of a second",
    value: "Value of a second",
    here: (name: string) => `Your job: ${name}`,
    cell: (name: string, tokens: string, usd: string) =>
      `${name} wins at ${tokens} tokens where a second is worth ${usd}`,
  },

  workload: {
    label: "Your job",
    preset: "Job",
    own: "Own",
    out: "Answer",
    outUnit: "tokens",
    in: "Prompt",
    day: "Requests a day",
    steps: "Steps of a loop",
    growing: "Each step reads the answers before it",
    second: "A second is worth",
    perHour: (usd: string) => `${usd} an hour`,
  },

  ...compareViews,

  quantity: "Number",
  fewer: "fewer than 5 samples: hollow",
} as const;
