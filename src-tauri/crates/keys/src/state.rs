//! The parts of keys and the keyring that may be shown. No type here can hold a key.

use serde::Serialize;
use specta::Type;

/// Whether the operating system's keyring can be used, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum KeyringState {
    /// Keys can be read and written without asking the user.
    Ready {
        /// Its name, such as `Secret Service`.
        backend: String,
    },
    /// The user has to unlock the keyring.
    Locked {
        /// The cause, in one or two sentences.
        why: String,
        /// What to do about it on this system.
        fix: String,
    },
    /// There is no usable keyring.
    Missing {
        /// The cause, in one or two sentences.
        why: String,
        /// What to do about it on this system.
        fix: String,
    },
}

/// Where a key is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum KeyLocation {
    /// In the operating system's keyring.
    Keyring,
    /// In this process's memory, until it ends.
    Session,
}

/// The parts of a stored key that may be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
pub struct StoredKey {
    /// The provider's id, as the caller uses it.
    pub provider: String,
    /// Where it is kept.
    pub kept: KeyLocation,
    /// Its last four characters, to tell keys apart; absent for keys shorter than twelve.
    pub tail: Option<String>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{KeyLocation, KeyringState, StoredKey};

    #[test]
    fn the_window_is_told_by_name_and_never_more_than_the_tail() {
        let stored = StoredKey {
            provider: "groq".into(),
            kept: KeyLocation::Session,
            tail: Some("wxyz".into()),
        };
        assert_eq!(
            serde_json::to_value(&stored).expect("plain data"),
            json!({ "provider": "groq", "kept": "session", "tail": "wxyz" }),
            "there is no other field for a key to be in"
        );
        let locked = KeyringState::Locked { why: "a".into(), fix: "b".into() };
        assert_eq!(
            serde_json::to_value(&locked).expect("plain data"),
            json!({ "state": "locked", "why": "a", "fix": "b" }),
            "the state is a name beside its cause"
        );
    }
}
