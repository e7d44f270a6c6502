/** The service tier that a lane requests. The first choice is the account's own. */

import { strings } from "../strings/strings";

interface ServiceTierFieldProps {
  value: string | null | undefined;
  tiers: readonly string[];
  onChange: (value: string | null) => void;
}

export function ServiceTierField({ value, tiers, onChange }: ServiceTierFieldProps) {
  const chosen = value ?? "";
  // A tier that its provider does not have is still shown, so that it can be removed.
  const shown = chosen === "" || tiers.includes(chosen) ? tiers : [chosen, ...tiers];
  return (
    <label className="flex items-center gap-1.5 text-xs whitespace-nowrap text-soft">
      {strings.lineup.serviceTier}
      <select
        aria-label={strings.lineup.serviceTier}
        className="h-6 rounded-sm border border-line bg-sunk pr-5 pl-1.5 text-xs text-ink hover:border-line-strong"
        data-testid="service-tier"
        value={chosen}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      >
        <option value="">{strings.lineup.serviceTierUnset}</option>
        {shown.map((tier) => (
          <option key={tier} value={tier}>
            {tier}
          </option>
        ))}
      </select>
    </label>
  );
}
