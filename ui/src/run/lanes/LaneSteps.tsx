/** The steps of a chain on its card: who was asked, how long each took, and how often it went on. */

import type { Lane, Sample } from "../../backend/backend";
import { BETWEEN } from "../../strings/chainName";
import { clippedApart } from "../../strings/clip";
import { durationWithUnit } from "../../strings/numbers";
import { statuses } from "../../strings/results";
import { strings } from "../../strings/strings";
import { climbsOf } from "../steps";

const w = strings.chain;
/** In characters: what each took is worth more than the rest of its name. */
const LONGEST_NAME = 14;

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
  const names = lane?.steps?.map(({ model }) => model) ?? models;
  const short = clippedApart(names, LONGEST_NAME);
  const often = climbs && samples.length > 1 ? w.climbed(climbs.asked, climbs.of) : null;
  const told = (of: readonly string[]) => {
    const each = steps.map(({ step, sample: own }) => {
      const parts = [durationWithUnit(own.latency_ms ?? null), outcomeOf(own)].filter(Boolean);
      return `${w.step(step + 1, of[step] ?? "")} (${parts.join(", ")})`;
    });
    return [often, each.join(BETWEEN)].filter(Boolean).join(" · ");
  };
  return (
    <p
      data-testid={testId}
      title={told(names)}
      className="h-5 shrink-0 truncate px-3 text-2xs leading-5 text-soft"
    >
      {told(short)}
    </p>
  );
}
