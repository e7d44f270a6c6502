/** Texte der Sichten auf ein Rennen: Strecke, Medaillen, Tempo, Abstände, Diff, Runden. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

const tokensOf = (tokens: number) => `${count(tokens)} Token`;

export const stage: Texts["strings"]["stage"] = {
  views: "Sichten",
  view: {
    lanes: "Strecke",
    grid: "Raster",
    focus: "Fokus",
    pace: "Tempo",
    rounds: "Runden",
    table: "Tabelle",
    diff: "Diff",
    judge: "Richter",
  },
  axis: "Achse der Strecke",
  clock: "Uhr",
  clockHint: "Zeit seit dem Startschuss",
  distance: "Zielfoto",
  distanceHint: "Token bis zur Ziellinie, in dem Moment, in dem die erste Bahn sie überquerte",
  finish: "Ziellinie",
  finishAt: tokensOf,
  longestCommon: (tokens) => `${count(tokens)}, längste gemeinsame`,
  markdown: "Markdown",
  markdownHint: "Zeigt fertige Antworten als Markdown",
  asWritten: "Text zeigen, wie er ankam",
  again: (times) => `Noch ${times}×`,
  againHint: "Startet diese Bahnen noch einmal, in mehreren Runden",
  untilSettled: "Bis zur Klarheit",
  untilSettledHint: (most) =>
    `Startet diese Bahnen, bis die niedrigste Zeit bis zum ersten Token zu 95 % feststeht, in höchstens ${most} Runden`,
  replay: "Wiedergabe",
  replayHint: "Spielt dieses Rennen aus seinen Rohdaten ab",

  find: {
    label: "In den Antworten suchen",
    found: (at, all, more) =>
      all === 0 ? "nicht gefunden" : `${count(at)} von ${count(all)}${more ? "+" : ""}`,
    before: "Vorheriger Treffer",
    next: "Nächster Treffer",
    close: "Schließen",
  },

  medals: {
    label: "Ergebnisse",
    honours: {
      first_token: "Erstes Token",
      first_answer: "Erste Antwort",
      cheapest: "Am günstigsten",
    },
    firstTo: (tokens) => `Zuerst bei ${count(tokens)}`,
    firstToUnknown: "Bisher vorn",
    tie: "Gleichstand",
    unranked: {
      nobody: "Keine Bahn kam ans Ende, daher gibt es keine Wertung.",
      nobody_real:
        "Keine echte Bahn kam ans Ende, und simulierte werden nicht neben echten gewertet.",
      alone: "Nur eine Bahn kam ans Ende, daher gibt es nichts zu werten.",
      alone_real:
        "Nur eine echte Bahn kam ans Ende, und simulierte werden nicht neben ihr gewertet.",
      nobody_right:
        "Keine Bahn, die ans Ende kam, hat nur richtige Antworten, daher gibt es keine Wertung.",
      alone_right:
        "Nur eine Bahn, die ans Ende kam, hat nur richtige Antworten, daher gibt es nichts zu werten.",
    },
    rule: (from) =>
      `Ein Unterschied unter 2 % ist ein Gleichstand. Über mehrere Runden war der Sieger in jeder besser; ab ${from} ist der Unterschied signifikant (auf 5 %, alle Bahnen zusammen).`,
  },

  pace: {
    title: "Token über die Zeit",
    direction: "steiler ist schneller, weiter links ist früher",
    tokens: "Ausgabe-Token",
    clock: { s: "Sekunden nach dem Start", ms: "Millisekunden nach dem Start" },
    numbered: (place, name) => `${place} ${name}`,
    none: "Keine Bahn überholt eine andere.",
    overtakes: "Überholmanöver",
    overtake: (who, whom, tokens, at) => `${who} überholt ${whom} bei ${tokensOf(tokens)}, ${at}`,
    or: "oder",
    always: (who) => `${who} liegt bei jeder Länge vorn.`,
    split: (shorter, tokens, longer) =>
      `Für weniger als ${tokensOf(tokens)} ${shorter}, für mehr ${longer}.`,
    upTo: (who, tokens) => `bis ${tokensOf(tokens)} ${who}`,
    beyond: (who) => `darüber ${who}`,
    choose: (parts) => `Empfehlung: ${parts}.`,
    extrapolated: (tokens) =>
      `Keine Bahn schrieb hier mehr als ${tokensOf(tokens)}; darüber ist die Empfehlung extrapoliert.`,
    noAdvice: "Zu wenige Messungen, um zu sagen, welche Bahn für welche Länge die beste ist.",
    formula: "Formel: Latenz = TTFT + Token ÷ Geschwindigkeit.",
    point: (who, tokens, at) => `${who}: ${tokensOf(tokens)} nach ${at}`,
    columns: ["Bahn", "Erstes Token", "Letztes Token", "Token"],
    running: "Live; Überholmanöver werden nach dem Rennen aus den Rohdaten berechnet.",
    soFar: (who, tokens) => `${who} ${tokens}`,
  },

  gaps: {
    title: "Abstände zwischen Chunks",
    legend:
      "Jede Linie ist ein Chunk; je kräftiger, desto länger die Wartezeit davor. Aussetzer sind rot.",
    tokensLegend: "Unten: Token je Chunk.",
    stalls: (n, longest) =>
      n === 0
        ? `kein Aussetzer, längster Abstand ${longest}`
        : `${plural(n, "Aussetzer", "Aussetzer")}, längster ${longest}`,
    one: "ein Chunk",
    none: "kein Chunk",
    noLog: "keine Rohdaten",
    binned: (n) => `${count(n)} Chunks je Linie`,
    sentence: (who, chunks, median, stalls) =>
      `${who}: ${plural(chunks, "Chunk", "Chunks")}, Median der Abstände ${median}, ${stalls}.`,
    columns: [
      "Bahn",
      "Chunks",
      "Median der Abstände",
      "Längster Abstand",
      "Aussetzer",
      "Aussetzer ab",
    ],
    table: "Zahlen als Tabelle zeigen",
    strips: "Streifen zeigen",
  },

  outcome: {
    stopped: (tokens, limit) => `Ende bei ${tokens} von ${limit} Token`,
    short: (tokens, limit) => `${tokens} von ${limit}`,
    stoppedFreely: (tokens) => `Ende bei ${tokens} Token`,
    cut: (limit) => `Limit ${limit} erreicht`,
    cutOwn: (tokens) => `Limit des Anbieters erreicht, ${tokens} Token`,
    counted: {
      server: (tokens) => `Server zählt ${tokens}`,
      neutral: (tokens) => `o200k zählt ${tokens}`,
      chunks: (tokens) => `${tokens} Chunks`,
    },
    counts: (server, neutral, thought) =>
      `Das Limit gilt für die Token des Servers. Der Server zählte ${server}${thought === null ? "" : `, davon ${thought} Reasoning`}; o200k, das für alle Bahnen gleich zählt, ${neutral}.`,
    reason: (reason) => `Grund des Endes: ${reason}`,
    noReason: "Der Anbieter nannte keinen Grund für das Ende.",
  },

  diff: {
    title: "Zwei Antworten, Wort für Wort",
    from: "Von",
    to: "zu",
    lane: (place, name) => `${place}: ${name}`,
    same: "Die Antworten sind Wort für Wort gleich.",
    counts: (same, removed, added) =>
      `${plural(same, "Wort", "Wörter")} in beiden, ${count(removed)} nur in der ersten, ${count(added)} nur in der zweiten.`,
    wait: "Antworten werden verglichen, wenn beide Bahnen fertig sind.",
    two: "Ein Vergleich braucht zwei Bahnen mit Antwort.",
    removed: "nur in der ersten",
    added: "nur in der zweiten",
    working: "Wird verglichen …",
    tooLong:
      "Diese Antworten sind länger oder unterscheiden sich in mehr Wörtern, als in vertretbarer Zeit verglichen werden können.",
  },

  rounds: {
    title: "Alle Runden",
    columns: ["Bahn", "n", "min", "p50", "p95", "max"],
    reading: (parts) => `Median, unter fünf Runden Mittelwert: ${parts}.`,
    of: (who, value) => `${who} ${value}`,
    verdicts: "Wer besser ist",
    zeroIs: (leader) => `${leader} führt; was rechts der Linie liegt, ist schlechter`,
    failed: (who, failed, rounds) =>
      failed === rounds
        ? `${who} ist in jeder von ${plural(rounds, "Runde", "Runden")} fehlgeschlagen.`
        : `${who} ist in ${count(failed)} von ${plural(rounds, "Runde", "Runden")} fehlgeschlagen; die Zahlen unten stammen aus den übrigen.`,
    nothing: "Keine Messgröße lässt sich zwischen zwei Bahnen vergleichen.",
    sample: (who, round, value) => `${who}, Runde ${round}: ${value}`,
  },
};
