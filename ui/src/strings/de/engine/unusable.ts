/** Why a check cannot be used, and how it is written. */

export const unusable = {
  "unusable.empty_text": "Jede Antwort enthält einen leeren Text.",
  "unusable.long_text": "Der erwartete Text ist länger als {most} Byte.",
  "unusable.number": "Die erwartete Zahl ist nicht endlich.",
  "unusable.tolerance": "Die Toleranz ist negativ oder nicht endlich.",
  "unusable.no_limit": "Die Länge hat keine Grenze; eine untere oder eine obere ist nötig.",
  "unusable.no_length": "Keine Länge ist mindestens {least} und höchstens {most}.",
  "unusable.language":
    "Die Sprache gehört nicht zu den {known}, die erkannt werden. Ihr Code nach ISO 639 ist nötig, etwa `de` oder `deu`.",

  "unusable.long_pattern": "Das Muster ist länger als {most} Byte.",
  "unusable.large_pattern": "Übersetzt belegt das Muster mehr als 1 MB.",
  "unusable.pattern": "Das Muster ist nicht verständlich: {error}.",
  "unusable.pattern_panicked": "Das Muster lässt sich nicht übersetzen.",
  "unusable.too_many_patterns":
    "Die Muster aller Prüfungen und Tools sind zusammen zu groß, um übersetzt zu werden.",

  "unusable.schema": "Das ist kein Schema: {error} bei {place}.",
  "unusable.schema_panicked": "Das Schema lässt sich nicht übersetzen.",
  "unusable.large_schema":
    "Das Schema ist zu groß: Es darf {values} Werte und {bytes} Byte Text haben.",
  "unusable.deep_schema": "Die Teile des Schemas liegen mehr als {most} Ebenen tief ineinander.",
  "unusable.endless_schema":
    "Das Schema wendet einen Teil seiner selbst endlos auf denselben Wert an. JSON Schema lässt offen, was das bedeutet.",
  "unusable.no_schema": "Ein Schema ist ein Objekt, oder true oder false.",
  "unusable.keyword": "Das Schema verwendet `{keyword}`, was hier nicht geprüft wird.",
  "unusable.inner_id": "Ein Teil des Schemas hat eine eigene `{keyword}`.",
  "unusable.reference_outside":
    "Ein `$ref` des Schemas führt aus ihm hinaus oder zu einem Anker. Ihn als `#/…` schreiben.",
  "unusable.reference_nowhere": "Ein `$ref` des Schemas führt nirgendwohin.",
  "unusable.patterns_of_schema": "Das Schema hat mehr als {most} Muster.",

  "unusable.no_tool":
    "Die Anfrage bietet kein Tool an, also kann kein Aufruf eines Tools gültig sein.",
  "unusable.of_tool": "Das Tool {tool}: {why}",
  "unusable.many_calls": "Es werden mehr als {most} Tool-Aufrufe erwartet.",
  "unusable.arguments": "Die erwarteten Argumente von {tool} sind kein Objekt.",
  "unusable.arguments_twice":
    "Die erwarteten Argumente von {tool} sind doppelt angegeben, einmal als mögliche.",
  "unusable.argument_without_list":
    "Von den erwarteten Argumenten von {tool} hat eines keine Liste seiner möglichen Werte.",

  "unusable.twice_opposite": "Das Gegenteil eines Gegenteils ist die Prüfung selbst.",
  "unusable.opposite_of_valid":
    "Tool-Aufrufe werden als gültige verlangt. Für eine Antwort, die kein Tool aufruft, keine Aufrufe erwarten: `tool-call-equals:[]`.",
  "unusable.opposite_of_command":
    "Ein Befehl sagt das Gegenteil selbst, durch den Status, mit dem er endet, wie in `! grep -q Paris`.",
  "unusable.opposite_of_foreign": "Was hier keine Prüfung findet, hat kein Gegenteil.",

  "unusable.no_command": "Es ist kein Befehl angegeben.",
  "unusable.long_command":
    "Der Befehl ist länger als {most} Zeichen. Ihn in eine eigene Datei schreiben.",
  "unusable.hidden_in_command":
    "Der Befehl hat unsichtbare Zeichen, etwa Zeilenumbrüche. Ihn in eine eigene Datei schreiben.",

  "misspelt.nothing": "Der Prüfung `{kind}` fehlt, worauf sie prüft: `{form}`.",
  "misspelt.json": "`json` oder `json:fenced` schreiben.",
  "misspelt.no_json": "Das ist kein JSON der erwarteten Form: {error}.",
  "misspelt.alone": "`{kind}` allein schreiben.",
  "misspelt.opposite": "Eine solche Prüfung gibt es nicht. `not:{kind}:…` schreiben.",
  "misspelt.unknown": "Eine solche Prüfung gibt es nicht. Prüfungen sind {forms}.",
  "misspelt.number":
    "Eine Zahl als `42`, `42±0.5`, `42±1%` oder `first:42` schreiben; `+-` ist `±`.",
  "misspelt.length": "Eine Länge als `10..50`, `10..`, `..50` oder `10` schreiben.",
} as const;
