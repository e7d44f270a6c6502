/** Texts of the judge of a race: who is asked, whether its word is used, and what it says. */

import type { JudgeChoice } from "../../backend/backend";
import { count } from "../numbers";
import { plural } from "./plural";

export const judge = {
  name: "Judge",
  simulated: "simulated",
  /** In the composer. */
  add: "Ask a judge",
  addHint:
    "Ask a model afterwards which of two answers is better, blind to names and in both orders",
  composer: (who: string) => `${who} is asked afterwards which of two answers is better.`,
  remove: "Ask no judge",
  who: "Who judges",
  nobody: "Choose a model.",
  other: "Another model",
  criteria: "What it judges by",
  criteriaHint: "Correct, then complete, then clear",
  tokens: "At most tokens of each verdict",
  formHint:
    "Each two lanes are compared in each round, in both orders. The requests count in what the race may cost. An answer can try to talk a judge into something; checks cannot be talked to.",
  submit: "Ask this judge",
  requests: (requests: number) => `${count(requests)} of them to the judge`,
  unpriced: "no price for the judge",
  asking: "Asking the judge…",
  stop: "Stop the judge",
  askRest: "Ask the judge the rest",
  laterHint:
    "Ask a model which of two answers of this race is better, blind to names and in both orders; what it says is kept while it says it",
  atMost: (requests: number) => `at most ${plural(requests, "request")}`,
  announceEnd: "The judge has answered.",
  /** While it is asked. */
  judging: (ended: number, of: number) => `The judge has answered ${count(ended)} of ${count(of)}`,
  /** What came of it. */
  label: "What the judge says",
  notAsked:
    "The judge was not asked: the race was stopped, could not be kept, or Paceline was ended first.",
  asked: (who: string, requests: number, pairs: number) =>
    `${who} was asked ${plural(requests, "time")} about ${plural(pairs, "answer pair")}, blind to names and in both orders`,
  cost: (usd: string) => `cost ${usd}`,
  costUnknown: (requests: number) => `${plural(requests, "request")} of unknown cost`,
  took: (time: string) => `took ${time}`,
  agreed: (agreed: number, pairs: number, share: string) =>
    `It agreed with itself in ${count(agreed)} of ${count(pairs)} (${share})`,
  within: (share: string, interval: string) => `${share}, 95 %: ${interval}`,
  used: "Its word is used here. No check and no medal follows it",
  prefersFirst: (many: number, decided: number) =>
    `It preferred whatever came first in ${count(many)} of ${count(decided)} that it decided in both orders: its word is not used`,
  prefersSecond: (many: number, decided: number) =>
    `It preferred whatever came second in ${count(many)} of ${count(decided)} that it decided in both orders: its word is not used`,
  chance: "That is not surely more than chance: its word is not used",
  tooFew: "It decided too few to use its word",
  onlyTies: (pairs: number) =>
    `It called all ${count(pairs)} a tie: it tells nothing apart, and its word is not used`,
  unread: "It gave no pair a verdict in both orders: there is no word to use",
  prefers: (first: string, second: string) => `prefers ${first} to ${second}`,
  prefersNeither: (first: string, second: string) =>
    `prefers neither ${first} nor ${second} as far as this shows`,
  notUsed: "its word is not used",
  pairTitle: (first: string, second: string) => `${first} against ${second}`,
  split: (rounds: number, first: number, second: number, p: string) =>
    `of ${plural(rounds, "round")} the first in ${count(first)}, the second in ${count(second)} (sign test, mid-p: ${p})`,
  remarks: {
    unread: (n: number) => `Pairs without a verdict in both orders: ${count(n)}`,
    identical: (n: number) =>
      `Pairs with the same answer word for word, about which nobody was asked: ${count(n)}`,
    notAsked: (n: number) =>
      `Pairs that were left, because the judge was stopped, was cut off or had failed five times in a row: ${count(n)}`,
    cut: (n: number) =>
      `Pairs in which something was too long for the judge to be shown whole: ${count(n)}`,
    named: (n: number) =>
      `Pairs with an answer that names a model or a provider of this race, so that the judge may know whose it is: ${count(n)}`,
    isLane: "The judge is itself one of the lanes, and models tend to prefer their own answers",
  },
  votes: "What it said, request by request",
  round: (round: number) => `Round ${count(round)}`,
  order: (first: string, second: string) => `${first} before ${second}`,
  choices: {
    first: "the first",
    second: "the second",
    tie: "a tie",
  } satisfies Record<JudgeChoice, string>,
  noVerdict: "no verdict",
};
