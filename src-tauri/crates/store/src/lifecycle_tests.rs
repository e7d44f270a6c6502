use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use race::{RunState, Status};

use crate::error::HistoryError;
use crate::fixtures::{TTFT_MS, begun, end, finished, run, sample, stream};
use crate::history::History;
use crate::lifecycle::checkpoints::CheckpointCursor;
use crate::lifecycle::recovery::RecoveryLimits;

/// The environment variable that tells the other process where the history is.
const DIR: &str = "PACELINE_TEST_HISTORY";

/// Begins a run and saves what arrives: its first lane ends, its second is in the middle of its answer.
fn half_way(history: &History, id: &str) {
    let run = run(id);
    history.begin(&run).unwrap();
    let mut first = stream(&["Short waves", " scatter."]);
    let second = stream(&["Because "]);
    let mut seen = [CheckpointCursor::nothing_of(0, 0), CheckpointCursor::nothing_of(1, 0)];
    let arrived = [seen[0].take(&first, None).unwrap(), seen[1].take(&second, None).unwrap()];
    history.checkpoint(id, &arrived).unwrap();
    end(&mut first);
    let ended = sample(&run, 0, &first);
    let arrived = seen[0].take(&first, Some(&ended)).unwrap();
    history.checkpoint(id, &[arrived]).unwrap();
}

/// Asserts that everything `half_way` saved is there, and that nothing more is claimed.
fn is_interrupted_with_what_had_arrived(history: &History, id: &str) {
    let run = history.run(id).unwrap();
    assert_eq!(run.state, RunState::Interrupted, "a run whose process is gone is interrupted");
    let [first, second] = run.lanes.as_slice() else { panic!("both lanes are there: {run:?}") };
    assert_eq!(first.samples[0].status, Status::Ok, "a lane that had ended keeps its end");
    assert_eq!(first.samples[0].cost_usd, Some(0.1), "and its numbers");
    assert_eq!(first.samples[0].text, "Short waves scatter.", "and its text");
    assert!(first.summary.contains_key("ttft_ms"), "and counts in the summary");
    let cut = &second.samples[0];
    assert_eq!(cut.status, Status::Interrupted, "a lane cut off is no failure of its provider's");
    assert_eq!(cut.text, "Because ", "the text that had arrived is there");
    assert_eq!(cut.reasoning, "Rayleigh.", "and the reasoning");
    assert_eq!(cut.speed.ttft_ms, Some(TTFT_MS), "and what could be measured");
    assert_eq!(cut.cost_usd, None, "what is unknown is absent");
    assert_eq!(
        history.recording(id, 1, 0).unwrap(),
        stream(&["Because "]),
        "the raw log is there to the last event"
    );
    let row = history.list(0, 100).unwrap().runs.into_iter().find(|row| row.id == id).unwrap();
    assert_eq!(row.state, RunState::Interrupted, "the list says so too");
    assert_eq!(row.lanes[1].status, Some(Status::Interrupted), "lane by lane");
    assert_eq!(history.verify().unwrap().findings, [], "nothing is left over");
}

#[test]
fn a_run_is_there_before_its_first_byte() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    history.begin(&run("run")).unwrap();
    let elsewhere = History::open(dir.path()).unwrap();
    assert_eq!(elsewhere.run("run").unwrap(), run("run"), "everyone sees what is about to be sent");
    assert_eq!(elsewhere.list(0, 1).unwrap().runs[0].state, RunState::Running, "and that it runs");
}

#[test]
fn a_finished_run_comes_back_exactly() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let (mut run, recordings) = finished("run", 3);
    run.lanes[1].samples[1].text = "Not what the raw log says.".into();
    run.lanes[1].samples[2].reasoning = "".into();
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    drop(history);
    let history = History::open(dir.path()).unwrap();
    assert_eq!(history.run("run").unwrap(), run, "every number and every text");
    for (lane, logs) in (0_u32..).zip(&recordings) {
        for (round, log) in (0_u32..).zip(logs) {
            assert_eq!(&history.recording("run", lane, round).unwrap(), log, "every raw log");
        }
    }
    assert!(!dir.path().join("running/run.lock").exists(), "nothing says any more that it runs");
}

#[test]
fn finishing_is_all_or_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    half_way(&history, "run");
    history
        .write(|connection| {
            // Equivalent to a full disk: the very last row cannot be written.
            connection.execute_batch(
                "CREATE TRIGGER full BEFORE INSERT ON recordings WHEN NEW.lane = 1 AND NEW.round = 2
                 BEGIN SELECT RAISE (ABORT, 'no room'); END",
            )?;
            Ok(())
        })
        .unwrap();
    let (run, recordings) = finished("run", 3);
    let refusal = history.finish(&run, &recordings).expect_err("the last row does not fit");
    assert!(refusal.to_string().contains("no room"), "it says why: {refusal}");
    let left = history.run("run").unwrap();
    assert_eq!(left.state, RunState::Running, "a run that was not saved is not called finished");
    assert!(left.lanes.iter().all(|lane| lane.samples.is_empty()), "no half of it was written");

    history.write(|connection| Ok(connection.execute_batch("DROP TRIGGER full")?)).unwrap();
    drop(history);
    let history = History::open(dir.path()).unwrap();
    history.recover(RecoveryLimits::AT_START).unwrap();
    is_interrupted_with_what_had_arrived(&history, "run");
}

#[test]
fn a_run_can_only_be_begun_once_and_finished_once() {
    let history = History::in_memory().unwrap();
    let (run, recordings) = finished("run", 1);
    assert!(
        matches!(history.finish(&run, &recordings), Err(HistoryError::NoSuchRun { .. })),
        "what was never begun cannot be finished"
    );
    assert!(
        matches!(history.begin(&run), Err(HistoryError::Unfit { .. })),
        "what is over cannot begin"
    );
    history.begin(&begun(&run)).unwrap();
    assert!(
        matches!(history.begin(&begun(&run)), Err(HistoryError::AlreadyBegun { .. })),
        "one id is one run"
    );
    assert!(
        matches!(history.finish(&begun(&run), &recordings), Err(HistoryError::Unfit { .. })),
        "what is under way is not over"
    );
    assert!(
        matches!(history.finish(&run, &recordings[..1]), Err(HistoryError::Unfit { .. })),
        "every sample needs its raw log"
    );
    history.finish(&run, &recordings).unwrap();
    assert!(
        matches!(history.finish(&run, &recordings), Err(HistoryError::Over { .. })),
        "what is over is not written again"
    );
    assert!(
        matches!(history.checkpoint("run", &[]), Err(HistoryError::Over { .. })),
        "nothing arrives for what is over"
    );
}

#[test]
fn an_id_that_is_not_a_file_name_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    for id in ["", "../escape", "a/b", "a\\b", "a.b", "nul\0", &"x".repeat(65)] {
        assert!(
            matches!(history.begin(&run(id)), Err(HistoryError::BadId { .. })),
            "{id:?} could lead out of the folder"
        );
    }
}

#[test]
fn a_run_cut_off_before_anything_arrived_has_no_samples() {
    let dir = tempfile::tempdir().unwrap();
    History::open(dir.path()).unwrap().begin(&run("run")).unwrap();
    let found = History::open(dir.path()).unwrap().run("run").unwrap();
    assert_eq!(found.state, RunState::Interrupted, "it is not under way");
    assert!(found.lanes.iter().all(|lane| lane.samples.is_empty()), "nothing was measured");
}

#[test]
fn rounds_that_were_over_stay_as_they_were() {
    let dir = tempfile::tempdir().unwrap();
    let (whole, recordings) = finished("run", 2);
    {
        let history = History::open(dir.path()).unwrap();
        history.begin(&begun(&whole)).unwrap();
        for lane in 0..2_u32 {
            let place = lane as usize;
            let arrived = CheckpointCursor::nothing_of(lane, 0)
                .take(&recordings[place][0], Some(&whole.lanes[place].samples[0]))
                .unwrap();
            history.checkpoint("run", &[arrived]).unwrap();
        }
        let second = CheckpointCursor::nothing_of(1, 1).take(&stream(&["Be"]), None).unwrap();
        history.checkpoint("run", &[second]).unwrap();
    }
    let history = History::open(dir.path()).unwrap();
    history.recover(RecoveryLimits::AT_START).unwrap();
    let found = history.run("run").unwrap();
    for lane in 0..2 {
        assert_eq!(
            found.lanes[lane].samples[0], whole.lanes[lane].samples[0],
            "a round that was over keeps its numbers"
        );
    }
    assert_eq!(found.lanes[0].samples.len(), 1, "of a round of which nothing came nothing is said");
    let cut = &found.lanes[1].samples[1];
    assert_eq!(cut.status, Status::Interrupted, "the round that was under way is interrupted");
    assert_eq!(cut.text, "Be", "and keeps what had arrived");
}

#[test]
fn many_handles_write_at_once_and_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let handles: Vec<_> = (0..3).map(|_| History::open(dir.path()).unwrap()).collect();
    thread::scope(|scope| {
        for (handle, history) in handles.iter().enumerate() {
            for worker in 0..2 {
                scope.spawn(move || {
                    for number in 0..10 {
                        let (run, recordings) = finished(&format!("{handle}-{worker}-{number}"), 2);
                        history.begin(&begun(&run)).unwrap();
                        let arrived =
                            CheckpointCursor::nothing_of(0, 0).take(&recordings[0][0], None);
                        history.checkpoint(&run.id, &[arrived.unwrap()]).unwrap();
                        history.finish(&run, &recordings).unwrap();
                        assert_eq!(history.run(&run.id).unwrap(), run, "it reads what it wrote");
                    }
                });
            }
        }
    });
    let verification = handles[0].verify().unwrap();
    assert_eq!(verification.findings, [], "nothing was torn");
    assert_eq!(verification.runs, 60, "nothing was lost");
}

/// Starts this test binary again as another process in the middle of a run, and waits until it is.
fn another_process(dir: &Path) -> Child {
    let mut child = Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "lifecycle::tests::another_process_in_mid_race",
            "--ignored",
            "--nocapture",
        ])
        .env(DIR, dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let is_half_way = lines.map_while(Result::ok).any(|line| line.contains("half way"));
    assert!(is_half_way, "the other process gets half way through its run");
    child
}

#[test]
#[ignore = "the other process of the tests below, which start it themselves"]
fn another_process_in_mid_race() {
    let dir = env::var_os(DIR).expect("the tests below say where the history is");
    let history = History::open(Path::new(&dir)).unwrap();
    half_way(&history, "theirs");
    std::io::stdout().write_all(b"\nhalf way\n").unwrap();
    // Ends by being killed or, if the test that started it is gone, when the pipe between them closes.
    while std::io::stdin().read_line(&mut String::new()).is_ok_and(|bytes| bytes > 0) {}
}

#[test]
fn a_run_of_a_killed_process_is_there_with_what_had_arrived() {
    let dir = tempfile::tempdir().unwrap();
    let mut process = another_process(dir.path());
    process.kill().unwrap();
    process.wait().unwrap();
    let history = History::open(dir.path()).unwrap();
    history.recover(RecoveryLimits::AT_START).unwrap();
    is_interrupted_with_what_had_arrived(&history, "theirs");
}

#[test]
fn a_run_of_a_process_that_lives_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let mut process = another_process(dir.path());
    let history = History::open(dir.path()).unwrap();
    assert_eq!(
        history.run("theirs").unwrap().state,
        RunState::Running,
        "a window that opens does not end the race of a command line"
    );
    let (mine, recordings) = finished("mine", 1);
    history.begin(&begun(&mine)).unwrap();
    history.finish(&mine, &recordings).unwrap();
    drop(history);
    process.kill().unwrap();
    process.wait().unwrap();
    let history = History::open(dir.path()).unwrap();
    history.recover(RecoveryLimits::AT_START).unwrap();
    is_interrupted_with_what_had_arrived(&history, "theirs");
    assert_eq!(history.run("mine").unwrap(), mine, "what others finished meanwhile stays");
}

#[test]
fn an_import_ends_no_interrupted_run_of_here_and_its_own_file_does() {
    let folder = tempfile::tempdir().unwrap();
    let (run, recordings) = finished("r", 1);
    History::open(folder.path()).unwrap().begin(&begun(&run)).unwrap();
    let history = History::open(folder.path()).unwrap();
    history.recover(RecoveryLimits::AT_START).unwrap();
    let cut = history.run("r").unwrap();
    assert_eq!(cut.state, RunState::Interrupted, "its process ended before it");
    let marks = crate::Annotations::default();
    let end = [crate::RunRecord { run: run.clone(), marks, recordings }];

    assert_eq!(history.add(&end).unwrap().known, ["r"], "it is here already");
    assert_eq!(history.run("r").unwrap(), cut, "whoever has an export of it could write an end");
    assert_eq!(history.add_unsaved(&end).unwrap().added, ["r"], "what could not be saved here");
    assert_eq!(history.run("r").unwrap(), run, "is its end");
    let listed = history.list(0, 1).unwrap().runs.remove(0);
    assert!(!listed.imported, "and was measured here");
}
