/** Texte für Ergebnisse von Anfragen und Läufen. */

import type { Texts } from "../texts";

type Results = Texts["results"];

export const phases: Results["phases"] = {
  connecting: "verbindet",
  ready: "am Start",
  waiting: "wartet",
  thinking: "denkt",
  writing: "schreibt",
  ended: "beendet",
};

export const statuses: Results["statuses"] = {
  ok: "fertig",
  ok_empty: "fertig ohne Text",
  filtered: "gefiltert",
  refused: "Modell lehnt ab",
  truncated: "abgeschnitten",
  error_stream: "im Strom abgebrochen",
  error_http: "fehlgeschlagen",
  throttled: "gedrosselt",
  error_net: "Netzfehler",
  timeout_first: "kein erstes Token",
  timeout_idle: "verstummt",
  deadline: "zu lange",
  cancelled: "von Ihnen angehalten",
  interrupted: "unterbrochen",
};

export const runStates: Results["runStates"] = {
  running: "läuft",
  finished: "beendet",
  stopped: "angehalten",
  interrupted: "unterbrochen",
};

export const runStateStories: Results["runStateStories"] = {
  running: "Dieses Rennen läuft.",
  finished: "Alle Bahnen sind von selbst zu Ende gegangen.",
  stopped: "Dieses Rennen wurde angehalten. Was bis dahin ankam, ist gespeichert.",
  interrupted:
    "Paceline wurde während dieses Rennens geschlossen. Was bis dahin ankam, ist gespeichert.",
};

/** Namen von Fehlern auf Plaketten; Satz und Rat kommen mit dem Fehler selbst. */
export const faults: Results["faults"] = {
  dns: "Host nicht gefunden",
  tcp: "Keine Verbindung",
  tls: "TLS-Fehler",
  proxy: "Proxy-Fehler",
  connection_lost: "Verbindung verloren",
  not_http: "Kein HTTP-Server",
  wrong_key: "Schlüssel abgelehnt",
  no_credit: "Kein Guthaben",
  region: "Region nicht bedient",
  unverified: "Nicht verifiziert",
  model_gated: "Modell gesperrt",
  forbidden: "Nicht erlaubt",
  model_not_found: "Modell unbekannt",
  data_policy: "Per Richtlinie aus",
  no_such_backend: "Backend unbekannt",
  no_such_deployment: "Kein solches Deployment",
  wrong_api: "Falscher Dialekt",
  path_not_found: "Falsche Adresse",
  bad_parameter: "Parameter abgelehnt",
  too_long: "Prompt zu lang",
  filtered: "Gefiltert",
  throttled: "Zu viele Anfragen",
  capacity: "Keine Kapazität",
  loading: "Modell wird geladen",
  out_of_memory: "Zu wenig Speicher",
  timeout_server: "Server-Timeout",
  redirected: "Umgeleitet",
  server_error: "Serverfehler",
  other_status: "Abgelehnt",
  not_a_stream: "Nicht lesbar",
  in_stream: "Mittendrin abgebrochen",
  too_large: "Antwort zu groß",
  refused: "Modell lehnt ab",
  empty: "Kein Text",
  truncated: "Abgeschnitten",
  timeout_first: "Kein erstes Token",
  timeout_idle: "Verstummt",
  deadline: "Zu lange",
};

/** Der Denkaufwand, in den Wörtern der Schnittstellen. */
export const efforts: Results["efforts"] = {
  none: "none",
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "xhigh",
  max: "max",
};

export const tokenSources: Results["tokenSources"] = {
  server: {
    tag: "vom Server gezählt",
    story: "Token, wie der Server sie zählt und berechnet, aus dem gesendeten Verbrauch.",
  },
  neutral: {
    tag: "hier gezählt",
    story:
      "Token, hier mit o200k_base über den ganzen Text gezählt: zwischen den Bahnen vergleichbar.",
  },
  chunks: {
    tag: "Chunks gezählt",
    story: "Ein Token je angekommenem Chunk angenommen: eine Schätzung, und eine schlechte.",
  },
};

export const costSources: Results["costSources"] = {
  reported: "vom Anbieter angegeben",
  computed: "Token-Zahl mal Preis",
  self_hosted: "die Zeit, in der der eigene Rechner beschäftigt war",
};

export const reasoningTypes: Results["reasoningTypes"] = {
  none: "keines gesehen",
  verbatim: "wortwörtlich gestreamt",
  summary: "als Zusammenfassung gestreamt",
  redacted: "verschlüsselt gestreamt",
  hidden: "gezählt, nie gezeigt",
  inline_think: "in der Antwort, zwischen think-Tags",
};
