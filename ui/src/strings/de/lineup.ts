/** Texte der Prompt-Eingabe und der Aufstellung. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

export const composer: Texts["strings"]["composer"] = {
  sheet: "Prompt schreiben",
  enlarge: "Im ganzen Fenster schreiben",
  shrink: "Zurück zum Rennen",
  openFile: "Datei als Prompt öffnen",
  taken: (name) => `Der Prompt ist jetzt ${name}.`,
  takenNoSet: (name, why) =>
    `Der Prompt ist jetzt ${name}, denn es ist kein Satz von Prompts. ${why}`,
  undo: "Rückgängig",
  tooLarge: (name, size, most) => `${name} hat ${size}; Paceline liest höchstens ${most}.`,
  notText: (name) => `${name} ist kein UTF-8-Text.`,
  add: "Dialog, Tools, Bilder",
  addHint: "Einen Dialog, Tools, Bilder oder eine fertige Anfrage senden",
  carried: {
    lanes: (lanes) =>
      `${plural(lanes, "Bahn kann", "Bahnen können")} diese Anfrage nicht übertragen`,
    one: (lane) => `Bahn ${lane} kann diese Anfrage nicht übertragen`,
    title: "Was zu ändern ist",
    leaveOut: (dialect, lanes) =>
      `Was nur ${dialect} versteht, für ${lanes === 1 ? "diese Bahn" : `diese ${count(lanes)} Bahnen`} weglassen`,
    leftOut: (lanes) =>
      `${plural(lanes, "Bahn wird", "Bahnen werden")} ohne das gefragt, was nur eine andere API versteht.`,
    leaveOutMarks: (lanes) =>
      `Die Cache-Marken für ${lanes === 1 ? "diese Bahn" : `diese ${count(lanes)} Bahnen`} weglassen`,
    leftOutMarks: (lanes) =>
      `${plural(lanes, "Bahn wird", "Bahnen werden")} ohne Cache-Marken gefragt.`,
    leaveOutOfRows: (dialect, rows) =>
      `Was nur ${dialect} versteht, aus ${plural(rows, "Prompt", "Prompts")} für alle Bahnen weglassen`,
    leftOutOfRows: (rows) =>
      `${plural(rows, "Prompt des Satzes wird", "Prompts des Satzes werden")} ohne das gefragt, was nur eine API versteht.`,
    leaveOutMarksOfRows: (rows) =>
      `Die Cache-Marken aus ${plural(rows, "Prompt", "Prompts")} für alle Bahnen weglassen`,
    leftOutMarksOfRows: (rows) =>
      `${plural(rows, "Prompt des Satzes wird", "Prompts des Satzes werden")} ohne Cache-Marken gefragt.`,
  },
};

export const lineup: Texts["strings"]["lineup"] = {
  label: "Bahnen",
  add: "Bahn hinzufügen",
  addTitle: "Bahn hinzufügen",
  changeTitle: "Anbieter oder Modell wechseln",
  search: "Anbieter, Modell oder Anbieter/Modell",
  ownAddress: "Unter einer eigenen Adresse",
  nothing:
    "Nichts heißt so. Anbieter und Modell angeben, etwa openai/gpt-4.1, oder unter Anbieter einen Endpunkt hinzufügen.",
  several: "Offen lassen, um mehrere hinzuzufügen",
  oneOfEach: (providers) =>
    `Von ${providers === 1 ? "dem Anbieter" : `${providers} Anbietern`} mit Schlüssel je eines hinzufügen`,
  addedAll: (lanes) => `${plural(lanes, "Bahn", "Bahnen")} hinzugefügt.`,
  favourites: "Favoriten",
  recent: "Zuletzt verwendet",
  favourite: "Zu Favoriten hinzufügen",
  unfavourite: "Aus Favoriten entfernen",
  context: (tokens) => `${tokens} Kontext`,
  keyOf: (tail) => `Schlüssel …${tail}`,
  hasKey: "Schlüssel vorhanden",
  move: (place) => `Bahn ${place}: ziehen oder mit Alt + ← → verschieben`,
  moved: (place) => `Jetzt Bahn ${place}.`,
  typed: (model) => `„${model}“ verwenden`,
  live: "aus der Liste des Anbieters",
  listing: "Modellliste wird abgefragt …",
  noKey: "noch kein Schlüssel",
  place: (place) => `Bahn ${place}`,
  reference: "Die anderen sollen derselbe Dienst sein",
  referenceHint:
    "Sagt nach einem Rennen, ob sie wie diese Bahn antworten: wann sie Werkzeuge aufrufen, wie Antworten beginnen, wie lang sie sind, wie sie enden.",
  overrides: "Nur für diese Bahn",
  serviceTier: "Service-Tier",
  serviceTierUnset: "wie im Konto",
  reset: "Wie alle Bahnen",
  overridden: "Weicht von der gemeinsamen Einstellung ab",
  asShared: (value) => `gemeinsam: ${value}`,
  duplicate: "Duplizieren",
  mute: "Stummschalten",
  unmute: "Einschalten",
  muted: "stumm",
  removeLane: (place) => `Bahn ${place} entfernen`,
  removed: (label) => `${label} entfernt.`,
  undo: "Rückgängig",
  empty: "Für ein Rennen mindestens eine Bahn hinzufügen.",
};
