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
  "keyring.locked": "Der Schlüsselbund ist gesperrt.",
  "keyring.no_collection":
    "Ein Secret Service läuft, aber er hat keinen Standard-Schlüsselbund, in dem ein Schlüssel aufbewahrt werden kann.",
  "keyring.no_service": "Auf dem Bus dieser Sitzung antwortet kein Secret Service ({error}).",
  "keyring.no_bus":
    "Es gibt keinen Sitzungsbus, über den der Schlüsselbund erreicht wird: DBUS_SESSION_BUS_ADDRESS ist nicht gesetzt ({error}).",
  "keyring.silent_bus":
    "Der Sitzungsbus, über den der Schlüsselbund erreicht wird, antwortet nicht unter DBUS_SESSION_BUS_ADDRESS={address} ({error}).",
  "keyring.silent_service": "Der Secret Service ist da, antwortet aber nicht.",
  "keyring.system_broken": "{keyring} ist nicht nutzbar: {error}.",
  "keyring.system_silent": "{keyring} antwortet nicht.",
  "keyring.headless":
    "`dbus-run-session -- bash` ausführen, in dieser Shell `echo PASSWORD | gnome-keyring-daemon --unlock --components=secrets` mit einem eigenen Passwort (keinem leeren), und Paceline aus derselben Shell",
  "keyring.unlock":
    "Ihn entsperren, wenn das System danach fragt, oder unter „Passwörter und Verschlüsselung“. Ohne Desktop: `echo PASSWORD | gnome-keyring-daemon --replace --unlock --components=secrets`.",
  "keyring.create_collection":
    "Unter „Passwörter und Verschlüsselung“ einen anlegen und zum Standard machen. Ohne Desktop: {headless}.",
  "keyring.install_service":
    "Einen installieren (`sudo apt install gnome-keyring`, oder ihn in KWallet oder KeePassXC einschalten) und neu anmelden. Ohne Desktop: {headless}.",
  "keyring.start_from_desktop":
    "Paceline aus einer Desktop-Sitzung starten, oder einen Schlüsselbund installieren (`sudo apt install gnome-keyring dbus`) und {headless}.",
  "keyring.start_with_bus": "Paceline aus einer Sitzung starten, deren Bus läuft, oder {headless}.",
  "keyring.answer_dialog":
    "Nach einer Frage des Systems suchen, die auf Antwort wartet. Gibt es keine, den Schlüsselbund beenden (`gnome-keyring-daemon --replace --components=secrets`) und Paceline neu starten.",
  "keyring.open_keychain":
    "Die Schlüsselbundverwaltung öffnen, nachsehen, ob der Anmelde-Schlüsselbund da und entsperrt ist, und Paceline neu starten.",
  "keyring.start_manager":
    "Den Dienst „Anmeldeinformationsverwaltung“ (services.msc) in der eigenen Sitzung starten und Paceline neu starten.",
  "key.save_endpoint": "Sie als Endpunkt speichern.",
  "key.paste_for": "Den Schlüssel einfügen, der für {origin} gedacht ist.",
};
