/** Names that are too long for their place, cut so that they can still be distinguished. */

import { BETWEEN, stepsOf } from "./chainName";

const MARK = "…";
/** If a name differs only after its beginning, this share of the space is kept for the beginning. */
const HEAD = 0.3;
/** A cut moves back to the start of a word if that is no further away. */
const WORD = 8;
/** Minimum number of visible characters of the distinguishing part. */
const SEEN = 4;
/** Minimum number of characters of a beginning that is cut. */
const LEAST_HEAD = 2;
const LETTER = /[\p{L}\p{N}.]/u;

/** Length of the common prefix of two names. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** Length of the common suffix of two names. */
function sharedEnd(a: string, b: string): number {
  let at = 0;
  while (at < Math.min(a.length, b.length) && a.at(-1 - at) === b.at(-1 - at)) at += 1;
  return at;
}

/** The start of the word around `at`, if it is near. */
function wordAt(name: string, at: number): number {
  for (let from = at; from > 0 && at - from <= WORD; from -= 1)
    if (!LETTER.test(name[from - 1] ?? "")) return from;
  return at;
}

/** The end of the word around `at`, if it is near. */
function wordEnd(name: string, at: number): number {
  for (let to = at; to - at <= WORD; to += 1)
    if (to >= name.length || !LETTER.test(name[to] ?? "")) return to;
  return at;
}

/** The start of the setting whose value begins at `at`: a number tells more with its name. */
const settingAt = (name: string, at: number): number =>
  name[at - 1] === "=" ? wordAt(name, at - 1) : at;

/**
 * The part of a name in which others that begin alike are different: between what all of them begin with and what all of
 * them end with, in whole words.
 */
function partApart(name: string, alike: readonly string[]): { from: number; to: number } {
  const start = Math.min(...alike.map((other) => shared(name, other)));
  const end = name.length - Math.min(...alike.map((other) => sharedEnd(name, other)));
  const from = settingAt(name, wordAt(name, start));
  return { from, to: wordEnd(name, Math.max(end, start)) };
}

const ended = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}${MARK}` : text;

/** Number of characters kept of the end of a name that is cut in its middle. */
const KEPT_END = 7;

/**
 * Where the part of a name begins that stays if its middle is cut: where it differs from others with the same beginning,
 * and at its last letters otherwise.
 */
export function keptFrom(name: string, others: readonly string[]): number {
  const common = others.filter((other) => other !== name).map((other) => shared(name, other));
  const differs = Math.max(0, ...common);
  const end = Math.max(0, name.length - KEPT_END);
  const from = differs > SEEN ? Math.min(wordAt(name, differs), end) : end;
  // Not between the halves of one character.
  return /^[\udc00-\udfff]/.test(name.slice(from)) ? from - 1 : from;
}

/**
 * A name beside these others: without its end or, if others begin the same, without what all of these have in common, at
 * its beginning and at its end. Where that is not enough, what tells it from its `nearest` stays.
 */
function clipped(name: string, others: readonly string[], most: number, nearest = false): string {
  if (name.length <= most) return name;
  const alike = others.filter((other) => other !== name && shared(name, other) > SEEN);
  if (alike.length === 0) return ended(name, most);
  const { from, to } = partApart(name, alike);
  if (to < most && !nearest) return ended(name, most);
  const tail = to < name.length ? MARK : "";
  const roomBefore = (begin: number) => most - MARK.length - (to - begin) - tail.length;
  // With all of the step of its path, if that leaves a beginning.
  const step = name.lastIndexOf("/", from - 1) + 1;
  const begin = step > 0 && roomBefore(step) >= SEEN ? step : from;
  const room = roomBefore(begin);
  if (room >= LEAST_HEAD && !nearest)
    return `${name.slice(0, room)}${MARK}${name.slice(begin, to)}${tail}`;
  const differs = Math.max(...alike.map((other) => shared(name, other)));
  if (differs + SEEN < most) return ended(name, most);
  const head = name.slice(0, Math.max(LEAST_HEAD, Math.floor(most * HEAD))).trimEnd();
  const left = most - head.length - MARK.length;
  const isSeen = differs + SEEN < from + left && !nearest;
  const rest = name.slice(Math.max(head.length, isSeen ? from : wordAt(name, differs)));
  return `${head}${MARK}${ended(rest, left)}`;
}

/** How much of `room` each of these lengths gets: what it needs, or as much as the others that are too long. */
function shares(lengths: readonly number[], room: number): number[] {
  const most = Math.floor(room / lengths.length);
  const fitting = lengths.filter((length) => length <= most);
  const left = room - fitting.reduce((sum, length) => sum + length, 0);
  const many = lengths.length - fitting.length;
  const each = many === 0 ? most : Math.floor(left / many);
  return lengths.map((length) => (length <= most ? length : each));
}

/** A chain keeps its arrows: each of its steps is cut for itself and, if there are too many, those in the middle are left out. */
function clippedChain(steps: readonly string[], others: readonly string[], most: number): string {
  const within = (names: readonly string[], between: string) => {
    const room = most - (names.length - 1) * between.length;
    const each = shares(
      names.map(({ length }) => length),
      room,
    );
    const isRoom = names.every((name, at) => Math.min(name.length, SEEN) <= (each[at] ?? 0));
    return isRoom
      ? names.map((name, at) => clipped(name, others, each[at] ?? 0)).join(between)
      : null;
  };
  const ends = [...steps.slice(0, 1), ...steps.slice(-1)];
  const whole = steps.join(BETWEEN);
  return (
    within(steps, BETWEEN) ??
    within(ends, `${BETWEEN}${MARK}${BETWEEN}`) ??
    clipped(whole, [], most)
  );
}

/**
 * Each name in at most `most` characters. The end is left out or, if other names have the same beginning, what they have
 * in common. The name of a chain is cut step by step.
 */
export function clippedApart(names: readonly string[], most: number): string[] {
  const others = names.flatMap(stepsOf);
  const cut = names.map((name) => {
    const steps = stepsOf(name);
    if (name.length <= most) return name;
    return steps.length === 1 ? clipped(name, others, most) : clippedChain(steps, others, most);
  });
  // Names that differ in more than there is room for, and chains that differ in their middle alone.
  const isAlone = (text: string, at: number) =>
    cut.every((other, index) => other !== text || names[index] === names[at]);
  return cut.map((text, at) => {
    const name = names[at] ?? "";
    return isAlone(text, at) ? text : clipped(name, names, most, true);
  });
}
