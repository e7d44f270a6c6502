/** What was read out of a pasted request: what it became, what was kept as it is, and whose key was in it. */

import { Dialog } from "@base-ui/react/dialog";
import { useQueryClient } from "@tanstack/react-query";
import { Check, KeyRound, ListOrdered } from "lucide-react";
import { useState } from "react";
import {
  type CapturedKeyOwner,
  type LanePlan,
  type ProviderView,
  Refusal,
  useBackend,
} from "../../backend/backend";
import { askAnew, useProviders } from "../../backend/queries";
import { contentWords } from "../../run/request/Summary";
import { request as words } from "../../strings/request";
import { said } from "../../strings/said";
import { failureWords } from "../../strings/strings";
import { Button, Prose } from "../../ui/controls";
import { TAKES_KEYS } from "../../ui/keyboard";
import { complain } from "../../ui/toasts";
import { useDraft } from "../draft";
import { LIMITS } from "../limits";
import { takeAll } from "./captured";
import { dialectName } from "./dialectName";
import { useReported } from "./reported";

const w = words.paste;

/** Sends the lanes of an address to the endpoint that it became, whose key they then have. */
function askThere({ id, dialect, base_url }: ProviderView): void {
  const isThere = (lane: LanePlan) =>
    lane.provider === "custom" && lane.base_url === base_url && lane.dialect === dialect;
  useDraft.setState(({ lanes }) => ({
    lanes: lanes.map((lane) => {
      if (!isThere(lane)) return lane;
      const { dialect: _dialect, base_url: _address, ...rest } = lane;
      return { ...rest, provider: id };
    }),
  }));
}

/** Offers the key to the keyring. The page never has it: the engine keeps it until it is asked for another request. */
function Key({ owner }: { owner: CapturedKeyOwner }) {
  const backend = useBackend();
  const client = useQueryClient();
  const [kept, setKept] = useState(false);
  const before = useProviders().find(({ id }) => id === owner.provider)?.kept ?? null;
  const [hadOne] = useState(before !== null);
  const keep = async () => {
    try {
      const view = await backend.keepRequestKey(false);
      if (!owner.provider) askThere(view);
      setKept(true);
      await askAnew(client);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { message, fix } = failureWords(error.failure);
      complain(message, fix);
    }
  };
  return (
    <section className="mt-4 flex items-start gap-3 rounded-md bg-raised px-3 py-2.5 text-xs">
      <KeyRound size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />
      <p className="flex-1 text-soft" data-testid="captured-key">
        {owner.provider ? w.key(owner.label, owner.origin) : w.keyOfNobody(owner.origin)}{" "}
        {hadOne && !kept ? w.replaces(owner.label) : null}
      </p>
      {kept ? (
        <span className="flex items-center gap-1.5 text-good" role="status">
          <Check size={13} aria-hidden="true" />
          {w.kept}
        </span>
      ) : (
        <Button size="small" data-testid="keep-captured-key" onClick={() => void keep()}>
          {owner.provider ? w.keep : w.keepEndpoint}
        </Button>
      )}
    </section>
  );
}

/** Offers to ask all requests of a batch, of which the first was read. */
function Several({ requests }: { requests: number }) {
  const backend = useBackend();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const most = LIMITS.repeat.max;
  const use = async () => {
    setBusy(true);
    setProblem(await takeAll(backend));
    setBusy(false);
  };
  return (
    <section
      className="mt-4 flex items-start gap-3 rounded-md bg-raised px-3 py-2.5 text-xs"
      data-testid="captured-several"
    >
      <ListOrdered size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />
      <div className="flex-1">
        {problem ? (
          <p role="alert" className="selectable text-bad" data-testid="set-problem">
            {problem}
          </p>
        ) : (
          <p className="text-soft">{requests > most ? w.tooMany(most) : w.several(requests)}</p>
        )}
      </div>
      {problem || requests > most ? null : (
        <Button size="small" disabled={busy} data-testid="use-as-set" onClick={() => void use()}>
          {w.askAll(requests)}
        </Button>
      )}
    </section>
  );
}

export function CapturedReport({ onEdit }: { onEdit: () => void }) {
  const { reported } = useReported();
  const backend = useBackend();
  const close = () => {
    // A key that nobody asked to keep is not held any longer, nor are requests that nobody asked for.
    const { key, requests = 1 } = reported?.request ?? {};
    if (key || requests > 1) void backend.dropReadRequest();
    useReported.setState({ reported: null });
  };
  if (!reported) return null;
  const { request, isLaneAdded, isTierOpen, undo, set } = reported;
  const facts = set ? [w.rounds(set.requests)] : contentWords(request.payload);
  const notes = set ? set.notes : request.notes;
  const added =
    request.lane && isLaneAdded
      ? w.addedLane(request.lane.model, request.lane.service_tier ?? null)
      : null;
  const named = !request.lane && request.model ? w.model(request.model) : null;
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          {...TAKES_KEYS}
          data-testid="captured-report"
          className="fixed top-1/2 left-1/2 z-40 max-h-[calc(100vh-40px)] w-[min(600px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto popup p-5"
        >
          <Dialog.Title className="text-lg font-semibold">{set ? w.doneSet : w.done}</Dialog.Title>
          <p className="mt-1 text-sm text-soft" data-testid="captured-facts">
            {[w.from(dialectName(request.dialect)), ...facts].join(" · ")}
          </p>
          {(added ?? named) ? <p className="mt-1 text-sm text-soft">{added ?? named}</p> : null}
          {isTierOpen && request.service_tier ? (
            <p className="mt-1 text-sm text-soft">{w.tier(request.service_tier)}</p>
          ) : null}
          {request.requests > 1 && !set ? <Several requests={request.requests} /> : null}
          {notes.length > 0 ? (
            <section className="mt-4 text-xs">
              <h3 className="font-semibold">{w.notes}</h3>
              <ul className="selectable mt-1 flex list-disc flex-col gap-1 pl-4 text-soft">
                {notes
                  .map((each) => said(each))
                  .map((each) => (
                    <li key={each}>
                      <Prose text={each} />
                    </li>
                  ))}
              </ul>
            </section>
          ) : (
            <p className="mt-3 text-xs text-faint">{w.nothingElse}</p>
          )}
          {request.key ? <Key owner={request.key} /> : null}
          <div className="mt-5 flex items-center gap-2">
            <Button
              look="quiet"
              data-testid="undo-captured"
              onClick={() => {
                undo();
                close();
              }}
            >
              {words.undo}
            </Button>
            {set ? null : (
              <Button
                className="ml-auto"
                data-testid="edit-captured"
                onClick={() => {
                  close();
                  onEdit();
                }}
              >
                {w.edit}
              </Button>
            )}
            <Button
              look="primary"
              className={set ? "ml-auto" : ""}
              data-testid="captured-done"
              onClick={close}
            >
              {w.ok}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
