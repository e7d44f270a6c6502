/** A custom endpoint: name, address, dialect, and whether it needs a key. */

import { type ReactNode, useState } from "react";
import { type EndpointInput, type ProviderView, useBackend } from "../backend/backend";
import { addressHints, dialects } from "../strings/results";
import { strings } from "../strings/strings";
import { withScheme } from "../ui/address";
import { ask } from "../ui/ask";
import { useBeginAt } from "../ui/beginAt";
import { Button } from "../ui/controls";
import { go } from "../ui/route";
import { plainHttpHost, useProviderChange } from "./changes";
import { PlainHttp } from "./PlainHttp";
import { Refused } from "./Refused";

const w = strings.providers;
const DIALECTS = Object.keys(dialects) as EndpointInput["dialect"][];
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

/** An endpoint as its form would send it, so that a removed one can be restored. */
function asWritten({ id, label, dialect, base_url, key }: ProviderView): EndpointInput {
  // Permission for plain HTTP belongs to the host and stays with it.
  return {
    id,
    label,
    dialect,
    base_url,
    key_needed: key === "required",
    confirm_plain_http: false,
  };
}

/** A key removed with its endpoint cannot be restored, so the user is asked. */
async function mayRemove({ label, kept }: ProviderView): Promise<boolean> {
  const { endpointTitle, endpointText, endpointGo } = strings.forget;
  const hasKey = (kept ?? null) !== null;
  return !hasKey || ask({ title: endpointTitle(label), text: endpointText, go: endpointGo });
}

export function EndpointForm({ existing }: { existing: ProviderView | null }) {
  const backend = useBackend();
  const [label, setLabel] = useState(existing?.label ?? "");
  const [url, setUrl] = useState(existing?.base_url ?? "http://127.0.0.1:8000/v1");
  const [dialect, setDialect] = useState<EndpointInput["dialect"]>(
    existing?.dialect ?? "openai-chat",
  );
  const [keyNeeded, setKeyNeeded] = useState(existing?.key === "required");
  const save = useProviderChange<ProviderView>((saved) => w.endpointSaved(saved.label), {
    toldThere: true,
  });
  const remove = useProviderChange<void>(() => w.removed(existing?.label ?? ""), {
    undo: async (asked) => existing && asked.saveEndpoint(asWritten(existing)),
  });
  const host = plainHttpHost(save.error);
  const field = useBeginAt(existing ? "address" : "endpoint");
  const submit = (plainHttp = false) => {
    const endpoint: EndpointInput = {
      id: existing?.id ?? null,
      label: label.trim(),
      dialect,
      base_url: withScheme(url),
      key_needed: keyNeeded,
      confirm_plain_http: plainHttp,
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
        <h2 className="text-sm font-semibold">{w.newTitle}</h2>
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
      <Field label={w.dialect} hint={w.dialectHint}>
        <select
          className={FIELD}
          data-testid="endpoint-dialect"
          value={dialect}
          onChange={(event) =>
            setDialect(DIALECTS.find((name) => name === event.currentTarget.value) ?? dialect)
          }
        >
          {DIALECTS.map((name) => (
            <option key={name} value={name}>
              {dialects[name]}
            </option>
          ))}
        </select>
      </Field>
      <Field label={w.address} hint={addressHints[dialect]}>
        <input
          ref={field}
          required
          type="text"
          inputMode="url"
          spellCheck={false}
          className={FIELD}
          data-testid="endpoint-url"
          value={url}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            save.reset();
          }}
        />
      </Field>
      <Refused error={save.error} testId="endpoint-problem" />
      {host ? <PlainHttp host={host} onAllow={() => submit(true)} /> : null}
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
            onClick={async () => {
              if (!(await mayRemove(existing))) return;
              remove.mutate(() => backend.removeEndpoint(existing.id), {
                onSuccess: () => go("providers"),
              });
            }}
          >
            {w.remove}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
