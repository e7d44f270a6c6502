/** Loads the texts of one language: each is a file of its own. */

import { LANGUAGE, type Language } from "./language";
import { choose, type Texts } from "./texts";

const FILES: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
};

/** Loads the texts of the window's language, and chooses them. */
export async function loadTexts(): Promise<void> {
  choose((await FILES[LANGUAGE]()).texts);
}
