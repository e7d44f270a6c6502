//! Where a contender's key comes from: the variable that was named for its provider, or else the keyring.

use std::env::VarError;

use keys::{KeyError, Keys};
use providers::{KeyNeed, PROXY_LOGIN, Provider, Roster};
use secrecy::SecretString;

use crate::exit::sentence;
use crate::words;

/// A word this long with both small letters and digits in it may be a key that was written in place of a variable's
/// name.
const COULD_BE_A_KEY: usize = 20;

/// The keys of one command.
pub(crate) struct KeySource {
    keys: Keys,
    /// The providers whose key came from a variable.
    from_variables: Vec<String>,
}

impl KeySource {
    /// Takes the keys that were named as `PROVIDER=NAME`, into this process's memory only.
    ///
    /// # Errors
    /// Everything that is wrong with them, in sentences that hold no key.
    pub(crate) fn named(key_env: &[String], roster: &Roster) -> Result<Self, Vec<String>> {
        let mut source = Self { keys: Keys::open(), from_variables: Vec::new() };
        let problems: Vec<String> = key_env
            .iter()
            .filter_map(|argument| source.take_variable(argument, roster).err())
            .collect();
        if problems.is_empty() { Ok(source) } else { Err(problems) }
    }

    fn take_variable(&mut self, argument: &str, roster: &Roster) -> Result<(), String> {
        let (id, name) = argument.split_once('=').ok_or(
            "--key-env names no variable. Write PROVIDER=NAME, such as groq=GROQ_API_KEY.",
        )?;
        let row = roster
            .rows()
            .iter()
            .find(|row| row.id == id)
            .ok_or_else(|| unknown_provider("--key-env", id))?;
        if row.key == KeyNeed::None {
            return Err(format!("{} takes no key. Leave its --key-env out.", row.label));
        }
        if !is_variable(name) {
            return Err(format!(
                "What follows --key-env {id}= is not the name of a variable. Put the key into one, and its name here."
            ));
        }
        let shown = if could_be_key(name) { "named there" } else { name };
        let value = match std::env::var(name) {
            Ok(value) if value.trim().is_empty() => {
                return Err(format!(
                    "The variable {shown} is empty; --key-env {id} takes its key from it."
                ));
            }
            Ok(value) => SecretString::from(value),
            Err(VarError::NotPresent) => {
                return Err(format!(
                    "The variable {shown} is not set; --key-env {id} takes its key from it."
                ));
            }
            Err(VarError::NotUnicode(_)) => {
                return Err(format!(
                    "The variable {shown} holds no text; --key-env {id} takes its key from it."
                ));
            }
        };
        self.keys
            .set_for_session(id, &value)
            .map_err(|error| format!("The variable {shown}, for {id}: {error}."))?;
        self.from_variables.push(id.to_owned());
        Ok(())
    }

    /// The login of the proxy that a provider is reached through; `None` where there is no proxy, or no login for it.
    ///
    /// # Errors
    /// When there may be one and the keyring does not say.
    pub(crate) fn proxy_login(&self, provider: &Provider) -> Result<Option<SecretString>, String> {
        if !provider.is_proxied() {
            return Ok(None);
        }
        match self.keys.take(PROXY_LOGIN) {
            Ok(login) => Ok(login),
            // Without a keyring there is none, and many proxies want none.
            Err(KeyError::NoKeyring { .. }) => Ok(None),
            Err(error) => Err(format!(
                "The login of the proxy could not be read. {}",
                sentence(&error.to_string())
            )),
        }
    }

    /// The key to send to a provider; `None` where it goes without.
    ///
    /// The keyring is asked only for a provider that is listed: what is at an address written on the command line gets a
    /// key when a variable was named for it, and never one that was kept for somebody else.
    ///
    /// # Errors
    /// When it needs one and there is none: a sentence that names the provider and the ways to give one.
    pub(crate) fn key(&self, provider: &Provider) -> Result<Option<SecretString>, String> {
        let Provider { id, label, .. } = provider;
        let is_named = self.from_variables.iter().any(|named| named == id);
        if provider.key == KeyNeed::None || (id == "custom" && !is_named) {
            return Ok(None);
        }
        let variable = provider.key_variables.first().map_or("NAME", String::as_str);
        let ways = format!(
            "Keep one with `paceline keys set {}`, or name the variable that holds it with --key-env {id}={variable}.",
            provider.key_id()
        );
        let kept_under = if is_named { id } else { provider.key_id() };
        match (self.keys.take(kept_under), provider.key) {
            (Ok(None), KeyNeed::Required) => Err(format!("{label} needs a key. {ways}")),
            (Err(error), KeyNeed::Required) => {
                Err(format!("{label} needs a key. {ways} {}", sentence(&error.to_string())))
            }
            (Ok(key), _) => Ok(key),
            // A keyring that is missing only matters to those who need a key.
            (Err(_), _) => Ok(None),
        }
    }
}

/// What is said of an id that no provider has.
pub(crate) fn unknown_provider(what: &str, id: &str) -> String {
    let id = words::clipped(&words::one_line(id), 40);
    format!("{what} names `{id}`, which is no provider; `paceline providers` lists them.")
}

fn is_variable(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn could_be_key(name: &str) -> bool {
    name.len() >= COULD_BE_A_KEY
        && name.bytes().any(|byte| byte.is_ascii_lowercase())
        && name.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn refusal(argument: &str) -> String {
        let roster = Roster::new(Vec::new(), &BTreeMap::new());
        KeySource::named(&[argument.to_owned()], &roster).err().expect("it is refused").join(" ")
    }

    #[test]
    fn a_variable_that_gives_no_key_is_named() {
        let refusal = refusal("groq=PACELINE_TEST_NOT_SET");
        assert!(
            refusal.contains("PACELINE_TEST_NOT_SET is not set"),
            "the person sees which one to set: {refusal}"
        );
    }

    #[test]
    fn a_key_in_place_of_a_name_is_not_repeated() {
        for key in ["sk-proj-marker0123456789", "gsk_marker0123456789abcdef", "marker 1"] {
            let refusal = refusal(&format!("groq={key}"));
            assert!(!refusal.contains("marker"), "the refusal repeats it: {refusal}");
        }
    }

    #[test]
    fn a_key_for_nobody_is_refused() {
        assert!(refusal("GROQ_API_KEY").contains("PROVIDER=NAME"), "it says how to write it");
        assert!(refusal("nobody=PATH").contains("no provider"), "a slip of the pen is found");
        assert!(refusal("simulated=PATH").contains("takes no key"), "it would be sent nowhere");
    }

    #[test]
    fn an_address_on_the_command_line_gets_no_key_but_one_named_for_it() {
        let roster = Roster::new(Vec::new(), &BTreeMap::new());
        let source = KeySource::named(&[], &roster).expect("no variable was named");
        let custom = roster.find("custom", None, Some("http://127.0.0.1:1/v1")).expect("usable");
        assert!(source.key(&custom).is_ok_and(|key| key.is_none()), "it goes without");
    }
}
