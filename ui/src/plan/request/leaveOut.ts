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

/** Whether anything in a request has a cache mark. */
function isMarked({ turns, tools }: Payload): boolean {
  const isMarkedPart = ({ cache, content }: Part): boolean =>
    Boolean(cache) ||
    (content.type === "tool_result" && Boolean(content.output?.some(isMarkedPart)));
  return Boolean(
    turns?.some(({ parts }) => parts.some(isMarkedPart)) ||
      tools?.some((tool) => tool.function?.cache),
  );
}

/** What a lane is asked beside the prompts of a set. */
function askedOf(place: number): Payload {
  const draft = useDraft.getState();
  return ownOf(sharedOf(draft), draft.lanes[place]?.request).payload;
}

/** Where something is left out: in what lanes are asked, and in prompts of a set, which every lane is asked. */
export interface Places {
  lanes: readonly number[];
  /** Prompts of the set, by their place in it. */
  rows: readonly number[];
}

export function isNowhere({ lanes, rows }: Places): boolean {
  return lanes.length === 0 && rows.length === 0;
}

/** The prompts of the set that carry such a request. A built-in suite is nobody's to change. */
function rowsThat(is: (payload: Payload) => boolean): number[] {
  const { set } = useDraft.getState();
  const rows = set?.type === "rows" ? set.rows : [];
  return rows.flatMap(({ payload }, row) => (payload && is(payload) ? [row] : []));
}

/** Where these lanes are asked what another API alone takes, and which one that is first; null where nothing of it is. */
export function foreign(
  places: readonly number[],
  of: (place: number) => Dialect | null,
): (Places & { dialect: Dialect }) | null {
  const isForeign = (dialect: Dialect | null | undefined, place: number) =>
    Boolean(dialect) && dialect !== of(place);
  const lanes = places.filter((place) => isForeign(askedOf(place).dialect, place));
  const rows = rowsThat(({ dialect }) => places.some((place) => isForeign(dialect, place)));
  const { set } = useDraft.getState();
  const [first] = rows;
  const row = set?.type === "rows" && first !== undefined ? set.rows[first]?.payload : null;
  const dialect = row?.dialect ?? (lanes[0] === undefined ? null : askedOf(lanes[0]).dialect);
  return dialect ? { lanes, rows, dialect } : null;
}

/** Where these lanes are asked with cache marks. */
export function marked(places: readonly number[]): Places {
  return { lanes: places.filter((place) => isMarked(askedOf(place))), rows: rowsThat(isMarked) };
}

/** Asks these lanes otherwise, with requests of their own, and these prompts of the set; `told` says so, with a way back. */
function askOtherwise(
  { lanes, rows }: Places,
  other: (payload: Payload) => Payload,
  told: string,
): void {
  const { lanes: before, set } = useDraft.getState();
  for (const place of lanes) changeRequest(place, { payload: other(askedOf(place)) });
  if (set?.type === "rows" && rows.length > 0) {
    const isOne = new Set(rows);
    const changed = set.rows.map((row, place) =>
      row.payload && isOne.has(place) ? { ...row, payload: other(row.payload) } : row,
    );
    useDraft.getState().share({ set: { ...set, rows: changed } });
  }
  const undo = () => useDraft.setState({ lanes: before, set });
  noteWithUndo(told, { label: strings.checks.undo, run: undo });
}

/** Leaves out what only another dialect takes. */
export function leaveOut(places: Places): void {
  const { lanes, rows } = places;
  const told = rows.length > 0 ? w.leftOutOfRows(rows.length) : w.leftOut(lanes.length);
  askOtherwise(places, withoutOwn, told);
}

/** Leaves out the cache marks. */
export function leaveOutMarks(places: Places): void {
  const { lanes, rows } = places;
  const told = rows.length > 0 ? w.leftOutMarksOfRows(rows.length) : w.leftOutMarks(lanes.length);
  askOtherwise(places, withoutMarks, told);
}
