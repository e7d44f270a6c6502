/** Resumes a sweep that its budget ended, with a larger one. */

import { Play } from "lucide-react";
import { useState } from "react";
import type { LargerBudget as Budget, Curves, Plan } from "../backend/backend";
import { count, dollars } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { NumberField } from "../ui/NumberField";
import { Popover } from "../ui/Popover";

const w = strings.sweeps.run;

/** Whether the budget ended any level of a sweep that is over. */
export function isCutByBudget({ state, lanes }: Curves): boolean {
  const isCut = lanes.some(({ points }) => points.some(({ ended }) => ended.type === "budget"));
  return state !== "running" && isCut;
}

/** Twice as much as before, as a first suggestion. */
const doubled = (before: number | null | undefined) => (before ? before * 2 : null);

/** Whether a part of the budget was raised; null if the sweep had no such part. */
function isRaised(now: number | null, before: number | null | undefined): boolean | null {
  return before ? (now ?? 0) > before : null;
}

interface LargerBudgetProps {
  plan: Plan;
  busy: boolean;
  onResume: (budget: Budget) => void;
}

export function LargerBudget({ plan, busy, onResume }: LargerBudgetProps) {
  const [open, setOpen] = useState(false);
  const before = { usd: plan.load?.budget_usd, tokens: plan.load?.budget_tokens };
  const [usd, setUsd] = useState(doubled(before.usd));
  const [tokens, setTokens] = useState(doubled(before.tokens));
  const raised = [isRaised(usd, before.usd), isRaised(tokens, before.tokens)];
  const isLarger = raised.includes(true);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="bottom"
      align="end"
      title={w.larger}
      testId="larger-budget"
      className="w-[300px] p-3"
      trigger={(opens) => (
        <Button {...opens} look="primary" disabled={busy} data-testid="resume-larger">
          <Play size={13} fill="currentColor" aria-hidden="true" />
          {w.larger}
        </Button>
      )}
    >
      <p className="text-xs text-soft">{w.largerHint}</p>
      <div className="mt-3 flex flex-col gap-2">
        {before.usd ? (
          <span className="flex items-center gap-2">
            <NumberField
              label={strings.sweeps.budgetUsd}
              value={usd}
              min={0}
              step={0.01}
              whole={false}
              testId="larger-usd"
              onChange={setUsd}
            />
            <span className="text-2xs text-faint">{w.largerThan(dollars(before.usd))}</span>
          </span>
        ) : null}
        {before.tokens ? (
          <span className="flex items-center gap-2">
            <NumberField
              label={strings.sweeps.budgetTokens}
              value={tokens}
              min={1}
              testId="larger-tokens"
              onChange={setTokens}
            />
            <span className="text-2xs text-faint">{w.largerThan(count(before.tokens))}</span>
          </span>
        ) : null}
      </div>
      <div className="mt-3 flex justify-end">
        <Button
          look="primary"
          disabled={!isLarger}
          data-testid="resume-larger-go"
          onClick={() => {
            setOpen(false);
            onResume({
              usd: raised[0] ? usd : null,
              tokens: raised[1] ? tokens : null,
            });
          }}
        >
          {w.largerGo}
        </Button>
      </div>
    </Popover>
  );
}
