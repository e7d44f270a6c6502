/** Texte der Wiedergabe und der Sammlung von Prompts und Aufstellungen. */

import type { Texts } from "../texts";

export const replayWords: Texts["strings"]["replay"] = {
  title: "Wiedergabe",
  label: "Wiedergabe eines Rennens",
  back: "Zum Lauf",
  loading: "Rohdaten werden gelesen …",
  gone: "Dieses Rennen kann nicht abgespielt werden",
  sweep:
    "Eine Messreihe hat keine gemeinsame Uhr und kann daher nicht abgespielt werden. Ihre Stufen stehen im Verlauf.",
  play: "Abspielen",
  pause: "Pause",
  start: "Zum Anfang",
  end: "Zum Ende",
  speed: "Tempo",
  times: (speed) => `${speed}×`,
  head: "Zeit seit dem Startschuss",
  headAt: (at, all) => `${at} von ${all}`,
  keys: "Leertaste spielt ab; ← → springt 100 ms, mit Shift eine Sekunde",
  noLog: "Zu dieser Bahn gibt es keine Rohdaten, daher ist nur ihr Ende zu sehen.",
};

export const library: Texts["strings"]["library"] = {
  prompts: "Prompts",
  promptsHint: "Letzte Prompts, Vorlagen und eigene",
  recent: "Zuletzt",
  noneRecent: "Hier erscheinen die letzten zwanzig Prompts, mit denen ein Rennen lief.",
  sets: "Fragen mit geprüften Antworten",
  suiteDetail: (edition) => `eingebaut, ${edition}`,
  setFile: "Eigene Fragen…",
  setFileHint: "JSONL, CSV, promptfoo, OpenAI evals oder BFCL",
  tookSet: (name) => `Dieses Rennen fragt: ${name}.`,
  undo: "Rückgängig",
  presets: "Vorlagen",
  saved: "Gespeichert",
  noneSaved: "Noch nichts gespeichert.",
  save: "Speichern",
  saveAs: "Diesen Prompt speichern als",
  name: "Name",
  forget: (name) => `„${name}“ löschen`,
  lineUps: "Aufstellungen",
  lineUpsHint: "Gespeicherte Bahnen",
  saveLineUpAs: "Diese Bahnen speichern als",
  asWritten: "Klammern werden gesendet, wie sie dastehen.",
  useVariables: "{{…}} mit Werten füllen",
  sendAsWritten: "Unverändert senden",
  values: "Werte der Variablen im Prompt",
  value: (name) => `Wert von ${name}`,
  presetList: {
    chat: "Kurzer Chat",
    essay: "Langer Aufsatz",
    code: "Codedatei",
    json: "JSON",
    count: "Bis 500 zählen",
  },
  presetPrompts: {
    chat: "In zwei Sätzen: Warum ist der Himmel blau?",
    essay:
      "Schreibe einen Aufsatz von etwa 1.500 Wörtern darüber, wie der Buchdruck verändert hat, wer was wissen konnte. Mit Titel, These, drei datierten Belegen, dem stärksten Einwand und einem Schluss.",
    code: "Schreibe eine TypeScript-Datei, die einen Least-Recently-Used-Cache mit Kapazität und Lebensdauer exportiert. Mit Typen, Kommentaren zum Warum und einem Test für jede Regel. Antworte nur mit dem Code.",
    json: 'Antworte nur mit JSON, ohne Markdown: ein Array aus 25 Objekten der Form {"id": number, "city": string, "country": string, "population": number, "landmarks": [string, string]}, eines für jede von 25 Großstädten.',
    count: "Zähle von 1 bis 500, eine Zahl je Zeile, sonst nichts.",
  },
};
