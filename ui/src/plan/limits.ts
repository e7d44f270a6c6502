/** Limits of a plan's numbers: shown at their fields, and enforced by the engine. */

import type { Plan } from "../backend/backend";
import { strings } from "../strings/strings";
import { numberProblem, type Range } from "../ui/numberProblem";

export const LIMITS = {
  max_tokens: { min: 1, max: 100_000_000, whole: true },
  temperature: { min: 0, max: 2, whole: false },
  repeat: { min: 1, max: 1_000, whole: true },
} as const satisfies Record<string, Range>;

const names: Record<keyof typeof LIMITS, string> = {
  max_tokens: strings.race.maxTokens,
  temperature: strings.race.temperature,
  repeat: strings.race.repeats,
};

/** Why a plan cannot even be checked: the engine could not parse such a number. */
export function unreadable({ max_tokens, temperature, repeat, lanes }: Plan): string | null {
  const shared = { max_tokens, temperature, repeat };
  const all = [shared, ...lanes.filter(({ muted }) => !muted)];
  for (const [index, given] of all.entries())
    for (const name of Object.keys(LIMITS) as (keyof typeof LIMITS)[]) {
      const value = (given as Partial<typeof shared>)[name] ?? null;
      const problem = value === null ? null : numberProblem(value, LIMITS[name]);
      if (problem) {
        const said = `${names[name]}: ${problem}.`;
        return index === 0 ? said : strings.race.preflight.laneProblem(index, said);
      }
    }
  return null;
}
