/** A checkbox with its label; what it means is its tooltip. */

import { tip } from "./tip";

interface TickProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  testId: string;
}

export function Tick({ label, hint, checked, onChange, testId }: TickProps) {
  return (
    <label
      {...(hint ? tip(hint) : {})}
      className="flex items-center gap-1.5 text-xs whitespace-nowrap text-soft"
    >
      <input
        type="checkbox"
        className="size-3.5"
        checked={checked}
        data-testid={testId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
