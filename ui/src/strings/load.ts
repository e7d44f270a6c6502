/** Loads the texts of one language: each is a file of its own. */

import { chooseEngineTexts, type EngineTexts } from "./engine";
import { LANGUAGE, type Language, type LanguageChoice } from "./language";
import { choose, type Texts } from "./texts";

const FILES: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  zh: () => import("./zh"),
};

/** What the engine says in each language but its own. */
const ENGINE: Partial<Record<LanguageChoice, () => Promise<{ engine: EngineTexts }>>> = {
  de: () => import("./de/engine"),
  zh: () => import("./zh/engine"),
};

/** Loads the texts of the window's language, the engine's too, and chooses them. */
export async function loadTexts(): Promise<void> {
  chooseEngineTexts((await ENGINE[LANGUAGE]?.())?.engine ?? null);
  choose((await FILES[LANGUAGE]()).texts);
}
