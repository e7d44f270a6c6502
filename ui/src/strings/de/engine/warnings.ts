/** Warnings beside numbers: a tag of a few words, and what it means. */

export const warnings = {
  "warning.buffered.tag": "gepuffert",
  "warning.buffered.advice":
    "Der Text kam in Schüben, daher hat diese Antwort keine Ausgabegeschwindigkeit; nach einem Proxy oder Gateway suchen, das puffert.",
  "warning.not_streamed.tag": "nicht gestreamt",
  "warning.not_streamed.advice":
    "Der Server antwortete mit einem einzigen JSON-Körper, also gibt es kein erstes Token zu messen. Prüfen, ob er streamen kann.",
  "warning.usage_missing.tag": "keine Usage gesendet",
  "warning.usage_missing.advice":
    "Der Server hat keine Usage gesendet, daher werden die Tokens hier mit o200k_base gezählt.",
  "warning.counts_disagree.tag": "Zählungen weichen ab",
  "warning.counts_disagree.advice":
    "Die Token-Zahl des Servers weicht um mehr als 10 % von o200k_base ab, oder kein Tokenizer kommt für diesen Text mit so wenigen aus; Bahnen nach einer der beiden vergleichen.",
  "warning.tokens_bundled.tag": "mehrere Tokens pro Chunk",
  "warning.tokens_bundled.advice":
    "Chunks enthalten mehrere Tokens, also sind Abstände zwischen Chunks keine Inter-Token-Latenz.",
  "warning.tpot_approx.tag": "Geschwindigkeit ungefähr",
  "warning.tpot_approx.advice":
    "Die Token-Zahl des ersten Chunks ist geschätzt, daher ist die Geschwindigkeit einer kurzen Antwort ungefähr.",
  "warning.split_estimated.tag": "Aufteilung geschätzt",
  "warning.split_estimated.advice":
    "Der Server hat Denken und Antwort nicht getrennt gezählt, daher beruht die Geschwindigkeit von beidem auf geschätzten Tokens.",
  "warning.count_impossible.tag": "unmögliche Zählung",
  "warning.count_impossible.advice":
    "Der Server meldete eine Token-Zahl, die dem Text oder seinen anderen Zahlen widerspricht; sie wird nicht verwendet.",
  "warning.prompt_cached.tag": "Prompt aus dem Cache",
  "warning.prompt_cached.advice":
    "Der Anbieter hat einen Teil des Prompts aus seinem Cache genommen, was die TTFT verkürzt. Die Mediane eines Rennens enthalten solche Anfragen neben den anderen, Vergleichen trennt sie; um ohne Cache zu messen, eindeutige Prompts senden.",
  "warning.connected_late.tag": "spät verbunden",
  "warning.connected_late.advice":
    "Die Verbindung wurde nach dem Startschuss aufgebaut; die Zeit dafür ist nicht Teil der TTFT.",
  "warning.stopped_at_limit.tag": "Token-Grenze erreicht",
  "warning.stopped_at_limit.advice":
    "Die Antwort wurde an der Token-Grenze abgeschnitten; max tokens erhöhen, um sie ganz zu bekommen.",
  "warning.limit_not_asked.tag": "fremde Grenze",
  "warning.limit_not_asked.advice":
    "Die Antwort wurde durch eine Grenze des Anbieters oder Modells abgeschnitten, nicht durch die eigene; max tokens setzen, um gleiche Längen zu vergleichen.",
  "warning.second_attempt.tag": "zweiter Versuch",
  "warning.second_attempt.advice":
    "Der Server hat eine Option abgelehnt, daher wurde die Anfrage ohne sie noch einmal gesendet und die Uhr neu gestartet.",
  "warning.stale_connection.tag": "noch einmal gesendet",
  "warning.stale_connection.advice":
    "Der Server hatte die wiederverwendete Verbindung geschlossen, daher wurde die Anfrage über eine neue noch einmal gesendet und die Uhr neu gestartet; auch die erste kann berechnet werden.",
  "warning.no_terminator.tag": "kein Endezeichen",
  "warning.no_terminator.advice":
    "Der Stream endete ohne sein Endezeichen; die letzten Wörter können fehlen.",
  "warning.event_unread.tag": "Ereignis nicht gelesen",
  "warning.event_unread.advice":
    "Einige Ereignisse des Streams waren fehlerhaft, zu groß oder kamen nach seinem Ende und wurden nicht gelesen; Antwort oder Token-Zahlen können unvollständig sein.",
  "warning.reasoning_hidden.tag": "verborgenes Denken",
  "warning.reasoning_hidden.advice":
    "Das Modell hat gedacht, ohne es zu zeigen; diese Zeit ist Teil der TTFT, falls es eine gibt, und der Latenz.",
  "warning.reasoning_summary.tag": "Denken zusammengefasst",
  "warning.reasoning_summary.advice":
    "Der Server zählte weit mehr Denken, als dessen Text fasst, der also eine Zusammenfassung ist: Die Ausgabegeschwindigkeit ist die der Antwort allein, und wie schnell das Modell dachte, ist nicht bekannt.",
  "warning.cost_estimated.tag": "Kosten geschätzt",
  "warning.cost_estimated.advice":
    "Die Kosten sind geschätzt: Der Server sandte keine Zahl der Tokens, was manche nie tun und bei einer fehlgeschlagenen oder abgebrochenen Anfrage keiner, oder für die antwortende Stufe ist kein Preis bekannt.",
  "warning.not_steady.tag": "nicht stetig",
  "warning.not_steady.advice":
    "Die Last war weniger als 80 % der Zeit der Stufe stetig; mehr Messwerte nehmen oder, falls Anfragen abgelehnt wurden oder schneller kamen, als sie beantwortet wurden, eine geringere Last.",
  "warning.few_waves.tag": "zu wenig Unabhängiges",
  "warning.few_waves.advice":
    "Die gemessenen Anfragen zählen so viel wie zu wenige unabhängige, daher ist unbekannt, wie unsicher der Median der TTFT ist, und vielleicht auch die Perzentile: Gleichzeitige Anfragen teilen sich den Zustand des Servers, und aufeinanderfolgende können einander ähneln. Mindestens acht Stichproben je gleichzeitiger Anfrage können es klären; wo Anfragen einander ähneln oder bei einer Rate vielleicht warten, mehr nehmen.",
  "warning.client_limited.tag": "Client begrenzt",
  "warning.client_limited.advice":
    "Dieser Rechner hat zu spät gesendet oder gelesen, daher stecken seine eigenen Verzögerungen in den Zahlen, und eine Antwort, die er auf einmal gelesen hat, hat keine Ausgabegeschwindigkeit; weniger Streams oder einen ruhigeren Rechner nehmen.",
  "warning.clock_gap.tag": "Uhrensprung",
  "warning.clock_gap.advice":
    "Der Rechner schlief, oder seine Uhr wurde während des Laufs gestellt, daher fehlen diese Zeiten in jeder Zusammenfassung. Den Lauf wiederholen.",
  "warning.short.tag": "kurz",
  "warning.short.advice":
    "Nach dem ersten Lesen kamen weniger als 20 o200k-Tokens, zu wenige für eine aussagekräftige Geschwindigkeit; um eine längere Antwort bitten.",
  "warning.stopped_early.tag": "früh beendet",
  "warning.stopped_early.advice":
    "Die Antwort endete vor der verlangten Länge; Geschwindigkeiten vergleichen, nicht Gesamtzeiten.",
  "warning.adjusted.tag": "Anfrage geändert",
  "warning.adjusted.advice":
    "Das Modell nimmt eine Einstellung des Plans nicht an, daher wurde die Anfrage geändert; die Bahn zeigt wie. Nur mit Bahnen vergleichen, an die dieselbe Anfrage ging.",
  "warning.stray_tag.tag": "einzelnes Denk-Tag",
  "warning.stray_tag.advice":
    "Die Antwort enthält ein schließendes Denk-Tag ohne öffnendes; der Text davor ist vielleicht Denken, dann ist die Zeit bis zum ersten Antwort-Token zu kurz.",
  "warning.prompt_cut.tag": "Prompt gekürzt",
  "warning.prompt_cut.advice":
    "Der Server hat weit weniger Eingabe-Tokens gezählt, als gesendet wurden: Er hat den Prompt gekürzt oder zählt gecachte Tokens nicht. Prefill-Geschwindigkeit und Kosten beziehen sich auf den kürzeren Prompt.",
  "warning.tiers_mixed.tag": "Servicestufen gemischt",
  "warning.tiers_mixed.advice":
    "Anfragen dieser Bahn wurden von verschiedenen Servicestufen beantwortet. Sie unterscheiden sich in Geschwindigkeit und Preis, also nicht zusammenfassen.",
  "warning.models_mixed.tag": "Modelle gemischt",
  "warning.models_mixed.advice":
    "Anfragen dieser Bahn oder Stufe wurden den Namen in den Antworten nach von verschiedenen Modellen beantwortet; ihre Mediane und Urteile gelten also für alle zusammen; Vergleichen trennt sie, außer bei einem Schritt einer Kette, der nur in manchen Runden gefragt wurde. Eine bestimmte Version des Modells anfragen oder herausfinden, was die Anfragen verteilt.",
  "warning.first_schema_use.tag": "Schema zum ersten Mal",
  "warning.first_schema_use.advice":
    "Das war die erste Anfrage der Bahn mit diesem Schema in diesem Lauf, wofür es der Anbieter vielleicht übersetzt hat; bei mehreren Runden werden die anderen ohne sie zusammengefasst.",
  "warning.other_tier.tag": "andere Servicestufe",
  "warning.other_tier.advice":
    "Es antwortete eine andere Servicestufe als die verlangte, zum Beispiel weil diese voll war; Geschwindigkeit und Preis sind die der antwortenden Stufe.",
} as const;
