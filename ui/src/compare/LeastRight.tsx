/** Which share of right answers it takes to be compared by cost and speed. */

import { share } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Choice } from "../ui/Choice";
import { useCompareStore } from "./compareStore";
import type { Drawn } from "./comparison";

const w = strings.compare.leastRight;

const SHARES = [0.9, 0.95, 0.99, 1];

/** The choice, if any answer was checked. */
export function LeastRight({ drawn }: { drawn: Drawn }) {
  const ask = useCompareStore((asked) => asked.ask);
  if (drawn.view.quality.order.length === 0) return null;
  const least = drawn.view.question.least_right ?? null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-panel px-3 py-1.5">
      <Choice
        label={w.label}
        testId="least-right"
        value={least === null ? "" : String(least)}
        choices={[
          { value: "", text: w.any },
          ...SHARES.map((each) => ({ value: String(each), text: w.atLeast(share(each)) })),
        ]}
        onChange={(value) => ask({ least_right: value === "" ? null : Number(value) })}
      />
      <p className="min-w-0 text-2xs text-faint">{w.story}</p>
    </div>
  );
}
