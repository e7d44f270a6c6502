/** Pastes a key of any provider: recognised by its prefix, stored on confirmation, then checked. */

import { useEffect, useEffectEvent, useState } from "react";
import { type KeyringView, type ProviderView, Refusal, useBackend } from "../backend/backend";
import { useProviders } from "../backend/queries";
import { told } from "../strings/phrases";
import { failureWords, strings } from "../strings/strings";
import { useBeginAt } from "../ui/beginAt";
import { Button, Prose } from "../ui/controls";
import { address } from "../ui/route";
import { useProviderChange } from "./changes";
import { noteCheck } from "./checks";
import { KeyField } from "./KeyField";
import { mayReplace } from "./keyConsent";
import { type KeyText, readKey } from "./keyText";
import { Panel } from "./Panel";

const w = strings.providers.paste;

type Check = { good: boolean; text: string; fix: string | null };

interface PasteKeyProps {
  keyring: KeyringView;
  /** A key that was pasted elsewhere, until it is taken; else empty. */
  pasted: string;
  onTaken: () => void;
}

export function PasteKey({ keyring, pasted, onTaken }: PasteKeyProps) {
  const backend = useBackend();
  const providers = useProviders().filter((view) => view.key !== "none" && !view.key_of);
  const [key, setKey] = useState("");
  const [candidates, setCandidates] = useState<string[]>([]);
  const [chosen, setChosen] = useState("");
  const [saved, setSaved] = useState<ProviderView | null>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const sessionOnly = keyring.state !== "ready";
  const save = useProviderChange<ProviderView>(({ label }) =>
    sessionOnly ? strings.providers.savedSession(label) : strings.providers.saved(label),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const given = readKey(key).key;
  const labelOf = (id: string) => providers.find((view) => view.id === id)?.label ?? id;

  const typed = async (pasted: KeyText) => {
    setKey(pasted.key);
    setProblem(pasted.problem);
    setSaved(null);
    setCheck(null);
    const text = pasted.problem ? "" : readKey(pasted.key).key;
    const found = text.length > 3 ? await backend.recogniseKey(text) : [];
    setCandidates(found);
    setChosen(found.length === 1 ? (found[0] ?? "") : "");
  };
  const take = useEffectEvent((key: string) => {
    void typed(readKey(key));
    onTaken();
  });
  useEffect(() => {
    if (pasted !== "") take(pasted);
  }, [pasted]);
  const submit = async () => {
    const secret = given;
    const provider = chosen;
    const view = providers.find(({ id }) => id === provider);
    if (!secret || !view || !(await mayReplace(view))) return;
    // The field is emptied before the answer arrives: the pasted key leaves the window only in this one
    // call.
    setKey("");
    setCandidates([]);
    save.mutate(() => backend.setKey(provider, secret, sessionOnly), {
      onSuccess: async (view) => {
        setSaved(view);
        if (!view.lists_models) {
          setCheck({ good: true, text: strings.providers.unchecked, fix: null });
          return;
        }
        setCheck(null);
        try {
          const models = await backend.listModels(view.id);
          noteCheck(view, true);
          setCheck({ good: true, text: strings.providers.checked(models.length), fix: null });
        } catch (error) {
          noteCheck(view, false);
          const said = error instanceof Refusal ? failureWords(error.failure) : null;
          setCheck({
            good: false,
            text: said?.message ?? strings.trouble.unexpected,
            fix: said?.fix ?? null,
          });
        }
      },
    });
  };
  const field = useBeginAt("paste");
  const choices = candidates.length > 1 ? candidates : providers.map(({ id }) => id);
  return (
    <Panel title={w.title} testId="paste-key">
      <p className="text-xs text-soft">{w.story}</p>
      <form
        className="flex flex-col gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <KeyField
          ref={field}
          label={strings.providers.key}
          placeholder={sessionOnly ? strings.providers.keyHintSession : strings.providers.keyHint}
          testId="pasted-key"
          value={key}
          problem={problem}
          onKey={(pasted) => void typed(pasted)}
        />
        {given.length > 3 ? (
          <div className="flex flex-wrap items-center gap-2 text-xs" role="status">
            {candidates.length === 1 ? (
              <span data-testid="recognised">{w.certain(labelOf(chosen))}</span>
            ) : (
              <label className="flex items-center gap-2">
                <span data-testid="recognised">
                  {candidates.length > 1 ? w.several : w.unknown}
                </span>
                <select
                  className="h-7 rounded-md border border-line-strong bg-sunk pr-6 pl-2"
                  data-testid="whose-key"
                  value={chosen}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                >
                  <option value="">{w.choose}</option>
                  {choices.map((id) => (
                    <option key={id} value={id}>
                      {labelOf(id)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <Button
              type="submit"
              look="primary"
              className="ml-auto"
              data-testid="keep-pasted"
              disabled={!chosen || save.isPending}
            >
              {chosen ? w.keep(labelOf(chosen)) : strings.providers.setKey}
            </Button>
          </div>
        ) : null}
      </form>
      {saved ? (
        <div role="status" className="text-xs" data-testid="pasted-result">
          {check === null ? (
            <p className="text-soft">{strings.providers.checking}</p>
          ) : (
            <p className={check.good ? "text-good" : "text-bad"}>
              <Prose text={told(saved.label, check.text)} />
            </p>
          )}
          {check?.fix ? (
            <p className="mt-0.5 text-soft">
              <Prose text={check.fix} />
            </p>
          ) : null}
          <a className="mt-1 inline-block underline" href={address("providers", saved.id)}>
            {w.open(saved.label)}
          </a>
        </div>
      ) : null}
    </Panel>
  );
}
