/** Rankings for a use: figures, limits, formula, results, and the built-in uses. */

export const ranking = {
  "figure.ttfat": "TTFAT",
  "figure.ttfat_tail": "p95 TTFAT",
  "figure.worst_ttfat": "schlechteste TTFAT",
  "figure.speed": "Ausgabegeschwindigkeit",
  "figure.latency": "Latenz",
  "figure.cost": "Kosten",
  "figure.loop_time": "Dauer der Schleife",
  "figure.loop_cost": "Kosten der Schleife",
  "figure.error_rate": "Fehlerrate",
  "figure.right": "richtige Antworten",
  "figure.time_per_right": "Zeit je richtiger Antwort",
  "figure.cost_per_right": "Kosten je richtiger Antwort",

  "unranked.unbounded_tail": "p95 TTFAT ist unbegrenzt: Zu viele Anfragen scheiterten",
  "unranked.none_right": "keine Antwort ist richtig",
  "unranked.none_checked": "keine Antwort wurde geprüft",
  "unranked.reads_at_most":
    "es liest höchstens {most} Token, und ein Prompt dieser Nutzung hat mehr",
  "unranked.not_known": "{figure} unbekannt",

  "limit.above": "{figure} {own} liegt über {limit}{but}",
  "limit.below": "{figure} {own} liegt unter {limit}{but}",
  "limit.but_may_be": ", kann aber {range} betragen",
  "limit.of_requests": "{figure} {own} aus {n} {n:Anfrage|Anfragen} kann {range} betragen",
  "limit.by_prompt": "{figure} {own}",
  "limit.from_to": "{low} bis {high}",
  "limit.or_more": "{low} oder beliebig mehr",
  "limit.up_to": "bis zu {high}",
  "limit.few_runs": "alles Mögliche (aus {runs} Läufen nicht zu sagen)",
  "limit.few_requests": "alles Mögliche (aus so wenigen Anfragen nicht zu sagen)",

  "ranking.no_weight": "Keine Größe hat ein Gewicht.",
  "ranking.weight": "{figure} {share}",
  "ranking.weighed": "Gewichtet: {all}.",
  "ranking.must_keep": "Einzuhalten: {all}.",
  "ranking.at_most": "{figure} höchstens {limit}",
  "ranking.at_least": "{figure} mindestens {limit}",
  "ranking.nobody": "Für {purpose} lässt sich kein Kandidat werten.",
  "ranking.nobody_because": "Für {purpose} lässt sich kein Kandidat werten: {why}.",
  "ranking.against": "{name} ({why})",
  "ranking.only": "Für {purpose}: {name}{rest}.",
  "ranking.best": "Für {purpose}: {name}, {own} von 100 gegen {other} von {next}{rest}.",
  "ranking.none_best": "Für {purpose} ist niemand signifikant der beste: {names}{rest}.",
  "ranking.none_shown":
    "Für {purpose} ist von niemandem gezeigt, dass er der beste ist: {names}{rest}.",
  "ranking.untested":
    "Für {purpose} ist bei so wenigen Läufen, Runden oder Wellen nicht bekannt, wer der beste ist: {names}{rest}.",
  "ranking.left_out": "Nicht dabei: {all}.",
  "ranking.limits_open": "Ob {name} die Grenzen einhält, ist offen: {limits}.",
  "ranking.warned": "Anfragen von {name} haben Warnungen: {warnings}.",
  "ranking.many_warned":
    "Anfragen von {n} hier genannten {n:Kandidat|Kandidaten} haben Warnungen: {tags}.",
  "ranking.warning_in": "{warning} bei {n} von {all}",

  "use.voice.name": "Sprachdialog",
  "use.chat.name": "Chat",
  "use.agent.name": "Coding-Agent",
  "use.batch.name": "Stapel",
  "use.right.name": "Richtige Antworten",
  "use.voice.said": "Sprachdialog",
  "use.chat.said": "Chat",
  "use.agent.said": "Coding-Agenten",
  "use.batch.said": "Stapel",
  "use.right.said": "richtige Antworten",
  "use.voice.why":
    "Stille ist hörbar: Das langsame Ende der Zeit bis zum ersten Antwort-Token (TTFAT) entscheidet; danach muss die Geschwindigkeit nur mit dem Sprechen mithalten.",
  "use.chat.why":
    "Eine Antwort, die binnen einer halben Sekunde beginnt (TTFAT), genügt; über Lesegeschwindigkeit hilft mehr Tempo weniger.",
  "use.agent.why":
    "Jeder von 20 Schritten wartet auf den vorigen, daher summieren sich TTFT und Geschwindigkeit.",
  "use.batch.why":
    "Niemand wartet auf eine einzelne Antwort: Es entscheiden die Kosten und wie wenige Anfragen noch einmal gesendet werden müssen.",
  "use.right.why":
    "Eine falsche Antwort wird noch einmal angefragt oder richtet Schaden an; darum zählen Kosten und Zeit einer richtigen, unter denen, die fast immer richtig antworten.",
} as const;
