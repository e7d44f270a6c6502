/** The settings of a race that few races change, behind one button that names those that are set. */

import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { Metric } from "../backend/backend";
import { known } from "../strings/catalogue";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { NumberField } from "../ui/NumberField";
import { Popover } from "../ui/Popover";
import { tip } from "../ui/tip";
import { useDraft } from "./draft";
import { LIMITS, SETTLED_BY } from "./limits";

const w = strings.race.more;

/** Those that are set, in words. */
function useSet(): string[] {
  const { warmup, deadline_s, until_settled } = useDraft();
  return [
    warmup > 0 ? w.warmups(warmup) : null,
    until_settled ? w.until(known(until_settled).short) : null,
    typeof deadline_s === "number" ? w.deadlineOf(deadline_s) : null,
  ].filter((each) => each !== null);
}

function Fields() {
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

export function MoreSettings() {
  const [open, setOpen] = useState(false);
  const set = useSet();
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="bottom"
      align="start"
      title={w.title}
      testId="more-settings-panel"
      className="w-[320px] p-3"
      trigger={(opens) => (
        <Button
          {...opens}
          {...tip(w.title, { side: "bottom" })}
          aria-label={[w.title, ...set].join(", ")}
          look="quiet"
          size="small"
          className="min-w-0 px-1.5"
          data-testid="more-settings"
        >
          <SlidersHorizontal size={13} aria-hidden="true" className="shrink-0" />
          {set.length > 0 ? <span className="truncate text-ink">{set.join(" · ")}</span> : null}
        </Button>
      )}
    >
      <Fields />
    </Popover>
  );
}
