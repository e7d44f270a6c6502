/** Texte von Ketten: ihre Schritte in der Aufstellung, auf der Strecke und auf der Karte. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

export const chain: Texts["strings"]["chain"] = {
  title: "Schritte nach diesem",
  hint: "Eine Bahn mit Schritten ist eine Kette: gemessen von der ersten Anfrage bis zur letzten Antwort, zu den Kosten aller.",
  add: "Schritt hinzufügen",
  addTitle: "Wer als Nächstes gefragt wird",
  remove: (step) => `Schritt ${step} entfernen`,
  when: (step) => `Wann Schritt ${step} gefragt wird`,
  rules: {
    check_fails: "Wenn eine Prüfung scheitert",
    always: "Immer, mit der Antwort",
    says: "Wenn die Antwort nennt",
    otherwise: "Sonst",
  },
  name: "Wort in der Antwort",
  prompt: (step) => `Prompt von Schritt ${step}`,
  usual: {
    answer: "Die Antwort des Schritts davor: {{answer}}",
    prompt: "Was die Bahn gefragt wird: {{prompt}}",
  },
  system: (step) => `System-Prompt von Schritt ${step}`,
  usualSystem: "System-Prompt: der der Bahn",
  own: "Einstellungen",
  settings: (step) => `Einstellungen von Schritt ${step}`,
  up: (step) => `Schritt ${step} nach oben`,
  down: (step) => `Schritt ${step} nach unten`,
  ownCheck: "Eigene Prüfung",
  sharedChecks: (checks) =>
    checks === 1
      ? "Es entscheidet die Prüfung jeder Antwort. Kennt sie die erwartete Antwort, ist die Kette besser, als sie im Einsatz sein kann."
      : `Es entscheiden die ${count(checks)} Prüfungen jeder Antwort. Kennt eine die erwartete Antwort, ist die Kette besser, als sie im Einsatz sein kann.`,
  noChecks: "Noch wird nichts geprüft. Hier eine Prüfung hinzufügen oder eine jeder Antwort.",
  step: (step, model) => `${step}. ${model}`,
  more: (steps) => `+ ${plural(steps, "Schritt", "Schritte")}`,
  earlier: "früherer Schritt",
  during: (step, phase) => `Schritt ${step}: ${phase}`,
  climbed: (asked, of) => `ging in ${count(asked)} von ${count(of)} weiter`,
  passed: "bestanden",
  failed: "Prüfung gescheitert",
};
