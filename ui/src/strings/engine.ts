/**
 * The engine's words in the language of the window, by their ids. They are chosen with the window's own texts, before any
 * module that reads one; what has no translation is shown in English, as the engine wrote it.
 */

import type { phrases } from "../backend/backend";

/** Everything that the engine says, by id. */
export type PhraseId = keyof typeof phrases;

/** A template for each. */
export type EngineTexts = Readonly<Record<PhraseId, string>>;

/** Puts a piece of a template after those before it. */
export type Join = (before: string, after: string) => string;

const asTheyAre: Join = (before, after) => before + after;

let chosen: Readonly<Partial<Record<string, string>>> = {};
let join: Join = asTheyAre;

/** Chooses the engine's words of a language, and how their pieces are put together; none for English. */
export function chooseEngineTexts(texts: EngineTexts | null, joined: Join = asTheyAre): void {
  chosen = texts ?? {};
  join = joined;
}

/** A template's pieces in the language of the window. */
export function joinedPieces(pieces: readonly string[]): string {
  return pieces.reduce(join, "");
}

/** The template of this id in the language of the window; undefined in English. */
export function engineText(id: string): string | undefined {
  return chosen[id];
}

/** A text of the engine that has no values, in the language of the window. */
export function engineWord(id: PhraseId, english: string): string {
  return engineText(id) ?? english;
}
