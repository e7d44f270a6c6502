//! A damaged history rebuilt: what can be read goes into a new file, and the damaged one is put aside.
//!
//! **Invariant:** the damaged file stays whole under one name or the other at every moment. It is only read until a new
//! file is complete and on the disk; then it gets a second name, its log is moved to the file or put aside with it, and the
//! new file takes its first name at once. A process killed before that leaves the history as it was.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::error::{HistoryError, StoreFailure};
use crate::file::aside::{free_aside, io, with};
use crate::file::damage::Salvage;
use crate::file::open::{self, FILE};
use crate::file::pages::Pages;
use crate::file::salvage::fill;
use crate::folder::private_files::{lock_file, make_file};
use crate::history::History;
use crate::migrations::{MIGRATIONS, beside};

/// The result of a rebuilding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebuilding {
    /// What was wrong with the file.
    pub finding: String,
    /// What was kept, and what is known to be lost.
    pub salvage: Salvage,
    /// Where the damaged file lies.
    pub aside: PathBuf,
}

impl History {
    /// Rebuilds the history in `dir` if its file is damaged, its tables are not as they should be, or rows refer to what is
    /// not there: what can be read is copied into a new file, everything computed is computed again, and the damaged file is
    /// put aside, unchanged. `None` if there is no such damage, or no history. No handle on it may be open in this process.
    ///
    /// # Errors
    /// [`HistoryError::Damaged`] if nothing of a history can be read; otherwise if the file cannot be read, or a new one
    /// cannot be written. The history is then as it was.
    pub fn rebuild(dir: &Path) -> Result<Option<Rebuilding>, HistoryError> {
        let file = dir.join(FILE);
        if !fs::metadata(&file).is_ok_and(|found| found.len() > 0) {
            return Ok(None);
        }
        open::check_files(&file)?;
        let gate = dir.join("paceline.lock");
        let alone = lock_file(&gate)?;
        alone.lock().map_err(|source| HistoryError::Io { doing: "lock", file: gate, source })?;
        let finding = match finding(&file).map_err(|failed| failed.within(&file)) {
            Ok(None) => return Ok(None),
            Ok(Some(finding)) | Err(HistoryError::Damaged { finding, .. }) => finding,
            Err(error) => return Err(error),
        };
        let new = beside(&file, "rebuilt");
        let salvage = match write_new(&file, &new) {
            Ok(Some(salvage)) => salvage,
            Ok(None) => {
                remove(&new)?;
                return Err(HistoryError::Damaged { file, finding });
            }
            Err(error) => {
                // On a full disk its room is needed.
                let _is_removed_before_the_next = remove(&new);
                return Err(error);
            }
        };
        let aside = swap(&file, &new)?;
        Ok(Some(Rebuilding { finding, salvage, aside }))
    }
}

/// What is wrong with a file as a whole; `None` if nothing is.
fn finding(file: &Path) -> Result<Option<String>, StoreFailure> {
    // One that could not write would not know the rules for single values.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    open::distrust(&connection)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    open::check_schema(&connection, file, MIGRATIONS)?;
    let finding: String =
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if finding != "ok" {
        return Ok(Some(finding));
    }
    let mut orphans = connection.prepare("PRAGMA foreign_key_check")?;
    let mut orphans = orphans.query([])?;
    let Some(row) = orphans.next()? else { return Ok(None) };
    let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
    Ok(Some(format!("a row of {table} refers to nothing in {parent}")))
}

/// Writes what can be read of `file` into a file of its own, completely and to the disk.
fn write_new(file: &Path, new: &Path) -> Result<Option<Salvage>, HistoryError> {
    remove(new)?;
    make_file(new)?;
    let pages = Pages::of(file)?;
    let write = || -> Result<_, StoreFailure> {
        let mut connection = Connection::open(new)?;
        // It is nobody's until it is complete, so that nothing has to be undone.
        connection.pragma_update_and_check(None, "journal_mode", "OFF", |_| Ok(()))?;
        connection.pragma_update(None, "synchronous", "OFF")?;
        fill(&mut connection, &pages)
    };
    let salvage = write().map_err(|failed| failed.within(new))?;
    File::open(new).and_then(|new| new.sync_all()).map_err(io("write", new))?;
    Ok(salvage)
}

/// Puts `new` in the place of `file`, and returns the name under which the latter lies.
fn swap(file: &Path, new: &Path) -> Result<PathBuf, HistoryError> {
    settle(file);
    let aside = free_aside(file);
    if fs::hard_link(file, &aside).is_err() {
        // A file system without links gets a copy, which is whole before it has its name.
        let half = beside(file, "aside.half");
        fs::copy(file, &half).map_err(io("copy to", &half))?;
        fs::rename(&half, &aside).map_err(io("rename", &half))?;
    }
    // Its second name is on the disk before the first is another's. Not every system can do that.
    let _best_effort = file.parent().map(|dir| File::open(dir).and_then(|dir| dir.sync_all()));
    for suffix in ["-wal", "-shm"] {
        let (from, to) = (with(file, suffix), with(&aside, suffix));
        if from.symlink_metadata().is_ok() {
            // A log that is left would be taken for the new file's.
            fs::rename(&from, &to).map_err(io("rename", &from))?;
        }
    }
    fs::rename(new, file).map_err(io("rename", new))?;
    Ok(aside)
}

/// Moves what the log holds into the file, as any end of its use does, and removes the log. If SQLite cannot read the file, the
/// log stays.
fn settle(file: &Path) {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if let Ok(connection) = Connection::open_with_flags(file, flags) {
        let _stays = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }
}

fn remove(file: &Path) -> Result<(), HistoryError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(io("remove", file)(error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
#[path = "rebuild_tests.rs"]
mod tests;
