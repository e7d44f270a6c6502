/** Texte des Zielfotos. */

import { count, decimal } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

const lanesOf = (lanes: number) => plural(lanes, "Bahn", "Bahnen");

export const finish: Texts["strings"]["finish"] = {
  label: "Zielfoto",
  cross: "✕",
  photo: "Zielfoto",
  afterSend: "nach dem Senden",
  afterGun: "nach dem Start",
  ready: "am Start",
  simulated: "simuliert",
  seconds: "s",
  waitCaption: "bis zum ersten Text",
  written: "Token, als die erste Bahn im Ziel war",
  writtenBy: "Token bis zu diesem Zeitpunkt",
  writing: "Token bisher",
  notch: (time) => `1 Teilstrich = ${time}`,
  start: "Start",
  tokens: (tokens) => `${count(tokens)} Token`,
  to: (tokens) => `bis ${count(tokens)}`,
  gap: "Rückstand",
  failedAfter: (why, tokens) => `${why} nach ${count(tokens)}`,
  stoppedAt: (tokens) => `Ende bei ${count(tokens)}`,
  over: (over, all) => `${count(over)} von ${count(all)} im Ziel.`,
  silence: "Noch niemand hat ein Wort geschrieben.",
  inFront: (who, tokens) => `Vorn: ${who} mit ${tokens}.`,
  ended: "Alle Bahnen sind fertig.",
  racing: "Rennen läuft.",
  planned: "Startklar.",
  ghost:
    "Die blassen Balken sind ein Beispiel: diese vier, simuliert, 2 s nach dem Senden in einem anderen Rennen.",
  ghostWritten: "Beispiel: Token 2 s nach dem Senden",
  plannedHint: "Alle Verbindungen werden vor dem Startschuss aufgebaut.",
  reading: "Zielfoto wird gelesen …",
  noLine: "Für eine Ziellinie haben keine zwei Bahnen genug geschrieben.",
  notKept: "Ein Zielfoto wird aus dem Verlauf gelesen, und dieses Rennen ist nicht darin.",
  lastText: "bis zum letzten Text",
  noText: "kein Text angekommen",
  noneFinished: (lanes) => `0 von ${lanesOf(lanes)} im Ziel`,
  whyFailed: (lanes) => `${count(lanes)} Fehler ansehen`,
  first: (who, tokens) => `${who} zuerst bei ${count(tokens)} Token.`,
  deadHeat: (who, tokens) => `${who} gleichauf bei ${count(tokens)} Token.`,
  took: (who, times) => `${who} brauchte ${decimal(times, times < 10 ? 1 : 0)}-mal so lange`,
  later: (who, gap) => `${who} kam ${gap} später`,
  althoughFirst: (at) => `, obwohl der erste Text schon nach ${at} kam`,
  spoke: (who, at) => `${who} hatte den ersten Text, nach ${at}`,
  silent: (who) => `noch kein Wort von ${who}`,
  failed: (who) => `fehlgeschlagen: ${who}`,
  allFailed: (lanes) =>
    lanes === 1 ? "Die Bahn ist fehlgeschlagen." : `Alle ${lanes} Bahnen sind fehlgeschlagen.`,
  cheapest: (who, share, winner) => `${who} am günstigsten, ${share} der Kosten von ${winner}`,
  allRounds: "Alle",
  allRoundsLabel: (rounds) => `Alle ${rounds} Runden zusammen`,
  middleOf: (rounds, isMedian) =>
    `${isMedian ? "Median" : "Mittelwert"} aus ${plural(rounds, "Runde", "Runden")}`,
  failedOf: (failed, rounds) => `${failed} von ${rounds} fehlgeschlagen`,
  whoFailedOf: (who, failed, rounds) => `${who}: ${failed} von ${rounds} fehlgeschlagen`,
  within: (low, high) => `${low}–${high}`,
  from: (low, high) => `${low} bis ${high}`,
  shared: {
    within_tie: "innerhalb von 2 %",
    not_told_apart: "nicht unterscheidbar",
    either: "innerhalb von 2 % oder nicht unterscheidbar",
  },
  legend: {
    label: "Bedeutung der Zeichen",
    written: "geschrieben, als die erste Bahn im Ziel war",
    later: "danach geschrieben",
    notch: (time) => `je ${time}`,
    think: "denkt nach",
    within: "95-%-Intervall",
    chunk: "mit einem Chunk über die Linie",
  },
  withinLabel: "95-%-Konfidenzintervall des Rückstands",
  sharedFirst: {
    within_tie: (leader, others, tokens) =>
      `${leader} zuerst bei ${count(tokens)} Token, ${others} innerhalb von 2 % der Zeit.`,
    not_told_apart: (leader, others, tokens) =>
      `${leader} bei ${count(tokens)} Token vor ${others}, aber diese Runden unterscheiden sie nicht.`,
    either: (leader, others, tokens) =>
      `${leader} bei ${count(tokens)} Token vor ${others}, um weniger als 2 % oder nicht unterscheidbar.`,
  },
  sure: (rounds) => `${rounds} Runden, mit 95-%-Intervallen`,
  tooFew: (rounds, least) => `${rounds} Runden: was geschah; ab ${least} auch, was zu erwarten ist`,
  crossings: "Zeit bis zur Ziellinie, Runde für Runde",
  oneRound: "Eine Runde: was geschah, nicht was zu erwarten ist",
  round: (round, rounds) => `Runde ${round} von ${rounds}`,
  overall: (who, rounds) => `über alle ${rounds} Runden lag ${who} vorn`,
  overallTie: {
    within_tie: (who, rounds) => `über alle ${rounds} Runden innerhalb von 2 %: ${who}`,
    not_told_apart: (who, rounds) => `über alle ${rounds} Runden nicht unterscheidbar: ${who}`,
    either: (who, rounds) =>
      `über alle ${rounds} Runden innerhalb von 2 % oder nicht unterscheidbar: ${who}`,
  },
  strip: "Zeit nach dem Senden",
  stripHint: "Ziehen zeigt, was jede Bahn zu einem Zeitpunkt hatte; Esc führt zurück zum Zielfoto.",
  play: "Rennen von Anfang an abspielen",
  gun: "Senden",
  counted: "Token für alle Bahnen gleich gezählt (o200k)",
  rank: (rank, tied) => (tied ? `Platz ${rank}, geteilt` : `Platz ${rank}`),
};
