//! The process killed at any instant: nothing finished is lost, and the history opens at once.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::Duration;

use providers::Clock;
use race::{Lane, Run, RunKind, RunState, Status};
use rusqlite::Connection;
use store::{History, RecoveryLimits};

use crate::children::{Server, start};
use crate::mutate::Dice;
use crate::{row, seeds};

/// Maximum lifetime of a process, in milliseconds.
const LONGEST_MS: usize = 1_200;
/// The maximum loss of a race or a sweep in a kill.
const PROMISED_NS: u64 = 250_000_000;
/// A history opens within this time after a kill.
const OPENS_NS: u64 = 2_000_000_000;
/// Bytes by which an older history is enlarged, so that copying it takes a while.
const PADDED: usize = 48 * 1024 * 1024;
/// The maximum number of changes of the files before a kill.
const MOST_CHANGES: usize = 24;
/// Rounds that share one history.
const SHARED: u64 = 25;

/// How long this thread has waited for a processor so far.
fn queued_ns() -> u64 {
    let counted = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    counted.split(' ').nth(1).and_then(|waited| waited.parse().ok()).unwrap_or_default()
}

/// How long the threads of a process have waited for a processor so far, one after the other. What waits for one is not
/// kept yet, and nobody promised it.
fn starved_ns(child: &Child) -> u64 {
    let threads = fs::read_dir(format!("/proc/{}/task", child.id())).into_iter().flatten();
    let counted =
        threads.flatten().map(|thread| fs::read_to_string(thread.path().join("schedstat")));
    counted
        .flatten()
        .filter_map(|counted| counted.split(' ').nth(1)?.parse::<u64>().ok())
        .fold(0, u64::saturating_add)
}

/// What lies in a folder and in those in it, by name and length.
fn listing(folder: &Path) -> Vec<(PathBuf, u64)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let about = fs::metadata(&path);
        found.push((path.clone(), about.as_ref().map_or(0, fs::Metadata::len)));
        if about.is_ok_and(|about| about.is_dir()) {
            found.extend(listing(&path));
        }
    }
    found.sort();
    found
}

/// Lets a process live until an instant that the seed chooses: a time, or right after it has changed the files in its
/// folder so many times. Says which.
fn live(dice: &mut Dice, folder: &Path, clock: Clock) -> String {
    let lives_ms = dice.below(LONGEST_MS);
    if dice.below(2) == 0 {
        std::thread::sleep(Duration::from_millis(lives_ms as u64));
        return format!("after {lives_ms} ms");
    }
    let changes = dice.below(MOST_CHANGES) + 1;
    let (began_ns, mut seen, mut changed) = (clock.now_ns(), listing(folder), 0);
    while changed < changes && clock.now_ns() - began_ns < LONGEST_MS as u64 * 1_000_000 {
        std::thread::sleep(Duration::from_micros(100));
        let now = listing(folder);
        changed += usize::from(now != seen);
        seen = now;
    }
    format!("after change {changed} of its files")
}

/// The run that a killed process had begun, as it is now.
fn newest(history: &History, kind: RunKind) -> Option<Run> {
    let page = history.list(0, 1).ok()?;
    let row = page.runs.first().filter(|row| row.kind == kind)?;
    history.run(&row.id).ok()
}

#[test]
fn a_process_may_be_killed_at_any_instant() {
    let server = Server::start();
    let mut folder = tempfile::tempdir().expect("a folder");
    let mut kept = BTreeSet::new();
    let (mut killed, mut longest_ns) = (0, 0);
    let (mut sweeps, mut answered, mut races, mut words) = (0, 0, 0, 0);
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
        let lives = live(&mut dice, folder.path(), server.clock);
        let killed_ns = server.clock.now_ns();
        let is_killed = child.try_wait().ok().flatten().is_none();
        killed += usize::from(is_killed);
        let promised_until_ns = killed_ns.saturating_sub(PROMISED_NS + starved_ns(&child));
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
        assert_eq!(findings, [], "{seed}, {what} {lives}: nothing is damaged");
        for id in &kept {
            let run = history.run(id).unwrap_or_else(|error| panic!("{seed}: {error}"));
            assert_eq!(run.state, RunState::Finished, "{seed}: a finished run stays so");
            // An imported run has no image.
            let lost = run.plan.attachment_hashes();
            assert_eq!(lost, [] as [String; 0], "{seed}: its image is there");
        }
        let page = history.list(0, 100).expect("it can be listed");
        assert!(page.runs.iter().all(|row| row.state != RunState::Running), "{seed}: none runs");
        match what {
            "sweep" => {
                let promised = server.answered(began_ns, promised_until_ns);
                let run = newest(&history, RunKind::Sweep);
                let requests = run.iter().flat_map(|run| run.lanes.iter().flat_map(Lane::requests));
                let has = requests.filter(|sample| sample.status == Status::Ok).count();
                assert!(has >= promised, "{seed}, {lives}: {has} of {promised} answers are kept");
                sweeps += 1;
                answered += promised;
            }
            "race" if is_killed => {
                let promised = server.words(began_ns, promised_until_ns);
                let run = newest(&history, RunKind::Race);
                let sample = run.as_ref().and_then(|run| run.lanes.first()?.samples.first());
                let has = sample.map_or(0, |sample| sample.text.split_whitespace().count());
                assert!(has >= promised, "{seed}, {lives}: {has} of {promised} words are kept");
                races += usize::from(promised > 0);
                words += promised;
            }
            _ => {}
        }
    }
    let longest_ms = longest_ns / 1_000_000;
    row(
        "killed at any instant",
        killed,
        &format!(
            "0 finished runs lost, 0 findings; opened in {longest_ms} ms at most; {sweeps} sweeps, all {answered} answers, \
             and {races} races, all {words} words older than 250 ms kept"
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
