/** What changed between runs and over the days, and what hedging would have gained. */

export const time = {
  "change.uneven":
    "Die Läufe hatten verschiedene Prompts oder andere Grenzen, daher vergleicht jede Zahl auch die Aufgaben.",
  "change.one_run": "Es gibt nur einen Lauf; ein Unterschied braucht zwei.",
  "change.nobody": "Kein Kandidat ist in beiden Läufen.",
  "change.no_run": "Es gibt keinen Lauf; ein Unterschied braucht zwei.",
  "change.nobody_answered": "Kein Kandidat bekam in beiden Läufen eine Antwort.",
  "change.failed":
    "{name} scheiterte vorher bei {before} von {of} {of:Anfrage|Anfragen} und nachher bei {after} von {n}",
  "change.failures": "Gescheiterte Anfragen zählen in keiner Zahl: {all}.",
  "change.moved": "{metric} von {name} von {before} auf {after}",
  "change.better": "Besser: {all}.",
  "change.worse": "Schlechter: {all}.",
  "change.differ": "Die Läufe weichen ab: {all}.",
  "change.few": "Zu wenige Anfragen in einem Lauf für ein Urteil.",
  "change.not_significant": "Keine Änderung ist signifikant.",
  "change.unknown_usual":
    "Mit je einem Lauf ist unbekannt, wie sehr sich Läufe gewöhnlich unterscheiden.",
  "change.unusual":
    "Das ist mehr, als sich die anderen Läufe unterscheiden; um eine Änderung von einem ungewöhnlichen Lauf zu trennen, braucht es aber vier Läufe auf jeder Seite.",

  "days.nothing": "Keine Anfrage ist hier, die von einer Änderung über die Tage zeugen könnte.",
  "days.all_failed":
    "Von {n} {n:Anfrage|Anfragen} wurde keine beantwortet, daher gibt es keine Zahl, die sich über die Tage ändern könnte.",
  "days.one_day":
    "Alle Anfragen sind von einem Tag; eine Änderung über die Tage braucht mindestens {least}.",
  "days.too_few":
    "Ob sich eine Zahl geändert hat, lässt sich ab {needed} Tagen eines Kandidaten sagen; es gibt höchstens {days}.",
  "days.too_few_shared":
    "Ob sich eine Zahl geändert hat, lässt sich ab {needed} Tagen eines Kandidaten sagen; es gibt höchstens {days} mit einem Prompt, der auch an anderen Tagen gesendet wurde.",
  "days.none_found":
    "Über {days} {days:Tag|Tage} fand sich in keiner Zahl beantworteter Anfragen ein Sprung auf ein neues Niveau und kein stetiger Anstieg oder Rückgang{but}.",
  "days.latencies_unlike":
    "; Latenzen wurden nicht verglichen, wo sich die Länge der Antworten änderte",
  "days.failures_unseen":
    "; {failed} von {n} {n:Anfrage|Anfragen} schlugen fehl, und ob Fehler kamen oder gingen, wurde nicht geprüft",
  "days.failures_steady":
    "; {failed} von {n} {n:Anfrage|Anfragen} schlugen fehl, und kein Tag ist bekannt, ab dem es mehr oder weniger waren",
  "days.fails_more":
    "{name} versagt seit {date} öfter: in {after} seiner Anfragen, und in {before} davor ({days} {days:Tag|Tage} davor, {since} seither). So deutlich bringt das der Zufall in höchstens 5 % der Verläufe ohne Änderung.",
  "days.fails_less":
    "{name} versagt seit {date} seltener: in {after} seiner Anfragen, und in {before} davor ({days} {days:Tag|Tage} davor, {since} seither). So deutlich bringt das der Zufall in höchstens 5 % der Verläufe ohne Änderung.",
  "days.hardly_yet": "Ein Sprung in den letzten {days} Tagen wäre noch kaum zu sehen.",
  "days.more": "{n} weitere {n:Änderung|Änderungen}, seit {since}.",
  "days.pooled": "Die Zahlen hier sind über alle Tage, obwohl sich einige änderten: {all}.",
  "days.pooled_of": "die von {name} seit {since}",
  "days.step_better":
    "{metric} von {name} ist seit {date} besser{levels} ({before} {before:Tag|Tage} davor, {since} seither).",
  "days.step_worse":
    "{metric} von {name} ist seit {date} schlechter{levels} ({before} {before:Tag|Tage} davor, {since} seither).",
  "days.step_other":
    "{metric} von {name} ist seit {date} anders{levels} ({before} {before:Tag|Tage} davor, {since} seither).",
  "days.levels": ", {to} statt {from}{times}",
  "days.times": ", {times} gegenüber vorher",
  "days.times_by_prompts": ", {times} gegenüber vorher bei denselben Prompts",
  "days.rose":
    "{metric} von {name} stieg um {by}{levels} seit {date}{so} ({days} {days:Tag|Tage} gemessen).",
  "days.fell":
    "{metric} von {name} sank um {by}{levels} seit {date}{so} ({days} {days:Tag|Tage} gemessen).",
  "days.a_day": "{by} am Tag{own} (95 %: {low} bis {high})",
  "days.by_prompts": " bei denselben Prompts",
  "days.from_to": ", von {from} auf {to}",
  "days.gets_better": ": Das wird besser",
  "days.gets_worse": ": Das wird schlechter",
  "days.changed":
    "{metric} von {name} hat sich geändert, {step}, oder {drift}: {days} {days:Tag zeigt|Tage zeigen} nicht, welches.",
  "days.got_better":
    "{metric} von {name} wurde besser, {step}, oder {drift}: {days} {days:Tag zeigt|Tage zeigen} nicht, welches.",
  "days.got_worse":
    "{metric} von {name} wurde schlechter, {step}, oder {drift}: {days} {days:Tag zeigt|Tage zeigen} nicht, welches.",
  "days.by_step": "durch einen Sprung am {date}{levels}",
  "days.by_rise": "durch einen stetigen Anstieg von {by} am Tag seit {date}",
  "days.by_fall": "durch einen stetigen Rückgang von {by} am Tag seit {date}",

  "hedge.nothing": "Hedging hätte bei diesen beiden nichts gebracht.",
  "hedge.nothing_for_any": "Hedging hätte bei keinem von {pairs} Paaren etwas gebracht.",
  "hedge.in_rounds": "In {n} {n:gemeinsamen Runde|gemeinsamen Runden}",
  "hedge.in_combinations":
    "Bei jeder Kombination ihrer Anfragen (als bremste nichts beide zugleich)",
  "hedge.too_few": "{basis} gibt es zu wenige erste Token für ein Urteil.",
  "hedge.whole": "{basis} hätte {bought}{paid}{failed}{later}.",
  "hedge.p95": "p95",
  "hedge.median": "mediane",
  "hedge.bought": "{other} neben {one} die {what} TTFT{answered} von {from} auf {to} geändert",
  "hedge.not_bought": "{other} neben {one} die {what} TTFT{answered} nicht verkürzt",
  "hedge.answered": " beantworteter Anfragen",
  "hedge.paid": ", zu Kosten von höchstens {both} statt {alone} je Anfrage{counted} ({times})",
  "hedge.with_failed": ", gescheiterte mitgezählt",
  "hedge.unpaid": "; die Kosten sind unbekannt",
  "hedge.failed": ". Es wären {both} der Anfragen gescheitert statt {alone}",
  "hedge.later": ". Die mediane Antwort hätte nach {to} statt {from} geendet",
  "hedge.delayed":
    "Erst nach {delay} ohne ein Wort gesendet, bei {share} der Anfragen: {so}{failed}{paid}.",
  "hedge.delayed_tail":
    "{other} hätte die TTFT des langsamsten Zwanzigstels{answered} im Mittel von {alone} auf {together} geändert",
  "hedge.delayed_other": "{other}",
  "hedge.delayed_failed": ", und {both} der Anfragen wären gescheitert statt {alone}",
  "hedge.delayed_paid": ", höchstens {times} die Kosten",

  "nothing.none_measured":
    "Es gibt nichts zu vergleichen: keine Anfrage wurde gemessen. Ein Rennen mit zwei Bahnen misst einige.",
  "nothing.all_simulated":
    "Es gibt nichts zu vergleichen: alle {n} {n:Anfrage ist|Anfragen sind} simuliert und werden getrennt verglichen.",
  "nothing.none_simulated":
    "Es gibt nichts zu vergleichen: keine der {n} {n:Anfrage|Anfragen} ist simuliert.",
  "nothing.all_left_out":
    "Es gibt nichts zu vergleichen: alle {n} {n:Anfrage ist|Anfragen sind} wegen ihrer Warnungen ausgelassen: {tags}.",
  "nothing.none_in_common": "Es gibt nichts zu vergleichen: kein Prompt ging an jeden Kandidaten.",
} as const;
