//! The folder that everything is kept in.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use store::{History, HistoryError};

/// No folder was named, and the system has no place for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("There is no home folder to keep the history in. Name a folder with --data-dir.")]
pub struct NoDataDir;

/// The system's place for an app's data, the same for the window and the command line. `None` where there is no home.
pub fn default_dir() -> Option<PathBuf> {
    ProjectDirs::from("dev", "Paceline", "Paceline").map(|places| places.data_dir().to_owned())
}

/// The folder that was named or, where none or an empty name was, the system's place for it.
///
/// # Errors
/// When none was named and there is no home.
pub fn data_dir(named: Option<OsString>) -> Result<PathBuf, NoDataDir> {
    let named = named.filter(|dir| !dir.is_empty()).map(PathBuf::from);
    named.or_else(default_dir).ok_or(NoDataDir)
}

/// The history of a folder where there is one: looking at it makes none.
///
/// # Errors
/// When there is one that cannot be used.
pub fn existing_history(dir: &Path) -> Result<Option<History>, HistoryError> {
    let is_there = dir.read_dir().is_ok_and(|mut entries| entries.next().is_some());
    is_there.then(|| History::open(dir)).transpose()
}
