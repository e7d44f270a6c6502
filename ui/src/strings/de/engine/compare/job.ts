/** Predictions: latency by length of the answer, time and cost of a job, and who is best for it. */

export const job = {
  "lengths.whole": "{text}{rest}.",
  "lengths.nobody": "Kein Kandidat hat sowohl eine TTFT als auch eine Geschwindigkeit.",
  "lengths.alone": "{name} braucht {start} und {each} je 100 Token",
  "lengths.everywhere": "{name} ist bei jeder Länge von {from} bis {to} Token am schnellsten",
  "lengths.nowhere":
    "Bei keiner Länge ist gezeigt, dass einer am schnellsten ist: {names} unterscheiden sich nicht signifikant",
  "lengths.nowhere_of_many":
    "Bei keiner Länge ist gezeigt, dass einer am schnellsten ist: {first} und {others} andere unterscheiden sich nicht signifikant",
  "lengths.nowhere_tested":
    "Wer schneller ist, ist bei keiner Länge bekannt: zu wenige Läufe, Runden oder Wellen für einen Vergleich von {one} mit {names}",
  "lengths.nowhere_shown": "Bei keiner Länge ist gezeigt, dass einer am schnellsten ist",
  "lengths.leads": "{range} ist {name} am schnellsten",
  "lengths.tied": "{range} unterscheiden sich {names} nicht signifikant",
  "lengths.untested":
    "{range} gibt es zu wenige Läufe, Runden oder Wellen für einen Vergleich von {one} mit {names}",
  "lengths.none_at": "{range} ist von keinem gezeigt, dass er der schnellste ist",
  "lengths.tied_of_many":
    "{range} unterscheiden sich {first} und {others} andere nicht signifikant",
  "lengths.tied_of_some":
    "{range} ist von keinem gezeigt, dass er der schnellste ist: {n} Kandidaten unterscheiden sich nicht signifikant vom schnellsten",
  "lengths.tied_of_varied":
    "{range} ist von keinem gezeigt, dass er der schnellste ist: {least} bis {most} Kandidaten unterscheiden sich nicht signifikant vom schnellsten",
  "lengths.at_every_length": "bei jeder Länge",
  "lengths.up_to": "bis {to} Token",
  "lengths.longer_than": "über {from} Token",
  "lengths.between": "von {from} bis {to}",
  "lengths.first.at_every_length": "Bei jeder Länge",
  "lengths.first.up_to": "Bis {to} Token",
  "lengths.first.longer_than": "Über {from} Token",
  "lengths.first.between": "Von {from} bis {to}",

  "lengths.by_parts":
    "Das gilt nach TTFT und Geschwindigkeit; die gemessenen Latenzen unterscheiden sich: {all}.",
  "lengths.by_parts_of_many":
    "Das gilt nach TTFT und Geschwindigkeit; die gemessenen Latenzen von {n} {n:Paar|Paaren} unterscheiden sich.",
  "lengths.was_faster": "{one} war schneller als {other}",
  "lengths.fits": "Vorhergesagte ÷ gemessene Latenz bei der gemessenen Länge: {all}.",
  "lengths.others_fit":
    "Vorhergesagte ÷ gemessene Latenz bei der gemessenen Länge: {all}; bei den anderen höchstens 5 % von 1 entfernt.",
  "lengths.all_fit":
    "Vorhergesagte ÷ gemessene Latenz bei der gemessenen Länge ist bei allen {n} {n:Kandidaten|Kandidaten} höchstens 5 % von 1 entfernt.",
  "lengths.fit": "{name} {fit}",
  "lengths.fit_is_off": "{name} {fit} (mehr als 5 % daneben)",
  "break_even.never_differ": "{one} und {other} unterscheiden sich bei keiner Länge signifikant",
  "break_even.untested":
    "{one} und {other} lassen sich nicht vergleichen: zu wenige Läufe, Runden oder Wellen",
  "break_even.incomparable":
    "{one} und {other} werden bei keiner Länge verglichen, weil ihre Prompts oder Antworten nicht von einer Art sind",
  "break_even.contradicted":
    "{one} und {other} unterscheiden sich Seite an Seite signifikant, aber bei keiner Länge so, wie es ihre Mediane über alle Anfragen sagen",
  "break_even.always": "{one} ist bei jeder Länge von {from} bis {to} Token schneller als {other}",
  "break_even.choose": "Bei weniger als {tokens} Token {shorter} wählen, bei mehr {longer}",
  "break_even.choose_outside":
    "Bei weniger als {low} Token {shorter} wählen, bei mehr als {high} {longer}; dazwischen unterscheiden sie sich nicht signifikant",
  "break_even.choose_apart":
    "Bei weniger als {low} Token {shorter} wählen, bei mehr als {high} {longer}; dazwischen ist von keinem gezeigt, dass er schneller ist",
  "break_even.in_shown_parts":
    "{parts}; bei anderen Längen ist von keinem gezeigt, dass er schneller ist",
  "break_even.in_parts": "{parts}; bei anderen Längen unterscheiden sie sich nicht signifikant",
  "break_even.faster_up_to": "{one} ist bis {to} Token schneller als {other}",
  "break_even.faster_from": "{one} ist ab {from} Token schneller als {other}",
  "break_even.faster_between": "{one} ist von {from} bis {to} Token schneller als {other}",

  "open.untested": "zu wenige Läufe, Runden oder Wellen für einen Vergleich von {one} mit {names}",
  "open.incomparable":
    "{one} wird nicht mit {names} verglichen, weil ihre Prompts oder Antworten nicht von einer Art sind",
  "open.contradicted":
    "Seite an Seite unterscheiden sich {one} und {names} signifikant, aber ihre Mediane oder mittleren Kosten über alle Anfragen sagen anderes",
  "open.beside": "; {why}",
  "open.both": "{one}{other}",
  "open.contradictions":
    "{n} {n:Paar von Kandidaten unterscheidet|Paare von Kandidaten unterscheiden} sich Seite an Seite anders als nach Medianen, in denen auch andere Läufe, Runden oder Prompts sind",

  "rests_on.all": " ({all})",
  "rests_on.predicted": "vorhergesagt aus {from}",
  "rests_on.over": "über {prompts}",
  "rests_on.answers": "Antworten von {lengths} {n:Token|Token}",
  "rests_on.prompts": "Prompts von {lengths} {n:ungecachten Token|ungecachten Token}",
  "rests_on.neutral_prompts":
    "Prompts von {lengths} {n:ungecachten o200k-Token|ungecachten o200k-Token}",
  "rests_on.common_answers": "Antworten im gemeinsamen Bereich von {lengths} {n:Token|Token}",
  "rests_on.common_prompts":
    "Prompts im gemeinsamen Bereich von {lengths} {n:ungecachten Token|ungecachten Token}",
  "rests_on.common_neutral_prompts":
    "Prompts im gemeinsamen Bereich von {lengths} {n:ungecachten o200k-Token|ungecachten o200k-Token}",
  "rests_on.unknown_prompts": "Prompts unbekannter Länge",

  "job.chat": "Chat",
  "job.autocomplete": "Autovervollständigung",
  "job.rag": "RAG-Antwort",
  "job.code": "Codedatei",
  "job.agent": "Agentenschleife",
  "job.asked": "{input} Token Eingabe und {output} Ausgabe, wie jeder Server zählt",
  "job.asked_in_o200k": "{input} o200k-Token Eingabe und {output} Ausgabe",
  "job.asked_for_o200k":
    "{input} Token Eingabe, wie jeder Server zählt, und {output} o200k-Token Ausgabe",
  "job.unpredicted": "Für {asked}: Keine Zeit eines Kandidaten lässt sich vorhersagen{beyond}.",
  "job.time": "Bei {asked}: {lead}{steps}{rest}{beyond}.",
  "job.reads_at_most": "{name} (liest höchstens {most} Token)",
  "job.too_long": "; zu lang ist der Prompt für {names}",
  "job.loop_too_long": "; zu lang ist der letzte Prompt der Schleife für {names}",
  "job.too_long_both": "{one}{other}",
  "job.takes": "{name} braucht {time}",
  "job.fastest": "{name} ist mit {time} am schnellsten",
  "job.none_fastest": "unter {names} ist keiner signifikant am schnellsten, mit {time}",
  "job.none_shown": "unter {names} ist von keinem gezeigt, dass er am schnellsten ist, mit {time}",
  "job.untested":
    "zu wenige Läufe, Runden oder Wellen für einen Vergleich von {one} mit {names}, mit {time}",
  "job.steps": "; {steps} {steps:Schritt braucht|Schritte brauchen} {time}",
  "job.no_price": "Es ist kein heutiger Preis bekannt.",
  "job.amounts": "{usd} je Anfrage, {month} für 30 Tage mit {n} am Tag{rest}",
  "job.costs": "{name} kostet {amounts}.",
  "job.costs_least": "{name} kostet am wenigsten: {amounts}.",
  "job.cost_the_same": "{names} kosten gleich viel: {amounts}.",
  "job.least_not_settled":
    "Wer unter {names} am wenigsten kostet, steht nicht fest; für {name} lautet die Vorhersage {amounts}.",
  "job.without_cache":
    "Nichts von diesem Prompt kommt dabei aus einem Cache, auch nicht bei {names}.",
  "job.wait_with_cache":
    "Zeiten von {names} sind mit der Wartezeit, die mit Cache gemessen wurde, Kosten ohne Cache.",
  "job.by_the_hour":
    "Ein nach Stunden bezahlter Rechner gilt als allein für seinen Kandidaten da und ohne Leerlauf.",

  "map.left_out": "Ein Prompt mit {input} Token ist zu lang für {names}.",
  "map.none_placed": "Kein Kandidat lässt sich auf der Karte eintragen.",
  "map.only_one_placed": "Nur {name} lässt sich auf der Karte eintragen.",
  "map.alone_to_read":
    "{name} ist der einzige Kandidat mit Preis und Tempo, der den Prompt lesen kann.",
  "map.none_right": "Kein Kandidat beantwortet mindestens {share} seiner Anfragen richtig.",
  "map.nobody":
    "Kein Kandidat hat sowohl einen Preis als auch ein Tempo; Preise für ihre Modelle festlegen oder nachsehen, warum ein Tempo fehlt.",
  "map.alone": "{name} ist der einzige Kandidat mit Preis und Tempo.",
  "map.choose":
    "Wo eine Sekunde {second} wert ist ({hour} je Stunde) und Antworten {tokens} Token haben, {name} wählen{rest}.",
  "map.no_choice":
    "Wo eine Sekunde {second} wert ist ({hour} je Stunde) und Antworten {tokens} Token haben, ist niemand signifikant die beste Wahl{rest}.",
  "map.choice_unshown":
    "Wo eine Sekunde {second} wert ist ({hour} je Stunde) und Antworten {tokens} Token haben, ist von niemandem gezeigt, dass er die beste Wahl ist{rest}.",
  "map.unknown_choice":
    "Wo eine Sekunde {second} wert ist ({hour} je Stunde) und Antworten {tokens} Token haben, gibt es zu wenige Läufe, Runden oder Wellen, um die beste Wahl zu kennen{rest}.",
  "map.wins": "{name} gewinnt {share}",
  "map.nowhere": "Nirgends auf der Karte ist einer signifikant der beste{rest}.",
  "map.nowhere_tested": "Nirgends auf der Karte ist bekannt, wer der beste ist{rest}.",
  "map.nowhere_shown": "Nirgends auf der Karte ist von einem gezeigt, dass er der beste ist{rest}.",
  "map.partly": "Anteile der Karte: {parts}; der Rest ist nicht entschieden{rest}.",
  "map.wholly": "Anteile der Karte: {parts}{rest}.",
} as const;
