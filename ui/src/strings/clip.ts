/** Names that are too long for their place, cut so that they still tell their owners apart. */

const MARK = "…";
/** Of a name whose difference lies behind its beginning, this share of the room is left to the beginning. */
const HEAD = 0.3;
/** A cut goes back to the begin of a word that is no further away. */
const WORD = 8;
/** So many letters of what tells a name apart are seen, or it is told by nothing. */
const SEEN = 4;
const LETTER = /[\p{L}\p{N}.]/u;

/** How many letters two names have in common at their beginning. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** Where the word begins that the letter at `at` stands in, if that is near. */
function wordAt(name: string, at: number): number {
  for (let from = at; from > 0 && at - from <= WORD; from -= 1)
    if (!LETTER.test(name[from - 1] ?? "")) return from;
  return at;
}

const ended = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}${MARK}` : text;

/**
 * Each name in no more than `most` letters. What is left out is its end; where other names begin alike as far as that,
 * it is the part that they have in common.
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
