/** The later steps of a lane: who is asked, when, and what. */

import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { NextStep, StepRule } from "../backend/backend";
import { strings } from "../strings/strings";
import { Button, IconButton } from "../ui/controls";
import { type DraftLane, useDraft } from "./draft";
import { ModelPicker } from "./ModelPicker";

const w = strings.chain;

/** The most steps of a chain, the first included; the engine enforces it. */
const MOST_STEPS = 8;
const FIELD =
  "rounded-sm border border-line bg-sunk px-1.5 text-xs text-ink hover:border-line-strong";

type When = StepRule["when"];
const RULES = Object.keys(w.rules) as When[];

function ruleOf(when: When): StepRule {
  return when === "says" ? { when, name: "" } : { when };
}

interface StepProps {
  next: NextStep;
  number: number;
  onChange: (next: NextStep) => void;
  onRemove: () => void;
}

function Step({ next, number, onChange, onRemove }: StepProps) {
  const { lane, rule } = next;
  const { prompt } = lane.request ?? {};
  const usual = rule.when === "always" ? w.usual.answer : w.usual.prompt;
  return (
    <li className="flex flex-col gap-1.5" data-testid={`step-${number}`}>
      <div className="flex items-center gap-2 text-xs">
        <span className="min-w-0 flex-1 truncate" title={`${lane.provider}/${lane.model}`}>
          {w.step(number, `${lane.provider}/${lane.model}`)}
        </span>
        <select
          aria-label={w.when(number)}
          className={`h-6 pr-5 ${FIELD}`}
          data-testid={`step-${number}-when`}
          value={rule.when}
          onChange={(event) => {
            const when = RULES.find((name) => name === event.currentTarget.value);
            if (when) onChange({ ...next, rule: ruleOf(when) });
          }}
        >
          {RULES.map((when) => (
            <option key={when} value={when}>
              {w.rules[when]}
            </option>
          ))}
        </select>
        {rule.when === "says" ? (
          <input
            aria-label={w.name}
            placeholder={w.name}
            className={`h-6 w-28 ${FIELD}`}
            maxLength={60}
            data-testid={`step-${number}-name`}
            value={rule.name}
            onChange={(event) =>
              onChange({ ...next, rule: { when: "says", name: event.currentTarget.value } })
            }
          />
        ) : null}
        <IconButton
          label={w.remove(number)}
          data-testid={`remove-step-${number}`}
          onClick={onRemove}
        >
          <X size={13} aria-hidden="true" />
        </IconButton>
      </div>
      <textarea
        aria-label={w.prompt(number)}
        placeholder={usual}
        rows={2}
        className={`py-1 ${FIELD}`}
        data-testid={`step-${number}-prompt`}
        value={prompt ?? ""}
        onChange={(event) => {
          const text = event.currentTarget.value;
          const request = { ...lane.request, prompt: text === "" ? null : text };
          onChange({ ...next, lane: { ...lane, request } });
        }}
      />
    </li>
  );
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
      {steps.length > 0 ? (
        <ol className="mt-2 flex flex-col gap-2.5">
          {steps.map((next, at) => (
            <Step
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the chain.
              key={at}
              next={next}
              number={at + 2}
              onChange={(changed) => put(steps.with(at, changed))}
              onRemove={() => put(steps.toSpliced(at, 1))}
            />
          ))}
        </ol>
      ) : (
        <p className="mt-1 text-2xs text-faint">{w.hint}</p>
      )}
    </section>
  );
}
