/** The measurement conditions below charts, as short facts. */

export const conditions = {
  "condition.simulated": "SIMULIERT",
  "condition.real": "echte Anfragen",
  "condition.requests_in_runs":
    "{requests} {requests:Anfrage|Anfragen} aus {runs} {runs:Lauf|Läufen}",
  "condition.on": "{date} ({zone})",
  "condition.from_to": "{from} bis {to} ({zone})",
  "condition.zones": "{names}",
  "condition.prompt": "Prompt {hash}",
  "condition.prompts": "{n} verschiedene Prompts",
  "condition.most_tokens": "max. {most}",
  "condition.different_limits": "verschiedene Token-Grenzen",
  "condition.temperature": "Temperatur {temperature}",
  "condition.different_temperatures": "verschiedene Temperaturen",
  "condition.different_efforts": "verschiedener Denkaufwand: {all}",
  "condition.different_tiers": "verschiedene Servicestufen: {all}",
  "condition.from_the_send":
    "Zeiten von Anfragen mit fester Rate ab ihrem eigenen Senden, nicht ab der Fälligkeit wie in ihrem Sweep",
  "condition.tokens_in": "{n} Token Eingabe",
  "condition.tokens_out": "{n} Token Ausgabe",
  "condition.tokens_in_from": "{least}–{most} Token Eingabe",
  "condition.tokens_out_from": "{least}–{most} Token Ausgabe",
  "condition.pooled_lengths":
    "die Mediane der Wartezeiten, Latenzen und Kosten eines Kandidaten fassen Prompts von {least} bis {most} Token zusammen, sodass keine Anfrage sie gehabt haben muss",
  "condition.by_o200k": "Token nach o200k_base{otherwise}",
  "condition.by_servers": "Token nach Zählung der Server{otherwise}",
  "condition.by_both": "Token nach Zählung der Server, bei {names} nach o200k_base{otherwise}",
  "condition.speeds_with_reasoning":
    "Geschwindigkeiten von {names} sind auch die gezeigten Denkens, die der anderen nur die der Antworten; sie werden nicht verglichen",
  "condition.otherwise": ", {n} von {all} anders gezählt und in keiner Geschwindigkeit",
  "condition.warm": "warme Verbindungen",
  "condition.cold": "kalte Verbindungen",
  "condition.cold_in": "kalte Verbindungen in {runs}, sonst warme",
  "condition.of_runs": "{some} von {runs} {runs:Lauf|Läufen}",
  "condition.machine": "{name}",
  "condition.machines": "{n} Rechner",
  "condition.machine_unknown": "Rechner unbekannt in {runs}",
  "condition.not_calibrated": "nicht kalibriert",
  "condition.late": "bis zu {most} ms verspätet",
  "condition.late_but": "bis zu {most} ms verspätet, {missing} nicht kalibriert",
  "condition.failed": "{n} gescheitert, in keiner Geschwindigkeit",
  "condition.hollow": "hohl: weniger als {least} Stichproben",
  "condition.warned": "Warnungen: {all}",
  "condition.warned_requests": "{warning} ({n} {n:Anfrage|Anfragen})",
  "condition.run_by_run": "Unterschiede sind Lauf für Lauf getestet",
  "condition.one_run_each": "aus je einem Lauf: Wie sehr sich Läufe unterscheiden, ist unbekannt",
  "condition.some_one_run_each":
    "Unterschiede sind Lauf für Lauf getestet; einige aus je einem Lauf: Wie sehr sich Läufe unterscheiden, ist dort unbekannt",
  "condition.pooled_aspect": "{name} ({values})",
  "condition.pooled": "zusammengefasst über {all}",
  "condition.left_out": "{n} {n:Anfrage|Anfragen} ausgelassen: {tags}",
  "condition.other_loads": "ohne Anfragen unter anderer Last: {others}",
  "condition.at_once": "{n} gleichzeitig",
  "condition.a_second": "{rate} je Sekunde",
  "condition.other_lengths":
    "Messreihen mit Prompts von {others} Token stecken nur in den Vorhersagen",
  "condition.one_length":
    "Prompts von {length} Token; Messreihen mit Prompts von {others} Token stecken nur in den Vorhersagen",
  "condition.no_common_prompt": "Kandidaten bekamen verschiedene Prompts, keinen gemeinsam",
  "condition.common_prompts":
    "Kandidaten bekamen verschiedene Prompts, nur {n} {n:Prompt|Prompts} gemeinsam",
  "condition.mixed_differently":
    "Kandidaten bekamen dieselben Prompts ungleich oft: Jeder Median gilt für die eigene Mischung, Unterschiede zwischen Läufen sind die innerhalb jedes Prompts",
} as const;
