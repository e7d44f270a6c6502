/** What happened in a failure: connections, TLS, proxies, answers and streams, lists, and answers that are not whole. */

export const faults = {
  "fault.no_address": "„{address}“ ist keine Adresse: {why}.",
  "fault.unfetchable": "„{address}“ kann nicht geholt werden: {why}.",
  "fault.not_https": "sie ist nicht https, und was über http kommt, kann von jedem sein",
  "fault.answered": "„{address}“ hat mit HTTP {status} geantwortet.",
  "fault.sends_too_much": "Was „{address}“ sendet, ist größer als {most} MB.",
  "fault.sends_no_text": "Was „{address}“ sendet, ist kein Text.",
  "fault.unresolved": "Der Name „{host}“ lässt sich nicht auflösen: {why}",
  "fault.unconnected": "Keine Verbindung zu {place}: {why}",
  "fault.slow_connection": "Keine Verbindung zu {place} innerhalb von {seconds} s.",
  "fault.no_connection": "Es lässt sich keine Verbindung aufbauen: {why}.",
  "fault.connection_broke": "Die Verbindung zu {host} ist abgebrochen: {why}",
  "fault.host_broke_rules": "Die Antwort von {host} verletzt die Regeln von HTTP: {why}.",
  "fault.no_answer": "Keine Antwort von {host}: {why}.",
  "fault.not_this_machine":
    "Nichts wurde gesendet: „{host}“ ist ein Name dieses Rechners, führt aber zu {found}.",
  "fault.not_private":
    "Nichts wurde gesendet: „{host}“ ist ein Name eines privaten Netzes, führt aber zu {found}.",
  "fault.in_the_clear":
    "Nichts wurde gesendet: „{place}“ liegt in einem öffentlichen Netz, und über http:// könnte jeder auf dem Weg den Prompt und den Schlüssel lesen.",
  "fault.key_before_proxy":
    "Der Schlüssel wurde nicht gesendet: Ohne TLS könnte der Proxy {proxy} ihn lesen.",
  "fault.unsendable_key": "Der Schlüssel hat Zeichen, die in keinem Header stehen dürfen.",

  "fault.insecure": "Keine sichere Verbindung zu {host}: {why}.",
  "fault.no_tls": "TLS ist auf diesem Rechner nicht verwendbar: {why}.",
  "fault.slow_handshake": "keine Antwort auf den Handshake innerhalb von {seconds} s",
  "fault.closed_in_handshake": "der Server hat die Verbindung mitten im Handshake geschlossen",
  "fault.untrusted_issuer":
    "sein Zertifikat stammt von einer Stelle, der dieser Rechner nicht vertraut",
  "fault.own_issuer": "sein Zertifikat hat sich selbst ausgestellt",
  "fault.other_name": "sein Zertifikat ist für einen anderen Namen",
  "fault.other_names": "sein Zertifikat ist für einen anderen Namen ({names})",
  "fault.expired": "sein Zertifikat ist abgelaufen",
  "fault.not_valid_yet": "sein Zertifikat ist noch nicht gültig",
  "fault.revoked": "sein Zertifikat wurde widerrufen",
  "fault.not_tls": "was zurückkam, ist nicht TLS",
  "fault.unknown_name": "der Server kennt diesen Namen nicht",
  "fault.wants_certificate": "der Server verlangt ein Client-Zertifikat",
  "fault.no_shared_protocol": "beide Seiten haben kein gemeinsames Protokoll ({why})",

  "fault.proxy_refused":
    "Der Proxy {proxy} hat die Verbindung zu {place} mit Status {status} abgelehnt",
  "fault.proxy_refused_saying":
    "Der Proxy {proxy} hat die Verbindung zu {place} mit Status {status} abgelehnt: {said}",
  "fault.proxy_opened_none": "Der Proxy {proxy} hat keine Verbindung zu {place} geöffnet: {why}.",
  "fault.proxy_wants_login": "er verlangt eine Anmeldung",
  "fault.slow_proxy":
    "Der Proxy {proxy} hat innerhalb von {seconds} s keine Verbindung zu {place} geöffnet.",
  "fault.proxy_unreached": "Der Proxy {proxy} wird nicht erreicht.",
  "fault.proxy_not_http": "Was {proxy} antwortet, ist nicht HTTP.",
  "fault.proxy_broke": "Die Verbindung durch den Proxy {proxy} ist abgebrochen: {why}.",
  "fault.no_proxy_address": "„{address}“ ist nicht die Adresse eines Proxys.",

  "fault.refused_without_words": "HTTP {status} ohne weitere Worte",
  "fault.compressed":
    "Der Server hat den Stream komprimiert ({encoding}), obwohl er gebeten wurde, es nicht zu tun; jeder Zeitstempel würde dadurch unscharf.",
  "fault.past_deadline": "Die Anfrage war nach {seconds} s nicht zu Ende.",
  "fault.idle": "Der Server hat mitten in der Antwort {seconds} s lang nichts gesendet.",
  "fault.no_text_before_first":
    "Der Server hat innerhalb von {seconds} s keinen Text gesendet, noch vor dem ersten Token.",
  "fault.nothing_before_first":
    "Der Server hat vor dem ersten Token {seconds} s lang nichts gesendet.",
  "fault.too_much_before": "Vor einer Antwort kam mehr zurück, als gelesen wird: {why}",
  "fault.not_http": "Was zurückkam, ist nicht HTTP: {why}",
  "fault.broke_rules": "Die Antwort verletzt die Regeln von HTTP (Chunked Encoding): {why}",
  "fault.broke": "Die Verbindung ist abgebrochen: {why}",
  "fault.in_stream":
    "Der Anbieter hat einen Fehler gemeldet, nachdem der Stream begonnen hatte: {said}",
  "fault.in_place_of_answer": "HTTP {status}, aber ein Fehler statt einer Antwort: {said}",
  "fault.page": "Der Server hat mit Erfolg geantwortet, aber mit {page}",
  "fault.empty_page": "einer leeren Webseite",
  "fault.untitled_page": "einer Webseite: {text}",
  "fault.titled_page": "einer Webseite, „{title}“",
  "fault.whole_page": "einer Webseite, „{title}“: {text}",
  "fault.empty_body": "Der Server hat mit Erfolg und leerem Body geantwortet.",
  "fault.no_stream":
    "Der Server hat mit Erfolg geantwortet, aber sein Body ist weder ein Stream von Chat-Chunks noch eine Chat-Completion.",
  "fault.other_dialect":
    "Der Server hat mit Erfolg geantwortet, aber nichts in seiner Antwort ist im Dialekt der Bahn. Sie beginnt: {begins}",
  "fault.unread_event": "Ein Ereignis des Streams ist kein JSON des Dialekts: {text}",
  "fault.too_long_stream": "Der Stream ist größer als {most} MB; mehr wird nicht gelesen.",
  "fault.too_long_event":
    "Der Stream hat ein Ereignis von mehr als {most} MB; mehr wird nicht gelesen.",
  "fault.too_many_values":
    "Der Stream hat ein Ereignis, dessen Werte mehr als {most} MB belegen; mehr wird nicht gelesen.",
  "fault.too_many_events": "Der Stream hat mehr als {most} Ereignisse; mehr werden nicht gelesen.",
  "fault.too_many_marks": "Der Stream hat mehr als {most} Einträge; mehr werden nicht gelesen.",
  "fault.too_much_text": "Der Stream hat mehr als {most} MB Text; mehr wird nicht gelesen.",
  "fault.prediction_ended":
    "Die Vorhersage hatte den Status {status}, bevor sie begann, und der Anbieter sagt nicht, warum.",
  "fault.unnamed_stream":
    "Der Anbieter hat die Anfrage angenommen und keinen Stream für ihre Antwort genannt: Vielleicht streamt dieses Modell nicht.",
  "fault.foreign_stream":
    "Die Antwort soll bei „{host}“ gelesen werden; das ist weder die Adresse des Anbieters noch ein Host von Replicate: Der Schlüssel wurde nicht dorthin gesendet und die Vorhersage beendet.",

  "fault.no_inputs": "Was zurückkam, beschreibt keine Eingaben.",
  "fault.nameless":
    "Nur ein Modell namens OWNER/NAME oder OWNER/NAME:VERSION beschreibt sich selbst.",
  "fault.no_list": "Was zurückkam, ist keine Liste von Modellen.",
  "fault.no_deployments": "{label} nennt die Deployments nicht unter dieser Adresse.",
  "fault.no_address_yet": "{label} hat noch keine Adresse.",
  "fault.no_key": "Es gibt keinen Schlüssel für {label}.",
  "fault.slow_list": "Die Liste war nach {seconds} s nicht vollständig.",
  "fault.too_large_list": "Was zurückkam, ist größer als {most} MB.",
  "fault.too_full_list": "Was zurückkam, hat mehr Werte als jede Liste.",

  "fault.chain_past_deadline":
    "Die Kette war {seconds} s, nachdem ihr erster Schritt gesendet wurde, nicht zu Ende.",
  "fault.long_step":
    "Dieser Schritt wurde nicht gesendet: Mit den früheren Antworten darin ist sein Prompt länger als {most} MB.",
  "fault.lane_too_large":
    "Die Antworten dieser Bahn belegen über die bisherigen Runden mehr als {most} MB, also wurde diese Runde nicht gesendet.",

  "unfinished.by_word": " (`{word}`)",
  "unfinished.thought": "; {n} Reasoning-Token {n:wurde|wurden} gezählt",
  "unfinished.was_filtered":
    "Ein Filter des Anbieters hat den Prompt oder die Antwort gestoppt{by}.",
  "unfinished.has_declined": "Das Modell hat es abgelehnt zu antworten{by}.",
  "unfinished.reached_limit": "Das Limit war erreicht, bevor Text der Antwort kam{by}{thought}.",
  "unfinished.had_no_text": "Die Antwort endete ohne Text{by}{thought}.",
  "unfinished.was_full": "Der Kontext des Modells war voll, bevor die Antwort zu Ende war{by}.",
  "unfinished.has_paused":
    "Das Modell hat mitten in seinem Beitrag pausiert{by} und wartet auf eine Anfrage, um fortzufahren.",
  "unfinished.was_stopped": "Der Anbieter hat die Antwort vor ihrem Ende gestoppt{by}.",
  "unfinished.was_cut_off": "Der Stream endete ohne Endgrund und ohne seine Endmarke.",
  "unfinished.has_failed":
    "Der Anbieter hat die Antwort als fehlgeschlagen beendet{by} und nicht gesagt, warum.",
};
