/** Positions of words in the texts on screen, as ranges that the browser highlights: the page itself is not changed. */

/** More matches than anybody goes through one by one. */
export const MOST_MATCHES = 1_000;

/** Text in lower case with the same length: a few letters would become two, and shift everything after them. */
function lower(text: string): string {
  const small = text.toLowerCase();
  if (small.length === text.length) return small;
  return text.replace(/./gsu, (letter) => {
    const one = letter.toLowerCase();
    return one.length === letter.length ? one : letter;
  });
}

interface Piece {
  node: Text;
  from: number;
}

/** The text of an element, with the node of each part. */
function piecesOf(root: Element): { whole: string; pieces: Piece[] } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let from = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    pieces.push({ node: text, from });
    parts.push(text.data);
    from += text.length;
  }
  return { whole: parts.join(""), pieces };
}

/** The piece that contains a position, found by bisection: a long answer has thousands. */
function pieceAt(pieces: readonly Piece[], place: number): Piece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.from ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

function rangeOf(pieces: readonly Piece[], from: number, to: number): Range | null {
  const start = pieceAt(pieces, from);
  const end = pieceAt(pieces, to - 1);
  if (!start || !end) return null;
  const range = document.createRange();
  range.setStart(start.node, from - start.from);
  range.setEnd(end.node, to - end.from);
  return range;
}

/** Every occurrence of `words` in the texts of `roots`, in order, ignoring case; at most [`MOST_MATCHES`]. */
export function matchesIn(roots: readonly Element[], words: string): Range[] {
  const wanted = lower(words);
  const found: Range[] = [];
  if (wanted === "") return found;
  for (const root of roots) {
    const { whole, pieces } = piecesOf(root);
    const text = lower(whole);
    for (
      let at = text.indexOf(wanted);
      at >= 0 && found.length < MOST_MATCHES;
      at = text.indexOf(wanted, at + wanted.length)
    ) {
      const range = rangeOf(pieces, at, at + wanted.length);
      if (range) found.push(range);
    }
  }
  return found;
}
