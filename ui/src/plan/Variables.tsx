/** A value for each of the prompt's variables. */

import { strings } from "../strings/strings";
import { useDraft } from "./draft";

const w = strings.library;

export function Variables({ names }: { names: readonly string[] }) {
  const values = useDraft((draft) => draft.values);
  const setValue = useDraft((draft) => draft.setValue);
  if (names.length === 0) return null;
  return (
    <fieldset
      className="flex flex-wrap gap-x-3 gap-y-1 border-t border-line px-3 py-1.5"
      data-testid="variables"
    >
      <legend className="sr-only">{w.values}</legend>
      {names.map((name) => (
        <label key={name} className="flex min-w-40 flex-1 items-center gap-1.5 text-xs text-soft">
          <code className="font-mono text-2xs whitespace-nowrap text-accent">{`{{${name}}}`}</code>
          <input
            aria-label={w.value(name)}
            className="h-6 min-w-0 flex-1 rounded-sm border border-line bg-sunk px-1.5 text-xs text-ink"
            value={values[name] ?? ""}
            data-testid={`value-${name}`}
            onChange={(event) => setValue(name, event.currentTarget.value)}
          />
        </label>
      ))}
    </fieldset>
  );
}
