//! The keys: put, shown by their tails, taken, forgotten.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use keyring::Entry;
use secrecy::{ExposeSecret, SecretString};

use crate::worker::{NoAnswer, Worker};
use crate::{Kept, KeyError, KeyringState, Stored, key, system};

/// The name under which the keyring files our keys; the user name of an entry is the provider's id.
const SERVICE: &str = "dev.paceline";
/// Enough to read a question and type a password, short enough that nobody takes it for a hang.
const PATIENCE: Duration = Duration::from_secs(20);
/// The state is asked without bothering the person, so it comes at once or not at all.
const STATE_PATIENCE: Duration = Duration::from_secs(10);

/// Every key this process can reach: those in the operating system's keyring, one entry for each
/// provider, and those given for this session only.
///
/// Holds no key of the keyring's: each is read when it is asked for. Where a provider has both, the
/// session's key is the one in use.
pub struct Keys {
    /// Does what may wait for the person.
    keyring: Worker,
    /// Asks for the state, which must not wait behind an unanswered question.
    observer: Worker,
    patience: Duration,
    session: Mutex<HashMap<String, SecretString>>,
}

impl Keys {
    /// Opens the keys. Never fails and does not touch the keyring: [`Keys::state`] says how that is.
    pub fn open() -> Self {
        Self {
            keyring: Worker::start("keyring"),
            observer: Worker::start("keyring-state"),
            patience: PATIENCE,
            session: Mutex::default(),
        }
    }

    /// How long a call waits for the person to answer the system's question before it returns
    /// [`KeyError::Waiting`]; 20 seconds unless said otherwise.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// How the keyring is now. Asks the system afresh, and the person nothing; takes milliseconds, and
    /// at most ten seconds when the keyring does not answer.
    pub fn state(&self) -> KeyringState {
        self.observer.ask(STATE_PATIENCE, system::state).unwrap_or_else(|_| system::silent())
    }

    /// Keeps a provider's key in the keyring, instead of the one it had. White space around the key is
    /// dropped. A key given for the session only is forgotten.
    ///
    /// # Errors
    /// For a key that cannot be sent in a header; when there is no keyring; when it is or stays locked.
    /// The key is then kept nowhere, but see [`KeyError::Waiting`].
    pub fn set(&self, provider: &str, key: &SecretString) -> Result<Stored, KeyError> {
        let key = key::checked(key)?;
        self.reach(provider)?;
        let stored = stored(provider, Kept::Keyring, &key);
        #[expect(clippy::disallowed_methods, reason = "this writes the key to the keyring")]
        self.ask(provider, move |entry| entry.set_password(key.expose_secret()))?;
        self.session().remove(provider);
        Ok(stored)
    }

    /// Keeps a provider's key in memory until this process ends, instead of the one it had there. What the
    /// keyring holds stays, unused.
    ///
    /// # Errors
    /// For a key that cannot be sent in a header.
    pub fn set_for_session(&self, provider: &str, key: &SecretString) -> Result<Stored, KeyError> {
        let key = key::checked(key)?;
        if provider.is_empty() {
            return Err(KeyError::NoProvider);
        }
        let stored = stored(provider, Kept::Session, &key);
        self.session().insert(provider.to_owned(), key);
        Ok(stored)
    }

    /// Forgets a provider's key, in the keyring and for the session; whether there was one.
    ///
    /// # Errors
    /// When the keyring is locked or fails. A key for the session is forgotten all the same.
    pub fn forget(&self, provider: &str) -> Result<bool, KeyError> {
        let in_session = self.session().remove(provider).is_some();
        let in_keyring = match self.reach(provider) {
            // Without a keyring there is nothing more to forget.
            Err(KeyError::NoKeyring { .. }) => None,
            Err(error) => return Err(error),
            Ok(_) => self.ask(provider, Entry::delete_credential)?,
        };
        Ok(in_session || in_keyring.is_some())
    }

    /// The key that a provider has, as far as it may be shown; nothing when it has none. Never makes the
    /// keyring ask to be unlocked.
    ///
    /// # Errors
    /// When it cannot be told, because there is no keyring or it is locked: that is not "no key".
    pub fn has(&self, provider: &str) -> Result<Option<Stored>, KeyError> {
        if let Some(key) = self.session().get(provider) {
            return Ok(Some(stored(provider, Kept::Session, key)));
        }
        match self.reach(provider)? {
            KeyringState::Locked { why, fix } => Err(KeyError::Locked { why, fix }),
            _ => self.stored_in_keyring(provider),
        }
    }

    /// Which of these providers have a key, in the order they were named. Never makes the keyring ask to be
    /// unlocked: while it is locked or missing, only the session's keys are listed, and [`Keys::state`]
    /// says why.
    ///
    /// # Errors
    /// When an open keyring fails.
    pub fn list<'a>(
        &self,
        providers: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<Stored>, KeyError> {
        let ready = matches!(self.state(), KeyringState::Ready { .. });
        let mut listed = Vec::new();
        for provider in providers {
            let in_session =
                self.session().get(provider).map(|key| stored(provider, Kept::Session, key));
            match in_session {
                Some(stored) => listed.push(stored),
                None if ready => listed.extend(self.stored_in_keyring(provider)?),
                None => {}
            }
        }
        Ok(listed)
    }

    /// A provider's key, for a request header and nothing else; nothing when it has none. A locked keyring
    /// asks the person to unlock it.
    ///
    /// # Errors
    /// When it cannot be told, because there is no keyring or it is or stays locked; when what is there
    /// cannot be sent in a header.
    pub fn take(&self, provider: &str) -> Result<Option<SecretString>, KeyError> {
        if let Some(key) = self.session().get(provider) {
            return Ok(Some(key.clone()));
        }
        self.reach(provider)?;
        self.read(provider)
    }

    fn stored_in_keyring(&self, provider: &str) -> Result<Option<Stored>, KeyError> {
        let key = self.read(provider)?;
        Ok(key.map(|key| stored(provider, Kept::Keyring, &key)))
    }

    fn read(&self, provider: &str) -> Result<Option<SecretString>, KeyError> {
        let key = self.ask(provider, |entry| entry.get_password().map(SecretString::from))?;
        key.as_ref().map(key::checked).transpose()
    }

    /// The state of a keyring that can be asked, if only to be unlocked.
    ///
    /// The keyring crate connects on first use and keeps a failure for good, so it must not be used before
    /// there is something to connect to: then installing or starting a keyring helps without a restart.
    fn reach(&self, provider: &str) -> Result<KeyringState, KeyError> {
        if provider.is_empty() {
            return Err(KeyError::NoProvider);
        }
        match self.state() {
            KeyringState::Missing { why, fix } => Err(KeyError::NoKeyring { why, fix }),
            state => Ok(state),
        }
    }

    /// Does something with a provider's entry; nothing when there is no such entry.
    fn ask<T: Send + 'static>(
        &self,
        provider: &str,
        job: impl FnOnce(&Entry) -> keyring::Result<T> + Send + 'static,
    ) -> Result<Option<T>, KeyError> {
        let provider = provider.to_owned();
        let answer = self.keyring.ask(self.patience, move || {
            Entry::new(SERVICE, &provider).and_then(|entry| job(&entry))
        });
        match answer {
            Ok(Ok(done)) => Ok(Some(done)),
            Ok(Err(keyring::Error::NoEntry)) => Ok(None),
            Ok(Err(error)) => Err(KeyError::from_keyring(&error, || self.state())),
            Err(NoAnswer::Yet) => Err(KeyError::Waiting),
            Err(NoAnswer::Ever) => Err(KeyError::Failed {
                why: "its thread has ended; start Paceline again".to_owned(),
            }),
        }
    }

    fn session(&self) -> MutexGuard<'_, HashMap<String, SecretString>> {
        // A map of whole keys is sound whatever its last holder was doing.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn stored(provider: &str, kept: Kept, key: &SecretString) -> Stored {
    Stored { provider: provider.to_owned(), kept, tail: key::tail(key) }
}
