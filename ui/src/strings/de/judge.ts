/** Texte des Richters eines Rennens: wer gefragt wird, ob sein Wort zählt, und was er sagt. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

export const judge: Texts["strings"]["judge"] = {
  name: "Richter",
  simulated: "simuliert",
  add: "Einen Richter fragen",
  addHint:
    "Ein Modell danach fragen, welche von zwei Antworten besser ist: ohne Namen und in beiden Reihenfolgen",
  composer: (who) => `${who} wird danach gefragt, welche von zwei Antworten besser ist.`,
  remove: "Keinen Richter fragen",
  who: "Wer richtet",
  nobody: "Ein Modell wählen.",
  other: "Ein anderes Modell",
  criteria: "Wonach er richtet",
  criteriaHint: "Richtig, dann vollständig, dann klar",
  tokens: "Höchstens Tokens je Urteil",
  formHint:
    "Je zwei Bahnen werden in jeder Runde verglichen, in beiden Reihenfolgen. Die Anfragen zählen zu dem, was das Rennen kosten kann. Eine Antwort kann versuchen, einen Richter zu überreden; Prüfungen lassen sich nicht überreden.",
  submit: "Diesen Richter fragen",
  requests: (requests) => `davon ${count(requests)} an den Richter`,
  unpriced: "kein Preis für den Richter",
  asking: "Der Richter wird gefragt …",
  stop: "Richter anhalten",
  askRest: "Richter nach dem Rest fragen",
  laterHint:
    "Ein Modell fragen, welche von zwei Antworten dieses Rennens besser ist, ohne Namen und in beiden Reihenfolgen; was es sagt, wird gespeichert, während es antwortet",
  atMost: (requests) => `höchstens ${plural(requests, "Anfrage", "Anfragen")}`,
  announceEnd: "Der Richter hat geantwortet.",
  judging: (ended, of) => `Der Richter hat ${count(ended)} von ${count(of)} beantwortet`,
  label: "Was der Richter sagt",
  notAsked:
    "Der Richter wurde nicht gefragt: Das Rennen wurde abgebrochen, konnte nicht gespeichert werden, oder Paceline wurde vorher beendet.",
  asked: (who, requests, pairs) =>
    `${who} wurde ${plural(requests, "Mal", "Mal")} nach ${plural(pairs, "Paar Antworten", "Paaren von Antworten")} gefragt, ohne Namen und in beiden Reihenfolgen`,
  cost: (usd) => `Kosten ${usd}`,
  costUnknown: (requests) => `${plural(requests, "Anfrage", "Anfragen")} mit unbekannten Kosten`,
  took: (time) => `Dauer ${time}`,
  agreed: (agreed, pairs, share) =>
    `Er war sich in ${count(agreed)} von ${count(pairs)} mit sich selbst einig (${share})`,
  within: (share, interval) => `${share}, 95 %: ${interval}`,
  used: "Sein Wort zählt hier. Keine Prüfung und keine Medaille richtet sich danach",
  prefersFirst: (many, decided) =>
    `Er zog in ${count(many)} von ${count(decided)}, die er in beiden Reihenfolgen entschied, das vor, was zuerst stand: Sein Wort zählt nicht`,
  prefersSecond: (many, decided) =>
    `Er zog in ${count(many)} von ${count(decided)}, die er in beiden Reihenfolgen entschied, das vor, was an zweiter Stelle stand: Sein Wort zählt nicht`,
  chance: "Das ist nicht sicher mehr als Zufall: Sein Wort zählt nicht",
  tooFew: "Er hat zu wenig entschieden, als dass sein Wort zählte",
  onlyTies: (pairs) =>
    `Er nannte alle ${count(pairs)} unentschieden: Er unterscheidet nichts, und sein Wort zählt nicht`,
  unread: "Er gab für kein Paar in beiden Reihenfolgen ein Urteil: Es gibt kein Wort, das zählte",
  prefers: (first, second) => `zieht ${first} ${second} vor`,
  prefersNeither: (first, second) =>
    `zieht weder ${first} noch ${second} vor, soweit sich das zeigt`,
  notUsed: "sein Wort zählt nicht",
  pairTitle: (first, second) => `${first} gegen ${second}`,
  split: (rounds, first, second, p) =>
    `von ${plural(rounds, "Runde", "Runden")} das erste in ${count(first)}, das zweite in ${count(second)} (Vorzeichentest, mid-p: ${p})`,
  remarks: {
    unread: (n) => `Paare ohne Urteil in beiden Reihenfolgen: ${count(n)}`,
    identical: (n) =>
      `Paare mit Wort für Wort derselben Antwort, nach denen niemand gefragt wurde: ${count(n)}`,
    notAsked: (n) =>
      `Paare, die übrig blieben, weil der Richter angehalten oder unterbrochen wurde oder fünfmal nacheinander gescheitert war: ${count(n)}`,
    cut: (n) =>
      `Paare, in denen etwas zu lang war, um dem Richter ganz gezeigt zu werden: ${count(n)}`,
    named: (n) =>
      `Paare mit einer Antwort, die ein Modell oder einen Anbieter dieses Rennens nennt, sodass der Richter wissen kann, von wem sie ist: ${count(n)}`,
    isLane:
      "Der Richter ist selbst eine der Bahnen, und Modelle ziehen oft ihre eigenen Antworten vor",
  },
  votes: "Was er sagte, Anfrage für Anfrage",
  round: (round) => `Runde ${count(round)}`,
  order: (first, second) => `${first} vor ${second}`,
  choices: { first: "das erste", second: "das zweite", tie: "unentschieden" },
  noVerdict: "kein Urteil",
};
