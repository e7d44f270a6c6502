/** What prevents the start of a plan, and what is told before it. */

export const plans = {
  verbatim: "{text}",
  "plan.no_lane":
    "Es gibt keine Bahn, die starten kann. Eine hinzufügen, oder eine stummgeschaltete wieder aufnehmen.",
  "plan.too_many_lanes": "Es sind {lanes} Bahnen; zugleich starten können höchstens {most}.",
  "plan.deadline":
    "Die Frist muss größer als 0 und höchstens {most} Sekunden sein, oder leer bleiben.",
  "plan.rounds":
    "Die Zahl der Runden muss zwischen 1 und {most} liegen, Aufwärmrunden eingerechnet.",
  "plan.never_settled":
    "Ein Rennen kann nicht laufen, bis {metric} feststeht; es kann das bei {known}.",
  "plan.max_tokens": "Max tokens muss mindestens 1 sein; leer gilt das Limit des Anbieters.",
  "plan.temperature":
    "Die Temperatur ist {given}; sie muss zwischen 0 und 2 liegen oder leer bleiben.",
  "plan.context_too_short":
    "{label} {model} liest höchstens {context} Token, weniger als der längste Prompt mit seinem System-Prompt, {longest}. Die Längen weglassen, die es nicht lesen kann, oder das Modell weglassen.",
  "plan.unlimited_answers":
    "Das Budget lässt sich nicht einhalten: Nichts begrenzt die Antworten von {label} {model}. Max tokens eintragen, oder kein Budget setzen.",
  "plan.uncounted_input":
    "Das Budget in Dollar lässt sich nicht einhalten: Nur {label} weiß, wie viele Token {what} ergeben. Kein Budget setzen.",
  "plan.no_price_for_length":
    "Das Budget in Dollar lässt sich nicht einhalten: Kein Preis von {label} {model} gilt für Eingaben von bis zu {tokens} Token. Einen kürzeren Prompt verwenden, einen Preis eintragen, oder kein Budget setzen.",
  "plan.no_price":
    "Das Budget in Dollar lässt sich nicht einhalten: {label} {model} hat keinen Preis. Unter „Anbieter“ oder mit `paceline prices set` einen Preis je Token eintragen, oder kein Budget setzen.",
  "plan.priced_by_hour":
    "Das Budget in Dollar lässt sich nicht einhalten: {label} {model} wird nach Stunden bezahlt, nicht nach Token. Unter „Anbieter“ oder mit `paceline prices set` einen Preis je Token eintragen, oder kein Budget setzen.",
  "plan.dollars_of_no_request":
    "Mit dem Budget von {budget} ließe sich nichts senden: Eine Anfrage an {label} {model} kann {most} kosten. Das Budget erhöhen, oder Max tokens oder die Länge des Prompts senken.",
  "plan.tokens_of_no_request":
    "Mit dem Budget von {budget} Ausgabe-Token ließe sich nichts senden: Eine Anfrage an {label} {model} kann {most} brauchen. Das Budget erhöhen oder Max tokens senken.",
  "plan.needs_address":
    "{label} braucht eine Adresse, etwa {example}. Sie unter „Anbieter“ eintragen, oder mit `paceline providers at {id} ADDRESS`.",
  "plan.needs_model": "{label} braucht ein Modell.",
  "plan.plain_http":
    "Es darf nichts gesendet werden: `{place}` liegt in einem öffentlichen Netz, und über http:// könnte jeder auf dem Weg Prompt und Schlüssel lesen. https:// verwenden, oder für diesen Host unter „Anbieter“ oder mit `paceline network set --plain-http` unverschlüsseltes HTTP erlauben.",
  "plan.unknown_provider":
    "Es gibt keinen Anbieter `{id}`; `paceline providers` nennt alle, und jede andere Adresse lässt sich als DIALECT@BASE_URL#MODEL schreiben.",
  "plan.length_without_limit":
    "Die Länge einer Antwort ist das Limit ihrer Token: max tokens eintragen.",
  "plan.no_fixed_length":
    "{label} lässt sich nicht zu einer festen Antwortlänge zwingen; vLLM, SGLang, Cerebras, Fireworks, Mistral und eigene Adressen schon.",
  "plan.no_tiers":
    "{label} hat keine Service-Stufen, um die eine Anfrage bitten kann. Die Stufe für diese Bahn weglassen.",
  "plan.other_tiers": "{label} hat keine Service-Stufe `{tier}`; es gibt {known}.",
  "plan.no_such_lane": "Eine solche Bahn gibt es nicht.",
  "plan.no_such_step": "Einen solchen Schritt gibt es nicht.",
  "plan.cost_unknown_until_start":
    "Was es höchstens kosten kann, ist vor dem Start nicht bekannt: Erst dann sagt das Modell, ob es max tokens einhält.",
  "plan.cost_unknown":
    "Was es höchstens kosten kann, ist nicht bekannt: Nur der Anbieter weiß, was {what} ergeben.",

  "plan.empty_prompt": "Der Prompt ist leer. Den Prompt für alle Kandidaten schreiben.",
  "plan.empty_lane_prompt":
    "Der Prompt dieser Bahn ist leer. Einen schreiben, oder entfernen, was die Bahn an Eigenem hat.",
  "plan.too_much":
    "Die Anfragen aller Bahnen ergeben {total} MB, und höchstens {most} MB werden vor einem Start geschrieben. Weniger Bahnen starten, oder kleinere Bilder verwenden.",
  "plan.replaces_request":
    "Diese Messreihe erzeugt ganze Prompts, die ein Gespräch, Werkzeuge oder eine Form der Antwort verändern würden. Sie entfernen, oder mit dem eigenen Prompt messen.",
  "plan.replaces_lane_request":
    "Diese Messreihe bringt eigene Prompts mit, an Stelle der eigenen Anfrage dieser Bahn. Die der Bahn entfernen, oder mit dem eigenen Prompt messen.",
  "plan.prompt_length":
    "Ein Prompt von {tokens} Token lässt sich nicht schreiben; er hat zwischen {shortest} und {most}.",
  "plan.unfilled": "Der Prompt lässt sich nicht ausfüllen: {why}.",
  "plan.unread_table": "Die Tabelle lässt sich nicht lesen: {why}.",
  "plan.no_prompts": "Die Menge der Prompts ist leer.",
  "plan.judge_of_steps":
    "Ein Richter ist ein einziges Modell, und dieser hat Schritte. Diese weglassen.",
  "plan.judge_of_sweep":
    "Ein Richter vergleicht Antworten, die nebeneinander gegeben wurden, und eine Messreihe hat keine. Den Richter weglassen, oder ein Rennen starten.",
  "plan.judge_needs_lanes":
    "Ein Richter vergleicht zwei Antworten und braucht daher mindestens zwei Bahnen. Eine hinzufügen, oder den Richter weglassen.",
  "plan.judged_too_often":
    "Der Richter würde {requests}-mal gefragt, für je zwei Bahnen in jeder Runde und in beiden Reihenfolgen; höchstens {most}-mal ist möglich. Weniger Bahnen oder weniger Runden nehmen, oder den Richter weglassen.",
  "plan.judge_of_other_requests":
    "Ein Richter vergleicht Antworten auf dieselbe Anfrage, und eine Bahn hat einen eigenen Prompt oder Inhalt. Ihn entfernen, oder den Richter weglassen.",
  "plan.judge_criteria":
    "Wonach der Richter richtet, hat mehr als {most} Zeichen. Weniger schreiben.",
  "plan.judge_nobody": "Es ist niemand genannt, der dieses Rennen beurteilt. Ein Modell nennen.",
  "plan.judge_not_ended": "Beurteilt wird nur ein Rennen, das von selbst zu Ende ging.",
  "plan.judge_without_prompts":
    "Dieses Rennen kam ohne seine Prompts hierher, und ein Richter muss wissen, was gefragt wurde.",
  "plan.judged_already":
    "{judge} hat zu diesem Rennen alles gesagt. Ein Rennen hat einen Richter, damit niemand fragt, bis einer zustimmt: Für einen anderen das Rennen wiederholen.",
  "plan.judged_by_another":
    "{judge} wurde für dieses Rennen gefragt und bezahlt, und nur dieses Modell kann nach dem Rest gefragt werden. Ein Rennen hat einen Richter, damit niemand fragt, bis einer zustimmt: Für einen anderen das Rennen wiederholen.",
  "plan.judge_needs_key":
    "Der Anbieter des Richters, {label}, braucht einen Schlüssel. Ihn unter „Anbieter“ oder mit `paceline keys set` hinzufügen, oder den Richter weglassen.",

  "plan.chain_of_sweep":
    "Eine Messreihe sendet eine Anfrage nach der anderen, und eine Kette sind mehrere. Sie in einem Rennen starten, oder ihre Schritte einzeln messen.",
  "plan.too_many_steps": "Die Kette hat {steps} Schritte; höchstens {most} werden gefragt.",
  "plan.of_rows": "{said} ({with} von {rows} Prompts, der erste `{name}`)",
  "plan.more_of_rows": "{more} weitere dieser Art sind nicht aufgeführt.",
  "plan.of_step": "Schritt {step}: {why}",
  "plan.nested_chain": "Ein Schritt hat keine eigenen Schritte. Sie der Kette hinzufügen.",
  "plan.step_payload":
    "Einem Schritt werden die Werkzeuge, Bilder und Gesprächsbeiträge seiner Bahn gesendet. Seine eigenen weglassen.",
  "plan.step_variable":
    "Vor diesem Schritt gibt es kein `{name}`. `prompt`, `answer` oder `answer` mit der Nummer eines Schritts davor schreiben.",
  "plan.step_without_checks":
    "Er wird gefragt, wenn eine Prüfung scheitert, und es gibt keine. Dem Plan oder diesem Schritt eine hinzufügen.",
  "plan.step_by_command":
    "Er wird gefragt, wenn eine Prüfung scheitert, und ein eigener Befehl antwortet erst, wenn nichts mehr gemessen wird. Diesem Schritt Prüfungen ohne Befehle geben.",
  "plan.step_name":
    "Der Name, mit dem eine Antwort ihn wählt, hat zwischen 1 und {most} Zeichen in einer Zeile.",
  "plan.step_name_twice": "Auch ein anderer Schritt daneben wird mit `{name}` gewählt.",
  "plan.no_otherwise":
    "Die Antwort nennt vielleicht keinen der Schritte. Den letzten von ihnen zu dem machen, der sonst gefragt wird.",
  "plan.otherwise_of_nothing":
    "Er wird sonst gefragt, und kein Schritt davor wird mit einem Namen gewählt.",

  "plan.no_levels":
    "Eine Messreihe braucht Stufen: gleichzeitige Anfragen, Anfragen je Sekunde oder eine Leiter.",
  "plan.streams":
    "{level} gleichzeitige Anfragen lassen sich nicht messen; eine Stufe liegt zwischen 1 und {most}.",
  "plan.rate":
    "{rate} Anfragen je Sekunde lassen sich nicht senden; eine Rate liegt über 0 und höchstens bei {most}.",
  "plan.samples": "Es müssen je Stufe zwischen 1 und {most} Stichproben sein.",
  "plan.waves": "Es müssen je Stufe zwischen 1 und {most} Wellen sein.",
  "plan.settled_share":
    "Eine Stufe kann enden, sobald der Median ihrer TTFT auf einen Anteil zwischen 0 und 100 % genau bekannt ist.",
  "plan.settled_or_capacity":
    "Eine Messreihe, die eine Kapazität sucht, beendet eine Stufe, sobald die Antwort klar ist; die Genauigkeit weglassen, bei der eine Stufe feststeht.",
  "plan.agent_rate":
    "Die Schritte eines Agenten folgen aufeinander; seine Last ist also eine Zahl gleichzeitiger Agenten und keine von Anfragen je Sekunde. Gleichzeitige Anfragen wählen.",
  "plan.budget": "Ein Budget muss über 0 Dollar liegen.",
  "plan.one_axis":
    "Eine Messreihe geht über Promptlängen oder über Lasten, nicht über beides: mit Promptlängen eine einzige Zahl gleichzeitiger Anfragen wählen.",
  "plan.own_prompts":
    "Eine Messreihe über Promptlängen schreibt ihre eigenen Prompts; das veröffentlichte Verfahren und die Menge der Prompts weglassen.",
  "plan.lengths_need_unique":
    "Eine Messreihe über Promptlängen braucht lauter verschiedene Prompts, sonst verdeckt ein Prompt-Cache, was eine Länge kostet; wer beides messen will, wählt den Durchgang mit Cache dazu.",
  "plan.number_of_lengths": "Eine Messreihe über Promptlängen hat zwischen 1 und {most} davon.",
  "plan.length_twice": "Die Promptlänge {tokens} steht zweimal da; sie einmal nennen.",
  "plan.no_service_level":
    "Eine Kapazität braucht ein Service-Level: p95 der TTFT, eine Fehlerquote oder einen Anteil guter Anfragen.",
  "plan.ttft_limit": "Die Grenze für p95 der TTFT muss über 0 Millisekunden liegen.",
  "plan.level_shares":
    "Fehlerquote und Anteil guter Anfragen eines Service-Levels liegen zwischen 0 und 100 %.",
  "plan.no_goodput_limits":
    "Ein Anteil guter Anfragen braucht Grenzen für den Goodput. Sie eintragen.",

  "plan.retired":
    "{model} sollte am {day} abgeschaltet werden und antwortet vielleicht nicht mehr.",
  "plan.retires_today": "{model} wird heute abgeschaltet, am {day}.",
  "plan.retires_tomorrow": "{model} wird morgen abgeschaltet, am {day}.",
  "plan.retires_in": "{model} wird am {day} abgeschaltet, in {days} Tagen.",
  "plan.of_row": "Prompt {at} der Menge: {why}",
  "plan.of_named_row": "Prompt {at} der Menge, „{name}“: {why}",
  "plan.row_asks_nothing": "Er fragt nichts. Einen Prompt angeben oder ihn löschen.",
  "plan.set_without_rows": "Die Menge enthält keine Prompts.",
  "plan.set_of_too_many":
    "Die Menge hat {rows} Prompts; gefragt werden höchstens {most}. Sie aufteilen.",
  "plan.set_too_large": "Die Prompts der Menge sind zusammen größer als {most} MB. Sie aufteilen.",
  "plan.set_and_generated":
    "Eine Messreihe, die ihre Prompts erzeugt, fragt keine Menge von Prompts. Eines von beiden weglassen.",
  "plan.set_until_settled":
    "Ein Rennen über eine Menge von Prompts fragt sie alle und endet daher nicht, sobald eine Metrik entschieden ist. Eine Zahl von Runden angeben.",
  "plan.too_many_checks":
    "Es sind {checks} Prüfungen; auf eine Antwort werden höchstens {most} angewandt.",
  "plan.checks_of_row": "Er hat {checks} Prüfungen, und höchstens {most} werden angewandt.",
  "plan.checks_too_large": "Die Prüfungen sind zusammen größer als {most} MB.",
  "values.braces_open":
    "`{open}` an Zeichen {character} (Zeile {line}) wird nie geschlossen; `{close}` nach dem Namen der Variablen schreiben oder `{literal}` für zwei Klammern als Text",
  "values.no_variable":
    "`{given}` an Zeichen {character} (Zeile {line}) ist keine Variable; einen Namen zwischen die Klammern schreiben, etwa `{example}`, oder `{literal}` für zwei Klammern als Text",
  "values.no_value": "Für {names} fehlt ein Wert; für jede Variable der Vorlage eines angeben",
  "values.no_rows":
    "Sie hat keine Zeilen mit Werten; die erste Zeile nennt die Variablen, jede weitere gibt ihre Werte an",
  "values.no_name":
    "Spalte {column} hat im Kopf (Zeile {line}) keinen Namen; sie nach einer Variablen benennen oder die Spalte löschen",
  "values.named_twice":
    "Der Kopf (Zeile {line}) nennt `{name}` zweimal; eine der beiden Spalten umbenennen",
  "values.other_length":
    "In Zeile {line} stehen {found} {found:Wert|Werte}, im Kopf {expected} Namen; Werte ergänzen oder löschen, und Werte mit einem Komma in doppelte Anführungszeichen setzen",
  "values.quote_open":
    "Ein doppeltes Anführungszeichen in der Zeile, die in Zeile {line} beginnt, wird nie geschlossen; es schließen, und ein Anführungszeichen innerhalb eines Werts doppelt schreiben",
  "values.too_many_rows":
    "Sie hat mehr als {most} Zeilen, und so viele Prompts werden höchstens gefragt; sie aufteilen",
  "values.too_many_cells":
    "Sie hat mehr als {most} Werte; Spalten löschen, die kein Prompt nennt, oder sie aufteilen",
  "values.unreadable": "{why}; sie als CSV in UTF-8 neu speichern",
} as const;
