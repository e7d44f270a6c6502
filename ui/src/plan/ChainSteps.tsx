/** The later steps of a lane. */

import { Plus } from "lucide-react";
import { useState } from "react";
import type { NextStep, StepRule } from "../backend/backend";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { ChainStep } from "./ChainStep";
import { type DraftLane, useDraft } from "./draft";
import { ModelPicker } from "./ModelPicker";

const w = strings.chain;

/** The most steps of a chain, the first included; the engine enforces it. */
const MOST_STEPS = 8;

/** The steps with the one at a place moved by one. */
function moved(steps: readonly NextStep[], at: number, by: -1 | 1): NextStep[] {
  const step = steps[at];
  return step ? steps.toSpliced(at, 1).toSpliced(at + by, 0, step) : [...steps];
}

export function ChainSteps({ lane, place }: { lane: DraftLane; place: number }) {
  const change = useDraft((draft) => draft.change);
  const [adding, setAdding] = useState(false);
  const steps = lane.later ?? [];
  const put = (later: NextStep[]) => change(place, { later });
  return (
    <section className="mt-3 border-t border-line pt-3" aria-label={w.title}>
      <div className="flex items-center justify-between gap-2 text-xs">
        <span className="font-semibold">{w.title}</span>
        {steps.length + 1 < MOST_STEPS ? (
          <Button size="small" data-testid="add-step" onClick={() => setAdding(!adding)}>
            <Plus size={12} aria-hidden="true" />
            {w.add}
          </Button>
        ) : null}
      </div>
      {steps.length > 0 ? (
        <ol className="mt-2 flex flex-col gap-3">
          {steps.map((next, at) => (
            <ChainStep
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the chain.
              key={at}
              next={next}
              number={at + 2}
              isLast={at + 1 === steps.length}
              onChange={(changed) => put(steps.with(at, changed))}
              onRemove={() => put(steps.toSpliced(at, 1))}
              onMove={(by) => put(moved(steps, at, by))}
            />
          ))}
        </ol>
      ) : (
        <p className="mt-1 text-2xs text-faint">{w.hint}</p>
      )}
      {adding ? (
        <div className="mt-2">
          <ModelPicker
            label={w.addTitle}
            onPick={(picked) => {
              setAdding(false);
              const rule: StepRule = { when: "check_fails" };
              put([...steps, { lane: { ...picked, muted: false }, rule }]);
            }}
          />
        </div>
      ) : null}
    </section>
  );
}
