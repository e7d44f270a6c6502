/** Texts of chains: their steps in the line-up, on the track and on the card. */

import { count } from "../numbers";
import { plural } from "./plural";

export const chain = {
  title: "Steps after this one",
  hint: "A lane with steps is a chain: timed from the first request to the last answer, at the cost of all.",
  add: "Add a step",
  addTitle: "Who is asked next",
  remove: (step: number) => `Remove step ${step}`,
  when: (step: number) => `When step ${step} is asked`,
  rules: {
    check_fails: "If a check fails",
    always: "Always, with the answer",
    says: "If the answer says",
    otherwise: "Otherwise",
  },
  name: "Word in the answer",
  prompt: (step: number) => `Prompt of step ${step}`,
  usual: {
    answer: "The answer of the step before: {{answer}}",
    prompt: "What the lane is asked: {{prompt}}",
  },
  system: (step: number) => `System prompt of step ${step}`,
  usualSystem: "System prompt: that of the lane",
  own: "Settings",
  settings: (step: number) => `Settings of step ${step}`,
  up: (step: number) => `Move step ${step} up`,
  down: (step: number) => `Move step ${step} down`,
  ownCheck: "Its own check",
  sharedChecks: (checks: number) =>
    checks === 1
      ? "Decided by the check of every answer. If that knows the expected answer, the chain does better than it can in use."
      : `Decided by the ${count(checks)} checks of every answer. If one knows the expected answer, the chain does better than it can in use.`,
  noChecks: "Nothing is checked yet. Add a check here, or one of every answer.",
  step: (step: number, model: string) => `${step}. ${model}`,
  more: (steps: number) => `+ ${plural(steps, "step")}`,
  earlier: "earlier step",
  during: (step: number, phase: string) => `step ${step}: ${phase}`,
  climbed: (asked: number, of: number) => `went on in ${count(asked)} of ${count(of)}`,
  passed: "passed",
  failed: "failed its check",
};
