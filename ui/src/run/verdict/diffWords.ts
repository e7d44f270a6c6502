/** Compares two answers, word by word. */

import { diffWordsWithSpace } from "diff";
import { isStacked, LONGEST_TEXT, MOST_CHARACTERS } from "../lanes/atOnce";

export interface Piece {
  kind: "same" | "removed" | "added";
  text: string;
}

export interface Difference {
  pieces: Piece[];
  /** Words in both, only in the first, only in the second. */
  same: number;
  removed: number;
  added: number;
}

/**
 * Maximum number of removed and inserted words before two answers count as too different to compare in reasonable time.
 */
const MOST_EDITS = 4_000;

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;

/** Whether a text is shown at once, as a comparison is. */
function isShowable(text: string): boolean {
  const isShort = text.length <= MOST_CHARACTERS && !isStacked(text);
  return isShort && text.split(/\s/).every((word) => word.length <= LONGEST_TEXT);
}

/** Null if the two are so long, or so long and so different, that comparing or showing them would take too long. */
export function differenceOf(first: string, second: string): Difference | null {
  if (![first, second].every(isShowable)) return null;
  const changes = diffWordsWithSpace(first, second, { maxEditLength: MOST_EDITS });
  if (!changes) return null;
  const pieces = changes.map(({ added, removed, value }): Piece => {
    return { kind: added ? "added" : removed ? "removed" : "same", text: value };
  });
  const count = (kind: Piece["kind"]) =>
    pieces.reduce((sum, piece) => sum + (piece.kind === kind ? wordsIn(piece.text) : 0), 0);
  return { pieces, same: count("same"), removed: count("removed"), added: count("added") };
}
