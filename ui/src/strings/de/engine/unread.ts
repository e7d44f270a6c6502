/** Why a request from elsewhere cannot be read, and what to paste instead. */

export const unread = {
  "unread.too_long":
    "Die Anfrage ist länger als {most} MB oder hat mehr Werte als jede Anfrage. Ihre Beiträge kürzen oder ihre Bilder verkleinern.",
  "unread.empty":
    "Hier ist nichts. Den Body einer Anfrage einfügen, oder eine curl- oder PowerShell-Zeile damit.",
  "unread.no_json":
    "Das ist kein JSON-Objekt (Zeile {line}, Spalte {column}). Den Body einer Anfrage einfügen, oder eine curl- oder PowerShell-Zeile damit.",
  "unread.no_dialect":
    "Nichts in diesem Body sagt, von welcher API er ist: Es gibt kein `messages`, `input` oder `contents`. Den Dialekt nennen, oder den ganzen Body einfügen.",
  "unread.half_character":
    "Die Anfrage hat ein halbes Zeichen (ein Escape wie `\\ud83d` ohne seine andere Hälfte; Zeile {line}, Spalte {column}), wie ein Text, der mitten in einem Zeichen abgeschnitten wurde. Server lehnen das ab, weil es kein JSON ist. Entfernen.",
  "unread.large_number":
    "Die Anfrage hat eine Zahl jenseits von 1.8e308 (Zeile {line}, Spalte {column}), die die meisten Server ablehnen oder als eine andere lesen. Eine kleinere schreiben, oder sie als Text schreiben.",
  "unread.other_dialect":
    "Ein Body von {dialect} wird nicht gelesen, wohl aber einer von OpenAI Chat Completions, OpenAI Responses, Anthropic Messages und Gemini generateContent. In einem davon schreiben.",
  "unread.at": "{place} {fault}.",
  "unread.curl": "Diese curl-Zeile lässt sich nicht lesen: {fault}.",
  "unread.powershell": "Diese PowerShell-Zeile lässt sich nicht lesen: {fault}.",
  "unread.code":
    "Das ist {language}, und es wird nicht ausgeführt. Das JSON angeben, das gesendet wird: {instead}.",
  "unread.http_request": "eine Anfrage, wie sie unterwegs ist",
  "unread.other_program": "eine Zeile eines anderen Programms als curl",
  "unread.print_javascript":
    "`console.log(JSON.stringify(…))` um das Objekt schreiben, das der Aufruf bekommt, ausführen, und einfügen, was es ausgibt",
  "unread.print_python":
    "`print(json.dumps(dict(…)))` um die Argumente des Aufrufs schreiben, ausführen, und einfügen, was es ausgibt",
  "unread.print_object_of_javascript":
    "`console.log(JSON.stringify(…))` darum schreiben, ausführen und einfügen, was es ausgibt",
  "unread.print_object_of_python":
    "`print(json.dumps(…))` darum schreiben, ausführen und einfügen, was es ausgibt",
  "unread.paste_body": "allein den Body einfügen, von der ersten geschweiften Klammer an",
  "unread.write_as_curl": "die Anfrage als curl-Zeile schreiben, oder allein ihren Body einfügen",

  "unread.batch_line": "Die Zeile eines Batches",
  "unread.batch_address":
    "ist für eine Adresse einer API, die nicht gelesen wird; `/v1/chat/completions`, `/v1/responses` und `/v1/messages` werden es",
  "unread.no_message": "ist kein Objekt; jede Nachricht ist eines",
  "unread.no_item": "ist kein Objekt; jeder Eintrag ist eines",
  "unread.no_content": "ist kein Objekt; jeder Inhalt ist eines",
  "unread.role": "hat eine Rolle, die nicht gelesen wird; {known} werden es",
  "unread.no_call_id":
    "ist von einem Tool und nennt keine `tool_call_id`; die ID des Aufrufs hinzufügen",
  "unread.partial_call": "hat einen Tool-Aufruf ohne Namen oder Argumente; ein Aufruf hat beides",
  "unread.partial_item":
    "ist ein Aufruf ohne `call_id`, `name` oder `arguments`; ein Aufruf hat sie alle",
  "unread.result_without_call": "ist ein Ergebnis ohne `call_id`; die ID des Aufrufs hinzufügen",
  "unread.no_input": "ist weder Text noch Liste; als eines davon schreiben",
  "unread.no_parts": "hat `parts`, die keine Liste sind",

  "unread.key_in_address":
    "`{place}` ist eine Adresse mit einem Schlüssel darin, der an jede Bahn ginge und im Verlauf und in Exporten bliebe. Den Schlüssel aus der Adresse nehmen.",

  "unread.open_quote": "an ihrem Ende ist ein Anführungszeichen offen; sie ganz kopieren",
  "unread.open_bracket":
    "an ihrem Ende ist ein Anführungszeichen oder eine Klammer offen; sie ganz kopieren",
  "unread.too_many_options": "sie hat mehr Optionen als jede Anfrage; eine Zeile allein kopieren",
  "unread.no_end_row":
    "die Zeile, die den Text darunter beendet, fehlt; sie mit dieser Zeile kopieren, etwa `EOF`",
  "unread.no_address": "sie hat keine Adresse; sie ganz kopieren",
  "unread.no_uri": "sie hat keine Adresse, `-Uri`; sie ganz kopieren",
  "unread.two_addresses":
    "sie hat zwei Adressen oder eine unbekannte Option; eine Anfrage allein kopieren",
  "unread.two_uris": "sie hat zwei Adressen; einen Aufruf allein kopieren",
  "unread.body_in_parts":
    "ihr Body steht in mehreren Teilen, die curl mit `&` verbindet, und das ist kein JSON; den Body ganz hinter ein `-d` schreiben",
  "unread.no_body": "sie sendet keinen Body; eine Anfrage hat einen, hinter `{option}`",
  "unread.no_post": "ihre Methode ist nicht POST; eine Anfrage nach einer Antwort ist ein POST",
  "unread.body_in_file":
    "ihr Body steht in einer Datei, die nicht geöffnet wird; die Datei selbst angeben",
  "unread.body_elsewhere":
    "ihr Body kommt aus einer Datei oder einem anderen Programm, was weder geöffnet noch ausgeführt wird; ihn hinter `-d` schreiben, zwischen einfache Anführungszeichen",
  "unread.variable_in_text":
    "der Text, den sie zu lesen bekommt, verwendet die Variable `{name}`; an ihre Stelle ihren Wert schreiben, oder `<<'EOF'` mit Anführungszeichen, wenn er so gesendet wird, wie er dasteht",
  "unread.headers_in_file":
    "ihre Header stehen in einer Datei, die nicht geöffnet wird; sie ausschreiben",
  "unread.variable_first":
    "sie setzt zuerst die Variable `{name}`; an ihre Stelle ihren Wert schreiben und mit `curl` beginnen",
  "unread.variable": "sie verwendet die Variable `{name}`; an ihre Stelle ihren Wert schreiben",
  "unread.command":
    "sie setzt ein, was ein Befehl ausgibt (`$(…)` oder Backticks), und nichts wird ausgeführt; an die Stelle diesen Text schreiben",
  "unread.elsewhere":
    "sie geht an einen anderen Rechner, als ihre Adresse nennt; die Adresse selbst angeben",
  "unread.form":
    "sie sendet ein Formular oder eine Datei und kein JSON; das JSON hinter `{option}` angeben",
  "unread.get": "ihr `{option}` macht ein GET daraus; eine Anfrage nach einer Antwort ist ein POST",
  "unread.options_in_file":
    "ihre Optionen stehen in einer Datei, die nicht geöffnet wird; sie in die Zeile kopieren",
  "unread.several": "sie stellt mehrere Anfragen; eine davon kopieren",
  "unread.url_query": "sie ergänzt ihre Adresse; die Adresse ausschreiben",
  "unread.fills_in": "sie setzt Variablen ein; sie ausschreiben",
  "unread.unknown_parameter": "ihr Parameter `{name}` ist nicht bekannt; ihn weglassen",
  "unread.no_table": "ihre Header sind keine Tabelle von Texten, `{example}`; sie so schreiben",
  "unread.made_body":
    "ihr Body wird von PowerShell erzeugt, und nichts wird ausgeführt; ihn als Text schreiben",

  "unread.address": "ihre Adresse lässt sich nicht lesen; sie ganz kopieren",
  "unread.login_in_address":
    "ihre Adresse hat einen Benutzernamen oder ein Passwort vor dem Host, und Adressen werden aufbewahrt und gezeigt; herausnehmen, denn eine Bahn meldet sich allein mit einem Schlüssel in einem Header an",
  "unread.key_in_path":
    "ihre Adresse hat einen Schlüssel im Pfad, und Adressen werden aufbewahrt und gezeigt",
  "unread.method":
    "ihre Adresse verlangt `:{method}`; gelesen werden `:generateContent` und `:streamGenerateContent`",
  "unread.path": "ihre Adresse endet in keinem Pfad einer API, die gelesen wird",

  "unread.cat":
    "ihr Body steht in der Datei, die `cat` liest und die nicht geöffnet wird; einfügen, was in der Datei steht, oder die Datei selbst auf der Kommandozeile mit `--request` angeben",
  "unread.echo":
    "`echo` schreibt einen Backslash in jeder Shell anders; den Body hinter `-d` schreiben, zwischen einfache Anführungszeichen",
  "unread.printf":
    "ihr Body wird von `printf` zusammengesetzt, das nicht ausgeführt wird; den Body hinter `-d` schreiben, zwischen einfache Anführungszeichen",
  "unread.other_writer":
    "ihr Body wird von einem anderen Programm geschrieben, und nichts wird ausgeführt; den Body selbst einfügen",
  "unread.writer":
    "ihr Body ist, was `{program}` ausgibt, und nichts wird ausgeführt; diesen Teil allein ausführen und einfügen, was er ausgibt",
};
