/** Text whose long lines are broken to be laid out: a body of megabytes is one line, which no browser lays out in a moment. */

/** Characters of the longest line that is laid out at once. */
const LONGEST = 2_000;

/** A text with no line longer than is laid out at once, piece by piece: all of it may take longer than a frame. */
export class BrokenText {
  /** The lines, from 1, that the next one goes on. */
  readonly unfinished = new Set<number>();
  readonly #text: string;
  #at = 0;
  #lines = 0;
  /** Where the line at `#at` ends in the text; looked for once, because it may be megabytes away. */
  #end = -1;
  #isWhole = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether all pieces have been taken. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The next lines, of about this many characters. All but the first piece begin with the break before them. */
  next(length: number): string {
    const lines: string[] = this.#lines === 0 ? [] : [""];
    for (let taken = 0; taken < length && !this.#isWhole; ) {
      if (this.#end < this.#at) {
        const found = this.#text.indexOf("\n", this.#at);
        this.#end = found < 0 ? this.#text.length : found;
      }
      let end = Math.min(this.#end, this.#at + LONGEST);
      // A character of two halves stays whole.
      if (end < this.#end && /[\ud800-\udbff]/.test(this.#text.charAt(end - 1))) end -= 1;
      lines.push(this.#text.slice(this.#at, end));
      this.#lines += 1;
      taken += end - this.#at + 1;
      if (end < this.#end) {
        this.unfinished.add(this.#lines);
        this.#at = end;
      } else {
        this.#isWhole = end === this.#text.length;
        this.#at = end + 1;
      }
    }
    return lines.join("\n");
  }
}

/** A piece of a broken text as it was before, given the number of its first line. */
export function whole(
  piece: string,
  first: number,
  { unfinished }: Pick<BrokenText, "unfinished">,
): string {
  const lines = piece.split("\n");
  return lines
    .map((line, at) => (at === lines.length - 1 || unfinished.has(first + at) ? line : `${line}\n`))
    .join("");
}
