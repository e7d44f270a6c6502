/** What a lane sends of a request in another way than the plan says, and why. */

export const differences = {
  "differs.sent_as": "{field} {asked} wird als {sent} gesendet: {why}.",
  "differs.left_out": "{field} {asked} wird weggelassen: {why}.",
  "differs.added": "{field} {sent} wird gesendet, obwohl nichts eingestellt war: {why}.",
  "differs.otherwise": "{field}: {why}.",

  "differs.effort": "Denkaufwand",
  "differs.temperature": "Temperatur",
  "differs.top_p": "top_p",
  "differs.max_tokens": "max tokens",
  "differs.system_prompt": "System-Prompt",
  "differs.prompt": "Prompt",
  "differs.input_names": "Namen der Eingaben",
  "differs.parallel_calls": "Gleichzeitige Tool-Aufrufe",
  "differs.media_type": "Medientyp",
  "differs.schema_name": "Name des Schemas",
  "differs.schema_description": "Beschreibung des Schemas",
  "differs.strict_schema": "Strenges Schema",
  "differs.strict_tools": "Strenge Tools",
  "differs.tool_choice": "Wahl des Tools",
  "differs.response_format": "Form der Antwort",
  "differs.image_detail": "Detailgrad des Bilds",
  "differs.document_name": "Name des Dokuments",
  "differs.result_name": "Name des Tools im Ergebnis",
  "differs.result_error": "Fehler im Tool-Ergebnis",
  "differs.call_ids": "IDs der Tool-Aufrufe",
  "differs.message_ids": "IDs der Nachrichten",
  "differs.system_parts": "Teile des System-Prompts",
  "differs.more": "{count} weitere",
  "differs.not_listed": "Was darüber hinaus abweicht, ist nicht aufgeführt",
  "differs.text_parts": "Teile des Texts",
  "differs.wording": "Wortlaut von `{name}`",
  "differs.field": "`{name}`",

  "differs.budget": "Budget von {tokens} Token",
  "differs.unlimited_budget": "Budget ohne Limit",
  "differs.on": "„an“",

  "differs.not_taken": "Dieses Modell nimmt keine an",
  "differs.not_taken_thinking": "Dieses Modell nimmt keine an, während es denkt",
  "differs.no_system_input": "Er wird weggelassen, weil dieses Modell keine Eingabe dafür hat",
  "differs.no_prompt_input":
    "Dieses Modell beschreibt keine Eingabe dafür und ist vielleicht kein Sprachmodell",
  "differs.undescribed":
    "Gesendet werden die üblichen, und einer, den dieses Modell nicht kennt, hat keine Wirkung, weil seine eigene Beschreibung nicht gelesen werden konnte ({why})",
  "differs.no_effort": "Diesem Modell lässt sich nicht sagen, wie viel es denken soll",
  "differs.still_thinks": "Er lässt sich bei diesem Modell nicht ausschalten; es denkt weiterhin",
  "differs.takes_budget": "Dieses Modell nimmt eine Zahl von Token, kein Wort",
  "differs.takes_switch": "Das Denken dieses Modells ist an oder aus, und nicht mehr",
  "differs.nearest": "Das Nächste, was dieses Modell unterstützt",
  "differs.no_limit": "Dieses Modell nimmt kein Limit an",
  "differs.lowest": "Der kleinste Wert, der angenommen wird",
  "differs.needs_limit": "Ein Limit muss gesetzt sein",
  "differs.needs_limit_thinking":
    "Ein Limit muss gesetzt sein, und dieses Modell denkt, bevor es antwortet, was darauf angerechnet wird",
  "differs.budget_counts":
    "Das Denken wird auf das Limit angerechnet, also kommt sein Budget hinzu",
  "differs.failed":
    "Dieser Dialekt hat keine Marke für ein Tool, das fehlgeschlagen ist; sein Text sagt es",
  "differs.found_by_id": "Ein Ergebnis wird in diesem Dialekt an der ID seines Aufrufs gefunden",
  "differs.found_by_name":
    "Ein Ergebnis wird in diesem Dialekt am Namen seines Tools gefunden, und unter mehreren an der Reihenfolge",
  "differs.no_strict":
    "Dieser Dialekt überlässt es dem Modell, ob die Argumente ihrem Schema entsprechen",
  "differs.strict_unasked":
    "Wenn nichts anderes gesagt ist, erzwingt dieser Dialekt wo möglich, dass Argumente ihrem Schema entsprechen; andere tun das nicht",
  "differs.always_fits": "Eine Antwort entspricht in diesem Dialekt immer ihrem Schema",
  "differs.unnamed_schema": "Ein Schema hat in diesem Dialekt keinen",
  "differs.named_schema": "Ein Schema muss einen Namen haben",
  "differs.described":
    "Sie wird als die des Schemas selbst gesendet, weil dieser Dialekt daneben keinen Platz hat",
  "differs.described_itself":
    "Das Schema hat eine eigene, und dieser Dialekt hat daneben keinen Platz",
  "differs.may_be_parallel": "Ein Modell darf in diesem Dialekt mehrere Tools zugleich aufrufen",
  "differs.no_tool_called": "Es soll kein Tool aufgerufen werden",
  "differs.address_says_it": "Was unter einer Adresse liegt, sagt es selbst",
  "differs.text_unasked": "Eine Antwort ist Text, wenn nichts anderes gesagt ist",
  "differs.model_decides": "Das Modell entscheidet, wenn nichts anderes gesagt ist",
  "differs.model_decides_alone": "Das Modell entscheidet, und etwas anderes lässt sich nicht sagen",
  "differs.images_alike": "Dieser Dialekt sieht jedes Bild gleich an",
  "differs.nameless_document": "Ein Dokument hat in diesem Dialekt keinen",
  "differs.one_instruction": "Es gibt nur eine Anweisung, also stehen sie in Zeilen untereinander",
  "differs.one_text_each":
    "Eine Nachricht hat nur einen Text, also stehen sie in Zeilen untereinander",
  "differs.answered_parts":
    "Eine Nachricht des Modells mit mehreren Texten braucht in diesem Dialekt eine, also wird ihre Stelle als ID gesendet",
  "differs.of_model": "Es steht in jeder solchen Anfrage an den Anbieter dieses Modells",
  "differs.written_anew":
    "Diese Bahn wird nicht genau das gefragt, was eingefügt wurde, also schreibt ihr Dialekt es neu",
  "differs.order_of_gemini": "Es bleibt im Schema, wo es, soweit bekannt, nur Gemini liest",
  "differs.other_name": "Dieser Anbieter nimmt es unter einem anderen Namen",
  "differs.only_tried":
    "wo sie geschrieben wurde, passt eine Antwort immer zu ihrem Schema; hier wird es ohne `strict` nur versucht",
  "differs.letters_of_ids":
    "dieser Dialekt nimmt nur Buchstaben aus ASCII, Ziffern, `_` und `-`, und kein Modell liest sie",
};
