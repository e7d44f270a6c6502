/** A new watch of the race that is on screen. */

import { type ReactNode, useId, useState } from "react";
import type { Plan, Rhythm, Weekday } from "../backend/backend";
import { usePreflight } from "../backend/queries";
import { useSettledPlan } from "../plan/settledPlan";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { NumberField } from "../ui/NumberField";
import { useChangePreferences, usePreferences } from "../ui/preferences";
import { go } from "../ui/route";
import { useWatchChange } from "./watches";
import { lengthText } from "./words";

const w = strings.watch.form;

/** How often a turn may be taken, in minutes. */
const LENGTHS = [5, 10, 15, 30, 60, 120, 240, 360, 720, 1_440];
const [HOUR, DAY] = [60, 1_440];
const WEEKDAYS = Object.keys(w.weekdays) as Weekday[];
const FIELD = "selectable h-7 rounded-md border border-line-strong bg-sunk px-2 text-sm text-ink";
const LABEL = "w-40 shrink-0 text-sm text-soft";
/** Characters of the prompt that are shown. */
const LONGEST_PROMPT = 120;

interface Form {
  name: string;
  every: number;
  hours: { from: number; until: number } | null;
  days: readonly Weekday[];
  usd: number | null;
  tokens: number | null;
  site: string;
  desktop: boolean;
  takes: boolean;
}

const BLANK: Form = {
  name: "",
  every: HOUR,
  hours: null,
  days: [],
  usd: null,
  tokens: null,
  site: "",
  desktop: true,
  takes: true,
};

function rhythmOf({ every, hours, days }: Form): Rhythm {
  return {
    every_minutes: every,
    hours: hours && { from_minute: hours.from * HOUR, until_minute: hours.until * HOUR || DAY },
    days: WEEKDAYS.filter((day) => days.includes(day)),
  };
}

/** Turns of a day on which it is active. */
function turnsOf({ every, hours }: Form): number {
  if (!hours) return DAY / every;
  const long = (((hours.until - hours.from) * HOUR + DAY - 1) % DAY) + 1;
  return Math.max(1, Math.floor(long / every));
}

const clippedPrompt = ({ prompt }: Plan) =>
  prompt.length > LONGEST_PROMPT ? `${prompt.slice(0, LONGEST_PROMPT - 1)}…` : prompt;

export function NewWatch() {
  const plan = useSettledPlan();
  const [form, setForm] = useState(BLANK);
  const change = useWatchChange();
  const set = useChangePreferences();
  const takesNow = usePreferences().data?.watches ?? false;
  const line = usePreflight(plan, true).data;
  const lanes = plan.lanes.filter(({ muted }) => !muted).length;
  const share = (some: Partial<Form>) => setForm((now) => ({ ...now, ...some }));
  const add = async () => {
    const { usd, tokens, site, name, desktop } = form;
    const id = await change.mutateAsync((asked) =>
      asked.addWatch({
        name,
        plan,
        rhythm: rhythmOf(form),
        budget: { usd_per_day: usd, tokens_per_day: tokens },
        site: site.trim() || null,
        desktop,
      }),
    );
    if (form.takes && !takesNow) await set({ watches: true });
    go("watch", String(id));
  };
  const problems = line?.problems ?? [];
  return (
    <div className="h-full overflow-y-auto p-6 max-[1100px]:p-4" data-testid="watch-form">
      <form
        className="mx-auto flex max-w-2xl flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          // Why it was not added is reported by the change itself.
          void add().catch(() => undefined);
        }}
      >
        <h1 className="text-lg font-semibold">{w.title}</h1>
        {lanes === 0 ? (
          <p className="text-sm text-warn">{w.noLanes}</p>
        ) : (
          <p className="text-sm wrap-anywhere text-soft" data-testid="watch-plan">
            {w.of(
              strings.race.preflight.lanes(lanes, line?.requests ?? lanes),
              clippedPrompt(plan),
            )}
          </p>
        )}
        {problems.map((problem) => (
          <p key={`${problem.lane} ${said(problem.message)}`} className="text-sm text-bad">
            {problem.lane == null
              ? said(problem.message)
              : strings.race.preflight.laneProblem(problem.lane + 1, said(problem.message))}
          </p>
        ))}
        <Fields form={form} share={share} />
        <p className="text-xs text-soft" data-testid="watch-size">
          {w.a(turnsOf(form), turnsOf(form) * (line?.requests ?? lanes))}
        </p>
        <Check
          label={strings.watch.desktop}
          value={form.desktop}
          testId="watch-form-desktop"
          onChange={(desktop) => share({ desktop })}
        />
        {takesNow ? null : (
          <Check
            label={strings.watch.takes}
            value={form.takes}
            testId="watch-form-takes"
            onChange={(takes) => share({ takes })}
          />
        )}
        <div className="flex gap-2">
          <Button
            type="submit"
            look="primary"
            size="tall"
            data-testid="watch-add"
            disabled={lanes === 0 || problems.length > 0 || change.isPending}
          >
            {w.go}
          </Button>
          <Button size="tall" data-testid="watch-cancel" onClick={() => go("watch")}>
            {w.cancel}
          </Button>
          {lanes === 0 ? (
            <Button size="tall" onClick={() => go("race")}>
              {w.toRace}
            </Button>
          ) : null}
        </div>
      </form>
    </div>
  );
}

interface FieldsProps {
  form: Form;
  share: (some: Partial<Form>) => void;
}

function Fields({ form, share }: FieldsProps) {
  return (
    <>
      <Labelled label={w.name}>
        {(id) => (
          <input
            id={id}
            className={`${FIELD} w-64`}
            maxLength={60}
            placeholder={w.nameFree}
            value={form.name}
            data-testid="watch-name"
            onChange={(event) => share({ name: event.currentTarget.value })}
          />
        )}
      </Labelled>
      <Labelled label={w.every}>
        {(id) => (
          <select
            id={id}
            className={`${FIELD} pr-6`}
            value={form.every}
            data-testid="watch-every"
            onChange={(event) => share({ every: Number(event.currentTarget.value) })}
          >
            {LENGTHS.map((minutes) => (
              <option key={minutes} value={minutes}>
                {lengthText(minutes)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <When form={form} share={share} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={LABEL}>{w.budget}</span>
        <NumberField
          label={w.usd}
          value={form.usd}
          min={0}
          step={0.01}
          placeholder={w.noLimit}
          testId="watch-usd"
          onChange={(usd) => share({ usd })}
        />
        <NumberField
          label={w.tokens}
          value={form.tokens}
          min={1}
          placeholder={w.noLimit}
          testId="watch-tokens"
          onChange={(tokens) => share({ tokens })}
        />
      </div>
      <p className="-mt-2 pl-43 text-xs text-faint max-[560px]:pl-0">{w.budgetHint}</p>
      <Labelled label={w.site}>
        {(id) => (
          <input
            id={id}
            className={`${FIELD} w-64`}
            maxLength={400}
            placeholder={w.siteHint}
            value={form.site}
            data-testid="watch-site"
            onChange={(event) => share({ site: event.currentTarget.value })}
          />
        )}
      </Labelled>
    </>
  );
}

function When({ form, share }: FieldsProps) {
  const { hours, days } = form;
  const turned = (day: Weekday) =>
    days.includes(day) ? days.filter((other) => other !== day) : [...days, day];
  return (
    <fieldset className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={LABEL}>{w.hours}</span>
        <Check
          label={w.some}
          value={hours !== null}
          testId="watch-hours"
          onChange={(some) => share({ hours: some ? { from: 8, until: 18 } : null })}
        />
      </div>
      {hours ? (
        <div className="flex flex-wrap gap-3 pl-43 max-[560px]:pl-0">
          <NumberField
            label={w.from}
            value={hours.from}
            min={0}
            max={23}
            testId="watch-from"
            onChange={(from) => share({ hours: { ...hours, from: from ?? 0 } })}
          />
          <NumberField
            label={w.until}
            value={hours.until}
            min={0}
            max={24}
            testId="watch-until"
            onChange={(until) => share({ hours: { ...hours, until: until ?? 0 } })}
          />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-1">
        <span className={`${LABEL} mr-2`}>{w.days}</span>
        {WEEKDAYS.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={days.length === 0 || days.includes(day)}
            data-testid={`watch-${day}`}
            className="h-6 min-w-8 rounded-sm border border-line px-1.5 text-xs text-faint aria-pressed:border-line-strong aria-pressed:bg-raised aria-pressed:text-ink"
            onClick={() => {
              const chosen =
                days.length === 0 ? WEEKDAYS.filter((each) => each !== day) : turned(day);
              share({ days: chosen.length === WEEKDAYS.length ? [] : chosen });
            }}
          >
            {w.weekdays[day]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className={LABEL}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}

interface CheckProps {
  label: string;
  value: boolean;
  testId: string;
  onChange: (value: boolean) => void;
}

function Check({ label, value, testId, onChange }: CheckProps) {
  return (
    <label className="flex items-center gap-2 text-sm text-ink">
      <input
        type="checkbox"
        className="size-4"
        data-testid={testId}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
