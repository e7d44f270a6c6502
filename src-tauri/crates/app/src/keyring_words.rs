//! Why an operation on a key failed, as phrases.

use keys::KeyError;
use measure::{Count, Phrase};

use crate::text::sentence;

/// Why an operation on a key failed, in a sentence. What a system says of its keyring is in its own words.
pub fn of_keyring(error: &KeyError) -> Phrase {
    match error {
        KeyError::Empty => empty(),
        KeyError::Unsendable { position } => unsendable(&position.to_string()),
        KeyError::Several { lines } => several((*lines).into()),
        KeyError::Masked => masked(),
        KeyError::TooLong { limit } => too_long((*limit).into()),
        KeyError::NoProvider => no_provider(),
        KeyError::Waiting => waiting(),
        KeyError::Unreadable => unreadable(),
        KeyError::Failed { why } => failed(why),
        KeyError::NoKeyring { .. } | KeyError::Locked { .. } => {
            Phrase::verbatim(&sentence(&error.to_string()))
        }
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
}

#[cfg(test)]
mod tests {
    use super::*;

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
            KeyError::Locked { why: "It is locked.".to_owned(), fix: "Unlock it.".to_owned() },
            KeyError::NoKeyring {
                why: "There is none.".to_owned(),
                fix: "Install one.".to_owned(),
            },
        ] {
            let told = of_keyring(&error).to_string();
            assert_eq!(told, sentence(&error.to_string()), "on the command line and in the window");
        }
    }
}
