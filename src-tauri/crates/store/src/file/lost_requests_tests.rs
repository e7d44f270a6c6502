use std::fs;

use race::{Level, Load, Plan, RunKind, RunState, Sample, Status};
use rusqlite::Connection;

use super::*;
use crate::file::open::FILE;
use crate::fixtures::{begun, end, finished, sample, stream};
use crate::history::History;

fn recording(round: usize) -> Recording {
    let mut recording = stream(&[&format!("Answer {round}"), " bends."]);
    end(&mut recording);
    recording
}

/// A closed history of a race of four rounds, and of a sweep of two levels of three requests.
fn history() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let (mut race, recordings) = finished("race", 4);
    race.plan.repeat = 4;
    history.begin(&begun(&race)).unwrap();
    history.finish(&race, &recordings).unwrap();
    let load = Load { concurrency: vec![1, 2], samples: 2, waves: None, ..Load::default() };
    let plan = Plan { load: Some(load), ..race.plan.clone() };
    let mut sweep = Run {
        kind: RunKind::Sweep,
        plan,
        state: RunState::Running,
        ..crate::fixtures::run("sweep")
    };
    history.begin(&sweep).unwrap();
    for (concurrency, first) in [(1, 0), (2, 3)] {
        let logs: Vec<_> = (first..first + 3).map(recording).collect();
        let mut samples: Vec<Sample> = logs.iter().map(|log| sample(&sweep, 0, log)).collect();
        let others = samples.split_off(2);
        let level = Level {
            concurrency: Some(concurrency),
            measured: 2,
            unmeasured: 1,
            samples,
            others,
            ..Level::default()
        };
        sweep.lanes[0].levels.push(level.clone());
        history.keep_level(&sweep, 0, &level, &logs, &(0..3)).unwrap();
    }
    sweep.state = RunState::Finished;
    history.finish_sweep(&sweep).unwrap();
    dir
}

/// The history with these statements, rebuilt.
fn rebuilt_after(dir: &tempfile::TempDir, sql: &str) -> (tempfile::TempDir, History, Vec<String>) {
    let damaged = tempfile::tempdir().unwrap();
    fs::copy(dir.path().join(FILE), damaged.path().join(FILE)).unwrap();
    let connection = Connection::open(damaged.path().join(FILE)).unwrap();
    let sql = format!("PRAGMA foreign_keys = OFF; {sql}; DROP TABLE votes");
    connection.execute_batch(&sql).unwrap();
    drop(connection);
    let rebuilt = History::rebuild(damaged.path()).unwrap().expect("a table is missing");
    let history = History::open(damaged.path()).unwrap();
    (damaged, history, rebuilt.salvage.told())
}

#[test]
fn a_request_that_is_lost_leaves_its_place_empty_and_every_other_in_its_own() {
    let dir = history();
    let sound = History::open_to_read(dir.path()).unwrap().unwrap();
    // The numbers and texts of a lost sample are also beside its raw log.
    for (lost, is_there) in [("recordings", false), ("samples", true)] {
        for (id, round) in [("race", 0), ("race", 1), ("sweep", 0), ("sweep", 2), ("sweep", 5)] {
            let place = format!("{lost} of {id}, {round}");
            let sql = format!(
                "DELETE FROM {lost} WHERE run_id = '{id}' AND lane = 0 AND round = {round}"
            );
            let (_dir, history, told) = rebuilt_after(&dir, &sql);
            let (was, now) = (sound.run(id).unwrap(), history.run(id).unwrap());
            let of = |run: &Run| run.lanes[0].requests().cloned().collect::<Vec<Sample>>();
            let (was, now) = (of(&was), of(&now));
            assert_eq!(was.len(), now.len(), "{place}: the number of requests is known");
            for (at, (was, now)) in (0_u32..).zip(was.iter().zip(&now)) {
                if at == round && !is_there {
                    assert_eq!(now.status, Status::Interrupted, "{place}");
                    assert_eq!(now.speed.ttft_ms, None, "{place}: unknown is absent");
                } else {
                    assert_eq!(was, now, "{place}: request {at} is as it was");
                    let log = |history: &History| history.recording(id, 0, at).unwrap();
                    assert_eq!(log(&sound), log(&history), "{place}: with its own raw log");
                }
            }
            let named = format!("Without some of their requests: {id}.");
            assert_eq!(told.contains(&named), !is_there, "{place}: it is told: {told:?}");
            assert_eq!(history.verify().unwrap().findings, [], "{place}: nothing else is wrong");
        }
    }
}

#[test]
fn a_run_that_cannot_be_read_is_in_the_damaged_file_alone() {
    let dir = history();
    for document in ["'no JSON'", "CAST(x'7b22a5' AS TEXT)"] {
        let sql = format!("UPDATE runs SET document = {document} WHERE id = 'race'");
        let (_dir, history, told) = rebuilt_after(&dir, &sql);
        assert!(history.run("race").is_err(), "{document}: it is lost");
        assert!(
            told.iter().any(|told| told.starts_with("Lost") && told.contains("race")),
            "{told:?}"
        );
        assert_eq!(history.verify().unwrap().findings, [], "{document}: no check tells it again");
        assert_eq!(history.list(0, 9).unwrap().runs.len(), 1, "{document}: the other is listed");
    }
}

#[test]
fn a_damaged_number_of_requests_is_not_believed() {
    let dir = history();
    let sql = "UPDATE samples SET round = 4000000000 WHERE run_id = 'race' AND lane = 0 AND round = 3;
         UPDATE runs SET document = json_set(document, '$.lanes[0].levels[0].measured', 4294967295) WHERE id = 'sweep'";
    let (_dir, history, told) = rebuilt_after(&dir, sql);
    assert!(
        history.run("race").unwrap().lanes[0].requests().count() <= 5,
        "a round that cannot be"
    );
    assert!(told.concat().contains("Lost, as far as their ids are known: sweep"), "{told:?}");
}
