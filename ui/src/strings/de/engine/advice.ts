/** Advice on failures: connections, proxies, TLS, streams, lists of models, and answers that are not whole. */

export const advice = {
  "advice.check_provider_address": "Die Adresse des Anbieters prüfen.",
  "advice.check_address": "Die Adresse prüfen.",
  "advice.check_name": "Die Adresse auf Tippfehler prüfen, und ob dieser Rechner online ist.",
  "advice.check_address_and_network": "Die Adresse prüfen, und ob dieser Rechner online ist.",
  "advice.nothing_listens":
    "Dort nimmt nichts Verbindungen an. Den Server starten oder den Port prüfen.",
  "advice.too_many_files":
    "Dieser Rechner lässt ein Programm nicht mehr Dateien und Verbindungen öffnen: weniger Bahnen starten oder die Grenze anheben (`ulimit -n`).",
  "advice.nothing_answers":
    "Dort antwortet nichts. Die Adresse und eine Firewall dazwischen prüfen.",
  "advice.no_route":
    "Von diesem Rechner führt kein Weg dorthin. Prüfen, ob er online ist, und ob ein VPN oder Proxy nötig ist.",
  "advice.slow_connection":
    "Name, Verbindung, Proxy und TLS haben zusammen zu lange gebraucht. Die Adresse und eine Firewall oder einen Proxy dazwischen prüfen.",
  "advice.try_again": "Noch einmal versuchen.",
  "advice.closed_on_the_way":
    "Der Server oder etwas auf dem Weg hat die Verbindung geschlossen. Noch einmal versuchen.",
  "advice.closed_mid_answer":
    "Der Server oder etwas auf dem Weg hat sie geschlossen. Was angekommen war, bleibt; die Bahn noch einmal starten.",
  "advice.broken_chunks":
    "Der Fehler liegt beim Server oder einem Proxy auf dem Weg: dem Betreiber melden. Was angekommen war, bleibt.",
  "advice.check_network_settings": "Die Einstellungen unter „Netzwerk“ prüfen.",
  "advice.not_http": "Den Port prüfen, und ob die Adresse mit https:// oder http:// beginnen soll.",
  "advice.https_or_allow":
    "Für diese Adresse https:// verwenden, oder für diesen Host unter „Anbieter“ unverschlüsseltes HTTP erlauben.",
  "advice.https_or_direct":
    "Für diese Adresse https:// verwenden, oder diesen Anbieter direkt erreichen („Netzwerk“).",
  "advice.set_key_again":
    "Ihn noch einmal eintragen; er wurde vielleicht mit einem Zeilenumbruch eingefügt.",
  "advice.fetchable":
    "Eine Adresse wie https://example.com/prices.json angeben, oder den Pfad einer Datei.",
  "advice.foreign_host":
    "Die Adresse des Anbieters prüfen. Ist sie die von Replicate selbst, diesen Host als Fehler in Paceline melden.",

  "advice.proxy.login_refused":
    "Der Proxy nimmt seine Anmeldung nicht an. Sie unter „Netzwerk“ noch einmal eintragen, als user:password.",
  "advice.proxy.wants_login":
    "Der Proxy verlangt eine Anmeldung. Sie unter „Netzwerk“ eintragen, als user:password, oder mit `paceline keys set proxy`.",
  "advice.proxy.allows_not":
    "Der Proxy erlaubt keine Verbindungen zu {place}. Beim Verwalter des Proxys nachfragen, oder diesen Anbieter direkt erreichen („Netzwerk“).",
  "advice.proxy.reaches_not":
    "Der Proxy erreicht {place} nicht. Die Adresse prüfen, und ob der Proxy online ist.",
  "advice.proxy.may_be_wrong": "Unter „Netzwerk“ prüfen, ob {proxy} der richtige Proxy ist.",
  "advice.proxy.rules":
    "Die Regeln des Proxys verbieten diese Verbindung. Beim Verwalter des Proxys nachfragen, oder diesen Anbieter direkt erreichen („Netzwerk“).",
  "advice.proxy.runs":
    "Der Proxy läuft, erreicht aber den Anbieter nicht. Die Adresse prüfen, und ob der Proxy online ist.",
  "advice.proxy.address_type":
    "Der Proxy kennt diese Art von Adresse nicht. Mit socks5h:// löst er den Namen selbst auf.",
  "advice.proxy.socks_version":
    "Unter „Netzwerk“ prüfen, ob es ein SOCKS-Proxy dieser Version ist.",
  "advice.proxy.down":
    "Den Proxy starten, unter „Netzwerk“ einen anderen wählen oder direkt verbinden.",
  "advice.proxy.protocol":
    "Unter „Netzwerk“ prüfen, ob es ein SOCKS-Proxy ist (socks5h://) oder ob er TLS spricht (https://).",
  "advice.proxy.broke": "Unter „Netzwerk“ prüfen, ob es ein Proxy dieser Art ist und ob er läuft.",
  "advice.proxy.silent":
    "Vielleicht erreicht er den Anbieter nicht, oder er ist kein Proxy dieser Art. Das unter „Netzwerk“ prüfen.",
  "advice.proxy.names": "Mit socks5h:// statt socks5:// löst der Proxy Namen selbst auf.",
  "advice.proxy.address":
    "Sie unter „Netzwerk“ noch einmal eintragen, etwa http://127.0.0.1:3128 oder socks5h://127.0.0.1:1080.",
  "advice.proxy.asks_login":
    "Ein Proxy zwischen diesem Rechner und dem Anbieter verlangt eine Anmeldung. Den Proxy und seine Anmeldung unter „Netzwerk“ eintragen.",

  "advice.tls.choose_ca_file":
    "Die CA-Datei mit `paceline network set --ca-file FILE` neu wählen, oder sie unter „Netzwerk“ zurücknehmen.",
  "advice.tls.install_certificates":
    "Die Zertifikate des Systems installieren (unter Debian: ca-certificates), oder mit `paceline network set --ca-file FILE` eine CA-Datei wählen.",
  "advice.tls.unknown":
    "Prüfen, ob die Adresse stimmt, und ob etwas auf dem Weg Zertifikate austauscht.",
  "advice.tls.silent":
    "Den Port prüfen, und ob die Adresse mit http:// statt https:// beginnen soll.",
  "advice.tls.maybe_none":
    "Vielleicht spricht er dort kein TLS: den Port prüfen, und ob die Adresse mit http:// beginnen soll.",
  "advice.tls.issuer":
    "Gehört der Server Ihnen, oder tauscht ein Firmenproxy Zertifikate aus, das Zertifikat des Ausstellers mit `paceline network set --ca-file FILE` wählen.",
  "advice.tls.self_signed":
    "Ein selbst signiertes Zertifikat funktioniert, wenn es kein Zertifikat einer Zertifizierungsstelle ist (CA:FALSE) und mit `paceline network set --ca-file FILE` gewählt wird.",
  "advice.tls.other_name": "Die Adresse prüfen: Das Zertifikat nennt {host} nicht.",
  "advice.tls.expired":
    "Die Uhr dieses Rechners prüfen. Geht sie richtig, muss der Betreiber des Servers das Zertifikat erneuern.",
  "advice.tls.early": "Die Uhr dieses Rechners prüfen: Vielleicht geht sie nach.",
  "advice.tls.revoked":
    "Nichts dorthin senden, bis der Betreiber des Servers ein neues Zertifikat hat.",
  "advice.tls.none":
    "Der Server spricht dort kein TLS. Soll die Adresse vielleicht mit http:// beginnen?",
  "advice.tls.client_certificate":
    "Paceline kann keines vorlegen. Den Server auf anderem Weg erreichen.",
  "advice.tls.old":
    "Der Server spricht nur zu alte Versionen von TLS. Sein Betreiber muss TLS 1.2 oder 1.3 zulassen.",

  "advice.kept": "Was angekommen war, bleibt.",
  "advice.run_again":
    "Was angekommen war, bleibt. Die Bahn noch einmal starten; wiederholt es sich, dem Anbieter melden.",
  "advice.answered_with_error":
    "Die Meldung sagt, was er verlangt. Hilft das nicht, die Bahn noch einmal starten.",
  "advice.answer_filtered":
    "Ein Filter von {label} hat die Antwort angehalten. Den Prompt oder den System-Prompt ändern; andere Bahnen haben vielleicht andere Filter.",
  "advice.website":
    "Eine Website hat geantwortet, keine API. Die Adresse prüfen, die oft auf `/v1` endet, und ob eine Anmeldeseite oder ein Proxy dazwischen steht.",
  "advice.chat_address":
    "Die Adresse prüfen: Sie soll dort enden, wo `/chat/completions` folgen würde, oft auf `/v1`.",
  "advice.reads_like":
    "Es liest sich wie der Dialekt `{dialect}`: diesen für die Bahn wählen, oder eine Adresse, die den der Bahn spricht.",
  "advice.check_dialect":
    "Dialekt und Adresse der Bahn prüfen: Manche Server sprechen unter einem Pfad ein eigenes Protokoll und unter einem anderen ein bekanntes, oft unter `/v1`.",
  "advice.past_deadline":
    "Die Frist war abgelaufen. Was angekommen war, bleibt. Eine spätere Frist lässt sich einstellen: unter „Einstellungen“, „Neue Rennen“, oder mit --deadline.",
  "advice.idle":
    "Der Server hängt oder ist überlastet. Was angekommen war, bleibt. Ein längeres Zeitlimit lässt sich einstellen: unter „Einstellungen“, „Neue Rennen“, oder mit --idle-timeout.",
  "advice.no_first_token":
    "Der Server hängt oder ist überlastet. Was angekommen war, bleibt. Ein längeres Zeitlimit lässt sich einstellen: unter „Einstellungen“, „Neue Rennen“, oder mit --first-token-timeout.",

  "advice.set_address":
    "Unter „Anbieter“ eine wie {example} eintragen, oder mit `paceline providers at {id} ADDRESS`.",
  "advice.set_key":
    "{label} verlangt einen Schlüssel. Ihn unter „Anbieter“ eintragen, oder mit `paceline keys set {id}`.",
  "advice.slow_list":
    "Der Server sendet sie sehr langsam. Noch einmal versuchen, oder das Modell selbst nennen.",
  "advice.name_deployment":
    "Die Adresse prüfen und den Namen eines Deployments selbst eintragen.{listed}",
  "advice.listed_at": " Sie stehen unter {url}.",
  "advice.models_address":
    "Die Adresse prüfen: Sie soll dort enden, wo `/models` folgen würde, oft auf `/v1`.",
  "advice.no_api": "Die Adresse prüfen: Vielleicht ist sie nicht die einer API.",
  "advice.nearest_names": "Ähnliche Namen: {names}.",
  "advice.known_there": "Dort bekannt: {names}.",
  "advice.fewer_rounds":
    "Weniger Runden starten, oder die Antworten mit max tokens begrenzen. Ein Server, der so viel sendet, ist defekt oder bösartig.",
  "advice.sent_unanswered":
    "Die Verbindung bestand, aber der Server hängt oder ist überlastet. Noch einmal versuchen; was gesendet wurde, kann angekommen sein.",
  "advice.shorter_step":
    "Die Antworten in seinem Prompt seltener nennen, oder die früheren Schritte mit max tokens begrenzen.",
  "advice.later_deadline":
    "Die Frist ist die aller Schritte zusammen. Sie verlängern, oder die Antworten der Schritte mit max tokens begrenzen.",

  "unfinished.filtered":
    "Die Anfrage zählt in keinem Durchschnitt. Den Prompt oder den System-Prompt ändern; andere Bahnen haben vielleicht andere Filter.",
  "unfinished.declined":
    "Die Anfrage zählt in keinem Durchschnitt. Den Prompt ändern, oder ihn mit einem anderen Modell starten.",
  "unfinished.raise_limit":
    "Max tokens anheben oder den Denkaufwand senken: Ein denkendes Modell verbraucht dieselben Token dafür.",
  "unfinished.no_text":
    "Die Anfrage zählt in keinem Durchschnitt. Die Bahn noch einmal starten; wiederholt es sich, Modell, Prompt und Dialekt prüfen.",
  "unfinished.context_full":
    "Die Antwort ist abgeschnitten. Den Prompt kürzen, oder ein Modell mit längerem Kontext wählen.",
  "unfinished.paused":
    "Die Antwort ist nicht zu Ende. Die Bahn noch einmal starten, oder den Prompt so ändern, dass er keine lange Verwendung von Werkzeugen braucht.",
  "unfinished.stopped_there":
    "Die Antwort ist abgeschnitten, und nicht durch Sie. Die Bahn noch einmal starten.",
  "unfinished.cut_off":
    "Die Antwort ist abgeschnitten. Der Server oder etwas auf dem Weg hat aufgegeben; die Bahn noch einmal starten.",
  "unfinished.ended_failed":
    "Was angekommen war, bleibt. Die Bahn noch einmal starten; wiederholt es sich, dem Anbieter melden.",
} as const;
