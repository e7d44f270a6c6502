/** Texte der Ansicht Messreihe und ihrer Diagramme. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

const contendersOf = (n: number) => plural(n, "Kandidat", "Kandidaten");
const requestsOf = (n: number) => plural(n, "Anfrage", "Anfragen");

/** Eine Stufe nach ihrer Last: „32 gleichzeitig“, „2,5 je Sekunde“, „1.000 Token, aus dem Cache“. */
export const loads: Texts["loads"] = {
  inFlight: (n) => `${n} gleichzeitig`,
  perSecond: (n) => `${n} je Sekunde`,
  prompt: (tokens, isCached, inFlight) =>
    [
      `${count(tokens)} Token`,
      isCached ? "aus dem Cache" : "",
      inFlight > 1 ? loads.inFlight(count(inFlight)) : "",
    ]
      .filter(Boolean)
      .join(", "),
  seconds: (n) => `${n} s`,
  minutes: (n) => `${n} min`,
  hours: (n) => `${n} h`,
};

export const presetNames: Texts["presetNames"] = {
  "general-compute": "Vergleich von General Compute",
  "artificial-analysis-100": "Artificial Analysis, 100 Eingabe",
  "artificial-analysis-1k": "Artificial Analysis, 1k Eingabe",
  "artificial-analysis-10k": "Artificial Analysis, 10k Eingabe",
  "artificial-analysis-100k": "Artificial Analysis, 100k Eingabe",
  chat: "Chat",
  autocomplete: "Autovervollständigung",
  rag: "Antwort aus Dokumenten (RAG)",
  "code-file": "Eine ganze Codedatei",
  "agent-loop": "Agentenschleife, 20 Schritte",
  "code-apply": "Änderung in Code einarbeiten",
};

export const suiteNames: Texts["suiteNames"] = {
  "tool-calls-2026-11": "60 Werkzeugaufrufe",
  "schemas-2026-11": "40 Texte in JSON nach Schema",
  "sums-2026-11": "40 Textaufgaben",
  "merges-2026-11": "30 Änderungen in Dateien einarbeiten",
  "needles-2026-11": "30 Fakten in Texten von 1k bis 64k Token",
  "instructions-2026-11": "20 Vorgaben zur Form",
};

export const cellStates: Texts["cellStates"] = {
  waiting: "wartet",
  settling: "wartet ab",
  warming: "wärmt auf",
  running: "läuft",
  done: "fertig",
  throttled: "gedrosselt",
  budget: "Budget erreicht",
  too_large: "zu groß",
  stopped: "angehalten",
  skipped: "nicht gemessen",
};

export const sweeps: Texts["strings"]["sweeps"] = {
  title: "Messreihe",
  what: "Eine Messreihe misst jeden Kandidaten unter steigender Last: Geschwindigkeit einer Antwort, TTFT und die Last, die er trägt.",
  trySmall: "Kleine simulierte starten",
  trySmallHint: "Zwei simulierte Kandidaten, 1 bis 32 gleichzeitig, etwa eine Minute, ohne Netz",
  newSweep: "Neue Messreihe",
  contenders: "Kandidaten",
  contendersHint:
    "Die Aufstellung der Ansicht Rennen; auf jeder Stufe kommt jeder einmal an die Reihe.",
  asked: "Anfrage",
  asking: {
    own: "Eigener Prompt",
    preset: "Veröffentlichte Methode",
    length: "Feste Länge",
    set: "Satz von Prompts",
    suite: "Eingebaute Aufgaben",
  },
  prompt: "Prompt",
  promptHint: "Der Prompt jeder Anfrage. {{name}} kann für einen Wert stehen.",
  fillFrom: "Klammern im Prompt",
  fillings: {
    written: "unverändert senden",
    values: "je ein Wert",
    table: "aus einer Tabelle",
  },
  valuesTable: "Tabelle",
  valuesHint: "CSV: Die erste Zeile nennt die Spalten, jede weitere wird der Reihe nach gesendet.",
  loadFile: "Datei laden …",
  lines: "Prompts",
  linesHint: 'Je Zeile ein JSON-String oder -Objekt, oder CSV: {"prompt": …, "expected": …}',
  tokens: "Eingabe-Token",
  tokensHint: "Eigener englischer Text von genau so vielen o200k_base-Token.",
  preset: "Methode",
  suite: "Aufgaben",
  suiteAsks: (n: number) =>
    `${plural(n, "Prompt", "Prompts")}, jeder mit dem, was seine Antwort richtig macht. Mit so vielen Stichproben kommt jeder einmal.`,
  source: (source) => `Quelle: ${source}.`,
  method: (input, output, steps) =>
    `${count(input)} Token Eingabe${steps > 1 ? ` zu Beginn, wachsend über ${count(steps)} Schritte` : ""}, höchstens ${count(output)} Ausgabe.`,
  asMethod: "Ihre Stufen und Stichproben übernehmen",
  answers: "Antworten",
  maxTokens: "Ausgabe-Token",
  temperature: "Temperatur",
  forceLength: "Länge erzwingen",
  forceLengthHint:
    "Macht jede Antwort so lang wie das Limit. Geht mit vLLM, SGLang und kompatiblen Servern an eigenen Adressen.",
  load: "Last",
  loading: {
    levels: "Gleichzeitig",
    ladder: "Leiter bis zum Knick",
    rates: "Anfragen je Sekunde",
    capacity: "Kapazität",
    lengths: "Prompt-Längen",
  },
  loadingHint: {
    levels:
      "Geschlossene Schleife: eine feste Zahl gleichzeitiger Anfragen; ist eine beantwortet, geht die nächste hinaus.",
    ladder:
      "Beginnt bei 1 und verdoppelt, bis der Durchsatz der Last nicht mehr folgt, Anfragen lange warten oder scheitern oder die höchste Stufe erreicht ist; grenzt dann die Last ein, bei der das beginnt.",
    capacity:
      "Findet durch Bisektion die höchste Last, die ein Servicelevel hält. Jede Stufe nimmt so viele Anfragen, wie Gewissheit braucht, höchstens die Stichproben und Wellen unten; meist genügen 300.",
    lengths:
      "Wie TTFT mit dem Prompt wächst: erzeugte Prompts jeder Länge bei gleich vielen gleichzeitigen Anfragen.",
    rates:
      "Offene Schleife: Anfragen gehen hinaus, wenn sie fällig sind, ob frühere beantwortet sind oder nicht. Die Zeiten zählen ab da.",
  },
  levels: "Stufen",
  otherLevel: "Weitere Stufe",
  addLevel: "Hinzufügen",
  most: "Höchste Stufe",
  capacityTtft: "TTFT p95 unter (ms)",
  capacityErrors: "Fehler unter (%)",
  capacityGood: "Gut, über (%)",
  capacityGoodHint:
    "Der Anteil der Anfragen innerhalb der Goodput-Grenzen unten, deren Antwort, falls geprüft, richtig ist.",
  mostLoad: "Höchste Last",
  perSecond: "Je Sekunde",
  ladderTtft: "Endet bei TTFT p95 (ms)",
  untilWaiting: "bis Anfragen warten",
  lengths: "Eingabe-Token",
  lengthsHint: "Etwa 1000, 10000, 100000",
  lengthsInFlight: "Gleichzeitig",
  lengthsCached: "Danach aus dem Cache",
  lengthsCachedHint:
    "Misst jede Länge ein zweites Mal mit einem Prompt, der jedes Mal gleich ist, sodass der Prompt-Cache des Anbieters hilft.",
  lengthsAsked:
    "Eigener englischer Text in jeder der Längen unten, nach o200k_base, in jeder Anfrage einmalig.",
  rates: "Raten",
  ratesHint: "Etwa 0.5, 1, 2, 4",
  poisson: "Zufällig (Poisson)",
  samples: "Stichproben je Stufe",
  waves: "Wellen, mindestens",
  wavesHint:
    "Eine Welle sind so viele Anfragen, wie gleichzeitig laufen. Anfragen einer Welle teilen den Zustand des Servers, daher ergeben weniger als 8 Wellen kein Intervall des Medians. Leer: genau die Stichproben.",
  mostSamples: "Stichproben, höchstens",
  mostSamplesHint:
    "Nach ihren Stichproben läuft eine Stufe weiter, so lange das 95-%-Intervall ihres TTFT-Medians es verlangt, je nach Auslastung des Servers, wenn so viele genügen. Leer: genau die Stichproben.",
  settled: "Bis TTFT auf ± % feststeht",
  settledHint:
    "Eine Stufe endet, sobald das 95-%-Intervall ihrer Median-TTFT so schmal ist, und nimmt höchstens die hier angegebenen Stichproben und Wellen. Das Intervall gilt, obwohl es über das Ende der Stufe entscheidet, sofern keine Welle der vorigen ähnelt.",
  throttled: "Nach 429 weitermachen",
  throttledHint:
    "Misst die Fehlerrate unter Überlast: Ein abgelehnter Strom wartet so lange, wie der Anbieter verlangt, höchstens 10 s, und sendet erneut. Sonst beendet ein 429 die Messreihe dieses Kandidaten.",
  unique: "Eindeutige Prompts",
  uniqueHint:
    "Jeder Prompt beginnt mit einer Zahl, die keine andere Anfrage irgendeines Laufs hat, sodass Prompt-Caches nicht helfen.",
  cold: "Neue Verbindungen",
  coldHint:
    "Für jede Anfrage eine neue Verbindung. Sie zählt nicht zu TTFT, wohl aber zu der Zeit, die man wartet.",
  limits: "Goodput-Grenzen",
  limitsHint: "Eine Anfrage gilt als gut, wenn sie alle Grenzen einhält.",
  noLimits: "keine",
  limitUses: { voice: "Sprachdialog", chat: "Chat", coding: "Programmieren", batch: "Stapel" },
  limitNames: { ttft_ms: "TTFT ms", tpot_ms: "TPOT ms", latency_ms: "Gesamt ms" },
  budget: "Budget",
  budgetUsd: "Dollar",
  budgetTokens: "Ausgabe-Token",
  budgetHint:
    "Die Messreihe hält an, bevor sie das Budget überschreiten könnte; laufende Anfragen zählen mit ihrem Höchstwert.",
  before: {
    title: "Vor dem Start",
    contenders: "Kandidaten",
    levels: "Stufen",
    upTo: (n) => `bis zu ${n}`,
    requests: "Anfragen höchstens",
    about: (n) => `etwa ${n}`,
    prompt: "Eingabe je Anfrage",
    promptTokens: (n) => `${count(n)} Token`,
    promptsOf: (least, most) => `${count(least)} bis ${count(most)} Token`,
    most: "Ausgabe höchstens",
    cost: "Kosten höchstens",
    noCost: "keine, simuliert",
    noPrice: "kein Preis bekannt",
    noLimit: "kein Limit gesetzt",
    budget: "Budget",
    time: "Zeit ohne Warteschlange",
    timeUnknown: "noch nicht bekannt",
    timeHint: "Nach der Geschwindigkeit des letzten Laufs jedes Kandidaten.",
    unpriced: (n) => `${contendersOf(n)} ohne Preis`,
    missing: (names) => `${names}: Es fehlt ein Schlüssel.`,
    addKey: "Unter Anbieter hinzufügen",
    start: "Messreihe starten",
    checking: "Plan wird geprüft …",
    racing: "Ein Rennen läuft; danach kann die Messreihe starten.",
  },
  run: {
    pause: "Pause",
    pauseHint: "Sendet nichts mehr und wartet auf laufende Anfragen. Lässt sich später fortsetzen.",
    stop: "Anhalten",
    stopHint:
      "Bricht laufende Anfragen ab. Gemessenes bleibt erhalten; lässt sich später fortsetzen.",
    goOn: "Fortsetzen",
    goOnHint: "Setzt auf der Stufe fort, auf der angehalten wurde.",
    larger: "Mit größerem Budget fortsetzen",
    largerHint: "Das Budget war verbraucht. Gemessenes bleibt erhalten und zählt zum Budget.",
    largerThan: (before) => `bisher ${before}`,
    largerGo: "Fortsetzen",
    pausing: "Hält an …",
    done: "Anfragen",
    left: (n) => `noch etwa ${n}`,
    eta: "Restzeit",
    spent: "Ausgegeben",
    cap: (cap) => `von ${cap}`,
    tokens: "Ausgabe-Token",
    matrix: "Kandidaten nach Stufe",
    cell: (done, of) => `${count(done)} von ${count(of)}`,
    failed: (n) => `${count(n)} fehlgeschlagen`,
    throttled: (n) => `${count(n)} × 429`,
    settlingHint:
      "Anfragen, die am Ende der vorigen Stufe abgebrochen wurden, laufen beim Server vielleicht noch; die Stufe beginnt, wenn sie vorbei sein können.",
    ttft: (time) => `TTFT ${time}`,
    noTtft: "TTFT –",
    notSaved: (why) => `Diese Messreihe konnte nicht gespeichert werden: ${why}`,
    contender: "Kandidat",
    usePlan: "Plan übernehmen",
    inHistory: "Im Verlauf",
    loading: "Messreihe wird gelesen …",
    gone: "Diese Messreihe gibt es nicht.",
    announceStart: (lanes) => `Messreihe mit ${contendersOf(lanes)} gestartet.`,
    announceEnd: (state) => `Messreihe ${state}.`,
  },
  stories: {
    running: "Läuft.",
    finished: "Beendet.",
    stopped: "Angehalten. Gemessenes bleibt erhalten; lässt sich fortsetzen.",
    interrupted:
      "Paceline wurde währenddessen geschlossen. Gemessenes bleibt erhalten; lässt sich fortsetzen.",
  },
  interrupted: (when, who) =>
    `Die Messreihe vom ${when} (${who}) brach ab, als Paceline geschlossen wurde. Messwerte und Ausgaben sind gespeichert.`,
  toInterrupted: "Öffnen und fortsetzen",
  toSweep: "Messreihe zeigen",
  openInSweep: "In Messreihe öffnen",
  status: (contenders) => `Messreihe mit ${contendersOf(contenders)}`,
  results: "Ergebnisse",
  noResults: "Diagramme erscheinen nach der ersten Stufe.",
  notes: "Mit Vorsicht lesen",
  toNotes: (notes) => `${plural(notes, "Hinweis", "Hinweise")} zur Vorsicht`,
  knees: "Knick",
  capacities: "Kapazität",
  ends: {
    throttled: "Mit 429 abgelehnt, daher wurde nichts Höheres gesendet.",
    retryAfter: (seconds) =>
      `Mit 429 und der Bitte um ${seconds} s Wartezeit abgelehnt, daher wurde nichts Höheres gesendet.`,
    occupied:
      "Mit 429 abgelehnt, während abgebrochene Anfragen der vorigen Stufe vielleicht noch beantwortet wurden; daher nach einer Pause neu begonnen.",
    budget: "Die nächste Anfrage hätte das Budget überschreiten können.",
    too_large:
      "Die Antworten brauchten mehr als 512 MB Speicher, daher wurde abgebrochen. Max. Token senken oder weniger Stichproben nehmen.",
    stopped: "Vor dem Ende angehalten; die Zahlen gelten nur für einen Teil.",
    interrupted:
      "Abgebrochen, als Paceline geschlossen wurde; die Zahlen gelten nur für einen Teil, und der Durchsatz ist verloren.",
  },
  few: "p95 braucht 20 Stichproben; wo eine Lücke ist, waren es weniger.",
  everyLevel: "alle Stufen",
  atLoad: (name, load) => `${name} bei ${load}`,
  noteAt: (places, note) => `${places}: ${note}`,
  axis: {
    streams: "gleichzeitige Anfragen",
    rate: "Anfragen je Sekunde",
    prompt: "Token des Prompts",
    intoLevel: "seit Beginn der Stufe",
  },
  cachedSeries: (name) => `${name}, aus dem Cache`,
  byLength: "TTFT nach Prompt-Länge",
  finding: (name, finding) => `${name}: ${finding}`,
  lineOfLength: (metric, base, perThousand) =>
    `${metric} ist ${base} plus ${perThousand} je 1.000 Eingabe-Token ohne Cache`,
  bentOfLength: (metric) => `${metric} wächst nicht geradlinig mit dem Prompt`,
  kneeMark: "Knick",
  example: {
    title: "Was eine Messreihe zeigt: Zeit bis zum ersten Token unter steigender Last",
    direction: "p50 mit p5–p95 · niedriger ist besser",
    reading: (knee) =>
      `Bis ${knee} gleichzeitige Anfragen wartet niemand länger; ab doppelt so vielen stehen sie an.`,
    columns: ["Gleichzeitige Anfragen", "p5", "p50", "p95"],
  },
  charts: {
    band: (from, better) => [`p50 mit ${from}–p95`, better].filter(Boolean).join(" · "),
    failures: {
      title: "Fehlschläge",
      direction: "fehlgeschlagene Anfragen und 429 · niedriger ist besser",
    },
    capacity: {
      title: "Kapazität",
      direction: "p95 TTFT gegen Durchsatz, nach Last · rechts und niedrig ist besser",
    },
    requestsAxis: "Anfragen",
    within: {
      title: "Innerhalb einer Stufe",
      direction: "TTFT jeder Anfrage, nach Fälligkeit · niedriger ist besser",
    },
  },
  reading: {
    change: (subject, from, to) => `${subject}: ${from}, ${to}.`,
    one: (subject, value) => `${subject}: ${value}.`,
    at: (value, at) => `${value} bei ${at}`,
    nothing: "Noch zu wenige Stichproben.",
    noFailures: "Keine Anfrage ist fehlgeschlagen.",
    failures: (name, failed, measured) =>
      `${name}: ${count(failed)} von ${requestsOf(measured)} fehlgeschlagen.`,
    capacity: (name, tps, ttft, at) =>
      `${name} erreicht ${tps} mit einer p95 TTFT von ${ttft} bei ${at}.`,
  },
  table: {
    contender: "Kandidat",
    load: "Last",
    n: "n",
    ok: "ok",
    failed: "Fehler",
    throttled: "429",
    p5: "p5",
    p50: "p50",
    p95: "p95",
    interval: "95 %",
    within: (low, high) => `${low} bis ${high}`,
    sure: (value, ci) => `${value} (95 %: ${ci})`,
    warnings: "Warnungen",
  },
};
