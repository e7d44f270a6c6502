/** Limits of a plan's numbers: shown at their fields, and enforced by the engine. */

import type { Metric, Plan } from "../backend/backend";
import { sentence, told } from "../strings/phrases";
import { strings } from "../strings/strings";
import { numberProblem, type Range } from "../ui/numberProblem";

export const LIMITS = {
  max_tokens: { min: 1, max: 100_000_000, whole: true },
  temperature: { min: 0, max: 2, whole: false },
  repeat: { min: 1, max: 1_000, whole: true },
  warmup: { min: 0, max: 999, whole: true },
  deadline_s: { min: 0.1, max: 86_400, whole: false },
} as const satisfies Record<string, Range>;

/** The metrics by which a race can run until it is settled. */
export const SETTLED_BY = ["ttft_ms", "decode_tps"] as const satisfies readonly Metric[];

const names: Record<keyof typeof LIMITS, string> = {
  max_tokens: strings.race.maxTokens,
  temperature: strings.race.temperature,
  repeat: strings.race.repeats,
  warmup: strings.race.more.warmup,
  deadline_s: strings.race.more.deadline,
};

/** Why a plan cannot even be checked: the engine could not parse such a number. */
export function unreadable({ lanes, ...shared }: Plan): string | null {
  const racing = lanes.filter(({ muted }) => !muted);
  const steps = racing.flatMap((lane, index) =>
    (lane.later ?? []).map((next) => [index + 1, next.lane] as const),
  );
  const all = [[0, shared] as const, ...racing.map((lane, index) => [index + 1, lane] as const)];
  for (const [index, given] of [...all, ...steps])
    for (const name of Object.keys(LIMITS) as (keyof typeof LIMITS)[]) {
      const value = (given as Partial<Plan>)[name] ?? null;
      const problem = value === null ? null : numberProblem(value, LIMITS[name]);
      if (problem) {
        const said = sentence(told(names[name], problem));
        return index === 0 ? said : strings.race.preflight.laneProblem(index, said);
      }
    }
  return null;
}
