/** Whether the answer of a lane is right, with the reasons where it is not. */

import type { CheckResult, CheckVerdict, Sample } from "../../backend/backend";
import { sentence, sentences, told } from "../../strings/phrases";
import { checkOf, reasonOf } from "../../strings/said";
import { strings } from "../../strings/strings";
import { Tag } from "../../ui/controls";
import { rightnessOf } from "../right";

const w = strings.checks;

/** A tone only stresses the word. */
export const TONES = { right: "good", wrong: "bad", unknown: "warn" } as const satisfies Record<
  CheckVerdict,
  string
>;

/** What a check found, in words. */
function foundBy(result: CheckResult): string {
  const found = `${checkOf(result)} (${w.verdicts[result.verdict]})`;
  const reason = reasonOf(result);
  return sentence(reason ? told(found, reason) : found);
}

/** Why an answer is not right: each check that is wrong or unknown; or that all hold. */
export function reasonsOf({ checks = [] }: Pick<Sample, "checks">): string {
  const open = checks.filter(({ verdict }) => verdict !== "right");
  if (checks.length === 0) return w.noReason;
  return open.length === 0 ? w.passed(checks.length) : sentences(open.map(foundBy));
}

export function RightTag({ sample }: { sample: Sample }) {
  const found = rightnessOf(sample);
  if (found === null) return null;
  return (
    <Tag tone={TONES[found]} advice={reasonsOf(sample)}>
      {w.verdicts[found]}
    </Tag>
  );
}
