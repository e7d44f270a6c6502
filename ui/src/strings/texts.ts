/** The texts of the chosen language. They are loaded before any module that reads them (`main.ts`). */

import type { texts as english } from "./en";

/** The same texts in other words: every name, every value and every list as long as in English. */
export type Translated<Text> = Text extends string
  ? string
  : Text extends (...values: infer Values) => infer Told
    ? (...values: Values) => Translated<Told>
    : { readonly [Name in keyof Text]: Translated<Text[Name]> };

export type Texts = Translated<typeof english>;

let chosen: Texts | undefined;

/** Chooses the texts of the window. Modules keep what they have read, so this comes before all of them. */
export function choose(texts: Texts): void {
  chosen = texts;
}

/** The chosen texts. */
export function texts(): Texts {
  if (!chosen) throw new Error("A module read a text before the language was loaded.");
  return chosen;
}
