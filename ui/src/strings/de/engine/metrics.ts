/** The metrics of a request: names, formulas and when a value is absent; and what values feel like. */

export const metrics = {
  "metric.ttft_ms.name": "Zeit bis zum ersten Token (TTFT)",
  "metric.ttft_ms.short": "TTFT",
  "metric.ttft_ms.formula":
    "TTFT = t(erster sichtbarer Text) − t(Senden). Sichtbarer Text ist Denken, eine Antwort oder ein Werkzeugaufruf, nicht aber Rollen-Chunks, leere Deltas, Pings oder Usage. t(Senden) wird genommen, unmittelbar bevor die Anfrage auf eine offene Verbindung geschrieben wird.",
  "metric.ttft_ms.absent": "es kam kein Text an",
  "metric.ttfat_ms.name": "Zeit bis zum ersten Antwort-Token (TTFAT)",
  "metric.ttfat_ms.short": "TTFAT",
  "metric.ttfat_ms.formula":
    "TTFAT = t(erster Text der Antwort oder eines Werkzeugaufrufs) − t(Senden). Ohne Denken gleich der TTFT.",
  "metric.ttfat_ms.absent": "es kam keine Antwort an",
  "metric.ttft_perceived_ms.name": "Wahrgenommene TTFT",
  "metric.ttft_perceived_ms.short": "Wahrg. TTFT",
  "metric.ttft_perceived_ms.formula":
    "Wahrgenommene TTFT = t(erster sichtbarer Text) − t(fällig). Eine Anfrage ist mit dem Startschuss fällig oder, bei offener Schleife, zu ihrem geplanten Zeitpunkt; jede Verzögerung vor dem Senden zählt mit.",
  "metric.ttft_perceived_ms.absent": "es kam kein Text an",
  "metric.ttfs_ms.name": "Zeit bis zum ersten Satz (TTFS)",
  "metric.ttfs_ms.short": "TTFS",
  "metric.ttfs_ms.formula":
    "TTFS = t(erster Satz vollständig) − t(Senden). Ein Satz endet an der ersten Grenze nach UAX #29, vor der ein Buchstabe steht; 12 Wörter, oder 24 Zeichen einer Schrift ohne Leerzeichen, zählen als einer.",
  "metric.ttfs_ms.absent": "kein Satz wurde vollständig",
  "metric.tool_call_ms.name": "Zeit bis zum ersten Werkzeugaufruf",
  "metric.tool_call_ms.short": "Werkzeugaufruf",
  "metric.tool_call_ms.formula":
    "t(erster Text eines Werkzeugaufrufs, Name oder Argumente) − t(Senden). Ein Server, der Aufrufe am Stück sendet, sendet sie, wenn sie vollständig sind.",
  "metric.tool_call_ms.absent": "die Antwort rief kein Werkzeug auf",
  "metric.tool_arguments_ms.name": "Zeit bis zu vollständigen Argumenten",
  "metric.tool_arguments_ms.short": "Argumente",
  "metric.tool_arguments_ms.formula":
    "t(letzter Text des ersten Werkzeugaufrufs) − t(Senden): Von da an kann das Werkzeug laufen.",
  "metric.tool_arguments_ms.absent":
    "die Antwort rief kein Werkzeug auf, ihr erster Aufruf wurde abgeschnitten, oder ihre Aufrufe lassen sich nicht unterscheiden",
  "metric.tool_calls_ms.name": "Zeit bis zu allen Werkzeugaufrufen",
  "metric.tool_calls_ms.short": "Alle Aufrufe",
  "metric.tool_calls_ms.formula": "t(letzter Text des letzten Werkzeugaufrufs) − t(Senden).",
  "metric.tool_calls_ms.absent":
    "die Antwort rief kein Werkzeug auf, oder ihr letzter Aufruf wurde abgeschnitten",
  "metric.tool_calls.name": "Werkzeugaufrufe",
  "metric.tool_calls.short": "Werkzeugaufrufe",
  "metric.tool_calls.formula": "Anzahl der Werkzeugaufrufe in der Antwort.",
  "metric.tool_calls.absent":
    "die Antwort rief kein Werkzeug auf, oder ihre Aufrufe lassen sich nicht unterscheiden",
  "metric.request_written_ms.name": "Anfrage geschrieben",
  "metric.request_written_ms.short": "Geschrieben",
  "metric.request_written_ms.formula":
    "t(letztes Byte der Anfrage an das Betriebssystem übergeben) − t(Senden).",
  "metric.request_written_ms.absent": "es wurde nichts gesendet",
  "metric.ttfb_ms.name": "Zeit bis zum ersten Byte (TTFB)",
  "metric.ttfb_ms.short": "TTFB",
  "metric.ttfb_ms.formula":
    "TTFB = t(erstes Byte der Antwort-Header) − t(Senden). Bytes von TLS selbst, etwa seines Handshakes, zählen nicht.",
  "metric.ttfb_ms.absent": "es kam nichts an",
  "metric.ttfb_headers_ms.name": "Antwort-Header",
  "metric.ttfb_headers_ms.short": "Header",
  "metric.ttfb_headers_ms.formula": "t(Antwort-Header des Streams vollständig) − t(Senden).",
  "metric.ttfb_headers_ms.absent": "es kam nichts an",
  "metric.first_event_ms.name": "Zeit bis zum ersten Ereignis",
  "metric.first_event_ms.short": "Erstes Ereignis",
  "metric.first_event_ms.formula":
    "t(erstes Ereignis des Streams) − t(Senden). Ein Rollen-Chunk ist ein Ereignis, aber kein Token; ein SSE-Kommentar ist keins von beiden.",
  "metric.first_event_ms.absent": "es kam nichts an",
  "metric.create_time_ms.name": "Anlegen des Streams",
  "metric.create_time_ms.short": "Anlegen",
  "metric.create_time_ms.formula":
    "t(Stream angelegt) − t(Senden), bei Anbietern, wo eine Anfrage den Stream anlegt und eine zweite ihn liest.",
  "metric.create_time_ms.absent": "eine einzige Anfrage tut beides",
  "metric.connect_time_ms.name": "Verbindungszeit",
  "metric.connect_time_ms.short": "Verbindung",
  "metric.connect_time_ms.formula": "DNS + TCP + Proxy + TLS. Nicht Teil der TTFT.",
  "metric.connect_time_ms.absent": "die Verbindung wurde wiederverwendet",
  "metric.rtt_ms.name": "Netzwerkumlaufzeit",
  "metric.rtt_ms.short": "Umlaufzeit",
  "metric.rtt_ms.formula":
    "Umlaufzeit = kleinste der Verbindung, die die Anfrage benutzte, nach dem Kernel (Linux: tcpi_min_rtt); wo er keine nennt, t(TCP verbunden) − t(TCP-Verbindungsaufbau).",
  "metric.rtt_ms.absent": "der Handshake wurde nicht gemessen, oder ein Proxy hat ihn beantwortet",
  "metric.ttft_less_network_ms.name": "TTFT ohne das Netzwerk",
  "metric.ttft_less_network_ms.short": "TTFT − Netz",
  "metric.ttft_less_network_ms.formula":
    "TTFT − Umlaufzeit: was für Warteschlange und Prefill beim Server bleibt.",
  "metric.ttft_less_network_ms.absent":
    "der Handshake wurde nicht gemessen, oder ein Proxy hat ihn beantwortet",
  "metric.thinking_time_ms.name": "Denkzeit",
  "metric.thinking_time_ms.short": "Denken",
  "metric.thinking_time_ms.formula":
    "Σ über Abschnitte des Denkens: t(nächster Text der Antwort) − t(erster Text des Abschnitts). Ein Abschnitt ist eine Folge aufeinanderfolgender Lesevorgänge, die Denken brachten; ohne Text danach endet er mit seinem eigenen letzten Text.",
  "metric.thinking_time_ms.absent": "es wurde kein Denken gestreamt",
  "metric.latency_ms.name": "Ende-zu-Ende-Latenz",
  "metric.latency_ms.short": "Latenz",
  "metric.latency_ms.formula":
    "Latenz = t(letzter sichtbarer Text) − t(Senden). Usage und Endezeichen kommen danach, im Nachlauf des Streams.",
  "metric.latency_ms.absent": "es kam kein Text an",
  "metric.latency_perceived_ms.name": "Wahrgenommene Latenz",
  "metric.latency_perceived_ms.short": "Wahrg. Latenz",
  "metric.latency_perceived_ms.formula":
    "Wahrgenommene Latenz = t(letzter sichtbarer Text) − t(fällig). Eine Anfrage ist mit dem Startschuss fällig oder, bei offener Schleife, zu ihrem geplanten Zeitpunkt.",
  "metric.latency_perceived_ms.absent": "es kam kein Text an",
  "metric.decode_time_ms.name": "Decode-Zeit",
  "metric.decode_time_ms.short": "Decode",
  "metric.decode_time_ms.formula": "t(letzter sichtbarer Text) − t(erster sichtbarer Text).",
  "metric.decode_time_ms.absent": "es kamen weniger als zwei Chunks an",
  "metric.stream_tail_ms.name": "Nachlauf des Streams",
  "metric.stream_tail_ms.short": "Nachlauf",
  "metric.stream_tail_ms.formula": "t(Ende des Körpers) − t(letzter sichtbarer Text).",
  "metric.stream_tail_ms.absent": "es kam kein Text an",
  "metric.decode_tps.name": "Ausgabegeschwindigkeit",
  "metric.decode_tps.short": "tok/s",
  "metric.decode_tps.formula":
    "(N − n_first) ÷ Decode-Zeit, N = Ausgabe-Tokens, n_first = Tokens des ersten Lesevorgangs. Tokens, die kein Text zeigt, sind nicht in N, und ihre Zeit ist nicht in der Decode-Zeit.",
  "metric.decode_tps.absent":
    "das Decoding dauerte unter 5 ms, oder mehr als 20 Tokens kamen in weniger als fünf Lesevorgängen an",
  "metric.answer_tps.name": "Ausgabegeschwindigkeit der Antwort",
  "metric.answer_tps.short": "Antwort tok/s",
  "metric.answer_tps.formula":
    "Σ (N − n_first) ÷ Σ (t(letzter) − t(erster)) über die Abschnitte der Antwort, N = Tokens des Abschnitts, n_first = die seines ersten Lesevorgangs.",
  "metric.answer_tps.absent":
    "das Decoding dauerte unter 5 ms, oder mehr als 20 Tokens kamen in weniger als fünf Lesevorgängen an",
  "metric.reasoning_tps.name": "Ausgabegeschwindigkeit des Denkens",
  "metric.reasoning_tps.short": "Denken tok/s",
  "metric.reasoning_tps.formula":
    "Σ (N − n_first) ÷ Σ (t(letzter) − t(erster)) über die Abschnitte des Denkens, wenn es wörtlich gestreamt wird.",
  "metric.reasoning_tps.absent":
    "das Decoding dauerte unter 5 ms, oder mehr als 20 Tokens kamen in weniger als fünf Lesevorgängen an",
  "metric.neutral_tps.name": "Ausgabegeschwindigkeit in o200k-Tokens",
  "metric.neutral_tps.short": "o200k tok/s",
  "metric.neutral_tps.formula":
    "(N − n_first) ÷ Decode-Zeit, mit N und n_first in o200k_base-Tokens desselben Texts: dieselbe Einheit für jeden Tokenizer.",
  "metric.neutral_tps.absent":
    "das Decoding dauerte unter 5 ms, oder mehr als 20 Tokens kamen in weniger als fünf Lesevorgängen an",
  "feels.instant": "sofort",
  "feels.fine for conversation": "gut für ein Gespräch",
  "feels.a noticeable wait": "spürbares Warten",
  "feels.sluggish": "träge",
  "feels.slow": "langsam",
  "feels.acceptable when not watching": "annehmbar, wenn man nicht zusieht",
  "feels.comfortable reading": "bequemes Mitlesen",
  "feels.faster than reading": "schneller als Lesen",
  "feels.nearly instantaneous to a reader": "für Lesende fast sofort",
} as const;
