/** What a lane cannot carry of a request, and what to change. */

export const uncarried = {
  "place.turn": "Beitrag {number}",
  "place.turn_begins": "Beitrag {number}",
  "place.call": "einem Tool-Aufruf in Beitrag {number}",
  "place.call_begins": "Ein Tool-Aufruf in Beitrag {number}",
  "place.result": "einem Tool-Ergebnis in Beitrag {number}",
  "place.result_begins": "Ein Tool-Ergebnis in Beitrag {number}",
  "place.tool": "dem Tool `{name}`",
  "place.tool_begins": "Das Tool `{name}`",
  "place.item": "Eintrag {number} von `input`",
  "place.item_begins": "Eintrag {number} von `input`",
  "place.field": "`{name}`",

  "uncarried.lacks": "{api} hat Folgendes nicht: {what}. {instead}",
  "uncarried.seed": "Seed",
  "uncarried.stop_texts": "Texte, bei denen die Antwort endet",
  "uncarried.prediction": "vorhergesagte Antwort",
  "uncarried.json_alone": "JSON ohne Schema",
  "uncarried.tool_choice": "Wahl des Tools",
  "uncarried.choice_of_one": "Wahl eines einzelnen Tools wie `{name}`",
  "uncarried.parallel_calls": "Einstellung für gleichzeitige Aufrufe",
  "uncarried.mixed_strict": "`strict` für manche Tools und für andere nicht",
  "uncarried.conversation": "Dialog statt nur eines Prompts",
  "uncarried.tools": "Tools",
  "uncarried.response_format": "Form der Antwort",
  "uncarried.known_stop_texts": "Stopp-Texte, die jedes Modell kennt",
  "uncarried.known_top_p": "ein top_p, das jedes Modell kennt",
  "uncarried.known_seed": "einen Seed, den jedes Modell kennt",

  "uncarried.remove_it": "Für diese Bahn entfernen.",
  "uncarried.remove_them": "Für diese Bahn entfernen.",
  "uncarried.remove_prediction": "Die vorhergesagte Antwort für diese Bahn entfernen.",
  "uncarried.prediction_elsewhere":
    "Die vorhergesagte Antwort für diese Bahn entfernen, oder OpenAI Chat Completions verwenden.",
  "uncarried.remove_parallel_calls": "`parallel_tool_calls` für diese Bahn entfernen.",
  "uncarried.give_schema":
    "Ein Schema angeben, oder die Form der Antwort für diese Bahn entfernen.",
  "uncarried.leave_to_model": "Die Wahl für diese Bahn dem Modell überlassen.",
  "uncarried.require_any":
    "Für diese Bahn irgendein Tool verlangen, oder die Wahl dem Modell überlassen.",
  "uncarried.strict_alike": "In dieser Bahn für alle oder für keines setzen.",
  "uncarried.as_own_input":
    "Für diese Bahn entfernen, oder als zusätzliches Feld `input` unter dem Namen senden, den die Seite des Modells nennt.",

  "uncarried.late_system":
    "{place} ist vom System, und {api} hat Anweisungen nur am Anfang. Für diese Bahn dorthin verschieben.",
  "uncarried.system_is_text":
    "{place} ist mehr als Text, und die Anweisungen von {api} sind ein einziger Text. Für diese Bahn durch Text ersetzen.",
  "uncarried.of_instructions":
    "`{name}` in {place} hat in den Anweisungen von {api} keinen Platz. Für diese Bahn entfernen.",
  "uncarried.misplaced_call":
    "{place} hat einen Tool-Aufruf oder ein Tool-Ergebnis, wo {api} keines hat. Dafür einen Beitrag mit eigener Rolle anlegen.",
  "uncarried.call_in_result":
    "{place} hat einen Tool-Aufruf oder ein Tool-Ergebnis innerhalb eines Tool-Ergebnisses, und {api} hat dort keines. Entfernen.",
  "uncarried.text_after_call":
    "{place} hat Text nach einem Tool-Aufruf, und {api} hat Text nur davor. Für diese Bahn verschieben.",
  "uncarried.more_than_results":
    "{place} enthält mehr als Tool-Ergebnisse. Für das Übrige einen Beitrag mit eigener Rolle anlegen.",
  "uncarried.misplaced_part":
    "{place} hat einen Teil, den {api} in dieser Rolle nicht hat. Dafür einen Beitrag mit eigener Rolle anlegen.",
  "uncarried.part":
    "{place} hat einen Teil, für den {api} keinen Platz hat. Für diese Bahn durch Text ersetzen.",
  "uncarried.of_message":
    "{names} in {place} gehört zu einer Nachricht, und der Beitrag hat keinen Text. Für diese Bahn entfernen.",

  "uncarried.image_at_address":
    "{place} hat ein Bild unter einer Adresse, und {api} nimmt nur seine Bytes. Für diese Bahn die Bytes in die Anfrage setzen.",
  "uncarried.document_at_address":
    "{place} hat ein Dokument unter einer Adresse, und {api} nimmt nur seine Bytes. Für diese Bahn die Bytes in die Anfrage setzen.",
  "uncarried.document":
    "{place} hat ein Dokument, und {api} nimmt nur dessen Text. Für diese Bahn durch seinen Text ersetzen.",
  "uncarried.kind_of_document":
    "Ein Dokument in {place} ist `{kind}`, und {api} nimmt PDF und reinen Text. Für diese Bahn umwandeln.",
  "uncarried.no_text":
    "Ein Dokument in {place} soll Text sein, doch seine Bytes sind keiner. Berichtigen.",
  "uncarried.no_bytes":
    "Ein Bild oder ein Dokument hat keine Bytes: Seine Daten sind kein Base64 oder gingen verloren. Noch einmal anhängen.",

  "uncarried.result_is_text":
    "{place} ist mehr als Text, und {api} nimmt dort nur Text. Für diese Bahn durch Text ersetzen.",
  "uncarried.nameless_result":
    "{place} sagt nicht, von welchem Tool es ist, und {api} findet es daran. Das Tool nennen, oder seinen Aufruf hinzufügen.",
  "uncarried.result_out_of_order":
    "{place} steht vor dem eines früheren Aufrufs desselben Tools, und {api} unterscheidet sie allein an ihrer Reihenfolge. Die Ergebnisse für diese Bahn in die Reihenfolge ihrer Aufrufe bringen.",
  "uncarried.of_result": "`{name}` in {place} hat in {api} keinen Platz. Für diese Bahn entfernen.",
  "uncarried.inexact":
    "Die Argumente von `{name}` in {place} haben eine Zahl oder zweimal einen Namen, was nur ihr Text bewahrt, und {api} nimmt ein Objekt. Für diese Bahn die Zahl als Text schreiben oder den Namen einmal.",
  "uncarried.arguments":
    "Die Argumente von `{name}` in {place} sind kein JSON-Objekt, und {api} nimmt nichts anderes. Für diese Bahn berichtigen.",

  "uncarried.cache_mark":
    "{place} hat eine Cache-Marke, und {api} hat dort keine. Die Marke für diese Bahn entfernen.",
  "uncarried.undocumented_mark":
    "{place} hat eine Cache-Marke, und für {label} ist keine dokumentiert. Die Marke für diese Bahn entfernen.",
  "uncarried.cache_time":
    "Eine Cache-Marke in {place} gilt `{time}`; {api} kennt {known}. Für diese Bahn ändern.",

  "uncarried.own":
    "{what} ist so aufbewahrt, wie {own} es hat, und wird nicht für {api} übersetzt. Für diese Bahn entfernen.",
  "uncarried.own_tool": "Das Tool `{name}`",
  "uncarried.own_part": "Der Teil `{name}` in {place}",
  "uncarried.own_field": "Das Feld `{name}`",
  "uncarried.own_header": "Der Header `{name}`",
  "uncarried.own_name": "`{name}` in {place}",
  "uncarried.set_twice":
    "`{name}` in {place} ist zweimal gesetzt. Aus den eigenen Feldern entfernen.",

  "uncarried.only_instructions":
    "Die Anfrage hat nur Anweisungen, und {api} braucht einen Beitrag des Users. Für diese Bahn einen Prompt schreiben.",
  "uncarried.turns":
    "Der Dialog hat {turns} Beiträge; gesendet werden höchstens {most}. Ihn kürzen.",
  "uncarried.large_seed":
    "Der Seed liegt jenseits von 2^53, was JSON-Leser runden. Einen kleineren wählen.",
  "uncarried.length":
    "Die Anfrage ist länger als {most} MB. Ihre Beiträge kürzen oder ihre Bilder verkleinern.",
  "uncarried.depth":
    "Listen und Objekte dieser Anfrage sind mehr als {most} tief verschachtelt. Ihr Schema oder ihre Argumente flacher machen.",
  "uncarried.key_in_field":
    "Das Feld `{name}` sieht wie ein Schlüssel aus, und den trägt nur ein Header. Entfernen, und den Schlüssel unter „Anbieter“ eintragen.",

  "uncarried.written_field":
    "Das zusätzliche Feld `{name}` wird aus dem Rest der Anfrage geschrieben. Entfernen.",
  "uncarried.limiting_field":
    "Das zusätzliche Feld `{name}` begrenzt die Antwort. Stattdessen max tokens eintragen, womit die Kosten berechnet werden.",
  "uncarried.background":
    "Das zusätzliche Feld `background` setzt voraus, dass Antworten gespeichert werden, und ein Rennen speichert keine. Entfernen.",
  "uncarried.several_answers":
    "Das zusätzliche Feld `{name}` verlangt mehrere Antworten, und gemessen wird eine. Entfernen.",
  "uncarried.field_set_twice":
    "Das zusätzliche Feld `{name}` ist durch den Rest der Anfrage schon gesetzt. Eines von beiden entfernen.",
  "uncarried.headers":
    "Es sind {headers} zusätzliche Header; gesendet werden höchstens {most}. Einige entfernen.",
  "uncarried.our_header":
    "Den Header `{name}` setzt allein Paceline; ein Schlüssel wird unter „Anbieter“ eingetragen. Entfernen.",
  "uncarried.providers_header": "Der Header `{name}` ist für {label} schon gesetzt. Entfernen.",
  "uncarried.long_header": "Der Header `{name}` ist länger als {most} Byte. Ihn kürzen.",
  "uncarried.key_in_header":
    "Der Header `{name}` sieht wie ein Schlüssel aus. Entfernen, und den Schlüssel unter „Anbieter“ eintragen.",
  "uncarried.no_sampling":
    "`{name}` stellt die Auswahl der Tokens ein, und {model} nimmt es nicht an: {why}. Für diese Bahn entfernen.",
  "uncarried.thinking_type":
    "{model} nimmt kein `thinking` vom Typ `{kind}` an, nur {known}. Für diese Bahn ändern.",
  "uncarried.budget_alone":
    "`thinking.budget_tokens` gehört zum Typ `enabled`, und `{kind}` nimmt keines an. Für diese Bahn entfernen.",
  "uncarried.no_budget":
    "`thinking` vom Typ `enabled` hat kein `budget_tokens`, von denen {model} mindestens {least} annimmt. Für diese Bahn ergänzen.",
  "uncarried.least_budget":
    "`thinking.budget_tokens` ist {asked}, und {model} nimmt mindestens {least} an. Für diese Bahn erhöhen.",
  "uncarried.budget_beyond_limit":
    "`thinking.budget_tokens` ist {asked} und muss kleiner sein als die max tokens, {limit}. Für diese Bahn senken oder max tokens erhöhen.",
  "uncarried.forced_tool":
    "{model} lässt sich nicht zum Aufruf eines Werkzeugs zwingen, während es denkt. Für diese Bahn dem Modell die Wahl lassen oder das Denken herausnehmen.",
  "uncarried.no_header":
    "Der Header `{name}` hat Zeichen, die kein Header haben kann. Berichtigen.",

  "uncounted.images": "Bilder",
  "uncounted.documents": "Dokumente",
  "uncounted.files": "Dateien",
  "uncounted.own_tools": "eigene Tools des Anbieters",
  "uncounted.stored_turns": "bei ihm gespeicherte frühere Beiträge",
  "uncounted.stored_prompts": "bei ihm gespeicherte Prompts",
  "uncounted.stored_prefixes": "bei ihm gespeicherte Präfixe",
  "uncounted.searches": "Suchen",
  "uncounted.plugins": "Plugins",
  "uncounted.sounds": "Antworten als Ton",
  "uncarried.kind_of_image":
    "Ein Bild in {place} ist `{kind}`, und {api} nimmt {kinds}. Für diese Bahn umwandeln.",
  "uncarried.silent_failure":
    "{place} ist ohne ein Wort gescheitert, und {api} hat kein Zeichen für ein gescheitertes Tool. Im Text sagen, was geschehen ist.",
};
