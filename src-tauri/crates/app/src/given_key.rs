//! Keys as users give them: for a provider, or by a well-known variable of the environment.
//!
//! **Invariant:** a variable's key is copied only while its provider is at the catalogue's own address, which is what the
//! variable was set for.

use std::fmt;

use keys::{KeyError, Keys, StoredKey, pasted};
use measure::Phrase;
use providers::{KeyNeed, Provider, recognise};
use secrecy::SecretString;

use crate::key_owner::{is_at_home, key_owner};
use crate::keyring_words::of_keyring;

/// Why a key was not kept.
#[derive(Debug)]
pub enum KeyRefusal {
    /// It was for an address typed in, which is nobody's.
    NoOwner,
    /// Its provider takes none.
    TakesNone {
        /// The provider's name.
        label: String,
    },
    /// It begins as the keys of one provider in the cloud do, and was for a server of this machine.
    OfCloud {
        /// The name of the provider whose key it is.
        label: String,
        /// Its id.
        id: String,
        /// Where the server is.
        origin: String,
    },
    /// It was in a variable, and its provider is at another address.
    NotAtHome {
        /// The provider's id.
        id: String,
        /// The provider's name.
        label: String,
        /// Where its requests go.
        origin: String,
    },
    /// No variable holds it.
    NoVariable {
        /// The provider's name.
        label: String,
        /// Its well-known variables.
        names: Vec<String>,
    },
    /// Its variable is not text.
    NotText {
        /// The variable.
        name: String,
    },
    /// It cannot be a key, or the keyring failed.
    Key(KeyError),
}

impl KeyRefusal {
    /// Why, in a sentence.
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::NoOwner => no_owner(),
            Self::TakesNone { label } => takes_none(label),
            Self::OfCloud { label, origin, .. } => of_cloud(label, origin),
            Self::NotAtHome { label, origin, .. } => not_at_home(label, origin),
            Self::NoVariable { label, names } if names.is_empty() => no_known_variable(label),
            Self::NoVariable { label, names } => no_variable(names.clone(), label),
            Self::NotText { name } => not_text(name),
            Self::Key(error) => of_keyring(error),
        }
    }

    /// What to do about it in the window; `None` where its sentence says it, or nothing helps.
    pub fn remedy(&self) -> Option<Phrase> {
        match self {
            Self::NoOwner => Some(save_endpoint()),
            Self::OfCloud { label, .. } => Some(keep_for(label)),
            Self::NotAtHome { origin, .. } => Some(paste_for(origin)),
            _ => None,
        }
    }
}

impl fmt::Display for KeyRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phrase().fmt(f)
    }
}

impl std::error::Error for KeyRefusal {}

impl From<KeyError> for KeyRefusal {
    fn from(error: KeyError) -> Self {
        Self::Key(error)
    }
}

/// Whether a key can be kept for a provider.
///
/// # Errors
/// Why not.
pub fn takes_key(provider: &Provider) -> Result<(), KeyRefusal> {
    if provider.id == "custom" {
        return Err(KeyRefusal::NoOwner);
    }
    if provider.key == KeyNeed::None {
        return Err(KeyRefusal::TakesNone { label: provider.label.clone() });
    }
    Ok(())
}

/// Keeps a provider's key for its present address: in the keyring, or in memory until this process ends.
///
/// # Errors
/// Why it was not kept. No error holds any part of it.
pub fn keep_key(
    keys: &Keys,
    provider: &Provider,
    key: &SecretString,
    session_only: bool,
) -> Result<StoredKey, KeyRefusal> {
    takes_key(provider)?;
    not_of_cloud(provider, key)?;
    let owner = key_owner(provider);
    let stored =
        if session_only { keys.set_for_session(&owner, key) } else { keys.set(&owner, key) };
    Ok(stored?)
}

/// Refuses a key of another provider for a listed server at this machine's default address: any program may answer there, and in
/// the clear. A gateway that the user made an endpoint of may well take such a key; the window asks first. Keys that several
/// providers may have given, such as those that begin with `sk-`, tell nothing.
fn not_of_cloud(provider: &Provider, key: &SecretString) -> Result<(), KeyRefusal> {
    let is_listed = providers::provider(&provider.id).is_some();
    match recognise(key).as_slice() {
        [only] if is_listed && provider.is_local() && only.key_id() != provider.key_id() => {
            Err(KeyRefusal::OfCloud {
                label: only.label.clone(),
                id: only.id.clone(),
                origin: provider.origin(),
            })
        }
        _ => Ok(()),
    }
}

/// The first of a provider's well-known variables that is set. Its value is not read.
pub fn key_variable(provider: &Provider) -> Option<&str> {
    let is_set = |name: &&String| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    provider.key_variables.iter().find(is_set).map(String::as_str)
}

/// The key in a provider's well-known variable.
///
/// # Errors
/// Why there is none to copy. No error holds any part of it.
pub fn key_in_variable(provider: &Provider) -> Result<SecretString, KeyRefusal> {
    takes_key(provider)?;
    let label = || provider.label.clone();
    if !is_at_home(provider) {
        let (id, origin) = (provider.id.clone(), provider.origin());
        return Err(KeyRefusal::NotAtHome { id, label: label(), origin });
    }
    let names = || provider.key_variables.clone();
    let name = key_variable(provider)
        .ok_or_else(|| KeyRefusal::NoVariable { label: label(), names: names() })?;
    let value = std::env::var(name).map_err(|_| KeyRefusal::NotText { name: name.to_owned() })?;
    Ok(pasted(&SecretString::from(value))?)
}

measure::phrases! {
    fn no_owner() = "key.no_owner", "An address typed in has no key of its own.";
    fn takes_none(label: &str) = "key.takes_none", "{label} takes no key.";
    fn not_at_home(label: &str, origin: &str) = "key.not_at_home", "{label} is at {origin}, and its variable was set for its own address.";
    fn of_cloud(label: &str, origin: &str) = "key.of_cloud", "This is a key of {label}, and {origin} is on this machine, where any program may answer. It is not kept for it.";
    fn keep_for(label: &str) = "key.keep_for", "Keep it for {label}.";
    fn no_known_variable(label: &str) = "key.no_known_variable", "No variable is known to hold a key for {label}.";
    fn no_variable(names: Vec<String>, label: &str) = "key.no_variable", "{names} is not set, so there is no key to copy for {label}.";
    fn save_endpoint() = "key.save_endpoint", "Save it as an endpoint.";
    fn paste_for(origin: &str) = "key.paste_for", "Paste the key that is meant for {origin}.";
    fn not_text(name: &str) = "key.not_text", "The variable {name} is not text, so it holds no key.";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str) -> Provider {
        providers::provider(id).expect("a row of the catalogue").clone()
    }

    #[test]
    fn no_key_is_kept_for_an_address_that_is_nobodys_or_a_provider_that_takes_none() {
        let (keys, key) = (Keys::open(), SecretString::from("sk-marker-0123456789"));
        let typed = keep_key(&keys, &row("custom"), &key, true);
        assert!(matches!(typed, Err(KeyRefusal::NoOwner)), "{typed:?}");
        let mut free = row("groq");
        free.key = KeyNeed::None;
        let refused = keep_key(&keys, &free, &key, true);
        assert!(matches!(refused, Err(KeyRefusal::TakesNone { .. })), "{refused:?}");
        keep_key(&keys, &row("groq"), &key, true).expect("a provider with a key of its own");
    }

    #[test]
    fn a_key_of_the_cloud_is_not_kept_for_a_server_of_this_machine() {
        let (keys, nvidia) = (Keys::open(), SecretString::from("nvapi-0123456789abcdefghij"));
        let refused = keep_key(&keys, &row("nim"), &nvidia, true).expect_err("it is NVIDIA's");
        let told = refused.to_string();
        assert!(told.contains("localhost:8000") && told.contains("NVIDIA"), "{told}");
        keep_key(&keys, &row("nvidia"), &nvidia, true).expect("there it belongs");
        let moved = row("nim").at("https://nim.example.com/v1").expect("an address");
        keep_key(&keys, &moved, &nvidia, true).expect("a server elsewhere is the user's choice");
        let mut own = row("nim");
        own.id = "house".to_owned();
        keep_key(&keys, &own, &nvidia, true).expect("a gateway of the user's own");
        let anybodys = SecretString::from("sk-0123456789abcdefghij");
        keep_key(&keys, &row("vllm"), &anybodys, true).expect("a server's own keys begin so too");
    }

    #[test]
    fn a_provider_without_a_known_variable_is_named() {
        let refused = key_in_variable(&row("nim")).expect_err("there is none");
        assert!(refused.to_string().contains("NIM"), "{refused}");
    }

    #[test]
    fn a_variables_key_is_for_the_providers_own_address() {
        let moved = row("groq").at("https://elsewhere.example/v1").expect("an address");
        let refused = key_in_variable(&moved).expect_err("wherever the variable came from");
        assert!(matches!(refused, KeyRefusal::NotAtHome { .. }), "{refused}");
    }
}
