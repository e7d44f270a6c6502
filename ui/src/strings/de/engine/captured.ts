/** What is told of a request that was sent elsewhere, and of a set of such requests. */

export const captured = {
  "captured.several":
    "Es sind {requests} Anfragen, und gelesen wird eine: {first}. Eine andere einzeln einfügen.",
  "captured.first": "die erste",
  "captured.first_named": "die erste, `{name}`",
  "captured.of_batch":
    "Es ist eine Zeile eines Batches: `{place}` wird als eigene Anfrage gelesen.",
  "captured.of_batch_without":
    "Es ist eine Zeile eines Batches: `{place}` wird als eigene Anfrage gelesen, und {left} {n:wird|werden} nicht gesendet.",
  "captured.unsure":
    "Sie wird als Body von Anthropic Messages gelesen, denn {why}; sicher ist daran nichts. Ist es einer von OpenAI Chat Completions, dann die curl-Zeile einfügen, deren Adresse es sagt.",
  "captured.claude": "ihr Modell ist eines von Anthropic",
  "captured.thinks": "sie verlangt Denken so wie die API von Anthropic",
  "captured.marked": "sie hat Cache-Marken von Anthropic",
  "captured.rounded":
    "Die Zahl {number} hat mehr Ziffern, als JSON-Leser behalten, und wird gerundet gesendet. Als Text schreiben, wenn alle zählen.",
  "captured.more_rounded": "Ebenso {more} weitere Zahlen.",
  "captured.repeated":
    "`{place}` steht mehr als einmal da; gelesen wird das letzte, wie die meisten Server es lesen.",
  "captured.more_repeated": "Ebenso weitere {more} Namen.",
  "captured.more_notes": "Weitere {more} Hinweise dieser Art sind nicht aufgeführt.",
  "captured.key_in_field":
    "`{place}` wird weggelassen, weil es einen Schlüssel enthält, und den trägt nur ein Header.",
  "captured.more_keys": "Ebenso weitere {more} Felder mit Schlüsseln.",
  "captured.key_in_text":
    "`{place}` hat ein Wort, das wie ein Schlüssel aussieht. Es geht an jede Bahn, wie es dasteht, und bleibt im Verlauf und in Exporten. Ist es einer, dann herausnehmen und die Anfrage erneut einfügen.",
  "captured.more_keys_in_text": "Ebenso {more} weitere Texte.",
  "captured.of_sdk": "`{name}` wird weggelassen: Es gehört dem SDK und wird nicht gesendet.",

  "captured.rest_of_line":
    "`{sign}` und was in der Zeile folgt, wird weggelassen: Gelesen wird eine Anfrage, und nichts wird ausgeführt.",
  "captured.below_text":
    "Was auf den Text unter der Zeile folgt, wird weggelassen: Gelesen wird eine Anfrage, und nichts wird ausgeführt.",
  "captured.after_call":
    "Was auf den Aufruf folgt, wird weggelassen: Gelesen wird eine Anfrage, und nichts wird ausgeführt.",
  "captured.doubled_quotes":
    "`''` zwischen einfachen Anführungszeichen wird als ein Anführungszeichen gelesen, wie PowerShell es liest.",
  "captured.escaped_quotes":
    '`\\"` im Body wird als Anführungszeichen gelesen, wie Windows PowerShell es weitergibt.',
  "captured.files_of_line":
    "Die Dateien, die die Zeile mit `<` und `>` liest oder schreibt, werden weggelassen.",
  "captured.unsent_text":
    "Der Text, den die Zeile zu lesen bekommt, wird weggelassen: Keine Option wie `-d @-` sendet ihn.",
  "captured.own_way":
    "`{name}` wird weggelassen: Eine Bahn nimmt den Weg, der unter „Netzwerk“ eingestellt ist, und meldet sich allein mit einem Schlüssel in einem Header an.",
  "captured.session":
    "Die Sitzung mit ihren Cookies wird weggelassen: Eine Bahn meldet sich allein mit einem Schlüssel in einem Header an.",

  "captured.query":
    "`{name}` der Adresse wird weggelassen: Die Adresse einer Bahn hat keine Abfrage.",
  "captured.slash": "Der `/` am Ende der Adresse wird weggelassen.",
  "captured.without_versions":
    "Gefragt wird unter `/openai/v1`, der Adresse von Azure ohne Versionen.",
  "captured.deployment":
    "Das Deployment `{model}` ist das Modell und wird unter `/openai/v1` gefragt, der Adresse von Azure ohne Versionen.",

  "captured.header_in_variable":
    "Der Header, der in der Variablen `{name}` steht, wird weggelassen; ihn ausschreiben, wenn er keinen Schlüssel trägt.",
  "captured.agent":
    "Der User-Agent wird weggelassen: Jede Anfrage sagt, dass sie von Paceline ist.",
  "captured.empty_header": "Ein Header ohne Namen oder ohne Wert wird weggelassen.",
  "captured.no_text_header": "Ein Header, der kein Text ist, wird weggelassen.",
  "captured.login_header":
    "Der Header `{name}` wird weggelassen, weil er einen Schlüssel oder eine Anmeldung trägt.",
  "captured.host_header":
    "Der Header `host` mit `{host}` wird weggelassen: Eine Bahn nennt den Host ihrer Adresse. Antwortet der Server für mehrere Hosts, dann die Adresse mit diesem Namen angeben.",
  "captured.repeat_header":
    "Der Header `{name}` wird weggelassen: Durch ihn hält ein Server alle Anfragen eines Rennens für dieselbe.",
  "captured.version_header":
    "Der Header `{name}` wird weggelassen: Jede Anfrage wird mit {version} gesendet.",
  "captured.header_twice": "Der Header `{name}` steht zweimal da; gesendet wird der letzte.",
  "captured.header":
    "Der Header `{name}` wird unverändert gesendet, nur an Bahnen mit dem Dialekt dieser Anfrage.",

  "captured.streamed": "`stream` war false; die Antwort wird gestreamt, weil sie gemessen wird.",
  "captured.own_field": "`{name}` wird unverändert gesendet, nur an Bahnen mit {api}.",
  "captured.more_own_fields": "Ebenso weitere {more} Felder des Bodys.",
  "captured.results_first":
    "{place}: Tool-Ergebnisse werden für Bahnen einer anderen API vor das Übrige gestellt.",
  "captured.functions":
    "`functions`, `function_call` und Beiträge der Rolle `function` werden als Tools gelesen und so an Bahnen anderer APIs gesendet.",
  "captured.system_role":
    "`role` der Systemanweisung geht an keine Bahn einer anderen API: Kein Modell liest es.",
  "captured.item_ids":
    "`id` und `status` früherer Einträge werden weggelassen, außer bei einer Antwort aus mehreren Teilen für Responses: Kein Modell liest sie.",
  "captured.version_field":
    "`anthropic_version` wird weggelassen: Jede Bahn nennt die Version, die ihr Anbieter annimmt.",
  "captured.begun_answer":
    "Sie endet mit einem Beitrag des Assistenten. Claude setzt ihn als Anfang seiner Antwort fort, wo die meisten anderen Modelle eine eigene beginnen.",
  "captured.stream_option":
    "`{name}` von `stream_options` ist so, wie jede Bahn es setzt, damit alle Streams gleich gemessen und gezählt werden.",
  "captured.added":
    "Zum Eingefügten kommt hinzu, damit die Antwort gestreamt und nicht gespeichert wird: {names}.",
  "captured.added_options":
    "`{name}` kommt in jeder Bahn hinzu, deren Anbieter es annimmt, damit die Tokens gezählt werden.",
  "captured.not_word_for_word":
    "`{name}` wird nicht Wort für Wort gesendet; was jede Bahn sendet, ist vor dem Start zu sehen.",
  "captured.too_long_for_words":
    "`{name}` ist zu lang, um Wort für Wort aufbewahrt zu werden, und wird mit derselben Bedeutung neu geschrieben.",
  "captured.key_without_owner":
    "Der Schlüssel darin wird weggelassen und nicht aufbewahrt: Nichts sagt, an welche Adresse er ging. Unter Anbieter eingeben.",
  "captured.key_not_taken": "Der Schlüssel darin wird weggelassen und nicht aufbewahrt. {why}",

  "set.of_some": "{note} ({with} von {rows} Anfragen)",
  "set.more_notes": "Weitere Hinweise zu {with} von {rows} Anfragen sind nicht aufgeführt.",
  "set.model": "Das genannte Modell wird nicht verwendet; jede Bahn nennt ihr eigenes.",
  "set.tier":
    "Ihr Service-Tier `{tier}` wird nicht verlangt: Ein Tier gehört zu seinem Anbieter und wird für jede Bahn gewählt.",
  "set.key": "Der Schlüssel darin wird weggelassen und nicht aufbewahrt.",
  "set.begins_with_ideal":
    'Wie die Klasse Match von OpenAI evals es hat, ist eine Antwort richtig, die mit einer idealen beginnt. Für deren Klasse Includes "check": "contains:…" statt "ideal" angeben.',
  "set.renamed":
    "Punkte in den Namen von Funktionen werden als Unterstriche gesendet, weil die meisten APIs keine annehmen.",
  "set.providers_unread":
    "Von den Anbietern darin werden nur Werkzeuge und die Form der Antwort gelesen, weil die Bahnen für das Rennen angegeben werden. Nicht gelesen: {names}.",
  "set.no_right_calls":
    "Welche Aufrufe richtig sind, steht nicht in diesem Satz; eine Antwort ist also richtig, wenn ihre Aufrufe gültig sind. Die Rangliste hat sie in einer Datei gleichen Namens im Ordner {folder}, die `paceline race --prompts` neben dem Satz liest.",
};
