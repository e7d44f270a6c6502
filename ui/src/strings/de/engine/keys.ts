/** Why a key was not kept, and what to do about it. */

export const keys = {
  "key.no_owner": "Eine eingetippte Adresse hat keinen eigenen Schlüssel.",
  "key.takes_none": "{label} nimmt keinen Schlüssel an.",
  "key.not_at_home":
    "{label} ist unter {origin}, und seine Variable wurde für die eigene Adresse gesetzt.",
  "key.of_cloud":
    "Das ist ein Schlüssel von {label}, und {origin} ist auf diesem Rechner, wo jedes Programm antworten kann. Dafür wird er nicht aufbewahrt.",
  "key.keep_for": "Ihn für {label} aufbewahren.",
  "key.no_known_variable": "Keine bekannte Variable enthält einen Schlüssel für {label}.",
  "key.no_variable":
    "{names} ist nicht gesetzt, also gibt es keinen Schlüssel für {label} zu übernehmen.",
  "key.not_text": "Die Variable {name} ist kein Text, also enthält sie keinen Schlüssel.",

  "key.empty": "Der Schlüssel ist leer.",
  "key.unsendable":
    "Zeichen {position} des Schlüssels kann keinem Anbieter gesendet werden (ein Leerzeichen, ein Zeilenumbruch oder ein Buchstabe außerhalb von ASCII): Den Schlüssel noch einmal kopieren, ohne etwas darum herum.",
  "key.several": "Das sind {lines} Zeilen: einen Schlüssel nach dem anderen angeben.",
  "key.masked":
    "Die Mitte dieses Schlüssels ist verdeckt, wie Konsolen ihn später zeigen: Ihn beim Anlegen kopieren oder einen neuen anlegen.",
  "key.too_long":
    "Der Schlüssel ist zu lang für den Schlüsselbund dieses Systems, der {limit} Zeichen aufnimmt.",
  "key.no_provider": "Für den Schlüssel wurde kein Anbieter genannt.",
  "key.waiting":
    "Der Schlüsselbund wartet darauf, entsperrt zu werden: die Frage des Systems beantworten, dann noch einmal versuchen.",
  "key.unreadable":
    "Der Eintrag des Schlüsselbunds für diesen Anbieter ist kein Schlüssel: den Schlüssel noch einmal eintragen.",
  "key.failed": "Der Schlüsselbund hat einen Fehler gemeldet: {why}.",
  "key.save_endpoint": "Sie als Endpunkt speichern.",
  "key.paste_for": "Den Schlüssel einfügen, der für {origin} gedacht ist.",
};
