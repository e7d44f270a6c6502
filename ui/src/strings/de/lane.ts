/** Texte einer Bahn, während und nach dem Rennen: ihre Karte und ihre Zeile auf der Strecke. */

import { count, durationUnit } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

export const track: Texts["strings"]["track"] = {
  label: "Rennstrecke",
  axis: "Sekunden nach dem Start",
  wait: "warten",
  think: "denken",
  write: "schreiben",
  ticks: (every) => `1 Teilstrich = ${count(every)} Token`,
  ready: "Startklar. Alle Verbindungen werden vor dem Startschuss aufgebaut.",
  racing: "Rennen läuft",
  warmup: "Aufwärmen, nicht gemessen",
  round: (k, n) => `Runde ${k} von ${n}`,
  named: (round, name) => `${round} · ${name}`,
  roundAtMost: (k, n) => `Runde ${k}, höchstens ${n}`,
  rounds: "Runden",
  tps: "tok/s",
  get ttft() {
    return `TTFT ${durationUnit()}`;
  },
  cost: "Kosten",
  rowLabel: (label, story) => `${label}: ${story}`,
};

export const lane: Texts["strings"]["lane"] = {
  brief: (tokens) => `${tokens} Token`,
  label: (place, label, model) => `Bahn ${place}: ${label}, ${model}`,
  stop: "Diese Bahn anhalten",
  failed: "fehlgeschlagen",
  retryWith: (model) => `Mit ${model} starten`,
  remedies: {
    key: "Schlüssel eintragen",
    address: "Adresse prüfen",
    network: "Proxy einstellen",
    lane: "Bahn ändern",
    prompt: "Prompt ändern",
    retry: "Erneut starten",
    timeouts: "Zeitlimit verlängern",
  },
  openSite: (host) => `${host} öffnen`,
  sentOtherwise: "Anders gesendet als geplant",
  adjusted: (field, asked, sent, why) => `${field}: ${asked}, ${sent}; ${why}.`,
  numbered: (name, place) => `${name} (Bahn ${place})`,
  asked: (what) => `verlangt ${what}`,
  notAsked: "nicht verlangt",
  sent: (what) => `gesendet ${what}`,
  notSent: "weggelassen",
  leftOut: (field) => `${field} wurde weggelassen.`,
  numbers: "Alle Zahlen",
  copy: "Antwort kopieren",
  copyCode: "Kopieren",
  notRendered:
    "Ab hier steht die Antwort, wie sie geschrieben wurde: Sie ist zu lang oder zu tief verschachtelt, um als Markdown dargestellt zu werden.",
  copied: "Kopiert.",
  vote: {
    title: (name) => `Ihre Bewertung der Antwort von ${name}`,
    none: "Antwort bewerten",
    good: "Gut",
    bad: "Schlecht",
    voted: (isGood, note) => `${isGood ? "Gut" : "Schlecht"} bewertet${note ? `: ${note}` : ""}`,
    noted: (note) => `Notiz: ${note}`,
    note: "Notiz zu dieser Antwort",
    hint: "Wird mit dem Lauf gespeichert. Im Verlauf findet vote:good sie wieder.",
  },
  silentSince: (moment) => `still seit ${moment}`,
  failedRounds: (failed, rounds) =>
    `${count(failed)} von ${plural(rounds, "Runde", "Runden")} fehlgeschlagen`,
  text: (label) => `Antwort von ${label}`,
  latest: "Zum neuesten Text",
  thinking: "Denken",
  noText: "Kein Text.",
  waiting: "Hier erscheint das erste Token.",
  thinned: "Text 5×/s",
  thinnedAdvice:
    "Bei dieser Geschwindigkeit wird der Text fünfmal je Sekunde gezeichnet, damit das Fenster mitkommt. Gemessen und gespeichert wird trotzdem jedes Token.",
  tps: "tok/s",
  get ttft() {
    return `TTFT ${durationUnit()}`;
  },
  get first() {
    return `erster ${durationUnit()}`;
  },
  get total() {
    return `gesamt ${durationUnit()}`;
  },
  get elapsed() {
    return `Zeit ${durationUnit()}`;
  },
  tokens: "Token",
  cost: "Kosten",
  queue: (ms) => `Warteschlange ${ms}`,
  again: "erneut gestartet",
  againAdvice: (earlier) =>
    `Erster Versuch: ${earlier}. Er wurde allein wiederholt, nachdem die anderen fertig waren; die Ergebnisse oben verwenden den ersten Versuch.`,
  costUnknown: "Kosten unbekannt",
  costUnknownAdvice:
    "Der Preis ist bekannt, der Verbrauch nicht: Der Server sendet die Token-Zahl am Ende der Antwort.",
  noPrice: "kein Preis",
  noPriceAdvice:
    "Für dieses Modell ist kein Preis bekannt, daher sind die Kosten unbekannt. Sie sind nicht null.",
  serverAdvice: "Angabe des Servers; wird nie mit hier Gemessenem vermischt.",
  httpStatus: (status) => `HTTP ${status}`,
  requestId: (id) => `Anfrage ${id}`,
  retryAfter: (duration) => `bittet um ${duration} Wartezeit`,
  parameter: (name) => `Parameter ${name}`,
  moreTags: (n) => `+${n}`,
  body: "Antwort des Servers",
  summary: (n) => plural(n, "Runde", "Runden"),
  typical: (name, value) => `${name} ${value}`,
};
