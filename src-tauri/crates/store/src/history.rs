//! The handle on the file: reads a consistent state; writes all or nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::error::{HistoryError, StoreFailure};
use crate::file::damage::Damage;
use crate::file::suspicion;
use crate::folder::run_locks::RunLocks;

/// The history: every run, in one SQLite file. Cloning is cheap, and clones may be used from several threads.
///
/// Every call reads or writes the disk before it returns: from an async task, call it inside `spawn_blocking`.
#[derive(Debug, Clone)]
pub struct History {
    pub(crate) store: Arc<Store>,
}

/// The number that identifies a file whatever its name, and whether anything is in it.
#[derive(Debug, PartialEq, Eq)]
struct FileIdentity {
    device: u64,
    number: u64,
    is_empty: bool,
}

impl FileIdentity {
    #[cfg(unix)]
    fn of(file: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        let found = std::fs::metadata(file).ok()?;
        Some(Self { device: found.dev(), number: found.ino(), is_empty: found.len() == 0 })
    }

    /// On other systems a file in use cannot be removed or replaced.
    #[cfg(not(unix))]
    fn of(_file: &Path) -> Option<Self> {
        None
    }
}

/// How many notices are shown at once.
const NOTICES_SHOWN: usize = 20;
/// How many are remembered: a window that stays open looks at a damaged history again and again.
const MOST_NOTICES: usize = 1_000;

#[derive(Debug)]
pub(crate) struct Store {
    file: PathBuf,
    /// Which file it was when it was opened; absent in memory, and on systems without such a number.
    identity: Option<FileIdentity>,
    /// Absent in memory, where there is no other process.
    pub(crate) running: Option<RunLocks>,
    connection: Mutex<Connection>,
    /// What the user should know about this file, each sentence once.
    notices: Mutex<BTreeSet<String>>,
    /// The certificates that the user of this machine trusts; the file cannot choose them.
    ca_file: Mutex<Option<PathBuf>>,
    /// The names of settings that could not be read.
    pub(crate) unreadable: Mutex<BTreeSet<String>>,
    /// Of a damaged file, of which the connection has a copy.
    damage: Option<Damage>,
    /// Whether it was opened only to be read.
    is_to_read: bool,
    /// The preferences chosen while nothing can be written.
    pub(crate) unsaved_preferences: Mutex<Option<serde_json::Value>>,
    /// What was found to be wrong with the file while it was open.
    found: OnceLock<String>,
}

impl History {
    pub(crate) fn over(file: PathBuf, running: Option<RunLocks>, connection: Connection) -> Self {
        Self::of(file, running, connection, None, false)
    }

    /// The history of a file that is only read.
    pub(crate) fn over_to_read(file: PathBuf, connection: Connection) -> Self {
        Self::of(file, None, connection, None, true)
    }

    /// The history of a damaged file, over a copy of what can be read of it.
    pub(crate) fn over_copy(file: PathBuf, connection: Connection, damage: Damage) -> Self {
        Self::of(file, None, connection, Some(damage), true)
    }

    fn of(
        file: PathBuf,
        running: Option<RunLocks>,
        connection: Connection,
        damage: Option<Damage>,
        is_to_read: bool,
    ) -> Self {
        let connection = Mutex::new(connection);
        let identity = FileIdentity::of(&file);
        let store = Store {
            file,
            identity,
            running,
            connection,
            notices: Mutex::default(),
            ca_file: Mutex::default(),
            unreadable: Mutex::default(),
            damage,
            is_to_read,
            unsaved_preferences: Mutex::default(),
            found: OnceLock::new(),
        };
        Self { store: Arc::new(store) }
    }

    /// What is wrong with the file, if it is damaged. What could be read of it is then here to be read, and nothing can be
    /// written: see [`rebuild`](Self::rebuild).
    pub fn damage(&self) -> Option<&Damage> {
        self.store.damage.as_ref()
    }

    /// Whether nothing can be written: it was [opened to be read](Self::open_to_read), or is damaged.
    pub fn is_read_only(&self) -> bool {
        self.store.is_to_read
    }

    /// What is wrong with the file, if that was found while it was open. What is on damaged pages cannot be read; when the
    /// history is opened again, everything else can, and it can be [rebuilt](Self::rebuild).
    pub fn found_damage(&self) -> Option<&str> {
        self.store.found.get().map(String::as_str)
    }

    /// Remembers that the file is damaged, for this session and the next.
    pub(crate) fn suspect(&self, finding: String) {
        let is_on_disk = self.store.file.is_file();
        if self.damage().is_none() && self.store.found.set(finding).is_ok() && is_on_disk {
            tracing::warn!("the history is damaged");
            suspicion::remember(&self.store.file);
        }
    }

    /// Refuses to write to a damaged history.
    fn must_be_whole(&self) -> Result<(), HistoryError> {
        match &self.store.damage {
            Some(Damage { finding, .. }) => {
                let (file, finding) = (self.store.file.clone(), finding.clone());
                Err(HistoryError::Damaged { file, finding })
            }
            None => Ok(()),
        }
    }

    /// What the user should know about this history, in whole sentences: values and runs that could not be read,
    /// and what is used instead. Of many, the first few and how many more there are.
    pub fn notices(&self) -> Vec<String> {
        let notices = self.store.notices.lock().unwrap_or_else(PoisonError::into_inner);
        let mut shown: Vec<String> = notices.iter().take(NOTICES_SHOWN).cloned().collect();
        if let more @ 1.. = notices.len() - shown.len() {
            let at_least = if notices.len() < MOST_NOTICES { "" } else { "at least " };
            shown.push(format!(
                "There are {at_least}{more} more such notices; `paceline history verify` finds what is damaged."
            ));
        }
        shown
    }

    /// Adds a [notice](Self::notices).
    pub fn add_notice(&self, notice: String) {
        tracing::warn!("a part of the history could not be used");
        let mut notices = self.store.notices.lock().unwrap_or_else(PoisonError::into_inner);
        if notices.len() < MOST_NOTICES {
            notices.insert(notice);
        }
    }

    /// Adds a notice for each run that cannot be read.
    pub(crate) fn add_notices(&self, unreadable: &[HistoryError]) {
        for error in unreadable {
            self.add_notice(format!("A run is not shown. {error}"));
        }
    }

    /// Trusts the certificates of a PEM file in every connection, or with `None` the system's alone. It holds while the
    /// history is open: who copied the folder here must not choose whom this machine trusts.
    pub fn trust(&self, ca_file: Option<PathBuf>) {
        *self.store.ca_file.lock().unwrap_or_else(PoisonError::into_inner) = ca_file;
    }

    /// The [trusted](Self::trust) file.
    pub(crate) fn ca_file(&self) -> Option<PathBuf> {
        self.store.ca_file.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The history's file; `:memory:` if it has none.
    pub fn file(&self) -> &Path {
        &self.store.file
    }

    /// Checks that the file is still the one that was opened: neither removed nor replaced, nor emptied.
    ///
    /// # Errors
    /// [`HistoryError::Gone`] if it is not.
    pub(crate) fn must_be_in_place(&self) -> Result<(), HistoryError> {
        let Store { file, identity, .. } = &*self.store;
        if identity.is_some() && FileIdentity::of(file) != *identity {
            return Err(HistoryError::Gone { file: file.clone() });
        }
        Ok(())
    }

    /// Lets rows refer to what is not there, as a file that another program wrote may.
    #[cfg(test)]
    pub(crate) fn allow_orphans(&self) {
        let connection = self.store.connection.lock().unwrap_or_else(PoisonError::into_inner);
        connection.pragma_update(None, "foreign_keys", false).expect("a setting of the connection");
    }

    /// Reads a consistent state, whatever other processes write meanwhile.
    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreFailure>,
    ) -> Result<T, HistoryError> {
        self.within(TransactionBehavior::Deferred, work)
    }

    /// Writes everything or, if anything fails, nothing.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreFailure>,
    ) -> Result<T, HistoryError> {
        self.must_be_whole()?;
        // A transaction that becomes a writer only later can fail at once instead of waiting.
        self.within(TransactionBehavior::Immediate, work)
    }

    /// For statements that cannot be in a transaction.
    pub(crate) fn outside_transaction<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreFailure>,
    ) -> Result<T, HistoryError> {
        self.must_be_whole()?;
        let connection = self.store.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let done = work(&connection).map_err(|failed| failed.within(&self.store.file));
        drop(connection);
        self.heed(done)
    }

    /// The result of work on the file. Damage that it met is remembered.
    fn heed<T>(&self, done: Result<T, HistoryError>) -> Result<T, HistoryError> {
        if let Err(HistoryError::Damaged { finding, .. }) = &done {
            self.suspect(finding.clone());
        }
        done
    }

    fn within<T>(
        &self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Connection) -> Result<T, StoreFailure>,
    ) -> Result<T, HistoryError> {
        // A thread that panicked left no partial state: its transaction was rolled back.
        let mut connection = self.store.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let all_or_nothing = || -> Result<T, StoreFailure> {
            let transaction: Transaction<'_> = connection.transaction_with_behavior(behavior)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        let done = all_or_nothing().map_err(|failed| failed.within(&self.store.file));
        drop(connection);
        self.heed(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_do_not_add_up_without_end() {
        let history = History::in_memory().unwrap();
        for number in 0..5_000 {
            history.add_notice(format!("Run {number:04} is not shown."));
            history.add_notice("The first is told once.".to_owned());
        }
        let notices = history.notices();
        assert_eq!(notices.len(), NOTICES_SHOWN + 1, "a few are told, and how many more there are");
        let last = notices.last().unwrap();
        assert!(last.contains("at least 980 more"), "{last}");
    }
}
