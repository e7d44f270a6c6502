/** The steps of a lane that is a chain: their names, and when each was asked on the shared clock. */

import type { LanePlan, Phase, Sample, StepFrame } from "../backend/backend";
import { BETWEEN } from "../strings/chainName";
import { phases } from "../strings/results";
import { strings } from "../strings/strings";

/** When a step that is over was asked and answered, in milliseconds since the start gun. */
export interface StepMarks {
  step: number;
  sent: number | null;
  firstAny: number | null;
  ended: number | null;
}

const ms = (us: number | null | undefined) => (us === null || us === undefined ? null : us / 1_000);

/** The models of a lane's steps, in order, as the engine names a chain. */
export function modelOf({ model, later = [] }: Pick<LanePlan, "model" | "later">): string {
  return [model, ...later.map(({ lane }) => lane.model)].join(BETWEEN);
}

/** The names of a chain's providers, in order and without repeating one. */
export function joined(labels: readonly string[]): string {
  return labels.filter((label, at) => label !== labels[at - 1]).join(BETWEEN);
}

export function marksOfFrame({ step, sent_us, first_any_us, ended_us }: StepFrame): StepMarks {
  return { step, sent: ms(sent_us), firstAny: ms(first_any_us), ended: ms(ended_us) };
}

/** The steps before the one whose answer it is. */
export function earlierOf({ steps = [] }: Sample): StepMarks[] {
  return steps.slice(0, -1).map(({ step, sample }) => {
    const sent = sample.sent_at_ms ?? null;
    const ttft = sample.ttft_ms ?? null;
    return {
      step,
      sent,
      firstAny: sent === null || ttft === null ? null : sent + ttft,
      ended: sample.ended_at_ms ?? null,
    };
  });
}

/** When a lane's request was sent, in microseconds since the start gun; of a chain, that of its first step. */
export function firstSentUs({
  sentUs,
  steps = [],
}: {
  sentUs: number | null;
  steps?: readonly StepMarks[];
}): number | null {
  const first = steps.find(({ sent }) => sent !== null)?.sent ?? null;
  return first === null ? sentUs : first * 1_000;
}

/** The text of a step whose answer does not count, in milliseconds since the chain's send. */
export interface StepText {
  from: number;
  to: number;
}

/** The texts of steps that are over, of a chain that was sent at this moment of the shared clock, in milliseconds. */
export function stepTexts(steps: readonly StepMarks[], sent: number | null): StepText[] {
  return steps.flatMap(({ firstAny, ended }) =>
    sent === null || firstAny === null || ended === null || ended <= firstAny
      ? []
      : [{ from: firstAny - sent, to: ended - sent }],
  );
}

interface LanePhase {
  provider: string;
  phase: Phase;
  step?: number;
}

/** What a lane does now and, of a chain, in which step. */
export function phaseInWords({ provider, phase, step = 0 }: LanePhase): string {
  const isUnderWay = provider === "chain" && phase !== "connecting" && phase !== "ready";
  return isUnderWay ? strings.chain.during(step + 1, phases[phase]) : phases[phase];
}

/** Which step of a lane answered, or failed, from 0. */
function lastOf(sample: Sample | null | undefined): number {
  return sample?.steps?.at(-1)?.step ?? 0;
}

/** Who was asked last in a round of this lane. */
export function askedLast(lane: LanePlan, sample: Sample | null | undefined): LanePlan {
  return lane.later?.[lastOf(sample) - 1]?.lane ?? lane;
}

/** The lane with a change of who was asked last in this round. */
export function withChange(
  lane: LanePlan,
  sample: Sample | null | undefined,
  change: Partial<LanePlan>,
): LanePlan {
  const at = lastOf(sample) - 1;
  const next = lane.later?.[at];
  if (!lane.later || !next) return { ...lane, ...change };
  return { ...lane, later: lane.later.with(at, { ...next, lane: { ...next.lane, ...change } }) };
}

/** In how many of these rounds a later step was asked, without those that the user stopped; null without a chain. */
export function climbsOf(samples: readonly Sample[]): { asked: number; of: number } | null {
  const ended = samples.filter(
    ({ status, steps = [] }) =>
      steps.length > 0 && status !== "cancelled" && status !== "interrupted",
  );
  if (ended.length === 0) return null;
  return { asked: ended.filter(({ steps = [] }) => steps.length > 1).length, of: ended.length };
}
