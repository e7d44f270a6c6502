//! Deletes runs for good, so that nothing of them is left in the file.

use std::path::PathBuf;

use rusqlite::{Connection, OptionalExtension};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::to_json;
use crate::settings::forgetting::Forgotten;
use crate::settings::looks;
use crate::tables::{runs, votes};

/// The setting that holds the ids of runs that are removed while the file is not yet rewritten without their traces.
const TRACES: &str = "traces";

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
    /// then. [`HistoryError::Traces`] if they are removed and the file could not be rewritten: the same call goes on
    /// there. Otherwise if the file cannot be written.
    pub fn delete_for_good(&self, ids: &[String]) -> Result<Erasure, HistoryError> {
        let removed = self.read(removed_with_traces)?;
        for id in ids {
            let state = self.read(|connection| runs::state(connection, id))?;
            match state {
                None if removed.contains(id) => {}
                None => return Err(HistoryError::NoSuchRun { id: id.clone() }),
                Some(race::RunState::Running) => {
                    let what = "a run that is under way cannot be removed";
                    return Err(HistoryError::Unfit { id: id.clone(), what });
                }
                Some(_) => {}
            }
        }
        self.overwrite_what_is_dropped()?;
        self.outside_transaction(|connection| {
            // The full-text index also overwrites what it drops.
            connection
                .execute("INSERT INTO texts (texts, rank) VALUES ('secure-delete', 1)", [])?;
            Ok(())
        })?;
        // First, so that a run whose deletion was cut short can be deleted again.
        let forgotten = self.forget_runs(ids)?;
        self.remove_rows(ids)?;
        let log_held =
            self.rewrite().map_err(|source| HistoryError::Traces { source: Box::new(source) })?;
        Ok(Erasure { forgotten, log_held })
    }

    /// Has the bytes of what is dropped from now on overwritten in the file.
    pub(crate) fn overwrite_what_is_dropped(&self) -> Result<(), HistoryError> {
        self.outside_transaction(|connection| {
            Ok(connection.pragma_update(None, "secure_delete", true)?)
        })
    }

    /// Removes the rows of runs, and remembers that the file is not yet rewritten.
    fn remove_rows(&self, ids: &[String]) -> Result<(), HistoryError> {
        self.write(|connection| {
            for id in ids {
                connection.execute("DELETE FROM runs WHERE id = ?1", [id])?;
            }
            looks::forget_unused(connection)?;
            votes::forget_set_aside(connection)?;
            let mut removed = removed_with_traces(connection)?;
            removed.extend_from_slice(ids);
            connection.execute(
                "INSERT INTO settings (name, value) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                [TRACES, &to_json(|| "The removed runs".to_owned(), &removed)?],
            )?;
            Ok(())
        })
    }

    /// Rewrites the file without what was removed, and returns whether its write-ahead log still holds that.
    fn rewrite(&self) -> Result<bool, HistoryError> {
        self.outside_transaction(|connection| {
            // The full-text index keeps dropped words until its parts are merged.
            connection.execute("INSERT INTO texts (texts) VALUES ('optimize')", [])?;
            connection.execute_batch("VACUUM")?;
            connection.execute("DELETE FROM settings WHERE name = ?1", [TRACES])?;
            // The first column of its row is 1 if a reader was in the way.
            let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
            Ok(connection.query_row(checkpoint, [], |row| row.get(0))?)
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

/// The ids of runs that are removed while the file is not yet rewritten; none if the setting is unreadable.
fn removed_with_traces(connection: &Connection) -> Result<Vec<String>, StoreFailure> {
    let kept: Option<String> = connection
        .query_row("SELECT value FROM settings WHERE name = ?1", [TRACES], |row| row.get(0))
        .optional()?;
    Ok(kept.and_then(|kept| serde_json::from_str(&kept).ok()).unwrap_or_default())
}

#[cfg(test)]
#[path = "erase_tests.rs"]
mod tests;
