//! The key store: set, list by tail, take, forget.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use keyring::Entry;
use secrecy::{ExposeSecret, SecretString};

use crate::worker::{NoAnswer, Worker};
use crate::{KeyError, KeyLocation, KeyOwner, KeyringState, StoredKey, key, origins, system};

/// The keyring service under which our keys are stored; an entry's user name is the provider's id and the
/// origin that the key may be sent to.
const SERVICE: &str = "dev.paceline";
/// Long enough to read a dialog and type a password, short enough not to look like a hang.
const PATIENCE: Duration = Duration::from_secs(20);
/// The state is read without asking the user, so a keyring that does not answer soon is stuck.
const STATE_PATIENCE: Duration = Duration::from_secs(10);

/// All keys of this process: those in the operating system's keyring, one entry per provider, and those for this
/// session only.
///
/// Keys in the keyring are not held in memory; each is read on request. If a provider has both kinds, the session's key
/// is used.
pub struct Keys {
    /// Runs operations that may wait for the user.
    keyring: Worker,
    /// Reads the state, which must not wait behind an unanswered dialog.
    observer: Worker,
    patience: Duration,
    session: Mutex<HashMap<String, SecretString>>,
}

impl Keys {
    /// Opens the keys. Never fails and does not touch the keyring; see [`Keys::state`].
    pub fn open() -> Self {
        Self {
            keyring: Worker::start("keyring"),
            observer: Worker::start("keyring-state"),
            patience: PATIENCE,
            session: Mutex::default(),
        }
    }

    /// How long a call waits for the user to answer the system's dialog before it returns [`KeyError::Waiting`]; 20
    /// seconds by default.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// The current state of the keyring. It asks the system each time but never the user, and takes milliseconds, or at
    /// most ten seconds if the keyring does not answer.
    pub fn state(&self) -> KeyringState {
        self.observer.ask(STATE_PATIENCE, system::state).unwrap_or_else(|_| system::silent())
    }

    /// Stores a provider's key in the keyring and replaces an earlier one. The key is trimmed. A session key of the
    /// provider is forgotten.
    ///
    /// # Errors
    /// If a header cannot carry the key, or the keyring is missing or stays locked. The key is then not stored, except
    /// as described at [`KeyError::Waiting`].
    pub fn set(&self, owner: &KeyOwner, key: &SecretString) -> Result<StoredKey, KeyError> {
        let key = key::checked(key)?;
        self.reach(owner)?;
        let stored = stored(owner, KeyLocation::Keyring, &key);
        // Before the key: one that is not named could not be found once its address was left.
        self.name_origin(owner)?;
        #[expect(clippy::disallowed_methods, reason = "this writes the key to the keyring")]
        self.ask(&owner.entry(), move |entry| entry.set_password(key.expose_secret()))?;
        self.session().remove(&owner.entry());
        Ok(stored)
    }

    /// Keeps a provider's key in memory until this process ends and replaces an earlier one. A key in the keyring stays
    /// there, unused.
    ///
    /// # Errors
    /// If a header cannot carry the key.
    pub fn set_for_session(
        &self,
        owner: &KeyOwner,
        key: &SecretString,
    ) -> Result<StoredKey, KeyError> {
        let key = key::checked(key)?;
        if owner.id().is_empty() {
            return Err(KeyError::NoProvider);
        }
        let stored = stored(owner, KeyLocation::Session, &key);
        self.session().insert(owner.entry(), key);
        Ok(stored)
    }

    /// Forgets a provider's key in the keyring and for the session. Returns whether there was one.
    ///
    /// # Errors
    /// If the keyring is locked or fails. A session key is forgotten in any case.
    pub fn forget(&self, owner: &KeyOwner) -> Result<bool, KeyError> {
        let in_session = self.session().remove(&owner.entry()).is_some();
        let in_keyring = match self.reach(owner) {
            // Without a keyring there is nothing else to forget.
            Err(KeyError::NoKeyring { .. }) => None,
            Err(error) => return Err(error),
            Ok(_) => {
                let earlier = owner.earlier_entry();
                let earlier = earlier.map(|entry| self.ask(entry, Entry::delete_credential));
                let now = self.ask(&owner.entry(), Entry::delete_credential)?;
                self.unname_origin(owner)?;
                now.or(earlier.transpose()?.flatten())
            }
        };
        Ok(in_session || in_keyring.is_some())
    }

    /// The owners of an account's keys at all addresses for which one was kept, but for the catalogue's own if it is in the
    /// keyring. Never makes the keyring ask to be unlocked: while it is locked or missing, only those of session keys are known.
    ///
    /// # Errors
    /// If an unlocked keyring fails.
    pub fn owners(&self, id: &str) -> Result<Vec<KeyOwner>, KeyError> {
        let prefix = format!("{id}@");
        let of_session = |entry: &String| entry.strip_prefix(&prefix).map(str::to_owned);
        let mut origins: Vec<String> = self.session().keys().filter_map(of_session).collect();
        if matches!(self.state(), KeyringState::Ready { .. }) {
            origins.extend(self.origins(id)?);
        }
        origins.sort_unstable();
        origins.dedup();
        Ok(origins.iter().map(|origin| KeyOwner::at(id, origin)).collect())
    }

    /// What may be shown of a provider's key; `None` if it has no key. Never makes the keyring ask to be unlocked.
    ///
    /// # Errors
    /// If the keyring is missing or locked, so that the answer is unknown; that is not "no key".
    pub fn has(&self, owner: &KeyOwner) -> Result<Option<StoredKey>, KeyError> {
        if let Some(key) = self.session().get(&owner.entry()) {
            return Ok(Some(stored(owner, KeyLocation::Session, key)));
        }
        match self.reach(owner)? {
            KeyringState::Locked(fault) => Err(KeyError::Locked(fault)),
            _ => self.stored_in_keyring(owner),
        }
    }

    /// Those of the given providers that have a key, in the given order. Never makes the keyring ask to be unlocked:
    /// while it is locked or missing, only session keys are listed, and [`Keys::state`] says why.
    ///
    /// # Errors
    /// If an unlocked keyring fails.
    pub fn list<'a>(
        &self,
        owners: impl IntoIterator<Item = &'a KeyOwner>,
    ) -> Result<Vec<StoredKey>, KeyError> {
        let ready = matches!(self.state(), KeyringState::Ready { .. });
        let mut listed = Vec::new();
        for owner in owners {
            let in_session = self
                .session()
                .get(&owner.entry())
                .map(|key| stored(owner, KeyLocation::Session, key));
            match in_session {
                Some(stored) => listed.push(stored),
                None if ready => listed.extend(self.stored_in_keyring(owner)?),
                None => {}
            }
        }
        Ok(listed)
    }

    /// A provider's key, for a request header and nothing else; `None` if it has none. A locked keyring asks the user
    /// to unlock it.
    ///
    /// # Errors
    /// If the keyring is missing or stays locked, or its entry cannot be sent in a header.
    pub fn take(&self, owner: &KeyOwner) -> Result<Option<SecretString>, KeyError> {
        if let Some(key) = self.session().get(&owner.entry()) {
            return key::checked(key).map(Some);
        }
        self.reach(owner)?;
        self.read(owner)
    }

    fn stored_in_keyring(&self, owner: &KeyOwner) -> Result<Option<StoredKey>, KeyError> {
        let key = self.read(owner)?;
        Ok(key.map(|key| stored(owner, KeyLocation::Keyring, &key)))
    }

    fn read(&self, owner: &KeyOwner) -> Result<Option<SecretString>, KeyError> {
        let read = |entry: &Entry| entry.get_password().map(SecretString::from);
        let mut key = self.ask(&owner.entry(), read)?;
        if let (None, Some(earlier)) = (&key, owner.earlier_entry()) {
            key = self.ask(earlier, read)?;
            if let Some(key) = &key {
                self.take_over(owner, earlier, key.clone());
            }
        }
        key.as_ref().map(key::checked).transpose()
    }

    /// Moves a key kept by an earlier version to its current entry. If that fails, it is retried next time.
    #[expect(clippy::disallowed_methods, reason = "this writes the key to the keyring")]
    fn take_over(&self, owner: &KeyOwner, earlier: &str, key: SecretString) {
        let kept = self.ask(&owner.entry(), move |entry| entry.set_password(key.expose_secret()));
        if kept.is_ok() {
            let _tried_again_next_time = self.ask(earlier, Entry::delete_credential);
        }
    }

    /// The origins that the keyring names for an account.
    fn origins(&self, id: &str) -> Result<Vec<String>, KeyError> {
        match self.ask(&origins::entry(id), Entry::get_password) {
            Ok(kept) => Ok(origins::read(&kept.unwrap_or_default())),
            // Whatever it is, it names nothing.
            Err(KeyError::Unreadable) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Names the origin of a key in the keyring. That of the catalogue is known anyway.
    fn name_origin(&self, owner: &KeyOwner) -> Result<(), KeyError> {
        let Some(origin) = owner.origin().filter(|_| owner.earlier_entry().is_none()) else {
            return Ok(());
        };
        let mut origins = self.origins(owner.id())?;
        if origins.iter().any(|known| known == origin) {
            return Ok(());
        }
        origins.push(origin.to_owned());
        let kept = origins::written(&origins).ok_or_else(|| KeyError::Failed {
            why: "it has keys of this provider for too many addresses; forget them first"
                .to_owned(),
        })?;
        self.ask(&origins::entry(owner.id()), move |entry| entry.set_password(&kept)).map(|_| ())
    }

    /// Names it no longer.
    fn unname_origin(&self, owner: &KeyOwner) -> Result<(), KeyError> {
        let mut origins = self.origins(owner.id())?;
        let named = origins.len();
        origins.retain(|known| Some(known.as_str()) != owner.origin());
        if origins.len() == named {
            return Ok(());
        }
        let (entry, kept) = (origins::entry(owner.id()), origins.join("\n"));
        let done = if kept.is_empty() {
            self.ask(&entry, Entry::delete_credential)
        } else {
            self.ask(&entry, move |entry| entry.set_password(&kept))
        };
        done.map(|_| ())
    }

    /// The state of the keyring if it can be used, possibly after being unlocked.
    ///
    /// The keyring crate connects on first use and remembers a failure permanently. So it is not used until there is
    /// something to connect to; a keyring that is installed or started later then works without a restart.
    fn reach(&self, owner: &KeyOwner) -> Result<KeyringState, KeyError> {
        if owner.id().is_empty() {
            return Err(KeyError::NoProvider);
        }
        match self.state() {
            KeyringState::Missing(fault) => Err(KeyError::NoKeyring(fault)),
            state => Ok(state),
        }
    }

    /// Runs an operation on the entry with this user name; `None` if there is no such entry.
    fn ask<T: Send + 'static>(
        &self,
        user: &str,
        job: impl FnOnce(&Entry) -> keyring::Result<T> + Send + 'static,
    ) -> Result<Option<T>, KeyError> {
        let user = user.to_owned();
        let answer = self
            .keyring
            .ask(self.patience, move || Entry::new(SERVICE, &user).and_then(|entry| job(&entry)));
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
        // The map holds only whole keys, so it is valid even if a thread panicked while holding the lock.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn stored(owner: &KeyOwner, kept: KeyLocation, key: &SecretString) -> StoredKey {
    StoredKey { provider: owner.id().to_owned(), kept, tail: key::tail(key), left_at: None }
}
