/** Why a set of prompts cannot be read, and where. */

export const unreadSets = {
  "unread_set.at": "Zeile {line} der Prompts, {place}: {why}",
  "unread_set.within": "Die Prompts, {place}: {why}",
  "unread_set.column": "Spalte {number}",
  "unread_set.named_column": "Spalte `{name}`",
  "unread_set.request": "Anfrage {number}",
  "unread_set.row": "Eintrag {number}",
  "unread_set.prompt": "Prompt {number}",
  "unread_set.test": "Test {number}",
  "unread_set.configuration": "die Konfiguration",
  "unread_set.files": "ihre Dateien",
  "unread_set.providers": "ihre Anbieter",
  "unread_set.of_row": "Eintrag {number}: {why}",
  "unread_set.of_field": "`{field}`: {why}",

  "unread_set.empty": "Der Satz von Prompts enthält keinen.",
  "unread_set.pointer": "Es ist ein Zeiger von Git LFS. `git lfs pull` holt die Datei selbst.",
  "unread_set.registry":
    "Es ist ein Register von OpenAI evals. Die Datei angeben, die sein `samples_jsonl` nennt.",
  "unread_set.no_json": "Es ist kein JSON: {error}.",
  "unread_set.no_json_line":
    'Es ist kein JSON: {error}. Jeden Prompt als JSON-Text schreiben, etwa "Why do rivers bend?", oder als Objekt mit einem "prompt".',
  "unread_set.no_list": "Es ist keine JSON-Liste von Prompts: {error}.",
  "unread_set.no_yaml": "Es ist kein lesbares YAML: {error}.",
  "unread_set.too_many":
    "Es sind {many} Prompts; höchstens {most} werden gefragt. Die Datei teilen.",
  "unread_set.too_large":
    "Seine Werte würden mehr als {most} MB Speicher belegen. Die Datei teilen, oder weglassen, was kein Prompt braucht.",
  "unread_set.too_long":
    "Ausgefüllt kommen die Prompts auf mehr als {most} MB. Die Tabelle teilen oder den Prompt kürzen.",

  "unread_set.unknown_column":
    "Ein Satz von Prompts hat keine solche Spalte. Spalten sind {known}; eine Tabelle, die Variablen eines Prompts füllt, wird mit --table angegeben.",
  "unread_set.no_prompt": "Es gibt keinen Prompt. In diese Spalte einen schreiben.",

  "unread_set.no_row": "Ein Eintrag ist ein Prompt als JSON-Text oder ein Objekt.",
  "unread_set.unknown_field":
    "Ein Eintrag hat kein solches Feld. Seine Felder sind name, prompt, system, messages, {known}, request, payload, expected, check und checks.",
  "unread_set.settings":
    "Sein Token-Limit, seine Temperatur und sein Aufwand sind Einstellungen des Plans. Sie herausnehmen.",
  "unread_set.unlike":
    "{name} ist {asked} und in den Einträgen davor {before}. Es ist eine Einstellung des Plans, für jeden Eintrag dieselbe: Sie angleichen, oder aus den Einträgen herausnehmen und dort einstellen.",
  "unread_set.name_is_text": "Ein Name ist ein Text.",
  "unread_set.prompt_is_text": "Ein Prompt ist ein Text.",
  "unread_set.system_is_text": "Ein System-Prompt ist ein Text.",
  "unread_set.two_ways":
    "Ein Eintrag fragt auf eine Weise, und dieser hat {ways}. Eines stehen lassen.",
  "unread_set.no_way":
    'Ein Eintrag fragt mit "prompt", mit "messages" oder mit einer ganzen "request". Ihm eines davon geben.',
  "unread_set.two_systems": "Die Anfrage hat einen eigenen System-Prompt. Einen stehen lassen.",
  "unread_set.two_payloads":
    "Die messages oder die request des Eintrags sind schon sein payload. Eines stehen lassen.",
  "unread_set.no_payload": "Es ist keines, wie das Dokument eines Laufs es hat: {error}.",
  "unread_set.messages_are_list": 'messages sind eine Liste, jede mit "role" und "content".',
  "unread_set.no_ideal":
    'Ein Beispiel von evals ohne "ideal" beurteilt ein Modell, und das tut hier keine Prüfung. Ihm ein "ideal" oder einen "check" geben, oder mit "messages" fragen und für das Rennen einen Richter nennen.',
  "unread_set.ideal_is_text": "Es ist ein Text oder eine Liste von Texten.",

  "unread_set.no_number": "Keine Antwort hat eine solche Zahl.",
  "unread_set.no_expected":
    'Eine erwartete Antwort ist ein Text oder eine Zahl. Für JSON "checks" mit einem `json-schema:…` angeben, für einen Tool-Aufruf mit einem `tool-call-equals:…`.',
  "unread_set.no_checks": 'Prüfungen sind eine Liste, etwa ["icontains:Paris"].',
  "unread_set.no_list_of_checks":
    'Prüfungen sind eine JSON-Liste, etwa ["icontains:Paris"]; das ist keine: {error}.',
  "unread_set.no_check": "Das ist keine Prüfung, wie ein Dokument sie hat: {error}.",
  "unread_set.check_is_text":
    'Eine Prüfung ist ein Text wie "icontains:Paris", oder ein Objekt mit seiner "kind".',
};
