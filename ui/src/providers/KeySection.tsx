/** A provider's key: set, replace, forget. It is typed once and never shown again. */

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { type KeyringView, type ProviderView, useBackend } from "../backend/backend";
import { useProviders } from "../backend/queries";
import { strings } from "../strings/strings";
import { ask } from "../ui/ask";
import { useBeginAt } from "../ui/beginAt";
import { openConsole } from "../ui/console";
import { Button } from "../ui/controls";
import { go } from "../ui/route";
import { useProviderChange } from "./changes";
import { KeyField } from "./KeyField";
import { mayGiveTo, mayReplace, ownerBeside } from "./keyConsent";
import { type KeyText, readKey } from "./keyText";

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
  keyring: KeyringView;
}

/** Says whose key this looks like, and offers to save it there. */
function Elsewhere({ owner, onSave }: { owner: ProviderView; onSave: () => void }) {
  return (
    <div
      role="status"
      data-testid="key-of-another"
      className="flex flex-wrap items-center gap-2 rounded-md bg-warn-wash px-3 py-2 text-xs text-warn"
    >
      <span>{w.ofAnother(owner.label)}</span>
      <Button size="small" className="ml-auto" data-testid="save-there" onClick={onSave}>
        {w.saveThere(owner.label)}
      </Button>
    </div>
  );
}

export function KeySection({ view, keyring }: KeySectionProps) {
  const backend = useBackend();
  const providers = useProviders();
  const hasKeyring = keyring.state === "ready";
  const field = useBeginAt("key");
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [owner, setOwner] = useState<ProviderView | null>(null);
  const [sessionOnly, setSessionOnly] = useState(!hasKeyring);
  const save = useProviderChange<ProviderView>(({ label, kept }) =>
    kept === "session" ? w.savedSession(label) : w.saved(label),
  );
  const forget = useProviderChange<ProviderView>(({ label }) => w.forgotten(label));
  const kept = (view.kept ?? null) !== null;
  const ownerOf = async (given: string) => {
    const found = await ownerBeside(backend, view, given);
    return providers.find(({ id }) => id === found) ?? null;
  };
  const typed = async (given: KeyText) => {
    setKey(given.key);
    setProblem(given.problem);
    setOwner(given.problem ? null : await ownerOf(readKey(given.key).key));
  };
  const put = (to: ProviderView, secret: string) => {
    // The field is emptied before the answer arrives: the typed key leaves the window only in this one
    // call.
    setKey("");
    setOwner(null);
    save.mutate(() => backend.setKey(to.id, secret, sessionOnly), {
      onSuccess: (saved) => {
        if (saved.id !== view.id) go("providers", saved.id);
      },
    });
  };
  const saveFor = async (to: ProviderView) => {
    const given = readKey(key);
    setProblem(given.problem);
    if (given.key === "") return;
    const another = to.id === view.id ? await ownerOf(given.key) : null;
    if (another && !(await mayGiveTo(to, another.label))) return;
    if (await mayReplace(to)) put(to, given.key);
  };
  return (
    <section
      aria-labelledby="key-title"
      className="flex flex-col gap-2.5 rounded-lg border border-line bg-panel p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
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
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void saveFor(view);
        }}
      >
        <KeyField
          ref={field}
          label={w.key}
          placeholder={sessionOnly ? w.keyHintSession : w.keyHint}
          testId="key-input"
          className="flex-1"
          value={key}
          problem={problem}
          onKey={(given) => void typed(given)}
        />
        <Button
          type="submit"
          look={owner ? "plain" : "primary"}
          size="tall"
          data-testid="save-key"
          disabled={!key.trim() || problem !== null || save.isPending}
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
      {owner ? <Elsewhere owner={owner} onSave={() => void saveFor(owner)} /> : null}
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
