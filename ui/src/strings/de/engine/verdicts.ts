/** Verdicts of races. */

export const verdicts = {
  sentences: "{all}",
  clauses: "{all}",
  "separator.sentences": " ",
  "separator.clauses": "; ",

  "pair.apart":
    "{metric}: {leader} war während dieses Rennens besser als {other}, {rounds}, um {by} (95 %: {ci}).",
  "pair.contrary":
    "{metric}: {leader} hat den besseren Median der eigenen Runden, aber {other} war {rounds} besser, um {by} (95 %: {ci}). Keiner von beiden wird besser genannt.",
  "pair.alike": "{metric}: {leader} und {other} unterscheiden sich um weniger als {tie} ({tally}).",
  "pair.tied":
    "{metric}: {leader} und {other} unterscheiden sich nicht signifikant{among} ({tally}).{needed}",
  "pair.ahead": "{metric}: {leader} war {rounds} besser als {other}. {why}",
  "pair.behind": "{metric}: {leader} und {other}: {tally}. {why}",
  "pair.won_in": "in {won} von {n} {n:Runde|Runden}{equal}",
  "pair.won_of_both": "in {won} von {n} {n:gemeinsamen Runde|gemeinsamen Runden}{equal}",
  "pair.first_won": "der erste war in {won} von {n} {n:Runde|Runden} besser{equal}",
  "pair.all_equal": "in {n} von {n} {n:Runde|Runden} gleich",
  "pair.equal": ", in {equal} gleich",
  "pair.metric": "{metric}",
  "pair.metric_in_o200k": "{metric} (o200k-Tokens)",
  "pair.among": " unter {lanes} Bahnen",
  "pair.needs":
    " Ein Rennen über etwa {rounds} Runden würde einen Unterschied dieser Größe mit einer Wahrscheinlichkeit von 80 %{steps} klären.",
  "pair.open": "Das ist nicht entschieden.{more}",
  "pair.more":
    " Etwa {rounds} weitere {rounds:Runde|Runden} würden einen Unterschied der beobachteten Größe mit einer Wahrscheinlichkeit von 80 %{steps} klären.",
  "pair.few": "Ein Urteil braucht mindestens {rounds} Runden.",
  "pair.models":
    "{lane} wurde von {n} Modellen beantwortet, die Zahlen gelten also für alle zusammen.",
  "pair.steps":
    ", oder von 65 bis 75 %, wenn Zeiten in Schritten kommen, die halb so groß sind wie ihre Streuung",
  "pair.short":
    "{short} von {n} {n:Antwort|Antworten} von {lane} waren zu kurz für eine aussagekräftige Geschwindigkeit.",
  "pair.over_lengths":
    "Die Runden fragten Prompts von {least} bis {most} Tokens: Der Unterschied ist der mittlere über diese Längen und kann bei jeder ein anderer sein.",
  "pair.cached":
    "Ein Prompt-Cache bediente {lane} in {cached} von {n} Runden, nach Zählung seines Servers{beside}.",
  "pair.cached_beside": ", und {lane} in {cached} von {n}",
  "pair.cache_unknown": "; der von {lane} sagt es nicht",
  "pair.failed": "{lane} ist in {failed} von {n} Runden fehlgeschlagen.",

  "part.images": "{lane} sendet {n} {n:Bild|Bilder} mehr als {other} und sonst dasselbe",
  "part.schema": "{lane} sendet ein Schema für die Antwort, {other} nicht, und sonst dasselbe",
  "part.longer": "{what}: TTFT um {by} länger (95 %: {ci}) über {n} {n:Runde|Runden}{each}.",
  "part.shorter": "{what}: TTFT um {by} kürzer (95 %: {ci}) über {n} {n:Runde|Runden}{each}.",
  "part.unclear":
    "{what}: TTFT unterscheidet sich über {n} {n:Runde|Runden} nicht signifikant (95 %: {low} kürzer bis {high} länger).",
  "part.each": ", um {by} je Bild (95 %: {ci})",

  "round_step.waited":
    "{lane} machte in diesem Rennen einen Sprung: Die mittlere TTFT ist {before} bis Runde {last} und {after} ab Runde {round}. So deutlich bringt ihn der Zufall in höchstens 5 % der Rennen ohne Sprung. Ein Median über alle Runden vermengt beides.",
  "round_step.wrote":
    "{lane} machte in diesem Rennen einen Sprung: Das mittlere Tempo, in o200k-Token, ist {before} bis Runde {last} und {after} ab Runde {round}. So deutlich bringt ihn der Zufall in höchstens 5 % der Rennen ohne Sprung. Ein Median über alle Runden vermengt beides.",

  "cache_use.at_step":
    "Bei {step}, mit {share} der Eingabe aus dem Cache, nach Zählung des Servers: TTFT {warm}, und {cold} ohne{saved}.",
  "cache_use.of_lane":
    "{lane} mit {share} der Eingabe aus dem Cache, nach Zählung des Servers: TTFT {warm}, und {cold} ohne{saved}.",
  "cache_use.of_two":
    "{lane} mit {share} der Eingabe aus dem Cache, nach Zählung des Servers: TTFT {warm}, und {other} ohne: {cold}{saved}.",
  "cache_use.over": "{ttft} über {n} {n:Runde|Runden}",
  "cache_use.over_requests": "{ttft} über {n} {n:Anfrage|Anfragen}",
  "cache_use.saves": ", gespart wurden also {low} bis {high} der Zeit",
  "cache_use.saves_at_most": ", gespart wurden also höchstens {high} der Zeit",
  "cache_use.saves_nothing": ", gespart wurde also keine Zeit",
  "schema.used":
    "{lane} zum ersten Mal mit seinem Schema: TTFT {first}, und {others}{than}{standing}{cached}.",
  "schema.of_rows":
    "{lane} zum ersten Mal mit {n} {n:Schema|Schemas}: TTFT {first}, und {later}, wo dasselbe noch einmal gefragt wurde{standing}{cached}.",
  "schema.other_round": " in der anderen Runde",
  "schema.median": " als Median der anderen {n} Runden",
  "schema.mean": " als Mittelwert der anderen {n} Runden",
  "schema.slower": ", langsamer als in jeder von ihnen",
  "schema.faster": ", schneller als in jeder von ihnen",
  "first_use.longer": ", um {by} länger (95 %: {ci})",
  "first_use.shorter": ", um {by} kürzer (95 %: {ci})",
  "first_use.unclear": ", kein signifikanter Unterschied (95 %: {low} kürzer bis {high} länger)",
  "first_use.cached":
    "; {n} {n:spätere Anfrage meldet|spätere Anfragen melden} mehr vom Prompt aus dem Cache, was die TTFT ebenfalls verkürzt",

  "same.differs":
    "{lane} hat {how} nicht dieselben Gewichte, dieselbe Vorlage oder dieselben Einstellungen wie {reference}: {what}. Zwischen Bahnen desselben Dienstes bringt der Zufall einen so deutlichen Unterschied in höchstens {alarms} % der Rennen.",
  "same.probably": "wahrscheinlich",
  "same.very_probably": "sehr wahrscheinlich",
  "same.almost_certainly": "so gut wie sicher",
  "same.alike":
    "{lane} antwortet wie {reference}, soweit je {n} {n:Antwort|Antworten} das zeigen, verglichen danach, {what}: Nichts davon unterscheidet sich bei {alarms} % über alles Verglichene. Das beweist nicht, dass es derselbe Dienst ist.",
  "same.unknown":
    "Ob {lane} derselbe Dienst wie {reference} ist, lässt sich nicht wissen: Dafür braucht es von beiden mindestens {least} Antworten auf dieselben Prompts.",
  "same.too_short":
    "Ob {lane} derselbe Dienst wie {reference} ist, lässt sich nicht wissen: Die meisten ihrer Antworten haben weniger als {least} o200k-Tokens, und so kurze Antworten gleichen sich, wer auch immer sie gibt. Fragen Sie nach längeren.",
  "same.other_trigger": "Werkzeuge werden bei anderen Prompts aufgerufen (F1 {f1})",
  "same.other_validity":
    "{own} der Antworten mit Tool-Aufrufen sind gültig, und {of} derer der Referenz",
  "same.other_opening": "Antworten auf denselben Prompt beginnen anders",
  "same.other_length":
    "Antworten haben im Median {own} {own:Token|Tokens}, und die der Referenz {of}",
  "same.other_ending": "Antworten enden anders",
  "same.trigger": "wann Werkzeuge aufgerufen werden",
  "same.validity": "ob Aufrufe gültig sind",
  "same.opening": "wie Antworten beginnen",
  "same.length": "wie lang sie sind",
  "same.ending": "wie sie enden",
} as const;
