/** Loads the texts of one language: each is a file of its own. */

import { chooseEngineTexts, type EngineTexts, type Join } from "./engine";
import { LANGUAGE, type Language, type LanguageChoice } from "./language";
import { choose, type Texts } from "./texts";

const FILES: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  zh: () => import("./zh"),
};

/** What the engine says in a language, and how it puts pieces together if not as they are. */
interface EngineFile {
  engine: EngineTexts;
  piecesJoined?: Join;
}

/** What the engine says in each language but its own. */
const ENGINE: Partial<Record<LanguageChoice, () => Promise<EngineFile>>> = {
  de: () => import("./de/engine"),
  zh: () => import("./zh/engine"),
};

/** Loads the texts of the window's language, the engine's too, and chooses them. */
export async function loadTexts(): Promise<void> {
  const file = await ENGINE[LANGUAGE]?.();
  chooseEngineTexts(file?.engine ?? null, file?.piecesJoined);
  choose((await FILES[LANGUAGE]()).texts);
}
