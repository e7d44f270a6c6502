//! A failing file system: the Nth write, sync or truncation of the history's files fails, is done only in part, or is
//! where the power is cut and unsynced data is partly lost.

use std::io::Read as _;
use std::path::Path;
use std::process::Command;

use race::RunState;
use store::{History, RecoveryLimits};

use crate::children::{Server, start};
use crate::mutate::Dice;
use crate::{row, seeds};

/// Exit status of a child at a power cut.
const CUT_STATUS: i32 = 77;
/// More calls than a child makes, so that some meet no fault.
const CALLS: usize = 260;

/// What to put before a program whose writes are to fail, as a library in `folder`.
fn library(folder: &Path) -> String {
    let library = folder.join("faults.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/torture/faults.c");
    let built = Command::new("cc")
        .args(["-O1", "-shared", "-fPIC", "-o"])
        .args([library.as_os_str(), source.as_ref()])
        .args(["-ldl", "-lpthread"])
        .status();
    assert!(built.is_ok_and(|built| built.success()), "the compiler that builds SQLite builds it");
    format!("export LD_PRELOAD={};", library.display())
}

/// What a child printed, and its exit status; `None` if a signal ended it.
fn ended(what: &str, folder: &Path, server: &Server, before: &str) -> (String, Option<i32>) {
    let import = concat!(env!("CARGO_MANIFEST_DIR"), "/compatibility/0.1/without-prompts.json");
    std::fs::copy(import, folder.join("import.json")).expect("it can be copied");
    let mut child = start(what, folder, &server.base_url, before);
    let mut said = String::new();
    let piped = child.stdout.as_mut().expect("it is piped");
    piped.read_to_string(&mut said).expect("it is text");
    (said, child.wait().expect("it ends").code())
}

/// The ids that a child reported as saved.
fn kept(said: &str) -> Vec<String> {
    said.lines().filter_map(|line| line.strip_prefix("kept ")).map(str::to_owned).collect()
}

fn must_be_whole(folder: &Path, kept: &[String], place: &str) {
    let history = History::open(folder).unwrap_or_else(|error| panic!("{place}: {error}"));
    history.recover(RecoveryLimits::AT_START).unwrap_or_else(|error| panic!("{place}: {error}"));
    let findings = history.verify().expect("it can be checked").findings;
    assert_eq!(findings, [], "{place}: nothing is damaged");
    for id in kept {
        let run = history.run(id).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(run.state, RunState::Finished, "{place}: a finished run stays so");
    }
    let page = history.list(0, 100).expect("it can be listed");
    assert!(page.runs.iter().all(|row| row.state != RunState::Running), "{place}: none runs");
}

#[test]
fn the_power_may_go_at_any_write() {
    let server = Server::start();
    let tools = tempfile::tempdir().expect("a folder");
    let library = library(tools.path());
    let (mut cuts, mut held) = (0, 0);
    for seed in seeds() {
        let mut dice = Dice::of(seed);
        let folder = tempfile::tempdir().expect("a folder");
        let mut safe = Vec::new();
        // Every second history is cut while it is created.
        if dice.below(2) == 0 {
            let (said, _) = ended("race", folder.path(), &server, "");
            safe = kept(&said);
            assert_eq!(safe.len(), 1, "{seed}: {said}");
        }
        let what = ["race", "sweep", "import"].get(dice.below(3)).copied().unwrap_or("race");
        let at = dice.below(CALLS) + 1;
        let before = format!(
            "{library} export PACELINE_FAULT=cut PACELINE_FAULT_AT={at} PACELINE_FAULT_SEED={seed};"
        );
        let (said, status) = ended(what, folder.path(), &server, &before);
        let place = format!("{seed}: {what}, cut at {at}");
        match status {
            Some(CUT_STATUS) => cuts += 1,
            Some(0) => safe.extend(kept(&said)),
            other => panic!("{place}: {other:?}: {said}"),
        }
        // It is shared memory, which no longer exists after a power cut.
        let _there_may_be_none = std::fs::remove_file(folder.path().join("paceline.db-shm"));
        must_be_whole(folder.path(), &safe, &place);
        held += safe.len();
    }
    row("a power cut", cuts, &format!("0 damaged; all {held} runs of before are there"));
}

#[test]
fn any_write_may_fail() {
    let server = Server::start();
    let tools = tempfile::tempdir().expect("a folder");
    let library = library(tools.path());
    let (mut tried, mut kept_runs) = (0, 0);
    for seed in seeds() {
        let mut dice = Dice::of(seed);
        let folder = tempfile::tempdir().expect("a folder");
        let kind = ["eio", "full", "short", "broken", "filled"];
        let kind = kind.get(dice.below(kind.len())).copied().unwrap_or("eio");
        let what = ["race", "sweep", "import"].get(dice.below(3)).copied().unwrap_or("race");
        let at = dice.below(CALLS) + 1;
        let before = format!("{library} export PACELINE_FAULT={kind} PACELINE_FAULT_AT={at};");
        let (said, status) = ended(what, folder.path(), &server, &before);
        let place = format!("{seed}: {what}, {kind} at {at}");
        assert_eq!(status, Some(0), "{place}: it says so and goes on: {said}");
        let told = ["kept ", "not kept", "not started", "imported ", "not imported "];
        let is_told = said.lines().any(|line| told.iter().any(|start| line.starts_with(start)));
        assert!(is_told, "{place}: it says what became of it: {said}");
        must_be_whole(folder.path(), &kept(&said), &place);
        (tried, kept_runs) = (tried + 1, kept_runs + kept(&said).len());
    }
    row(
        "a write that fails",
        tried,
        &format!("0 damaged, 0 panics; all {kept_runs} runs that were said to be kept are there"),
    );
}
