/** The metrics of a level of a sweep. */

export const levelMetrics = {
  "metric.sys_output_tps.name": "Systemdurchsatz",
  "metric.sys_output_tps.short": "System tok/s",
  "metric.sys_output_tps.formula":
    "Ausgabe-Tokens, die im stetigen Fenster ankamen (alle Anfragen) ÷ Länge des Fensters. In einer geschlossenen Schleife beginnt das Fenster, wenn jeder Stream eine Antwort hatte, und endet mit der letzten gemessenen Anfrage; in einer offenen beginnt es mit der ersten gemessenen Anfrage, sobald 95 % der Anfragen Zeit für eine Antwort hatten, und endet, wenn die letzte Anfrage fällig war.",
  "metric.sys_output_tps.absent": "die Last war nie stetig",
  "metric.sys_total_tps.name": "Systemdurchsatz mit Eingabe",
  "metric.sys_total_tps.short": "System ein+aus",
  "metric.sys_total_tps.formula":
    "(Eingabe- + Ausgabe-Tokens im stetigen Fenster) ÷ Länge des Fensters. Eingabe-Tokens zählen, wenn das erste Token der Antwort ankommt.",
  "metric.sys_total_tps.absent": "die Last war nie stetig",
  "metric.achieved_rate.name": "Erreichte Rate",
  "metric.achieved_rate.short": "Gesendet/s",
  "metric.achieved_rate.formula":
    "(gesendete Anfragen − 1) ÷ (t(letztes Senden) − t(erstes Senden)), über alle Anfragen der Stufe.",
  "metric.achieved_rate.absent": "die Stufe ist eine geschlossene Schleife",
  "metric.rps.name": "Anfragen pro Sekunde",
  "metric.rps.short": "Anfr./s",
  "metric.rps.formula":
    "erfolgreiche Anfragen ÷ Länge des stetigen Fensters. Geschlossene Schleife: jede zählt mit dem Teil ihrer Dauer, der im Fenster liegt; eine Anfrage, die Paceline am Ende der Stufe abbrach, zählt wie die, die länger dauerten; stimmt mit Littles Gesetz überein: gleichzeitige Anfragen ÷ Latenz. Offene Schleife: erfolgreiche gemessene Anfragen ÷ die Zeit, in der sie fällig waren; oder, wenn Anfragen sicher schneller kommen, als sie beantwortet werden, sei es auch wenig: die, die enden, von da an, wo das früheste Zehntel Zeit für eine Antwort hatte, bis die letzte fällig war ÷ diese Zeit.",
  "metric.rps.absent": "die Last war nie stetig",
  "metric.avg_inflight.name": "Gleichzeitige Anfragen",
  "metric.avg_inflight.short": "Gleichzeitig",
  "metric.avg_inflight.formula":
    "Mittlere Zahl gleichzeitiger Anfragen über das stetige Fenster, nach der Zeit gewichtet.",
  "metric.avg_inflight.absent": "die Last war nie stetig",
  "metric.steady_share.name": "Stetiger Anteil",
  "metric.steady_share.short": "Stetig",
  "metric.steady_share.formula": "Länge des stetigen Fensters ÷ Länge der Stufe.",
  "metric.steady_share.absent": "die Last war nie stetig",
  "metric.error_rate.name": "Fehlerrate",
  "metric.error_rate.short": "Fehler",
  "metric.error_rate.formula":
    "fehlgeschlagen ÷ (ok + fehlgeschlagen), über gemessene Anfragen. Eine von Paceline beendete Anfrage zählt als keins von beiden.",
  "metric.error_rate.absent": "keine Anfrage endete von selbst",
  "metric.goodput.name": "Goodput",
  "metric.goodput.short": "Goodput",
  "metric.goodput.formula":
    "Geschlossene Schleife: Anfragen pro Sekunde × Anteil der erfolgreichen gemessenen Anfragen innerhalb jeder Grenze. Offene Schleife: von den Anfragen, die pro Sekunde gezählt werden, die innerhalb jeder Grenze, über dieselbe Zeit. Wo Antworten geprüft werden, zählen nur richtige.",
  "metric.goodput.absent":
    "es wurden keine Grenzen gesetzt, oder von einer Antwort innerhalb der Grenzen können die Prüfungen nicht sagen, ob sie richtig ist",
  "metric.good_fraction.name": "Guter Anteil",
  "metric.good_fraction.short": "Gut",
  "metric.good_fraction.formula":
    "Anfragen innerhalb jeder Grenze ÷ (ok + fehlgeschlagen), von denen der Fehlerquote; wo Antworten geprüft werden, sind nur richtige gut.",
  "metric.good_fraction.absent":
    "es wurden keine Grenzen gesetzt, oder von einer Antwort innerhalb der Grenzen können die Prüfungen nicht sagen, ob sie richtig ist",
  "metric.adj_ttft_p95_ms.name": "p95 der TTFT, mit Fehlschlägen",
  "metric.adj_ttft_p95_ms.short": "TTFT p95 ber.",
  "metric.adj_ttft_p95_ms.formula":
    "p95 der TTFT, mit TTFT = ∞ für jede fehlgeschlagene Anfrage; in einer offenen Schleife ab der Fälligkeit gezählt.",
  "metric.adj_ttft_p95_ms.absent":
    "es sind weniger als 20 Anfragen, oder mehr als eine von zwanzig schlug fehl",
  "metric.send_lag_p99_ms.name": "Sendeverzug, p99",
  "metric.send_lag_p99_ms.short": "Sendeverzug",
  "metric.send_lag_p99_ms.formula":
    "p99 von t(Senden) − t(fällig) − Verbindungszeit; bei weniger als 100 Anfragen das Maximum.",
  "metric.send_lag_p99_ms.absent": "es wurde nichts gesendet",
  "metric.sched_lag_p99_ms.name": "Scheduling-Verzug, p99",
  "metric.sched_lag_p99_ms.short": "Scheduling-Verzug",
  "metric.sched_lag_p99_ms.formula":
    "Verzögerung, mit der die eigenen Aufgaben dieses Programms während der Stufe an die Reihe kamen, überschritten in 1 % der Zeit.",
  "metric.sched_lag_p99_ms.absent": "er wurde nicht beobachtet",
  "metric.cpu_pct.name": "CPU-Last",
  "metric.cpu_pct.short": "CPU",
  "metric.cpu_pct.formula": "CPU-Zeit dieses Programms während der Stufe ÷ CPU-Zeit aller Kerne.",
  "metric.cpu_pct.absent": "das System meldet sie nicht",
  "metric.ttft_error_ms.name": "Fehler der Zeitstempel",
  "metric.ttft_error_ms.short": "Stempelfehler",
  "metric.ttft_error_ms.formula":
    "p99 von (gemessene TTFT − wahre TTFT) über mindestens ebenso viele Streams bekannter Zeiten auf diesem Rechner; bei weniger als 100 Anfragen das Maximum. Ein Zeitstempel ist spät, nie früh.",
  "metric.ttft_error_ms.absent": "der Rechner wurde nicht kalibriert",
  "metric.window_ms.name": "Stetiges Fenster",
  "metric.window_ms.short": "Fenster",
  "metric.window_ms.formula":
    "geschlossene Schleife: t(Ende der letzten gemessenen Anfrage) − t(jeder Stream hatte eine Antwort). Offene Schleife: t(letzte Anfrage fällig) − t(erste gemessene Anfrage fällig, sobald 95 % der Anfragen Zeit für eine Antwort hatten).",
  "metric.window_ms.absent": "die Last war nie stetig",
} as const;
