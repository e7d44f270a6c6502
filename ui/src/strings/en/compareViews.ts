/** Texts of Compare’s views of predictions, single requests, days, runs and uses; the others are in `compare.ts`. */

import { count } from "../numbers";
import { plural } from "./plural";

export const compareViews = {
  whatIf: {
    title: "One request of your job",
    formula: "wait, think, write · lower is better",
    caption: "What the job would take and cost",
    parts: { wait: "wait", think: "think", write: "write" },
    bar: (name: string, total: string, parts: string) => `${name}: ${total}, of it ${parts}`,
    each: {
      wait: (time: string) => `${time} waiting`,
      think: (time: string) => `${time} thinking`,
      write: (time: string) => `${time} writing`,
    },
    costs: "Time and cost of the job",
    columns: ["Contender", "Request", "cost", "30 days, cost", "Loop", "cost", "cost, cached"],
    drawnOn: "extrapolated",
    drawnOnHint: "Extrapolated: no answer or no prompt of this length was measured.",
    tooLong: "prompt too long",
    loopTooLong: "loop too long",
    readsAtMost: (most: string) =>
      `By the price table its model reads at most ${most} tokens, so nothing is predicted of a longer prompt.`,
    note: "Today's prices, with their tiers for long prompts; reasoning is billed as output. A loop runs its steps one after the other, each with the TTFT of its own prompt if prompts of several lengths were measured, otherwise with the measured TTFT. Cached: each step reads from the prompt cache what an earlier one has sent.",
  },

  samples: {
    strip: (what: string) => `${what}: every request`,
    lower: "left is better",
    higher: "right is better",
    ecdf: (what: string) => `${what}: share of requests`,
    ecdfHint: "share of requests at or below",
    share: "share",
    caption: "Percentiles of each contender",
    columns: ["Contender", "n", "min", "p5", "p25", "p50", "p75", "p95", "p99", "max"],
    reading: (name: string, value: string, share: string) => `${name}: ${share} % up to ${value}`,
    one: (name: string, value: string) => `${name}: ${value}`,
  },

  time: {
    days: (what: string) => `${what}, day by day`,
    band: "median with p25 – p75",
    hours: (what: string) => `${what} by hour of the week`,
    zone: (zone: string) => `medians, time zone ${zone} · stronger is worse`,
    of: "Of",
    date: "day",
    weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    caption: "Medians by day",
    hoursCaption: "Medians by hour of the week",
    columns: ["Contender", "Day", "n", "p25", "median", "p75"],
    hourColumns: ["Hour", "n", "median"],
    reading: (name: string, day: string, value: string, quartiles: string, n: number) =>
      `${name}, ${day}: ${value}${quartiles ? `, p25 – p75 ${quartiles}` : ""}, n ${count(n)}`,
    change: (name: string, isBetter: boolean | null | undefined) =>
      isBetter == null ? `${name} changed` : `${name} ${isBetter ? "better" : "worse"}`,
    drift: (name: string, isBetter: boolean | null | undefined) =>
      isBetter == null
        ? `${name} changes steadily`
        : `${name} gets steadily ${isBetter ? "better" : "worse"}`,
    either: (name: string, isBetter: boolean | null | undefined) =>
      isBetter == null
        ? `${name} changed: step or drift?`
        : `${name} ${isBetter ? "better" : "worse"}: step or drift?`,
    hoursReading: (name: string, hours: number) =>
      `${name} was measured in ${plural(hours, "hour")} of the 168 in a week.`,
  },

  runs: {
    title: "What changed between two runs",
    hint: "green is better, red worse, where the difference is significant",
    before: "Before",
    after: "After",
    caption: "Each number in both runs",
    columns: ["Contender", "Number", "Before", "After", "Difference, 95 %", "Verdict"],
    verdict: {
      better: "better",
      worse: "worse",
      differs: "the runs differ",
      alike: "about equal",
      unsettled: "not significant",
    },
    run: (when: string, who: string) => `${when} · ${who}`,
    fromTo: (before: string, after: string) => `${before} before, ${after} after`,
    reading: (name: string, what: string, change: string, verdict: string) =>
      `${name}, ${what}: ${change}, ${verdict}`,
  },

  rankings: {
    rank: (from: string, to: string) => (from === to ? from : `${from}–${to}`),
    score: (score: string) => `${score} of 100`,
    edit: "Change the formula",
    done: "Done",
    reset: "Reset",
    weights: "Weights",
    limits: "Limits",
    unranked: "not ranked",
    open: (limits: string) => `open, too few requests: ${limits}`,
    figure: {
      ttfat: "TTFAT",
      ttfat_tail: "p95 TTFAT",
      speed: "tok/s",
      latency: "latency",
      cost: "cost",
      loop_time: "loop time",
      loop_cost: "loop cost",
      error_rate: "errors",
      right: "right answers",
      time_per_right: "time per right answer",
      cost_per_right: "cost per right answer",
    },
    atMost: (what: string, unit: string) => `${what} at most, ${unit}`,
    atLeast: (what: string, unit: string) => `${what} at least, ${unit}`,
    units: { s: "s", usd: "$", percent: "%", tps: "tok/s" },
    how: "Score: the weighted geometric mean of best ÷ own, so 100 is the best in everything. A p95 of fewer than 20 samples is their worst.",
  },

  hedging: {
    title: "Race two, keep the first",
    how: "Both at once: the first to answer is kept, even if it breaks off later; if one fails without any text, the other is kept. Delayed: the second is sent only if the first has not answered by its own p95. Whatever was sent is counted at full cost, which is the upper bound.",
    idle: (pairs: number) => `${plural(pairs, "pair")} would have gained nothing.`,
    none: "Hedging needs two contenders with five requests each under the same load.",
    pair: (a: string, b: string) => `${a} + ${b}`,
    basis: { paired: "same rounds", crossed: "all combinations" },
    caption: "Two contenders alone and together",
    columns: [
      "Both",
      "Basis",
      "n",
      "TTFT p50",
      "p95",
      "alone p50",
      "alone p95",
      "Delay",
      "sent",
      "delayed slowest 5 %",
      "alone slowest 5 %",
      "delayed $",
      "Latency p95",
      "alone",
      "Failed",
      "$ at most",
      "alone",
    ],
    sooner: (time: string) => `${time} sooner`,
    x: (unit: string) => `${unit} until the first token`,
    direction: "filled p50, hollow p95 · left is better",
    alone: (name: string) => `${name} alone`,
    together: "both at once",
    delayed: "delayed",
    reading: (who: string, p50: string, p95: string) => `${who}: p50 ${p50}, p95 ${p95}`,
  },
} as const;
