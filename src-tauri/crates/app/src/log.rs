//! The log, for support: what the app did and what failed. One file a day in the data folder; seven are kept.
//!
//! **Invariant:** it contains no prompt, answer or key. Events carry ids, enum names, counts and our own errors; only
//! our own crates write to it, so no library can log parts of a request.
//!
//! **Invariant:** nothing is logged between a socket and its clock; events are starts, ends and failures.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tracing::level_filters::LevelFilter;
use tracing_appender::rolling::{RollingFileAppender, RollingWriter, Rotation};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::{MakeWriter, layer};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// The folder of the log within the data folder.
const FOLDER: &str = "log";
/// Number of daily files kept.
const DAYS: usize = 7;
/// The last year whose days can name a file. At the end of the next the appender panics, as there is no day after it.
const LAST_YEAR: i32 = 9998;
/// Crates that write to it.
const OURS: [&str; 4] = ["app", "paceline", "paceline_desktop", "store"];

/// The log folder of a data folder.
pub fn log_dir(data_dir: &Path) -> PathBuf {
    data_dir.join(FOLDER)
}

/// Starts the log of this process: in the data folder as soon as it exists and, with `verbose`, on standard error in
/// more detail. A second call has no effect.
pub fn start_log(data_dir: Option<&Path>, verbose: bool) {
    let file = data_dir.map(|dir| {
        let file = LogFile { data_dir: dir.to_owned(), appender: OnceLock::new() };
        layer().with_ansi(false).with_writer(file).with_filter(ours(LevelFilter::INFO))
    });
    let terminal = verbose.then(|| {
        layer().with_ansi(false).with_writer(io::stderr).with_filter(ours(LevelFilter::DEBUG))
    });
    // An earlier log continues.
    let _begun_before = tracing_subscriber::registry().with(file).with(terminal).try_init();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // The panic's message may contain user text; its location does not.
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panicked");
        usual(panic);
    }));
}

fn ours(level: LevelFilter) -> Targets {
    Targets::new().with_targets(OURS.map(|target| (target, level)))
}

/// The log files of a data folder. They are created at the first write, and only if the folder has a history.
struct LogFile {
    data_dir: PathBuf,
    appender: OnceLock<Option<RollingFileAppender>>,
}

/// The writer of a line: the file, or nothing if there is none.
enum Line<'a> {
    File(RollingWriter<'a>),
    Nowhere,
}

impl<'a> MakeWriter<'a> for LogFile {
    type Writer = Line<'a>;

    fn make_writer(&'a self) -> Line<'a> {
        self.line_in(store::now().year())
    }
}

impl LogFile {
    /// The writer of a line in this year.
    fn line_in(&self, year: i32) -> Line<'_> {
        if year > LAST_YEAR {
            return Line::Nowhere;
        }
        if self.appender.get().is_none() && !self.data_dir.join("paceline.db").is_file() {
            return Line::Nowhere;
        }
        // A failing log must not prevent a race.
        let opened = || {
            let folder = log_dir(&self.data_dir);
            // The appender looks for old files before it creates the folder, and would print an error otherwise.
            std::fs::create_dir_all(&folder).ok()?;
            // Before the first line: what another user cannot enter holds nothing for them, whatever its files allow.
            make_private(&folder, 0o700).ok()?;
            if has_pipe(&folder) {
                return None;
            }
            let appender = RollingFileAppender::builder()
                .rotation(Rotation::DAILY)
                .filename_prefix("paceline")
                .filename_suffix("log")
                .max_log_files(DAYS)
                .build(&folder)
                .ok()?;
            for file in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                // The folder is private already.
                let _as_it_was = make_private(&file.path(), 0o600);
            }
            Some(appender)
        };
        match self.appender.get_or_init(opened) {
            Some(appender) => Line::File(appender.make_writer()),
            None => Line::Nowhere,
        }
    }
}

/// Whether something in the folder is a pipe or a device, which would be waited for.
fn has_pipe(folder: &Path) -> bool {
    let mut entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_odd = |found: std::fs::Metadata| !found.is_file() && !found.is_dir();
    entries.any(|entry| std::fs::metadata(entry.path()).is_ok_and(is_odd))
}

/// Takes every permission but these from a file or folder of ours. What a link leads to is not ours.
#[cfg(unix)]
fn make_private(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let found = std::fs::symlink_metadata(path)?;
    if found.is_symlink() || found.permissions().mode().trailing_zeros() >= 6 {
        return Ok(());
    }
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

/// Other systems give them their folder's permissions.
#[cfg(not(unix))]
fn make_private(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}

impl Write for Line<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Nowhere => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Nowhere => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_data_folder_is_made_for_the_log() {
        let home = tempfile::tempdir().unwrap();
        let data_dir = home.path().join("data");
        let file = LogFile { data_dir: data_dir.clone(), appender: OnceLock::new() };
        file.make_writer().write_all(b"lost\n").unwrap();
        assert!(!data_dir.exists(), "looking makes nothing");
        std::fs::create_dir(&data_dir).unwrap();
        file.make_writer().write_all(b"lost\n").unwrap();
        assert!(!log_dir(&data_dir).exists(), "nor puts anything into a folder of somebody's");
        std::fs::write(data_dir.join("paceline.db"), "").unwrap();
        file.make_writer().write_all(b"kept\n").unwrap();
        let files: Vec<_> = std::fs::read_dir(log_dir(&data_dir)).unwrap().collect();
        assert_eq!(files.len(), 1, "from then on there is a file");
        let text = std::fs::read_to_string(files[0].as_ref().unwrap().path()).unwrap();
        assert_eq!(text, "kept\n", "with what was written");
    }

    #[cfg(unix)]
    #[test]
    fn only_their_owner_can_read_the_log_and_its_folder() {
        use std::os::unix::fs::PermissionsExt;
        let data_dir = tempfile::tempdir().unwrap();
        let folder = log_dir(data_dir.path());
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(data_dir.path().join("paceline.db"), "").unwrap();
        let before = folder.join("paceline.2026-01-01.log");
        std::fs::write(&before, "old").unwrap();
        let open = |path: &Path, mode| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        open(&folder, 0o755);
        open(&before, 0o644);
        let file = LogFile { data_dir: data_dir.path().to_owned(), appender: OnceLock::new() };
        file.make_writer().write_all(b"today\n").unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700, "nobody else enters it");
        let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(Result::unwrap).collect();
        assert_eq!(files.len(), 2, "today's and the earlier one");
        for file in files {
            assert_eq!(mode(&file.path()), 0o600, "nor reads {}", file.path().display());
        }
    }

    #[test]
    fn a_clock_at_the_end_of_all_years_that_have_days_holds_nothing_up() {
        let data_dir = tempfile::tempdir().unwrap();
        std::fs::write(data_dir.path().join("paceline.db"), "").unwrap();
        let file = LogFile { data_dir: data_dir.path().to_owned(), appender: OnceLock::new() };
        file.line_in(9999).write_all(b"lost\n").unwrap();
        assert!(!log_dir(data_dir.path()).exists(), "no file has such a name");
        file.line_in(2026).write_all(b"kept\n").unwrap();
        assert!(log_dir(data_dir.path()).exists(), "and any other year has its log");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_the_log_holds_nothing_up() {
        let data_dir = tempfile::tempdir().unwrap();
        let folder = log_dir(data_dir.path());
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(data_dir.path().join("paceline.db"), "").unwrap();
        let today = store::now().date();
        let pipe = folder.join(format!("paceline.{today}.log"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let file = LogFile { data_dir: data_dir.path().to_owned(), appender: OnceLock::new() };
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || tell.send(file.make_writer().write_all(b"lost\n").is_ok()));
        let is_written = told.recv_timeout(std::time::Duration::from_secs(20));
        assert_eq!(is_written, Ok(true), "nobody reads it, and nobody waits");
    }

    #[test]
    fn no_more_than_seven_files_are_kept() {
        let data_dir = tempfile::tempdir().unwrap();
        let folder = log_dir(data_dir.path());
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(data_dir.path().join("paceline.db"), "").unwrap();
        for day in 1..=20 {
            std::fs::write(folder.join(format!("paceline.2026-01-{day:02}.log")), "old").unwrap();
        }
        let file = LogFile { data_dir: data_dir.path().to_owned(), appender: OnceLock::new() };
        file.make_writer().write_all(b"today\n").unwrap();
        let count = std::fs::read_dir(&folder).unwrap().count();
        assert!(count <= DAYS, "the oldest have gone: {count}");
    }
}
