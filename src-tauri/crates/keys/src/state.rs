//! The parts of keys and the keyring that may be shown. No type here can hold a key.
//!
//! What is said of a keyring that cannot be used is the application's to say, in the language of its reader.

use serde::Serialize;
use specta::Type;

/// Whether the operating system's keyring can be used, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyringState {
    /// Keys can be read and written without asking the user.
    Ready {
        /// Its name, such as `Secret Service`.
        backend: String,
    },
    /// The user has to unlock the keyring.
    Locked(KeyringFault),
    /// There is no usable keyring.
    Missing(KeyringFault),
}

/// Why the operating system's keyring cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyringFault {
    /// The Secret Service's keyring is locked.
    Locked,
    /// A Secret Service runs and has no default keyring.
    NoCollection,
    /// No Secret Service answers on the session's bus.
    NoService {
        /// What the bus said.
        error: String,
    },
    /// There is no session bus: its address is not set.
    NoBus {
        /// The system's message.
        error: String,
    },
    /// The session bus does not answer.
    SilentBus {
        /// Its address, as the environment names it.
        address: String,
        /// The system's message.
        error: String,
    },
    /// A Secret Service is there and does not answer, perhaps because it waits for the user.
    SilentService,
    /// The macOS Keychain or the Windows Credential Manager cannot be used.
    System {
        /// Which of the two.
        backend: SystemKeyring,
        /// The system's message; absent if it does not answer.
        error: Option<String>,
    },
}

/// A keyring that is part of the operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemKeyring {
    /// The Keychain of macOS.
    MacOs,
    /// The Credential Manager of Windows.
    Windows,
}

impl SystemKeyring {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::MacOs => "macOS Keychain",
            Self::Windows => "Windows Credential Manager",
        }
    }
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
    /// The address it is for, if its provider is at another one now and does not use it.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_at: Option<String>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{KeyLocation, StoredKey};

    #[test]
    fn the_window_is_told_by_name_and_never_more_than_the_tail() {
        let stored = StoredKey {
            provider: "groq".into(),
            kept: KeyLocation::Session,
            tail: Some("wxyz".into()),
            left_at: None,
        };
        assert_eq!(
            serde_json::to_value(&stored).expect("plain data"),
            json!({ "provider": "groq", "kept": "session", "tail": "wxyz" }),
            "there is no other field for a key to be in"
        );
    }
}
