/** Texte aller Diagramme. */

import type { Texts } from "../texts";

export const charts: Texts["strings"]["charts"] = {
  asTable: "Zahlen als Tabelle zeigen",
  asChart: "Diagramm zeigen",
  save: "Bild speichern",
  saveSvg: "Als SVG speichern",
  savePng: "Als PNG speichern",
  saved: (path) => `${path} gespeichert`,
  example: "BEISPIEL · erfundene Zahlen; nichts davon wird gespeichert",
  nothing: "Keine Messwerte.",
  noNumber: "kein Wert gemessen",
  log: (axis) => (axis ? `${axis} (log)` : "log"),
  cut: "Diese Achse beginnt nicht bei null.",
  walk: "Werte des Diagramms",
  walkHint: "Die Pfeiltasten führen von Wert zu Wert.",
};
