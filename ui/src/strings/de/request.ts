/** Texte ganzer Anfragen: Dialog, Tools, Anhänge, und was davon gesendet wird. */

import { count, fileSize } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

/** Kleine in Byte. */
const size = (bytes: number) => (bytes < 1_024 ? `${count(bytes)} Byte` : fileSize(bytes / 1_024));

export const request: Texts["request"] = {
  attach: "Bild oder Dokument anhängen …",
  attachHint: "Oder auf den Prompt ziehen oder dort einfügen.",
  editAll: "Dialog, Tools und Form der Antwort bearbeiten …",
  pasteOne: "curl-Zeile oder Request-Body einfügen …",
  edit: "Bearbeiten",
  clear: "Dialog, Tools und Anhänge entfernen",
  cleared: "Wieder ein einfacher Prompt.",
  undo: "Rückgängig",
  attached: "Angehängt",
  removeOf: (name) => `${name} entfernen`,
  attachment: (name) => `${name} angehängt.`,

  sheet: "Die ganze Anfrage",
  laneSheet: (lane, model) => `Die Anfrage von Bahn ${lane}, ${model}`,
  close: "Zurück zum Rennen",
  tabs: {
    conversation: "Dialog",
    tools: "Tools",
    answer: "Form der Antwort",
    verbatim: "Header und Felder",
    sent: "Wie gesendet",
  },
  shared: "Wie alle anderen Bahnen.",
  ownRequest: "Eigene Anfrage",
  ownRequestHint:
    "Was diese Bahn statt des gemeinsamen Prompts, Dialogs und der Tools gefragt wird.",
  own: "Diese Bahn wird etwas Eigenes gefragt.",
  toShared: "Zurück zur gemeinsamen Anfrage",

  roles: {
    system: "System",
    developer: "Developer",
    user: "User",
    assistant: "Assistant",
    tool: "Tool",
  },
  role: (turn) => `Rolle von Beitrag ${turn}`,
  turn: (turn) => `Beitrag ${turn}`,
  turns: "Beiträge des Dialogs",
  textOf: (turn) => `Text von Beitrag ${turn}`,
  editTurn: (turn) => `Beitrag ${turn} bearbeiten`,
  doneTurn: "Fertig",
  addTurn: "Beitrag hinzufügen",
  removeTurn: (turn) => `Beitrag ${turn} entfernen`,
  removedTurn: "Beitrag entfernt.",
  up: (turn) => `Beitrag ${turn} nach oben`,
  down: (turn) => `Beitrag ${turn} nach unten`,
  emptyTurn: "Noch nichts.",
  promptEnd:
    "Der Prompt ist der letzte Beitrag. Leer lassen, wenn der Dialog mit den Beiträgen oben endet.",
  addPart: "Zu diesem Beitrag hinzufügen:",
  parts: {
    text: "Text",
    file: "Bild oder Dokument",
    tool_call: "Tool-Aufruf",
    tool_result: "Tool-Ergebnis",
  },
  part: {
    text: "Text",
    image: "Bild",
    document: "Dokument",
    tool_call: "Tool-Aufruf",
    tool_result: "Tool-Ergebnis",
    own: "unverändert",
  },
  removePart: (what) => `Entfernen: ${what}`,
  callName: "Tool",
  callId: "Aufruf-ID",
  callArguments: "Argumente",
  resultOf: "Antwort auf Aufruf",
  resultText: "Ergebnis",
  resultError: "Das Tool ist fehlgeschlagen",
  resultFile: "Bild oder Dokument des Ergebnisses",
  addToResult: "Dem Ergebnis hinzufügen:",
  removeOfResult: (what) => `Aus dem Ergebnis entfernen: ${what}`,
  onlyOf: (dialect) => `Nur ${dialect} nimmt dies an; es wird unverändert gesendet.`,
  cached: "beendet ein Cache-Präfix",
  cache: {
    label: "Cache-Marke",
    none: "keine",
    usual: "so lange wie beim Anbieter üblich",
    time: (time) => `für ${time}`,
  },
  atAddress: (url) => `unter ${url}`,
  mediaSize: (type, bytes) => `${type}, ${size(bytes)}`,

  contents: {
    turns: (turns) => plural(turns, "Beitrag", "Beiträge"),
    images: (images) => plural(images, "Bild", "Bilder"),
    documents: (documents) => plural(documents, "Dokument", "Dokumente"),
    size,
    tools: (tools) => plural(tools, "Tool", "Tools"),
    formats: { text: "Text", json: "JSON", schema: "JSON Schema" },
    settings: (settings) => plural(settings, "weitere Einstellung", "weitere Einstellungen"),
    verbatim: (fields) => plural(fields, "wörtliches Feld", "wörtliche Felder"),
  },

  tool: {
    add: "Tool hinzufügen",
    none: "Keine Tools. Ein Modell mit Tools kann eines aufrufen; der Aufruf beendet seine Antwort, und die Zeit bis dahin wird gemessen.",
    name: "Name",
    description: "Beschreibung",
    parameters: "Parameter, ein JSON Schema",
    strict: "Argumente müssen dem Schema entsprechen",
    remove: (name) => `Tool ${name} entfernen`,
    removed: (name) => `Tool ${name} entfernt.`,
    unnamed: "ohne Namen",
    own: "Tool des Anbieters",
    choice: "Wahl des Tools",
    choices: {
      unset: "wie beim Anbieter",
      auto: "wie das Modell entscheidet",
      none: "keines",
      required: "mindestens eines",
    },
    one: (name) => `nur ${name}`,
    parallel: "Mehrere Aufrufe zugleich",
    yes: "erlaubt",
    no: "nicht erlaubt",
    badName: "Ein Name besteht aus höchstens 64 Buchstaben, Ziffern, - und _.",
    sameName: "Ein anderes Tool hat diesen Namen.",
  },

  answer: {
    format: "Die Antwort ist",
    formats: {
      unset: "wie der Anbieter sie sendet",
      text: "Text",
      json: "ein beliebiges JSON-Objekt",
      schema: "JSON nach einem Schema",
    },
    schemaName: "Name des Schemas",
    schema: "JSON Schema",
    strict: "Muss genau passen",
    stop: "Endet bei",
    stopHint: "Texte, bei denen die Antwort endet. \\n steht für einen Zeilenumbruch.",
    addStop: "Text hinzufügen",
    removeStop: (at) => `Text ${at} entfernen`,
    stopAt: (at) => `Text ${at}, bei dem die Antwort endet`,
    sampling: "Sampling",
    topP: "top_p",
    seed: "Seed",
    prediction: "Vorhergesagte Antwort",
    predictionHint:
      "Text, den die Antwort großenteils wiederholt; manche Anbieter schreiben sie dann schneller.",
  },

  verbatim: {
    headers: "Zusätzliche Header",
    header: (at) => `Name von Header ${at}`,
    value: (name) => `Wert von ${name || "diesem Header"}`,
    addHeader: "Header hinzufügen",
    removeHeader: (name) => `${name || "Header"} entfernen`,
    headersHint:
      "Werden unverändert gesendet. Schlüssel gehören in den Schlüsselbund, nicht hierher.",
    fields: "Zusätzliche Felder des Bodys",
    fieldsHint:
      "Ein JSON-Objekt, das unverändert gesendet wird. Es ergänzt den Body und ersetzt nichts, was anderswo eingestellt ist.",
    dialect: "Sie gehören zu",
    anyDialect: "keinem Dialekt: alle Bahnen senden sie",
  },

  json: {
    broken: "Das ist noch kein JSON.",
    tooDeep: "Das ist zu tief verschachtelt, um gesendet zu werden.",
    twice: (name, line) =>
      `„${name}“ steht zweimal in einem Objekt, erneut in Zeile ${line}: Nur das letzte würde gesendet. Eines entfernen.`,
    changed: (number, sent, line) =>
      `${number} in Zeile ${line} würde als ${sent} gesendet. Schreiben, was gesendet werden soll.`,
    noObject: "Das muss ein JSON-Objekt sein.",
    at: (path, problem) => (path ? `${path}: ${problem}` : problem),
    noType: (type) =>
      `„${type}“ ist kein Typ; JSON Schema kennt string, number, integer, boolean, object, array und null.`,
    noSchema: "Ein Schema ist ein Objekt oder ein Boolean.",
    noList: (name) => `${name} ist eine Liste.`,
    noObjectAt: (name) => `${name} ist ein Objekt.`,
    notThere: (name) => `„${name}“ wird verlangt, ist aber keine Eigenschaft.`,
    rootObject: 'Die Argumente eines Tools sind ein Objekt: "type": "object" setzen.',
  },

  sent: {
    lane: "Bahn",
    step: "Schritt",
    answers: "Die Antworten der Schritte davor stehen mit ihren Namen da, etwa {{answer}}.",
    asSent: "Wie gesendet",
    indented: "Eingerückt",
    body: "Body der Anfrage",
    head: "Anfragezeile und Header",
    copyCurl: "Als curl kopieren",
    copyBody: "Body kopieren",
    size,
    cannot: (lane) => `Bahn ${lane} kann diese Anfrage nicht übertragen:`,
    reading: "Anfrage wird geschrieben …",
    noLanes: "Eine Bahn hinzufügen, um zu sehen, was sie senden würde.",
    masked: "Genau diese Bytes, nur der Schlüssel verdeckt.",
    number: (mark) =>
      `${mark} steht an der Stelle einer Nummer mit ebenso vielen Ziffern, einer anderen in jeder Anfrage, weil die Prompts einmalig sind.`,
  },

  paste: {
    title: "Eine vorhandene Anfrage einlesen",
    hint: "Eine curl-Zeile, ein PowerShell-Aufruf oder der JSON-Body von OpenAI Chat Completions, OpenAI Responses, Anthropic Messages oder Gemini.",
    field: "curl-Zeile oder Body",
    read: "Einlesen",
    asText: "In den Prompt einfügen",
    asTextHint:
      "Als Text. Ein Prompt steht im Verlauf und geht an alle Bahnen: Er darf keinen Schlüssel enthalten.",
    several: (requests) =>
      `Alle ${count(requests)} Anfragen darin lassen sich nacheinander stellen, in jeder Runde eine.`,
    askAll: (requests) => `Alle ${count(requests)} als Satz von Prompts verwenden`,
    tooMany: (most) =>
      `Ein Rennen stellt höchstens ${count(most)} Prompts. Die Datei teilen oder einer Messreihe als Satz von Prompts geben.`,
    doneSet: "Als Satz von Prompts eingelesen",
    rounds: (requests) => `${plural(requests, "Prompt", "Prompts")}, in jeder Runde einer`,
    done: "Als Anfrage eingelesen",
    from: (dialect) => `Aus ${dialect}`,
    model: (model) =>
      `Sie nennt das Modell ${model} und keine Adresse: eine Bahn hinzufügen, die es haben soll.`,
    tier: (tier) =>
      `Sie verlangt das Service-Tier ${tier} ihres Anbieters: für die gewünschten Bahnen auswählen.`,
    addedLane: (model, tier) =>
      tier === null
        ? `Bahn hinzugefügt: ${model}.`
        : `Bahn hinzugefügt: ${model}, Service-Tier ${tier}.`,
    notes: "Was anders gelesen wurde und was unverändert bleibt",
    nothingElse: "Alles darin wurde gelesen.",
    key: (label, origin) =>
      `Darin stand ein Schlüssel für ${label}. Er gehört nicht zum Plan. Er kann im Schlüsselbund gespeichert werden und geht dann an ${origin} und sonst nirgendwohin.`,
    keyOfNobody: (origin) =>
      `Darin stand ein Schlüssel für ${origin}, die Adresse keines Anbieters. Er gehört nicht zum Plan. Die Adresse kann als Endpunkt mit ihm gespeichert werden, und er geht dann an ${origin} und sonst nirgendwohin.`,
    replaces: (label) => `Er ersetzt den vorhandenen Schlüssel von ${label}.`,
    keep: "Schlüssel speichern",
    keepEndpoint: "Als Endpunkt speichern",
    kept: "Der Schlüssel ist gespeichert.",
    edit: "Anfrage durchsehen",
    ok: "Fertig",
  },

  wasSent: "Was gesendet wurde",
  wasSentTitle: "Die Anfrage dieses Laufs",
  sharedRequest: "Die gemeinsame Anfrage",
  whichRequest: "Welche Anfrage",
  closeSent: "Schließen",
  besideTurns: "Einstellungen, Header und Felder",
  ownLane: (lane, model) => `Bahn ${lane}, ${model}`,
  toolCall: "Tool-Aufruf",
  moreToolCalls: (shown: number) =>
    `Nur die ersten ${shown} Aufrufe werden angezeigt; ein Export enthält alle.`,
};
