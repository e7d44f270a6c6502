/** The questions of a run, as the engine counted what came of each. */

import type { Plan, Question, Run, Sample } from "../backend/backend";
import { strings } from "../strings/strings";
import { roundsOf } from "./race";

/** By its name or, without one, by its number. */
export function questionName({ set }: Pick<Plan, "set">, { name, at }: Question): string {
  const w = strings.checks.questions;
  return name ?? (set ? w.numbered(at + 1) : w.round(at + 1));
}

/** What each measured round asked, by name; null for a round that has none. */
export function roundNames(run: Run): (string | null)[] {
  const rounds = Array.from({ length: roundsOf(run) }, (_, index) => index);
  if (!run.plan.set) return rounds.map(() => null);
  const names = new Map(run.questions?.all.map(({ at, name = null }) => [at, name]));
  return rounds.map((round) => {
    const asked = run.lanes.map(({ samples }) => samples[round]?.row ?? null);
    const row = asked.find((one) => one !== null) ?? null;
    return row === null ? null : (names.get(row) ?? null);
  });
}

/** The requests of a lane that asked a question. */
export function answersTo(run: Run, lane: number, at: number): Sample[] {
  const samples = run.lanes[lane]?.samples ?? [];
  return samples.filter((sample, round) => (run.plan.set ? sample.row : round) === at);
}
