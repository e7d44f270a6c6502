//! The handle on the one file, and the two ways to use it: read a consistent state, or write all or nothing.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::error::{HistoryError, StoreFailure};
use crate::lifecycle::run_locks::RunLocks;
use crate::queries::compare_source::LastComparison;

/// Every run, in one SQLite file. Cloning is cheap, and clones may be used from several threads.
///
/// Every call reads or writes the disk before it returns: from an async task, call it inside `spawn_blocking`.
#[derive(Debug, Clone)]
pub struct History {
    pub(crate) store: Arc<Store>,
}

#[derive(Debug)]
pub(crate) struct Store {
    file: PathBuf,
    /// Absent in memory, where no other process can be.
    pub(crate) running: Option<RunLocks>,
    connection: Mutex<Connection>,
    /// What was compared last, for the next question about it.
    pub(crate) compared: Mutex<Option<LastComparison>>,
}

impl History {
    pub(crate) fn over(file: PathBuf, running: Option<RunLocks>, connection: Connection) -> Self {
        let connection = Mutex::new(connection);
        let compared = Mutex::new(None);
        Self { store: Arc::new(Store { file, running, connection, compared }) }
    }

    /// Where the history is kept; `:memory:` when it is not.
    pub fn file(&self) -> &Path {
        &self.store.file
    }

    /// Reads from one consistent state, whatever other processes write meanwhile.
    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreFailure>,
    ) -> Result<T, HistoryError> {
        self.within(TransactionBehavior::Deferred, work)
    }

    /// Writes all of it or, when anything fails, nothing.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreFailure>,
    ) -> Result<T, HistoryError> {
        // A transaction that only asks to write later can be refused at once instead of waiting for its turn.
        self.within(TransactionBehavior::Immediate, work)
    }

    fn within<T>(
        &self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Connection) -> Result<T, StoreFailure>,
    ) -> Result<T, HistoryError> {
        // A thread that panicked left no half-written state behind: its transaction was rolled back.
        let mut connection = self.store.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let all_or_nothing = || -> Result<T, StoreFailure> {
            let transaction: Transaction<'_> = connection.transaction_with_behavior(behavior)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        all_or_nothing().map_err(|failed| failed.within(&self.store.file))
    }
}
