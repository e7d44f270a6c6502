/** Advice on refused requests. */

export const refusals = {
  "refusal.model.named": "`{model}`",
  "refusal.model.unnamed": "das Modell",
  "refusal.key_refused":
    "{label} nimmt diesen Schlüssel nicht an. Prüfen, ob er vollständig und noch gültig ist, oder einen anderen eintragen.",
  "refusal.key_missing": "{label} verlangt einen Schlüssel, und es wurde keiner gesendet.",
  "refusal.no_credit":
    "Der Schlüssel stimmt; das Konto braucht Guthaben oder ein höheres Ausgabenlimit. Beides in der Konsole von {label} einstellen, dann die Bahn noch einmal starten.",
  "refusal.region":
    "{label} bedient Ihr Land oder Ihre Region nicht. Prüfen, wo VPN oder Proxy herauskommen; ein Gateway bietet das Modell dort vielleicht an.",
  "refusal.unverified":
    "Die Organisation in der Konsole von {label} verifizieren, unter deren Einstellungen; bis es gilt, können 15 Minuten vergehen.{without}",
  "refusal.without_effort": " Ohne Denkaufwand läuft die Bahn vielleicht, wie sie ist.",
  "refusal.gated":
    "Der Schlüssel stimmt, aber {model} ist für dieses Konto nicht freigegeben. In der Konsole von {label} die Bedingungen annehmen oder Zugang beantragen, oder ein anderes Modell wählen.",
  "refusal.data_policy":
    "Die Datenschutzeinstellungen des Kontos schließen jedes Backend für {model} aus. In den Einstellungen von {label} eines erlauben, oder ein anderes Modell wählen.",
  "refusal.no_backend":
    "Kein Backend von {label} bietet {model} so an, wie diese Bahn oder Ihr Konto es verlangt. Den Namen hinter `@` prüfen, und welche Anbieter Ihr Konto dort erlaubt und ausschließt; ohne `@` wählt {label}.",
  "refusal.other_backends":
    "Kein Backend von {label} bietet {model} so an, wie diese Bahn oder Ihr Konto es verlangt. Angeboten wird es von {names}: eines davon hinter `@` nennen, und prüfen, welche Anbieter Ihr Konto dort erlaubt; ohne `@` wählt {label}.",
  "refusal.no_deployment":
    "Es gibt kein Deployment namens {model}. Das Modell der Bahn ist der Name Ihres Deployments bei {label}, nicht der seines Modells, und ein neues antwortet unter Umständen erst nach fünf Minuten.",
  "refusal.out_of_memory":
    "Ein kleineres Modell als {model}, eine stärkere Quantisierung oder einen kürzeren Kontext wählen, oder Speicher auf dem Rechner freigeben, auf dem es läuft.",
  "refusal.loading":
    "Noch keine Antwort möglich, {model} wird gerade geladen. Die Bahn nach einer Weile noch einmal starten; eine Aufwärmrunde hält das Laden aus den Zahlen heraus.",
  "refusal.loading_for":
    "Noch keine Antwort möglich, {model} wird gerade geladen. Die Bahn in etwa {wait} noch einmal starten; eine Aufwärmrunde hält das Laden aus den Zahlen heraus.",
  "refusal.capacity":
    "{label} hat dafür gerade keine freie Kapazität; an Ihren Limits liegt es nicht. Nach einer Weile noch einmal versuchen, oder mit einer anderen Service-Stufe.",
  "refusal.timeout":
    "{label} oder ein Gateway davor hat das Warten aufgegeben. Noch einmal versuchen; ein kürzerer Prompt, weniger Denkaufwand oder ein kleineres Limit antwortet früher.",
  "refusal.too_long_for_account":
    "Prompt und max tokens sind zusammen mehr, als dieses Konto bei {label} in einer Minute senden darf. Den Prompt kürzen, max tokens senken oder die Limits des Kontos anheben.",
  "refusal.too_long":
    "Prompt und max tokens sind zusammen mehr, als {model} aufnimmt. Den Prompt kürzen, max tokens senken oder einen längeren Kontext wählen.",
  "refusal.filtered":
    "Ein Filter von {label} hat den Prompt angehalten, bevor das Modell ihn sah. Den Prompt oder den System-Prompt ändern.",
  "refusal.inference_profile":
    "{label} bietet `{model}` nur über ein Inferenzprofil an. Eine Region vor den Namen setzen, etwa `us.{model}`.",
  "refusal.no_model":
    "{label} hat kein Modell `{model}`. Einen Namen aus der Liste seiner Modelle nehmen.",
  "refusal.no_model_for_key":
    "{label} hat kein Modell `{model}`, oder nicht für diesen Schlüssel. Einen Namen aus der Liste seiner Modelle nehmen.",
  "refusal.likelier_address": "Unter dieser Adresse gibt es nichts. War {address} gemeint?",
  "refusal.nothing_there":
    "Unter dieser Adresse gibt es nichts. Sie prüfen, und den Dialekt, der dort gesprochen wird.",
  "refusal.no_effort": "Einen Denkaufwand nimmt {model} nicht an. Ihn für diese Bahn weglassen.",
  "refusal.something_refused":
    "Der Server lehnt etwas in der Anfrage ab; was es ist, sagt seine Meldung.",
  "refusal.setting_refused":
    "Der Server lehnt `{parameter}` ab. Es für diese Bahn weglassen oder ändern.",
  "refusal.field_refused":
    "Der Server lehnt `{parameter}` ab, was keine Einstellung der Bahn ändert. Dialekt und Adresse der Bahn prüfen, oder einen anderen Dialekt von {label} versuchen.",
  "refusal.overloaded":
    "{label} ist zurzeit überlastet oder nicht verfügbar; die Ursache liegt nicht bei Ihnen. Nach einer Weile noch einmal versuchen.",
  "refusal.failed":
    "{label} ist fehlgeschlagen; die Ursache liegt nicht bei Ihnen. Später noch einmal versuchen; die Statusseite sagt vielleicht mehr.",
  "refusal.own_words": "Die Meldung des Anbieters sagt, was er verlangt.",
  "refusal.other_dialect":
    "Den Dialekt der Bahn, `{own}`, spricht {model} nicht. Den Dialekt `{dialect}` verwenden.",
  "refusal.other_row":
    "Den Dialekt der Bahn, `{own}`, spricht {model} nicht. Es mit dem Anbieter `{row}` starten, der denselben Schlüssel hat.",
  "refusal.no_chat_model":
    "Im Dialekt der Bahn, `{own}`, lässt sich {model} nicht verwenden. Ein Chat-Modell wählen, oder den Dialekt, den der Anbieter nennt.",
  "refusal.login_page":
    "Der Server leitet Anfragen an einen anderen Host um{to}, wie es die Anmeldeseite eines Netzes tut. Umleitungen wird mit einem Schlüssel nicht gefolgt: diese Adresse im Browser öffnen, und die des Anbieters nur ändern, wenn er dorthin umgezogen ist.",
  "refusal.moved":
    "Der Server leitet Anfragen um{to}. Umleitungen wird mit einem Schlüssel nicht gefolgt; als Adresse das Ziel eintragen.",
  "refusal.target": " ({to})",
  "refusal.limits_at_once": "{label} begrenzt, wie viele Anfragen zugleich laufen dürfen.",
  "refusal.limits_much": "{label} begrenzt, wie viel angefragt werden darf.",
  "refusal.used_up": "{label} begrenzt, wie viel angefragt werden darf. Aufgebraucht: {limits}.",
  "refusal.again_in": "In {wait} noch einmal versuchen.",
  "refusal.fewer_lanes": "Warten, oder weniger Bahnen zugleich starten.",
  "refusal.closed_account":
    "Das Konto selbst ist geschlossen oder eingeschränkt. Nur {label} kann es wieder öffnen: beim Support nachfragen.",
  "refusal.other_network":
    "{label} bedient dieses Konto nur aus bestimmten Netzen. Die Liste der Adressen in der Konsole prüfen, und ob ein VPN oder Proxy dazwischen steht.",
  "refusal.other_pages":
    "Der Schlüssel gilt nur für bestimmte Webseiten oder Apps. Diese Einschränkung in der Konsole von {label} aufheben, oder einen Schlüssel ohne sie verwenden.",
  "refusal.switched_off":
    "Die API ist für das Projekt des Schlüssels ausgeschaltet, oder der Schlüssel gilt für andere APIs. Sie in der Konsole von {label} einschalten und einige Minuten warten.",
  "refusal.no_right":
    "Der Schlüssel ist gültig, aber ihm fehlt eine Berechtigung. Sie in der Konsole von {label} erteilen, oder einen anderen Schlüssel verwenden.",
  "refusal.forbidden":
    "{label} lehnt diesen Schlüssel, diese Region oder diese Adresse ab. Prüfen, was der Schlüssel darf, und ob ein Proxy dazwischen steht.",
} as const;
