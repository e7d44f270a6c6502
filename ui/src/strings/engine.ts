/**
 * The engine's words in the language of the window, by their ids. They are chosen with the window's own texts, before any
 * module that reads one; what has no translation is shown in English, as the engine wrote it.
 */

import type { phrases } from "../backend/backend";

/** Everything that the engine says, by id. */
export type PhraseId = keyof typeof phrases;

/** A template for each. */
export type EngineTexts = Readonly<Record<PhraseId, string>>;

let chosen: Readonly<Partial<Record<string, string>>> = {};

/** Chooses the engine's words of a language; none for English. */
export function chooseEngineTexts(texts: EngineTexts | null): void {
  chosen = texts ?? {};
}

/** The template of this id in the language of the window; undefined in English. */
export function engineText(id: string): string | undefined {
  return chosen[id];
}

/** A text of the engine that has no values, in the language of the window. */
export function engineWord(id: PhraseId, english: string): string {
  return engineText(id) ?? english;
}
