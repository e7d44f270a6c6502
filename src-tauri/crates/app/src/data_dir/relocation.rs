//! Moving the data folder. The usual folder keeps a note of where the history is now; both hosts follow it unless a
//! folder is named.
//!
//! **Invariant:** nothing is removed. The history is copied completely, to the disk, before the copy has its name; the copy is
//! opened and its runs are counted, and only then is the note written. Until then the old folder stays in use, and afterwards it
//! is left as it was. A process killed at any moment leaves one of the two in use, and a move that is asked for again takes up what
//! is left of the first.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use store::{History, HistoryError};

use super::usual::default_dir;

/// The note in the usual folder, with the path of the one in use.
const NOTE: &str = "moved-to";
/// File name of the history.
const HISTORY: &str = "paceline.db";
/// File name of a copy of it that is not complete, or has not been looked at.
const HALF: &str = "paceline.db.half";
/// Longest note, in bytes; no path is longer.
const LONGEST_NOTE: u64 = 32 * 1024;

/// Why the data folder was not moved. It then stays in use.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// The folder was named when Paceline was started, so nobody would look for a note.
    #[error(
        "This folder was named when Paceline was started. Name another one there: --data-dir, or PACELINE_DATA_DIR."
    )]
    Named,
    /// Something is being measured and written.
    #[error("A race or a sweep is under way. Move the folder when it is over.")]
    Measuring,
    /// It is not an absolute path.
    #[error("Write the full path of the new folder, starting at the root.")]
    Relative,
    /// It is on a network share.
    #[error(
        "A history does not live on a network share: two machines could write to it. Name a folder of this machine."
    )]
    Share,
    /// One folder is inside the other.
    #[error("The new folder must not be the present one, nor be inside it, nor contain it.")]
    Nested,
    /// The new folder is not empty.
    #[error("{} is not empty. Name an empty folder, or a new one.", .folder.display())]
    NotEmpty {
        /// The folder.
        folder: PathBuf,
    },
    /// The copy has fewer runs than the history.
    #[error("The copy in {} has {copied} of {whole} runs, so the folder stays where it is.", .folder.display())]
    Incomplete {
        /// The new folder.
        folder: PathBuf,
        /// Runs of the copy.
        copied: u32,
        /// Runs of the history.
        whole: u32,
    },
    /// A file or folder could not be used.
    #[error("Could not {doing} {}: {source}.", .file.display())]
    Io {
        /// The verb of the sentence.
        doing: &'static str,
        /// The file or folder.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The history could not be copied, or its copy not read.
    #[error(transparent)]
    History(#[from] HistoryError),
}

/// The target of a note, if there is one that can be read.
pub(super) fn moved_to(usual: &Path) -> Option<PathBuf> {
    let mut text = String::new();
    // A pipe would be waited for.
    let note = Some(usual.join(NOTE)).filter(|note| note.is_file())?;
    File::open(note).ok()?.take(LONGEST_NOTE).read_to_string(&mut text).ok()?;
    let folder = PathBuf::from(text.trim_end_matches(['\r', '\n']));
    folder.is_absolute().then_some(folder)
}

/// Whether a folder holds a history.
pub(super) fn holds_history(folder: &Path) -> bool {
    folder.join(HISTORY).is_file()
}

/// The history that was left in the usual folder when it was moved to `folder`; `None` if it was not, or is gone.
pub(super) fn left_behind(usual: &Path, folder: &Path) -> Option<PathBuf> {
    let is_here = moved_to(usual).is_some_and(|to| resolved(&to) == resolved(folder));
    let old = usual.join(HISTORY);
    (is_here && resolved(usual) != resolved(folder) && old.is_file()).then_some(old)
}

/// Uses the usual folder again; the moved data stays where it is.
///
/// # Errors
/// If the note cannot be removed.
pub fn stay_in_usual_dir(usual: &Path) -> io::Result<()> {
    match fs::remove_file(usual.join(NOTE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Moves the history of `from`, the folder in use, to the folder `to`, effective from the next start. Both hosts must
/// be restarted before anything else is written. Backups and the log stay behind.
///
/// # Errors
/// [`MoveError`]. Nothing has changed then, except that a copy may be in `to`.
pub fn move_data_dir(history: &History, from: &Path, to: &Path) -> Result<(), MoveError> {
    let usual = default_dir().ok_or(MoveError::Named)?;
    move_between(history, &usual, from, to)
}

/// Whether the history of `from` could move to `to`, before the user is asked. Nothing is made or written.
///
/// # Errors
/// [`MoveError`].
pub fn may_move_data_dir(from: &Path, to: &Path) -> Result<(), MoveError> {
    let usual = default_dir().ok_or(MoveError::Named)?;
    may_move(&usual, from, to).map(|_| ())
}

/// The present and the new folder, resolved.
fn may_move(usual: &Path, from: &Path, to: &Path) -> Result<(PathBuf, PathBuf), MoveError> {
    let in_use = moved_to(usual).unwrap_or_else(|| usual.to_owned());
    if resolved(&in_use) != resolved(from) {
        return Err(MoveError::Named);
    }
    // Looking for such a folder already tells the other machine who is logged in here.
    if to.to_string_lossy().starts_with(r"\\") {
        return Err(MoveError::Share);
    }
    if !to.is_absolute() {
        return Err(MoveError::Relative);
    }
    let (old, new) = (resolved(from), resolved(to));
    if old.starts_with(&new) || new.starts_with(&old) {
        return Err(MoveError::Nested);
    }
    Ok((old, new))
}

fn move_between(history: &History, usual: &Path, from: &Path, to: &Path) -> Result<(), MoveError> {
    let (_, new) = may_move(usual, from, to)?;
    let is_back = new == resolved(usual);
    if history.is_measuring()? {
        return Err(MoveError::Measuring);
    }
    make_empty(&new, is_back)?;
    copy(history, &new)?;
    let failed = |doing, file: &Path| {
        let file = file.to_owned();
        move |source| MoveError::Io { doing, file, source }
    };
    if is_back {
        stay_in_usual_dir(usual).map_err(failed("remove", &usual.join(NOTE)))
    } else {
        write_note(usual, &new).map_err(failed("write", &usual.join(NOTE)))
    }
}

/// Creates the folder, private to its owner, or makes sure that it contains nothing that would mix with a history.
fn make_empty(folder: &Path, is_usual: bool) -> Result<(), MoveError> {
    let failed = |doing| move |source| MoveError::Io { doing, file: folder.to_owned(), source };
    if !folder.exists() {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        return builder.create(folder).map_err(failed("make"));
    }
    let is_taken = if is_usual {
        holds_history(folder)
    } else {
        let found = fs::read_dir(folder).map_err(failed("look into"))?;
        // A copy that was cut short is made again.
        found.flatten().any(|entry| entry.file_name() != HALF)
    };
    if is_taken { Err(MoveError::NotEmpty { folder: folder.to_owned() }) } else { Ok(()) }
}

/// Copies the current history into a folder, and counts the runs of the copy.
fn copy(history: &History, folder: &Path) -> Result<(), MoveError> {
    let whole = history.list(0, 1)?.total;
    let backup = history.back_up()?;
    let half = folder.join(HALF);
    // What is left of a copy, or a link that leads elsewhere, is not written into.
    let _none_was_left = fs::remove_file(&half);
    let copied = fs::copy(&backup, &half)
        .and_then(|_| File::open(&half)?.sync_all())
        .and_then(|()| fs::rename(&half, folder.join(HISTORY)))
        .map_err(|source| MoveError::Io { doing: "copy the history to", file: half, source });
    let _is_only_a_backup_then = fs::remove_file(&backup);
    copied?;
    sync(folder);
    let copied = History::open(folder)?.list(0, 1)?.total;
    // A race of another process may have begun meanwhile.
    let whole = whole.max(history.list(0, 1)?.total);
    if copied < whole {
        return Err(MoveError::Incomplete { folder: folder.to_owned(), copied, whole });
    }
    Ok(())
}

/// Writes the names in a folder to the disk. Not every system can do that.
fn sync(folder: &Path) {
    let _best_effort = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Writes the note completely or not at all.
fn write_note(usual: &Path, folder: &Path) -> io::Result<()> {
    let path = folder.to_str().ok_or_else(|| io::Error::other("the path is not valid Unicode"))?;
    let half = usual.join(format!("{NOTE}.half"));
    let mut file = File::create(&half)?;
    file.write_all(path.as_bytes())?;
    file.sync_all()?;
    fs::rename(&half, usual.join(NOTE))?;
    sync(usual);
    Ok(())
}

/// The path of a folder without links, even if it does not exist yet.
fn resolved(folder: &Path) -> PathBuf {
    let there = folder.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    match there {
        Some((above, whole)) => match folder.strip_prefix(above) {
            Ok(rest) if !rest.as_os_str().is_empty() => whole.join(rest),
            _ => whole,
        },
        None => folder.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use race::{Plan, RunState, Timeouts};

    use super::*;

    /// A folder with a history of one run, in its own home folder.
    fn home() -> (tempfile::TempDir, PathBuf, History) {
        let home = tempfile::tempdir().unwrap();
        let usual = home.path().join("usual");
        let history = crate::open_history(&usual).unwrap();
        let begun = crate::race_now(Plan::default(), Vec::new(), Timeouts::default());
        let run = race::Run { state: RunState::Finished, ..begun.header().clone() };
        history.begin(begun.header()).unwrap();
        history.finish(&run, &[]).unwrap();
        (home, usual, history)
    }

    fn runs(folder: &Path) -> u32 {
        History::open(folder).unwrap().list(0, 1).unwrap().total
    }

    #[test]
    fn a_moved_history_is_followed_and_the_old_one_is_unchanged() {
        let (home, usual, history) = home();
        let to = home.path().join("elsewhere/paceline");
        move_between(&history, &usual, &usual, &to).unwrap();
        let followed = moved_to(&usual).expect("the usual folder says where it went");
        assert_eq!(runs(&followed), 1, "every run is there");
        assert_eq!(runs(&usual), 1, "and still in the old folder");
        assert_eq!(history.disk_usage().unwrap().backups, 0, "no copy is left beside it");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(&followed), 0o700, "the owner's alone");
            assert_eq!(mode(&followed.join(HISTORY)), 0o600, "like the file");
        }

        let moved = crate::open_history(&followed).unwrap();
        let again = home.path().join("third");
        move_between(&moved, &usual, &followed, &again).unwrap();
        assert_eq!(moved_to(&usual), Some(again.canonicalize().unwrap()), "it can move on");
        let back = move_between(&moved, &usual, &again, &usual);
        assert!(matches!(back, Err(MoveError::NotEmpty { .. })), "not onto the old one: {back:?}");
        fs::remove_file(usual.join(HISTORY)).unwrap();
        move_between(&moved, &usual, &again, &usual).unwrap();
        assert_eq!(moved_to(&usual), None, "at home there is nothing to follow");
    }

    #[test]
    fn a_folder_that_cannot_take_the_history_is_refused_and_nothing_changes() {
        let (home, usual, history) = home();
        let full = home.path().join("full");
        fs::create_dir(&full).unwrap();
        fs::write(full.join("letter.txt"), "mine").unwrap();
        let refused = |from: &Path, to: &Path| {
            let error = move_between(&history, &usual, from, to).expect_err("refused");
            assert_eq!(moved_to(&usual), None, "the folder in use stays: {error}");
            error
        };
        assert!(matches!(refused(&usual, &full), MoveError::NotEmpty { .. }), "it is somebody's");
        assert!(matches!(refused(&usual, &usual), MoveError::Nested), "it is there already");
        assert!(matches!(refused(&usual, &usual.join("in")), MoveError::Nested), "nor in it");
        assert!(matches!(refused(&usual, home.path()), MoveError::Nested), "nor around it");
        assert!(matches!(refused(&usual, Path::new("here")), MoveError::Relative), "whose here?");
        let share = refused(&usual, Path::new(r"\\host\share"));
        assert!(matches!(share, MoveError::Share), "another machine is not even looked for");
        let named = refused(&full, &home.path().join("new"));
        assert!(matches!(named, MoveError::Named), "a named folder has no note");
        let below = full.join("letter.txt/x");
        assert!(matches!(refused(&usual, &below), MoveError::Io { .. }), "no folder can be made");
        assert_eq!(fs::read_to_string(full.join("letter.txt")).unwrap(), "mine", "left alone");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_a_half_copy_is_not_written_through() {
        let (home, usual, history) = home();
        let (letter, to) = (home.path().join("letter.txt"), home.path().join("to"));
        fs::write(&letter, "mine").unwrap();
        fs::create_dir(&to).unwrap();
        std::os::unix::fs::symlink(&letter, to.join(HALF)).unwrap();
        move_between(&history, &usual, &usual, &to).unwrap();
        assert_eq!(fs::read_to_string(&letter).unwrap(), "mine", "where it leads");
        assert_eq!(runs(&to), 1, "and the copy is whole");
    }

    #[test]
    fn a_note_that_leads_nowhere_is_not_followed() {
        let usual = tempfile::tempdir().unwrap();
        for text in ["", "relative/folder", "\0", "\n"] {
            fs::write(usual.path().join(NOTE), text).unwrap();
            assert_eq!(moved_to(usual.path()), None, "{text:?}");
        }
        stay_in_usual_dir(usual.path()).unwrap();
        stay_in_usual_dir(usual.path()).expect("what is gone is gone");
    }
}
