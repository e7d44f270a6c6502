//! Runs that could not be saved in the history: written to a file instead, and imported at the next start.

use std::fmt;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use race::{Recording, Run};
use report::ReportError;
use store::{History, HistoryError};

use crate::origin::{latest_start, origin};

/// The folder, within the data folder, of runs that could not be saved.
const FOLDER: &str = "unsaved";
/// How often to try a file that another process holds; each try waits five seconds.
const TRIES: usize = 3;
/// Maximum size of a file imported at a start, in bytes.
const LARGEST: u64 = 256 * 1024 * 1024;

/// Why a run is not in the history, and where it is instead.
#[derive(Debug)]
pub struct SaveFailure {
    /// Why it could not be saved.
    pub why: HistoryError,
    /// The file that contains it, as an export that can be imported; absent if that could not be written either.
    pub instead: Option<PathBuf>,
}

impl fmt::Display for SaveFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { why, instead } = self;
        match instead {
            Some(file) if is_taken_in(file) => {
                write!(f, "{why} It is in {} and is imported at the next start.", file.display())
            }
            Some(file) => {
                let file = file.display();
                write!(
                    f,
                    "{why} It is in {file} instead: moved into the folder `{FOLDER}` of the data folder, it is imported at the next start."
                )
            }
            None => write!(f, "{why} It could not be written anywhere else either."),
        }
    }
}

fn is_taken_in(file: &Path) -> bool {
    file.parent().and_then(Path::file_name).is_some_and(|folder| folder == FOLDER)
}

/// Saves, and retries while another process holds the file.
pub(super) fn patiently(save: impl Fn() -> Result<(), HistoryError>) -> Result<(), HistoryError> {
    let mut tried = save();
    for _ in 1..TRIES {
        if !matches!(tried, Err(HistoryError::Busy { .. })) {
            break;
        }
        tried = save();
    }
    tried
}

/// Writes a run beside the history that could not save it or, if there is no space, into the system's temporary
/// folder.
pub(super) fn write_beside(
    history: &History,
    why: HistoryError,
    run: &Run,
    recordings: Vec<Vec<Recording>>,
) -> SaveFailure {
    let document = report::document_of(run.clone(), recordings, &origin(history));
    let instead = match document {
        Ok(document) => {
            let beside = history.file().parent().map(|folder| folder.join(FOLDER));
            [beside, Some(std::env::temp_dir())].into_iter().flatten().find_map(|folder| {
                let file = folder.join(format!("{}.json", report::stem(&run.id)));
                match write_private(&file, document.as_bytes()) {
                    Ok(()) => Some(file),
                    Err(error) => {
                        tracing::warn!(run = run.id, %error, "it cannot be written there either");
                        None
                    }
                }
            })
        }
        Err(error) => {
            tracing::error!(run = run.id, %error, "it cannot be exported");
            None
        }
    };
    SaveFailure { why, instead }
}

/// Writes a new file that only its owner can read, completely or not at all.
fn write_private(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut folder = DirBuilder::new();
    folder.recursive(true);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    if let Some(parent) = file.parent() {
        folder.create(parent)?;
    }
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = options.open(&part).and_then(|mut open| {
        open.write_all(bytes)?;
        open.sync_all()?;
        fs::rename(&part, file)
    });
    if written.is_err() {
        let _nothing_half_is_left = fs::remove_file(&part);
    }
    written
}

/// Removes what is written beside the history of these runs.
///
/// # Errors
/// If a file cannot be removed.
pub(crate) fn remove(dir: &Path, ids: &[String]) -> io::Result<()> {
    for id in ids {
        for ending in ["json", "json.part"] {
            let file = dir.join(FOLDER).join(format!("{}.{ending}", report::stem(id)));
            match fs::remove_file(file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _removed_or_none => {}
            }
        }
    }
    Ok(())
}

/// The files of these runs in a folder other than the data folder, such as the system's temporary one, where a disk that was full
/// sent them.
pub(crate) fn copies_in(folder: &Path, ids: &[String]) -> Vec<PathBuf> {
    let names = ids.iter().flat_map(|id| {
        ["json", "json.part"].map(|ending| format!("{}.{ending}", report::stem(id)))
    });
    names.map(|name| folder.join(name)).filter(|file| fs::symlink_metadata(file).is_ok()).collect()
}

/// The runs waiting to be imported.
fn waiting(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir.join(FOLDER)).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

/// Whether any run is waiting to be imported.
pub(crate) fn is_any(dir: &Path) -> bool {
    !waiting(dir).is_empty()
}

/// Takes in the waiting runs. One that cannot be taken in stays where it is, which the history tells, unless its process has
/// not ended yet.
pub(crate) fn take_in(history: &History, dir: &Path) {
    for file in waiting(dir) {
        // A pipe or a device is read without an end.
        let is_small_file = |found: fs::Metadata| found.is_file() && found.len() <= LARGEST;
        let is_read = fs::metadata(&file).is_ok_and(is_small_file);
        let read = if is_read { fs::read_to_string(&file).ok() } else { None };
        let Some(document) = read else {
            history.add_notice(format!(
                "A run that could not be saved waits in {}, which cannot be read.",
                file.display()
            ));
            continue;
        };
        match report::take_in_until(history, &document, latest_start()) {
            Ok(_) => {
                let _again_next_time = fs::remove_file(&file);
            }
            Err(ReportError::History(HistoryError::Busy { .. })) => return,
            Err(ReportError::History(HistoryError::Unfit { .. })) => {}
            Err(error) => history.add_notice(format!(
                "A run that could not be saved waits in {}. {error}",
                file.display()
            )),
        }
    }
    let _not_empty = fs::remove_dir(dir.join(FOLDER));
}

#[cfg(all(test, unix))]
mod tests {
    use race::{Plan, RunState, Timeouts};

    use super::*;
    use crate::{open_history, race_now};

    /// A run that began in a history, its end written beside it, and the file of that.
    fn unsaved(history: &History, change: impl FnOnce(&mut Run)) -> (Run, PathBuf) {
        let begun = race_now(Plan::default(), Vec::new(), Timeouts::default()).header().clone();
        history.begin(&begun).expect("it begins");
        let mut run = Run { state: RunState::Finished, ..begun };
        change(&mut run);
        let why = HistoryError::Full { file: history.file().to_owned() };
        let failure = write_beside(history, why, &run, Vec::new());
        (run, failure.instead.expect("it is in a file"))
    }

    #[test]
    fn the_end_of_a_run_waits_until_its_process_has_ended() {
        let dir = tempfile::tempdir().expect("a folder");
        let history = open_history(dir.path()).expect("a new history");
        let (run, file) = unsaved(&history, |_| {});
        let other = open_history(dir.path()).expect("another process starts");
        assert_eq!(other.notices(), [""; 0], "which is nobody's concern");
        assert!(file.exists(), "the only copy of its end is left where it is");
        drop((history, other));
        let history = open_history(dir.path()).expect("the next start");
        let kept = history.run(&run.id).expect("it is there");
        assert_eq!(kept.state, RunState::Finished, "with its end");
        assert!(!file.exists(), "and is taken in once");
    }

    #[test]
    fn what_an_import_refuses_is_not_taken_in_either_and_told() {
        let dir = tempfile::tempdir().expect("a folder");
        let history = open_history(dir.path()).expect("a new history");
        let (_, file) = unsaved(&history, |run| run.started_at = "2999-01-01T00:00:00Z".into());
        let (_, other) = unsaved(&history, |run| run.def_version = 0);
        drop(history);
        let history = open_history(dir.path()).expect("the next start");
        let states = history.list(0, 10).expect("it can be read").runs;
        let states: Vec<_> = states.iter().map(|run| run.state).collect();
        assert_eq!(states, [RunState::Interrupted; 2], "neither got its end");
        let told = history.notices().join(" ");
        for (file, why) in [(file, "in the future"), (other, "which never were")] {
            assert!(file.exists(), "it stays where it is");
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            assert!(told.contains(&name) && told.contains(why), "{told}");
        }
    }

    #[test]
    fn a_run_that_is_removed_for_good_does_not_wait_to_be_taken_in_again() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join(FOLDER);
        fs::create_dir(&folder).expect("it can be made");
        for name in ["gone.json", "gone.json.part", "stays.json"] {
            fs::write(folder.join(name), "{}").expect("a file");
        }
        remove(dir.path(), &["gone".to_owned(), "never".to_owned()]).expect("removed");
        assert_eq!(waiting(dir.path()), [folder.join("stays.json")], "only the other is left");
        assert!(!folder.join("gone.json.part").exists(), "nor a part of it");
    }

    #[test]
    fn a_copy_that_a_full_disk_sent_elsewhere_is_found() {
        let elsewhere = tempfile::tempdir().expect("a folder");
        for name in ["gone.json", "gone.json.part", "stays.json"] {
            fs::write(elsewhere.path().join(name), "{}").expect("a file");
        }
        let found = copies_in(elsewhere.path(), &["gone".to_owned(), "never".to_owned()]);
        let copies = ["gone.json", "gone.json.part"].map(|name| elsewhere.path().join(name));
        assert_eq!(found, copies, "whole or a part, and none of another run");
    }

    #[test]
    fn what_is_no_file_among_the_runs_that_wait_holds_no_start() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join(FOLDER);
        fs::create_dir(&folder).expect("it can be made");
        let pipe = folder.join("pipe.json");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|made| made.success()), "a pipe is made");
        std::os::unix::fs::symlink("/dev/zero", folder.join("zero.json")).expect("a device");
        let history = History::in_memory().expect("a new history");
        take_in(&history, dir.path());
        assert_eq!(waiting(dir.path()).len(), 2, "they stay where they are, unread");
    }
}
