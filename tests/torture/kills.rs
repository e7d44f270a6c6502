//! The process killed at any instant: nothing finished is lost, and the history opens at once.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use race::{RunKind, RunState, Status};
use rusqlite::Connection;
use store::{History, RecoveryLimits};

use crate::children::{Server, start};
use crate::mutate::Dice;
use crate::{row, seeds};

/// Maximum lifetime of a process, in milliseconds.
const LONGEST_MS: usize = 1_200;
/// The maximum loss of a sweep in a kill.
const PROMISED_NS: u64 = 250_000_000;
/// A history opens within this time after a kill.
const OPENS_NS: u64 = 2_000_000_000;
/// Bytes by which an older history is enlarged, so that copying it takes a while.
const PADDED: usize = 48 * 1024 * 1024;
/// Rounds that share one history.
const SHARED: u64 = 25;

/// How long this thread has waited for a processor so far.
fn queued_ns() -> u64 {
    let counted = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    counted.split(' ').nth(1).and_then(|waited| waited.parse().ok()).unwrap_or_default()
}

#[test]
fn a_process_may_be_killed_at_any_instant() {
    let server = Server::start();
    let mut folder = tempfile::tempdir().expect("a folder");
    let mut kept = BTreeSet::new();
    let (mut killed, mut longest_ns, mut sweeps, mut answered) = (0, 0, 0, 0);
    for seed in seeds() {
        if seed % SHARED == 0 && !kept.is_empty() {
            folder = tempfile::tempdir().expect("a folder");
            kept.clear();
        }
        let mut dice = Dice::of(seed);
        let what = ["race", "sweep", "race", "sweep", "import", "open"];
        let what = what.get(dice.below(what.len())).copied().unwrap_or("race");
        let import = concat!(env!("CARGO_MANIFEST_DIR"), "/compatibility/0.1/without-prompts.json");
        fs::copy(import, folder.path().join("import.json")).expect("it can be copied");
        let began_ns = server.clock.now_ns();
        let mut child = start(what, folder.path(), &server.base_url, "");
        let lives = u64::try_from(dice.below(LONGEST_MS)).unwrap_or_default();
        std::thread::sleep(Duration::from_millis(lives));
        let killed_ns = server.clock.now_ns();
        killed += usize::from(child.try_wait().ok().flatten().is_none());
        let _it_has_ended = child.kill();
        let mut said = String::new();
        let piped = child.stdout.as_mut().expect("it is piped");
        piped.read_to_string(&mut said).expect("it is text");
        child.wait().expect("it is gone");
        kept.extend(said.lines().filter_map(|line| line.strip_prefix("kept ")).map(str::to_owned));

        let (before_ns, waited_ns) = (server.clock.now_ns(), queued_ns());
        let history =
            History::open(folder.path()).unwrap_or_else(|error| panic!("{seed}: {error}"));
        // How long a start may take is checked below, in time during which this thread had a
        // processor.
        let limits = RecoveryLimits { time: Duration::MAX, ..RecoveryLimits::AT_START };
        history.recover(limits).expect("what had arrived is put together");
        // Time during which other programs have the processor does not count.
        let opened_ns = (server.clock.now_ns() - before_ns).saturating_sub(queued_ns() - waited_ns);
        assert!(opened_ns < OPENS_NS, "{seed}: it opened in {} ms", opened_ns / 1_000_000);
        longest_ns = longest_ns.max(opened_ns);
        let findings = history.verify().expect("it can be checked").findings;
        assert_eq!(findings, [], "{seed}, {what} after {lives} ms: nothing is damaged");
        for id in &kept {
            let run = history.run(id).unwrap_or_else(|error| panic!("{seed}: {error}"));
            assert_eq!(run.state, RunState::Finished, "{seed}: a finished run stays so");
        }
        let page = history.list(0, 100).expect("it can be listed");
        assert!(page.runs.iter().all(|row| row.state != RunState::Running), "{seed}: none runs");
        if what != "sweep" {
            continue;
        }
        let promised = server.answered(began_ns, killed_ns.saturating_sub(PROMISED_NS));
        let newest = page.runs.iter().find(|row| row.kind == RunKind::Sweep);
        let newest = newest.and_then(|row| history.run(&row.id).ok());
        let has: usize = newest
            .iter()
            .flat_map(|run| run.lanes.iter().flat_map(race::Lane::requests))
            .filter(|sample| sample.status == Status::Ok)
            .count();
        assert!(has >= promised, "{seed}: {has} of {promised} answers are kept");
        sweeps += 1;
        answered += promised;
    }
    let longest_ms = longest_ns / 1_000_000;
    row(
        "killed at any instant",
        killed,
        &format!(
            "0 finished runs lost, 0 findings; opened in {longest_ms} ms at most; {sweeps} sweeps, all {answered} answers \
             older than 250 ms kept"
        ),
    );
}

/// A history of 0.1 with so much data that its backup takes a while.
fn older(folder: &Path) -> PathBuf {
    let file = folder.join("older.db");
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/compatibility/0.1/paceline.db");
    fs::copy(fixture, &file).expect("it can be copied");
    let older = Connection::open(&file).expect("it opens");
    let padding = "x".repeat(PADDED);
    older.execute("INSERT INTO settings VALUES ('padding', ?1)", [padding]).expect("it is added");
    // The contents of a write-ahead log are not copied with the file.
    older.pragma_update(None, "journal_mode", "DELETE").expect("there is none");
    file
}

/// The ids of all runs in a history, read from a copy of `file` in its own folder.
fn runs_in(file: &Path) -> BTreeSet<String> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(file, folder.path().join("paceline.db")).expect("it can be copied");
    let history = History::open(folder.path()).expect("what is whole opens");
    assert_eq!(history.verify().expect("it can be checked").findings, [], "nothing is damaged");
    let page = history.list(0, 100).expect("it can be listed");
    page.runs.into_iter().map(|row| row.id).collect()
}

/// The files in a folder whose names contain a word.
fn named(folder: &Path, word: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("it can be read").flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| path.to_string_lossy().contains(word)).collect()
}

#[test]
fn an_older_history_may_be_cut_short_while_it_is_backed_up_and_migrated() {
    let (server, made) = (Server::start(), tempfile::tempdir().expect("a folder"));
    let older = older(made.path());
    let all = runs_in(&older);
    assert!(!all.is_empty(), "there is something to lose");
    // How long it takes without an interruption.
    let mut takes_ms = 0;
    let (mut copying, mut migrating, mut done) = (0, 0, 0);
    for (round, seed) in std::iter::once(None).chain(seeds().map(Some)).enumerate() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("paceline.db");
        fs::copy(&older, &file).expect("it can be copied");
        let began_ns = server.clock.now_ns();
        let mut child = start("open", folder.path(), &server.base_url, "");
        if let Some(seed) = seed {
            let lives = Dice::of(seed).below(takes_ms);
            std::thread::sleep(Duration::from_millis(lives as u64));
            let _it_has_ended = child.kill();
        }
        child.wait().expect("it is gone");
        if seed.is_none() {
            let took_ms = (server.clock.now_ns() - began_ns) / 1_000_000;
            takes_ms = usize::try_from(took_ms).unwrap_or(usize::MAX).max(1);
        }
        let halves = named(folder.path(), ".half").len();
        let backups = named(folder.path(), ".before-v");
        let whole: Vec<_> =
            backups.iter().filter(|path| !path.to_string_lossy().ends_with(".half")).collect();
        let at = Connection::open(&file).expect("it opens");
        let version: u32 =
            at.pragma_query_value(None, "user_version", |row| row.get(0)).expect("it has one");
        drop(at);
        let is_new = version > 1_000;
        assert!(!is_new || !whole.is_empty(), "{round}: no migration without its backup");
        for backup in &whole {
            assert_eq!(runs_in(backup), all, "{round}: a backup under its final name is whole");
        }
        let history = History::open(folder.path()).unwrap_or_else(|e| panic!("{round}: {e}"));
        let page = history.list(0, 100).expect("it can be listed");
        let ids: BTreeSet<_> = page.runs.into_iter().map(|row| row.id).collect();
        assert_eq!(ids, all, "{round}: nothing is lost");
        assert_eq!(history.verify().expect("it can be checked").findings, [], "{round}: unharmed");
        drop(history);
        assert_eq!(named(folder.path(), ".half").len(), 0, "{round}: no half of a backup stays");
        copying += usize::from(halves > 0);
        migrating += usize::from(halves == 0 && !whole.is_empty() && !is_new);
        done += usize::from(is_new);
    }
    assert!(done > 0, "left alone, it is migrated");
    row(
        "killed while an older history is opened",
        seeds().count(),
        &format!(
            "0 runs lost, 0 findings; {copying} while it was copied, {migrating} while it was migrated, {} after",
            done - 1
        ),
    );
}
