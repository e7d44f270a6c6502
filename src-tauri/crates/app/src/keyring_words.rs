//! Why an operation on a key failed and why a keyring cannot be used, as phrases.

use keys::{KeyError, KeyringFault, KeyringState, SystemKeyring};
use measure::{Count, Phrase};
use serde::Serialize;

/// Whether the operating system's keyring can be used, and if not, why.
#[derive(Clone, Debug, PartialEq, Serialize, specta::Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum KeyringView {
    /// Keys can be read and written without asking the user.
    Ready {
        /// Its name, such as `Secret Service`.
        backend: String,
    },
    /// The user has to unlock the keyring.
    Locked {
        /// The cause, in one or two sentences.
        why: Phrase,
        /// What to do about it on this system.
        fix: Phrase,
    },
    /// There is no usable keyring.
    Missing {
        /// The cause, in one or two sentences.
        why: Phrase,
        /// What to do about it on this system.
        fix: Phrase,
    },
}

impl From<KeyringState> for KeyringView {
    fn from(state: KeyringState) -> Self {
        match state {
            KeyringState::Ready { backend } => Self::Ready { backend },
            KeyringState::Locked(fault) => Self::Locked { why: cause(&fault), fix: remedy(&fault) },
            KeyringState::Missing(fault) => {
                Self::Missing { why: cause(&fault), fix: remedy(&fault) }
            }
        }
    }
}

impl KeyringView {
    /// Why it cannot be used and what to do about it; `None` if it can.
    pub fn trouble(&self) -> Option<Phrase> {
        match self {
            Self::Ready { .. } => None,
            Self::Locked { why, fix } | Self::Missing { why, fix } => {
                Some(Phrase::sentences([why.clone(), fix.clone()]))
            }
        }
    }
}

/// Why an operation on a key failed and what to do about it, in sentences.
pub fn of_keyring(error: &KeyError) -> Phrase {
    let (why, fix) = keyring_failure(error);
    Phrase::sentences([Some(why), fix].into_iter().flatten())
}

/// Why an operation on a key failed, and what to do about it; `None` where its sentence says it, or nothing helps.
pub fn keyring_failure(error: &KeyError) -> (Phrase, Option<Phrase>) {
    let why = match error {
        KeyError::Empty => empty(),
        KeyError::Unsendable { position } => unsendable(&position.to_string()),
        KeyError::Several { lines } => several((*lines).into()),
        KeyError::Masked => masked(),
        KeyError::TooLong { limit } => too_long((*limit).into()),
        KeyError::NoProvider => no_provider(),
        KeyError::Waiting => waiting(),
        KeyError::Unreadable => unreadable(),
        KeyError::Failed { why } => failed(why),
        KeyError::NoKeyring(fault) | KeyError::Locked(fault) => {
            return (cause(fault), Some(remedy(fault)));
        }
    };
    (why, None)
}

/// Why the keyring cannot be used.
fn cause(fault: &KeyringFault) -> Phrase {
    match fault {
        KeyringFault::Locked => locked(),
        KeyringFault::NoCollection => no_collection(),
        KeyringFault::NoService { error } => no_service(error),
        KeyringFault::NoBus { error } => no_bus(error),
        KeyringFault::SilentBus { address, error } => silent_bus(address, error),
        KeyringFault::SilentService => silent_service(),
        KeyringFault::System { backend, error: Some(error) } => {
            system_broken(backend.name(), error)
        }
        KeyringFault::System { backend, error: None } => system_silent(backend.name()),
    }
}

/// What to do about it on this system.
fn remedy(fault: &KeyringFault) -> Phrase {
    match fault {
        KeyringFault::Locked => unlock(),
        KeyringFault::NoCollection => create_collection(headless()),
        KeyringFault::NoService { .. } => install_service(headless()),
        KeyringFault::NoBus { .. } => start_from_desktop(headless()),
        KeyringFault::SilentBus { .. } => start_with_bus(headless()),
        KeyringFault::SilentService => answer_dialog(),
        KeyringFault::System { backend: SystemKeyring::MacOs, .. } => open_keychain(),
        KeyringFault::System { backend: SystemKeyring::Windows, .. } => start_manager(),
    }
}

measure::phrases! {
    fn empty() = "key.empty", "The key is empty.";
    fn unsendable(position: &str) = "key.unsendable", "Character {position} of the key cannot be sent to a provider (a space, a line break or a letter outside ASCII): copy the key again, without anything around it.";
    fn several(lines: Count) = "key.several", "These are {lines} lines: give one key at a time.";
    fn masked() = "key.masked", "The middle of this key is masked, as dashboards show it later: copy it when it is created, or create a new one.";
    fn too_long(limit: Count) = "key.too_long", "The key is too long for this system's keyring, which takes {limit} characters.";
    fn no_provider() = "key.no_provider", "No provider was named for the key.";
    fn waiting() = "key.waiting", "Waiting for you to unlock the keyring: answer the system's question, then try again.";
    fn unreadable() = "key.unreadable", "The keyring's entry for this provider is not a key: set the key again.";
    fn failed(why: &str) = "key.failed", "The keyring failed: {why}.";
    fn locked() = "keyring.locked", "The keyring is locked.";
    fn no_collection() = "keyring.no_collection", "A Secret Service is running, but it has no default keyring to keep a key in.";
    fn no_service(error: &str) = "keyring.no_service", "No Secret Service answers on this session's bus ({error}).";
    fn no_bus(error: &str) = "keyring.no_bus", "There is no session bus, over which the keyring is reached: DBUS_SESSION_BUS_ADDRESS is not set ({error}).";
    fn silent_bus(address: &str, error: &str) = "keyring.silent_bus", "The session bus, over which the keyring is reached, does not answer at DBUS_SESSION_BUS_ADDRESS={address} ({error}).";
    fn silent_service() = "keyring.silent_service", "The Secret Service is there but does not answer.";
    fn system_broken(keyring: &str, error: &str) = "keyring.system_broken", "{keyring} cannot be used: {error}.";
    fn system_silent(keyring: &str) = "keyring.system_silent", "{keyring} does not answer.";
    fn headless() = "keyring.headless", "run `dbus-run-session -- bash`, in that shell `echo PASSWORD | gnome-keyring-daemon --unlock --components=secrets` with a password of your own (not an empty one), and Paceline from the same shell";
    fn unlock() = "keyring.unlock", "Unlock it when the system asks, or in Passwords and Keys. Without a desktop: `echo PASSWORD | gnome-keyring-daemon --replace --unlock --components=secrets`.";
    fn create_collection(headless: Phrase) = "keyring.create_collection", "Create one in Passwords and Keys, and make it the default. Without a desktop: {headless}.";
    fn install_service(headless: Phrase) = "keyring.install_service", "Install one (`sudo apt install gnome-keyring`, or turn it on in KWallet or KeePassXC) and log in again. Without a desktop: {headless}.";
    fn start_from_desktop(headless: Phrase) = "keyring.start_from_desktop", "Start Paceline from a desktop session, or install a keyring (`sudo apt install gnome-keyring dbus`) and {headless}.";
    fn start_with_bus(headless: Phrase) = "keyring.start_with_bus", "Start Paceline from a session whose bus is running, or {headless}.";
    fn answer_dialog() = "keyring.answer_dialog", "Look for a system dialog that waits for an answer. If there is none, end the keyring (`gnome-keyring-daemon --replace --components=secrets`) and start Paceline again.";
    fn open_keychain() = "keyring.open_keychain", "Open Keychain Access, see that the login keychain is there and unlocked, and start Paceline again.";
    fn start_manager() = "keyring.start_manager", "Start the Credential Manager service (services.msc) in your own session, and start Paceline again.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::sentence;

    #[test]
    fn a_failure_of_a_key_says_the_same_in_every_host() {
        for error in [
            KeyError::Empty,
            KeyError::Unsendable { position: 3 },
            KeyError::Several { lines: 2 },
            KeyError::Masked,
            KeyError::TooLong { limit: 900 },
            KeyError::NoProvider,
            KeyError::Waiting,
            KeyError::Unreadable,
            KeyError::Failed { why: "no such object".to_owned() },
        ] {
            let told = of_keyring(&error).to_string();
            assert_eq!(told, sentence(&error.to_string()), "on the command line and in the window");
        }
    }

    #[test]
    fn every_cause_has_words_of_its_own_and_a_way_out() {
        let error = || "told by the bus".to_owned();
        let headless = headless().to_string();
        for (fault, word) in [
            (KeyringFault::NoBus { error: error() }, "is not set (told by the bus)"),
            (
                KeyringFault::SilentBus { address: "unix:path=/gone".to_owned(), error: error() },
                "DBUS_SESSION_BUS_ADDRESS=unix:path=/gone",
            ),
            (KeyringFault::NoService { error: error() }, "No Secret Service"),
            (KeyringFault::NoCollection, "no default keyring"),
        ] {
            let refused = KeyError::NoKeyring(fault.clone());
            let (why, way) = (cause(&fault).to_string(), remedy(&fault).to_string());
            assert!(why.contains(word), "{why} must say {word:?}");
            assert!(way.contains(&headless), "{way} must help on a server too");
            assert_eq!(
                of_keyring(&refused).to_string(),
                format!("{why} {way}"),
                "and so has a failure"
            );
        }
        let locked = KeyringView::from(KeyringState::Locked(KeyringFault::Locked));
        let told = locked.trouble().expect("it cannot be used").to_string();
        assert!(told.contains("--unlock"), "{told} must say how to unlock without a desktop");
        let ready = KeyringView::from(KeyringState::Ready { backend: "KWallet".to_owned() });
        assert_eq!(ready.trouble(), None, "nothing is wrong with one that is open");
    }
}
