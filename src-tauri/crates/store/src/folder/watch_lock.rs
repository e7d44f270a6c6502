//! A lock per watch that is being run, so that no two processes take its turns. The system releases it when its process ends,
//! however it ends.

use std::fs::{File, TryLockError};

use crate::error::HistoryError;
use crate::folder::private_files::{lock_file, make_folder};
use crate::folder::run_locks::is_id;
use crate::history::History;

/// The right to take the turns of a watch, until it is dropped.
#[derive(Debug)]
pub struct WatchLock {
    /// Absent in memory, where there is no other process.
    _file: Option<File>,
}

impl History {
    /// Takes the lock of a watch; `None` if another process has it.
    ///
    /// # Errors
    /// If the lock's file cannot be made or locked.
    pub fn lock_watch(&self, id: &str) -> Result<Option<WatchLock>, HistoryError> {
        if !is_id(id) {
            return Err(HistoryError::BadId { id: id.to_owned() });
        }
        let folder = self.file().parent().filter(|_| self.store.running.is_some());
        let Some(folder) = folder.map(|dir| dir.join("watching")) else {
            return Ok(Some(WatchLock { _file: None }));
        };
        make_folder(&folder)?;
        let path = folder.join(format!("{id}.lock"));
        let file = lock_file(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(WatchLock { _file: Some(file) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => {
                Err(HistoryError::Io { doing: "lock", file: path, source })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_has_one_writer_until_it_ends() {
        let dir = tempfile::tempdir().unwrap();
        let history = History::open(dir.path()).unwrap();
        let lock = history.lock_watch("a").unwrap();
        assert!(lock.is_some(), "nobody has it");
        assert!(history.lock_watch("a").unwrap().is_none(), "one has it");
        assert!(history.lock_watch("b").unwrap().is_some(), "another watch is another's");
        drop(lock);
        assert!(history.lock_watch("a").unwrap().is_some(), "it is free again");
        assert!(history.lock_watch("../a").is_err(), "no name leads elsewhere");
        let again = History::open(dir.path());
        assert!(again.is_ok(), "a lock of a watch is no run that was left behind");
    }
}
