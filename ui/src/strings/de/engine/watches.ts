/** Changes that a watch noticed, what moved with them, and why a watch was not added. */

export const watches = {
  "watch.changed": "{contender}: {what} {when}.",
  "watch.since": "seit {at}",
  "watch.slowly_since": "nach und nach seit {day}",
  "watch.after": "irgendwann nach {day}",
  "watch.ttft_longer": "TTFT ist {percent} % länger{interval}",
  "watch.ttft_shorter": "TTFT ist {percent} % kürzer{interval}",
  "watch.ttft_differs": "TTFT ist anders",
  "watch.speed_higher": "das Ausgabetempo ist {percent} % höher{interval}",
  "watch.speed_lower": "das Ausgabetempo ist {percent} % niedriger{interval}",
  "watch.speed_differs": "das Ausgabetempo ist anders",
  "watch.costs_more": "eine Anfrage kostet {percent} % mehr{interval}",
  "watch.costs_less": "eine Anfrage kostet {percent} % weniger{interval}",
  "watch.cost_differs": "eine Anfrage kostet anders",
  "watch.fail": "{share} der Anfragen scheitern, vorher {before},",
  "watch.are_right": "{share} der Antworten sind richtig, vorher {before},",
  "watch.interval": " (95-%-Intervall: {low} bis {high})",
  "watch.with_sign": "{sign}{number}",
  "watch.percent_signed": "{number} %",
  "watch.whole_percent": "{number} %",
  "watch.unknown_share": "–",
  "watch.what_moved": "Was sich bewegt hat: {phases}{whole}.",
  "watch.ttft_moved": "; TTFT {ms} ms über dieselben Durchgänge",
  "watch.phase_moved": "{phase} {ms} ms (95-%-Intervall: {low} bis {high} ms)",
  "watch.and": "{some}, {more}",
  "watch.dns": "DNS-Auflösung (vor der TTFT)",
  "watch.connect": "TCP-Verbindung (vor der TTFT)",
  "watch.tls": "TLS-Handschlag (vor der TTFT)",
  "watch.round_trip": "Umlaufzeit im Netz (Teil des ersten Bytes)",
  "watch.queue": "Warteschlange laut Server (Teil des ersten Bytes)",
  "watch.prompt": "Lesen des Prompts laut Server (Teil des ersten Bytes)",
  "watch.first_byte": "erstes Byte",
  "watch.first_text": "vom ersten Byte zum ersten Text",
  "watch.decode": "Dekodieren je Token",
  "watch.server_decode": "Dekodieren je Token laut Server",
  "watch.probably_network":
    "Wahrscheinlich Ihr Netz: {n} von {of} unabhängigen Anbietern haben sich in denselben Durchgängen bewegt, auch {with}.",
  "watch.probably_machine":
    "Wahrscheinlich dieser Rechner: Er sendete oder las verspätet in {n} von {of} Durchgängen seither und in {before} von {of_before} davor.",
  "watch.model_changed": "Das antwortende Modell hat sich im selben Durchgang geändert: {signs}.",
  "watch.model_probably_changed":
    "Das antwortende Modell hat sich wahrscheinlich im selben Durchgang geändert: {signs}.",
  "watch.model_may_have_changed":
    "Das antwortende Modell hat sich vielleicht im selben Durchgang geändert: {signs}.",
  "watch.names": "der Server nennt {after}, vorher {before}",
  "watch.fingerprint": "sein System-Fingerabdruck ist {after}, vorher {before}",
  "watch.input_tokens": "derselbe Prompt hat {after} Eingabetoken, vorher {before}",
  "watch.output_tokens": "Antworten haben {more} Token (99-%-Intervall: {low} bis {high})",
  "watch.right": "{after} der Antworten sind richtig, vorher {before}",

  "moment.at": "{weekday} {at}",
  "moment.monday": "Mo",
  "moment.tuesday": "Di",
  "moment.wednesday": "Mi",
  "moment.thursday": "Do",
  "moment.friday": "Fr",
  "moment.saturday": "Sa",
  "moment.sunday": "So",
  "moment.beyond": "{seconds} s nach 1970",

  "watch_budget.unknown_cost":
    "Das Budget in Dollar lässt sich nicht einhalten: Ein Kandidat hat keinen Preis, oder seine Antworten haben keine Grenze. Ihm einen Preis geben und die Ausgabetoken begrenzen.",
  "watch_budget.unknown_length":
    "Das Budget in Token lässt sich nicht einhalten: Eine Antwort hat keine Grenze. Die Ausgabetoken begrenzen.",
  "watch_budget.dear_turn":
    "Ein Durchgang kann {turn} kosten, mehr als die {day} eines Tages. Das Budget in Dollar erhöhen oder die Grenze der Ausgabetoken senken.",
  "watch_budget.long_turn":
    "Ein Durchgang kann mit {n} {n:Token|Token} antworten, mehr als die {day} eines Tages. Das Budget in Token erhöhen oder die Grenze der Ausgabetoken senken.",
};
