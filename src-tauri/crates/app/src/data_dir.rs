//! The data folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use store::{History, HistoryError};

/// No folder was named, and the system has no data folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("There is no home folder to keep the history in. Name a folder with --data-dir.")]
pub struct NoDataDir;

/// The system's data folder for the app, shared by the window and the command line. `None` without a home folder.
pub fn default_dir() -> Option<PathBuf> {
    ProjectDirs::from("dev", "Paceline", "Paceline").map(|places| places.data_dir().to_owned())
}

/// The named folder or, if none or an empty one was named, the system's.
///
/// # Errors
/// If none was named and there is no home folder.
pub fn data_dir(named: Option<OsString>) -> Result<PathBuf, NoDataDir> {
    let named = named.filter(|dir| !dir.is_empty()).map(PathBuf::from);
    named.or_else(default_dir).ok_or(NoDataDir)
}

/// The history of a folder, if there is one; none is created.
///
/// # Errors
/// If there is one that cannot be used.
pub fn existing_history(dir: &Path) -> Result<Option<History>, HistoryError> {
    let is_there = dir.read_dir().is_ok_and(|mut entries| entries.next().is_some());
    is_there.then(|| History::open(dir)).transpose()
}
