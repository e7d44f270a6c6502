//! Moving the data folder. The usual folder keeps a note of where the history is now; both hosts follow it unless a
//! folder is named.
//!
//! **Invariant:** nothing is removed. The history is copied completely, to the disk, before the copy has its name; the copy is
//! opened and its runs are counted, and only then is the note written. Until then the old folder stays in use, and afterwards it
//! is left as it was. A process killed at any moment leaves one of the two in use, and a move that is asked for again takes up
//! a copy that was not whole yet. A whole copy without a note is refused as any folder with a history is: nobody can tell whose it is.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use store::{History, HistoryError, Watch, WatchLock};

use super::usual::default_dir;
use crate::other_machine::leads_to_another_machine;

/// The note in the usual folder, with the path of the one in use.
const NOTE: &str = "moved-to";
/// File name of the history.
const HISTORY: &str = "paceline.db";
/// File name of a copy of it that is not complete, or has not been looked at.
const HALF: &str = "paceline.db.half";
/// Longest note, in bytes; no path is longer.
const LONGEST_NOTE: u64 = 32 * 1024;
/// Longest path that is moved to, in bytes: the dialog that asks shows all of it.
const LONGEST_PATH: usize = 1_024;

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
    /// Another process takes the turns of a watch, and would go on writing to the old folder.
    #[error(
        "`paceline watch run` takes the turns of {name} and would keep them in the old folder. Stop it, move the folder, and start it again."
    )]
    Watching {
        /// The watch.
        name: String,
    },
    /// It is not an absolute path.
    #[error("Write the full path of the new folder, starting at the root.")]
    Relative,
    /// Whoever is asked could not see what it is.
    #[error(
        "The path of the new folder has characters that cannot be seen, such as line breaks, or more than {LONGEST_PATH} bytes."
    )]
    Unseen,
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
    let shown = to.to_string_lossy();
    if shown.len() > LONGEST_PATH || shown.chars().any(checks::is_hidden) {
        return Err(MoveError::Unseen);
    }
    // Looking for such a folder already tells the other machine who is logged in here.
    if leads_to_another_machine(&shown) {
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
    let _nobody_watches = watch_locks(history)?;
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

/// The right to take the turns of every watch, so that nobody does meanwhile.
fn watch_locks(history: &History) -> Result<Vec<WatchLock>, MoveError> {
    let lock = |watch: Watch| {
        let lock = history.lock_watch(&watch.id)?;
        lock.ok_or_else(|| MoveError::Watching { name: report::plain(&watch.name).into_owned() })
    };
    history.watches()?.into_iter().map(lock).collect()
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
        .map_err(|source| MoveError::Io {
            doing: "copy the history to",
            file: half.clone(),
            source,
        });
    let _is_only_a_backup_then = fs::remove_file(&backup);
    if copied.is_err() {
        // A disk that it filled has its space again.
        let _is_made_again_then = fs::remove_file(&half);
    }
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
#[path = "relocation_tests.rs"]
mod tests;
