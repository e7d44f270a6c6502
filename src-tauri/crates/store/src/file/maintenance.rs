//! Maintenance of the file: its size, and backups on request.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use time::macros::format_description;

use crate::clock;
use crate::error::HistoryError;
use crate::history::History;
use crate::migrations::{beside, copy};

/// Disk usage of the history.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct DiskUsage {
    /// KiB of the history itself, including its write-ahead log.
    pub history_kib: u32,
    /// KiB of the backups beside it.
    pub backups_kib: u32,
    /// Number of backups.
    pub backups: u32,
}

impl History {
    /// Disk usage of the history and its backups; 0 in memory.
    ///
    /// # Errors
    /// If their folder cannot be read.
    pub fn disk_usage(&self) -> Result<DiskUsage, HistoryError> {
        let mut taken = DiskUsage::default();
        let file = self.file();
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
            return Ok(taken);
        };
        if !file.exists() {
            return Ok(taken);
        }
        let name = name.to_string_lossy();
        let failed =
            |source| HistoryError::Io { doing: "look into", file: folder.to_owned(), source };
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let (found, kib) = (entry.file_name(), kib(&entry.path()));
            match found.to_string_lossy().strip_prefix(name.as_ref()) {
                Some("" | "-wal" | "-shm") => taken.history_kib += kib,
                Some(suffix) if suffix.starts_with('.') => {
                    taken.backups_kib += kib;
                    taken.backups += 1;
                }
                _ => {}
            }
        }
        Ok(taken)
    }

    /// Copies the history into a file beside it, completely or not at all, and returns that file.
    ///
    /// # Errors
    /// If it cannot be written. An incomplete copy is removed.
    pub fn back_up(&self) -> Result<PathBuf, HistoryError> {
        let stamp = clock::now()
            .format(format_description!("[year][month][day]-[hour][minute][second]"))
            .unwrap_or_else(|_| "now".to_owned());
        let suffix = format!("backup-{stamp}");
        copy(self.file(), &suffix).map_err(|failed| failed.within(self.file()))?;
        Ok(beside(self.file(), &suffix))
    }
}

fn kib(file: &Path) -> u32 {
    // A file that has disappeared meanwhile counts as 0.
    let bytes = fs::metadata(file).map_or(0, |found| found.len());
    u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{begun, finished};

    #[test]
    fn a_copy_opens_as_a_history_with_every_run() {
        let folder = tempfile::tempdir().unwrap();
        let history = History::open(folder.path()).unwrap();
        let (run, recordings) = finished("run", 1);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
        let before = history.disk_usage().unwrap();
        assert_eq!(before.backups, 0, "nobody has asked for one");
        assert!(before.history_kib > 0, "the history takes room");

        let copy = history.back_up().unwrap();
        let after = history.disk_usage().unwrap();
        assert_eq!(after.backups, 1, "the copy is counted");
        assert!(after.backups_kib > 0, "and what it takes");

        let elsewhere = tempfile::tempdir().unwrap();
        fs::copy(copy, elsewhere.path().join("paceline.db")).unwrap();
        let opened = History::open(elsewhere.path()).unwrap();
        assert_eq!(opened.run("run").unwrap(), history.run("run").unwrap(), "nothing is lost");
    }

    #[cfg(unix)]
    #[test]
    fn a_copy_is_the_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let copy = History::open(folder.path()).unwrap().back_up().unwrap();
        let mode = fs::metadata(copy).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "prompts and answers are in it");
    }

    #[test]
    fn a_history_in_memory_takes_no_disk() {
        let taken = History::in_memory().unwrap().disk_usage().unwrap();
        assert_eq!(taken, DiskUsage::default(), "there is no file");
    }
}
