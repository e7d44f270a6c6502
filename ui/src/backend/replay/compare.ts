/** What the engine answered when it compared two races of its own simulator, word for word, and what it says of nothing. */

import type { CompareQuestion, CompareView } from "../bindings";
import recorded from "./compare.json";

// The compiler takes each of a file's many shapes for a type of its own.
const { full, empty } = recorded as unknown as Record<"full" | "empty", CompareView>;

/** The recorded answer with what the person left out marked so; nothing is reckoned anew without an engine. */
export function replayComparison(question: CompareQuestion, anything: boolean): CompareView {
  if (!anything) return empty;
  const hidden = question.hidden ?? [];
  return {
    ...full,
    question: { ...full.question, ...question },
    simulated: question.simulated ?? false,
    contenders: full.contenders.map((one) => ({ ...one, shown: !hidden.includes(one.id) })),
  };
}
