/** A provider's key: set, replace, forget. It is typed once and never shown again. */

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { type KeyringState, type ProviderView, useBackend } from "../backend/backend";
import { strings } from "../strings/strings";
import { ask } from "../ui/ask";
import { useBeginAt } from "../ui/beginAt";
import { openConsole } from "../ui/console";
import { Button } from "../ui/controls";
import { useProviderChange } from "./changes";

const w = strings.providers;

/** Where a provider's key is, in words. */
export function keyStory(view: ProviderView): string {
  if (view.kept === "keyring") return w.keyInKeyring(view.tail ?? null);
  if (view.kept === "session") return w.keyInSession(view.tail ?? null);
  if (view.key === "none") return w.keyUnneeded;
  return view.key === "optional" ? w.keyOptional : w.keyNone;
}

interface KeySectionProps {
  view: ProviderView;
  keyring: KeyringState;
}

export function KeySection({ view, keyring }: KeySectionProps) {
  const backend = useBackend();
  const hasKeyring = keyring.state === "ready";
  const field = useBeginAt("key");
  const [key, setKey] = useState("");
  const [sessionOnly, setSessionOnly] = useState(!hasKeyring);
  const save = useProviderChange<ProviderView>(({ label, kept }) =>
    kept === "session" ? w.savedSession(label) : w.saved(label),
  );
  const forget = useProviderChange<ProviderView>(({ label }) => w.forgotten(label));
  const kept = (view.kept ?? null) !== null;
  const submit = () => {
    const given = key.trim();
    // The field is emptied before the answer comes: what was typed leaves the window in this one call.
    setKey("");
    if (given) save.mutate(() => backend.setKey(view.id, given, sessionOnly));
  };
  return (
    <section
      aria-labelledby="key-title"
      className="flex flex-col gap-2.5 rounded-lg border border-line bg-panel p-4"
    >
      <div className="flex items-center gap-2">
        <h2 id="key-title" className="text-sm font-semibold">
          {w.key}
        </h2>
        <span className={`text-xs ${kept ? "text-good" : "text-soft"}`} data-testid="key-status">
          {keyStory(view)}
        </span>
        {view.key_url ? (
          <Button
            look="quiet"
            size="small"
            className="ml-auto min-w-0 shrink"
            data-testid="open-console"
            title={view.key_url}
            onClick={() => void openConsole(backend, view.id)}
          >
            <span className="truncate">{w.whereKey(new URL(view.key_url).host)}</span>
            <ExternalLink size={12} aria-hidden="true" className="shrink-0" />
          </Button>
        ) : null}
      </div>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <input
          ref={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          aria-label={w.key}
          placeholder={sessionOnly ? w.keyHintSession : w.keyHint}
          data-testid="key-input"
          className="selectable h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-sunk px-3 text-sm"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button
          type="submit"
          look="primary"
          size="tall"
          data-testid="save-key"
          disabled={!key.trim() || save.isPending}
        >
          {kept ? w.replaceKey : w.setKey}
        </Button>
        {kept ? (
          <Button
            size="tall"
            data-testid="forget-key"
            onClick={async () => {
              const { keyTitle, keyText, keyGo } = strings.forget;
              const question = { title: keyTitle(view.label), text: keyText, go: keyGo };
              if (await ask(question)) forget.mutate(() => backend.forgetKey(view.id));
            }}
          >
            {w.forgetKey}
          </Button>
        ) : null}
      </form>
      <label className="flex items-center gap-2 text-xs text-soft">
        <input
          type="checkbox"
          className="size-3.5"
          checked={sessionOnly}
          disabled={!hasKeyring}
          data-testid="session-only"
          onChange={(event) => setSessionOnly(event.currentTarget.checked)}
        />
        {w.sessionOnly}
      </label>
    </section>
  );
}
