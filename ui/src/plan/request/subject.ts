/** What the whole-request editor edits: the shared request of the draft, or that of one lane. */

import { useMemo } from "react";
import type { LaneRequest, Payload } from "../../backend/backend";
import {
  type Attached,
  folded,
  NOTHING,
  tidy,
  UNATTACHED,
  unfolded,
} from "../../run/request/payload";
import { useDraft } from "../draft";

/** A request as it is edited: the attachments of its prompt stand beside the prompt. */
export interface Request {
  prompt: string;
  system: string | null;
  payload: Payload;
  attached: Attached;
}

export interface Subject extends Request {
  change: (change: Partial<Request>) => void;
}

/** The shared request. */
export function sharedOf(draft: ReturnType<typeof useDraft.getState>): Request {
  const { prompt, system, payload, attached } = draft;
  return { prompt, system: system ?? null, payload: payload ?? NOTHING, attached };
}

/** What a lane is asked: what it has of its own, and the shared request otherwise. */
export function ownOf(shared: Request, own: LaneRequest | null | undefined): Request {
  if (!own) return shared;
  const system = own.system === undefined || own.system === null ? shared.system : own.system;
  if (!own.payload && (own.prompt ?? null) === null) return { ...shared, system };
  const prompt = own.prompt ?? shared.prompt;
  if (!own.payload) return { ...shared, system, prompt };
  const { payload, attached, ...rest } = unfolded({ prompt, payload: own.payload });
  return { prompt: rest.prompt, system, payload: payload ?? NOTHING, attached };
}

/** A lane's own request after a change: only the parts that were ever changed are its own. */
export function changedOwn(
  shared: Request,
  own: LaneRequest | null | undefined,
  change: Partial<Request>,
): LaneRequest {
  const next = { ...ownOf(shared, own), ...change };
  const changed: LaneRequest = { ...own };
  if ("system" in change) changed.system = next.system ?? "";
  const isAttached = next.attached.parts.length > 0 || shared.attached.parts.length > 0;
  const asks = "prompt" in change || "payload" in change || "attached" in change;
  if (!asks) return changed;
  if (!isAttached) {
    if ("prompt" in change) changed.prompt = next.prompt;
    if ("payload" in change) changed.payload = tidy(next.payload);
    return changed;
  }
  // A prompt with attachments is a turn of the payload, so both are its own.
  const { prompt, payload } = folded(
    { prompt: next.prompt, payload: tidy(next.payload) },
    next.attached,
  );
  return { ...changed, prompt, payload };
}

/** The shared request or, with an index, that of a lane. */
export function useSubject(place: number | null): Subject {
  const draft = useDraft();
  const { prompt, system, payload, attached } = draft;
  const own = place === null ? null : draft.lanes[place]?.request;
  const request = useMemo(() => {
    const shared = { prompt, system: system ?? null, payload: payload ?? NOTHING };
    return ownOf({ ...shared, attached: attached ?? UNATTACHED }, own);
  }, [prompt, system, payload, attached, own]);
  return { ...request, change: (change) => changeRequest(place, change) };
}

export function changeRequest(place: number | null, change: Partial<Request>): void {
  const draft = useDraft.getState();
  if (place === null) {
    draft.share(change.payload ? { ...change, payload: tidy(change.payload) } : change);
    return;
  }
  const lane = draft.lanes[place];
  if (lane) draft.change(place, { request: changedOwn(sharedOf(draft), lane.request, change) });
}
