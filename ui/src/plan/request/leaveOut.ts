/** What only one API takes, left out of the requests of lanes of other APIs. */

import type { Dialect, Part, Payload, Tool, Turn } from "../../backend/backend";
import { strings } from "../../strings/strings";
import { noteWithUndo } from "../../ui/toasts";
import { useDraft } from "../draft";
import { changeRequest, ownOf, sharedOf } from "./subject";

const w = strings.composer.carried;

/** What stands in every API for itself: a part without what one of them adds to it, or none. */
function plainPart({ content, cache }: Part): Part[] {
  if (content.type === "own") return [];
  const mark = cache ? { cache } : {};
  if (content.type !== "tool_result") return [{ content, ...mark }];
  return [{ content: { ...content, output: content.output?.flatMap(plainPart) }, ...mark }];
}

function plainTurn({ role, parts }: Turn): Turn[] {
  const plain = parts.flatMap(plainPart);
  return plain.length > 0 ? [{ role, parts: plain }] : [];
}

function plainTool(tool: Tool): Tool[] {
  if (!tool.function) return [];
  const { own: _own, ...rest } = tool.function;
  return [{ function: rest }];
}

/** A request without what only the dialect that it names takes. */
export function withoutOwn(payload: Payload): Payload {
  const {
    dialect: _dialect,
    fields: _fields,
    headers: _headers,
    as_pasted: _words,
    ...rest
  } = payload;
  const tools = payload.tools?.flatMap(plainTool) ?? [];
  const chosen = tools.length > 0 ? {} : { tool_choice: null, parallel_tool_calls: null };
  return { ...rest, ...chosen, turns: payload.turns?.flatMap(plainTurn) ?? [], tools };
}

function unmarkedPart({ cache: _cache, ...part }: Part): Part {
  const { content } = part;
  if (content.type !== "tool_result") return part;
  return { ...part, content: { ...content, output: content.output?.map(unmarkedPart) } };
}

/** A request without its cache marks. */
export function withoutMarks(payload: Payload): Payload {
  const tools = payload.tools?.map((tool): Tool => {
    if (!tool.function) return tool;
    const { cache: _cache, ...rest } = tool.function;
    return { function: rest };
  });
  const turns = payload.turns?.map((turn) => ({ ...turn, parts: turn.parts.map(unmarkedPart) }));
  return { ...payload, ...(turns && { turns }), ...(tools && { tools }) };
}

/** The dialect whose own things are in what a lane is asked; null if there are none, or if it is the lane's own. */
export function foreign(place: number, of: (place: number) => Dialect | null): Dialect | null {
  const draft = useDraft.getState();
  const { dialect } = ownOf(sharedOf(draft), draft.lanes[place]?.request).payload;
  return dialect && dialect !== of(place) ? dialect : null;
}

/** Gives these lanes requests of their own, made from what they are asked; `told` says so, with a way back. */
function askOtherwise(
  places: readonly number[],
  other: (payload: Payload) => Payload,
  told: string,
): void {
  const before = useDraft.getState().lanes;
  for (const place of places) {
    const draft = useDraft.getState();
    const { payload } = ownOf(sharedOf(draft), draft.lanes[place]?.request);
    changeRequest(place, { payload: other(payload) });
  }
  const undo = () => useDraft.setState({ lanes: before });
  noteWithUndo(told, { label: strings.checks.undo, run: undo });
}

/** Gives these lanes requests of their own without what only another dialect takes. */
export function leaveOut(places: readonly number[]): void {
  askOtherwise(places, withoutOwn, w.leftOut(places.length));
}

/** Gives these lanes requests of their own without cache marks. */
export function leaveOutMarks(places: readonly number[]): void {
  askOtherwise(places, withoutMarks, w.leftOutMarks(places.length));
}
