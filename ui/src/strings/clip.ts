/** Names that are too long for their place, cut so that they can still be distinguished. */

import { BETWEEN, stepsOf } from "./chainName";

const MARK = "…";
/** If a name differs only after its beginning, this share of the space is kept for the beginning. */
const HEAD = 0.3;
/** A cut moves back to the start of a word if that is no further away. */
const WORD = 8;
/** Minimum number of visible characters of the distinguishing part. */
const SEEN = 4;
const LETTER = /[\p{L}\p{N}.]/u;

/** Length of the common prefix of two names. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** The start of the word around `at`, if it is near. */
function wordAt(name: string, at: number): number {
  for (let from = at; from > 0 && at - from <= WORD; from -= 1)
    if (!LETTER.test(name[from - 1] ?? "")) return from;
  return at;
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

/** A name beside these others: without its end or, if another begins the same, without what they have in common. */
function clipped(name: string, others: readonly string[], most: number): string {
  if (name.length <= most) return name;
  const common = others.filter((other) => other !== name).map((other) => shared(name, other));
  const differs = Math.max(0, ...common);
  if (differs + SEEN < most) return ended(name, most);
  const head = name.slice(0, Math.max(2, Math.floor(most * HEAD))).trimEnd();
  const from = Math.max(head.length, wordAt(name, differs));
  return `${head}${MARK}${ended(name.slice(from), most - head.length - MARK.length)}`;
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
 * Each name in at most `most` characters. The end is left out or, if other names have the same beginning, the part that
 * they have in common. The name of a chain is cut step by step.
 */
export function clippedApart(names: readonly string[], most: number): string[] {
  const others = names.flatMap(stepsOf);
  const cut = names.map((name) => {
    const steps = stepsOf(name);
    if (name.length <= most) return name;
    return steps.length === 1 ? clipped(name, others, most) : clippedChain(steps, others, most);
  });
  // Chains that differ in their middle alone.
  const isAlone = (text: string, at: number) =>
    cut.every((other, index) => other !== text || names[index] === names[at]);
  return cut.map((text, at) => {
    const name = names[at] ?? "";
    return isAlone(text, at) ? text : clipped(name, names, most);
  });
}
