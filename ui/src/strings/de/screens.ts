/** Namen der Ansichten. */

import type { Texts } from "../texts";

export const screenNames: Texts["screenNames"] = {
  race: "Rennen",
  sweep: "Messreihe",
  history: "Verlauf",
  compare: "Vergleich",
  watch: "Überwachen",
  providers: "Anbieter",
  settings: "Einstellungen",
};
