/** What each check found in an answer. In a file of its own: the window's start does not wait for what compares texts. */

import type { Check, Sample } from "../../backend/backend";
import { checkOf, reasonOf } from "../../strings/said";
import { strings } from "../../strings/strings";
import { Tag } from "../../ui/controls";
import { ExpectedDiff } from "./ExpectedDiff";
import { TONES } from "./RightTag";

const w = strings.checks;

/** A wrong answer against the text that a check expects of it, if it expects one. */
function Against({ check, answer }: { check: Check | undefined; answer: string }) {
  if (check?.kind === "equals") return <ExpectedDiff expected={check.text} answer={answer} />;
  if (check?.kind === "merged") return <ExpectedDiff expected={check.file} answer={answer} />;
  return null;
}

/** Every check of an answer with what it found; `asked` are the checks, in the same order. */
export function CheckResults({ sample, asked }: { sample: Sample; asked: readonly Check[] }) {
  const { checks = [], text } = sample;
  if (checks.length === 0) return null;
  return (
    <section className="mb-3 border-b border-line pb-3 text-xs" data-testid="check-results">
      <h3 className="font-semibold">{w.heading}</h3>
      <ul className="mt-1 flex flex-col gap-1.5">
        {checks.map((result, at) => {
          const { verdict } = result;
          const reason = reasonOf(result);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a check is its place in the plan.
            <li key={at} className="selectable break-words">
              <Tag tone={TONES[verdict]}>{w.verdicts[verdict]}</Tag> {checkOf(result)}
              {reason ? <p className="mt-0.5 text-soft">{reason}</p> : null}
              <Against check={verdict === "wrong" ? asked[at] : undefined} answer={text} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
