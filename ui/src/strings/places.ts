/** Further entries of the palette, besides actions, screens, runs, providers and models: names and synonyms. */

import { texts } from "./texts";

export const { places, otherWords } = texts();
