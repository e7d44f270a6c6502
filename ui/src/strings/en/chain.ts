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
  step: (step: number, model: string) => `${step}. ${model}`,
  more: (steps: number) => `+ ${plural(steps, "step")}`,
  earlier: "earlier step",
  climbed: (asked: number, of: number) => `went on in ${count(asked)} of ${count(of)}`,
  passed: "passed",
  failed: "failed its check",
};
