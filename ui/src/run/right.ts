/** Whether answers are right, as the engine's checks found. */

import type { Check, CheckVerdict, Plan, Row, Sample } from "../backend/backend";
import { listOf } from "../strings/phrases";
import { strings } from "../strings/strings";
import type { LiveLane } from "./race";

const w = strings.checks;

/** Whether the answer of a request is right; null if none was checked. */
export function rightnessOf({ right = null, checks = [] }: Sample): CheckVerdict | null {
  if (right !== null) return right ? "right" : "wrong";
  return checks.length > 0 ? "unknown" : null;
}

/** Whether the answer is known to be wrong. */
export const isWrong = (sample: Sample | null): boolean => sample?.right === false;

/** What checked an answer, in the order of its results: the plan's checks, then those of its row. A plan that asks a built-in suite only
 * names it, so `ofSuite` is its row. */
export function checksOf(
  { checks = [], set }: Plan,
  { row }: Sample,
  ofSuite: Row | null = null,
): readonly Check[] {
  const asked = set?.type === "rows" ? set.rows[row ?? -1] : ofSuite;
  return [...checks, ...(asked?.checks ?? [])];
}

/** How many measured answers are right, wrong, and neither known. */
export function countRight(samples: readonly Sample[]): Record<CheckVerdict, number> {
  const all = { right: 0, wrong: 0, unknown: 0 };
  for (const sample of samples) {
    const found = rightnessOf(sample);
    if (found !== null) all[found] += 1;
  }
  return all;
}

/** The measured rounds of a lane whose answer is wrong. The engine ranks no lane that has one. */
export const wrongRounds = ({ samples }: LiveLane): number => samples.filter(isWrong).length;

/** Statuses of requests that the provider ended with an answer, of whatever kind. */
const FINAL: readonly Sample["status"][] = ["ok", "ok_empty", "filtered", "refused"];
/** Statuses of requests that Paceline ended. */
const OURS: readonly Sample["status"][] = ["cancelled", "interrupted"];

/** Whether it failed, so that there is no answer to check. */
export const isUnanswered = (sample: Sample): boolean =>
  ![...FINAL, ...OURS].includes(sample.status) && rightnessOf(sample) === null;

/** How many requests failed whose answers would have been checked, as the engine counts them. */
function failedOf(samples: readonly Sample[]): number {
  const isUnchecked = (one: Sample) => FINAL.includes(one.status) && rightnessOf(one) === null;
  const unchecked = new Set(samples.filter(isUnchecked).map(({ row }) => row ?? null));
  unchecked.delete(null);
  return samples.filter((one) => isUnanswered(one) && !unchecked.has(one.row ?? null)).length;
}

/** Over rounds, how many requests came to a right answer, of those that were checked or failed; null if none was checked. */
export function rightInWords(samples: readonly Sample[]): string | null {
  const { right, wrong, unknown } = countRight(samples);
  const known = right + wrong;
  if (known + unknown === 0) return null;
  const said = known > 0 ? w.rightIn(right, known + failedOf(samples)) : null;
  return [said, unknown > 0 ? w.alsoUnknown(unknown) : null]
    .filter((part) => part !== null)
    .join(" · ");
}

/** Who is not ranked because an answer of any round is wrong, over rounds with how many of them; null for nobody. */
export function leftOut(
  lanes: readonly LiveLane[],
  nameOf: (index: number) => string,
): string | null {
  const names = lanes.flatMap((lane, index) => {
    const wrong = wrongRounds(lane);
    const rounds = lane.samples.length;
    if (wrong === 0) return [];
    const name = nameOf(index);
    return [rounds < 2 ? name : w.whoWrongIn(name, wrong, rounds)];
  });
  return names.length > 0 ? w.whoWrong(listOf(names)) : null;
}
