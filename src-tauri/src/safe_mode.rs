//! The page shown instead of the window while the history cannot be opened: what is wrong, and three ways to continue.
//!
//! It is drawn here, without the UI and without scripts, so that it works whatever is broken. Its links lead to its own
//! scheme, which answers only while this page is shown.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use store::HistoryError;
use tauri::http::{Request, Response};
use tauri::{AppHandle, Manager, UriSchemeContext, WebviewUrl, WebviewWindowBuilder, Wry};

use crate::offline::offline;
use crate::web_process::{self, Owner};

/// The scheme of its page.
pub(crate) const SCHEME: &str = "safe-mode";
/// File name of the history.
const HISTORY: &str = "paceline.db";

/// Where the fault lies, and so what can be offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// The history was moved to a folder that is missing.
    Away,
    /// In the file, which can be replaced.
    File,
    /// In the folder, the disk or another process: another file would be no better off.
    Place,
}

impl Fault {
    fn of(error: &HistoryError) -> Self {
        match error {
            HistoryError::Damaged { .. }
            | HistoryError::Newer { .. }
            | HistoryError::Foreign { .. }
            | HistoryError::OtherSchema { .. }
            | HistoryError::Sql { .. } => Self::File,
            _ => Self::Place,
        }
    }
}

/// Why the history cannot be opened, and what was done about it.
pub(crate) struct SafeMode {
    data_dir: PathBuf,
    why: String,
    fault: Fault,
    /// The result of the last step, or why it failed.
    told: Mutex<Option<String>>,
}

impl SafeMode {
    /// The history in the folder cannot be opened.
    pub(crate) fn new(data_dir: PathBuf, error: &HistoryError) -> Self {
        let (why, fault) = (error.to_string(), Fault::of(error));
        Self { data_dir, why, fault, told: Mutex::default() }
    }

    /// The history was moved from the usual folder to one that is missing.
    pub(crate) fn away(usual: PathBuf, why: String) -> Self {
        Self { data_dir: usual, why, fault: Fault::Away, told: Mutex::default() }
    }

    pub(crate) fn why(&self) -> &str {
        &self.why
    }

    fn tell(&self, told: String) {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(told);
    }

    fn page(&self) -> String {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut body = format!(
            "<h1>Paceline could not open its history</h1><p id=\"why\">{}</p>",
            escaped(&self.why)
        );
        if let Some(told) = told {
            let _infallible = write!(body, "<p id=\"told\">{}</p>", escaped(&told));
        }
        body.push_str("<ul><li><a id=\"restart\" href=\"/restart\">Try again</a></li>");
        if self.fault == Fault::Away {
            body.push_str(
                "<li><a id=\"usual\" href=\"/usual\">Use the usual folder</a>: what was moved stays where it is.</li>",
            );
        } else if self.fault == Fault::File && self.data_dir.join(HISTORY).exists() {
            body.push_str(
                "<li><a id=\"move-aside\" href=\"/move-aside\">Move the file aside and start a new history</a>: it is \
                 kept beside the new one.</li>",
            );
        }
        let backups = if self.fault == Fault::File { backups(&self.data_dir) } else { Vec::new() };
        for (number, backup) in backups.iter().enumerate() {
            let name = backup.file_name().unwrap_or_default().to_string_lossy();
            let _infallible = write!(
                body,
                "<li><a class=\"backup\" href=\"/restore/{number}\">Restore the backup {}</a>: the file is moved \
                 aside.</li>",
                escaped(&name)
            );
        }
        let _infallible = write!(
            body,
            "<li><a id=\"folder\" href=\"/folder\">Open the folder</a> <code>{}</code></li></ul>",
            escaped(&self.data_dir.display().to_string())
        );
        format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Paceline: safe mode</title><style>{STYLE}\
             </style><main>{body}</main></html>"
        )
    }

    /// Follows a link. Returns whether the app must restart.
    fn follow(&self, path: &str) -> bool {
        let done = match path.trim_matches('/') {
            "restart" => return true,
            "usual" if self.fault == Fault::Away => match app::stay_in_usual_dir(&self.data_dir) {
                Ok(()) => return true,
                Err(error) => Err(format!("The usual folder cannot be changed: {error}.")),
            },
            "move-aside" => move_aside(&self.data_dir).map(|to| (true, format!("It is now {to}."))),
            "folder" => opener::open(&self.data_dir)
                .map(|()| (false, String::new()))
                .map_err(|error| format!("No file manager opened the folder: {error}.")),
            other => match other.strip_prefix("restore/").and_then(|number| number.parse().ok()) {
                Some(number) => restore(&self.data_dir, number).map(|from| (true, from)),
                None => return false,
            },
        };
        match done {
            Ok((is_to_restart, told)) => {
                if !told.is_empty() {
                    self.tell(told);
                }
                is_to_restart
            }
            Err(why) => {
                self.tell(why);
                false
            }
        }
    }
}

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:0;background:Canvas;color:CanvasText}\
    main{max-width:44rem;margin:12vh auto;padding:0 1.5rem}li{margin:.6rem 0}code{word-break:break-all}\
    :root{color-scheme:light dark}";

/// Opens the page in its own window.
///
/// # Errors
/// If no window can be opened.
pub(crate) fn open(handle: &AppHandle) -> Result<(), Box<dyn std::error::Error>> {
    let page = format!("{SCHEME}://localhost/").parse()?;
    let window = WebviewWindowBuilder::new(handle, "safe-mode", WebviewUrl::CustomProtocol(page))
        .title("Paceline: safe mode")
        .inner_size(900.0, 640.0)
        .on_navigation(|url| {
            url.scheme() == SCHEME || url.host_str() == Some(&format!("{SCHEME}.localhost"))
        });
    Ok(web_process::watch(&offline(window).build()?, Owner::NOBODY)?)
}

/// Answers the page's own links; does nothing unless the page is shown.
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands both over by value")]
pub(crate) fn answer(
    context: UriSchemeContext<'_, Wry>,
    request: Request<Vec<u8>>,
) -> Response<Cow<'static, [u8]>> {
    let handle = context.app_handle();
    let is_ours = context.webview_label() == "safe-mode";
    let Some(state) = handle.try_state::<SafeMode>().filter(|_| is_ours) else {
        return Response::builder().status(404).body(Cow::Borrowed(&[][..])).unwrap_or_default();
    };
    if state.follow(request.uri().path()) {
        handle.request_restart();
    }
    Response::builder()
        .header("content-type", "text/html; charset=utf-8")
        .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
        .body(Cow::Owned(state.page().into_bytes()))
        .unwrap_or_default()
}

/// The backups beside the history, newest first by name.
fn backups(data_dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(data_dir).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let suffix = name.strip_prefix("paceline.db.").unwrap_or_default();
            let is_whole = path.extension().is_none_or(|extension| extension != "half");
            is_whole && (suffix.starts_with("backup-") || suffix.starts_with("before-"))
        })
        .collect();
    found.sort();
    found.reverse();
    found
}

/// Renames the history and its companion files to free names. Returns the new name of the file.
fn move_aside(data_dir: &Path) -> Result<String, String> {
    let names = (1..).map(|number: u32| format!("{HISTORY}.aside-{number}"));
    let free = names.map(|name| data_dir.join(name)).find(|path| path.symlink_metadata().is_err());
    let free = free.ok_or_else(|| "No name is free.".to_owned())?;
    for suffix in ["", "-wal", "-shm"] {
        let from = data_dir.join(format!("{HISTORY}{suffix}"));
        if from.symlink_metadata().is_ok() {
            let mut to = free.clone().into_os_string();
            to.push(suffix);
            fs::rename(&from, &to)
                .map_err(|error| format!("{} could not be moved: {error}.", from.display()))?;
        }
    }
    Ok(free.display().to_string())
}

/// Moves the history aside and puts a copy of a backup in its place.
fn restore(data_dir: &Path, number: usize) -> Result<String, String> {
    let all = backups(data_dir);
    let backup = all.get(number).ok_or_else(|| "That backup is gone.".to_owned())?;
    let (file, half) = (data_dir.join(HISTORY), data_dir.join(format!("{HISTORY}.half")));
    // Whole and on the disk before it has the name, and before that of the other is taken away.
    fs::copy(backup, &half)
        .and_then(|_| fs::File::open(&half)?.sync_all())
        .map_err(|error| format!("{} could not be copied: {error}.", backup.display()))?;
    if file.symlink_metadata().is_ok() {
        move_aside(data_dir)?;
    }
    fs::rename(&half, &file)
        .map_err(|error| format!("{} could not be renamed: {error}.", half.display()))?;
    Ok(format!("{} is restored.", backup.display()))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("safe-mode-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn a_history_is_moved_aside_with_its_log_and_nothing_is_overwritten() {
        let dir = folder("aside");
        for name in ["paceline.db", "paceline.db-wal", "paceline.db.aside-1"] {
            fs::write(dir.join(name), name).expect("a file");
        }
        let to = move_aside(&dir).expect("it can be moved");
        assert!(to.ends_with("paceline.db.aside-2"), "the first name was taken: {to}");
        let read = |name: &str| fs::read_to_string(dir.join(name)).expect("a file");
        assert_eq!(read("paceline.db.aside-2"), "paceline.db", "the file");
        assert_eq!(read("paceline.db.aside-2-wal"), "paceline.db-wal", "and its log");
        assert_eq!(read("paceline.db.aside-1"), "paceline.db.aside-1", "what was there stays");
        fs::remove_dir_all(&dir).expect("just made");
    }

    #[test]
    fn the_newest_backup_is_offered_first_and_takes_the_place_of_the_file() {
        let dir = folder("restore");
        for name in [
            "paceline.db",
            "paceline.db.backup-1",
            "paceline.db.backup-2",
            "paceline.db.backup-3.half",
        ] {
            fs::write(dir.join(name), name).expect("a file");
        }
        restore(&dir, 0).expect("it can be restored");
        let now = fs::read_to_string(dir.join("paceline.db")).expect("a file");
        assert_eq!(now, "paceline.db.backup-2", "the newest whole one");
        assert!(dir.join("paceline.db.aside-1").exists(), "and the damaged file is kept");
        assert!(dir.join("paceline.db.backup-2").exists(), "like the backup");
        assert!(restore(&dir, 9).is_err(), "there are not so many");
        fs::remove_dir_all(&dir).expect("just made");
    }

    #[test]
    fn a_history_that_is_away_is_not_taken_for_a_damaged_one() {
        let dir = folder("away");
        for name in ["paceline.db", "paceline.db.backup-1", "moved-to"] {
            fs::write(dir.join(name), name).expect("a file");
        }
        let page = |mode: &SafeMode| mode.page();
        let away = SafeMode::away(dir.clone(), "It is on a drive.".to_owned());
        assert!(page(&away).contains("id=\"usual\""), "the usual folder can be taken");
        assert!(!page(&away).contains("id=\"move-aside\""), "what is in it is not damaged");
        assert!(!page(&away).contains("class=\"backup\""), "nor to be restored");
        let error = |finding: &str| HistoryError::Damaged {
            file: dir.join(HISTORY),
            finding: finding.to_owned(),
        };
        let damaged = SafeMode::new(dir.clone(), &error("a page"));
        assert!(!damaged.follow("/usual"), "only what was moved can stay away");
        assert!(dir.join("moved-to").exists(), "and nothing is removed");
        assert!(away.follow("/usual"), "Paceline starts again");
        assert!(!dir.join("moved-to").exists(), "in the usual folder");
        fs::remove_dir_all(&dir).expect("just made");
    }

    #[test]
    fn a_file_is_offered_to_be_moved_only_if_the_fault_is_its_own() {
        let dir = folder("fault");
        fs::write(dir.join(HISTORY), HISTORY).expect("a file");
        fs::write(dir.join("paceline.db.backup-1"), HISTORY).expect("a file");
        let file = || dir.join(HISTORY);
        for (error, is_offered) in [
            (HistoryError::Damaged { file: file(), finding: "a page".to_owned() }, true),
            (HistoryError::Newer { file: file(), found: 999, known: 15 }, true),
            (HistoryError::ReadOnly { file: file() }, false),
            (HistoryError::Full { file: file() }, false),
            (HistoryError::Busy { file: file() }, false),
        ] {
            let page = SafeMode::new(dir.clone(), &error).page();
            for link in ["id=\"move-aside\"", "class=\"backup\""] {
                assert_eq!(page.contains(link), is_offered, "{link} for {error}");
            }
            assert!(page.contains("id=\"restart\""), "and it can be tried again: {error}");
        }
        fs::remove_dir_all(&dir).expect("just made");
    }

    #[test]
    fn what_the_page_says_is_text() {
        assert_eq!(escaped("<b> & \"x\""), "&lt;b&gt; &amp; &quot;x&quot;", "no markup");
    }
}
