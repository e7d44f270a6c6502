/** Requests from elsewhere: a curl line or a body that is pasted becomes the plan. */

import { type Backend, type CapturedRequest, Refusal } from "../../backend/backend";
import { unfolded } from "../../run/request/payload";
import { failureWords } from "../../strings/strings";
import { settleComplaint } from "../../ui/toasts";
import { useDraft, writtenIn } from "../draft";
import { draftOfSet } from "../promptSets";
import { type Reported, useReported } from "./reported";
import { useRequestUi } from "./requestStore";

/** Puts a request that was read into the draft, and returns what takes it back. */
function take(request: CapturedRequest): Omit<Reported, "request" | "set"> {
  const draft = useDraft.getState();
  const before = { ...writtenIn(draft), templated: draft.templated, lanes: draft.lanes };
  const { prompt, system, payload, max_tokens, temperature, effort, lane } = request;
  draft.share({
    system: system ?? null,
    max_tokens: max_tokens ?? null,
    temperature: temperature ?? null,
    effort: effort ?? null,
    templated: false,
    // A set would be asked in its place.
    set: null,
    ...unfolded({ prompt, payload }),
  });
  const isThere = (model: string, provider: string) =>
    draft.lanes.some((each) => each.model === model && each.provider === provider);
  const isLaneAdded = Boolean(lane) && !isThere(lane?.model ?? "", lane?.provider ?? "");
  if (lane && isLaneAdded) draft.lineUp([...useDraft.getState().lanes, lane]);
  const tier = request.service_tier ?? null;
  const isOfTier = draft.lanes.some(
    (each) => each.model === lane?.model && each.service_tier === tier,
  );
  const isTierOpen = tier !== null && !isLaneAdded && !isOfTier;
  return { isLaneAdded, isTierOpen, undo: () => useDraft.setState(before) };
}

/** Reads a request into the draft. Returns why it cannot be read; null if it was. */
export async function readInto(backend: Backend, text: string): Promise<string | null> {
  settleComplaint();
  try {
    const request = await backend.readRequest(text, null);
    useReported.setState({ reported: { request, ...take(request), set: null } });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failureWords(error.failure).message;
  }
}

/**
 * Asks all requests of the batch that was read last in turn, in place of the first alone, one in each round. Returns why they
 * cannot be asked; null if they are.
 */
export async function takeAll(backend: Backend): Promise<string | null> {
  const { reported } = useReported.getState();
  if (!reported) return null;
  try {
    const all = await backend.readPromptSet(null);
    useDraft.getState().share(draftOfSet(all));
    useReported.setState({ reported: { ...reported, set: all } });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failureWords(error.failure).message;
  }
}

/** Reads a pasted request. One that cannot be read is shown with the reason: a prompt is kept and sent, and a key may be in it. */
export async function readPasted(backend: Backend, text: string): Promise<void> {
  const problem = await readInto(backend, text);
  if (problem !== null) useRequestUi.getState().pasteUnread(text, problem);
}
