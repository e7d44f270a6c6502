/**
 * The language of the window: chosen once for each page, before anything that writes a text or a number is loaded.
 *
 * WebKitGTK reports `navigator.language` as "C" under LANG=C, and libraries pass that to `Intl`, which throws, so that
 * is mended first.
 */

import type { Preferences } from "../backend/backend";

interface Browser {
  readonly language: string;
}

/** Gives `navigator` a language that `Intl` knows, if its own would make `Intl` throw. */
export function guardLanguage(navigator: Browser): void {
  try {
    // As any part of `Intl` does, but without loading its data.
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
    Object.defineProperty(navigator, "languages", { value: ["en-US"], configurable: true });
  }
}

/** What can be chosen in Settings: a language, or the system's. */
export type LanguageChoice = Preferences["language"];

interface Customs {
  /** The name of the language, in itself. */
  name: string;
  /** The value of `<html lang>`. */
  tag: string;
  /** The locale of numbers, dates and plurals. */
  locale: string;
  /** The locale of lists of names. */
  lists: string;
  /** Whether the dollar sign follows the number. */
  dollarAfter: boolean;
  /** Set if the percent sign follows its number without a space. */
  percentBeside?: boolean;
}

/** The languages that the window has. A new one is a row here, its file in `load.ts`, and its texts. */
export const LANGUAGES = {
  // British lists: “A, B and C”, as everywhere in the English texts.
  en: { name: "English", tag: "en", locale: "en-US", lists: "en-GB", dollarAfter: false },
  de: { name: "Deutsch", tag: "de", locale: "de-DE", lists: "de-DE", dollarAfter: true },
  // Japanese lists: “A、B、C”. Those of Chinese join the last name with 和, without a space after a Latin one.
  zh: {
    name: "简体中文",
    tag: "zh-Hans",
    locale: "zh-CN",
    lists: "ja-JP",
    dollarAfter: false,
    percentBeside: true,
  },
} as const satisfies Partial<Record<LanguageChoice, Customs>>;

export type Language = keyof typeof LANGUAGES;

function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGES, name);
}

/** The window's language for one of the system's, given as a BCP 47 tag; Chinese is in simplified characters. */
function ownOf(tag: string): Language | null {
  const name = tag.toLowerCase().split("-")[0] ?? "";
  if (!isLanguage(name)) return null;
  return new Intl.Locale(tag).maximize().script === "Hant" ? null : name;
}

/** The language in which the window speaks, by the choice and the system's languages; English if it has none of them. */
export function languageOf(choice: LanguageChoice, system: readonly string[]): Language {
  if (isLanguage(choice)) return choice;
  for (const tag of system) {
    const own = ownOf(tag);
    if (own) return own;
  }
  return "en";
}

/** The last choice, so that the texts need not wait for the engine's answer. The engine keeps it. */
const STORED_AS = "paceline.language";

const storedChoice = (): LanguageChoice => {
  const value = window.localStorage.getItem(STORED_AS) ?? "";
  return isLanguage(value) ? value : "system";
};

guardLanguage(window.navigator);

/** The language of this page. */
export const LANGUAGE: Language = languageOf(storedChoice(), window.navigator.languages);

const { tag, locale, lists, dollarAfter, percentBeside = false }: Customs = LANGUAGES[LANGUAGE];

/** The locale of every number, date and plural in the window. */
export const LOCALE = locale;

/** The locale of every list of names. */
export const LISTS = lists;

/** Whether the dollar sign follows the number. */
export const DOLLAR_AFTER = dollarAfter;

/** A percent sign, with the space before it if the language has one. */
export const PERCENT_SIGN = percentBeside ? "%" : " %";

document.documentElement.lang = tag;

/**
 * Remembers the choice for the next page. Returns whether that page would speak another language than this one: never
 * if nothing can be remembered, as it would then be loaded again and again.
 */
export function rememberLanguage(choice: LanguageChoice): boolean {
  try {
    if (choice === "system") window.localStorage.removeItem(STORED_AS);
    else window.localStorage.setItem(STORED_AS, choice);
  } catch {
    return false;
  }
  return languageOf(storedChoice(), window.navigator.languages) !== LANGUAGE;
}
