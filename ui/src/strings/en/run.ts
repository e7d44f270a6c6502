/** Texts of the views of a race: track, medals, pace, gaps, diff, rounds. */

import type { Honour, MedalObstacle } from "../../backend/backend";
import { count } from "../numbers";
import { plural } from "./plural";

const honours: Record<Exclude<Honour, "first_to">, string> = {
  first_token: "First token",
  first_answer: "First answer",
  cheapest: "Cheapest",
};

const unranked: Record<MedalObstacle, string> = {
  nobody: "No lane finished, so none is ranked.",
  nobody_real: "No real lane finished, and simulated ones are not ranked beside them.",
  alone: "One lane finished, so there is nothing to rank.",
  alone_real: "One real lane finished, and simulated ones are not ranked beside it.",
  nobody_right: "Every lane that finished gave a wrong answer, so none is ranked.",
  alone_right: "Only one lane that finished gave no wrong answer, so there is nothing to rank.",
};

export const stage = {
  views: "Views",
  view: {
    lanes: "Track",
    grid: "Grid",
    focus: "Focus",
    pace: "Pace",
    rounds: "Rounds",
    table: "Table",
    diff: "Diff",
    judge: "Judge",
  },
  axis: "Axis of the track",
  clock: "Clock",
  clockHint: "Time since the gun",
  distance: "Photo finish",
  distanceHint: "Tokens up to the finish line, at the moment the first lane crossed it",
  finish: "Finish line",
  finishAt: (tokens: number) => `${count(tokens)} tokens`,
  longestCommon: (tokens: number) => `${count(tokens)}, longest in common`,
  markdown: "Markdown",
  markdownHint: "Shows finished answers as Markdown",
  asWritten: "Show the text as received",
  again: (times: number) => `Again ×${times}`,
  againHint: "Races these lanes again, in several rounds",
  untilSettled: "Until settled",
  untilSettledHint: (most: number) =>
    `Races these lanes until the lowest time to first token is settled at 95 %, in at most ${most} rounds`,
  replay: "Replay",
  replayHint: "Plays this race again from its raw log",

  find: {
    label: "Find in the answers",
    found: (at: number, all: number, more: boolean) =>
      all === 0 ? "not found" : `${count(at)} of ${count(all)}${more ? "+" : ""}`,
    before: "Previous match",
    next: "Next match",
    close: "Close",
  },

  medals: {
    label: "Results",
    honours,
    firstTo: (tokens: number) => `First to ${count(tokens)}`,
    firstToUnknown: "First so far",
    tie: "tie",
    unranked,
    rule: (from: number) =>
      `A difference below 2 % is a tie. Over several rounds the winner was better in every one; from ${from} on, the difference is significant (at 5 %, all lanes together).`,
  },

  pace: {
    title: "Tokens over time",
    direction: "steeper is faster, further left is sooner",
    tokens: "output tokens",
    clock: { s: "seconds after the gun", ms: "milliseconds after the gun" },
    numbered: (place: number, name: string) => `${place} ${name}`,
    none: "No lane overtakes another.",
    overtakes: "Overtakes",
    overtake: (who: string, whom: string, tokens: number, at: string) =>
      `${who} passes ${whom} at ${plural(tokens, "token")}, ${at}`,
    or: "or",
    always: (who: string) => `${who} is first at any length.`,
    split: (shorter: string, tokens: number, longer: string) =>
      `Shorter than ${plural(tokens, "token")} choose ${shorter}, longer choose ${longer}.`,
    upTo: (who: string, tokens: number) => `up to ${plural(tokens, "token")} ${who}`,
    beyond: (who: string) => `longer ${who}`,
    choose: (parts: string) => `Choose ${parts}.`,
    extrapolated: (tokens: number) =>
      `No lane wrote more than ${plural(tokens, "token")} here; beyond that the advice is extrapolated.`,
    noAdvice: "Too few measurements to say which lane is best for which length.",
    formula: "Formula: latency = TTFT + tokens ÷ speed.",
    point: (who: string, tokens: number, at: string) =>
      `${who}: ${plural(tokens, "token")} at ${at}`,
    columns: ["Lane", "First token", "Last token", "Tokens"],
    running: "Live; overtakes are computed from the raw log when the race is over.",
    soFar: (who: string, tokens: string) => `${who} ${tokens}`,
  },

  gaps: {
    title: "Gaps between chunks",
    legend: "Each line is a chunk; a stronger line means a longer wait before it. Stalls are red.",
    tokensLegend: "Below: tokens per chunk.",
    stalls: (n: number, longest: string) =>
      n === 0 ? `no stall, longest gap ${longest}` : `${plural(n, "stall")}, longest ${longest}`,
    one: "one chunk",
    none: "no chunk",
    noLog: "no raw log",
    binned: (n: number) => `${count(n)} chunks a line`,
    sentence: (who: string, chunks: number, median: string, stalls: string) =>
      `${who}: ${plural(chunks, "chunk")}, median gap ${median}, ${stalls}.`,
    columns: ["Lane", "Chunks", "Median gap", "Longest gap", "Stalls", "Stall from"],
    table: "Show the numbers as a table",
    strips: "Show the strips",
  },

  outcome: {
    stopped: (tokens: string, limit: string) => `stopped at ${tokens} of ${limit} tokens`,
    short: (tokens: string, limit: string) => `${tokens} of ${limit}`,
    stoppedFreely: (tokens: string) => `stopped at ${tokens} tokens`,
    /** The limit is in the server's own tokens. */
    cut: (limit: string) => `cut at the limit of ${limit}`,
    cutOwn: (tokens: string) => `cut at the provider's own limit, ${tokens} tokens`,
    /** The count of somebody else than the limit's, or one that is not the limit. */
    counted: {
      server: (tokens: string) => `server counted ${tokens}`,
      neutral: (tokens: string) => `o200k counts ${tokens}`,
      chunks: (tokens: string) => `${tokens} chunks`,
    },
    counts: (server: string, neutral: string, thought: string | null) =>
      `The limit is in the server's own tokens. The server counted ${server}${thought === null ? "" : `, ${thought} of them reasoning`}; o200k, which counts alike for every lane, ${neutral}.`,
    reason: (reason: string) => `finish reason: ${reason}`,
    noReason: "The provider gave no finish reason.",
  },

  diff: {
    title: "Two answers, word by word",
    from: "From",
    to: "to",
    lane: (place: number, name: string) => `${place}: ${name}`,
    same: "The answers are the same, word for word.",
    counts: (same: number, removed: number, added: number) =>
      `${plural(same, "word")} in both, ${count(removed)} only in the first, ${count(added)} only in the second.`,
    wait: "Answers are compared when both lanes have ended.",
    two: "A comparison needs two lanes that have answered.",
    removed: "only in the first",
    added: "only in the second",
    working: "Comparing…",
    tooLong:
      "These answers are longer, or differ in more words, than can be compared in reasonable time.",
  },

  rounds: {
    title: "Every round",
    columns: ["Lane", "n", "min", "p50", "p95", "max"],
    reading: (parts: string) => `Median, or mean below five rounds: ${parts}.`,
    of: (who: string, value: string) => `${who} ${value}`,
    verdicts: "Who is better",
    zeroIs: (leader: string) => `${leader} leads; what lies to the right of the line is worse`,
    failed: (who: string, failed: number, rounds: number) =>
      failed === rounds
        ? `${who} failed in every one of ${plural(rounds, "round")}.`
        : `${who} failed in ${count(failed)} of ${plural(rounds, "round")}; the figures below are of the others.`,
    nothing: "No metric can be compared between two lanes.",
    sample: (who: string, round: number, value: string) => `${who}, round ${round}: ${value}`,
  },
} as const;
