//! Names beside the history's file, under which something of it is put aside.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::HistoryError;
use crate::migrations::beside;

/// A name beside the file that nothing has.
pub(crate) fn free_aside(file: &Path) -> PathBuf {
    let names = (1_u32..).map(|number| beside(file, &format!("aside-{number}")));
    let free = names.into_iter().find(|name| name.symlink_metadata().is_err());
    free.unwrap_or_else(|| beside(file, "aside"))
}

/// Puts a file that was emptied aside together with its log, which holds what was written last and would be removed with a new
/// file's beginning. Returns the name of the log; `None` if it has none.
///
/// # Errors
/// If it cannot be renamed.
pub(crate) fn put_log_aside(file: &Path) -> Result<Option<PathBuf>, HistoryError> {
    let log = with(file, "-wal");
    if !log.metadata().is_ok_and(|log| log.len() > 0) {
        return Ok(None);
    }
    let aside = free_aside(file);
    fs::rename(file, &aside).map_err(io("rename", file))?;
    let to = with(&aside, "-wal");
    fs::rename(&log, &to).map_err(io("rename", &log))?;
    // Of a log that is another file's nothing is to be read.
    let _gone = fs::remove_file(with(file, "-shm"));
    Ok(Some(to))
}

/// `paceline.db` → `paceline.db-wal`.
pub(crate) fn with(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

pub(crate) fn io(doing: &'static str, file: &Path) -> impl FnOnce(std::io::Error) -> HistoryError {
    let file = file.to_owned();
    move |source| HistoryError::Io { doing, file, source }
}
