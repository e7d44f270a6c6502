/** Texts of the history: search, annotations, export and import, spend. */

import { texts } from "./texts";

export const { archive } = texts();
