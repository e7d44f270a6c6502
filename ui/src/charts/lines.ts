/** Breaks texts into lines: between words, and between the characters of Chinese, which has no spaces. */

/** A word or a Chinese character, with the space before it and the marks that must not be parted from it. */
const PIECE = /\s*(?:[（“「《]*\p{Script=Han}[，。；：、！？）”」》…]*|[^\s\p{Script=Han}]+)/gu;

/** Parts of a piece that does not fit into a line of its own. */
function* parted(piece: string, fits: (line: string) => boolean): Generator<string> {
  let part = "";
  for (const character of piece) {
    if (part !== "" && !fits(part + character)) {
      yield part;
      part = "";
    }
    part += character;
  }
  yield part;
}

/** The lines of a text, each of which fits; `fits` says so of a line. A word longer than a line is parted. */
export function brokenLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const piece of text.match(PIECE) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && fits(last + piece)) lines[lines.length - 1] = last + piece;
    else lines.push(...parted(piece.trimStart(), fits));
  }
  return lines;
}
