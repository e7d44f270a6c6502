/** Die deutschen Texte der Komponenten, nach Ort. Wortwahl: docs/translating.md. */

import { count, dollars, UNKNOWN, upTo } from "../numbers";
import type { Texts } from "../texts";
import { chain } from "./chain";
import { charts } from "./charts";
import { checks } from "./checks";
import { compare } from "./compare";
import { finish } from "./finish";
import { judge } from "./judge";
import { lane, track } from "./lane";
import { composer, lineup } from "./lineup";
import { metrics, uncertainty } from "./metrics";
import { library, replayWords } from "./playback";
import { plural } from "./plural";
import { providers } from "./providers";
import { stage } from "./run";
import { share } from "./share";
import {
  ask,
  damage,
  forget,
  links,
  newRace,
  overCap,
  palette,
  settings,
  shortcuts,
  status,
} from "./shell";
import { sweeps } from "./sweep";
import { watch } from "./watch";

const lanesOf = (lanes: number) => plural(lanes, "Bahn", "Bahnen");
const requestsOf = (requests: number) => plural(requests, "Anfrage", "Anfragen");

export const strings: Texts["strings"] = {
  app: "Paceline",

  rail: {
    label: "Ansichten",
    palette: "Befehlspalette",
    shortcuts: "Tastenkürzel",
    theme: {
      system: "Farbschema: wie das System",
      light: "Farbschema: hell",
      dark: "Farbschema: dunkel",
    },
  },

  status,
  palette,
  settings,
  shortcuts,
  newRace,
  links,
  ask,
  damage,
  overCap,
  forget,

  definitions: {
    absent: (why) => `Fehlt, wo ${why}.`,
    toReader: "Für Lesende",
    feels: (bands) => `Für Lesende: ${bands}.`,
    below: (limit, feels) => `unter ${limit} ${feels}`,
    from: (limit, feels) => `ab ${limit} ${feels}`,
  },

  calibration: {
    unknown: "Nicht kalibriert",
    off: (ms) => `Zeitstempel bis zu ${ms} ms zu spät`,
    running: "Wird kalibriert …",
    never:
      "Der Zeitstempelfehler dieses Rechners ist unbekannt. Drücken, um ihn zu messen: fünfzehn Sekunden Ströme mit bekannten Zeiten.",
    found: (dated, machine) =>
      `Um wie viel TTFT zu spät gestempelt wird (gemessen − wahr, nie zu früh), 99. Perzentil oder bei weniger als 100 das späteste; kalibriert am ${dated} auf ${machine}:`,
    at: (streams, ms) => `${ms} ms bei ${count(streams)}`,
    held: (tps) => `Geschwindigkeiten stimmen auf 1 % bis insgesamt ${tps} tok/s.`,
    notHeld: "Keine Geschwindigkeit stimmte auf 1 %: Der Rechner war beschäftigt.",
    again: "Drücken, um erneut zu messen.",
    done: (ms) => `Kalibriert: TTFT wird mit acht Bahnen bis zu ${ms} ms zu spät gestempelt.`,
  },

  sweep: {
    tag: "Messreihe",
    load: "Gleichzeitig",
    perSecond: (n) => `${n} je s`,
    samples: "Stichproben",
    ok: (ok, all) => (ok === all ? `${count(all)} ok` : `${count(ok)} von ${count(all)} ok`),
    p50: "p50",
    cost: "Kosten der Stufe",
    notes: "Hinweise",
    ends: {
      occupied: "neu begonnen",
      throttled: "gedrosselt",
      budget: "Budget erreicht",
      too_large: "zu groß",
      stopped: "angehalten",
      interrupted: "unterbrochen",
    },
    legend:
      "p95 ist das langsame Ende; wo höher besser ist, ist es p5. Bei zu wenigen Stichproben für einen Median steht der Mittelwert, bei zu wenigen für das Ende ein Strich.",
    plan: ({ samples, waves, most_samples: most, unique_prompts: unique }) =>
      `${plural(samples, "Stichprobe", "Stichproben")}${waves ? ` oder, falls mehr, ${plural(waves, "Welle", "Wellen")}` : most ? ` oder, falls der Median sie braucht, bis zu ${count(most)}` : ""} je Stufe, ${unique ? "eindeutige Prompts" : "jedes Mal derselbe Prompt"}`,
  },

  simulated: {
    tag: "SIMULIERT",
    ribbon: "SIMULIERT – kein Netz, keine Kosten",
    some: "Einige Bahnen sind SIMULIERT und werden nicht gewertet",
  },

  race: {
    label: "Rennen",
    prompt: "Prompt",
    promptHint: "Was sollen alle Bahnen gefragt werden?",
    system: "System-Prompt",
    systemHint: "Optional: geht vor dem Prompt an alle Bahnen.",
    systemNone: "keiner",
    systemShort: "System",
    maxTokens: "Max. Token",
    temperature: "Temperatur",
    effort: "Denkaufwand",
    effortHint:
      "Wie gründlich ein Reasoning-Modell nachdenken soll; ein Strich überlässt es dem Anbieter. Was ein Modell nicht annimmt, wird anders gesendet und so ausgewiesen.",
    effortUnset: UNKNOWN,
    repeats: "Wiederholungen",
    repeatsAtMost: "Wiederholungen, höchstens",
    more: {
      title: "Weitere Einstellungen dieses Rennens",
      warmup: "Aufwärmrunden",
      warmupHint: "Laufen zuerst und werden nicht gemessen.",
      warmups: (rounds) => plural(rounds, "Aufwärmrunde", "Aufwärmrunden"),
      settled: "Bis zur Klarheit",
      settledHint:
        "Beendet das Rennen, sobald der erste Platz zu 95 % feststeht. Wiederholungen ist dann die Höchstzahl der Runden.",
      never: "nein, feste Zahl von Runden",
      by: (metric) => `nach ${metric}`,
      until: (metric) => `bis ${metric} feststeht`,
      unique: "Eindeutige Prompts",
      uniqueHint:
        "Jede Anfrage beginnt mit einer Zahl, die keine andere Anfrage irgendeines Laufs hat, sodass Prompt-Caches nicht helfen. Sonst können Runden nach der ersten aus einem Cache beantwortet werden.",
      uniqueSet: "eindeutige Prompts",
      deadline: "Frist in Sekunden",
      deadlineHint: "Beendet eine Anfrage, die länger dauert. Leer: eine Stunde.",
      anHour: count(3_600),
      deadlineOf: (seconds) => `Frist ${upTo(seconds, 1)} s`,
    },
    providersOwn: "wie beim Anbieter",
    promptTokens: (tokens) => `${count(tokens)} Prompt-Token`,
    go: "Start",
    goOthers: (lanes) =>
      lanes === 1 ? "Die andere Bahn starten" : `Die anderen ${count(lanes)} starten`,
    goNote: (places, lanes) => `Ausgelassen: ${lanes === 1 ? "Bahn" : "Bahnen"} ${places}.`,
    stopAll: "Alle anhalten",
    checking: "Plan wird geprüft …",
    preflight: {
      lanes: (lanes, requests) =>
        requests > lanes ? `${lanesOf(lanes)}, ${requestsOf(requests)}` : lanesOf(lanes),
      mostTokens: (tokens) => `höchstens ${count(tokens)} Token`,
      noLimit: "kein Token-Limit",
      mostCost: (usd) => `höchstens ${dollars(usd)}`,
      noCost: "keine Kosten",
      noPrice: "kein Preis",
      noCostLimit: "Kosten nach oben offen",
      costUnknown: "Höchstkosten unbekannt",
      unpriced: (lanes) => `${lanesOf(lanes)} ohne Preis`,
      missingKeys: (lanes) => `${plural(lanes, "Schlüssel fehlt", "Schlüssel fehlen")}`,
      addKey: "Schlüssel hinzufügen",
      notes: (notes, lanes, place) =>
        `${plural(notes, "Hinweis", "Hinweise")} zu ${lanes > 1 ? lanesOf(lanes) : `Bahn ${place}`}`,
      notesTitle: "Vor dem Rennen",
      laneProblem: (place, message) => `Bahn ${place}: ${message}`,
    },
    asked: {
      line: (prompt) => `Gefragt: „${prompt}“`,
      load: "Zurück in die Eingabe",
      loadHint: "Übernimmt diesen Prompt und diese Bahnen wieder in die Eingabe",
    },
    earlier: {
      title: "Den früheren Prompt noch einmal starten?",
      text: (prompt, lanes, requests, most) =>
        `Diese Ergebnisse gehören zu „${prompt}“ mit ${lanesOf(lanes)}, nicht zu dem, was in der Eingabe steht. ${requestsOf(requests)}, ${most}.`,
      unknownCost: "Kosten unbekannt",
      go: (rounds) => `${rounds}× starten`,
    },
    interrupted: {
      line: (when) =>
        `Das Rennen vom ${when} wurde unterbrochen: Paceline wurde geschlossen. Was ankam, steht im Verlauf.`,
      open: "Öffnen",
    },
    notSaved: (why) => `Dieses Rennen konnte nicht gespeichert werden: ${why}`,
    announceStart: (lanes) => `Rennen mit ${lanesOf(lanes)} gestartet.`,
    announceEnd: "Rennen beendet.",
    announceLane: (label, how) => `${label}: ${how}.`,
    announceFinish: (label, total) => `${label} ist fertig, ${total}.`,
  },

  composer,

  numberField: {
    from: (least) => `mindestens ${least}`,
    range: (least, most) => `${least} bis ${most}`,
    whole: (range) => `eine ganze Zahl, ${range}`,
  },

  lineup,
  track,
  lane,

  history: {
    label: "Verlauf",
    title: "Verlauf",
    count: (runs) => plural(runs, "Lauf", "Läufe"),
    lanes: lanesOf,
    emptyTitle: "Noch keine Rennen",
    empty: "Nach dem ersten Rennen erscheint der Lauf hier mit seinen Zahlen, Texten und Rohdaten.",
    toRace: "Zum Rennen",
    loading: "Verlauf wird gelesen …",
    noPrompt: "(leerer Prompt)",
    delete: "Löschen",
    deleteRun: (prompt) => `Lauf „${prompt}“ löschen`,
    deleted: "Lauf gelöscht.",
    undo: "Rückgängig",
    back: "Alle Läufe",
    again: "Erneut starten",
    againHint: "Lädt diesen Plan in die Ansicht Rennen",
    texts: "Texte",
    numbers: "Zahlen",
    prompt: "Prompt",
    system: "System",
    plan: (maxTokens, temperature, repeat) =>
      `Max. Token ${maxTokens} · Temperatur ${temperature} · ${plural(repeat, "Runde", "Runden")}`,
    definitions: (version) => `Definitionen v${version}`,
    gone: "Dieser Lauf ist nicht mehr im Verlauf.",
  },

  numbersTable: metrics,
  uncertainty,

  stage,
  checks,
  chain,
  judge,
  finish,
  share,
  replay: replayWords,
  library,

  charts,
  compare,

  sweeps,

  watch,

  providers,

  firstRun: {
    title: "Wie es weitergeht",
    dismiss: "Schließen",
    race: (keys) => `${keys} startet vier simulierte Bahnen`,
    key: "Schlüssel für einen echten Anbieter hinzufügen",
    custom: "Eigenen Endpunkt hinzufügen",
    done: "erledigt",
  },

  trouble: {
    unexpected: "Etwas Unerwartetes ging schief",
    startup: "Paceline konnte nicht starten",
    retry: "Erneut versuchen",
    dismiss: "Schließen",
    notifications: "Benachrichtigungen",
  },
};
