/** Texte geteilter Rennen. */

import { count } from "../numbers";
import type { Texts } from "../texts";

export const share: Texts["strings"]["share"] = {
  copyPicture: "Bild kopieren",
  charts: {
    copyHint:
      "Kopiert das erste Diagramm mit Ergebnis und Bedingungen als Bild von 1200 × 630; speichert es, wo das System die Zwischenablage sperrt",
    saveWhole: "Bild mit allen Diagrammen speichern",
    savePage: "Seite mit allen Zahlen speichern (HTML)",
    copyLink: "Link zu dieser Ansicht kopieren",
  },
  copyHint:
    "Kopiert das Zielfoto als Bild von 1200 × 630; speichert es, wo das System die Zwischenablage sperrt",
  copied: "Bild kopiert",
  nothing: "Hier gibt es kein Diagramm zum Teilen.",
  menu: "Weiteres zum Teilen",
  saveCard: "Bild speichern, 1200 × 630",
  saveWhole: "Bild mit allen Bahnen speichern",
  savePage: "Seite mit Wiedergabe speichern (HTML)",
  copyMarkdown: "Als Markdown kopieren",
  copyLink: "Link zu diesem Lauf kopieren",
  prompt: (words) => `„${words}“`,
  server: (name) => `auf ${name}`,
  perThousand: "je 1.000 Anfragen",
  max: (tokens) => `max. ${count(tokens)} Token`,
  error: (ms) => `± ${ms} ms`,
  warnedIn: (tag, lanes) => `${tag} (${lanes})`,
  everyLane: "alle Bahnen",
  ofRounds: (name, warned, rounds) => `${name} ${warned} von ${rounds}`,
  more: (rows) => `und ${count(rows)} weitere`,
  columns: (tokens) => [
    "",
    "Kandidat",
    "erster Text",
    `bis ${count(tokens)} Token`,
    "Rückstand",
    "tok/s",
    "Kosten",
  ],
};
