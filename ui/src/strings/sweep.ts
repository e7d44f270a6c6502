/** Levels of a sweep in words, and names of its methods and cells. */

import type { Step } from "../backend/backend";
import { count, decimal } from "./numbers";
import { clauses } from "./phrases";
import { texts } from "./texts";

export const { presetNames, suiteNames, cellStates } = texts();

const { loads } = texts();

const rateOf = ({ rate }: Step) => decimal(rate, (rate ?? 0) < 10 ? 1 : 0);

/** A level by its load or the length of its prompts: “32 in flight”, “2.5 per second”, “1,000 tokens, cached”. */
export function loadWords(step: Step): string {
  if (step.prompt !== undefined) {
    const { tokens, in_flight: inFlight, cached } = step.prompt;
    return loads.prompt(tokens, cached ?? false, inFlight);
  }
  if (step.streams !== undefined) return loads.inFlight(count(step.streams));
  return loads.perSecond(rateOf(step));
}

/** Several levels of one kind: “1, 8, 32 in flight”. */
export function loadsWords(steps: readonly Step[]): string {
  if (steps.some(({ prompt }) => prompt !== undefined)) return clauses(steps.map(loadWords));
  if (steps.every(({ streams }) => streams !== undefined))
    return loads.inFlight(steps.map(({ streams }) => count(streams)).join(", "));
  return loads.perSecond(steps.map(rateOf).join(", "));
}

/** A duration in minutes and hours, for waits too long for seconds. */
export function duration(ms: number): string {
  if (ms < 90_000) return loads.seconds(count(Math.ceil(ms / 1_000)));
  const minutes = Math.round(ms / 60_000);
  return minutes < 90 ? loads.minutes(count(minutes)) : loads.hours(decimal(ms / 3_600_000, 1));
}
