//! The process killed at any instant: nothing finished is lost, and the history opens at once.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::time::Duration;

use race::{RunKind, RunState, Status};
use store::{History, RecoveryLimits};

use crate::children::{Server, start};
use crate::mutate::Dice;
use crate::{row, seeds};

/// The longest that a process lives, in milliseconds.
const LONGEST_MS: usize = 1_200;
/// What a kill may cost of a sweep.
const PROMISED_NS: u64 = 250_000_000;
/// A history opens in less than this after a kill.
const OPENS_NS: u64 = 2_000_000_000;
/// Rounds that share a history.
const SHARED: u64 = 25;

/// How long this thread has waited for a processor so far.
fn queued_ns() -> u64 {
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
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
        std::fs::copy(import, folder.path().join("import.json")).expect("it can be copied");
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
        history.recover(RecoveryLimits::AT_START).expect("what had arrived is put together");
        // While other programs have the processor nobody opens anything.
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
