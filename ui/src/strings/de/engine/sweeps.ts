/** What a sweep found: loads, capacity, knee, and how TTFT grows with the prompt. */

export const sweeps = {
  "step.in_flight": "{n} gleichzeitig",
  "step.one_per_second": "1 Anfrage je Sekunde",
  "step.per_second": "{rate} Anfragen je Sekunde",
  "step.tokens": "{n} {n:Token|Token}{cached}{in_flight}",
  "step.cached": " aus dem Cache",
  "step.and_in_flight": ", {n} gleichzeitig",
  "step.list": "{all}, {next}",

  "capacity.is":
    "Die Kapazität mit {target} {answer} (95 % Konfidenz an jedem Ende, falls mehr Last nie besser bedient wird{shares}).",
  "capacity.unknown": "Die Kapazität mit {target} ist unbekannt: zu wenige Anfragen.",
  "capacity.between": "beträgt mindestens {within} und weniger als {past}",
  "capacity.at_least":
    "beträgt mindestens {within}; bei keiner Last bis {highest} sind die Grenzen sicher verletzt",
  "capacity.below":
    "beträgt weniger als {past}; bei keiner Last sind die Grenzen sicher eingehalten",
  "capacity.no_waves_of_either":
    " und Fehlschläge und nicht gute Anfragen nicht in ganzen Wellen kommen",
  "capacity.no_waves_of_failures": " und Fehlschläge nicht in ganzen Wellen kommen",
  "capacity.no_waves_outside": " und nicht gute Anfragen nicht in ganzen Wellen kommen",
  "target.both": "{one} und {other}",
  "target.ttft_under": "p95 TTFT unter {ttft}",
  "target.errors_under": "Fehlern unter {share}",
  "target.good_over": "mehr als {share} guten Anfragen",

  "knee.is": "Der Knick liegt bei {good}, der letzten guten gemessenen Last: {why}.",
  "knee.elasticity":
    "Elastizität {value}, 95-%-KI {low} bis {high}; 1 ist proportional, unter 0,5 folgt er nicht mehr",
  "knee.no_longer_follows": "bei {bad} folgt der Durchsatz der Last nicht mehr",
  "knee.no_longer_follows_by": "bei {bad} folgt der Durchsatz der Last nicht mehr ({how})",
  "knee.backlog": "bei {bad} kommen Anfragen schneller, als sie beantwortet werden",
  "knee.backlog_of":
    "bei {bad} kommen Anfragen schneller, als sie beantwortet werden: Von den eingetroffenen waren {share} noch nicht beantwortet",
  "knee.waiting":
    "bei {bad} ist geschätzt mindestens ein Viertel der Zeit einer Antwort, und sicher mehr als ein Zehntel, zusätzliches Warten auf ihr erstes Token",
  "knee.failures": "bei {bad} scheitern mehr Anfragen",
  "knee.refused": "{bad} wurde mit 429 abgelehnt{held}",
  "knee.held":
    " bei {refused} von {all} {all:Anfrage|Anfragen}{also}, und im Mittel waren {average} gleichzeitig unterwegs",
  "knee.measured_or_not": " (gemessen oder nicht)",
  "knee.past_limit": "bei {bad} überschreitet p95 TTFT die Grenze",
  "knee.full_in_flight":
    "Der volle Durchsatz ist so hoch, wie {full} gleichzeitige (95-%-KI {low} bis {high}) im Tempo geringer Last brächten.",
  "knee.full_rate": "Bedient werden etwa {full} Anfragen je Sekunde (95-%-KI {low} bis {high}).",
  "knee.unknown": "Ob es einen Knick gibt, ist unbekannt: Keine Anfrage war erfolgreich.",
  "knee.none": "Kein Knick bis {most}: {follows}.",
  "knee.none_shown": "Bis {most} zeigt sich kein Knick: {follows}.",
  "knee.follows": "Der Durchsatz folgt der Last ({how})",
  "knee.seems_to_follow": "Der Durchsatz scheint der Last zu folgen ({how})",
  "knee.follows_not_settled": "Ob der Durchsatz der Last folgt, steht nicht fest ({how})",
  "knee.follows_unknown": "Ob der Durchsatz der Last folgt, ist unbekannt",
  "knee.few_waves":
    "Die Wellen bei {steps} sind zu wenige oder zu verschieden, um dessen sicher zu sein.",

  "length.unknown":
    "Wie die TTFT mit dem Prompt wächst, ist unbekannt: Dazu braucht es Antworten bei zwei Längen, eine mindestens doppelt so lang wie die andere.",
  "length.bent":
    "Die TTFT wächst nicht geradlinig mit dem Prompt (95 % Konfidenz): um {first} je 1.000 ungecachte Eingabe-Token von der kürzesten Länge zur nächsten und um {last} von der zweitlängsten zur längsten. Gemessen von {from} bis {to} Token{counter}; was ein längerer Prompt braucht, ist unbekannt.",
  "length.in_o200k": ", gezählt in o200k-Token",
  "length.third_length": "Eine dritte Länge würde zeigen, ob es eine Gerade ist.",
  "length.within_line": "Jeder Median liegt höchstens {share} neben dieser Geraden.",
  "length.falls":
    "Die TTFT wächst nicht mit dem Prompt: Sie sinkt um {by} (95-%-KI {low} bis {high}) je 1.000 ungecachte Eingabe-Token. Gemessen von {from} bis {to} Token{counter}; darüber ist sie unbekannt.",
  "length.line":
    "Die TTFT beträgt {base} plus {per} je 1.000 ungecachte Eingabe-Token{rate}. Gemessen von {from} bis {to} Token{counter}; darüber ist sie extrapoliert.",
  "length.base": "{base}{ci}{network}",
  "length.per": "{per}{ci}",
  "length.ci": " (95-%-KI {low} bis {high}, falls Anfragen unabhängig sind)",
  "length.of_network": ", davon {round_trip} Umlaufzeit im Netz,",
  "length.read_per_second": ", also {n} gelesene Token je Sekunde",
  "length.may_be_zero": ", was auch null sein kann",
  "length.no_interval": "; zu wenige Anfragen für ein Intervall",
  "cache.sent_again": "Wird derselbe Prompt noch einmal gesendet, beträgt die TTFT {all}.",
  "cache.instead": "{with} statt {without} bei {n} Token ({read}){saved}",
  "cache.read": "{n} aus dem Cache",
  "cache.none_read": "keines davon als gecacht gemeldet",
  "cache.saves": ", das spart {low} bis {high} der Zeit, die die Länge des Prompts braucht",
  "cache.saves_at_most": ", das spart höchstens {high} der Zeit, die die Länge des Prompts braucht",

  "event.silence_of_one":
    "Ab {from} nach Beginn der Stufe kam {span} lang bei der einzigen laufenden Anfrage nichts an.",
  "event.silence":
    "Ab {from} nach Beginn der Stufe kam {span} lang bei keiner von bis zu {n} laufenden Anfragen etwas an.",
  "event.waiting":
    "Ab {from} nach Beginn der Stufe begann {span} lang keine Antwort, während bis zu {n} {n:Anfrage|Anfragen} warteten.",
  "event.failed_in_a_row":
    "{n} {n:Anfrage scheiterte|Anfragen scheiterten} hintereinander, gesendet {from} bis {to} nach Beginn der Stufe: mehr, als diese Fehlerrate zufällig mit sich bringt.",
  "event.stepped":
    "Die mediane TTFT beträgt bis {at} nach Beginn der Stufe {before} und danach {after}.",
  "preset.general_compute":
    "General Compute, „LLM Token Generation Speed: How Providers Compare in 2025“, gemessen im Juni 2025",
  "preset.by_1k":
    "Artificial Analysis, die Seite darüber, wie dort Leistung gemessen wird, Stand 2026, in einer Fassung mit 1k Eingabe als Standard; eine andere hat 10k",
  "preset.short_by_1k":
    "Artificial Analysis, die Seite darüber, wie dort Leistung gemessen wird, Stand 2026, in einer Fassung mit 1k Eingabe als Standard, der einzigen, die zu zehnt gesendet wird; eine Fassung mit 10k hat keine Eingaben von 100",
  "preset.by_10k":
    "Artificial Analysis, die Seite darüber, wie dort Leistung gemessen wird, in einer Fassung mit 10k Eingabe und mindestens 1.500 Ausgabe-Token als Standard; welche der Fassungen die neueste ist, ließ sich im November 2026 nicht feststellen",
  "preset.long_by_1k":
    "Artificial Analysis, die Seite darüber, wie dort Leistung gemessen wird, Stand 2026, in einer Fassung mit 1k Eingabe als Standard, der einzigen, die zu zehnt gesendet wird; Eingaben von 100k werden einmal wöchentlich gesendet",
  "preset.own": "Paceline selbst, November 2026",
  "preset.own_by_morph":
    "Paceline selbst, November 2026, mit den 20 Schritten aus Morphs Anleitung vom April 2026",
  "preset.own_form_of_morph":
    "Paceline selbst, November 2026, in der Form, die Morph für seine Modelle dokumentiert, Stand 2026",
} as const;
