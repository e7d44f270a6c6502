/** Chooses who judges, by what, and how long a verdict may be. */

import { type FormEvent, useState } from "react";
import type { LanePlan } from "../../backend/backend";
import { useProviders } from "../../backend/queries";
import { strings } from "../../strings/strings";
import { Button } from "../../ui/controls";
import { NumberField } from "../../ui/NumberField";
import { useDraft } from "../draft";
import { LIMITS } from "../limits";
import { ModelPicker } from "../ModelPicker";
import { nameOfJudge } from "./nameOfJudge";

const w = strings.judge;

/** What the engine takes unless told otherwise. */
const USUAL_TOKENS = "1024";

export function JudgeForm({ onDone }: { onDone: () => void }) {
  const providers = useProviders();
  const known = useDraft((draft) => draft.judge ?? null);
  const share = useDraft((draft) => draft.share);
  const [lane, setLane] = useState<LanePlan | null>(known?.lane ?? null);
  const [criteria, setCriteria] = useState(known?.criteria ?? "");
  const [tokens, setTokens] = useState<number | null>(known?.lane.max_tokens ?? null);
  const [isTried, setTried] = useState(false);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!lane) return;
    const judge = { lane: { ...lane, max_tokens: tokens }, criteria: criteria.trim() || null };
    share({ judge });
    onDone();
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
      <Button type="submit" look="primary" className="self-end" data-testid="ask-judge">
        {w.submit}
      </Button>
    </form>
  );
}
