/** The load, goodput limits and budget of a sweep. */

import { useState } from "react";
import type { Forecast } from "../backend/backend";
import { useWorkloads } from "../backend/queries";
import { useDraft } from "../plan/draft";
import { EffortField } from "../plan/EffortField";
import { count, UNKNOWN } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { NumberField } from "../ui/NumberField";
import { Tick } from "../ui/Tick";
import { tip } from "../ui/tip";
import { Card, OneOf } from "./Choice";
import { lengthsOf, loadedBy, ratesOf, useSweepForm } from "./sweepDraft";

const w = strings.sweeps;

const USUAL_LEVELS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const MOST = 512;

function Levels() {
  const { levels, set } = useSweepForm();
  const [other, setOther] = useState<number | null>(null);
  const offered = [...new Set([...USUAL_LEVELS, ...levels])].sort((a, b) => a - b);
  const turn = (level: number) => {
    const next = levels.includes(level)
      ? levels.filter((each) => each !== level)
      : [...levels, level];
    set({ levels: next.toSorted((a, b) => a - b) });
  };
  return (
    <fieldset aria-label={w.levels} className="flex flex-wrap items-center gap-1">
      {offered.map((level) => (
        <button
          key={level}
          type="button"
          aria-pressed={levels.includes(level)}
          data-testid={`level-${level}`}
          className="h-6 min-w-8 rounded-sm border border-line px-1.5 text-xs text-soft hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-ink"
          onClick={() => turn(level)}
        >
          {count(level)}
        </button>
      ))}
      <span className="ml-2 flex items-center gap-1">
        <NumberField label={w.otherLevel} value={other} min={1} max={MOST} onChange={setOther} />
        <Button
          size="small"
          disabled={other === null || levels.includes(other)}
          onClick={() => {
            if (other !== null) turn(other);
            setOther(null);
          }}
        >
          {w.addLevel}
        </Button>
      </span>
    </fieldset>
  );
}

function Ladder() {
  const { most, ladderTtftMs, set } = useSweepForm();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <NumberField
        label={w.most}
        value={most}
        min={1}
        max={MOST}
        testId="ladder-most"
        onChange={(value) => set({ most: value })}
      />
      <NumberField
        label={w.ladderTtft}
        value={ladderTtftMs}
        min={1}
        placeholder={w.untilWaiting}
        onChange={(value) => set({ ladderTtftMs: value })}
      />
    </div>
  );
}

function Sought() {
  const { most, capacityTtftMs, capacityErrors, capacityGood, perSecond, set } = useSweepForm();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <NumberField
        label={w.capacityTtft}
        value={capacityTtftMs}
        min={1}
        placeholder={UNKNOWN}
        testId="capacity-ttft"
        onChange={(value) => set({ capacityTtftMs: value })}
      />
      <NumberField
        label={w.capacityErrors}
        value={capacityErrors}
        min={0}
        max={100}
        step={0.1}
        placeholder={UNKNOWN}
        testId="capacity-errors"
        onChange={(value) => set({ capacityErrors: value })}
      />
      <span {...tip(w.capacityGoodHint)}>
        <NumberField
          label={w.capacityGood}
          value={capacityGood}
          min={0}
          max={100}
          step={0.1}
          placeholder={UNKNOWN}
          testId="capacity-good"
          onChange={(value) => set({ capacityGood: value })}
        />
      </span>
      <NumberField
        label={w.mostLoad}
        value={most}
        min={1}
        max={MOST}
        testId="capacity-most"
        onChange={(value) => set({ most: value })}
      />
      <Tick
        label={w.perSecond}
        hint={w.loadingHint.rates}
        checked={perSecond}
        testId="capacity-per-second"
        onChange={(value) => set({ perSecond: value })}
      />
    </div>
  );
}

function Rates() {
  const { rates, arrivals, set } = useSweepForm();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <label className="flex items-center gap-1.5 text-xs text-soft">
        {w.rates}
        <input
          aria-label={w.rates}
          className="selectable h-6 w-40 rounded-sm border border-line bg-sunk px-1.5 text-xs text-ink hover:border-line-strong aria-invalid:border-bad"
          value={rates}
          placeholder={w.ratesHint}
          aria-invalid={ratesOf(rates) === null}
          data-testid="sweep-rates"
          onChange={(event) => set({ rates: event.currentTarget.value })}
        />
      </label>
      <Tick
        label={w.poisson}
        hint={w.loadingHint.rates}
        checked={arrivals === "poisson"}
        testId="sweep-poisson"
        onChange={(random) => set({ arrivals: random ? "poisson" : "constant" })}
      />
    </div>
  );
}

function Lengths() {
  const { lengths, lengthsInFlight, lengthsCached, set } = useSweepForm();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <label className="flex items-center gap-1.5 text-xs text-soft">
        {w.lengths}
        <input
          className="selectable h-6 w-48 rounded-sm border border-line bg-sunk px-1.5 text-xs text-ink hover:border-line-strong aria-invalid:border-bad"
          value={lengths}
          placeholder={w.lengthsHint}
          aria-invalid={lengthsOf(lengths) === null}
          data-testid="sweep-lengths"
          onChange={(event) => set({ lengths: event.currentTarget.value })}
        />
      </label>
      <NumberField
        label={w.lengthsInFlight}
        value={lengthsInFlight}
        min={1}
        max={MOST}
        testId="lengths-in-flight"
        onChange={(value) => set({ lengthsInFlight: value })}
      />
      <Tick
        label={w.lengthsCached}
        hint={w.lengthsCachedHint}
        checked={lengthsCached}
        testId="lengths-cached"
        onChange={(value) => set({ lengthsCached: value })}
      />
    </div>
  );
}

const BODIES = { levels: Levels, ladder: Ladder, rates: Rates, capacity: Sought, lengths: Lengths };

export function LoadSection() {
  const { loading, samples, waves, mostSamples, settledWithin, onThrottle, unique, cold, set } =
    useSweepForm();
  const Body = BODIES[loading];
  return (
    <Card
      title={w.load}
      hint={w.loadingHint[loading]}
      aside={
        <OneOf
          label={w.load}
          names={w.loading}
          value={loading}
          testId="loading"
          onChange={(next) => set(loadedBy(next, useSweepForm.getState()))}
        />
      }
    >
      <div className="flex flex-col gap-2.5">
        <Body />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <NumberField
            label={w.samples}
            value={samples}
            min={1}
            max={10_000}
            testId="sweep-samples"
            onChange={(value) => set({ samples: value })}
          />
          {loading === "rates" ? (
            <span {...tip(w.mostSamplesHint)}>
              <NumberField
                label={w.mostSamples}
                value={mostSamples}
                min={1}
                max={10_000}
                placeholder={UNKNOWN}
                testId="sweep-most-samples"
                onChange={(value) => set({ mostSamples: value })}
              />
            </span>
          ) : (
            <span {...tip(w.wavesHint)}>
              <NumberField
                label={w.waves}
                value={waves}
                min={1}
                max={1_000}
                placeholder={UNKNOWN}
                testId="sweep-waves"
                onChange={(value) => set({ waves: value })}
              />
            </span>
          )}
          {loading === "capacity" ? null : (
            <span {...tip(w.settledHint)}>
              <NumberField
                label={w.settled}
                value={settledWithin}
                min={0}
                max={100}
                step={0.5}
                placeholder={UNKNOWN}
                testId="sweep-settled"
                onChange={(value) => set({ settledWithin: value })}
              />
            </span>
          )}
          {loading === "lengths" ? null : (
            <Tick
              label={w.unique}
              hint={w.uniqueHint}
              checked={unique}
              testId="sweep-unique"
              onChange={(value) => set({ unique: value })}
            />
          )}
          <Tick
            label={w.cold}
            hint={w.coldHint}
            checked={cold}
            testId="sweep-cold"
            onChange={(value) => set({ cold: value })}
          />
          <Tick
            label={w.throttled}
            hint={w.throttledHint}
            checked={onThrottle === "continue"}
            testId="sweep-throttled"
            onChange={(goesOn) => set({ onThrottle: goesOn ? "continue" : "stop" })}
          />
        </div>
      </div>
    </Card>
  );
}

export function AnswersSection({ forecast }: { forecast: Forecast | undefined }) {
  const { maxTokens, forceLength, set } = useSweepForm();
  const { temperature, effort, share } = useDraft();
  const known = forecast?.max_tokens;
  return (
    <Card title={w.answers}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <NumberField
          label={w.maxTokens}
          value={maxTokens}
          min={1}
          placeholder={known ? String(known) : UNKNOWN}
          testId="sweep-max-tokens"
          onChange={(value) => set({ maxTokens: value })}
        />
        <Tick
          label={w.forceLength}
          hint={w.forceLengthHint}
          checked={forceLength}
          testId="sweep-force-length"
          onChange={(value) => set({ forceLength: value })}
        />
        <NumberField
          label={w.temperature}
          value={temperature}
          min={0}
          max={2}
          step={0.1}
          placeholder={UNKNOWN}
          onChange={(value) => share({ temperature: value })}
        />
        <EffortField value={effort} onChange={(value) => share({ effort: value })} />
      </div>
    </Card>
  );
}

const LIMITS = ["ttft_ms", "tpot_ms", "latency_ms"] as const;

export function LimitsSection() {
  const { limits, budgetUsd, budgetTokens, set } = useSweepForm();
  const presets = useWorkloads().data?.limits ?? [];
  const isAs = (other: typeof limits) =>
    LIMITS.every((name) => (limits[name] ?? null) === (other[name] ?? null));
  return (
    <div className="grid grid-cols-2 gap-2.5 max-[1100px]:grid-cols-1">
      <Card title={w.limits} hint={w.limitsHint}>
        <fieldset aria-label={w.limits} className="mb-2 flex flex-wrap gap-1">
          {[{ name: w.noLimits, limits: {} }, ...presets].map((preset) => (
            <button
              key={preset.name}
              type="button"
              aria-pressed={isAs(preset.limits)}
              data-testid={`limits-${preset.name}`}
              className="h-6 rounded-sm border border-line px-2 text-xs text-soft hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-ink"
              onClick={() => set({ limits: preset.limits })}
            >
              {w.limitUses[preset.name] ?? preset.name}
            </button>
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {LIMITS.map((name) => (
            <NumberField
              key={name}
              label={w.limitNames[name]}
              value={limits[name]}
              min={1}
              placeholder={UNKNOWN}
              onChange={(value) => set({ limits: { ...limits, [name]: value } })}
            />
          ))}
        </div>
      </Card>
      <Card title={w.budget} hint={w.budgetHint}>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <NumberField
            label={w.budgetUsd}
            value={budgetUsd}
            min={0}
            step={0.1}
            placeholder={UNKNOWN}
            testId="budget-usd"
            onChange={(value) => set({ budgetUsd: value })}
          />
          <NumberField
            label={w.budgetTokens}
            value={budgetTokens}
            min={1}
            placeholder={UNKNOWN}
            testId="budget-tokens"
            onChange={(value) => set({ budgetTokens: value })}
          />
        </div>
      </Card>
    </div>
  );
}
