/** Texte der Sichten des Vergleichs auf Vorhersagen, einzelne Anfragen, Tage, Läufe und Zwecke; die übrigen stehen in `compare.ts`. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

type Views = Pick<
  Texts["strings"]["compare"],
  "whatIf" | "samples" | "time" | "runs" | "rankings" | "hedging"
>;

export const compareViews: Views = {
  whatIf: {
    title: "Eine Anfrage Ihrer Aufgabe",
    formula: "warten, denken, schreiben · niedriger ist besser",
    caption: "Was die Aufgabe dauern und kosten würde",
    parts: { wait: "warten", think: "denken", write: "schreiben" },
    bar: (name, total, parts) => `${name}: ${total}, davon ${parts}`,
    each: {
      wait: (time) => `${time} warten`,
      think: (time) => `${time} denken`,
      write: (time) => `${time} schreiben`,
    },
    costs: "Zeit und Kosten der Aufgabe",
    columns: [
      "Kandidat",
      "Anfrage",
      "Kosten",
      "30 Tage, Kosten",
      "Schleife",
      "Kosten",
      "Kosten mit Cache",
    ],
    drawnOn: "extrapoliert",
    drawnOnHint: "Extrapoliert: Keine Antwort oder kein Prompt dieser Länge wurde gemessen.",
    tooLong: "Prompt zu lang",
    loopTooLong: "Schleife zu lang",
    readsAtMost: (most: string) =>
      `Laut Preistabelle liest das Modell höchstens ${most} Token, daher wird für einen längeren Prompt nichts vorhergesagt.`,
    note: "Preise von heute, mit ihren Stufen für lange Prompts; Reasoning wird als Ausgabe berechnet. Eine Schleife läuft Schritt für Schritt, jeder mit der TTFT seines eigenen Prompts, wenn Prompts mehrerer Längen gemessen wurden, sonst mit der gemessenen TTFT. Mit Cache: Jeder Schritt liest aus dem Prompt-Cache, was ein früherer gesendet hat.",
  },

  samples: {
    strip: (what) => `${what}: alle Anfragen`,
    lower: "links ist besser",
    higher: "rechts ist besser",
    ecdf: (what) => `${what}: Anteil der Anfragen`,
    ecdfHint: "Anteil der Anfragen bis zu diesem Wert",
    share: "Anteil",
    caption: "Perzentile jedes Kandidaten",
    columns: ["Kandidat", "n", "min", "p5", "p25", "p50", "p75", "p95", "p99", "max"],
    reading: (name, value, share) => `${name}: ${share} % bis ${value}`,
    one: (name, value) => `${name}: ${value}`,
  },

  time: {
    days: (what) => `${what}, Tag für Tag`,
    band: "Median mit p25 – p75",
    hours: (what) => `${what} nach Stunde der Woche`,
    zone: (zone) => `Mediane, Zeitzone ${zone} · kräftiger ist schlechter`,
    of: "Von",
    date: "Tag",
    weekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
    caption: "Mediane je Tag",
    hoursCaption: "Mediane nach Stunde der Woche",
    columns: ["Kandidat", "Tag", "n", "p25", "Median", "p75"],
    hourColumns: ["Stunde", "n", "Median"],
    reading: (name, day, value, quartiles, n) =>
      `${name}, ${day}: ${value}${quartiles ? `, p25 – p75 ${quartiles}` : ""}, n ${count(n)}`,
    change: (name, isBetter) =>
      isBetter == null ? `${name} verändert` : `${name} ${isBetter ? "besser" : "schlechter"}`,
    drift: (name, isBetter) =>
      isBetter == null
        ? `${name} verändert sich stetig`
        : `${name} wird stetig ${isBetter ? "besser" : "schlechter"}`,
    either: (name, isBetter) =>
      isBetter == null
        ? `${name} verändert: Sprung oder stetig?`
        : `${name} ${isBetter ? "besser" : "schlechter"}: Sprung oder stetig?`,
    hoursReading: (name, hours) =>
      `${name} wurde in ${plural(hours, "Stunde", "Stunden")} von 168 der Woche gemessen.`,
  },

  runs: {
    title: "Was sich zwischen zwei Läufen änderte",
    hint: "grün ist besser, rot schlechter, wo der Unterschied signifikant ist",
    before: "Vorher",
    after: "Nachher",
    caption: "Jede Zahl in beiden Läufen",
    columns: ["Kandidat", "Zahl", "Vorher", "Nachher", "Differenz, 95 %", "Urteil"],
    verdict: {
      better: "besser",
      worse: "schlechter",
      differs: "die Läufe weichen ab",
      alike: "etwa gleich",
      unsettled: "nicht signifikant",
    },
    run: (when, who) => `${when} · ${who}`,
    fromTo: (before, after) => `${before} vorher, ${after} nachher`,
    reading: (name, what, change, verdict) => `${name}, ${what}: ${change}, ${verdict}`,
  },

  rankings: {
    rank: (from, to) => (from === to ? from : `${from}–${to}`),
    score: (score) => `${score} von 100`,
    edit: "Formel ändern",
    done: "Fertig",
    reset: "Zurücksetzen",
    weights: "Gewichte",
    limits: "Grenzen",
    unranked: "nicht gewertet",
    open: (limits) => `offen, zu wenige Anfragen: ${limits}`,
    figure: {
      ttfat: "TTFAT",
      ttfat_tail: "p95 TTFAT",
      speed: "tok/s",
      latency: "Latenz",
      cost: "Kosten",
      loop_time: "Dauer der Schleife",
      loop_cost: "Kosten der Schleife",
      error_rate: "Fehler",
      right: "richtige Antworten",
      time_per_right: "Zeit je richtiger Antwort",
      cost_per_right: "Kosten je richtiger Antwort",
    },
    atMost: (what, unit) => `${what} höchstens, ${unit}`,
    atLeast: (what, unit) => `${what} mindestens, ${unit}`,
    units: { s: "s", usd: "$", percent: "%", tps: "tok/s" },
    how: "Punkte: das gewichtete geometrische Mittel aus Bestwert ÷ eigenem Wert; 100 ist also in allem der Beste. Ein p95 aus weniger als 20 Stichproben ist deren schlechteste.",
  },

  hedging: {
    title: "Zwei starten, den ersten behalten",
    how: "Beide zugleich: Wer zuerst antwortet, wird behalten, auch wenn er später abbricht; scheitert einer ganz ohne Text, zählt der andere. Verzögert: Der zweite geht nur hinaus, wenn der erste bis zu seinem eigenen p95 nicht geantwortet hat. Alles Gesendete zählt zu vollen Kosten; das ist die obere Schranke.",
    idle: (pairs) => `${plural(pairs, "Paar hätte", "Paare hätten")} nichts gewonnen.`,
    none: "Hedging braucht zwei Kandidaten mit je fünf Anfragen unter derselben Last.",
    pair: (a, b) => `${a} + ${b}`,
    basis: { paired: "gleiche Runden", crossed: "alle Kombinationen" },
    caption: "Zwei Kandidaten einzeln und zusammen",
    columns: [
      "Beide",
      "Grundlage",
      "n",
      "TTFT p50",
      "p95",
      "einzeln p50",
      "einzeln p95",
      "Verzögerung",
      "gesendet",
      "verzögert langsamste 5 %",
      "einzeln langsamste 5 %",
      "verzögert $",
      "Latenz p95",
      "einzeln",
      "Fehlschläge",
      "$ höchstens",
      "einzeln",
    ],
    sooner: (time) => `${time} früher`,
    x: (unit) => `${unit} bis zum ersten Token`,
    direction: "gefüllt p50, hohl p95 · links ist besser",
    alone: (name) => `${name} allein`,
    together: "beide zugleich",
    delayed: "verzögert",
    reading: (who, p50, p95) => `${who}: p50 ${p50}, p95 ${p95}`,
  },
};
