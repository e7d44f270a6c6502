/**
 * WebKitGTK reports `navigator.language` as "C" under LANG=C, and libraries pass that to `Intl`, which throws. This
 * runs before any of them is loaded.
 */

interface Languages {
  readonly language: string;
}

/** The locale of every number and date in the window: its words are English, so its numbers are too. */
export const LOCALE = "en-US";

/** Gives `navigator` a language that `Intl` knows, if its own would make `Intl` throw. */
export function guardLanguage(navigator: Languages): void {
  try {
    // As any part of `Intl` does, but without loading its data.
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: LOCALE, configurable: true });
    Object.defineProperty(navigator, "languages", { value: [LOCALE], configurable: true });
  }
}

guardLanguage(window.navigator);
