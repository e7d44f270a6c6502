/** Whether the answer of a lane is right, with the reasons where it is not. */

import type { Check, CheckResult, CheckVerdict, Sample } from "../../backend/backend";
import { sentence, sentences, told } from "../../strings/phrases";
import { strings } from "../../strings/strings";
import { Tag } from "../../ui/controls";
import { rightnessOf } from "../right";
import { ExpectedDiff } from "./ExpectedDiff";

const w = strings.checks;

/** A tone only stresses the word. */
const TONES = { right: "good", wrong: "bad", unknown: "warn" } as const satisfies Record<
  CheckVerdict,
  string
>;

/** What a check found, in words. The check and its reason are the engine's own. */
function foundBy({ check, verdict, reason }: CheckResult): string {
  const found = `${check} (${w.verdicts[verdict]})`;
  return sentence(reason ? told(found, reason) : found);
}

/** Why an answer is not right: each check that is wrong or unknown; or that all hold. */
export function reasonsOf({ checks = [] }: Sample): string {
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
        {checks.map(({ check, verdict, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a check is its place in the plan.
          <li key={at} className="selectable break-words">
            <Tag tone={TONES[verdict]}>{w.verdicts[verdict]}</Tag> {check}
            {reason ? <p className="mt-0.5 text-soft">{reason}</p> : null}
            <Against check={verdict === "wrong" ? asked[at] : undefined} answer={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}
