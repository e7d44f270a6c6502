/** Texte der Prüfungen von Antworten: was geprüft wird, und was herauskam. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

export const checks: Texts["strings"]["checks"] = {
  heading: "Prüfungen",
  number: (n) => plural(n, "Prüfung", "Prüfungen"),
  composer: "Richtig ist eine Antwort, wenn sie alle diese Prüfungen besteht.",
  remove: (check) => `Prüfung entfernen: ${check}`,
  removed: "Prüfung entfernt.",
  undo: "Rückgängig",
  asksSet: (prompts, rounds, suite) => {
    const of = suite === null ? "eines Satzes" : `der eingebauten Suite „${suite}“`;
    const what = prompts === null ? "die Prompts" : plural(prompts, "Prompt", "Prompts");
    const asks = `Dieses Rennen stellt ${what} ${of}, in jeder Runde einen, an Stelle des Prompts darüber.`;
    return prompts !== null && rounds < prompts
      ? `${asks} In ${plural(rounds, "Runde", "Runden")} werden die ersten ${count(rounds)} gestellt.`
      : asks;
  },
  checkedOfSet: (checked, prompts) => {
    if (checked === prompts) return "Zu jedem ist angegeben, welche Antwort richtig ist.";
    return checked === 0
      ? "Zu keinem ist angegeben, welche Antwort richtig ist."
      : `Davon ist zu ${count(checked)} angegeben, welche Antwort richtig ist.`;
  },
  promptsOfSet: "Die Prompts des Satzes",
  showSet: "Prompts anzeigen",
  moreOfSet: (more) => `und ${count(more)} weitere.`,
  removedSet: "Der Prompt darüber wird wieder gestellt, einmal.",
  removeSet: "Stattdessen den Prompt darüber stellen",
  form: {
    title: "Antworten prüfen",
    addHint: "Antworten prüfen: festlegen, was richtig ist",
    kind: "Eine Antwort ist richtig, wenn sie",
    kinds: {
      contains: "einen Text enthält",
      equals: "gleich einem Text ist",
      regex: "auf einen regulären Ausdruck passt",
      number: "eine Zahl nennt",
      json: "JSON ist",
      json_schema: "zu einem JSON-Schema passt",
      tool_call_valid: "Tools wie vereinbart aufruft",
      tool_call_equals: "genau diese Tools aufruft",
      merged: "eine Datei ist",
      length: "eine bestimmte Länge hat",
      language: "in einer bestimmten Sprache ist",
      no_refusal: "keine Ablehnung ist",
      command: "einen eigenen Befehl besteht",
    },
    fields: {
      text: "Text",
      pattern: "Regulärer Ausdruck",
      value: "Zahl",
      tolerance: "Abweichung bis",
      least: "Mindestens",
      most: "Höchstens",
      language: "Code der Sprache, etwa de",
      command: "Befehl",
    },
    lines: { schema: "JSON-Schema", calls: "Tool-Aufrufe als JSON", file: "Die ganze Datei" },
    callsHint:
      'Etwa [{"name": "weather", "arguments": {"city": "Oslo"}}], und keine anderen. [] ist eine Antwort ohne Aufruf.',
    anyOrder: "In beliebiger Reihenfolge",
    fileHint: "Leerraum an Zeilenenden und leere Zeilen am Ende zählen nicht.",
    ignoreCase: "Groß- und Kleinschreibung gelten gleich",
    percent: "Abweichung in Prozent der Zahl",
    taken: "Welche Zahl der Antwort",
    takens: { last: "die letzte", first: "die erste", only: "die einzige" },
    fenced: "Ein Markdown-Codeblock darum ist erlaubt",
    unit: "Gezählt in",
    units: { words: "Wörtern", characters: "Zeichen", sentences: "Sätzen" },
    patternHint: "In linearer Zeit geprüft: ohne Lookaround und ohne Rückverweise.",
    toolsHint: "Braucht Tools in der Anfrage.",
    refusalHint: "Erkannt daran, wie Modelle beim Ablehnen beginnen; das kann täuschen.",
    commandHint:
      "Er liest die Antwort von der Standardeingabe und endet mit 0, wenn sie richtig ist, und mit 1, wenn sie falsch ist; seine erste Zeile ist der Grund. Er läuft nach dem Rennen, höchstens 10 Sekunden, ohne Ihre Umgebungsvariablen und in einem leeren Ordner. Vor dem ersten Mal werden Sie gefragt.",
    commandJson: "Er liest ein JSON-Objekt: Text, Tool-Aufrufe und Zeile",
    negated: "Richtig, wenn das nicht zutrifft",
    submit: "Prüfung hinzufügen",
    added: (check) => `Prüfung hinzugefügt: ${check}.`,
    problems: {
      text: "Hier fehlt ein Text.",
      pattern: "Hier fehlt ein regulärer Ausdruck.",
      number: "Hier fehlt eine Zahl.",
      tolerance: "Eine Zahl ab 0.",
      schema: "Ein Schema ist ein Objekt oder true oder false.",
      calls: "Eine Liste von Aufrufen, jeder mit Namen und Argumenten.",
      file: "Die Datei angeben, die die Antwort sein soll.",
      count: "Eine ganze Zahl ab 0.",
      noLimit: "Eine untere oder obere Grenze fehlt.",
      order: "Nicht weniger als die untere Grenze.",
      language: "Ein Code aus zwei oder drei Buchstaben.",
      command: "Hier fehlt ein Befehl.",
    },
  },
  commands: {
    asked: "Noch nicht gestartet.",
    asking:
      "Ein Dialog fragt, ob ein Befehl dieses Plans laufen darf. Es beginnt, sobald Sie dort geantwortet haben.",
    running: (ended, of) => `Befehle haben ${count(ended)} von ${count(of)} geprüft`,
    declined: (commands) =>
      `Nicht gestartet: Dieser Befehl ist auf diesem Rechner nicht erlaubt: ${commands}`,
    declinedFix: "Erlauben Sie ihn, wenn Sie gefragt werden, oder entfernen Sie die Prüfung.",
    title: "Befehle, die Antworten prüfen dürfen",
    story:
      "Sie laufen mit Ihren Rechten auf diesem Rechner. Jeder ist wörtlich erlaubt, gleich mit welchem Plan er kommt.",
    none: "Keine. Das erste Rennen mit einem Befehl fragt.",
    forget: "Zurücknehmen",
    forgetOf: (command) => `Erlaubnis zurücknehmen: ${command}`,
    forgotten: "Der Befehl darf nicht mehr laufen.",
  },
  verdicts: { right: "richtig", wrong: "falsch", unknown: "unklar, ob richtig" },
  passed: (checks) =>
    checks === 1 ? "Die Prüfung ist bestanden." : `Alle ${checks} Prüfungen sind bestanden.`,
  expectedDiff: "Durchgestrichen: erwartet und fehlt. Unterstrichen: nicht erwartet.",
  noReason: "Ob die Antwort richtig ist, wurde ohne die Gründe gespeichert.",
  rightIn: (right, known) => `richtig in ${count(right)} von ${count(known)}`,
  alsoUnknown: (n) => `${count(n)} unklar`,
  wrongAnswer: "falsche Antwort",
  wrongIn: (wrong, rounds) => `falsch in ${count(wrong)} von ${count(rounds)}`,
  noPlace: "kein Platz, weil eine Antwort falsch ist",
  legend: "durchgestrichen: eine Antwort ist falsch, daher ohne Platz",
  whoWrong: (who) => `Ohne Wertung, weil eine Antwort falsch ist: ${who}`,
  whoWrongIn: (who, wrong, rounds) => `${who} (${count(wrong)} von ${count(rounds)})`,
  pairs: {
    title: "Wer öfter richtig antwortet",
    more: (one, other) => `${one} antwortet öfter richtig als ${other}.`,
    open: (one, other) => `Ob ${one} oder ${other} öfter richtig antwortet, zeigt sich hier nicht.`,
    pair: (pairs, first, second, p) =>
      `Von ${plural(pairs, "Frage", "Fragen")}, die beide beantwortet haben, hatte bei ${first} nur der erste recht und bei ${second} nur der zweite (McNemar-Test, mid-p: ${p}).`,
    among: (contenders) =>
      `Unterschieden wird zu 5 % über alle Paare von ${count(contenders)} zusammen; das p eines Paares muss darum kleiner sein.`,
  },
  questions: {
    title: "Welche Frage richtig beantwortet wurde",
    question: "Frage",
    numbered: (question) => `Frage ${count(question)}`,
    round: (round) => `Runde ${count(round)}`,
    found: { right: "richtig", wrong: "✗ falsch", unknown: "? unklar" },
    failed: "✗ gescheitert",
    firstOpen: (why) => `Die erste Antwort, die nicht richtig ist: ${why}`,
    rightOf: (right, of) => `${right} von ${of}`,
    leftOut: (right, others) =>
      `Weggelassen: ${[
        right > 0 ? `${plural(right, "Frage", "Fragen")}, die jede Bahn richtig beantwortete` : "",
        others > 0 ? `${plural(others, "weitere Frage", "weitere Fragen")}` : "",
      ]
        .filter(Boolean)
        .join(", und ")}.`,
  },
  table: {
    right: "Richtig",
    rightOf: (right, known) => `${count(right)} von ${count(known)}`,
    share: "Anteil richtiger Antworten",
    within: (share, interval) => `${share} (95 %: ${interval})`,
    shareStory:
      "Richtige ÷ (richtige + falsche + gescheiterte), je Anfrage, mit dem 95-%-Intervall (Wilson).",
    unknown: "Unklar, ob richtig",
    seconds: "Zeit je richtiger Antwort",
    secondsStory: "Zeit aller gemessenen Anfragen ÷ richtige Antworten.",
    dollars: "Kosten je richtiger Antwort",
    dollarsStory:
      "Kosten aller gemessenen Anfragen ÷ richtige Antworten. Fehlt, wenn die Kosten einer Anfrage unbekannt sind.",
  },
};
