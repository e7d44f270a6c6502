/** Where words stand in the texts on screen, as ranges that the browser paints: the page itself is not touched. */

/** More than anybody goes through one by one. */
export const MOST_MATCHES = 1_000;

/** Text in lower case, of the same length: a few letters become two, and would move all that follows. */
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

/** The text of an element, with the node that each part of it is from. */
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

/** The piece that holds a place, found by halving: a long answer has thousands. */
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

/** Every place of `words` in the texts of `roots`, in their order, whatever the case; at most [`MOST_MATCHES`]. */
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
