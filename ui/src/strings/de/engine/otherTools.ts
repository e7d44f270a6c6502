/** What of the sets of other tools has no equal here, and what of them cannot be carried. */

export const otherTools = {
  "promptfoo.field": "`{name}` einer Assertion hat hier keine Entsprechung",
  "promptfoo.weightless": "sie hat das Gewicht 0, womit promptfoo sie als bestanden zählt",
  "promptfoo.threshold": "ihr `threshold` hat hier keine Entsprechung",
  "promptfoo.one_of_several": "keine Prüfung sagt, dass einer von mehreren Texten fehlt",
  "promptfoo.invalid_calls": "keine Prüfung verlangt ungültige Aufrufe",
  "promptfoo.no_function":
    "die Anfrage bietet keine Funktion an, an der sich ein Aufruf messen ließe; sie mit `tools` anbieten",
  "promptfoo.code":
    "Code von promptfoo läuft hier nicht; dem Plan einen eigenen Befehl geben, `command:python3 check.py`, oder als `regex` oder `contains` sagen, wonach er sucht",
  "promptfoo.graded":
    "das ist das Wort eines Modells und keine Prüfung; einen Richter nennen, `--judge LANE`, der über je zwei Antworten in beiden Reihenfolgen befragt wird",
  "promptfoo.other_model":
    "sie fragt ein anderes Modell, was keine Prüfung tut; als `contains` oder `regex` sagen, was die Antwort richtig macht",
  "promptfoo.latency":
    "wie lange eine Antwort dauern darf, ist eine Grenze von `paceline gate` oder von `--goodput` in einer Messreihe",
  "promptfoo.cost": "was eine Antwort kosten darf, ist eine Grenze von `paceline gate`",
  "promptfoo.json_within":
    "keine Prüfung findet JSON innerhalb eines Textes; nur JSON verlangen und `is-json` verwenden",
  "promptfoo.other": "keine Prüfung entspricht ihr",
  "promptfoo.scored":
    "die `assertScoringFunction` ihres Tests hat hier keine Entsprechung: Eine Antwort ist richtig, wenn sie alle Prüfungen besteht",
  "promptfoo.transformed":
    "`{setting}` ihres Tests ändert die Antwort vorher, und nichts von promptfoo läuft hier",
  "promptfoo.share":
    "nach dem `threshold` {share} von {whose} gilt: {enough}, und hier muss eine Antwort alle bestehen; aus jeder einen Test machen, oder in einem eigenen Befehl zählen, `command:python3 check.py`",
  "promptfoo.its_test": "ihrem Test",
  "promptfoo.its_set": "ihrem `assert-set`",
  "promptfoo.some": "{some} von {all} Assertions genügen",
  "promptfoo.none": "keine Assertion muss bestehen",
  "promptfoo.share_of_weight": "Assertions mit diesem Anteil des Gewichts genügen",

  "unread_promptfoo.no_prompts":
    "Sie hat keine `prompts` und ist so kein Satz von Prompts. Sie in eine Liste dieses Namens schreiben, wie promptfoo sie hat, oder einen in jede Zeile.",
  "unread_promptfoo.redteam":
    "Durch `redteam` denkt sich promptfoo seine Tests aus. Die Datei angeben, die `promptfoo redteam generate` schreibt.",
  "unread_promptfoo.field": "`{name}` wird nicht übernommen. Herausnehmen.",
  "unread_promptfoo.no_list": "Sie in einer Liste schreiben.",
  "unread_promptfoo.file":
    "Die Datei {file} wird hier nicht gelesen. Die Konfiguration an `paceline race --prompts` geben, das Dateien neben ihr liest, oder den Inhalt ausschreiben.",
  "unread_promptfoo.column": "Diese Spalte von promptfoo wird nicht übernommen. Sie löschen.",
  "unread_promptfoo.labels": "`prompts` eines Tests ist eine Liste ihrer Bezeichnungen.",
  "unread_promptfoo.label": "Es gibt keinen Prompt mit der Bezeichnung `{name}`.",
  "unread_promptfoo.prompt":
    "Ein Prompt ist ein Text. Funktionen laufen hier nicht; ihn ausschreiben.",
  "unread_promptfoo.providers_differ":
    "Sie unterscheiden sich in {names}, und ein Eintrag fragt jede Bahn dasselbe. Für jeden eine Konfiguration machen.",
  "unread_promptfoo.test": "Ein Test ist ein Objekt.",
  "unread_promptfoo.option": "`{name}` seiner Optionen wird nicht übernommen. Herausnehmen.",
  "unread_promptfoo.assert_list": "`assert` ist eine Liste.",
  "unread_promptfoo.by_name": "`{name}` hat einen Wert für jeden Namen.",
  "unread_promptfoo.nested":
    "Die Variable `{name}` enthält `{other}`, was promptfoo ebenfalls ausfüllt. Ausschreiben, wofür es steht.",
  "unread_promptfoo.empty_variable":
    "Die Variable `{name}` ist leer. Sie als Text schreiben, `''` für keinen.",
  "unread_promptfoo.variable":
    "Die Variable `{name}` ist kein Text, keine Zahl und keine Liste davon. Sie als Text schreiben.",
  "unread_promptfoo.values": "Die Variable `{name}` hat keinen Wert, oder mehr als {most}.",
  "unread_promptfoo.unfilled": "{why}.",
  "unread_promptfoo.program":
    "Er enthält `{tag}`, womit promptfoo ihn ausfüllt; hier werden nur `{names}` ausgefüllt. Ihn ausschreiben.",
  "unread_promptfoo.set_field": "`{name}` eines `assert-set` wird nicht übernommen. Herausnehmen.",
  "unread_promptfoo.set_list": "Ein `assert-set` hat seine Assertions in einer Liste `assert`.",
  "unread_promptfoo.set_within":
    "Ein `assert-set` hat Assertions und kein anderes `assert-set`. Sie ausschreiben.",
  "unread_promptfoo.reference": "In dieser Konfiguration gibt es bei `{name}` keine Assertion.",
  "unread_promptfoo.threshold": "Der `threshold` von {whose} ist eine Zahl von 0 bis 1.",
  "unread_promptfoo.assertion": "Eine Assertion ist ein Objekt mit einem `type`.",
  "unread_promptfoo.no_type": "Eine Assertion hat keinen `type`.",
  "unread_promptfoo.value_file":
    "Der Wert von `{kind}` ist die Datei {file}, die nicht gelesen wurde. Ihn ausschreiben.",
  "unread_promptfoo.of_value": "Der Wert von `{kind}`: {why}",
  "unread_promptfoo.value": "Der Wert von `{kind}` ist ein Text.",
  "unread_promptfoo.no_value": "`{kind}` hat keinen Wert.",
  "unread_promptfoo.value_list": "Der Wert von `{kind}` ist eine Liste von 1 bis {most} Texten.",
  "unread_promptfoo.value_schema": "Der Wert von `is-json` ist ein JSON Schema als Objekt.",
  "unread_promptfoo.value_words": "Der Wert von `word-count` ist eine Zahl, oder `min` und `max`.",
  "unread_promptfoo.empty_text":
    "Ein Text von `{kind}` ist leer, und jede Antwort würde bestehen. Ihm einen Text geben, oder die Assertion herausnehmen.",
  "unread_promptfoo.comma": "Hinter jedem Text in Anführungszeichen steht ein Komma.",
  "unread_promptfoo.open_quotation": "Ein Text in Anführungszeichen hat kein Ende.",

  "unread_leaderboard.played":
    "Sie wird in mehreren Beiträgen mit eigenen Diensten des Leaderboards beantwortet, und ein Eintrag fragt einmal. Weglassen.",
  "unread_leaderboard.no_questions":
    "Das sind richtige Aufrufe ohne ihre Fragen. Die Datei der Fragen angeben, die diese neben sich im Ordner possible_answer liest.",
  "unread_leaderboard.other_code":
    "Ihre Argumente sind Java oder JavaScript in Texten, die das Leaderboard vor dem Vergleich umwandelt. Weglassen.",
  "unread_leaderboard.several_turns":
    "Sie hat mehrere Beiträge, jeder mit seiner Antwort, und ein Eintrag fragt einmal. Weglassen.",
  "unread_leaderboard.no_such_type": "JSON hat keine Werte vom Typ `{kind}`. Weglassen.",
  "unread_leaderboard.call_list": "Es ist eine Liste von Aufrufen.",
  "unread_leaderboard.python_calls":
    "Es sind Aufrufe in Python, die das Leaderboard ausführt, um ihre Ergebnisse zu vergleichen. Weglassen.",
  "unread_leaderboard.call_form":
    "Jeder Aufruf ist ein Objekt mit dem Namen der Funktion, etwa {form}.",
  "unread_leaderboard.argument_list":
    "Jedes Argument von `{name}` hat eine Liste seiner möglichen Werte, etwa {form}.",
} as const;
