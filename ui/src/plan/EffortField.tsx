/** Reasoning effort. The first choice is the provider's default, or the shared setting. */

import type { Effort } from "../backend/backend";
import { efforts } from "../strings/results";
import { strings } from "../strings/strings";
import { tip } from "../ui/tip";

const EFFORTS = Object.keys(efforts) as Effort[];

interface EffortFieldProps {
  value: Effort | null | undefined;
  onChange: (value: Effort | null) => void;
  testId?: string;
}

export function EffortField({ value, onChange, testId }: EffortFieldProps) {
  return (
    <label
      {...tip(strings.race.effortHint, { side: "bottom" })}
      className="flex items-center gap-1.5 text-xs whitespace-nowrap text-soft"
    >
      {strings.race.effort}
      <select
        aria-label={strings.race.effort}
        className="h-6 rounded-sm border border-line bg-sunk pr-5 pl-1.5 text-xs text-ink hover:border-line-strong"
        data-testid={testId}
        value={value ?? ""}
        onChange={(event) =>
          onChange(EFFORTS.find((name) => name === event.currentTarget.value) ?? null)
        }
      >
        <option value="">{strings.race.effortUnset}</option>
        {EFFORTS.map((name) => (
          <option key={name} value={name}>
            {efforts[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
