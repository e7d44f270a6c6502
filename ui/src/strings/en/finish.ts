/** Texts of the photo finish. */

import { count, decimal } from "../numbers";
import { plural } from "./plural";

export const finish = {
  label: "Photo finish",
  cross: "✕",
  photo: "photo finish",
  afterSend: "after the send",
  afterGun: "after the gun",
  ready: "on the line",
  simulated: "simulated",
  seconds: "s",
  waitCaption: "wait for the first text",
  written: "tokens written when the first crossed",
  writtenBy: "tokens written by then",
  writing: "tokens written so far",
  notch: (time: string) => `1 notch = ${time}`,
  start: "start",
  tokens: (tokens: number) => plural(tokens, "token"),
  to: (tokens: number) => `to ${count(tokens)}`,
  gap: "gap",
  failedAfter: (why: string, tokens: number) => `${why} after ${count(tokens)}`,
  stoppedAt: (tokens: number) => `stopped at ${count(tokens)}`,
  over: (over: number, all: number) => `${count(over)} of ${count(all)} over the line.`,
  silence: "Nobody has written a word.",
  inFront: (who: string, tokens: string) => `In front: ${who}, with ${tokens}.`,
  ended: "All lanes have ended.",
  racing: "Racing.",
  planned: "Ready.",
  ghost: "The pale bars are an example: these four, simulated, 2 s after the send of another race.",
  ghostWritten: "example: tokens 2 s after the send",
  plannedHint: "Every connection is made before the start gun.",
  reading: "Reading the photo…",
  noLine: "No two lanes wrote enough for a finish line.",
  notKept: "A photo is read from the history, and this race is not in it.",
  lastText: "until the last text",
  noText: "no text arrived",
  noneFinished: (lanes: number) => `0 of ${plural(lanes, "lane")} finished`,
  whyFailed: (lanes: number) => `${count(lanes)} failed: see why`,
  first: (who: string, tokens: number) => `${who} reached ${plural(tokens, "token")} first.`,
  deadHeat: (who: string, tokens: number) =>
    `${who} reached ${plural(tokens, "token")} in a dead heat.`,
  took: (who: string, times: number) =>
    `${who} took ${decimal(times, times < 10 ? 1 : 0)}× as long`,
  later: (who: string, gap: string) => `${who} was ${gap} later`,
  althoughFirst: (at: string) => `, although it spoke first, at ${at}`,
  spoke: (who: string, at: string) => `${who} spoke first, at ${at}`,
  silent: (who: string) => `${who} had not written a word`,
  failed: (who: string) => `${who} failed`,
  allFailed: (lanes: number) => (lanes === 1 ? "The lane failed." : `All ${lanes} lanes failed.`),
  cheapest: (who: string, share: string, winner: string) =>
    `${who} cost least, ${share} of what ${winner} did`,
  allRounds: "All",
  allRoundsLabel: (rounds: number) => `All ${rounds} rounds together`,
  middleOf: (rounds: number, isMedian: boolean) =>
    `${isMedian ? "median" : "mean"} of ${plural(rounds, "round")}`,
  failedOf: (failed: number, rounds: number) => `failed ${failed} of ${rounds}`,
  whoFailedOf: (who: string, failed: number, rounds: number) =>
    `${who} failed ${failed} of ${rounds}`,
  within: (low: string, high: string) => `${low}–${high}`,
  from: (low: string, high: string) => `${low} to ${high}`,
  shared: {
    within_tie: "within 2 %",
    not_told_apart: "not told apart",
    either: "within 2 %, or not told apart",
  },
  /** What the marks on the track mean. */
  legend: {
    label: "What the marks mean",
    written: "written when the first crossed",
    later: "written later",
    notch: (time: string) => `each ${time}`,
    think: "thinking",
    within: "95 % interval",
    chunk: "carried over the line in one chunk",
  },
  withinLabel: "95 % confidence interval of the gap",
  /** Rounds that do not tell lanes apart do not show that they are equal. */
  sharedFirst: {
    within_tie: (leader: string, others: string, tokens: number) =>
      `${leader} reached ${plural(tokens, "token")} first, ${others} within 2 % of its time.`,
    not_told_apart: (leader: string, others: string, tokens: number) =>
      `${leader} was ahead of ${others} at ${plural(tokens, "token")}, but these rounds do not tell them apart.`,
    either: (leader: string, others: string, tokens: number) =>
      `${leader} was ahead of ${others} at ${plural(tokens, "token")}, by less than 2 % or without being told apart.`,
  },
  sure: (rounds: number) => `${rounds} rounds, with 95 % intervals`,
  tooFew: (rounds: number, least: number) =>
    `${rounds} rounds: what happened; from ${least} on it says what to expect`,
  crossings: "When each lane crossed the line, round by round",
  oneRound: "One round: what happened, not what to expect",
  round: (round: number, rounds: number) => `Round ${round} of ${rounds}`,
  overall: (who: string, rounds: number) => `over all ${rounds} rounds ${who} was first`,
  overallTie: {
    within_tie: (who: string, rounds: number) =>
      `over all ${rounds} rounds ${who} were within 2 % of each other`,
    not_told_apart: (who: string, rounds: number) =>
      `over all ${rounds} rounds ${who} cannot be told apart`,
    either: (who: string, rounds: number) =>
      `over all ${rounds} rounds ${who} were within 2 %, or cannot be told apart`,
  },
  strip: "Time after the send",
  stripHint: "Drag to see what each lane had written at any moment; Esc goes back to the photo.",
  play: "Play the race from the start",
  gun: "send",
  counted: "tokens counted alike for every lane (o200k)",
  rank: (rank: number, tied: boolean) => (tied ? `place ${rank}, shared` : `place ${rank}`),
} as const;
