/** Texte von Palette, Einstellungen, Statusleiste, Tastenkürzeln und Links. */

import { count, dollars } from "../numbers";
import type { Texts } from "../texts";
import { about, move, report } from "./help";
import { plural } from "./plural";
import { screenNames } from "./screens";

type Strings = Texts["strings"];

const requestsOf = (requests: number) => plural(requests, "Anfrage", "Anfragen");

export const palette: Strings["palette"] = {
  title: "Befehlspalette",
  search: "Aktion, Ansicht, Anbieter, Modell, Lauf …",
  nothing: "Keine Treffer.",
  found: (n) => plural(n, "Treffer", "Treffer"),
  groups: {
    actions: "Aktionen",
    screens: "Ansichten",
    places: "Orte",
    runs: "Letzte Läufe",
    providers: "Anbieter",
    models: "Modelle",
    settings: "Einstellungen",
  },
  addLane: "fügt eine Bahn hinzu",
  muteLane: (place, model) => `Bahn ${place} stummschalten: ${model}`,
  unmuteLane: (place, model) => `Bahn ${place} einschalten: ${model}`,
  muteWords:
    "stumm aus an abschalten nur überspringen mute unmute silence disable enable solo skip",
  noPrompt: "(leerer Prompt)",
};

export const shortcuts: Strings["shortcuts"] = {
  title: "Tastenkürzel",
  close: "Schließen",
  search: "Tastenkürzel suchen",
  nothing: "Kein Tastenkürzel gefunden.",
  change: "Tastenkürzel ändern",
  groups: { race: "Rennen", lanes: "Bahnen", replay: "Wiedergabe", window: "Fenster" },
  race: "Rennen starten",
  stopAll: "Alle Bahnen anhalten",
  stopLane: "Bahn im Fokus anhalten",
  prompt: "Prompt schreiben",
  newRace: "Neues Rennen",
  addLane: "Bahn hinzufügen",
  duplicateLane: "Bahn im Fokus duplizieren",
  removeLane: "Bahn im Fokus entfernen",
  focusLane: "Bahn fokussieren",
  muteLane: "Bahn stummschalten oder einschalten",
  raceAgain: "Diese Bahnen noch einmal, mit genug Runden für ein Urteil",
  trackAxis: "Strecke nach Uhr oder als Zielfoto",
  markdown: "Antworten als Markdown oder unverändert",
  find: "In den Antworten suchen",
  playPause: "Wiedergabe: abspielen oder anhalten",
  scrub: "Wiedergabe: 100 ms zurück oder vor; mit Shift eine Sekunde",
  ends: "Wiedergabe: zum Anfang oder zum Ende",
  palette: "Befehlspalette",
  showRace: screenNames.race,
  showSweep: screenNames.sweep,
  showHistory: screenNames.history,
  showCompare: screenNames.compare,
  showWatch: screenNames.watch,
  showProviders: screenNames.providers,
  showSettings: screenNames.settings,
  searchHistory: "Verlauf durchsuchen",
  rail: "Seitenleiste ein- oder ausblenden",
  theme: "Farbschema wechseln",
  zoomIn: "Größer",
  zoomOut: "Kleiner",
  zoomReset: "Normale Größe",
  sheet: "Tastenkürzel",
};

export const newRace: Strings["newRace"] = {
  begun: "Neues Rennen: Der Prompt ist leer, alles andere wie in den Einstellungen.",
  undo: "Rückgängig",
};

export const links: Strings["links"] = {
  unknown: (link) => `Dieser Link führt nirgendwohin: ${link}`,
  fix: "Links sehen aus wie history/ID, providers/ID oder settings.",
};

export const ask: Strings["ask"] = { no: "Abbrechen" };

const lostRuns = (lost: number) =>
  lost > 0 ? ` Sicher verloren: ${plural(lost, "Lauf", "Läufe")}.` : "";

export const damage: Strings["damage"] = {
  title: "Schaden am Verlauf",
  told: (runs, lost) =>
    `Der Verlauf ist beschädigt. Lesbar: ${plural(runs, "Lauf", "Läufe")}.${lostRuns(lost)} Bis zur Reparatur wird nichts gespeichert; die beschädigte Datei bleibt erhalten.`,
  found:
    "Ein Teil des Verlaufs ist beschädigt und nicht lesbar. Nach einem Neustart zeigt Paceline den Rest und kann ihn reparieren.",
  repair: "Reparieren",
  repairing: "Wird repariert …",
  repaired: (runs, lost, aside) =>
    `Der Verlauf ist repariert, mit ${plural(runs, "Lauf", "Läufen")}.${lostRuns(lost)}${aside === null ? "" : ` Die beschädigte Datei heißt jetzt ${aside}.`} Nach einem Neustart von Paceline gilt er.`,
  restart: "Neu starten",
  readOnlyTitle: "Verlauf, der nur gelesen werden kann",
  readOnly:
    "In den Ordner des Verlaufs kann nichts geschrieben werden, daher startet kein Rennen; was da ist, lässt sich lesen, vergleichen und exportieren. Schreiben erlauben oder auf dem Datenträger Platz schaffen und Paceline neu starten.",
};

export const overCap: Strings["overCap"] = {
  title: "Über dem Tageslimit",
  text: (most, spent, cap) =>
    most === null
      ? `Was es höchstens kostet, ist nicht bekannt: Ein Modell mit Preis hat kein Token-Limit, oder es bekommt, was nur sein Anbieter zählen kann, etwa Bilder. Heute ausgegeben: ${spent} von ${cap}.`
      : `Es könnte bis zu ${most} kosten. Mit den heute ausgegebenen ${spent} überschreitet das Ihr Limit von ${cap} am Tag.`,
  unknown: (requests) =>
    `Die Kosten von heute ${requestsOf(requests)} sind unbekannt und nicht mitgezählt.`,
  go: "Trotzdem starten",
  declined:
    "Nicht gestartet: Das Tageslimit könnte überschritten werden. Es lässt sich in den Einstellungen ändern.",
};

export const status: Strings["status"] = {
  keyringReady: (backend) => `Schlüsselbund: ${backend}`,
  keyringLocked: "Schlüsselbund gesperrt",
  notices: "Hinweise zum Verlauf",
  noticeRead: "Hinweis schließen",
  leftRunning:
    "Die Anzeige wurde neu geladen, während etwas lief. Es läuft weiter und steht danach im Verlauf; vorher kann nichts anderes starten.",
  stopLeft: "Anhalten, was läuft",
  keyringMissing: "Kein Schlüsselbund",
  keyringHint: "Anbieter öffnen",
  direct: "Kein Proxy",
  proxy: (host) => `Proxy: ${host}`,
  ownProxies: (n) => `+${count(n)}`,
  networkHint: (own) =>
    own > 0
      ? `Wie Anbieter erreicht werden; ${count(own)} Anbieter mit eigenen Einstellungen. Netzwerk öffnen.`
      : "Wie Anbieter erreicht werden. Netzwerk öffnen.",
  prices: (days) => (days === 0 ? "Preise von heute" : `Preise ${plural(days, "Tag", "Tage")} alt`),
  pricesHint: (source, dated) => `${source}, ${dated}. Preise öffnen, um sie zu aktualisieren.`,
  spent: (usd, cap) =>
    cap === null ? `heute ${dollars(usd)}` : `heute ${dollars(usd)} von ${dollars(cap)}`,
  spentUnknown: (requests) => `+ ${count(requests)} unbekannt`,
  spentHint: (real, unknown, simulated) =>
    [
      `Seit Mitternacht ausgegeben für ${requestsOf(real)} an echte Anbieter.`,
      unknown > 0 ? `Bei ${count(unknown)} davon sind die Kosten unbekannt.` : "",
      simulated > 0
        ? `${plural(simulated, "simulierte Anfrage kostete", "simulierte Anfragen kosteten")} nichts.`
        : "",
      "Ausgaben öffnen.",
    ]
      .filter(Boolean)
      .join(" "),
  redefinition: (done, waiting) =>
    `Alte Läufe werden neu berechnet: ${count(done)} von ${count(done + waiting)}`,
  redefinitionHint: (version) =>
    `Läufe mit älteren Definitionen werden aus ihren Rohdaten nach Version ${version} der Definitionen neu berechnet, die neuesten zuerst. Bis dahin werden sie nicht mit neuen Läufen verglichen. Während eines Rennens ruht das, nach einem Neustart geht es weiter.`,
  running: (lanes) => `Rennen mit ${plural(lanes, "Bahn", "Bahnen")}`,
  toRace: "Zum Rennen",
  stop: "Anhalten",
  version: (version) => `Paceline ${version}`,
  rendering: (policy) => `Darstellung: ${policy}`,
};

export const settings: Strings["settings"] = {
  title: "Einstellungen",
  sections: {
    general: "Allgemein",
    races: "Neue Rennen",
    spending: "Ausgaben",
    keyboard: "Tastatur",
    data: "Daten",
    network: "Netzwerk",
    doctor: "Diagnose",
    about: "Über Paceline",
  },
  about,
  report,
  move,
  story: {
    general: "Sprache und Aussehen des Fensters und seiner Zahlen. Liegt beim Verlauf.",
    races: "Voreinstellungen neuer Rennen und Zeitlimits. Das geöffnete Rennen bleibt, wie es ist.",
    spending: "Die Ausgaben von heute und das Limit, ab dem Paceline vorher fragt.",
    keyboard: "Tastenkürzel anklicken, dann die neuen Tasten drücken.",
    data: "Eine SQLite-Datei auf diesem Rechner. Kein Konto, keine Telemetrie.",
    network: "Proxys, Zertifikate und unverschlüsseltes HTTP, für alle Anbieter oder für einen.",
    doctor: "Angaben zu diesem Rechner für den Support, und der Problembericht.",
    about: "Lässt LLM-Anbieter nebeneinander gegen dieselbe Uhr antreten.",
  },
  language: "Sprache",
  languageHint:
    "Was ein Anbieter, das System oder ein Leser von Dateien meldet, steht in dessen eigenen Worten. Befehlszeile und Exporte sind englisch.",
  languageSystem: "Wie das System",
  languageLater: "Gilt ab dem nächsten Start: Ein Rennen oder eine Messreihe läuft.",
  theme: "Farbschema",
  themes: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
  textSize: "Größe",
  textSizeHint: (larger, smaller) =>
    `Zoom des ganzen Fensters, 80 bis 400 Prozent; auch ${larger} und ${smaller}.`,
  percent: "%",
  times: "Dauern",
  timesHint:
    "Für TTFT, Gesamtzeit und Ähnliches. Abstände zwischen Chunks stehen immer in Millisekunden.",
  timeUnits: { seconds: "Sekunden, 0,41 s", milliseconds: "Millisekunden, 412 ms" },
  numbers: "Zahlen",
  numberFormats: {
    language: "Wie die Sprache",
    comma_point: "1,234.5",
    point_comma: "1.234,5",
    space_comma: "1 234,5",
    plain: "1234.5",
  },
  fixedUnits:
    "Geschwindigkeiten stehen in Token je Sekunde und Kosten in US-Dollar, wie Anbieter sie angeben.",
  rail: "Seitenleiste zeigen",
  notify: "Nach langen Läufen benachrichtigen",
  notifyHint:
    "Eine Benachrichtigung des Systems nach einer Messreihe oder einem Rennen von mehr als 20 s, wenn das Fenster im Hintergrund ist. Den Prompt zeigt sie nie.",
  maxTokens: "Max. Token",
  temperature: "Temperatur",
  warmup: "Aufwärmrunden",
  repeats: "Gemessene Runden",
  timeouts: {
    first_token_s: {
      label: "Erstes Token binnen",
      hint: "Von der Anfrage bis zum ersten sichtbaren Text. Modelle, die erst nachdenken, brauchen dafür mitunter Minuten.",
    },
    idle_s: {
      label: "Höchstens still",
      hint: "Ohne ein Byte mitten in einer Antwort.",
    },
    request_s: {
      label: "Fertig binnen",
      hint: "Die ganze Anfrage. Was angekommen ist, bleibt erhalten. Diese drei gelten ab dem nächsten Rennen oder der nächsten Messreihe.",
    },
  },
  seconds: "s",
  providersOwn: "wie beim Anbieter",
  spentToday: "Heute ausgegeben",
  spentNothing: "Heute ging nichts an einen echten Anbieter.",
  spentLine: (requests) => `für ${requestsOf(requests)} an echte Anbieter`,
  spentUnknown: (requests) =>
    `Die Kosten von ${plural(requests, "weiteren Anfrage", "weiteren Anfragen")} sind unbekannt: Es gibt keinen Preis. Sie sind nicht null.`,
  spentSimulated: (requests) =>
    `${plural(requests, "simulierte Anfrage kostete", "simulierte Anfragen kosteten")} nichts.`,
  cap: "Tageslimit",
  capHint:
    "Dollar am Tag. Ein Rennen, das nach Preisen und Token-Limits darüber liegen könnte, fragt vorher; ebenso eines ohne Token-Limit. Leer: kein Limit.",
  capNone: "kein Limit",
  usdPerDay: "$ am Tag",
  keys: {
    reset: "Zurücksetzen",
    resetAll: "Alle zurücksetzen",
    resetAllDone: "Alle Tastenkürzel stehen wieder auf dem Standard.",
    undo: "Rückgängig",
    press: "Tasten drücken …",
    cancelHint: "Esc bricht ab.",
    own: "eigenes",
    fixed: "fest",
    taken: (chord, action) => `${chord} ist schon „${action}“.`,
    swap: "Trotzdem verwenden",
    record: (action, chord) => `„${action}“ ändern, jetzt ${chord}`,
    letterHint: "Tasten ohne Ctrl oder Cmd wirken, solange kein Textfeld den Fokus hat.",
    free: "keine Taste",
  },
  folder: "Ordner",
  reveal: "In der Dateiverwaltung zeigen",
  copyPath: "Pfad kopieren",
  copied: "Kopiert.",
  notCopied: "Das System ließ das Kopieren nicht zu.",
  size: "Größe",
  sizeLine: (history, backups, taken) =>
    backups === 0
      ? history
      : `${history}, dazu ${plural(backups, "Sicherung", "Sicherungen")} mit ${taken}`,
  verify: "Datenbank prüfen",
  verifying: "Alles wird gelesen …",
  verifyHint: "Liest jeden Lauf und berechnet jede Zahl aus den Rohdaten neu.",
  sound: (runs, numbers) =>
    `Keine Fehler: ${plural(runs, "Lauf", "Läufe")}, Zahlen von ${requestsOf(numbers)} neu berechnet.`,
  findings: (n) => plural(n, "Befund", "Befunde"),
  finding: (run, what) => `Lauf ${run}: ${what}`,
  backUp: "Jetzt sichern",
  backingUp: "Wird kopiert …",
  backedUp: "Der Verlauf wurde in eine Datei daneben kopiert.",
  backUpHint: "Kopiert den Verlauf in eine Datei daneben. Keine von beiden enthält Schlüssel.",
  retention: "Gelöschte Läufe aufbewahren",
  retentionHint:
    "So lange lassen sie sich wiederherstellen; danach werden sie beim nächsten Start entfernt.",
  days: "Tage",
  toNetwork: "Netzwerk in der Ansicht Anbieter öffnen",
  proxyNow: "Proxy derzeit",
  ownProxies: (n) => `${count(n)} Anbieter mit eigenem Proxy`,
  app: "Paceline",
  machine: "Rechner",
  engine: "Webansicht",
  rendering: "Darstellung",
  display: "Bildschirm",
  keyring: "Schlüsselbund",
  keyringStates: { ready: "bereit", locked: "gesperrt", missing: "fehlt" },
  frames: "Bildrate",
  framesLine: (fps, slowest) => `${fps} Bilder je Sekunde, das langsamste nach ${slowest}`,
  framesHint: "Zeichnet eine Sekunde lang und zählt die Bilder. Messungen hängen nicht davon ab.",
  testFrames: "Testen",
  testing: "Wird gezeichnet …",
  copyText: "Als Text kopieren",
  textLine: (name, value) => `${name}: ${value}`,
};

export const forget: Strings["forget"] = {
  keyTitle: (label) => `Schlüssel für ${label} löschen?`,
  keyText:
    "Er wird aus dem Schlüsselbund entfernt und kann von hier nicht wiederhergestellt werden.",
  keyGo: "Schlüssel löschen",
  endpointTitle: (label) => `${label} samt Schlüssel entfernen?`,
  endpointText:
    "Der Endpunkt lässt sich zehn Sekunden lang wiederherstellen, sein Schlüssel nicht.",
  endpointGo: "Entfernen",
  undo: "Rückgängig",
};
