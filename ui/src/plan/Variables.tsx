/** Braces in a prompt: sent as written, or names of variables with a value each. */

import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { useDraft } from "./draft";
import { hasVariables } from "./filled";

const w = strings.library;

/** Says whether the prompt's braces are text, with a button to switch. */
function Reading({ templated }: { templated: boolean }) {
  const share = useDraft((draft) => draft.share);
  return (
    <span className="flex items-center gap-2 text-xs text-soft">
      {templated ? null : w.asWritten}
      <Button
        look="quiet"
        size="small"
        className="text-accent"
        data-testid={templated ? "send-as-written" : "use-variables"}
        onClick={() => share({ templated: !templated })}
      >
        {templated ? w.sendAsWritten : w.useVariables}
      </Button>
    </span>
  );
}

/** A value for each of the names. */
export function Values({ names }: { names: readonly string[] }) {
  const values = useDraft((draft) => draft.values);
  const setValue = useDraft((draft) => draft.setValue);
  if (names.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-1" data-testid="variables">
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

/** Shown below a prompt with braces; empty for any other. */
export function Variables({ names }: { names: readonly string[] }) {
  const templated = useDraft((draft) => draft.templated);
  const hasBraces = useDraft(hasVariables);
  if (!hasBraces) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-1.5">
      {templated ? <Values names={names} /> : null}
      <Reading templated={templated} />
    </div>
  );
}
