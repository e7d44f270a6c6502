/** What a web view can lay out at once, without blocks that it may skip. */

/** Maximum length of a text, in characters. */
export const MOST_CHARACTERS = 100_000;
/** Maximum length of a paragraph or of a word, in characters. */
export const LONGEST_TEXT = 8_000;

/** Whether more combining marks follow each other than a web view places in a moment; real writing has four at most. */
export function isStacked(text: string): boolean {
  return /\p{M}{9}/u.test(text);
}
