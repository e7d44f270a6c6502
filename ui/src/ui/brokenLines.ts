/** Text whose long lines are broken to be laid out: a body of megabytes is one line, which no browser lays out in a moment. */

/** Characters of the longest line that is laid out at once. */
const LONGEST = 2_000;

export interface BrokenLines {
  text: string;
  /** The lines, from 1, that the next one goes on. */
  unfinished: ReadonlySet<number>;
}

/** A text with no line longer than is laid out at once. */
export function broken(text: string): BrokenLines {
  const lines: string[] = [];
  const unfinished = new Set<number>();
  for (const line of text.split("\n")) {
    let at = 0;
    do {
      // A character of two halves stays whole.
      const isHalf = /[\ud800-\udbff]/.test(line.charAt(at + LONGEST - 1));
      const end = at + LONGEST - (isHalf ? 1 : 0);
      lines.push(line.slice(at, end));
      if (end < line.length) unfinished.add(lines.length);
      at = end;
    } while (at < line.length);
  }
  return { text: lines.join("\n"), unfinished };
}

/** A piece of a broken text as it was before, given the number of its first line. */
export function whole(piece: string, first: number, { unfinished }: BrokenLines): string {
  const lines = piece.split("\n");
  return lines
    .map((line, at) => (at === lines.length - 1 || unfinished.has(first + at) ? line : `${line}\n`))
    .join("");
}
