/** An endpoint of the person's own: a name, an address, a dialect, and whether it wants a key. */

import { type ReactNode, useState } from "react";
import { type Endpoint, type ProviderView, useBackend } from "../backend/backend";
import { Button } from "../look/controls";
import { go } from "../route";
import { words } from "../words/words";
import { useProviderChange } from "./changes";

const w = words.providers;
/** The dialects that the engine speaks to an endpoint nobody described. */
const DIALECT: Endpoint["dialect"] = "openai-chat";
const FIELD = "selectable h-8 w-full rounded-md border border-line-strong bg-sunk px-3 text-sm";

function Field({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className="flex flex-col gap-1.5 text-xs text-soft">
      <span className="font-semibold text-ink">{label}</span>
      {children}
      {hint ? <span className="text-faint">{hint}</span> : null}
    </label>
  );
}

export function EndpointForm({ existing }: { existing: ProviderView | null }) {
  const backend = useBackend();
  const [label, setLabel] = useState(existing?.label ?? "");
  const [url, setUrl] = useState(existing?.base_url ?? "http://127.0.0.1:8000/v1");
  const [keyNeeded, setKeyNeeded] = useState(existing?.key === "required");
  const save = useProviderChange<ProviderView>((saved) => w.endpointSaved(saved.label));
  const remove = useProviderChange<void>(() => w.removed(existing?.label ?? ""));
  const submit = () => {
    const endpoint: Endpoint = {
      id: existing?.id ?? null,
      label: label.trim(),
      dialect: existing?.dialect ?? DIALECT,
      base_url: url.trim(),
      key_needed: keyNeeded,
    };
    save.mutate(() => backend.saveEndpoint(endpoint), {
      onSuccess: (saved) => {
        if (!existing) go("providers", saved.id);
      },
    });
  };
  return (
    <form
      data-testid="endpoint-form"
      className="flex flex-col gap-4 rounded-lg border border-line bg-panel p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {existing ? (
        <h2 className="text-sm font-semibold">{w.editTitle}</h2>
      ) : (
        <h1 className="text-lg font-semibold">{w.newTitle}</h1>
      )}
      <Field label={w.name}>
        <input
          required
          className={FIELD}
          placeholder={w.nameHint}
          data-testid="endpoint-label"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
      </Field>
      <Field label={w.address} hint={w.addressHint}>
        <input
          required
          type="url"
          className={FIELD}
          data-testid="endpoint-url"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      </Field>
      <div className="text-xs text-soft">
        <span className="font-semibold text-ink">{w.dialect}</span> {existing?.dialect ?? DIALECT}
      </div>
      <label className="flex items-center gap-2 text-xs text-soft">
        <input
          type="checkbox"
          className="size-3.5"
          checked={keyNeeded}
          data-testid="endpoint-key-needed"
          onChange={(event) => setKeyNeeded(event.currentTarget.checked)}
        />
        {w.keyNeeded}
      </label>
      <div className="flex gap-2">
        <Button
          type="submit"
          look="primary"
          size="tall"
          data-testid="save-endpoint"
          disabled={save.isPending}
        >
          {existing ? w.save : w.create}
        </Button>
        {existing ? (
          <Button
            size="tall"
            data-testid="remove-endpoint"
            onClick={() =>
              remove.mutate(() => backend.removeEndpoint(existing.id), {
                onSuccess: () => go("providers"),
              })
            }
          >
            {w.remove}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
