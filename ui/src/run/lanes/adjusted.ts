/** Describes how a request differs from its plan. */

import type { Adjustment, Sample, Warning } from "../../backend/backend";
import { begun, sentences } from "../../strings/phrases";
import { doubts } from "../../strings/results";
import { strings } from "../../strings/strings";

const w = strings.lane;

export function adjusted({ field, asked, sent, why }: Adjustment): string {
  const how = [asked ? w.asked(asked) : w.notAsked, sent ? w.sent(sent) : w.notSent] as const;
  return begun(w.adjusted(field, ...how, why));
}

/** The advice of a warning, including the option that the second attempt left out. */
export function doubtAdvice(doubt: Warning, leftOut: Sample["left_out"]): string {
  const { advice } = doubts[doubt];
  return doubt === "second_attempt" && leftOut ? sentences([advice, w.leftOut(leftOut)]) : advice;
}
