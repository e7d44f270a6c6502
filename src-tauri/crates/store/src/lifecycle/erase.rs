//! Deletes runs for good, so that nothing of them is left in the file.

use std::path::PathBuf;

use crate::error::HistoryError;
use crate::history::History;
use crate::settings::forgetting::Forgotten;
use crate::settings::looks;
use crate::tables::runs;

/// What was done when runs were removed for good.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Erasure {
    /// What was forgotten with them.
    pub forgotten: Forgotten,
    /// Whether another process was reading the file, so that its write-ahead log still holds what was removed. The log is
    /// rewritten when the last process closes the file.
    pub log_held: bool,
}

impl History {
    /// Deletes runs for good, including already deleted ones, with their texts, raw logs, attachments and what was
    /// remembered of them, and rewrites the file without them. Backups are not changed: see [`backups`](Self::backups).
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] if one is unknown, [`HistoryError::Unfit`] if one is running; nothing is removed
    /// then. Otherwise if the file cannot be written.
    pub fn delete_for_good(&self, ids: &[String]) -> Result<Erasure, HistoryError> {
        for id in ids {
            let state = self.read(|connection| runs::state(connection, id))?;
            match state {
                None => return Err(HistoryError::NoSuchRun { id: id.clone() }),
                Some(race::RunState::Running) => {
                    let what = "a run that is under way cannot be removed";
                    return Err(HistoryError::Unfit { id: id.clone(), what });
                }
                Some(_) => {}
            }
        }
        self.outside_transaction(|connection| {
            connection.pragma_update(None, "secure_delete", true)?;
            // The full-text index also overwrites what it drops.
            connection
                .execute("INSERT INTO texts (texts, rank) VALUES ('secure-delete', 1)", [])?;
            Ok(())
        })?;
        // First, so that a run whose deletion was cut short can be deleted again.
        let forgotten = self.forget_runs(ids)?;
        self.write(|connection| {
            for id in ids {
                connection.execute("DELETE FROM runs WHERE id = ?1", [id])?;
            }
            looks::forget_unused(connection)
        })?;
        self.outside_transaction(|connection| {
            // The full-text index keeps dropped words until its parts are merged.
            connection.execute("INSERT INTO texts (texts) VALUES ('optimize')", [])?;
            connection.execute_batch("VACUUM")?;
            // The first column of its row is 1 if a reader was in the way.
            let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
            let log_held = connection.query_row(checkpoint, [], |row| row.get(0))?;
            Ok(Erasure { forgotten, log_held })
        })
    }

    /// The backups beside the file, which may hold what was removed from it.
    ///
    /// # Errors
    /// If their folder cannot be read.
    pub fn backups(&self) -> Result<Vec<PathBuf>, HistoryError> {
        let file = self.file();
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
            return Ok(Vec::new());
        };
        if !file.exists() {
            return Ok(Vec::new());
        }
        let failed =
            |source| HistoryError::Io { doing: "look into", file: folder.to_owned(), source };
        let beginning = format!("{}.", name.to_string_lossy());
        let mut backups = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if entry.file_name().to_string_lossy().starts_with(&beginning) {
                backups.push(entry.path());
            }
        }
        backups.sort();
        Ok(backups)
    }
}

#[cfg(test)]
#[path = "erase_tests.rs"]
mod tests;
