/** Warm-up rounds, the end by verdict, unique prompts, and the deadline of a race. */

import type { Metric } from "../backend/backend";
import { known } from "../strings/catalogue";
import { strings } from "../strings/strings";
import { NumberField } from "../ui/NumberField";
import { Tick } from "../ui/Tick";
import { useDraft } from "./draft";
import { LIMITS, SETTLED_BY } from "./limits";

const w = strings.race.more;

export function RaceSettings() {
  const draft = useDraft();
  return (
    <div className="flex flex-col gap-3">
      <div>
        <NumberField
          label={w.warmup}
          value={draft.warmup}
          {...LIMITS.warmup}
          testId="warmup"
          onChange={(warmup) => draft.share({ warmup: warmup ?? 0 })}
        />
        <p className="mt-1 text-2xs text-faint">{w.warmupHint}</p>
      </div>
      <div>
        <label className="flex items-center gap-1.5 text-xs text-soft">
          {w.settled}
          <select
            aria-label={w.settled}
            className="h-6 rounded-sm border border-line bg-sunk pr-5 pl-1.5 text-xs text-ink hover:border-line-strong"
            data-testid="until-settled"
            value={draft.until_settled ?? ""}
            onChange={({ currentTarget: { value } }) =>
              draft.share({ until_settled: SETTLED_BY.find((id) => id === value) ?? null })
            }
          >
            <option value="">{w.never}</option>
            {SETTLED_BY.map((id: Metric) => (
              <option key={id} value={id}>
                {w.by(known(id).short)}
              </option>
            ))}
          </select>
        </label>
        <p className="mt-1 text-2xs text-faint">{w.settledHint}</p>
      </div>
      <div>
        <Tick
          label={w.unique}
          checked={draft.unique_prompts ?? false}
          testId="unique-prompts"
          onChange={(unique_prompts) => draft.share({ unique_prompts })}
        />
        <p className="mt-1 text-2xs text-faint">{w.uniqueHint}</p>
      </div>
      <div>
        <NumberField
          label={w.deadline}
          value={draft.deadline_s}
          {...LIMITS.deadline_s}
          placeholder={w.anHour}
          testId="deadline"
          onChange={(deadline_s) => draft.share({ deadline_s })}
        />
        <p className="mt-1 text-2xs text-faint">{w.deadlineHint}</p>
      </div>
    </div>
  );
}
