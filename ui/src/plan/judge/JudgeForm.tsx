/** Chooses who judges, by what, and how long a verdict may be. */

import { type FormEvent, type ReactNode, useState } from "react";
import type { JudgePlan, LanePlan } from "../../backend/backend";
import { useProviders } from "../../backend/queries";
import { strings } from "../../strings/strings";
import { Button } from "../../ui/controls";
import { NumberField } from "../../ui/NumberField";
import { LIMITS } from "../limits";
import { ModelPicker } from "../ModelPicker";
import { nameOfJudge } from "./nameOfJudge";

const w = strings.judge;

/** What the engine takes unless told otherwise. */
const USUAL_TOKENS = "1024";

function judgeOf(lane: LanePlan, criteria: string, tokens: number | null): JudgePlan {
  return { lane: { ...lane, max_tokens: tokens }, criteria: criteria.trim() || null };
}

interface JudgeFormProps {
  /** The judge that there is. */
  known: JudgePlan | null;
  /** What asking this judge would take, where that is not told elsewhere. */
  before?: (judge: JudgePlan) => ReactNode;
  onAsk: (judge: JudgePlan) => void;
}

export function JudgeForm({ known, before, onAsk }: JudgeFormProps) {
  const providers = useProviders();
  const [lane, setLane] = useState<LanePlan | null>(known?.lane ?? null);
  const [criteria, setCriteria] = useState(known?.criteria ?? "");
  const [tokens, setTokens] = useState<number | null>(known?.lane.max_tokens ?? null);
  const [isTried, setTried] = useState(false);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (lane) onAsk(judgeOf(lane, criteria, tokens));
  };
  if (!lane) {
    return (
      <div className="flex flex-col gap-2" data-testid="judge-form">
        <ModelPicker label={w.who} onPick={(picked) => setLane({ ...picked, muted: false })} />
        <p className="text-2xs text-faint">{isTried ? w.nobody : w.formHint}</p>
      </div>
    );
  }
  return (
    <form className="flex flex-col gap-2.5" onSubmit={ask} data-testid="judge-form">
      <div className="flex items-center justify-between gap-2 text-xs">
        <span className="min-w-0 truncate">{nameOfJudge(lane, providers)}</span>
        <Button size="small" data-testid="other-judge" onClick={() => setLane(null)}>
          {w.other}
        </Button>
      </div>
      <label className="flex flex-col gap-1 text-xs text-soft">
        {w.criteria}
        <textarea
          className="rounded-sm border border-line bg-sunk px-2 py-1.5 text-xs text-ink hover:border-line-strong"
          rows={3}
          maxLength={20_000}
          placeholder={w.criteriaHint}
          value={criteria}
          data-testid="judge-criteria"
          onChange={(event) => setCriteria(event.currentTarget.value)}
        />
      </label>
      <NumberField
        label={w.tokens}
        value={tokens}
        {...LIMITS.max_tokens}
        placeholder={USUAL_TOKENS}
        testId="judge-tokens"
        onChange={setTokens}
      />
      <p className="text-2xs text-faint">{w.formHint}</p>
      {before?.(judgeOf(lane, criteria, tokens))}
      <Button type="submit" look="primary" className="self-end" data-testid="ask-judge">
        {w.submit}
      </Button>
    </form>
  );
}
