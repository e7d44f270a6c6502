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
/// The bytes of all files that are read at a start together: no start takes longer or more memory because of them.
const AT_START: u64 = 16 * 1024 * 1024;
/// The largest file that a repair reads, as the largest import.
const AT_REPAIR: u64 = 2 * 1024 * 1024 * 1024;
/// What is added to the name of a file that was refused. No start reads it again.
const REFUSED: &str = "refused";

/// Why a run is not in the history, and where it is instead.
#[derive(Debug)]
pub struct SaveFailure {
    /// Why it could not be saved.
    pub why: HistoryError,
    /// The file that contains it, as an export that can be imported; absent if that could not be written either.
    pub instead: Option<PathBuf>,
    /// Whether that is larger than a start reads.
    is_large: bool,
}

impl SaveFailure {
    /// It could not be written anywhere else either.
    pub(super) fn nowhere(why: HistoryError) -> Self {
        Self { why, instead: None, is_large: false }
    }
}

impl fmt::Display for SaveFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { why, instead, is_large } = self;
        let when = if *is_large { "by `paceline history repair`" } else { "at the next start" };
        match instead {
            Some(file) if is_taken_in(file) => {
                write!(f, "{why} It is in {} and is imported {when}.", file.display())
            }
            Some(file) => {
                let file = file.display();
                write!(
                    f,
                    "{why} It is in {file} instead: moved into the folder `{FOLDER}` of the data folder, it is imported {when}."
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
    let mut is_large = false;
    let instead = match document {
        Ok(document) => {
            is_large = document.len() as u64 > AT_START;
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
    SaveFailure { why, instead, is_large }
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

/// What the names of a run's files end in: whole, a part of it, refused.
const ENDINGS: [&str; 3] = ["json", "json.part", "json.refused"];

/// Removes what is written beside the history of these runs.
///
/// # Errors
/// If a file cannot be removed.
pub(crate) fn remove(dir: &Path, ids: &[String]) -> io::Result<()> {
    for id in ids {
        for ending in ENDINGS {
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
    let names =
        ids.iter().flat_map(|id| ENDINGS.map(|ending| format!("{}.{ending}", report::stem(id))));
    names.map(|name| folder.join(name)).filter(|file| fs::symlink_metadata(file).is_ok()).collect()
}

/// The files in which runs wait whose names end so, sorted.
fn named(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir.join(FOLDER)).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == ending));
    files.sort();
    files
}

/// The runs waiting to be imported.
fn waiting(dir: &Path) -> Vec<PathBuf> {
    named(dir, "json")
}

/// Whether any run is waiting to be imported, or was refused, which is told.
pub(crate) fn is_any(dir: &Path) -> bool {
    !waiting(dir).is_empty() || !named(dir, REFUSED).is_empty()
}

/// Takes in the waiting runs at a start, as many as it has time and memory for. One that cannot be taken in is put aside and
/// told, unless its process has not ended yet; no later start reads it again.
pub(crate) fn take_in(history: &History, dir: &Path) {
    for file in named(dir, REFUSED) {
        history.add_notice(format!(
            "A run that could not be saved is in {}, and was refused. `paceline history repair` tries again and says why.",
            file.display()
        ));
    }
    take_in_up_to(history, dir, AT_START);
}

/// Takes in the waiting runs, also those that were refused and those that are too large for a start.
pub(crate) fn take_in_all(history: &History, dir: &Path) {
    for file in named(dir, REFUSED) {
        let _told_below_or_at_the_next_start = fs::rename(&file, file.with_extension(""));
    }
    for file in waiting(dir) {
        if !take_in_one(history, &file, AT_REPAIR) {
            return;
        }
    }
    let _not_empty = fs::remove_dir(dir.join(FOLDER));
}

/// Takes in the waiting runs up to so many bytes together.
fn take_in_up_to(history: &History, dir: &Path, most: u64) {
    let mut left = most;
    for file in waiting(dir) {
        let size = fs::metadata(&file).map_or(0, |found| found.len());
        if size > left {
            history.add_notice(format!(
                "A run that could not be saved waits in {}. {} `paceline history repair` takes it in.",
                file.display(),
                if size > most { "It is larger than is read at a start." } else { "Others are read before it." }
            ));
            continue;
        }
        left -= size;
        if !take_in_one(history, &file, most) {
            return;
        }
    }
    let _not_empty = fs::remove_dir(dir.join(FOLDER));
}

/// Takes in one waiting run of up to so many bytes. Returns whether others can be tried: not while another process holds the
/// history.
fn take_in_one(history: &History, file: &Path, most: u64) -> bool {
    // A pipe or a device is read without an end.
    let is_small_file = |found: fs::Metadata| found.is_file() && found.len() <= most;
    let is_read = fs::metadata(file).is_ok_and(is_small_file);
    let read = if is_read { fs::read_to_string(file).ok() } else { None };
    let Some(document) = read else {
        history.add_notice(format!(
            "A run that could not be saved waits in {}, which cannot be read.",
            file.display()
        ));
        return true;
    };
    match report::take_in_until(history, &document, latest_start()) {
        Ok(_) => {
            let _again_next_time = fs::remove_file(file);
        }
        Err(ReportError::History(HistoryError::Busy { .. })) => return false,
        Err(ReportError::History(HistoryError::Unfit { .. })) => {}
        Err(ReportError::NotImported { what }) => {
            let mut aside = file.as_os_str().to_owned();
            aside.push(".");
            aside.push(REFUSED);
            let aside = PathBuf::from(aside);
            let is_aside = fs::rename(file, &aside).is_ok();
            let file = if is_aside { &aside } else { file };
            history.add_notice(format!(
                "A run that could not be saved is in {}, and is refused: {}",
                file.display(),
                ReportError::NotImported { what }
            ));
        }
        Err(error) => history.add_notice(format!(
            "A run that could not be saved waits in {}. {error}",
            file.display()
        )),
    }
    true
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
        for (file, why) in [(&file, "in the future"), (&other, "which never were")] {
            let aside = file.with_extension("json.refused");
            assert!(aside.exists() && !file.exists(), "it is put aside");
            assert!(told.contains(&*aside.to_string_lossy()) && told.contains(why), "{told}");
        }
        drop(history);
        let history = open_history(dir.path()).expect("the start after that");
        let told = history.notices().join(" ");
        assert!(told.contains("history repair") && !told.contains("in the future"), "{told}");
        take_in_all(&history, dir.path());
        let told = history.notices().join(" ");
        assert!(told.contains("in the future"), "a repair reads it again: {told}");
        assert!(file.with_extension("json.refused").exists(), "and keeps it");
    }

    #[test]
    fn a_start_reads_no_more_of_what_waits_than_it_has_time_for_and_tells_the_rest() {
        let dir = tempfile::tempdir().expect("a folder");
        let history = open_history(dir.path()).expect("a new history");
        let (first, file) = unsaved(&history, |_| {});
        let (second, other) = unsaved(&history, |_| {});
        let size = |file: &Path| fs::metadata(file).expect("a file").len();
        let (least, most) = (size(&file).min(size(&other)), size(&file).max(size(&other)));
        drop(history);
        let history = History::open(dir.path()).expect("without what waits");
        take_in_up_to(&history, dir.path(), least - 1);
        assert_eq!(waiting(dir.path()).len(), 2, "no file that large is read");
        let told = history.notices().join(" ");
        assert!(told.contains("larger than is read at a start"), "{told}");
        take_in_up_to(&history, dir.path(), most);
        assert_eq!(waiting(dir.path()).len(), 1, "as many as there is time for");
        take_in_all(&history, dir.path());
        assert_eq!(waiting(dir.path()).len(), 0, "a repair takes in all");
        for run in [first, second] {
            assert_eq!(history.run(&run.id).expect("it is there").state, RunState::Finished);
        }
    }

    #[test]
    fn what_waits_in_a_folder_without_a_history_is_in_the_list() {
        let dir = tempfile::tempdir().expect("a folder");
        let history = open_history(dir.path()).expect("a new history");
        let (run, file) = unsaved(&history, |_| {});
        drop(history);
        let elsewhere = tempfile::tempdir().expect("what vanished and came back empty");
        let folder = elsewhere.path().join(FOLDER);
        fs::create_dir(&folder).expect("it can be made");
        fs::copy(&file, folder.join("run.json")).expect("what could not be saved");
        let history = crate::whole_history(elsewhere.path()).expect("it can be used");
        let history = history.expect("there is something to list");
        assert_eq!(history.list(0, 10).expect("it can be read").runs[0].id, run.id);
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
