//! The data folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use store::{History, HistoryError, RecoveryLimits};

use crate::preferences::Preferences;
use crate::record::unsaved::{is_any, take_in};

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

/// Opens the history of a folder for writing, creating both if necessary, takes in runs that it could not take when they
/// ended, and removes for good what was deleted before the
/// user's retention period.
///
/// # Errors
/// As [`History::open`].
pub fn open_history(dir: &Path) -> Result<History, HistoryError> {
    let history = History::open(dir)?;
    take_in(&history, dir);
    history.purge(Preferences::load(&history)?.keep_deleted_days)?;
    Ok(history)
}

/// The history of a folder for reading, if there is one. Nothing is created or changed, unless its tables are to be brought
/// up to date first.
///
/// # Errors
/// If there is one that cannot be used.
pub fn existing_history(dir: &Path) -> Result<Option<History>, HistoryError> {
    match History::open_to_read(dir) {
        Err(older @ HistoryError::Older { .. }) => match open_history(dir) {
            Err(HistoryError::Io { .. } | HistoryError::ReadOnly { .. }) => Err(older),
            opened => opened.map(Some),
        },
        read => read,
    }
}

/// The history of a folder, if there is one, with what a killed process left behind put together. Where that cannot be
/// done now, because the disk is read-only or another process writes for long, the history is read as it is. Runs of older
/// definitions get a [notice](History::notices).
///
/// # Errors
/// If there is one that cannot be used.
pub fn whole_history(dir: &Path) -> Result<Option<History>, HistoryError> {
    let Some(history) = put_together(dir)? else { return Ok(None) };
    history.tell_older_definitions()?;
    Ok(Some(history))
}

fn put_together(dir: &Path) -> Result<Option<History>, HistoryError> {
    let Some(as_it_is) = existing_history(dir)? else { return Ok(None) };
    let is_whole = !as_it_is.needs_upkeep(Preferences::load(&as_it_is)?.keep_deleted_days)?;
    if is_whole && !is_any(dir) {
        return Ok(Some(as_it_is));
    }
    let put_together = open_history(dir).and_then(|history| {
        history.recover(RecoveryLimits::AT_START)?;
        Ok(history)
    });
    match put_together {
        Ok(history) => Ok(Some(history)),
        Err(error) => {
            tracing::warn!(%error, "what was left behind is not put together now");
            Ok(Some(as_it_is))
        }
    }
}

#[cfg(test)]
mod tests {
    use race::{Plan, Run, RunState, Timeouts};

    use super::*;

    #[test]
    fn deleted_runs_are_removed_for_good_after_the_users_retention() {
        let dir = tempfile::tempdir().unwrap();
        let history = open_history(dir.path()).unwrap();
        let begun = crate::race_now(Plan::default(), Vec::new(), Timeouts::default());
        let run = Run { state: RunState::Finished, ..begun.header().clone() };
        history.begin(begun.header()).unwrap();
        history.finish(&run, &[]).unwrap();
        let deleted_for = |days: u32, retention: u16| {
            history.delete(&run.id).unwrap();
            let file = rusqlite::Connection::open(history.file()).unwrap();
            file.execute("UPDATE runs SET deleted_at = deleted_at - ?1 * 86400", [days]).unwrap();
            let preferences =
                Preferences { keep_deleted_days: retention, ..Preferences::default() };
            preferences.save(&history).unwrap();
            open_history(dir.path()).unwrap().restore(&run.id)
        };
        deleted_for(40, 60).expect("sixty days are not over");
        let gone = deleted_for(8, 7);
        assert!(matches!(gone, Err(HistoryError::NoSuchRun { .. })), "seven days are: {gone:?}");
    }
}
