//! Sweeps that are stored level by level.

use race::{Load, Plan};

use super::*;
use crate::fixtures::{end, run, sample, stream};

fn sweep(id: &str) -> Run {
    let load = Load { concurrency: vec![1, 2], samples: 2, waves: None, ..Load::default() };
    let run = run(id);
    Run {
        kind: race::RunKind::Sweep,
        plan: Plan { load: Some(load), ..run.plan.clone() },
        state: RunState::Running,
        ..run
    }
}

fn recording() -> Recording {
    let mut recording = stream(&["Rivers ", "bend."]);
    end(&mut recording);
    recording
}

/// A level of two measured requests and another one, with their raw logs.
fn level(run: &Run, concurrency: u32) -> (Level, Vec<Recording>) {
    let sample = || sample(run, 0, &recording());
    let level = Level {
        concurrency: Some(concurrency),
        measured: 2,
        unmeasured: 1,
        samples: vec![sample(), sample()],
        others: vec![sample()],
        ..Level::default()
    };
    (level, vec![recording(), recording(), recording()])
}

#[test]
fn a_sweep_is_kept_level_by_level_and_read_back_unchanged() {
    let history = History::in_memory().unwrap();
    let mut run = sweep("s");
    history.begin(&run).unwrap();
    for concurrency in [1, 2] {
        let (level, recordings) = level(&run, concurrency);
        run.lanes[0].levels.push(level.clone());
        history.keep_level(&run, 0, &level, &recordings, &(0..3)).unwrap();
        assert_eq!(history.run("s").unwrap(), run, "each level is there as soon as it is over");
    }
    run.state = RunState::Finished;
    history.finish_sweep(&run).unwrap();
    assert_eq!(history.run("s").unwrap(), run, "and the sweep with all of them");
    assert_eq!(
        history.list(0, 1).unwrap().runs[0].kind,
        race::RunKind::Sweep,
        "the list tells it from a race"
    );
    assert_eq!(history.recording("s", 0, 5).unwrap(), recording(), "every request has its raw log");
    let findings = history.verify().unwrap().findings;
    assert_eq!(findings, [], "and every number follows from it");
}

#[test]
fn a_level_needs_the_raw_log_of_each_request() {
    let history = History::in_memory().unwrap();
    let mut run = sweep("s");
    history.begin(&run).unwrap();
    let (level, recordings) = level(&run, 1);
    run.lanes[0].levels.push(level.clone());
    let short = history.keep_level(&run, 0, &level, &recordings[..2], &(0..3));
    assert!(matches!(short, Err(HistoryError::Unfit { .. })), "{short:?}");
    assert!(history.run("s").unwrap().lanes[0].levels.is_empty(), "nothing of it is kept");
}

#[test]
fn a_sweep_that_was_cut_off_resumes_after_its_last_level() {
    let folder = tempfile::tempdir().unwrap();
    {
        let history = History::open(folder.path()).unwrap();
        let mut run = sweep("s");
        history.begin(&run).unwrap();
        let (level, recordings) = level(&run, 1);
        run.lanes[0].levels.push(level.clone());
        history.keep_level(&run, 0, &level, &recordings, &(0..3)).unwrap();
    }
    let history = History::open(folder.path()).unwrap();
    assert_eq!(history.run("s").unwrap().state, RunState::Interrupted, "it was cut off");
    let mut run = history.reopen("s").unwrap();
    assert_eq!(run.lanes[0].levels.len(), 1, "what was kept is there");
    let (level, recordings) = level(&run, 2);
    run.lanes[0].levels.push(level.clone());
    history.keep_level(&run, 0, &level, &recordings, &(0..3)).unwrap();
    run.state = RunState::Finished;
    history.finish_sweep(&run).unwrap();
    assert_eq!(history.run("s").unwrap().lanes[0].levels.len(), 2, "and goes on");
    assert!(history.reopen("s").is_err(), "what has finished does not");
}

#[test]
fn a_level_that_was_cut_off_is_put_together_from_the_checkpoints_of_its_requests_alone() {
    use crate::lifecycle::checkpoints::CheckpointCursor;
    use crate::lifecycle::recovery::RecoveryLimits;

    let folder = tempfile::tempdir().unwrap();
    let note = |level: u32, end: bool| -> race::LevelRequestNote {
        let end = end.then(|| serde_json::json!({"reply": {"done": true}, "is_cut": false}));
        let note = serde_json::json!({
            "level": level, "step": {"streams": 2}, "is_measured": true, "end": end,
        });
        serde_json::from_value(note).unwrap()
    };
    {
        let history = History::open(folder.path()).unwrap();
        let mut run = sweep("s");
        history.begin(&run).unwrap();
        let saved = |number: u32, level: u32, end: bool| {
            let mut cursor = CheckpointCursor::nothing_of(0, number);
            let arrived = cursor.take_noted(&recording(), Some(&note(level, end))).unwrap();
            history.checkpoint("s", &[arrived]).unwrap();
        };
        for number in 0..3 {
            saved(number, 0, true);
        }
        // A request of the next level is saved before the first level is stored.
        saved(3, 1, true);
        let (level, recordings) = level(&run, 1);
        run.lanes[0].levels.push(level.clone());
        history.keep_level(&run, 0, &level, &recordings, &(0..3)).unwrap();
        saved(4, 1, false);
    }
    let history = History::open(folder.path()).unwrap();
    history.recover(RecoveryLimits::AT_START).unwrap();
    let run = history.run("s").unwrap();
    let [first, second] = run.lanes[0].levels.as_slice() else { panic!("two levels: {run:?}") };
    assert_eq!((first.measured, first.unmeasured), (2, 1), "the first is as it was stored");
    assert_eq!(second.ended, race::LevelEnd::Interrupted, "the second was cut off");
    let states: Vec<_> = second.requests().map(|sample| sample.status).collect();
    assert_eq!(states, [race::Status::Ok, race::Status::Interrupted], "with both its requests");
    assert_eq!(history.verify().unwrap().findings, [], "and nothing is left beside it");
    let listed = history.list(0, 1).unwrap().runs.remove(0);
    assert!(listed.lanes[0].ttft_ms.is_some(), "the list has the numbers of its first level");
    assert_eq!(history.resumable("s").unwrap(), run, "there is no more to put together");
}

#[test]
fn a_sweep_that_was_imported_does_not_go_on_here_and_one_of_here_does() {
    for (is_imported, told) in [(true, "measured here"), (false, "")] {
        let history = History::in_memory().unwrap();
        let mut run = Run { state: RunState::Stopped, ..sweep("s") };
        let (level, logs) = level(&run, 1);
        run.lanes[0].levels.push(level);
        let record = crate::RunRecord {
            run,
            marks: crate::Annotations::default(),
            recordings: vec![logs, Vec::new()],
        };
        let added =
            if is_imported { history.add(&[record]) } else { history.add_unsaved(&[record]) };
        assert_eq!(added.unwrap().added, ["s"], "it is there");
        for refusal in [history.resumable("s").err(), history.reopen("s").err()] {
            let refusal = refusal.map(|error| error.to_string()).unwrap_or_default();
            assert!(
                refusal.contains(told) && refusal.is_empty() != is_imported,
                "{is_imported}: {refusal}"
            );
        }
        let state = history.run("s").unwrap().state;
        let expected = if is_imported { RunState::Stopped } else { RunState::Running };
        assert_eq!(state, expected, "what it would spend counts, or it is not spent");
    }
}
