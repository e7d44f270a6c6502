/** Names that are too long for their place, cut so that they can still be distinguished. */

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

/**
 * Each name in at most `most` characters. The end is left out or, if other names have the same beginning, the part that
 * they have in common.
 */
export function clippedApart(names: readonly string[], most: number): string[] {
  return names.map((name) => {
    if (name.length <= most) return name;
    const others = names.filter((other) => other !== name).map((other) => shared(name, other));
    const differs = Math.max(0, ...others);
    if (differs + SEEN < most) return ended(name, most);
    const head = name.slice(0, Math.max(2, Math.floor(most * HEAD))).trimEnd();
    const from = Math.max(head.length, wordAt(name, differs));
    return `${head}${MARK}${ended(name.slice(from), most - head.length - MARK.length)}`;
  });
}
