//! Opens the history. Every problem of the file is detected here, before the first write.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::error::{HistoryError, StoreFailure};
use crate::folder::private_files::{lock_file, make_file, make_folder};
use crate::folder::run_locks::RunLocks;
use crate::history::History;
use crate::migrations::{self, MIGRATIONS};

/// File name of the history.
const FILE: &str = "paceline.db";
/// How long one process waits for another that is writing.
const PATIENCE: Duration = Duration::from_secs(5);
/// Maximum size of a file that is checked completely at every start.
const CHECKED_WHOLE: u64 = 128 * 1024 * 1024;

impl History {
    /// Opens the history in `dir`, creating both if necessary. On Unix only their owner may read them.
    ///
    /// The file is checked and, when an older Paceline made it, migrated after a backup. Runs left unfinished by a
    /// process become [`Interrupted`](race::RunState::Interrupted), with everything that had arrived.
    ///
    /// # Errors
    /// If the file is damaged, newer than this app, not ours, or cannot be used. It is then left unchanged.
    pub fn open(dir: &Path) -> Result<Self, HistoryError> {
        make_folder(dir)?;
        let running = RunLocks::within(dir)?;
        let file = dir.join(FILE);
        let connection = {
            // One process at a time makes or migrates the file; the lock ends with the block.
            let gate = dir.join("paceline.lock");
            let alone = lock_file(&gate)?;
            alone.lock().map_err(|source| HistoryError::Io {
                doing: "lock",
                file: gate,
                source,
            })?;
            make_file(&file)?;
            connect(&file, MIGRATIONS).map_err(|failed| failed.within(&file))?
        };
        let history = Self::over(file, Some(running), connection);
        history.interrupt_what_was_left()?;
        Ok(history)
    }

    /// A history that exists only in memory: for tests, and for races that are not saved.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn in_memory() -> Result<Self, HistoryError> {
        let file = PathBuf::from(":memory:");
        let open = || -> Result<Connection, StoreFailure> {
            let mut connection = Connection::open_in_memory()?;
            connection.pragma_update(None, "foreign_keys", true)?;
            migrations::migrate(&mut connection, None, MIGRATIONS)?;
            Ok(connection)
        };
        let connection = open().map_err(|failed| failed.within(&file))?;
        Ok(Self::over(file, None, connection))
    }
}

pub(crate) fn connect(file: &Path, steps: &[&str]) -> Result<Connection, StoreFailure> {
    let mut connection = Connection::open_with_flags(
        file,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.busy_timeout(PATIENCE)?;
    // Until the file is known to be valid and ours, closing it must not write to it either.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    migrations::check(&connection, file, steps)?;
    check_pages(&connection, file, CHECKED_WHOLE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;

    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024)?;
    migrations::migrate(&mut connection, Some(file), steps)?;
    Ok(connection)
}

/// Looks for damage. Reading gigabytes of texts and raw logs would delay every start, so of a large file only the
/// tables that the list and the next race need are checked; [`History::verify`] checks the rest.
fn check_pages(
    connection: &Connection,
    file: &Path,
    checked_whole: u64,
) -> Result<(), StoreFailure> {
    let size = fs::metadata(file).map_or(0, |metadata| metadata.len());
    let checks = if size <= checked_whole {
        vec!["PRAGMA quick_check(1)".to_owned()]
    } else {
        let mut tables = connection.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('samples', 'recordings', 'numbers', 'entrants')
             AND name NOT LIKE 'texts%'",
        )?;
        let names = tables.query_map([], |row| row.get::<_, String>(0))?;
        names
            .map(|name| Ok(format!("PRAGMA quick_check('{}')", name?)))
            .collect::<Result<_, rusqlite::Error>>()?
    };
    for check in checks {
        let finding: String = connection.query_row(&check, [], |row| row.get(0))?;
        if finding != "ok" {
            return Err(HistoryError::Damaged { file: file.to_owned(), finding }.into());
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "open_tests.rs"]
mod tests;
