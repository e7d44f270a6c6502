/** One later step of a lane: who is asked, when, with what, and its settings. */

import { ArrowDown, ArrowUp, Settings2, X } from "lucide-react";
import { Suspense, useState } from "react";
import type { LanePlan, LaneRequest, NextStep, StepRule } from "../backend/backend";
import { useProviders } from "../backend/queries";
import { strings } from "../strings/strings";
import { Button, IconButton } from "../ui/controls";
import { lazy } from "../ui/lazy";
import { NumberField } from "../ui/NumberField";
import { useDraft } from "./draft";
import { EffortField } from "./EffortField";
import { LIMITS } from "./limits";
import { ServiceTierField } from "./ServiceTierField";

const StepChecks = lazy(async () => (await import("./StepChecks")).StepChecks);

const w = strings.chain;

const FIELD =
  "rounded-sm border border-line bg-sunk px-1.5 text-xs text-ink hover:border-line-strong";

type When = StepRule["when"];
const RULES = Object.keys(w.rules) as When[];

function ruleOf(when: When): StepRule {
  return when === "says" ? { when, name: "" } : { when };
}

/** What a step is asked of its own; null for what the lane is asked. */
function requestOf(request: LaneRequest): LaneRequest | null {
  const { prompt = null, system = null } = request;
  return prompt === null && system === null ? null : { prompt, system };
}

interface TextProps {
  label: string;
  usual: string;
  testId: string;
  value: string | null | undefined;
  onText: (text: string | null) => void;
}

/** A text of a step; what is usual if it is empty. */
function Text({ label, usual, testId, value, onText }: TextProps) {
  return (
    <textarea
      aria-label={label}
      placeholder={usual}
      rows={2}
      className={`py-1 ${FIELD}`}
      data-testid={testId}
      value={value ?? ""}
      onChange={({ currentTarget }) => onText(currentTarget.value || null)}
    />
  );
}

interface SettingsProps {
  lane: LanePlan;
  number: number;
  onLane: (change: Partial<LanePlan>) => void;
}

function Settings({ lane, number, onLane }: SettingsProps) {
  const draft = useDraft();
  const tiers = useProviders().find(({ id }) => id === lane.provider)?.service_tiers ?? [];
  const shared = (value: number | string | null | undefined) =>
    strings.lineup.asShared(
      value === null || value === undefined ? strings.race.providersOwn : String(value),
    );
  return (
    <fieldset className="flex flex-col gap-2" data-testid={`step-${number}-settings`}>
      <legend className="sr-only">{w.settings(number)}</legend>
      <Text
        label={w.system(number)}
        usual={w.usualSystem}
        testId={`step-${number}-system`}
        value={lane.request?.system}
        onText={(system) => onLane({ request: requestOf({ ...lane.request, system }) })}
      />
      <div className="grid grid-cols-2 gap-x-3 gap-y-2">
        <div>
          <NumberField
            label={strings.race.maxTokens}
            value={lane.max_tokens}
            {...LIMITS.max_tokens}
            testId={`step-${number}-max-tokens`}
            onChange={(max_tokens) => onLane({ max_tokens })}
          />
          <p className="mt-1 text-2xs text-faint">{shared(draft.max_tokens)}</p>
        </div>
        <div>
          <NumberField
            label={strings.race.temperature}
            value={lane.temperature}
            {...LIMITS.temperature}
            step={0.1}
            testId={`step-${number}-temperature`}
            onChange={(temperature) => onLane({ temperature })}
          />
          <p className="mt-1 text-2xs text-faint">{shared(draft.temperature)}</p>
        </div>
        <div>
          <EffortField
            value={lane.effort}
            testId={`step-${number}-effort`}
            onChange={(effort) => onLane({ effort })}
          />
          <p className="mt-1 text-2xs text-faint">{shared(draft.effort)}</p>
        </div>
        {tiers.length > 0 || lane.service_tier ? (
          <ServiceTierField
            value={lane.service_tier}
            tiers={tiers}
            onChange={(service_tier) => onLane({ service_tier })}
          />
        ) : null}
      </div>
    </fieldset>
  );
}

/** Whether a step has a setting of its own. */
function isSet({ request, max_tokens, temperature, effort, service_tier }: LanePlan): boolean {
  const all = [request?.system, max_tokens, temperature, effort, service_tier];
  return all.some((value) => (value ?? null) !== null);
}

interface StepProps {
  next: NextStep;
  /** From 2: the first step is the lane. */
  number: number;
  isLast: boolean;
  onChange: (next: NextStep) => void;
  onRemove: () => void;
  /** Puts it before the step above, or behind the one below. */
  onMove: (by: -1 | 1) => void;
}

export function ChainStep({ next, number, isLast, onChange, onRemove, onMove }: StepProps) {
  const { lane, rule } = next;
  const [isOpen, setOpen] = useState(false);
  const usual = rule.when === "always" ? w.usual.answer : w.usual.prompt;
  const onLane = (change: Partial<LanePlan>) => onChange({ ...next, lane: { ...lane, ...change } });
  const name = `${lane.provider}/${lane.model}`;
  return (
    <li className="flex flex-col gap-1.5" data-testid={`step-${number}`}>
      <div className="flex items-center gap-1 text-xs">
        <span className="min-w-0 flex-1 truncate font-medium" title={name}>
          {w.step(number, name)}
        </span>
        {number > 2 ? (
          <IconButton
            label={w.up(number)}
            className="size-6!"
            data-testid={`step-${number}-up`}
            onClick={() => onMove(-1)}
          >
            <ArrowUp size={13} aria-hidden="true" />
          </IconButton>
        ) : null}
        {isLast ? null : (
          <IconButton
            label={w.down(number)}
            className="size-6!"
            data-testid={`step-${number}-down`}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={13} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          label={w.remove(number)}
          className="size-6!"
          data-testid={`remove-step-${number}`}
          onClick={onRemove}
        >
          <X size={13} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex items-center gap-2 text-xs">
        <select
          aria-label={w.when(number)}
          className={`h-6 pr-5 ${FIELD}`}
          data-testid={`step-${number}-when`}
          value={rule.when}
          onChange={({ currentTarget }) => {
            const when = RULES.find((name) => name === currentTarget.value);
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
            className={`h-6 min-w-0 flex-1 ${FIELD}`}
            maxLength={60}
            data-testid={`step-${number}-name`}
            value={rule.name}
            onChange={({ currentTarget }) =>
              onChange({ ...next, rule: { when: "says", name: currentTarget.value } })
            }
          />
        ) : null}
        <Button
          look="quiet"
          size="small"
          className="ml-auto shrink-0"
          aria-expanded={isOpen}
          data-testid={`step-${number}-more`}
          onClick={() => setOpen(!isOpen)}
        >
          <Settings2 size={12} aria-hidden="true" />
          {w.own}
          {isSet(lane) && !isOpen ? (
            <span className="size-1.5 rounded-full bg-accent">
              <span className="sr-only">{strings.lineup.overridden}</span>
            </span>
          ) : null}
        </Button>
      </div>
      {rule.when === "check_fails" ? (
        <Suspense fallback={null}>
          <StepChecks
            checks={rule.checks ?? []}
            number={number}
            onChecks={(checks) => onChange({ ...next, rule: { when: "check_fails", checks } })}
          />
        </Suspense>
      ) : null}
      <Text
        label={w.prompt(number)}
        usual={usual}
        testId={`step-${number}-prompt`}
        value={lane.request?.prompt}
        onText={(prompt) => onLane({ request: requestOf({ ...lane.request, prompt }) })}
      />
      {isOpen ? <Settings lane={lane} number={number} onLane={onLane} /> : null}
    </li>
  );
}
