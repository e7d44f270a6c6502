/** What the charts of cost, scatter and quality show. */

export const charts = {
  "cost_speed.same_price": "etwa derselbe Preis",
  "cost_speed.just_above": "knapp über seinem Preis",
  "cost_speed.times_price": "{times} sein Preis",
  "cost_speed.not_free": "nicht kostenlos",
  "cost_speed.same_speed": "etwa dieselbe Geschwindigkeit",
  "cost_speed.times_speed": "{times} seine Geschwindigkeit",
  "cost_speed.times_time": "{times} seine Zeit",
  "cost_speed.a_request": "{cost} je Anfrage",
  "cost_speed.a_request_of_chain":
    "im Mittel {cost} je Anfrage, {climbed} von {n} mit einem späteren Schritt",
  "cost_speed.per_million": "{cost} je Million Token",
  "cost_speed.unbeaten": "keiner ist in beidem signifikant besser",
  "cost_speed.beaten": "geschlagen von {by}: {how}",
  "cost_speed.mark": "{name}: {cost}, {speed}; {so}.",
  "cost_speed.nobody": "Kein Kandidat lässt sich eintragen.",
  "cost_speed.all_lack":
    "Kein Kandidat hat sowohl Kosten als auch eine Geschwindigkeit; bei jedem steht, was ihm fehlt.",
  "cost_speed.alone": "{name} ist hier der einzige, es gibt also nichts zum Vergleichen.",
  "cost_speed.only_one_placed":
    "Nur {name} lässt sich eintragen, es gibt also nichts zum Vergleichen. Nicht dabei: {others}.",
  "cost_speed.left_out": "{name} ({why})",
  "cost_speed.more_left_out": "{n} weitere",
  "cost_speed.all_on_frontier":
    "Auf der Effizienzgrenze: {names}. Keiner ist in Kosten und Geschwindigkeit zusammen signifikant besser als ein anderer{rest}.",
  "cost_speed.unshown": "von keinem ist gezeigt, dass er in beidem besser ist",
  "cost_speed.unshown_on_frontier":
    "Auf der Grenze: {names}. Von keinem ist gezeigt, dass er in Kosten und Geschwindigkeit zusammen besser ist als ein anderer{rest}.",
  "cost_speed.untested":
    "zu wenige Läufe, Runden oder Wellen, um zu wissen, ob einer in beidem besser ist",
  "cost_speed.untested_on_frontier":
    "Auf der Effizienzgrenze: {names}. Es gibt zu wenige Läufe, Runden oder Wellen, um zu wissen, ob einer in Kosten und Geschwindigkeit zusammen besser ist als ein anderer.",
  "cost_speed.on_frontier": "Auf der Effizienzgrenze: {names}.",
  "cost_speed.is_beaten": "{name} wird von {by} geschlagen: {how}{more}.",
  "cost_speed.more_beaten": "; {n} {n:weiterer wird|weitere werden} geschlagen",

  "samples.unknown": "{metric}: nichts bekannt.",
  "samples.none_strays":
    "{metric} streute in diesen Anfragen bei niemandem, am weitesten bei {name}: bis {tail} statt {middle}.",
  "samples.one_each": "Wie weit {metric} streut, ist aus je einer Stichprobe nicht bekannt.",
  "samples.no_known_strays":
    "{metric} streute in diesen Anfragen nirgends, wo genug bekannt ist, am weitesten bei {name}: bis {tail} statt {middle}.",
  "samples.scatters": "{metric} streute bei {name}{most}{over}: {tail}, {from} (n = {n}).",
  "samples.most": " in diesen Anfragen am meisten (ungeprüft)",
  "samples.most_of_enough":
    " in diesen Anfragen am meisten von denen mit genug Stichproben (ungeprüft)",
  "samples.most_of_as_many":
    " in diesen Anfragen am meisten von denen mit ebenso vielen Stichproben (ungeprüft)",
  "samples.over_prompts": " über Prompts von {least} bis {most} Token",
  "samples.its_worst": "der schlechteste Wert ist {tail}",
  "samples.its_p5": "p5 ist {tail}",
  "samples.its_p95": "p95 ist {tail}",
  "samples.its_median": "{times} gegenüber dem Median von {middle}",
  "samples.its_median_at_longest":
    "{times} gegenüber dem Median von {middle} bei den längsten Prompts",
  "samples.its_mean_at_longest":
    "{times} gegenüber dem Mittelwert von {middle} bei den längsten Prompts",
  "samples.its_mean": "{times} gegenüber dem Mittelwert von {middle}",

  "quality.right": "{name} antwortet auf {share} von {n} {n:Anfrage|Anfragen} richtig{failed}",
  "quality.failed": ", von denen {n} {n:scheiterte|scheiterten}",
  "quality.unknown": "{name}",
  "quality.alone": "{one}.",
  "quality.none_more":
    "{first}, {last}; niemand antwortet signifikant öfter richtig als ein anderer.",
  "quality.more": "{first}, {last}; {name} antwortet signifikant öfter richtig als {others}.",
} as const;
