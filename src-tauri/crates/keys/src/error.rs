//! Errors of storing, reading and forgetting keys.

use thiserror::Error;

use crate::{KeyringFault, KeyringState};

/// Why an operation on a key failed. Messages never contain any part of the key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// The key is empty or only white space.
    #[error("the key is empty")]
    Empty,
    /// The key has a character that a request header cannot carry; only visible ASCII is allowed.
    #[error(
        "character {position} of the key cannot be sent to a provider (a space, a line break or a \
         letter outside ASCII): copy the key again, without anything around it"
    )]
    Unsendable {
        /// Counted from 1, after trimming.
        position: usize,
    },
    /// Several keys at once.
    #[error("these are {lines} lines: give one key at a time")]
    Several {
        /// The number of lines that are not empty.
        lines: usize,
    },
    /// A key as a dashboard shows it after it was created.
    #[error(
        "the middle of this key is masked, as dashboards show it later: copy it when it is created, or create a new one"
    )]
    Masked,
    /// The keyring does not accept a key of this length.
    #[error("the key is too long for this system's keyring, which takes {limit} characters")]
    TooLong {
        /// Maximum length of the keyring.
        limit: u32,
    },
    /// No provider was named.
    #[error("no provider was named for the key")]
    NoProvider,
    /// There is no keyring.
    #[error("there is no keyring to keep keys in")]
    NoKeyring(KeyringFault),
    /// The keyring is locked and was not unlocked.
    #[error("the keyring is locked")]
    Locked(KeyringFault),
    /// The system is still asking the user. The operation completes when the user answers: a key being stored is stored
    /// then.
    #[error("waiting for you to unlock the keyring: answer the system's question, then try again")]
    Waiting,
    /// The keyring entry is not a key, but for example a file.
    #[error("the keyring's entry for this provider is not a key: set the key again")]
    Unreadable,
    /// Any other failure of the keyring.
    #[error("the keyring failed: {why}")]
    Failed {
        /// The operating system's message.
        why: String,
    },
}

impl KeyError {
    /// Maps an error of the keyring, given the keyring's state after it.
    pub(crate) fn from_keyring(
        error: &keyring::Error,
        since: impl FnOnce() -> KeyringState,
    ) -> Self {
        match error {
            keyring::Error::TooLong(_, limit) => Self::TooLong { limit: *limit },
            // These two carry the data that was read, which may be a key, so none of it is passed on.
            keyring::Error::BadEncoding(_) | keyring::Error::BadDataFormat(..) => Self::Unreadable,
            keyring::Error::PlatformFailure(_)
            | keyring::Error::NoStorageAccess(_)
            | keyring::Error::NoDefaultStore => match since() {
                KeyringState::Locked(fault) => Self::Locked(fault),
                KeyringState::Missing(fault) => Self::NoKeyring(fault),
                KeyringState::Ready { .. } => Self::Failed { why: error.to_string() },
            },
            keyring::Error::Ambiguous(entries) => Self::Failed {
                why: format!(
                    "it holds {} keys for this provider; remove all but one",
                    entries.len()
                ),
            },
            other => Self::Failed { why: other.to_string() },
        }
    }
}
