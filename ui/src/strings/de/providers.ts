/** Texte der Ansicht Anbieter. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

export const providers: Texts["strings"]["providers"] = {
  list: "Alle Anbieter",
  add: "Neu",
  addTitle: "Anbieter hinzufügen",
  addStory: "Vier Wege. Sobald eines seiner Modelle bekannt ist, kann er antreten.",
  filter: "Anbieter suchen",
  nothing: "Kein passender Anbieter.",
  addOwn: "Endpunkt hinzufügen",
  groups: {
    ready: "Eingerichtet",
    local: "Auf diesem Rechner, falls gestartet",
    vendor: "Modellhersteller",
    host: "Hoster offener Modelle",
    gateway: "Gateways",
    cloud: "Clouds",
    special: "Eigene Endpunkte ohne Schlüssel",
    simulated: "Simuliert",
  },
  lastCheck: (ok, day, time) => `${ok ? "antwortete" : "fehlgeschlagen"} ${day}, ${time}`,
  keyInKeyring: (tail) =>
    tail ? `Schlüssel im Schlüsselbund, endet auf …${tail}` : "Schlüssel im Schlüsselbund",
  keyInSession: (tail) =>
    tail
      ? `Schlüssel nur für diese Sitzung, endet auf …${tail}`
      : "Schlüssel nur für diese Sitzung",
  keyNone: "Noch kein Schlüssel",
  keyOptional: "Schlüssel freiwillig",
  needsAddress: "Braucht eine Adresse",
  keyUnneeded: "Braucht keinen Schlüssel",
  key: "API-Schlüssel",
  keyHint: "Schlüssel einfügen. Er geht in den Schlüsselbund und kommt nie zurück.",
  keyHintSession: "Schlüssel einfügen. Er bleibt im Arbeitsspeicher, bis Paceline schließt.",
  setKey: "Schlüssel speichern",
  replaceKey: "Schlüssel ersetzen",
  forgetKey: "Schlüssel löschen",
  forgotten: (label) => `Der Schlüssel für ${label} ist gelöscht.`,
  saved: (label) => `Der Schlüssel für ${label} ist im Schlüsselbund.`,
  savedSession: (label) => `Der Schlüssel für ${label} gilt, bis Paceline schließt.`,
  sessionOnly: "Nur für diese Sitzung, wird nirgends gespeichert",
  keyProblems: {
    several: (n) => `Das sind ${count(n)} Zeilen. Schlüssel einzeln einfügen.`,
    masked:
      "Die Mitte dieses Schlüssels fehlt, wie ihn ein Dashboard später zeigt. Dort kopieren, wo er erstellt wurde, oder einen neuen erstellen.",
    space:
      "Ein Schlüssel hat keine Leerzeichen. Nur den Schlüssel einfügen, ohne Text darum herum.",
    letter:
      "Ein Schlüssel besteht aus einfachen Buchstaben, Ziffern und Zeichen. Hier wurde noch etwas anderes mit eingefügt.",
  },
  ofAnother: (owner) => `Das sieht nach einem Schlüssel von ${owner} aus.`,
  saveThere: (owner) => `Für ${owner} speichern`,
  anotherTitle: (owner, label) => `Schlüssel von ${owner} für ${label} speichern?`,
  anotherText: (owner, label, host) =>
    `Er beginnt wie ein Schlüssel von ${owner}. Für ${label} gespeichert, würde er an ${host} gesendet.`,
  anotherGo: (label) => `Für ${label} speichern`,
  replaceTitle: (label) => `Schlüssel für ${label} ersetzen?`,
  replaceText: (tail) =>
    `Der ${tail ? `Schlüssel, der auf …${tail} endet,` : "jetzt gespeicherte Schlüssel"} wird entfernt und kann von hier nicht wiederhergestellt werden.`,
  replaceGo: "Schlüssel ersetzen",
  whereKey: (host) => `Schlüssel holen bei ${host}`,
  check: "Prüfen und Modelle auflisten",
  checking: "Modellliste wird abgefragt …",
  checked: (models) =>
    `Der Anbieter antwortet und listet ${plural(models, "Modell", "Modelle")} auf.`,
  checkedEmpty: "Der Anbieter antwortet, listet aber keine Modelle auf.",
  address: "Adresse",
  addressHint: (path, example, versioned) =>
    `Alles vor ${path}${versioned ? ", mit Version" : ""}, zum Beispiel ${example}`,
  saveAddress: "Adresse speichern",
  addressReset: "Zurück zum Standard",
  addressDefault: (url) => `Standard: ${url}`,
  addressExample: (url) => `Großbuchstaben durch eigene Werte ersetzen: ${url}`,
  dialect: "Dialekt",
  dialectHint: "Das Protokoll, das der Server spricht.",
  reports: (what) => `Der Server meldet ${what}.`,
  sharesKey: (label) => `Verwendet den Schlüssel von ${label}: Beide sind ein Konto.`,
  unprovenTag: "unerprobt",
  paste: {
    title: "Schlüssel einfügen",
    story:
      "Er wird am Anfang erkannt, im Schlüsselbund gespeichert und mit einem kostenlosen Aufruf geprüft.",
    certain: (label) => `Das ist ein Schlüssel von ${label}.`,
    several: "So beginnen Schlüssel mehrerer Anbieter. Von wem ist er?",
    unknown: "Der Schlüssel verrät nicht, zu welchem Anbieter er gehört. Von wem ist er?",
    choose: "Auswählen …",
    keep: (label) => `Für ${label} speichern`,
    open: (label) => `${label} öffnen`,
  },
  local_servers: {
    title: "Server auf diesem Rechner",
    story:
      "Sucht auf Knopfdruck nach Ollama, LM Studio, llama.cpp, vLLM und SGLang an ihren üblichen Ports.",
    look: "Server suchen",
    looking: "Suche läuft …",
    none: "An den üblichen Ports antwortet kein Server. Einen starten oder unten seine Adresse angeben.",
    noModels: "listet keine Modelle auf",
    loaded: (models) => `im Speicher: ${models}`,
    use: "Verwenden",
  },
  environment: {
    title: "Schlüssel in der Umgebung",
    story:
      "Diese Variablen stehen in der Umgebung, aus der Paceline gestartet wurde. Ein Wert wird erst beim Übernehmen gelesen.",
    none: "In der Umgebung, aus der Paceline gestartet wurde, enthält keine bekannte Variable einen Schlüssel.",
    copy: "In den Schlüsselbund kopieren",
    copySession: "Für diese Sitzung verwenden",
    kept: "hat einen Schlüssel",
  },
  plainHttp: {
    title: (host) => `${host} ist öffentlich, und http:// ist unverschlüsselt.`,
    story:
      "Wer am Netzweg sitzt, kann Prompt, Antwort und Schlüssel mitlesen. https:// verwenden, wenn der Server es kann.",
    allow: "Trotzdem unverschlüsselt senden",
  },
  prices: {
    title: "Preise",
    story:
      "Zuerst gilt die Angabe des Anbieters, dann der eigene Preis, dann die Preisliste. Ein Lauf behält die Preise, zu denen er gestartet wurde.",
    book: "Preisliste",
    bookLine: (source, dated, models) =>
      `${source}, ${dated}, ${plural(models, "Modell", "Modelle")}`,
    bookStory:
      "Aktualisieren liest die neueste Liste, die LiteLLM veröffentlicht. Keine Preisliste ist fehlerfrei; schlägt das Aktualisieren fehl, gilt diese weiter. Eine Datei kann LiteLLMs model_prices_and_context_window.json sein oder eine von Paceline geschriebene Liste.",
    bookAge: (days) =>
      days === 0 ? "heute veröffentlicht" : `vor ${plural(days, "Tag", "Tagen")} veröffentlicht`,
    fetch: "Aktualisieren",
    pick: "Datei laden …",
    reading: "Wird gelesen …",
    shipped: "Zurück zur mitgelieferten",
    inEffect: (source, dated) => `${source} vom ${dated} gilt jetzt.`,
    own: "Eigene Preise",
    noneOwn:
      "Noch keine. Neben einem Modell festlegen: einen Anbieter öffnen und auf die Preisschilder des Modells drücken.",
    yours: "eigener",
    since: (day) => `eigener seit ${day}`,
    gone: "Der Preis der Liste gilt wieder.",
    setFor: (model) => `Preis für ${model} festlegen`,
    kind: "Art des Preises",
    kinds: {
      per_million: "je Million Token",
      gpu_hour: "je GPU-Stunde",
      electricity: "nach Strom",
    },
    fields: {
      input_usd: "Eingabe $",
      output_usd: "Ausgabe $",
      cache_read_usd: "Cache lesen $",
      cache_write_usd: "Cache schreiben $",
      reasoning_usd: "Reasoning $",
      request_usd: "Je Anfrage $",
      usd_per_hour: "$ je Stunde",
      watts: "Watt",
      usd_per_kwh: "$ je kWh",
    },
    asThePlain: "wie oben",
    noFee: "keine",
    formulas: {
      per_million:
        "Kosten = Token jeder Art × ihr Preis + die Gebühr je Anfrage. Für einen leeren Preis gilt der der Art, zu der er gehört.",
      gpu_hour:
        "Kosten einer Anfrage = Preis je Stunde × belegte Zeit, geteilt durch die gleichzeitigen Bahnen. Kosten je Million = Stundenpreis ÷ Millionen Token je Stunde.",
      electricity:
        "Preis je Stunde = Watt ÷ 1.000 × Preis je kWh; Kosten einer Anfrage = Preis je Stunde × belegte Zeit.",
    },
    save: "Preis speichern",
    saved: (model) => `${model} hat jetzt einen eigenen Preis.`,
    forget: "Löschen",
    forgotten: (model) => `Für ${model} gilt wieder der Preis der Liste.`,
    cancel: "Abbrechen",
    perHour: (usd) => `${usd} je Stunde des Rechners`,
    drawn: (watts, usd) => `${watts} W zu ${usd} je kWh`,
  },
  network: {
    title: "Netzwerk",
    story: "Wie Anbieter erreicht werden. Server auf diesem Rechner werden immer direkt erreicht.",
    proxy: "Proxy",
    choices: {
      inherit: "wie für alle Anbieter",
      system: "der des Systems",
      direct: "keiner",
      custom: "dieser:",
    },
    systemNone: "derzeit keiner",
    proxyAddress: "Proxy-Adresse",
    proxyHint:
      "http, https, socks5, socks5h, socks4 oder socks4a. Jeder Anbieter kann einen eigenen Proxy haben.",
    login: "Proxy-Anmeldung",
    loginHint: "name:passwort, geht nur in den Schlüsselbund",
    loginKept: "Eine Anmeldung ist im Schlüsselbund.",
    loginSaved: "Die Proxy-Anmeldung ist im Schlüsselbund.",
    loginForgotten: "Die Proxy-Anmeldung ist gelöscht.",
    caFile: "Eigene Zertifikate",
    caHint:
      "Zertifikate, denen zusätzlich zu denen des Systems vertraut wird, etwa die eines Firmenproxys oder eines eigenen Servers, werden mit `paceline network set --ca-file FILE` gewählt: Wer sie wählt, kann mitlesen, was gesendet wird.",
    caNone: "Nur die des Systems.",
    plain: "Unverschlüsselt erreichte Hosts",
    plainNone:
      "Keine. Paceline fragt, bevor es eine http://-Adresse eines öffentlichen Hosts verwendet.",
    forget: "Löschen",
    saved: "Gespeichert. Gilt ab dem nächsten Rennen.",
  },
  models: "Modelle",
  suggested: "Vorschläge. Den Schlüssel prüfen, um die Liste des Anbieters zu sehen.",
  suggestedWithoutKey: "Vorschläge. Auf den Knopf drücken, um die Liste des Servers zu sehen.",
  noneYet:
    "Noch keine bekannt. Auf den Knopf drücken, um die Liste des Servers zu sehen, oder in der Ansicht Rennen einen Modellnamen eingeben.",

  listed: "Die Liste des Anbieters.",
  unlisted: "Vorschläge. Dieser Anbieter listet seine Modelle nicht auf.",
  unchecked:
    "Dieser Anbieter hat keinen kostenlosen Aufruf, der einen Schlüssel prüft. Das erste Rennen wird es zeigen.",
  modelsFilter: "Modell suchen",
  price: (input, output, fee = null) =>
    `${input} Eingabe · ${output} Ausgabe je Million${fee === null ? "" : ` · ${fee} je Anfrage`}`,
  noPrice: "kein Preis",
  takeAddress: (address) => `${address} verwenden`,
  raceModel: (model) => `${model} ins Rennen schicken`,
  addedModel: (model) => `${model} steht am Start.`,
  unproven:
    "Noch nicht am echten Dienst erprobt, sondern nach seiner Dokumentation gebaut. Die Adresse lässt sich unten ändern.",
  local: "läuft auf diesem Rechner",
  simulated: "simuliert",
  custom: "eigener",
  newTitle: "Neuer eigener Endpunkt",
  editTitle: "Endpunkt",
  name: "Name",
  nameHint: "Mein vLLM-Server",
  keyNeeded: "Anfragen brauchen einen Schlüssel",
  create: "Endpunkt hinzufügen",
  save: "Speichern",
  remove: "Endpunkt entfernen",
  removed: (label) => `${label} ist entfernt.`,
  endpointSaved: (label) => `${label} ist gespeichert.`,
  simulatedStory:
    "Läuft in Paceline selbst auf einer Loopback-Adresse, mit bekannten Zeiten. Braucht weder Netz noch Schlüssel und kostet nichts.",
  keyringTitle: {
    missing: "Dieser Rechner hat keinen Schlüsselbund",
    locked: "Der Schlüsselbund ist gesperrt",
  },
  keyringFix: "Abhilfe",
  keyringMeanwhile:
    "Bis dahin lässt sich ein Schlüssel nur für diese Sitzung verwenden: Er bleibt im Arbeitsspeicher und wird nie auf die Platte geschrieben.",
};
