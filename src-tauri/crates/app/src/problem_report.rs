//! The report of a problem: versions, settings and the end of the log, for support. The user reads it before it is
//! saved; Paceline does not send it.
//!
//! **Invariant:** it contains no prompt, answer or key, since its sources contain none, and no address, folder or
//! name chosen by the user.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use providers::Proxy;
use store::{History, HistoryError};

use crate::log::log_dir;
use crate::preferences::Preferences;
use crate::text::clipped;

/// How much of the log is read, from its end, in bytes.
const LOG_BYTES: u64 = 64 * 1024;
/// Number of log lines in the report.
const LOG_LINES: usize = 200;
/// Length of a line in the report, in characters.
const LINE: usize = 400;
/// A word this long with letters and digits may be a key.
const COULD_BE_A_KEY: usize = 20;

/// The report as Markdown: the host's `facts` as names and values, then the settings and the log.
///
/// # Errors
/// If the history cannot be read. A log that cannot be read is left out.
pub fn problem_report(
    history: &History,
    data_dir: &Path,
    facts: &[(&str, String)],
) -> Result<String, HistoryError> {
    let mut report =
        "# Problem report\n\nWhat happened, and what did you expect?\n\n…\n\n".to_owned();
    let usage = history.disk_usage()?;
    let network = history.network()?;
    let proxy = match network.proxy {
        Proxy::Custom { .. } => "the user's own",
        Proxy::System => "the system's",
        Proxy::Direct => "none",
    };
    let all = facts.iter().map(|(name, value)| (*name, value.clone())).chain([
        ("Definitions", measure::DEF_VERSION.to_string()),
        ("Runs", history.list(0, 1)?.total.to_string()),
        ("History", format!("{} KiB, {} backups", usage.history_kib, usage.backups)),
        ("Proxy", proxy.to_owned()),
    ]);
    report.push_str("## This machine\n\n");
    for (name, value) in all {
        let value = if value.is_empty() { "none".to_owned() } else { value };
        let _infallible = writeln!(report, "- {name}: {}", redacted(&value, data_dir));
    }
    let preferences = Preferences::load(history)?;
    // A favourite may be a model of the user's own, whose name may be revealing.
    let favourites = preferences.favourites.len();
    let shown = Preferences { favourites: Vec::new(), ..preferences };
    let settings = serde_json::to_string_pretty(&shown).unwrap_or_default();
    let _infallible = write!(
        report,
        "\n## Settings\n\n```json\n{settings}\n```\n\n{favourites} favourite models.\n\n## Log\n\n```\n"
    );
    for line in log_lines(data_dir) {
        report.push_str(&redacted(&line, data_dir));
        report.push('\n');
    }
    report.push_str("```\n");
    Ok(report)
}

/// The last lines of the log, oldest first.
fn log_lines(data_dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(log_dir(data_dir)).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.is_file()).collect();
    // File names are dates.
    files.sort();
    let mut lines = Vec::new();
    for file in files.iter().rev() {
        let mut earlier: Vec<String> =
            end_of(file).unwrap_or_default().lines().map(|line| clipped(line, LINE)).collect();
        earlier.append(&mut lines);
        lines = earlier;
        if lines.len() >= LOG_LINES {
            break;
        }
    }
    lines.split_off(lines.len().saturating_sub(LOG_LINES))
}

fn end_of(file: &Path) -> std::io::Result<String> {
    let mut file = File::open(file)?;
    let length = file.metadata()?.len();
    let from = file.seek(SeekFrom::Start(length.saturating_sub(LOG_BYTES)))?;
    let mut bytes = Vec::new();
    file.take(LOG_BYTES).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let whole =
        if from == 0 { text.as_ref() } else { text.split_once('\n').map_or("", |(_, rest)| rest) };
    Ok(whole.to_owned())
}

/// The text without folders, addresses, and words that could be keys.
fn redacted(text: &str, data_dir: &Path) -> String {
    let folder = data_dir.display().to_string();
    let mut text = text.replace(&folder, "[data folder]");
    if let Some(dirs) = directories::BaseDirs::new() {
        let home = dirs.home_dir().display().to_string();
        if home.len() > 1 {
            text = text.replace(&home, "~");
        }
    }
    let mut out = String::with_capacity(text.len());
    for part in
        text.split_inclusive(|each: char| each.is_whitespace() || "\"'`()<>,;=".contains(each))
    {
        let word = part
            .trim_end_matches(|each: char| each.is_whitespace() || "\"'`()<>,;=".contains(each));
        out.push_str(hidden(word).unwrap_or(word));
        out.push_str(part.get(word.len()..).unwrap_or_default());
    }
    out
}

/// The placeholder for a word that must not be disclosed.
fn hidden(word: &str) -> Option<&'static str> {
    let is_id = |each: char| each.is_ascii_hexdigit() || each == '-';
    let is_path = word.starts_with("~/")
        || word.starts_with("~\\")
        || word.starts_with('/')
        || word.get(1..3) == Some(":\\");
    if word.contains("://") || word.contains('@') {
        Some("[address]")
    } else if is_path && word.len() > 1 {
        Some("[path]")
    } else if word.chars().count() >= COULD_BE_A_KEY
        && word.contains(|each: char| each.is_ascii_digit())
        && word.contains(|each: char| each.is_ascii_alphabetic())
        && !word.chars().all(is_id)
        && !is_moment(word)
        && !word.contains("::")
        && !word.contains(".rs:")
    {
        Some("[hidden]")
    } else {
        None
    }
}

/// Whether a word is the timestamp at the start of a line, such as `2026-11-22T12:54:44.113576Z`.
fn is_moment(word: &str) -> bool {
    word.len() <= 32
        && word.ends_with('Z')
        && word.bytes().all(|each| each.is_ascii_digit() || b"-:.TZ".contains(&each))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_what_is_needed_and_nothing_of_the_user() {
        let home = tempfile::tempdir().unwrap();
        let data_dir = home.path().join("of-alice");
        let history = crate::open_history(&data_dir).unwrap();
        let preferences = Preferences {
            favourites: vec!["custom/secret-project".to_owned()],
            text_percent: 120,
            ..Preferences::default()
        };
        preferences.save(&history).unwrap();
        let mut network = history.network().unwrap();
        network.proxy = Proxy::Custom { url: "http://proxy.alice.example:3128/".to_owned() };
        history.put_network(network).unwrap();
        fs::create_dir_all(log_dir(&data_dir)).unwrap();
        let line = format!(
            "2026-11-22T12:54:44.1Z  WARN app::record: begins run=\"01a20352-bee2-72d5-bbaa-dd05426ea8b6\" file={}/paceline.db \
             error=http://box.alice.example/v1 refused sk-proj-MARKER0123456789 for alice@alice.example\n",
            data_dir.display()
        );
        fs::write(log_dir(&data_dir).join("paceline.2026-11-22.log"), &line).unwrap();
        let facts = [("Paceline", "0.1.0".to_owned())];
        let report = problem_report(&history, &data_dir, &facts).unwrap();
        for said in [
            "- Paceline: 0.1.0",
            "- Runs: 0",
            "- Proxy: the user's own",
            "\"text_percent\": 120",
            "1 favourite models",
            "2026-11-22T12:54:44.1Z  WARN app::record: begins run=\"01a20352-bee2-72d5-bbaa-dd05426ea8b6\"",
            "[data folder]/paceline.db",
        ] {
            assert!(report.contains(said), "{said} is said:\n{report}");
        }
        for untold in ["alice", "MARKER", "secret-project", "3128"] {
            assert!(!report.contains(untold), "{untold} is not:\n{report}");
        }
    }

    #[test]
    fn a_long_log_is_quoted_from_its_end_up_to_a_limit() {
        let data_dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(log_dir(data_dir.path())).unwrap();
        let write = |day: u32, lines: usize| {
            let text: Vec<String> =
                (0..lines).map(|line| format!("day {day} line {line}")).collect();
            let text = text.join("\n") + "\n";
            fs::write(
                log_dir(data_dir.path()).join(format!("paceline.2026-01-{day:02}.log")),
                text,
            )
            .unwrap();
        };
        write(1, 100_000);
        write(2, 50);
        let lines = log_lines(data_dir.path());
        assert_eq!(lines.len(), LOG_LINES, "no more than anybody reads");
        assert_eq!(lines.last().map(String::as_str), Some("day 2 line 49"), "the newest last");
        assert_eq!(lines[149], "day 1 line 99999", "after the day before");
        let none = tempfile::tempdir().unwrap();
        assert!(log_lines(none.path()).is_empty(), "without a log there is nothing to tell");
    }

    #[test]
    fn what_could_be_a_key_an_address_or_a_folder_is_hidden_word_by_word() {
        let of = |text: &str| redacted(text, Path::new("/nowhere/at/all"));
        for (text, expected) in [
            ("key=gsk_abcdefghij0123456789", "key=[hidden]"),
            ("(https://a.example/v1),", "([address]),"),
            ("at /srv/x/y.rs:10", "at [path]"),
            ("a/b is a model", "a/b is a model"),
            (
                "place=src-tauri/crates/app/src/log1.rs:47:9",
                "place=src-tauri/crates/app/src/log1.rs:47:9",
            ),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
        let long = "x1".repeat(200_000);
        assert_eq!(of(&long), "[hidden]", "in linear time");
    }
}
