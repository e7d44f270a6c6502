/** Whether one of two contenders that were asked the same is right more often, and on what that rests. */

import type { RightPair } from "../../backend/backend";
import { count, pValue } from "../../strings/numbers";
import { strings } from "../../strings/strings";

const w = strings.checks.pairs;

interface PairWordsProps {
  pair: Pick<
    RightPair,
    "first" | "second" | "pairs" | "only_first" | "only_second" | "p" | "differs"
  >;
  nameOf: (index: number) => string;
}

export function PairWords({ pair, nameOf }: PairWordsProps) {
  const { first, second, pairs, only_first, only_second, p, differs } = pair;
  const [a, b] = [nameOf(first), nameOf(second)];
  return (
    <>
      <b className="font-semibold text-ink">{differs ? w.more(a, b) : w.open(a, b)}</b>{" "}
      {w.pair(pairs, count(only_first), count(only_second), pValue(p))}
    </>
  );
}

/** What the p values of several pairs are held to; nothing for two. */
export function Among({ compared }: { compared: number }) {
  if (compared < 3) return null;
  return <li className="text-faint">{w.among(compared)}</li>;
}
