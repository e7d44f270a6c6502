/** Texte der Prüfungen von Antworten: was geprüft wird, und was herauskam. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

export const checks: Texts["strings"]["checks"] = {
  heading: "Prüfungen",
  number: (n) => plural(n, "Prüfung", "Prüfungen"),
  composer: "Richtig ist eine Antwort, wenn sie alle diese Prüfungen besteht.",
  remove: (check) => `Prüfung entfernen: ${check}`,
  removed: "Prüfung entfernt.",
  undo: "Rückgängig",
  titles: {
    contains: (text) => `enthält „${text}“`,
    equals: (text) => `ist gleich „${text}“`,
    anyCase: (check) => `${check}, groß oder klein`,
    regex: (pattern) => `passt auf „${pattern}“`,
    first: (wanted) => `erste Zahl ist ${wanted}`,
    last: (wanted) => `letzte Zahl ist ${wanted}`,
    only: (wanted) => `einzige Zahl ist ${wanted}`,
    json: "ist JSON",
    json_schema: "passt zum Schema",
    tool_call_valid: "Werkzeugaufrufe sind gültig",
    tool_call_equals: (names) => `ruft „${names}“ auf`,
    merged: "ist die erwartete Datei",
    mergedWhole: "ist die erwartete Datei, mit Leerraum am Ende",
    language: (language) => `Sprache: ${language}`,
    no_refusal: "ist keine Ablehnung",
  },
  length: {
    characters: (range) => `Zeichen: ${range}`,
    words: (range) => `Wörter: ${range}`,
    sentences: (range) => `Sätze: ${range}`,
    least: (n) => `mindestens ${n}`,
    most: (n) => `höchstens ${n}`,
    between: (least, most) => `${least} bis ${most}`,
  },
  verdicts: { right: "richtig", wrong: "falsch", unknown: "unklar, ob richtig" },
  passed: (checks) =>
    checks === 1 ? "Die Prüfung ist bestanden." : `Alle ${checks} Prüfungen sind bestanden.`,
  noReason: "Ob die Antwort richtig ist, wurde ohne die Gründe gespeichert.",
  rightIn: (right, known) => `richtig in ${count(right)} von ${count(known)}`,
  alsoUnknown: (n) => `${count(n)} unklar`,
  wrongAnswer: "falsche Antwort",
  wrongIn: (wrong, rounds) => `falsch in ${count(wrong)} von ${count(rounds)}`,
  noPlace: "kein Platz, weil eine Antwort falsch ist",
  legend: "durchgestrichen: eine Antwort ist falsch, daher ohne Platz",
  whoWrong: (who) => `Ohne Wertung, weil eine Antwort falsch ist: ${who}`,
  whoWrongIn: (who, wrong, rounds) => `${who} (${count(wrong)} von ${count(rounds)})`,
  table: {
    right: "Richtig",
    rightOf: (right, known) => `${count(right)} von ${count(known)}`,
    share: "Anteil richtiger Antworten",
    within: (share, interval) => `${share} (95 %: ${interval})`,
    shareStory: "Richtige ÷ (richtige + falsche), mit dem 95-%-Intervall (Wilson).",
    unknown: "Unklar, ob richtig",
    seconds: "Zeit je richtiger Antwort",
    secondsStory: "Zeit aller gemessenen Anfragen ÷ richtige Antworten.",
    dollars: "Kosten je richtiger Antwort",
    dollarsStory:
      "Kosten aller gemessenen Anfragen ÷ richtige Antworten. Fehlt, wenn die Kosten einer Anfrage unbekannt sind.",
  },
};
