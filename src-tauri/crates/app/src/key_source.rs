//! The source of a contender's key: the environment variable given for its provider, or else the keyring.

use std::env::VarError;
use std::sync::Arc;

use keys::{KeyError, KeyOwner, Keys, pasted};
use providers::{KeyNeed, PROXY_LOGIN, Provider, Roster};
use secrecy::SecretString;

use crate::key_owner::{key_owner, left_owners};
use crate::keyring_words::of_keyring;
use crate::proxy_login::proxy_login_owner;
use crate::text::{clipped, one_line};

/// A word this long with both lower-case letters and digits may be a key given instead of a variable's name.
const COULD_BE_A_KEY: usize = 20;

/// The host, which decides the advice in messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// The window.
    Window,
    /// The command line.
    CommandLine,
}

/// The keys for one start.
pub struct KeySource {
    host: Host,
    keys: Arc<Keys>,
    /// Providers whose key came from a variable.
    from_variables: Vec<String>,
}

impl KeySource {
    /// Keys of the keyring and of this session.
    pub(crate) fn new(host: Host, keys: Arc<Keys>) -> Self {
        Self { host, keys, from_variables: Vec::new() }
    }

    /// Adds keys from variables given as `PROVIDER=NAME`, in this process's memory only.
    ///
    /// # Errors
    /// All problems, in sentences that contain no key.
    pub(crate) fn with_variables(
        self,
        key_env: &[String],
        roster: &Roster,
    ) -> Result<Self, Vec<String>> {
        let mut source = self;
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
        pasted(&value)
            .and_then(|key| self.keys.set_for_session(&KeyOwner::anywhere(id), &key))
            .map_err(|error| format!("The variable {shown}, for {id}: {error}."))?;
        self.from_variables.push(id.to_owned());
        Ok(())
    }

    /// The proxy login for a provider; `None` if there is no proxy or no login.
    ///
    /// # Errors
    /// A sentence, if the keyring cannot be read.
    pub(crate) fn proxy_login(&self, provider: &Provider) -> Result<Option<SecretString>, String> {
        self.kept_proxy_login(provider).map_err(|error| {
            let why = of_keyring(&error);
            format!("The login of the proxy could not be read. {why}")
        })
    }

    /// The key to send to a provider; `None` if it needs none.
    ///
    /// # Errors
    /// If it needs a key and there is none: a sentence that names the provider and the ways to provide one.
    pub fn key(&self, provider: &Provider) -> Result<Option<SecretString>, String> {
        let missing = || {
            let (moved, ways) = (self.moved(provider), self.ways(provider));
            format!("{} needs a key.{moved} {ways}", provider.label)
        };
        match self.kept_key(provider) {
            Ok(None) if provider.key == KeyNeed::Required => Err(missing()),
            Ok(key) => Ok(key),
            Err(error) => Err(format!("{} {}", missing(), of_keyring(&error))),
        }
    }

    /// The stored proxy login for a provider.
    ///
    /// # Errors
    /// If the keyring cannot be read.
    pub fn kept_proxy_login(&self, provider: &Provider) -> Result<Option<SecretString>, KeyError> {
        // The system's proxy, whoever set it, does not get the login given for the user's own proxy.
        let own = proxy_login_owner(&provider.route.proxy).filter(|_| provider.is_proxied());
        let Some(own) = own else { return Ok(None) };
        let is_named = self.from_variables.iter().any(|id| id == PROXY_LOGIN);
        let owner = if is_named { KeyOwner::anywhere(PROXY_LOGIN) } else { own };
        match self.keys.take(&owner) {
            // Without a keyring there is no login, and many proxies need none.
            Err(KeyError::NoKeyring(_)) => Ok(None),
            taken => taken,
        }
    }

    /// The stored key of a provider, whether or not it needs one.
    ///
    /// The keyring is read only for listed providers. An address typed in gets a key only from a variable given for it,
    /// never one stored for another provider.
    ///
    /// # Errors
    /// If it needs one and the keyring cannot be read.
    pub fn kept_key(&self, provider: &Provider) -> Result<Option<SecretString>, KeyError> {
        let is_named = self.from_variables.contains(&provider.id);
        if provider.key == KeyNeed::None || (provider.id == "custom" && !is_named) {
            return Ok(None);
        }
        let owner = if is_named { KeyOwner::anywhere(&provider.id) } else { key_owner(provider) };
        match self.keys.take(&owner) {
            // A missing keyring only matters if a key is needed.
            Err(_) if provider.key != KeyNeed::Required => Ok(None),
            taken => taken,
        }
    }

    /// What to know about the keys that a provider has at other addresses. Of a keyring that cannot be asked nothing is known.
    fn moved(&self, provider: &Provider) -> String {
        let there = provider.origin();
        let left = left_owners(&self.keys, provider).unwrap_or_default();
        let mut origins: Vec<&str> = left
            .iter()
            .filter(|owner| matches!(self.keys.has(owner), Ok(Some(_))))
            .filter_map(KeyOwner::origin)
            .filter(|origin| *origin != there)
            .collect();
        origins.dedup();
        if origins.is_empty() || there.is_empty() {
            return String::new();
        }
        format!(" A key that was given for {} is not sent to {there}.", origins.join(" or "))
    }

    /// The ways to provide a key.
    fn ways(&self, provider: &Provider) -> String {
        match self.host {
            Host::Window => "Set one under Providers.".to_owned(),
            Host::CommandLine => {
                let variable = provider.key_variables.first().map_or("NAME", String::as_str);
                format!(
                    "Keep one with `paceline keys set {}`, or name the variable that holds it with --key-env {}={variable}.",
                    provider.key_id(),
                    provider.id
                )
            }
        }
    }
}

/// The error of an unknown provider id.
pub fn unknown_provider(what: &str, id: &str) -> String {
    let id = clipped(&one_line(id), 40);
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

    fn named(key_env: &[String], roster: &Roster) -> Result<KeySource, Vec<String>> {
        KeySource::new(Host::CommandLine, Arc::new(Keys::open())).with_variables(key_env, roster)
    }

    fn refusal(argument: &str) -> String {
        let roster = Roster::new(Vec::new(), &BTreeMap::new());
        named(&[argument.to_owned()], &roster).err().expect("it is refused").join(" ")
    }

    #[test]
    fn a_variable_that_gives_no_key_is_named() {
        let refusal = refusal("groq=PACELINE_TEST_NOT_SET");
        assert!(
            refusal.contains("PACELINE_TEST_NOT_SET is not set"),
            "the message names the variable to set: {refusal}"
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
    fn who_has_no_key_here_is_told_where_there_is_one_and_of_no_other() {
        let roster = Roster::new(Vec::new(), &BTreeMap::new());
        let source = named(&[], &roster).expect("no variable was named");
        let openai = roster.find("openai", None, None).expect("in the catalogue");
        let at = |address: &str| openai.at(address).expect("an address");
        let refusal = |provider: &Provider| source.key(provider).expect_err("there is none here");
        let moved = at("http://127.0.0.1:2/v1");
        assert!(!refusal(&moved).contains("given for"), "there is none: {}", refusal(&moved));
        let owner = key_owner(&at("http://127.0.0.1:1/v1"));
        let key = SecretString::from("sk-marker0123456789".to_owned());
        source.keys.set_for_session(&owner, &key).expect("it is kept");
        for provider in [&moved, &openai] {
            let told = refusal(provider);
            let there = provider.origin();
            let expected = format!("was given for http://127.0.0.1:1 is not sent to {there}.");
            assert!(told.contains(&expected), "it was given for that one alone: {told}");
        }
    }

    #[test]
    fn an_address_on_the_command_line_gets_no_key_but_one_named_for_it() {
        let roster = Roster::new(Vec::new(), &BTreeMap::new());
        let source = named(&[], &roster).expect("no variable was named");
        let custom = roster.find("custom", None, Some("http://127.0.0.1:1/v1")).expect("usable");
        assert!(source.key(&custom).is_ok_and(|key| key.is_none()), "it goes without");
    }
}
