/** Weitere Einträge der Befehlspalette, mit Synonymen; die englischen finden sie auch. */

import type { Texts } from "../texts";

export const places: Texts["places"] = {
  themeDark: {
    label: "Farbschema: dunkel",
    words: "dunkelmodus nacht schwarz farbe dark mode night theme",
  },
  themeLight: {
    label: "Farbschema: hell",
    words: "hellmodus tag weiß farbe light mode day theme",
  },
  themeSystem: { label: "Farbschema: wie das System", words: "automatisch farbe auto theme" },
  systemPrompt: {
    label: "System-Prompt",
    words: "anweisungen rolle entwickler instructions role developer message",
  },
  promptSheet: {
    label: "Prompt im ganzen Fenster schreiben",
    words: "vollbild editor groß erweitern full screen large expand",
  },
  openPrompt: { label: "Datei als Prompt öffnen", words: "laden importieren text load drop" },
  savedPrompts: {
    label: "Gespeicherte Prompts",
    words: "speichern sammlung vorlagen zuletzt save library presets recent template",
  },
  lineUps: {
    label: "Gespeicherte Aufstellungen",
    words: "bahnen speichern satz favoriten save lanes set line-up favourites",
  },
  maxTokens: { label: "Max. Token", words: "limit länge ausgabe maximum max tokens length output" },
  temperature: {
    label: "Temperatur",
    words: "sampling zufall parameter temperature random",
  },
  effort: { label: "Denkaufwand", words: "effort reasoning thinking denken" },
  repeats: {
    label: "Wiederholungen",
    words: "runden läufe mal noch einmal repeat rounds runs iterations",
  },
  wholeRequest: {
    label: "Dialog, Tools und Bilder",
    words:
      "gespräch nachrichten mehrere beiträge funktionen schema json anhängen bild pdf stop seed top_p conversation messages turns functions attach",
  },
  pasteRequest: {
    label: "curl-Zeile oder Request-Body einlesen",
    words: "import anfrage json openai anthropic gemini sdk call request paste einfügen",
  },
  moreSettings: {
    label: "Weitere Einstellungen des Rennens",
    words:
      "aufwärmen frist zeitlimit bis klarheit signifikant warm-up warmup deadline timeout settled stop early",
  },
  viewTrack: {
    label: "Sicht: Strecke",
    words:
      "rennen balken zeitachse medaillen sieger platz track race bars timeline medals winner podium",
  },
  viewGrid: {
    label: "Sicht: Raster",
    words: "antworten nebeneinander text grid answers side by side",
  },
  viewFocus: { label: "Sicht: Fokus", words: "vergrößern eine bahn focus enlarge lane" },
  viewPace: {
    label: "Sicht: Tempo",
    words: "diagramm kurve token über zeit abstände aussetzer pace chart graph gaps stalls",
  },
  viewRounds: {
    label: "Sicht: Runden",
    words: "streuung verteilung wer ist besser rounds spread distribution",
  },
  viewTable: {
    label: "Sicht: Tabelle",
    words: "zahlen messgrößen alle sortieren spalten table numbers metrics spreadsheet",
  },
  viewDiff: { label: "Sicht: Diff", words: "unterschied vergleichen antworten wörter difference" },
  copyNumbers: {
    label: "Zahlen als Tabelle kopieren",
    words: "zwischenablage tabellenkalkulation ergebnisse copy clipboard csv tsv",
  },
  replay: { label: "Rennen abspielen", words: "wiedergabe noch einmal ansehen replay playback" },
  vote: {
    label: "Antwort bewerten",
    words: "stimme daumen hoch runter gut schlecht bewertung vote thumbs rate rating good bad",
  },
  noteRun: {
    label: "Notiz zum letzten Lauf",
    words: "notizen kommentar anmerkung note notes comment annotate",
  },
  tagRun: {
    label: "Letzten Lauf verschlagworten",
    words: "schlagwort schlagwörter etikett tag tags label",
  },
  tour: {
    label: "Erste Schritte",
    words: "einführung rundgang willkommen anfang tour introduction getting started tutorial",
  },
  calibrate: {
    label: "Zeitstempel kalibrieren",
    words: "kalibrierung genauigkeit fehler uhr calibration accuracy precision clock",
  },
  addKey: {
    label: "Schlüssel hinzufügen",
    words: "api key einfügen geheimnis token zugangsdaten anmelden secret credentials login",
  },
  addEndpoint: {
    label: "Eigenen Endpunkt hinzufügen",
    words: "eigener server url adresse basis custom endpoint base openai kompatibel vllm",
  },
  findServers: {
    label: "Server auf diesem Rechner suchen",
    words: "lokal ollama lm studio llama.cpp vllm sglang localhost finden local discover",
  },
  prices: {
    label: "Preise",
    words: "preisliste kosten aktualisieren dollar je million price cost book litellm update",
  },
  network: { label: "Netzwerk", words: "proxy socks zertifikat ca tls http network certificate" },
  export: {
    label: "Läufe exportieren",
    words: "speichern csv json markdown html herunterladen teilen bericht export save share report",
  },
  import: { label: "Läufe importieren", words: "laden öffnen json datei import load restore" },
  compareRuns: {
    label: "Anbieter vergleichen",
    words:
      "kosten gegen geschwindigkeit diagramm rangliste beste günstigste schnellste compare cost speed ranking",
  },
  spending: {
    label: "Ausgaben",
    words: "ausgegeben budget kosten geld limit heute spent cost money cap today",
  },
  help: {
    label: "Hilfe",
    words: "tasten kürzel wie handbuch anleitung help keys shortcuts how manual guide support",
  },
  about: {
    label: "Über Paceline",
    words: "version build lizenz info datenschutz telemetrie about licence license privacy",
  },
  report: {
    label: "Problem melden",
    words: "fehler bug support diagnose rückmeldung issue doctor diagnostics feedback report",
  },
  rail: { label: "Seitenleiste ein- oder ausblenden", words: "menü leiste sidebar menu rail" },
};

/** Synonyme der Aktionen, und der Einstellungen nach ihrem Namen. */
export const otherWords: Texts["otherWords"] = {
  race: "los starten senden beginnen run go send start begin race",
  raceAgain: "nochmal wiederholen urteil runden signifikant again repeat rerun verdict",
  stopAll: "abbrechen beenden halt cancel abort end stop",
  stopLane: "abbrechen cancel abort stop",
  newRace: "leeren zurücksetzen neu clear reset empty fresh new race",
  addLane: "modell anbieter kandidat spalte add lane model provider contender column",
  duplicateLane: "kopieren klonen copy clone duplicate",
  removeLane: "löschen schließen delete close remove",
  trackAxis: "uhr strecke ziellinie clock distance finish line",
  find: "suchen antworten text wörter find search answers",
  markdown: "formatieren darstellen format render rich text",
  searchHistory: "suchen finden filter verlauf find search history",
  zoomIn: "größer schriftgröße zoom bigger font text size",
  zoomOut: "kleiner schriftgröße zoom smaller font text size",
  zoomReset: "schriftgröße zoom 100 font text size reset",
  sheet: "hilfe tasten kürzel help keys hotkeys shortcuts",
  theme: "dunkel hell farbe dark light theme",
  rail: "menü leiste sidebar menu rail",
  showRace: "race",
  showHistory: "läufe frühere protokoll history runs past log records",
  showCompare: "diagramme ranglisten compare charts rankings",
  showWatch: "beobachten alarm änderung seit wann ausfall verfügbarkeit watch monitor alert outage",
  showSweep:
    "lasttest lastlauf gleichzeitig benchmark stufen durchsatz sweep load test concurrency levels throughput",
  showProviders: "schlüssel hersteller modelle providers keys vendors models",
  showSettings:
    "optionen voreinstellungen konfiguration settings preferences options configuration",
  Sprache: "language locale translation übersetzung 语言",
  Farbschema: "dunkel hell aussehen dark light theme appearance",
  Größe: "zoom schrift text size font scale",
  Dauern: "einheiten sekunden millisekunden zeiten durations units seconds",
  Zahlen: "format dezimal komma trennzeichen numbers decimal separator locale",
  "Nach langen Läufen benachrichtigen": "benachrichtigung hinweis ton notification alert sound",
  Aufwärmrunden: "aufwärmen kalt warm-up warmup cold",
  "Neue Rennen": "voreinstellungen zeitlimits new races defaults timeouts",
  "Erstes Token binnen": "zeitlimit geduld warten timeout first token ttft",
  "Höchstens still": "zeitlimit hänger timeout idle stall hang silent",
  "Fertig binnen": "zeitlimit frist timeout deadline longest",
  Tageslimit: "budget ausgaben grenze dollar cap limit spending",
  "Heute ausgegeben": "kosten geld verbrauch spent cost money usage",
  Tastatur: "kürzel tasten belegung keyboard shortcuts keys hotkeys remap",
  Ordner: "datenordner pfad ort datenbank datei folder directory path database",
  "Datenbank prüfen": "integrität verlauf verify check integrity",
  "Jetzt sichern": "sicherung kopie speichern back up backup copy",
  "Gelöschte Läufe aufbewahren": "papierkorb wiederherstellen retention trash undo restore",
  Netzwerk: "proxy zertifikate network certificates",
  Diagnose: "system info hilfe version doctor diagnostics support",
  "Verschieben nach": "umziehen datenordner ort move relocate folder directory",
  Bildrate: "fps leistung flüssig frames performance speed smooth",
};
