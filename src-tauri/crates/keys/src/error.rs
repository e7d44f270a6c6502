//! Why a key could not be kept, read or forgotten.

use thiserror::Error;

use crate::KeyringState;

/// What went wrong with a key, in words that never hold a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// Nothing was given, or nothing but white space.
    #[error("the key is empty")]
    Empty,
    /// A key is sent in a request header, which takes visible ASCII characters only.
    #[error(
        "character {position} of the key cannot be sent to a provider (a space, a line break or a \
         letter outside ASCII): copy the key again, without anything around it"
    )]
    Unsendable {
        /// Counted from 1, after white space at both ends was dropped.
        position: usize,
    },
    /// The keyring does not take a key of this length.
    #[error("the key is too long for this system's keyring, which takes {limit} characters")]
    TooLong {
        /// The longest the keyring takes.
        limit: u32,
    },
    /// A key belongs to a provider with a name.
    #[error("a key needs the provider it is for")]
    NoProvider,
    /// There is no keyring.
    #[error("{why} {fix}")]
    NoKeyring {
        /// The cause, as in [`KeyringState::Missing`].
        why: String,
        /// What to do about it on this system.
        fix: String,
    },
    /// The keyring is locked, and was not unlocked.
    #[error("{why} {fix}")]
    Locked {
        /// The cause, as in [`KeyringState::Locked`].
        why: String,
        /// What to do about it on this system.
        fix: String,
    },
    /// The system is asking the person something, and has no answer yet. What was asked for still happens
    /// when the answer comes: a key that was to be kept is kept then.
    #[error("waiting for you to unlock the keyring: answer the system's question, then try again")]
    Waiting,
    /// The keyring holds something that is no key, such as a file.
    #[error("what the keyring holds for this provider is not a key: set the key again")]
    Unreadable,
    /// The keyring failed in a way of its own.
    #[error("the keyring failed: {why}")]
    Failed {
        /// What the operating system said.
        why: String,
    },
}

impl KeyError {
    /// What the keyring's own error means, given how the keyring is since.
    pub(crate) fn from_keyring(
        error: &keyring::Error,
        since: impl FnOnce() -> KeyringState,
    ) -> Self {
        match error {
            keyring::Error::TooLong(_, limit) => Self::TooLong { limit: *limit },
            // These two carry what was read, which may be a key: nothing of them is passed on.
            keyring::Error::BadEncoding(_) | keyring::Error::BadDataFormat(..) => Self::Unreadable,
            keyring::Error::PlatformFailure(_)
            | keyring::Error::NoStorageAccess(_)
            | keyring::Error::NoDefaultStore => match since() {
                KeyringState::Locked { why, fix } => Self::Locked { why, fix },
                KeyringState::Missing { why, fix } => Self::NoKeyring { why, fix },
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
