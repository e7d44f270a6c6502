/** Texte über Paceline selbst: Version, was diesen Rechner verlässt, Problembericht, Umzug des Ordners. */

import type { Texts } from "../texts";

type Settings = Texts["strings"]["settings"];

export const about: Settings["about"] = {
  version: "Version",
  build: "Build",
  definitions: "Definitionen",
  definitionsHint:
    "Version der Formeln hinter den Zahlen. Läufe mit anderen Versionen werden aus ihren Rohdaten neu berechnet.",
  leaves: "Was diesen Rechner verlässt",
  leaving: [
    "Prompt und Schlüssel, an die Anbieter eines Rennens oder einer Messreihe, sobald diese starten.",
    "Ein Schlüssel, an den Anbieter, dessen Modelle aufgelistet werden: beim Prüfen und bei der Suche nach Modellen.",
    "Eine Anfrage nach der Preisliste, wenn sie aktualisiert wird.",
    "Eine Anfrage an die üblichen Ports dieses Rechners, wenn nach lokalen Servern gesucht wird.",
  ],
  nothingElse:
    "Sonst nichts: kein Konto, keine Telemetrie, keine Suche nach Updates. Prompts und Antworten liegen im Verlauf auf diesem Rechner, Schlüssel nur im Schlüsselbund des Systems.",
  licences: "Lizenzen",
  licence: [
    { of: "Paceline", under: "MIT" },
    { of: "Schrift Inter", under: "SIL Open Font License 1.1" },
    {
      of: "Bibliotheken",
      under: "MIT, Apache 2.0, BSD, ISC, Zlib, MPL 2.0, Unicode 3.0, jeweils unter der eigenen",
    },
  ],
};

export const report: Settings["report"] = {
  title: "Problem melden",
  story:
    "Versionen, Einstellungen und das Ende des Protokolls, als Text, den Sie zuerst lesen. Er enthält keinen Prompt, keine Antwort, keinen Schlüssel, keine Adresse und keinen Ordner. Nichts wird gesendet: Sie speichern den Text und hängen ihn an Ihre Meldung an.",
  write: "Bericht erstellen",
  text: "Der Bericht",
  save: "In Downloads speichern",
  copy: "Kopieren",
  discard: "Verwerfen",
  saved: (path) => `Gespeichert als ${path}.`,
  show: "Im Ordner zeigen",
};

export const move: Settings["move"] = {
  label: "Verschieben nach",
  hint: "Der absolute Pfad eines leeren oder neuen Ordners. Der Verlauf wird dorthin kopiert, und Paceline startet neu; der alte Ordner bleibt mit seinen Sicherungen, wie er ist. Die Befehlszeile zieht mit um.",
  named:
    "Dieser Ordner wurde beim Start von Paceline mit --data-dir oder PACELINE_DATA_DIR angegeben. Dort einen anderen angeben.",
  placeholder: "/der/ganze/Pfad",
  move: "Verschieben …",
  moving: "Wird kopiert …",
};
