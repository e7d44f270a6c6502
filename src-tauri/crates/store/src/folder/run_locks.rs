//! Run locks across processes: one locked file per running run, as long as its process lives.
//!
//! The system releases a lock when its process ends, however it ends. So a run whose row says `running` was abandoned
//! if its lock is free, and is running if its lock is held.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::HistoryError;
use crate::folder::private_files::{lock_file, make_folder};

/// Maximum length of a run id; a UUID has 36 characters.
const LONGEST_ID: usize = 64;

/// The lock files' folder, and the locks that this process holds.
#[derive(Debug)]
pub(crate) struct RunLocks {
    folder: PathBuf,
    held: Mutex<HashMap<String, File>>,
}

impl RunLocks {
    pub(crate) fn within(dir: &Path) -> Result<Self, HistoryError> {
        let folder = dir.join("running");
        make_folder(&folder)?;
        Ok(Self { folder, held: Mutex::default() })
    }

    /// Takes the lock of a run that is about to start.
    pub(crate) fn hold(&self, id: &str) -> Result<(), HistoryError> {
        if !is_id(id) {
            return Err(HistoryError::BadId { id: id.to_owned() });
        }
        let path = self.path(id);
        let file = match lock_file(&path) {
            // Somebody tidied up an empty folder; a data folder that is gone stays gone.
            Err(_) if self.is_removed() => {
                make_folder(&self.folder)?;
                lock_file(&path)?
            }
            opened => opened?,
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(HistoryError::AlreadyBegun { id: id.to_owned() });
            }
            Err(TryLockError::Error(source)) => {
                return Err(HistoryError::Io { doing: "lock", file: path, source });
            }
        }
        self.locks().insert(id.to_owned(), file);
        Ok(())
    }

    /// Releases the lock of a finished run. A lock file that cannot be removed is harmless, because the run's row says
    /// that it is over.
    pub(crate) fn release(&self, id: &str) {
        if self.locks().remove(id).is_some() {
            let _ = std::fs::remove_file(self.path(id));
            let _ = std::fs::remove_file(self.late_path(id));
            let _ = std::fs::remove_file(self.slow_path(id));
        }
    }

    /// Keeps that a start had no time to reconstruct a run. After the second in a row it counts as slow, and no other start tries:
    /// the first may have been held up by the machine.
    pub(crate) fn mark_late(&self, id: &str) {
        let late = self.late_path(id);
        let mark = if late.exists() { self.slow_path(id) } else { late };
        if let Err(error) = lock_file(&mark) {
            tracing::warn!(run = id, %error, "the next start tries again to put it together");
        }
    }

    /// Whether two starts found that a run takes longer to reconstruct than they may.
    pub(crate) fn is_slow(&self, id: &str) -> bool {
        self.slow_path(id).exists()
    }

    /// Releases a lock but keeps its file, as a sign that the run has yet to be reconstructed.
    pub(crate) fn let_go(&self, id: &str) {
        self.locks().remove(id);
    }

    /// The runs that have lock files. Some of them may be running.
    pub(crate) fn left_behind(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let name = |entry: std::fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            name.strip_suffix(".lock").map(str::to_owned)
        };
        entries.filter_map(name).filter(|id| is_id(id)).collect()
    }

    /// Takes the lock of a run whose row says `running`, if it is free. Returns `false` if it is held or its state is
    /// unknown, so that only a run that was surely abandoned is treated as such.
    pub(crate) fn take_over(&self, id: &str) -> bool {
        if !is_id(id) || self.locks().contains_key(id) {
            return false;
        }
        match lock_file(&self.path(id)) {
            Ok(file) if file.try_lock().is_ok() => {
                self.locks().insert(id.to_owned(), file);
                true
            }
            _ => false,
        }
    }

    /// Whether only the folder of the locks is gone.
    fn is_removed(&self) -> bool {
        !self.folder.exists() && self.folder.parent().is_some_and(Path::exists)
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.lock"))
    }

    fn late_path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.late"))
    }

    fn slow_path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.slow"))
    }

    fn locks(&self) -> MutexGuard<'_, HashMap<String, File>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether an id is a valid file name on every system.
pub(crate) fn is_id(id: &str) -> bool {
    (1..=LONGEST_ID).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
