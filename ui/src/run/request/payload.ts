/** What a request carries beside its prompts: what is in it, how large it is, and where the prompt stands among its turns. */

import type { Content, Part, Payload, Plan, Source, Turn } from "../../backend/backend";

/** A request that carries nothing but its prompts. */
export const NOTHING: Payload = {};

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0);

/** Whether there is nothing in it, so that the request is a plain prompt. */
export function isEmpty(payload: Payload | null | undefined): boolean {
  return Object.values(payload ?? NOTHING).every(isNothing);
}

/** Without the fields that hold nothing: a payload that was emptied is the same as one that never was filled. */
export function tidy(payload: Payload): Payload {
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => !isNothing(value)));
}

/** Whether two values say the same: what is absent, null or empty is the same as nothing. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (one === other || (isNothing(one) && isNothing(other))) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const isMarked = Boolean(a.cache) === Boolean(b.cache);
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return isMarked && [...keys].every((key) => isAlike(a[key], b[key]));
}

/** A mark of the cache may be an empty object, and still is one. */
const isPlain = ({ cache, own }: Part) => !cache && isNothing(own);

/** The text of a turn that is nothing but one plain text. */
export function plainText({ parts, own }: Turn): string | null {
  const [part] = parts;
  if (!part || parts.length > 1 || !isPlain(part) || !isNothing(own)) return null;
  return part.content.type === "text" ? part.content.text : null;
}

/** A prompt with what is attached to it, in order; `textAt` is the place of the text among the attachments. */
export interface Attached {
  parts: readonly Part[];
  textAt: number;
}

export const UNATTACHED: Attached = { parts: [], textAt: 0 };

/**
 * A turn of the user as a prompt with its attachments; null for any other turn, and for one whose parts hold more than a
 * prompt can show.
 */
export function asPrompt(turn: Turn | undefined): { prompt: string; attached: Attached } | null {
  if (turn?.role !== "user" || !isNothing(turn.own)) return null;
  const isFile = ({ content }: Part) => content.type === "image" || content.type === "document";
  if (turn.parts.length > 0 && turn.parts.every(isFile))
    return { prompt: "", attached: { parts: turn.parts, textAt: turn.parts.length } };
  const textAt = turn.parts.findIndex((part) => !isFile(part));
  const text = turn.parts[textAt];
  const files = turn.parts.filter((_, at) => at !== textAt);
  if (text?.content.type !== "text" || !isPlain(text) || files.length === 0) return null;
  return files.every(isFile)
    ? { prompt: text.content.text, attached: { parts: files, textAt } }
    : null;
}

/** The turn that a prompt with attachments is sent as: one, because many servers take no two of the user in a row. */
export function asTurn(prompt: string, { parts, textAt }: Attached): Turn {
  const text: Part = { content: { type: "text", text: prompt } };
  return { role: "user", parts: prompt === "" ? [...parts] : parts.toSpliced(textAt, 0, text) };
}

type Asked = Pick<Plan, "prompt" | "payload">;

/** A request with the attachments of its prompt apart, as the composer shows it. */
export function unfolded<Given extends Asked>(given: Given): Given & { attached: Attached } {
  const turns = given.payload?.turns ?? [];
  const last = given.prompt === "" ? asPrompt(turns.at(-1)) : null;
  if (!last) return { ...given, attached: UNATTACHED };
  const payload = tidy({ ...given.payload, turns: turns.slice(0, -1) });
  return { ...given, prompt: last.prompt, payload, attached: last.attached };
}

/** The payload last made of a prompt with these attachments, so that the same request is the same object. */
const folds = new WeakMap<Attached, Asked & { made: Payload }>();

/** The request as it is sent: a prompt with attachments becomes the last turn. */
export function folded<Given extends Asked>(given: Given, attached: Attached): Given {
  if (attached.parts.length === 0) return given;
  const { prompt, payload } = given;
  const known = folds.get(attached);
  if (known && known.prompt === prompt && known.payload === payload)
    return { ...given, prompt: "", payload: known.made };
  const made = { ...payload, turns: [...(payload?.turns ?? []), asTurn(prompt, attached)] };
  folds.set(attached, { prompt, payload: payload ?? NOTHING, made });
  return { ...given, prompt: "", payload: made };
}

/** The bytes that Base64 stands for. */
export function bytesOf(source: Source): number | null {
  if (!source.base64) return null;
  const { data } = source.base64;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return (data.length / 4) * 3 - padding;
}

/** Every part of the turns, those inside results of tools included. */
function partsOf(parts: readonly Part[]): Part[] {
  return parts.flatMap((part) =>
    part.content.type === "tool_result" ? [part, ...partsOf(part.content.output)] : [part],
  );
}

/** How much of each kind there is in a request. */
export interface Contents {
  turns: number;
  images: number;
  documents: number;
  /** Bytes of the images and documents that are in the request itself. */
  bytes: number;
  tools: number;
  format: "text" | "json" | "schema" | null;
  /** How many other settings it has. */
  settings: number;
  /** How many headers and fields are sent verbatim. */
  verbatim: number;
}

const counted = new WeakMap<Payload, Contents>();

/** What is in a payload; counted once for each. */
export function contentsOf(payload: Payload): Contents {
  const known = counted.get(payload);
  if (known) return known;
  const parts = (payload.turns ?? []).flatMap((turn) => partsOf(turn.parts));
  const ofType = <Type extends Content["type"]>(type: Type) =>
    parts.flatMap(({ content }) =>
      content.type === type ? [content as Extract<Content, { type: Type }>] : [],
    );
  const [images, documents] = [ofType("image"), ofType("document")];
  const { response_format: format, stop, top_p, seed, prediction } = payload;
  const settings = [stop, top_p, seed, prediction, payload.tool_choice];
  const contents: Contents = {
    turns: payload.turns?.length ?? 0,
    images: images.length,
    documents: documents.length,
    bytes: [...images, ...documents].reduce((sum, { source }) => sum + (bytesOf(source) ?? 0), 0),
    tools: payload.tools?.length ?? 0,
    format: format ? (typeof format === "string" ? format : "schema") : null,
    settings: settings.filter((value) => !isNothing(value)).length,
    verbatim: Object.keys(payload.headers ?? {}).length + Object.keys(payload.fields ?? {}).length,
  };
  counted.set(payload, contents);
  return contents;
}

/** The first words of a request: of its prompt or, without one, of the last text of its turns. */
export function firstWords({ prompt, payload }: Asked): string {
  if (prompt.trim()) return prompt;
  const parts = (payload?.turns ?? []).flatMap((turn) => turn.parts);
  const last = parts.findLast(({ content }) => content.type === "text");
  return last?.content.type === "text" ? last.content.text : "";
}

/** Whether a plan sends anything that its prompt does not show. */
export function hasMore({ payload, lanes, set }: Plan): boolean {
  return (
    !isEmpty(payload) ||
    set?.type === "rows" ||
    lanes.some(({ request, muted }) => request && !muted)
  );
}

/** The first words of a prompt, on one line. */
export function briefly(prompt: string): string {
  const line = prompt.slice(0, 400).trim().replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}
