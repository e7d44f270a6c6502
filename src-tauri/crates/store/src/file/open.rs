//! Opens the history. Every problem of the file is detected here, before the first write.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::{HistoryError, StoreFailure, is_without_memory_file};
use crate::file::aside::put_log_aside;
use crate::file::damage::Damage;
use crate::file::interrupt::interrupted;
use crate::file::pages::Pages;
use crate::file::salvage::fill;
use crate::file::schema;
use crate::file::suspicion::{allay, is_suspected};
use crate::folder::private_files::{lock_file, make_folder, make_new, protect};
use crate::folder::run_locks::RunLocks;
use crate::history::History;
use crate::migrations::{self, MIGRATIONS};

/// File name of the history.
pub(crate) const FILE: &str = "paceline.db";
/// How long one process waits for another that is writing.
const PATIENCE: Duration = Duration::from_secs(5);
/// Statements that stay compiled: a check of all runs asks each of them more than SQLite's binding holds by default.
const STATEMENTS: usize = 128;
/// Maximum size of a file that is checked in full at every start.
pub(crate) const CHECKED_WHOLE: u64 = 128 * 1024 * 1024;
/// Time that the check of a larger file may take at every start.
const CHECK_TIME: Duration = Duration::from_millis(200);

impl History {
    /// Opens the history in `dir` for writing, creating both if necessary. On Unix only their owner may read them.
    ///
    /// The file is checked and, if an older Paceline wrote it, migrated after a backup. Runs left unfinished by a
    /// process become [`Interrupted`](race::RunState::Interrupted); [`recover`](Self::recover) then reconstructs them
    /// from what had arrived.
    ///
    /// # Errors
    /// If the file is damaged, newer than this app, not ours, or cannot be used. It is then left unchanged.
    pub fn open(dir: &Path) -> Result<Self, HistoryError> {
        make_folder(dir)?;
        let running = RunLocks::within(dir)?;
        let file = dir.join(FILE);
        check_files(&file)?;
        let (connection, was_empty, log) = {
            // One process at a time creates or migrates the file; the lock ends with the block.
            let gate = dir.join("paceline.lock");
            let alone = lock_file(&gate)?;
            alone.lock().map_err(|source| HistoryError::Io {
                doing: "lock",
                file: gate,
                source,
            })?;
            let was_empty = fs::metadata(&file).is_ok_and(|found| found.len() == 0);
            let log = if was_empty { put_log_aside(&file)? } else { None };
            make_new(&file)?;
            let opened = connect(&file, MIGRATIONS).map_err(|failed| failed.within(&file))?;
            (opened, was_empty, log)
        };
        let history = Self::over(file, Some(running), connection);
        if was_empty {
            history.tell_empty(history.file());
        }
        if let Some(log) = log {
            history.add_notice(format!(
                "What was written last before it was emptied may be in {}, which was put aside.",
                log.display()
            ));
        }
        history.mark_what_was_left()?;
        Ok(history)
    }

    /// Opens an existing history for reading only; `None` if there is none. Nothing in the folder is created or
    /// changed, so it works on a read-only disk, for another user, and beside a process with a long write.
    ///
    /// A damaged one is read from a copy of what can be read of it, which has a [damage](Self::damage) and cannot be
    /// written to.
    ///
    /// # Errors
    /// [`HistoryError::Older`] if its tables must be upgraded first; otherwise as for [`open`](Self::open), but
    /// [`HistoryError::Damaged`] only if nothing of a history can be read.
    pub fn open_to_read(dir: &Path) -> Result<Option<Self>, HistoryError> {
        let file = dir.join(FILE);
        // A pipe or a device has no length, and is no empty history.
        check_files(&file)?;
        match fs::metadata(&file) {
            Ok(found) if found.len() > 0 => {}
            Ok(_) => {
                let nothing = Self::in_memory()?;
                nothing.tell_empty(&file);
                return Ok(Some(nothing));
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Ok(None);
            }
            Err(source) => return Err(HistoryError::Io { doing: "look at", file, source }),
        }
        match connect_to_read(&file, MIGRATIONS).map_err(|failed| failed.within(&file)) {
            Ok(connection) => Ok(Some(Self::over_to_read(file, connection))),
            Err(HistoryError::Damaged { finding, .. }) => {
                Self::read_damaged(file, finding).map(Some)
            }
            Err(error) => Err(error),
        }
    }

    /// A copy of what can be read of a damaged file, in a database of this connection alone.
    fn read_damaged(file: PathBuf, finding: String) -> Result<Self, HistoryError> {
        let pages = Pages::of(&file)?;
        let copy = || -> Result<_, StoreFailure> {
            // Without a name it is a temporary file, which nobody else sees, and takes no more memory than any history.
            let mut connection = Connection::open("")?;
            connection.pragma_update(None, "synchronous", "OFF")?;
            let salvage = fill(&mut connection, &pages)?;
            connection.pragma_update(None, "query_only", true)?;
            Ok((connection, salvage))
        };
        let (connection, salvage) = copy().map_err(|failed| failed.within(&file))?;
        match salvage {
            Some(salvage) => Ok(Self::over_copy(file, connection, Damage { finding, salvage })),
            None => Err(HistoryError::Damaged { file, finding }),
        }
    }

    /// Another connection to the same file, for long work, so that nobody waits for this one. `None` in memory.
    pub(crate) fn beside(&self) -> Result<Option<Self>, HistoryError> {
        let file = self.file();
        if self.store.running.is_none() {
            return Ok(None);
        }
        let open = || -> Result<Connection, StoreFailure> {
            let connection = Connection::open_with_flags(
                file,
                OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
            )?;
            distrust(&connection)?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            Ok(connection)
        };
        let connection = open().map_err(|failed| failed.within(file))?;
        Ok(Some(Self::over(file.to_owned(), None, connection)))
    }

    fn tell_empty(&self, file: &Path) {
        self.add_notice(format!(
            "The history in {} is empty (0 bytes), so it is taken for a new one. If runs should be there, look for a \
             backup beside it.",
            file.display()
        ));
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

/// Refuses a pipe or a device in the place of a file that SQLite opens: it would be read without an end.
pub(crate) fn check_files(file: &Path) -> Result<(), HistoryError> {
    for suffix in ["", "-journal", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        let file = PathBuf::from(name);
        if fs::metadata(&file).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            let source = io::Error::other("it is a pipe or a device, and no file. Remove it");
            return Err(HistoryError::Io { doing: "open", file, source });
        }
    }
    Ok(())
}

pub(crate) fn connect(file: &Path, steps: &[&str]) -> Result<Connection, StoreFailure> {
    let mut connection = Connection::open_with_flags(
        file,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    distrust(&connection)?;
    // Until the file is known to be valid and ours, closing it must not write to it either.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    // A word or a sign that cannot be costs its own row, which `verify` finds, and holds no start. A connection that only reads
    // knows nothing of these rules.
    connection.pragma_update(None, "ignore_check_constraints", true)?;
    check(&connection, file, steps)?;
    connection.pragma_update(None, "ignore_check_constraints", false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    allay(file);
    protect(file)?;

    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024)?;
    migrations::migrate(&mut connection, Some(file), steps)?;
    Ok(connection)
}

/// Opens an existing, up-to-date file for reading.
fn connect_to_read(file: &Path, steps: &[&str]) -> Result<Connection, StoreFailure> {
    let readable = |immutable: bool| -> Result<Connection, StoreFailure> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = if immutable {
            Connection::open_with_flags(as_immutable(file), flags | OpenFlags::SQLITE_OPEN_URI)?
        } else {
            Connection::open_with_flags(file, flags)?
        };
        distrust(&connection)?;
        check(&connection, file, steps)?;
        Ok(connection)
    };
    let connection = match readable(false) {
        // If nothing can be created beside the file, it can be read only as immutable. The contents of a log beside it
        // would be missed.
        Err(StoreFailure::Sql(source)) if is_without_room_beside(&source) && !has_log(file) => {
            readable(true)?
        }
        other => other?,
    };
    if migrations::is_older(&connection, steps)? {
        return Err(HistoryError::Older { file: file.to_owned() }.into());
    }
    Ok(connection)
}

/// Settings of every connection: nothing in the schema of a file from an untrusted source that could do harm is run.
pub(crate) fn distrust(connection: &Connection) -> Result<(), StoreFailure> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    Ok(())
}

/// Whether SQLite could not create the files it needs beside the database in order to read it.
fn is_without_room_beside(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
        || is_without_memory_file(error)
}

/// Whether a write-ahead log with content is beside the file.
fn has_log(file: &Path) -> bool {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    fs::metadata(log).is_ok_and(|found| found.len() > 0)
}

/// The file as a URI that tells SQLite it is immutable.
fn as_immutable(file: &Path) -> String {
    let path = file.to_string_lossy();
    let mut uri = String::from("file:");
    for character in path.chars() {
        match character {
            '%' => uri.push_str("%25"),
            '?' => uri.push_str("%3f"),
            '#' => uri.push_str("%23"),
            '\\' if cfg!(windows) => uri.push('/'),
            other => uri.push(other),
        }
    }
    uri.push_str("?immutable=1");
    uri
}

/// Checks a file before it is used.
fn check(connection: &Connection, file: &Path, steps: &[&str]) -> Result<(), StoreFailure> {
    check_schema(connection, file, steps)?;
    let whole = if is_suspected(file) { u64::MAX } else { CHECKED_WHOLE };
    check_pages(connection, file, whole, CHECK_TIME)
}

/// The failure of a check: what SQLite cannot make sense of is damage.
fn of_check(failed: StoreFailure, file: &Path) -> StoreFailure {
    match failed {
        StoreFailure::Sql(source)
            if source.sqlite_error_code().is_none_or(|code| code == ErrorCode::Unknown) =>
        {
            let (file, finding) = (file.to_owned(), source.to_string());
            HistoryError::Damaged { file, finding }.into()
        }
        other => other,
    }
}

/// Refuses a file that is not ours or newer, or whose tables are not those that its migrations make. All of it is read of one state of
/// the file: another process may be creating or upgrading it, and a version before that beside tables after it would be damage.
pub(crate) fn check_schema(
    connection: &Connection,
    file: &Path,
    steps: &[&str],
) -> Result<(), StoreFailure> {
    let _one_state =
        connection.is_autocommit().then(|| connection.unchecked_transaction()).transpose()?;
    migrations::check(connection, file, steps)?;
    let taken = migrations::taken(connection, steps)?;
    let differs = schema::difference(connection, taken).map_err(|failed| of_check(failed, file))?;
    // Without that table nothing else can be asked of it.
    let has_texts = connection.table_exists(None, "migrations")?;
    let changed = if has_texts { migrations::changed(connection, taken)? } else { None };
    let finding = match (differs, changed) {
        (None, None) => return Ok(()),
        (Some(_), Some(version)) => {
            return Err(HistoryError::OtherSchema { file: file.to_owned(), version }.into());
        }
        (Some(differs), None) => differs,
        // The tables are ours, whatever it says.
        (None, Some(version)) => {
            format!("step {version} of its migrations is not the one that made its tables")
        }
    };
    Err(HistoryError::Damaged { file: file.to_owned(), finding }.into())
}

/// Looks for damage. A file of up to `checked_whole` bytes is checked completely. Of a larger one, whose gigabytes would
/// delay every start, the tables that the list and the next race need are checked, the smallest first, for as long as
/// `time` allows; [`History::check_rest`] and [`History::verify`] check the rest.
fn check_pages(
    connection: &Connection,
    file: &Path,
    checked_whole: u64,
    time: Duration,
) -> Result<(), StoreFailure> {
    let size = fs::metadata(file).map_or(0, |metadata| metadata.len());
    if size <= checked_whole {
        return is_sound(connection, "PRAGMA quick_check(1)", file);
    }
    let names: Vec<String> = connection
        .prepare(
            "SELECT name FROM sqlite_schema
             WHERE type = 'table' AND name NOT LIKE 'texts%'
             AND name NOT IN ('samples', 'recordings', 'numbers', 'entrants', 'judges', 'chain_steps', 'lane_numbers')
             ORDER BY name IN ('runs', 'lanes', 'overview'), name = 'runs' DESC",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let checked = interrupted(
        connection,
        time,
        || true,
        || {
            names.iter().try_for_each(|table| {
                is_sound(connection, &format!("PRAGMA quick_check('{table}')"), file)
            })
        },
    );
    checked.map(|_ended_or_not| ())
}

pub(crate) fn is_sound(
    connection: &Connection,
    check: &str,
    file: &Path,
) -> Result<(), StoreFailure> {
    let finding = connection.query_row(check, [], |row| row.get::<_, String>(0));
    let finding = finding.map_err(|error| of_check(error.into(), file))?;
    if finding == "ok" {
        return Ok(());
    }
    Err(HistoryError::Damaged { file: file.to_owned(), finding }.into())
}

#[cfg(test)]
#[path = "open_tests.rs"]
mod tests;
