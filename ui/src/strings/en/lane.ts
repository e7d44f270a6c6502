/** Texts of a lane, during and after a race: its card, and its row on the track. */

import { count, durationUnit } from "../numbers";
import { plural } from "./plural";

export const track = {
  label: "Race track",
  axis: "seconds after the gun",
  wait: "wait",
  think: "think",
  write: "write",
  ticks: (every: number) => `1 tick = ${count(every)} tokens`,
  ready: "Ready. Every connection is made before the start gun.",
  racing: "Racing",
  warmup: "Warm-up, not measured",
  round: (k: number, n: number) => `Round ${k} of ${n}`,
  /** A round by what it asked. */
  named: (round: number, name: string) => `${round} · ${name}`,
  roundAtMost: (k: number, n: number) => `Round ${k}, at most ${n}`,
  rounds: "Rounds",
  tps: "tok/s",
  get ttft() {
    return `TTFT ${durationUnit()}`;
  },
  cost: "cost",
  rowLabel: (label: string, story: string) => `${label}: ${story}`,
};

export const lane = {
  brief: (tokens: string) => `${tokens} ${tokens === "1" ? "token" : "tokens"}`,
  label: (place: number, label: string, model: string) => `Lane ${place}: ${label}, ${model}`,
  stop: "Stop this lane",
  failed: "failed",
  retryWith: (model: string) => `Race with ${model}`,
  /** What a user can do about a failure: the labels of buttons. */
  remedies: {
    key: "Set the key",
    address: "Check the address",
    network: "Proxy settings",
    lane: "Change the lane",
    prompt: "Change the prompt",
    retry: "Race again",
    timeouts: "Set a longer timeout",
  },
  openSite: (host: string) => `Open ${host}`,
  sentOtherwise: "Sent differently from the plan",
  adjusted: (field: string, asked: string, sent: string, why: string) =>
    `${field}: ${asked}, ${sent}; ${why}.`,
  numbered: (name: string, place: number) => `${name} (lane ${place})`,
  asked: (what: string) => `asked ${what}`,
  notAsked: "not asked",
  sent: (what: string) => `sent ${what}`,
  notSent: "left out",
  leftOut: (field: string) => `It left out ${field}.`,
  numbers: "All numbers",
  copy: "Copy the answer",
  copyCode: "Copy",
  notRendered:
    "From here on the answer stands as it was written: it is too long or too deeply nested to be drawn as Markdown.",
  copied: "Copied.",
  vote: {
    title: (name: string) => `Your vote on the answer of ${name}`,
    none: "Vote on this answer",
    good: "Good",
    bad: "Bad",
    voted: (isGood: boolean, note: string) =>
      `Voted ${isGood ? "good" : "bad"}${note ? `: ${note}` : ""}`,
    noted: (note: string) => `Note: ${note}`,
    note: "Note on this answer",
    hint: "Kept with the run. In the history, vote:good finds it.",
  },
  silentSince: (moment: string) => `silent since ${moment}`,
  failedRounds: (failed: number, rounds: number) =>
    `${count(failed)} of ${plural(rounds, "round")} failed`,
  text: (label: string) => `Answer of ${label}`,
  latest: "Jump to latest",
  thinking: "Thinking",
  noText: "No text.",
  waiting: "The first token will appear here.",
  thinned: "text 5×/s",
  thinnedAdvice:
    "At this speed the text is redrawn five times a second, so that the window keeps up. Every token is still measured and kept.",
  tps: "tok/s",
  get ttft() {
    return `TTFT ${durationUnit()}`;
  },
  get first() {
    return `first ${durationUnit()}`;
  },
  get total() {
    return `total ${durationUnit()}`;
  },
  get elapsed() {
    return `time ${durationUnit()}`;
  },
  tokens: "tokens",
  cost: "cost",
  queue: (ms: string) => `server queue ${ms}`,
  again: "raced again",
  againAdvice: (earlier: string) =>
    `First attempt: ${earlier}. It was raced again alone, after the others had ended; the results of the race above use the first attempt.`,
  costUnknown: "cost unknown",
  costUnknownAdvice:
    "Its price is known, but not its usage: the server sends its token count at the end of an answer.",
  noPrice: "no price",
  noPriceAdvice: "No price is known for this model, so its cost is unknown. It is not zero.",
  serverAdvice: "Reported by the server; never mixed with what was measured here.",
  httpStatus: (status: number) => `HTTP ${status}`,
  requestId: (id: string) => `request ${id}`,
  retryAfter: (duration: string) => `asks to wait ${duration}`,
  parameter: (name: string) => `parameter ${name}`,
  moreTags: (n: number) => `+${n}`,
  body: "Response",
  summary: (n: number) => plural(n, "round"),
  typical: (name: string, value: string) => `${name} ${value}`,
};
