/** Texte der Ansicht Vergleich. Die Sätze ihrer Diagramme kommen aus dem Rechenkern. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { compareViews } from "./compareViews";
import { plural } from "./plural";

const runsOf = (n: number) => plural(n, "Lauf", "Läufen");
const requestsOf = (n: number) => plural(n, "Anfrage", "Anfragen");
const contendersOf = (n: number) => plural(n, "Kandidat", "Kandidaten");

export const compare: Texts["strings"]["compare"] = {
  title: "Vergleich",
  summary: (requests, runs) => `${requestsOf(requests)} aus ${runsOf(runs)}`,
  loading: "Anfragen werden gelesen …",
  failed: "Diese Läufe konnten nicht verglichen werden.",
  search: "Welche Läufe",
  searchHint: "Läufe: Wörter, tag: …",
  searchHelp: "Wörter und Filter wie im Verlauf: since:7d model:70b -tag:draft",
  since: "Seit wann",
  days: (days) => `${days} Tage`,
  all: "Alle",
  chosen: (runs) => plural(runs, "ausgewählter Lauf", "ausgewählte Läufe"),
  unchoose: "Stattdessen alles vergleichen",
  which: "Welche Anfragen",
  real: (n) => `Echte ${count(n)}`,
  simulated: (n) => `Simulierte ${count(n)}`,
  apart: "Nur simulierte Anfragen: Mit echten werden sie nie verglichen.",
  loads: "Last",
  promptLength: "Länge der Prompts",
  noSetLength: "Prompts ohne feste Länge",
  promptTokens: (tokens) => `Prompts mit ${tokens} Token`,
  allLoads: "Jede Last",
  atOnce: (n) => (n === 1 ? "Einzeln" : `${n} gleichzeitig`),
  perSecond: (n) => `${n} je Sekunde`,
  contenders: "Kandidaten",
  many: (shown, all) =>
    shown === all ? contendersOf(all) : `${count(shown)} von ${contendersOf(all)}`,
  hide: (name) => `${name}: ausblenden`,
  show: (name) => `${name}: wieder einblenden`,
  n: (n) => `n ${count(n)}`,
  failures: (share) => `${share} fehlgeschlagen`,
  older: (n) => `${requestsOf(n)} ausgelassen: Ihre Zahlen stammen aus älteren Definitionen.`,
  uneven:
    "Die Kandidaten bekamen verschiedene Prompts, daher hängen Zeiten, Geschwindigkeiten und Kosten je Anfrage auch von der Aufgabe ab.",
  nothingCommon:
    "Kein Prompt ist allen Kandidaten gemeinsam, daher hängen Zeiten, Geschwindigkeiten und Kosten je Anfrage auch von der Aufgabe ab.",
  narrow: (n) => `Nur ${plural(n, "gemeinsamen Prompt", "gemeinsame Prompts")}`,
  narrowed: (n) => `Nur ${plural(n, "gemeinsamer Prompt", "gemeinsame Prompts")}.`,
  widen: "Alle Prompts",
  separation: "Was Kandidaten unterscheidet",
  toldApart: (name, values) => `Unterschieden nach ${name}: ${values}.`,
  pooled: (name, values) => `Zusammengefasst über ${name}: ${values}.`,
  pool: "Zusammenfassen",
  tellApart: "Unterscheiden",
  warned: {
    title: "Warnungen",
    leaveOut: (tag) => `${tag}: diese Anfragen auslassen`,
    putBack: (tag) => `${tag}: diese Anfragen wieder aufnehmen`,
  },
  nobodyShown: "Alle Kandidaten sind ausgeblendet. Einen anklicken, um ihn zu zeigen.",
  empty: {
    title: "Noch nichts zu vergleichen",
    needs:
      "Mindestens zwei Bahnen starten. Ein Median braucht fünf Runden, p95 zwanzig: „Wiederholungen“ unter dem Prompt einstellen.",
    period: (days) => `In den letzten ${days} Tagen gibt es keine echten Anfragen.`,
    chosen: "Die ausgewählten Läufe haben keine solchen Anfragen.",
    simulated: (n) => `${plural(n, "simulierte Anfrage", "simulierte Anfragen")} ansehen`,
    everything: "Den ganzen Zeitraum ansehen",
    race: "Zum Rennen",
  },
  example: {
    name: (at) => `Kandidat ${"ABCDE"[at] ?? ""}`,
    reading:
      "Kandidat D ist am schnellsten; B ist halb so schnell für weniger als den halben Preis; C und E kosten mehr als ein schnellerer.",
    columns: ["Kandidat", "Kosten einer Anfrage", "Token je Sekunde"],
  },
  one: "Es gibt nur einen Kandidaten. Für einen Vergleich einen zweiten mit demselben Prompt starten.",
  champions: "Bestwerte",
  tie: "Gleichstand",
  tied: (title) => `${title}, Gleichstand`,

  tabs: {
    label: "Sichten",
    overview: "Kosten",
    quality: "Qualität",
    better: "Wer besser ist",
    length: "Länge",
    whatIf: "Was, wenn",
    samples: "Werte",
    time: "Zeitverlauf",
    runs: "2 Läufe",
    rankings: "Zwecke",
    hedging: "Hedging",
  },

  quality: {
    title: "Richtige Antworten",
    direction: "Anteil richtig beantworteter Anfragen, mit 95-%-Intervall · höher ist besser",
    axis: "richtige Antworten",
    right: (share) => `${share} richtig`,
    notChecked: "nicht geprüft",
    area: "Fläche einer Marke: Anteil richtiger Antworten",
    share: (share, right, known) =>
      `${share} richtig, ${right} von ${plural(known, "Anfrage", "Anfragen")}`,
    perRight: (amount) => `${amount} je richtiger Antwort`,
    noInterval: "kein Intervall",
    unchecked: "keine Antwort, von der bekannt ist, ob sie richtig ist",
    basis:
      "Intervalle nach Wilson, für Antworten auf diese Prompts; gescheiterte sind nicht richtig und zählen wie falsche in Zeit und Kosten je richtiger Antwort",
    nothing:
      "Keine Antwort dieser Läufe wurde geprüft. Sagen Sie unter „Rennen“ oder „Messreihe“, was eine Antwort richtig macht, oder wählen Sie eine Suite; dann werden richtige Antworten hier neben Tempo und Kosten verglichen.",
    toRace: "Antworten im Rennen prüfen",
    columns: [
      "Kandidat",
      "Richtig",
      "95-%-Intervall",
      "Richtige Antworten",
      "Falsch",
      "Gescheitert",
      "Unklar",
      "Zeit je richtiger Antwort",
      "Kosten je richtiger Antwort",
    ],
  },

  carried: {
    title: "Tools, Bilder, Cache, Vorhersagen und Stufen",
    contender: "Kandidat",
    tiers: "Servicestufe, die antwortete",
    number: (value, n) => `${value} (n ${n})`,
    cacheTime: "Vom Cache gesparte TTFT",
    cacheCounts: (saved, warm, cold) => `${saved} (n ${warm} mit, ${cold} ohne)`,
    cacheBasis:
      "Was der Cache spart, ist 1 − TTFT mit Eingabe aus ihm ÷ TTFT derselben Anfrage ohne, über die 95-%-Intervalle beider; der Anteil an der Zeit, die der Prompt selbst braucht, ist mindestens so groß.",
    perImage: "Zeit je Bild",
    between: (value, ci) => `${value} (95 %: ${ci})`,
    tier: (tier, requests) => `${tier} (n ${count(requests)})`,
    basis:
      "Median über erfolgreiche Anfragen, die die Zahl haben, bei weniger als fünf ihr Mittelwert; n ist, wie viele sie haben.",
    imageBasis:
      "Die Zeit je Bild ist die TTFT über die einer Bahn desselben Rennens hinaus, die dasselbe mit weniger Bildern gefragt wurde, je Bild und Runde für Runde; n sind die Runden.",
  },

  firstUses: {
    title: "Erste Verwendung eines Schemas",
    direction: "TTFT länger als bei späterer Verwendung im selben Lauf, mit 95-%-Intervall",
    axis: (unit) => `länger als später, ${unit}`,
    noInterval: "kein Intervall",
    basis:
      "die ersten Verwendungen stehen in keiner anderen Zahl; spätere desselben Laufs und Prompts",
    columns: [
      "Kandidat",
      "Erste Verwendung",
      "Später",
      "Länger um",
      "95-%-Intervall",
      "Erste Verwendungen",
      "Spätere Anfragen",
    ],
  },

  better: {
    title: (metric) => `${metric}: wer besser ist`,
    direction: (leader) => `wievielmal schlechter als ${leader}, mit 95-%-Intervallen`,
    axis: "Faktor; innerhalb von ±2 % (grau) ist gleich",
    leads: (leader, metric, times, next) =>
      `${leader} ist bei ${metric} besser als alle anderen, ${times} vor ${next}.`,
    leadsAll: (leader, metric) => `${leader} ist bei ${metric} besser als alle anderen.`,
    open: (leader, others, metric) =>
      `${leader} führt bei ${metric}, aber nicht signifikant vor ${others}.`,
    standing: {
      better: "schlechter",
      worse: "besser",
      alike: "gleich",
      unsettled: "nicht unterscheidbar",
      untested: "zu wenig zum Vergleichen",
      incomparable: "nicht von einer Art",
      contradicted: "Mediane widersprechen",
    },
    untestedLead: (leader, others, metric) =>
      `${leader} ist bei ${metric} bisher am besten; für einen Vergleich mit ${others} sind es zu wenige Läufe, Runden oder Wellen.`,
    inTheseRuns: (standing) => `in diesen Läufen ${standing}`,
    oneRunEach:
      "Bei Kandidaten mit je einem Lauf gilt das für diese Läufe: wie sehr sich Läufe unterscheiden, ist unbekannt.",
    tie: "Gleichstand",
    noInterval: "noch kein Intervall",
    notCompared: "zu wenig gemeinsam",
    nobody: "Noch ist niemand vergleichbar: Es braucht zwei Kandidaten mit erfolgreichen Anfragen.",
    basis: "„schlechter“ gilt für alle Paare zusammen; jedes Intervall für sein Paar allein",
    columns: (leader) => [
      "Kandidat",
      `Faktor gegenüber ${leader}`,
      "95-%-Intervall",
      "Beobachtungen",
      "Stand",
    ],
  },

  axis: {
    request: "$ je 1.000 Anfragen",
    million: (blend) => `$ je Million Token, ${blend} Eingabe : 1 Ausgabe`,
    speed: "tok/s",
    fairSpeed: "o200k tok/s",
    latency: (unit) => `Latenz, ${unit}`,
    log: "Log",
    logHint: "Logarithmische Skalen",
    cost: "Kosten",
    ofRequest: "je Anfrage",
    ofMillion: "je Million Token",
    speedBy: "Tempo nach",
    bySpeed: "o200k tok/s",
    byOwnSpeed: "eigenen tok/s",
    byLatency: "Latenz",
    blend: "Ein : Aus",
  },

  costSpeed: {
    title: "Kosten gegen Tempo",
    upLeft: "oben links ist besser",
    downLeft: "unten links ist besser",
    corner: { top: "↖ besser", bottom: "↙ besser" },
    leftOutFor: (names, why) => `${names} (${why})`,
    leftOut: (names) => `Nicht eingetragen: ${names}.`,
    columns: ["Kandidat", "Kosten", "p25 – p75", "Tempo", "p25 – p75", "Stand"],
    needsPrices:
      "Jeder Kandidat mit bekannten Kosten wird hier ein Punkt: schnelle oben, günstige links. Kosten brauchen einen Preis: die Preisliste aktualisieren oder auf die Preisschilder neben dem Modell eines Anbieters drücken und einen eigenen festlegen.",
    toPrices: "Preise",
    frontier: "auf der Effizienzgrenze",
    tie: "Gleichstand",
    beaten: (by) => `geschlagen von ${by}`,
    caption: "Kosten und Tempo jedes Kandidaten",
  },

  lengths: {
    title: "Wie lange würde eine Antwort dauern?",
    formula:
      "TTFT + Denken + Token ÷ Geschwindigkeit, in o200k-Token, wo alle Texte bekannt sind · niedriger ist besser",
    lower: "niedriger ist besser",
    x: "Token der Antwort",
    caption: "Vorhergesagte Latenz nach Länge der Antwort",
    columns: [
      "Kandidat",
      "TTFT",
      "Denken",
      "tok/s",
      "64 Token",
      "512 Token",
      "4.096 Token",
      "Vorhergesagt ÷ gemessen",
    ],
    misses: (factor, away, isLong) => `${factor}, ${away} zu ${isLong ? "lang" : "kurz"}`,
    breakEven: (tokens) => `${tokens} Token`,
    pairs: "Gleichstand, paarweise",
    at: (name, tokens, time) => `${name}, ${tokens} Token: ${time}`,
    drawnOn: ", extrapoliert",
    thin: "dünn außerhalb der gemessenen Längen",
  },

  leastRight: {
    label: "Richtige Antworten",
    any: "beliebig viele",
    atLeast: (share) => `mindestens ${share}`,
    story:
      "Von allen Anfragen, die geprüft wurden oder scheiterten. Wer seltener richtig antwortet, steht nicht auf der Effizienzgrenze, führt in nichts und fehlt auf der Karte.",
  },

  winMap: {
    title: "Wer gewinnt bei Ihrer Aufgabe?",
    formula: "niedrigste Kosten + Wert einer Sekunde × Latenz",
    pale: "blasser außerhalb der gemessenen Längen, grau, wo niemand signifikant der Beste ist",
    open: "nicht entschieden",
    openCell: (name, tokens, usd) =>
      `${name} liegt am niedrigsten, aber nicht signifikant, bei ${tokens} Token, wo eine Sekunde ${usd} wert ist`,
    x: "Token der Antwort",
    y: "Wert einer Sekunde, $",
    caption: "Wer bei jeder Länge und jedem Wert einer Sekunde gewinnt",
    value: "Wert einer Sekunde",
    here: (name) => `Ihre Aufgabe: ${name}`,
    cell: (name, tokens, usd) =>
      `${name} gewinnt bei ${tokens} Token, wo eine Sekunde ${usd} wert ist`,
  },

  workload: {
    label: "Ihre Aufgabe",
    preset: "Aufgabe",
    own: "Eigene",
    out: "Antwort",
    outUnit: "Token",
    in: "Prompt",
    day: "Anfragen am Tag",
    steps: "Schritte einer Schleife",
    growing: "Jeder Schritt liest die Antworten davor",
    second: "Eine Sekunde ist wert",
    perHour: (usd) => `${usd} je Stunde`,
  },

  ...compareViews,

  quantity: "Zahl",
  fewer: "weniger als 5 Stichproben: hohl",
};
