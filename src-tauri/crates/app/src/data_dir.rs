//! The data folder.

mod relocation;
mod usual;

pub use relocation::{MoveError, may_move_data_dir, move_data_dir, stay_in_usual_dir};
pub use usual::default_dir;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use store::{Erasure, History, HistoryError, Rebuilding, RecoveryLimits, Repair};

use crate::certificates::chosen_ca_file;
use crate::preferences::Preferences;
use crate::record::unsaved::{self, is_any, take_in, take_in_all};

/// Why there is no data folder if none was named.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoDataDir {
    /// The system has none.
    #[error("There is no home folder to keep the history in. Name a folder with --data-dir.")]
    NoHome,
    /// The folder was moved to one that is missing, for example on a drive that is not connected.
    #[error(
        "The history was moved to {}, and is not there now. Connect the drive that it is on, or name a folder with --data-dir.",
        .folder.display()
    )]
    Away {
        /// Where it was moved to.
        folder: PathBuf,
        /// The system's data folder, which contains the note.
        usual: PathBuf,
    },
}

/// The named folder or, if the name is absent or empty, the system's folder or the one it was [moved
/// to](move_data_dir).
///
/// # Errors
/// If none was named and there is no home folder, or the history was moved to a folder that is missing.
pub fn data_dir(named: Option<OsString>) -> Result<PathBuf, NoDataDir> {
    match named.filter(|dir| !dir.is_empty()) {
        Some(named) => Ok(PathBuf::from(named)),
        None => followed(default_dir().ok_or(NoDataDir::NoHome)?),
    }
}

/// The usual folder, or the one it was moved to.
fn followed(usual: PathBuf) -> Result<PathBuf, NoDataDir> {
    match relocation::moved_to(&usual) {
        None => Ok(usual),
        Some(folder) if relocation::holds_history(&folder) => Ok(folder),
        // A new history in its place would look as if the old one were lost.
        Some(folder) => Err(NoDataDir::Away { folder, usual }),
    }
}

/// Opens the history of a folder for writing, creating both if necessary, takes in runs that could not be saved when
/// they ended, and removes for good the runs whose retention period is over.
///
/// # Errors
/// As [`History::open`].
pub fn open_history(dir: &Path) -> Result<History, HistoryError> {
    let history = History::open(dir)?;
    history.trust(chosen_ca_file());
    take_in(&history, dir);
    history.purge(Preferences::load(&history)?.keep_deleted_days)?;
    Ok(history)
}

/// The history of a folder as the window uses it: opened for writing or, where its folder or its disk takes nothing, to be read;
/// or, if it is damaged, what can be read of it. That takes as long as reading the file, so `on_damage` is called before.
///
/// # Errors
/// As [`History::open`], but only if nothing of it can be read.
pub fn usable_history(dir: &Path, on_damage: impl FnOnce()) -> Result<History, HistoryError> {
    match open_history(dir) {
        Err(damaged @ HistoryError::Damaged { .. }) => {
            on_damage();
            existing_history(dir)?.filter(|history| history.damage().is_some()).ok_or(damaged)
        }
        Err(
            unwritable @ (HistoryError::Io { .. }
            | HistoryError::ReadOnly { .. }
            | HistoryError::Full { .. }),
        ) => match History::open_to_read(dir) {
            Ok(Some(history)) => {
                tracing::warn!(error = %unwritable, "the history can only be read");
                history.trust(chosen_ca_file());
                Ok(history)
            }
            _ => Err(unwritable),
        },
        opened => opened,
    }
}

/// Rebuilds the history of a folder if its file is damaged, and repairs what can be computed. No handle on it may be open in
/// this process. Both are absent if there is no history.
///
/// # Errors
/// As [`History::rebuild`] and [`History::repair`].
pub fn repair_history(dir: &Path) -> Result<(Option<Rebuilding>, Option<Repair>), HistoryError> {
    let rebuilt = History::rebuild(dir)?;
    if existing_history(dir)?.is_none() && !is_any(dir) {
        return Ok((rebuilt, None));
    }
    let history = open_history(dir)?;
    if rebuilt.as_ref().is_some_and(|rebuilt| rebuilt.salvage.may_lack_settings()) {
        Preferences::keep_what_stands_for_lost(&history)?;
    }
    take_in_all(&history, dir);
    let repair = history.repair()?;
    Ok((rebuilt, Some(repair)))
}

/// Removes runs for good from a history and from its folder, and returns what was done and the files that may still hold
/// them: backups, a history that was left behind when the folder was moved, and what a full disk sent to the system's temporary
/// folder.
///
/// # Errors
/// As [`History::delete_for_good`], and if a run that waits in the folder to be taken in cannot be removed.
pub fn delete_for_good(
    history: &History,
    dir: &Path,
    ids: &[String],
) -> Result<(Erasure, Vec<PathBuf>), HistoryError> {
    let erasure = history.delete_for_good(ids)?;
    unsaved::remove(dir, ids).map_err(|source| HistoryError::Io {
        doing: "remove a run from",
        file: dir.to_owned(),
        source,
    })?;
    let mut copies = history.backups()?;
    copies.extend(default_dir().and_then(|usual| relocation::left_behind(&usual, dir)));
    copies.extend(unsaved::copies_in(&std::env::temp_dir(), ids));
    Ok((erasure, copies))
}

/// The history of a folder for reading, if there is one. Nothing is created or changed, unless its tables must be
/// upgraded first.
///
/// # Errors
/// If there is one that cannot be used.
pub fn existing_history(dir: &Path) -> Result<Option<History>, HistoryError> {
    match History::open_to_read(dir) {
        Err(older @ HistoryError::Older { .. }) => match open_history(dir) {
            Err(HistoryError::Io { .. } | HistoryError::ReadOnly { .. }) => Err(older),
            opened => opened.map(Some),
        },
        read => Ok(read?.inspect(|history| history.trust(chosen_ca_file()))),
    }
}

/// The history of a folder, if there is one, with the runs of a killed process reconstructed. If that is impossible
/// now, because the disk is read-only or another process has a long write, the history is read as it is. Runs of older
/// definitions get a [notice](History::notices).
///
/// # Errors
/// If there is one that cannot be used.
pub fn whole_history(dir: &Path) -> Result<Option<History>, HistoryError> {
    let Some(history) = put_together(dir)? else { return Ok(None) };
    // Of a damaged one nothing can be recomputed before it is repaired.
    if history.damage().is_none() {
        history.tell_older_definitions()?;
    }
    Ok(Some(history))
}

fn put_together(dir: &Path) -> Result<Option<History>, HistoryError> {
    let Some(as_it_is) = existing_history(dir)? else {
        // Of a folder that vanished while a race ran, only what could not be saved is there.
        return if is_any(dir) { open_history(dir).map(Some) } else { Ok(None) };
    };
    if as_it_is.damage().is_some() {
        return Ok(Some(as_it_is));
    }
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
    fn a_history_that_was_moved_away_is_not_replaced_by_an_empty_one() {
        let home = tempfile::tempdir().unwrap();
        let (usual, away) = (home.path().join("usual"), home.path().join("drive"));
        assert_eq!(followed(usual.clone()), Ok(usual.clone()), "nothing was moved");
        open_history(&away).unwrap();
        std::fs::create_dir(&usual).unwrap();
        std::fs::write(usual.join("moved-to"), away.to_str().unwrap()).unwrap();
        assert_eq!(followed(usual.clone()), Ok(away.clone()), "the note is followed");
        std::fs::rename(&away, home.path().join("unplugged")).unwrap();
        let gone = followed(usual.clone()).expect_err("it is not there");
        assert!(gone.to_string().contains("drive"), "it says where it should be: {gone}");
        assert!(!away.exists(), "and nothing is made there");
        stay_in_usual_dir(&usual).unwrap();
        assert_eq!(followed(usual.clone()), Ok(usual), "the usual one can be taken again");
    }

    #[test]
    fn a_history_to_which_nothing_can_be_written_is_opened_to_be_read() {
        let dir = tempfile::tempdir().unwrap();
        let run = crate::race_now(Plan::default(), Vec::new(), Timeouts::default());
        let history = open_history(dir.path()).unwrap();
        history.begin(run.header()).unwrap();
        drop(history);
        let usable = || usable_history(dir.path(), || panic!("it is not damaged"));
        assert!(!usable().expect("writable").is_read_only());
        // Also for the superuser, whom no permission keeps from anything.
        std::fs::remove_dir_all(dir.path().join("running")).unwrap();
        std::fs::write(dir.path().join("running"), "").unwrap();
        let read = usable().expect("what is there");
        assert!(read.is_read_only(), "and nothing is written");
        assert_eq!(read.list(0, 1).unwrap().total, 1, "the run");
        assert!(read.begin(run.header()).is_err(), "a race is refused before anything is sent");
        let none = dir.path().join("none");
        std::fs::write(&none, "").unwrap();
        assert!(
            usable_history(&none, || ()).is_err(),
            "where there is nothing to read, why is said"
        );
    }

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
