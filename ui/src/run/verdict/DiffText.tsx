/** Two texts, word by word. */

import { useEffect, useState } from "react";
import { whenIdle } from "../../ui/idle";
import { type Difference, differenceOf } from "./diffWords";

export type FoundDifference = Difference | "long" | null;

/** The difference once it is computed; null where there is none to compute yet, "long" if it would take too long. */
export function useDifference(
  first: string | undefined,
  second: string | undefined,
): FoundDifference {
  const [found, setFound] = useState<FoundDifference>(null);
  useEffect(() => {
    setFound(null);
    if (first === undefined || second === undefined) return;
    return whenIdle(() => setFound(differenceOf(first, second) ?? "long"));
  }, [first, second]);
  return found;
}

export const LOOKS = {
  same: "",
  removed: "bg-bad-wash text-bad line-through decoration-1",
  added: "bg-accent-wash text-accent underline decoration-1 underline-offset-2",
} as const;

export function DiffText({ found }: { found: FoundDifference }) {
  if (found === null || found === "long") return null;
  return found.pieces.map(({ kind, text }, index) => {
    const key = `${index}-${kind}`;
    if (kind === "same") return <span key={key}>{text}</span>;
    const Part = kind === "added" ? "ins" : "del";
    return (
      <Part key={key} className={LOOKS[kind]}>
        {text}
      </Part>
    );
  });
}
