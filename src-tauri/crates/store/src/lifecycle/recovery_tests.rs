use std::time::Duration;

use race::RunState;
use rusqlite::params;

use super::*;
use crate::fixtures::{run, stream};
use crate::lifecycle::checkpoints::CheckpointCursor;
use crate::lifecycle::repair::Repair;

/// A folder with runs that a process left behind in the middle of their answers.
fn left_behind(ids: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    for id in ids {
        history.begin(&run(id)).unwrap();
        let arrived = CheckpointCursor::nothing_of(0, 0).take(&stream(&["Because "]), None);
        history.checkpoint(id, &[arrived.unwrap()]).unwrap();
    }
    dir
}

fn sql(history: &History, sql: &str, id: &str) {
    history.write(|connection| Ok(connection.execute(sql, params![id])?)).unwrap();
}

#[test]
fn opening_only_marks_what_was_left_and_computes_nothing() {
    let dir = left_behind(&["run"]);
    let history = History::open(dir.path()).unwrap();
    let found = history.run("run").unwrap();
    assert_eq!(found.state, RunState::Interrupted, "nobody runs it any more");
    assert!(found.lanes.iter().all(|lane| lane.samples.is_empty()), "nothing was computed yet");
    assert!(history.needs_upkeep(30).unwrap(), "and it is known that there is something to do");

    let recovery = history.recover(RecoveryLimits::AT_START).unwrap();
    assert_eq!(recovery, Recovery { restored: vec!["run".into()], left: vec![] }, "afterwards");
    assert_eq!(history.run("run").unwrap().lanes[0].samples[0].text, "Because ", "it is whole");
    assert!(!history.needs_upkeep(30).unwrap(), "nothing is left to do");
    assert_eq!(history.notices(), Vec::<String>::new(), "and nothing to say");
}

#[test]
fn a_run_over_the_limits_stays_raw_and_is_named_and_a_repair_puts_it_together() {
    let dir = left_behind(&["run"]);
    let history = History::open(dir.path()).unwrap();
    let small = RecoveryLimits { request_bytes: 10, ..RecoveryLimits::AT_START };
    let recovery = history.recover(small).unwrap();
    assert_eq!(recovery.restored, Vec::<String>::new(), "it is too large for a start");
    assert!(recovery.left[0].contains("Run run") && recovery.left[0].contains("history repair"));
    assert_eq!(history.notices(), recovery.left, "the user is told, with what to do");
    assert_eq!(history.run("run").unwrap().state, RunState::Interrupted, "its row can be read");

    let late = RecoveryLimits { time: Duration::ZERO, ..RecoveryLimits::AT_START };
    assert!(history.recover(late).unwrap().left[0].contains("no time"), "nor is it begun too late");
    drop(history);
    let history = History::open(dir.path()).unwrap();
    assert_eq!(
        history.recover(RecoveryLimits::NONE).unwrap().restored,
        ["run"],
        "nothing was lost"
    );
}

#[test]
fn a_start_that_was_held_up_says_nothing_of_a_run_and_the_next_tries_again() {
    let dir = left_behind(&["run"]);
    let history = History::open(dir.path()).unwrap();
    let short = RecoveryLimits { time: Duration::from_nanos(1), ..RecoveryLimits::AT_START };
    let left = history.recover(short).unwrap().left;
    assert!(left[0].contains("a later start tries again"), "it is told: {left:?}");
    drop(history);
    let history = History::open(dir.path()).unwrap();
    assert_eq!(history.recover(RecoveryLimits::AT_START).unwrap().restored, ["run"]);
    let names = std::fs::read_dir(dir.path().join("running")).unwrap();
    assert_eq!(names.count(), 0, "nothing is left of it");
}

#[test]
fn what_took_two_starts_too_long_is_not_tried_by_the_next() {
    let dir = left_behind(&["slow", "small"]);
    let history = History::open(dir.path()).unwrap();
    let short = RecoveryLimits { time: Duration::from_nanos(1), ..RecoveryLimits::AT_START };
    for _ in 0..2 {
        assert_eq!(history.recover(short).unwrap().left.len(), 2, "the time is over at once");
    }
    let recovery = history.recover(RecoveryLimits::AT_START).unwrap();
    assert_eq!(recovery.restored, Vec::<String>::new(), "both are left as they are");
    drop(history);
    let history = History::open(dir.path()).unwrap();
    let recovery = history.recover(RecoveryLimits::AT_START).unwrap();
    assert!(recovery.left.iter().all(|why| why.contains("takes longer")), "told: {recovery:?}");
    assert_eq!(history.recover(RecoveryLimits::NONE).unwrap().restored, ["slow", "small"]);
    let names = std::fs::read_dir(dir.path().join("running")).unwrap();
    assert_eq!(names.count(), 0, "nothing is left of it");
}

#[test]
fn the_time_is_over_also_in_the_middle_of_a_request() {
    let deadline = Deadline { clock: Clock::start(), time: Duration::from_millis(1) };
    let (hold, held) = channel::<()>();
    let late = deadline.within(move |_| {
        // As long as the test lives.
        let _never = held.recv();
        Ok(())
    });
    assert!(matches!(late, Err(Obstacle::Late)), "nobody waits for it");
    drop(hold);
    let deadline = Deadline { clock: Clock::start(), time: Duration::from_secs(3_600) };
    assert!(matches!(deadline.within(|_| Ok(7)), Ok(7)), "what is in time is taken");
}

#[test]
fn an_unreadable_row_affects_nothing_else() {
    for broken in [
        "UPDATE runs SET document = '{bad' WHERE id = ?1",
        "UPDATE runs SET document = '{}' WHERE id = ?1",
        "UPDATE checkpoints SET lane = -5 WHERE run_id = ?1",
        "UPDATE checkpoints SET usage = '[' WHERE run_id = ?1",
        "UPDATE checkpoints SET log = x'ffff' WHERE run_id = ?1",
    ] {
        let dir = left_behind(&["bad", "good"]);
        sql(&History::open_to_read_and_write(dir.path()), broken, "bad");
        let history = History::open(dir.path()).expect("one bad row stops no start");
        let recovery = history.recover(RecoveryLimits::AT_START).unwrap();
        assert_eq!(recovery.restored, ["good"], "the other run is whole: {broken}");
        assert!(recovery.left[0].contains("Run bad"), "the bad one is named: {recovery:?}");
        let listed = history.list(0, 10).unwrap();
        assert!(listed.runs.iter().any(|row| row.id == "good"), "the list is there: {broken}");
        let found = history.find("sky", None, 10).unwrap();
        assert!(found.runs.iter().any(|hit| hit.row.id == "good"), "and the search: {broken}");
        let findings = history.verify().expect("verify says what is wrong").findings;
        assert!(findings.iter().any(|finding| finding.run.as_deref() == Some("bad")), "{broken}");
        drop(history);
        History::open(dir.path()).expect("nor the next start");
    }
}

impl History {
    /// Opens it as another program would, which marks nothing.
    fn open_to_read_and_write(dir: &std::path::Path) -> Self {
        let file = dir.join("paceline.db");
        let connection = rusqlite::Connection::open(&file).unwrap();
        Self::over(file, None, connection)
    }
}

#[test]
fn a_repair_mends_what_can_be_computed_again_and_throws_nothing_away() {
    let dir = left_behind(&["cut", "bad"]);
    let history = History::open(dir.path()).unwrap();
    let small = RecoveryLimits { request_bytes: 10, ..RecoveryLimits::AT_START };
    history.recover(small).unwrap();
    sql(&history, "UPDATE runs SET document = '{bad' WHERE id = ?1", "bad");
    let (run, recordings) = crate::fixtures::finished("indexed", 1);
    history.begin(&crate::fixtures::begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    sql(
        &history,
        "UPDATE numbers SET ttft_ms = 1.0 WHERE run = (SELECT key FROM overview WHERE run_id = ?1)",
        "indexed",
    );
    sql(&history, "INSERT INTO settings (name, value) VALUES (?1, '{bad')", "network");

    let done = history.repair().unwrap();
    assert_eq!(done.restored, ["cut"], "whatever its size");
    assert_eq!(done.indexed, ["indexed"], "from its samples");
    assert_eq!(done.settings, ["network"], "to its default");
    assert!(done.left.iter().all(|what| what.contains("bad")), "what is lost is named: {done:?}");
    assert!(!done.left.is_empty(), "and not called mended");
    let again = history.repair().unwrap();
    assert_eq!(Repair { left: done.left.clone(), ..Repair::default() }, again, "once is enough");
}
