//! What the history contains of a race: its row before the first byte, and what had arrived when the app was
//! killed.

use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use race::{RunState, Status, Timeouts};
use store::{History, RecoveryLimits};

use crate::arena::{Arena, block_on, lane_at, plan, race_of};
use crate::raw::{END, delta, serve};

/// Where the child to be killed keeps its history, and which server it races.
const FOLDER: &str = "PACELINE_TEST_KILLED_IN";
const BASE_URL: &str = "PACELINE_TEST_KILLED_AT";
/// What the child prints once its race has begun.
const BEGUN: &str = "the race has begun";

#[test]
fn a_runs_row_is_there_before_its_first_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let history = Arc::new(History::open(folder.path()).expect("a new history"));
    let states = Arc::new(Mutex::new(Vec::new()));
    let (seen, read) = (Arc::clone(&states), Arc::clone(&history));
    // The server checks the history when the request arrives, and only then answers.
    let base_url = serve(move |_, socket| {
        let page = read.list(0, 10).expect("the history can be read");
        let now: Vec<_> = page.runs.iter().map(|row| row.state).collect();
        seen.lock().expect("nobody panicked").push(now);
        let text = delta(r#"{"content":"Because."}"#);
        let answer =
            format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{text}{END}");
        socket.write_all(answer.as_bytes()).expect("the client reads");
    });
    let race = race_of(plan(vec![lane_at(&base_url, "m")]), Timeouts::default());
    let recorded = block_on(app::record(Some(Arc::clone(&history)), race, None));
    let (run, not_saved) = recorded.expect("the race starts");
    assert!(not_saved.is_none(), "it is kept");
    let states = states.lock().expect("nobody panicked");
    assert_eq!(*states, [[RunState::Running]], "its row stood when the request arrived");
    let kept = history.run(&run.id).expect("it is there");
    assert_eq!(kept, run, "and afterwards the history has the run, whole");
    assert_eq!(kept.lanes[0].samples[0].text, "Because.", "with its text");
    let verification = history.verify().expect("it can be checked");
    assert_eq!(
        (verification.runs, verification.recomputed),
        (1, 1),
        "its numbers follow from its log"
    );
    assert_eq!(verification.findings, [], "and agree with it");
}

#[test]
#[ignore = "it is started, and killed, by the test below"]
fn a_race_to_be_killed() {
    let (Ok(folder), Ok(base_url)) = (std::env::var(FOLDER), std::env::var(BASE_URL)) else {
        return;
    };
    let history = Arc::new(History::open(Path::new(&folder)).expect("a new history"));
    let lanes = [
        "scripted?ttft=20ms&gap=5ms&tokens=20000",
        "scripted?ttft=20ms&gap=1ms&tokens=10",
        "scripted?ttft=60s&tokens=5",
    ];
    let lanes = lanes.iter().map(|model| lane_at(&base_url, model)).collect();
    let race = race_of(plan(lanes), Timeouts::default());
    let state = race.state();
    std::thread::spawn(move || {
        while state.with_recording(0, |recording| recording.timeline.text().count()) < Some(50) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let mut out = std::io::stdout();
        writeln!(out, "\n{BEGUN}").and_then(|()| out.flush()).expect("the parent listens");
    });
    let _never = block_on(app::record(Some(history), race, None));
}

#[test]
fn a_run_cut_off_by_a_kill_is_there_afterwards_with_what_had_arrived() {
    let arena = Arena::open();
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", "kept::a_race_to_be_killed", "--ignored", "--nocapture"])
        .env(FOLDER, folder.path())
        .env(BASE_URL, arena.base_url())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this binary starts");
    let said = BufReader::new(child.stdout.take().expect("it is piped"));
    let begun = said.lines().map_while(Result::ok).any(|line| line == BEGUN);
    // At most one checkpoint later, what has arrived by now is stored.
    std::thread::sleep(Duration::from_millis(600));
    child.kill().expect("it runs until it is killed");
    child.wait().expect("it is gone");
    assert!(begun, "it was in the middle of its race");

    let history = History::open(folder.path()).expect("a kill leaves the file sound");
    history.recover(RecoveryLimits::AT_START).expect("and what had arrived is put together");
    let page = history.list(0, 10).expect("it can be read");
    let rows: Vec<_> = page.runs.iter().map(|row| row.state).collect();
    assert_eq!(rows, [RunState::Interrupted], "the run is there, and says how it ended");
    let run = history.run(&page.runs[0].id).expect("it can be opened");
    let cut_off = &run.lanes[0].samples[0];
    assert_eq!(cut_off.status, Status::Interrupted, "it was no failure of the provider's");
    assert!(cut_off.speed.chunks >= 50 && !cut_off.text.is_empty(), "what had arrived is there");
    assert!(
        cut_off.speed.ttft_ms.is_some() && cut_off.speed.decode_tps.is_some(),
        "with its numbers"
    );
    assert_eq!(cut_off.error, None, "and nothing to blame");
    let ended = &run.lanes[1].samples[0];
    assert_eq!(
        (ended.status, ended.speed.chunks),
        (Status::Ok, 10),
        "a lane that had ended is whole"
    );
    let verification = history.verify().expect("it can be checked");
    assert_eq!(verification.findings, [], "every number follows from what was kept");
}

#[test]
fn a_run_whose_history_vanished_is_not_called_kept_and_is_there_at_the_next_start_with_its_bill() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("data");
    let history = Arc::new(app::open_history(&dir).expect("a new history"));
    let gone = dir.clone();
    let base_url = serve(move |_, socket| {
        // The folder is removed during the answer.
        let _already_gone = std::fs::remove_dir_all(&gone);
        let text = delta(r#"{"content":"Because."}"#);
        let answer =
            format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{text}{END}");
        socket.write_all(answer.as_bytes()).expect("the client reads");
    });
    let race = race_of(plan(vec![lane_at(&base_url, "m")]), Timeouts::default());
    let recorded = block_on(app::record(Some(history), race, None));
    let (run, not_saved) = recorded.expect("the race starts");
    let not_saved = not_saved.expect("it is not in the history");
    assert!(
        not_saved.to_string().contains("removed, replaced or emptied"),
        "it says why: {not_saved}"
    );
    let file = not_saved.instead.expect("it is in a file");
    assert!(file.starts_with(&dir), "beside the history: {}", file.display());

    let history = app::open_history(&dir).expect("the next start makes a new one");
    let kept = history.run(&run.id).expect("and takes the run in");
    assert_eq!(kept, run, "whole");
    assert!(!file.exists(), "nothing is left of the file");
    assert!(!history.list(0, 1).expect("it can be read").runs[0].imported, "it was measured here");
    let spent = history.spent_today().expect("it can be read");
    assert_eq!((spent.requests, spent.unknown), (1, 1), "and counts towards the day's cap");
    assert_eq!(history.verify().expect("it can be checked").findings, [], "every number is right");
}

#[test]
fn a_run_that_was_cut_off_gets_its_end_from_the_file_it_was_written_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("data");
    let history = Arc::new(app::open_history(&dir).expect("a new history"));
    let stolen = dir.clone();
    let base_url = serve(move |_, socket| {
        // Another file takes its place during the answer, with the run as it was when it began.
        for name in ["paceline.db", "paceline.db-wal"] {
            let (file, copy) = (stolen.join(name), stolen.join(format!("{name}.copy")));
            std::fs::copy(&file, &copy).expect("it can be copied");
            std::fs::rename(&copy, &file).expect("and replaced");
        }
        let text = delta(r#"{"content":"Because."}"#);
        let answer =
            format!("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{text}{END}");
        socket.write_all(answer.as_bytes()).expect("the client reads");
    });
    let race = race_of(plan(vec![lane_at(&base_url, "m")]), Timeouts::default());
    let recorded = block_on(app::record(Some(Arc::clone(&history)), race, None));
    let (run, not_saved) = recorded.expect("the race starts");
    assert!(not_saved.is_some(), "it went into a file that nobody finds");
    drop(history);
    let history = app::open_history(&dir).expect("the other file is opened");
    let kept = history.run(&run.id).expect("it has the run");
    assert_eq!(kept, run, "with its end");
    let page = history.list(0, 10).expect("it can be read");
    assert!(!page.runs[0].imported, "it was measured and paid for here");
    assert_eq!(history.verify().expect("it can be checked").findings, [], "every number is right");
}
