/** What a judge says of a race, in words. */

import type { JudgeFindings, Judgement, Run } from "../../backend/backend";
import { dollars, durationWithUnit, share } from "../../strings/numbers";
import { commas, interval, sentence } from "../../strings/phrases";
import { strings } from "../../strings/strings";

const w = strings.judge;

type NameOf = (lane: number) => string;

function judgeOf({ label, model, simulated }: Judgement): string {
  const name = `${label} ${model}`;
  return simulated ? `${name} (${w.simulated})` : name;
}

/** Who was asked how often, and what that took. */
export function askedInWords(judgement: Judgement, found: JudgeFindings): string {
  const asked = w.asked(judgeOf(judgement), found.requests, found.pairs + found.unread);
  const usd = judgement.simulated ? null : (found.cost_usd ?? null);
  const seconds = found.seconds ?? 0;
  const parts = [
    asked,
    usd === null ? null : w.cost(dollars(usd)),
    found.cost_unknown > 0 ? w.costUnknown(found.cost_unknown) : null,
    seconds > 0 ? w.took(durationWithUnit(seconds * 1_000)) : null,
  ];
  return sentence(commas(parts.filter((part) => part !== null)));
}

/** How often it agrees with itself; null if that is unknown. */
export function agreementInWords(found: JudgeFindings): string | null {
  const within = found.interval;
  const known = share(found.agreement);
  if (!within || within.low === null || within.high === null) return null;
  const range = w.within(known, interval(share(within.low), share(within.high)));
  return sentence(w.agreed(found.same + found.ties, found.pairs, range));
}

/** Whether its word is used, and why not. */
export function wordInWords(found: JudgeFindings): string {
  const decided = found.same + found.first + found.second;
  switch (found.word) {
    case "used":
      return sentence(w.used);
    case "prefers_first":
      return sentence(w.prefersFirst(found.first, decided));
    case "prefers_second":
      return sentence(w.prefersSecond(found.second, decided));
    case "chance":
      return sentence(w.chance);
    case "too_few":
      return sentence(w.tooFew);
    case "only_ties":
      return sentence(w.onlyTies(found.pairs));
    case "unread":
      return sentence(w.unread);
  }
}

/** What one has to know to read its word. */
export function remarksInWords(run: Run, judgement: Judgement, found: JudgeFindings): string[] {
  const counted = [
    [found.unread, w.remarks.unread],
    [judgement.identical ?? 0, w.remarks.identical],
    [judgement.not_asked ?? 0, w.remarks.notAsked],
    [found.cut, w.remarks.cut],
    [found.named, w.remarks.named],
  ] as const;
  const remarks = counted.flatMap(([n, words]) => (n > 0 ? [sentence(words(n))] : []));
  const isLane = run.lanes.some(
    ({ provider, model }) => provider === judgement.provider && model === judgement.model,
  );
  return isLane ? [...remarks, sentence(w.remarks.isLane)] : remarks;
}

/** In a few words beside the medals: whom it prefers, or why its word is not used. */
export function briefly({ findings }: Judgement, nameOf: NameOf): string | null {
  if (!findings) return null;
  if (findings.word !== "used") return wordInWords(findings);
  const told = findings.lanes.filter(({ differs }) => differs);
  const shown = told.length > 0 ? told : findings.lanes.slice(0, 1);
  const words = shown.map(({ first, second, differs }) =>
    (differs ? w.prefers : w.prefersNeither)(nameOf(first), nameOf(second)),
  );
  return sentence(commas(words));
}
