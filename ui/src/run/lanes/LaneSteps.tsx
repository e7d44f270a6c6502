/** The steps of a chain on its card: who was asked, how long each took, and how often it went on. */

import type { Lane, Sample } from "../../backend/backend";
import { durationWithUnit } from "../../strings/numbers";
import { statuses } from "../../strings/results";
import { strings } from "../../strings/strings";
import { climbsOf } from "../steps";

const w = strings.chain;

interface LaneStepsProps {
  sample: Sample;
  samples: readonly Sample[];
  /** Of the whole run; absent while it runs. */
  lane: Lane | undefined;
  /** The models of its steps. */
  models: readonly string[];
  testId: string;
}

/** What came of a step: how it failed, or what the check said that decided over the next. */
function outcomeOf({ status, right }: Sample): string | null {
  if (status !== "ok") return statuses[status];
  if ((right ?? null) === null) return null;
  return right ? w.passed : w.failed;
}

export function LaneSteps({ sample, samples, lane, models, testId }: LaneStepsProps) {
  const { steps = [] } = sample;
  if (steps.length === 0) return null;
  const climbs = climbsOf(samples);
  const told = steps.map(({ step, sample: own }) => {
    const model = lane?.steps?.[step]?.model ?? models[step] ?? "";
    const parts = [durationWithUnit(own.latency_ms ?? null), outcomeOf(own)].filter(Boolean);
    return { step, text: `${w.step(step + 1, model)} (${parts.join(", ")})` };
  });
  const often = climbs && samples.length > 1 ? w.climbed(climbs.asked, climbs.of) : null;
  const whole = [told.map(({ text }) => text).join(" → "), often].filter(Boolean).join(" · ");
  return (
    <p
      data-testid={testId}
      title={whole}
      className="h-5 shrink-0 truncate px-3 text-2xs leading-5 text-soft"
    >
      {whole}
    </p>
  );
}
