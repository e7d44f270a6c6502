/** Texte des Verlaufs: Suche, Notizen, Export und Import, Ausgaben. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

const runsOf = (runs: number) => plural(runs, "Lauf", "Läufe");
const requestsOf = (requests: number) => plural(requests, "Anfrage", "Anfragen");

export const archive: Texts["archive"] = {
  search: "Läufe durchsuchen",
  placeholder:
    "Prompts, Antworten, Notizen, Schlagwörter oder Filter: model:llama ttft<500ms since:7d",
  clear: "Suche leeren",
  help: "Hilfe zur Suche",
  helpTitle: "Suchen",
  suggestions: "Filter und Werte",
  quick: "Schnellfilter",
  chips: [
    { token: "starred", name: "Mit Stern" },
    { token: "kind:race", name: "Rennen" },
    { token: "kind:sweep", name: "Messreihen" },
    { token: "status:failed", name: "Mit Fehlern" },
    { token: "since:7d", name: "Letzte 7 Tage" },
    { token: "simulated:no", name: "Nur echte" },
    { token: "has:notes", name: "Mit Notizen" },
  ],
  found: (total, more) => `${more ? "mehr als " : ""}${runsOf(total)} gefunden`,
  nothing: "Nichts gefunden",
  nothingHint: "Auf keinen Lauf trifft all dies zu:",
  showAll: "Alle Läufe zeigen",
  failing: "Der Verlauf konnte nicht gelesen werden",
  again: "Erneut versuchen",
  hitIn: {
    system: "System-Prompt",
    answers: "Antwort",
    note: "Notiz",
    tags: "Schlagwort",
  },
  more: (runs) => `und ${count(runs)} weitere`,
  miniFinish:
    "Wie weit jede Bahn war, als die erste im Ziel war, nach typischer Wartezeit und Geschwindigkeit",
  first: "Erstes Wort",
  fastest: "Am schnellsten",
  requests: requestsOf,
  costUnknown: (requests) =>
    requests === 1
      ? "Die Kosten von 1 Anfrage sind unbekannt."
      : `Die Kosten von ${count(requests)} Anfragen sind unbekannt.`,
  noCost: "kein Preis",
  hasNote: "Hat eine Notiz",
  select: (prompt) => `Lauf „${prompt}“ auswählen`,
  star: (prompt) => `Lauf „${prompt}“ mit Stern markieren`,
  starThis: "Diesen Lauf mit Stern markieren",
  list: "Läufe",
  keys: "↑ ↓ bewegt, Leertaste wählt aus, Shift erweitert, Enter öffnet, Entf löscht",
  selected: (runs) => `${count(runs)} ausgewählt`,
  deselect: "Auswahl aufheben",
  export: "Exportieren",
  formats: {
    json: { name: "JSON", story: "alles, mit Rohdaten; kann importiert werden" },
    csv: { name: "CSV", story: "eine Zeile je Anfrage" },
    md: { name: "Markdown", story: "Bedingungen, Tabellen, Prompt und Antworten" },
    html: { name: "HTML-Seite", story: "spielt das Rennen ab, ganz ohne Netz" },
  },
  withoutPrompts: "Ohne Prompts",
  saved: (path) => `${path.split(/[\\/]/).at(-1) ?? path} gespeichert`,
  showInFolder: "Im Ordner zeigen",
  tag: "Schlagwort",
  tagField: "Schlagwort hinzufügen",
  tagPlaceholder: "Schlagwort",
  addTag: "Hinzufügen",
  removeTag: (tag) => `Schlagwort ${tag} entfernen`,
  compare: "Vergleichen",
  compareHint: "Mindestens zwei Läufe auswählen, um sie zu vergleichen",
  delete: "Löschen",
  deleted: (runs) => (runs === 1 ? "Lauf gelöscht." : `${count(runs)} Läufe gelöscht.`),
  undo: "Rückgängig",
  hide: "Ausblenden",
  show: "Wieder einblenden",
  hideHint: "Nimmt sie aus der Liste; die Suche nach hidden:yes findet sie",
  hidden: (runs) => `${runsOf(runs)} ausgeblendet. Die Suche nach hidden:yes findet sie.`,
  shown: (runs) => `${runsOf(runs)} wieder in der Liste.`,
  importedTag: "importiert",
  importedStory: "Wer antwortete, wann und auf welchem Rechner, sagt nur die Datei",
  import: "Importieren …",
  importField: "JSON-Export auswählen",
  imported: ({ added, known, deleted }) => {
    const parts = [`${runsOf(added.length)} importiert.`];
    if (known.length > 0) parts.push(`${runsOf(known.length)} schon vorhanden.`);
    if (deleted.length > 0) parts.push(`${runsOf(deleted.length)} schon vorhanden, aber gelöscht.`);
    return parts.join(" ");
  },
  drop: "JSON-Export hier ablegen",
  note: "Notiz",
  noteField: "Notiz zu diesem Lauf",
  notePlaceholder: "Was an diesem Lauf ist wissenswert?",
  addNote: "Notiz hinzufügen",
  editNote: "Bearbeiten",
  keepNote: "Speichern",
  cancelNote: "Abbrechen",
  spend: "Ausgaben",
  spendTitle: "Ausgaben",
  close: "Schließen",
  days: (days) => `${days} Tage`,
  period: "Zeitraum",
  provider: "Anbieter",
  model: "Modell",
  cost: "Kosten",
  unknown: "Unbekannt",
  unknownHint: "Anfragen mit unbekannten Kosten; in keiner Summe enthalten",
  requestsHead: "Anfragen",
  inTokens: "Eingabe-Token",
  outTokens: "Ausgabe-Token",
  all: "Alle",
  simulatedSpend: (requests) =>
    `Dazu ${plural(requests, "simulierte Anfrage", "simulierte Anfragen")} ohne Kosten.`,
  spendNothing: "Keine echten Anfragen in diesem Zeitraum.",
  spendLegend:
    "Nur bekannte Kosten. Gelöschte Läufe zählen, solange sie wiederhergestellt werden können.",
};
