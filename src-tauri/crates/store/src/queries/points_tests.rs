//! Points of real runs, stored as they are after a race.

use race::{Level, Load, Run};

use super::*;
use crate::fixtures::{TTFT_MS, begun, end, finished, run, sample, stream};
use crate::migrations::{MIGRATIONS, newest};
use crate::older_files::SAMPLES_BACK;

fn keep(history: &History, id: &str, rounds: usize, change: impl FnOnce(&mut Run)) -> Run {
    let (mut run, recordings) = finished(id, rounds);
    change(&mut run);
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    run
}

/// Stores a sweep of one request per level, whose levels have these timestamp errors.
fn keep_sweep(history: &History, id: &str, load: Load, errors_ms: &[Option<f64>]) {
    let mut sweep = run(id);
    sweep.kind = race::RunKind::Sweep;
    sweep.plan.load = Some(load);
    history.begin(&sweep).unwrap();
    for ttft_error_ms in errors_ms.iter().copied() {
        let mut log = stream(&["a ", "b"]);
        end(&mut log);
        let samples = vec![sample(&sweep, 0, &log)];
        let level = Level { measured: 1, samples, ttft_error_ms, ..Level::default() };
        sweep.lanes[0].levels.push(level.clone());
        history.keep_level(&sweep, 0, &level, &[log], &(0..3)).unwrap();
    }
    sweep.state = race::RunState::Finished;
    history.finish_sweep(&sweep).unwrap();
}

fn all(history: &History) -> Vec<Point> {
    history.points(&Selection::default()).unwrap()
}

#[test]
fn every_request_of_a_race_is_a_point_with_its_numbers_and_conditions() {
    let history = History::in_memory().unwrap();
    let run = keep(&history, "a", 3, |run| run.lanes[1].samples[2].status = Status::Throttled);
    let points = all(&history);
    assert_eq!(points.len(), 6, "two lanes of three rounds");
    let places: Vec<_> = points.iter().map(|point| (point.lane, point.round)).collect();
    assert_eq!(places, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)], "by lane, then by round");
    for point in &points {
        let sample = &run.lanes[point.lane as usize].samples[point.round as usize];
        assert_eq!(point.numbers, sample.values(), "a point has the numbers of its sample");
        assert_eq!(point.status, sample.status, "and its end");
        assert_eq!(point.token_source, sample.token_source, "and who counted");
        assert_eq!(point.max_tokens, Some(256), "the limit is the plan's");
        assert_eq!(point.prompt_hash.len(), 16, "the prompt is told by its hash");
        assert!(point.prompt_tokens > Some(5), "and by its length");
        assert!(point.measured, "a race keeps measured rounds alone");
    }
    assert_eq!(points[0].numbers.get(Metric::TtftMs), Some(TTFT_MS), "the numbers are real ones");
    assert_eq!(points[0].concurrency, None, "a race has no level");
}

#[test]
fn a_lane_that_has_its_own_limit_says_so() {
    let history = History::in_memory().unwrap();
    keep(&history, "a", 1, |run| {
        run.plan.lanes.resize(3, race::LanePlan::default());
        run.plan.lanes[2].max_tokens = Some(9);
    });
    let limits: Vec<_> = all(&history).iter().map(|point| point.max_tokens).collect();
    assert_eq!(limits, [Some(256), Some(9)], "a lane's own limit overrules the shared one");
}

#[test]
fn a_selection_is_by_run_by_time_and_either_real_or_simulated() {
    let history = History::in_memory().unwrap();
    for (id, day) in [("a", "01"), ("b", "02"), ("c", "03")] {
        keep(&history, id, 1, |run| {
            run.started_at = format!("2026-03-{day}T00:00:00Z");
            run.lanes[1].simulated = true;
            run.simulated = true;
        });
    }
    let runs = |selection: &Selection| -> Vec<String> {
        history.points(selection).unwrap().into_iter().map(|point| point.run_id).collect()
    };
    let real = Selection::default();
    assert_eq!(runs(&real), ["a", "b", "c"], "the real lane of each run, and no simulated one");
    let simulated = Selection { simulated: true, ..real.clone() };
    assert_eq!(runs(&simulated), ["a", "b", "c"], "or the simulated one alone");
    let named = Selection { runs: vec!["c".to_owned(), "a".to_owned()], ..real.clone() };
    assert_eq!(runs(&named), ["a", "c"], "named runs alone");
    let noon = crate::clock::seconds("2026-03-02T00:00:00Z");
    let later = Selection { since_s: Some(noon), ..real.clone() };
    assert_eq!(runs(&later), ["b", "c"], "what started then is in");
    let earlier = Selection { until_s: Some(noon), ..real };
    assert_eq!(runs(&earlier), ["a"], "and not in what started before");
}

#[test]
fn a_deleted_run_is_in_no_point_until_it_is_restored() {
    let history = History::in_memory().unwrap();
    keep(&history, "a", 1, |_| {});
    assert_eq!(all(&history).len(), 2, "two requests");
    history.delete("a").unwrap();
    assert_eq!(all(&history), Vec::new(), "gone");
    history.restore("a").unwrap();
    assert_eq!(all(&history).len(), 2, "and back");
}

#[test]
fn a_sweep_has_the_points_of_each_level_with_what_was_sent_beside() {
    let history = History::in_memory().unwrap();
    let mut sweep = Run { kind: race::RunKind::Sweep, ..run("s") };
    sweep.plan.load = Some(race::Load::default());
    history.begin(&sweep).unwrap();
    for streams in [1, 8] {
        let sample = || sample(&sweep, 0, &stream(&["a", "b"]));
        let level = race::Level {
            concurrency: Some(streams),
            measured: 2,
            unmeasured: 1,
            samples: vec![sample(), sample()],
            others: vec![sample()],
            ..race::Level::default()
        };
        sweep.lanes[0].levels.push(level.clone());
        let logs = vec![stream(&["a", "b"]); 3];
        history.keep_level(&sweep, 0, &level, &logs, &(0..3)).unwrap();
    }
    let points = all(&history);
    let told: Vec<_> = points.iter().map(|p| (p.round, p.concurrency, p.measured)).collect();
    let level = |first, streams| {
        [true, true, false]
            .map(|is| (is, streams))
            .into_iter()
            .zip(first..)
            .map(|((measured, streams), round)| (round, Some(streams), measured))
    };
    let known: Vec<_> = level(0, 1).chain(level(3, 8)).collect();
    assert_eq!(told, known, "each level's measured requests, then the others");
    assert_eq!(points[0].prompt_tokens, None, "requests that differ have no one length");
}

#[test]
fn runs_from_before_the_numbers_are_filled_in_by_the_migration() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("paceline.db");
    let new = {
        let history = History::open(dir.path()).unwrap();
        keep(&history, "a", 2, |run| run.lanes[0].samples[1].cost_usd = None);
        keep(&history, "b", 1, |_| {});
        history.delete("b").unwrap();
        history
            .write(|connection| {
                connection.execute_batch(SAMPLES_BACK)?;
                // Restores the state that the first version left behind.
                connection.execute_batch(
                    "DROP TABLE alarm_messages; DROP TABLE alarms; DROP TABLE watch_changes; DROP TABLE watch_turns; DROP TABLE watches; DROP TABLE chain_steps; DROP TABLE judges; DROP TABLE votes; DROP TABLE attached; DROP TABLE attachments; DROP TABLE texts; DROP TABLE tags; DROP TABLE marks; DROP TABLE numbers; DROP TABLE entrants;
                     DROP TRIGGER overview_follows; DROP TABLE overview; DROP TABLE earlier; DROP TABLE lane_numbers;
                     ALTER TABLE lanes DROP COLUMN first; ALTER TABLE lanes DROP COLUMN fastest;
                     ALTER TABLE lanes DROP COLUMN numbers;
                     ALTER TABLE recordings DROP COLUMN sample;
                     DELETE FROM migrations WHERE version > 1; PRAGMA user_version = 1;",
                )?;
                Ok(())
            })
            .unwrap();
        let again = History::in_memory().unwrap();
        keep(&again, "a", 2, |run| run.lanes[0].samples[1].cost_usd = None);
        all(&again)
    };
    let history = History::open(dir.path()).unwrap();
    assert_eq!(all(&history), new, "the same as of a run that is kept today");
    let found = history.find("scatter", None, 9).unwrap();
    assert_eq!(found.total, 1, "and its words are found");
    history.restore("b").unwrap();
    assert_eq!(all(&history).len(), 6, "a deleted run is there when it comes back");
    let backup = dir.path().join(format!("paceline.db.before-v{}", newest(MIGRATIONS, true)));
    assert!(backup.exists(), "and what was there before is kept beside {}", file.display());
}

#[test]
fn a_metric_that_the_catalogue_gained_is_filled_in_and_an_older_app_refuses_the_file() {
    // The warnings of a made-up request are not those of its raw log.
    let all = |history: &History| -> Vec<Point> {
        let warnings = Warnings::default();
        all(history).into_iter().map(|point| Point { warnings, ..point }).collect()
    };
    let dir = tempfile::tempdir().unwrap();
    let kept = {
        let history = History::open(dir.path()).unwrap();
        keep(&history, "a", 2, |_| {});
        let kept = (all(&history), history.list(0, 9).unwrap());
        history
            .write(|connection| {
                // Restores the state that an app without the metric left behind.
                connection.execute_batch(
                    "ALTER TABLE numbers DROP COLUMN ttfb_headers_ms; DELETE FROM lane_numbers;
                     UPDATE overview SET computed = computed - 1;",
                )?;
                let version = newest(MIGRATIONS, true) - 1_000;
                connection.pragma_update(None, "user_version", version)?;
                Ok(())
            })
            .unwrap();
        kept
    };
    let history = History::open(dir.path()).unwrap();
    assert_ne!(all(&history), kept.0, "opening fills in nothing");
    history.redefine(|_| true).unwrap();
    assert_eq!(
        (all(&history), history.list(0, 9).unwrap()),
        kept,
        "as if it had always been there"
    );
    assert_eq!(history.verify().unwrap().findings, [], "and as the samples say");
    let version = newest(MIGRATIONS, true);
    assert!(
        dir.path().join(format!("paceline.db.before-v{version}")).exists(),
        "it is a migration like any other, with its backup"
    );
    history
        .write(|connection| Ok(connection.pragma_update(None, "user_version", version + 1_000)?))
        .unwrap();
    drop(history);
    let refusal = History::open(dir.path()).expect_err("a newer app has a metric more");
    assert!(matches!(refusal, HistoryError::Newer { .. }), "it says so: {refusal}");
}

#[test]
fn the_conditions_of_runs_from_before_are_filled_in_by_the_migration() {
    let dir = tempfile::tempdir().unwrap();
    {
        let history = History::open(dir.path()).unwrap();
        keep(&history, "known", 1, |run| run.ttft_error_ms = Some(0.3));
        keep(&history, "old", 1, |run| run.machine = None);
        let load = Load { cold: true, ..Load::default() };
        keep_sweep(&history, "sweep", load, &[Some(0.2), Some(0.6), None]);
        keep(&history, "damaged", 1, |_| {});
        history
            .write(|connection| {
                connection.execute_batch(SAMPLES_BACK)?;
                // Restores the state that the third version left behind.
                connection.execute_batch(
                    "DROP TABLE alarm_messages; DROP TABLE alarms; DROP TABLE watch_changes; DROP TABLE watch_turns; DROP TABLE watches; DROP TABLE chain_steps; DROP TABLE judges; DROP TABLE votes; DROP TABLE attached; DROP TABLE attachments; ALTER TABLE entrants DROP COLUMN request;
                     DROP TABLE lane_numbers; DROP TABLE earlier; DROP INDEX overview_computed; DROP INDEX overview_kept_because;
                     ALTER TABLE overview DROP COLUMN computed; ALTER TABLE overview DROP COLUMN kept_because;
                     ALTER TABLE entrants DROP COLUMN address; ALTER TABLE entrants DROP COLUMN dialect;
                     ALTER TABLE entrants DROP COLUMN effort; ALTER TABLE entrants DROP COLUMN service_tier;
                     ALTER TABLE numbers DROP COLUMN answered_by; ALTER TABLE numbers DROP COLUMN answered_tier;
                     ALTER TABLE numbers DROP COLUMN warnings; ALTER TABLE numbers DROP COLUMN verdict;
                     ALTER TABLE numbers DROP COLUMN set_row; ALTER TABLE numbers DROP COLUMN took_ms;
                     ALTER TABLE overview DROP COLUMN imported;
                     ALTER TABLE overview DROP COLUMN cold; ALTER TABLE overview DROP COLUMN ttft_error_ms;
                     ALTER TABLE overview DROP COLUMN machine;
                     ALTER TABLE lanes DROP COLUMN first; ALTER TABLE lanes DROP COLUMN fastest;
                     ALTER TABLE lanes DROP COLUMN numbers;
                     ALTER TABLE numbers RENAME COLUMN in_tokens_server TO in_tokens;
                     ALTER TABLE numbers RENAME COLUMN answer_tokens_server TO answer_tokens;
                     ALTER TABLE numbers RENAME COLUMN reasoning_tokens_server TO reasoning_tokens;
                     UPDATE runs SET document = 'not JSON' WHERE id = 'damaged';
                     ALTER TABLE recordings DROP COLUMN sample;
                     DELETE FROM migrations WHERE version > 3; PRAGMA user_version = 3;",
                )?;
                Ok(())
            })
            .unwrap();
    }
    let history = History::open(dir.path()).expect("one damaged run keeps no history closed");
    let here = run("any").machine;
    let told = |id: &str| {
        let runs = vec![id.to_owned()];
        let points = history.points(&Selection { runs, ..Selection::default() }).unwrap();
        let point = points.into_iter().next().unwrap();
        (point.machine.map(|machine| machine.to_string()), point.ttft_error_ms, point.cold)
    };
    assert_eq!(told("known"), (here.clone(), Some(0.3), None), "a race has no cold or warm");
    assert_eq!(told("old"), (None, None, None), "what its run does not say stays unknown");
    assert_eq!(
        told("sweep"),
        (here, Some(0.6), Some(true)),
        "of a sweep's levels the worst counts"
    );
    assert_eq!(told("damaged"), (None, None, None), "nothing is made up of what cannot be read");
}

#[test]
fn requests_of_one_machine_share_its_name() {
    let history = History::in_memory().unwrap();
    keep(&history, "a", 2, |_| {});
    keep(&history, "b", 1, |_| {});
    keep(&history, "c", 1, |run| run.machine = Some("Babbage, 8 cores, macos".to_owned()));
    let points = all(&history);
    let machines: Vec<_> = points.iter().filter_map(|point| point.machine.as_ref()).collect();
    assert_eq!(machines.len(), 8, "each says its own");
    let first = machines[0];
    assert!(machines[..6].iter().all(|one| Arc::ptr_eq(one, first)), "one text for all of it");
    assert_eq!(&**machines[7], "Babbage, 8 cores, macos", "and another where it is another");
}

#[test]
fn what_is_told_of_a_run_adds_up_its_costs_and_counts_the_unknown() {
    let history = History::in_memory().unwrap();
    keep(&history, "a", 2, |run| {
        run.lanes[0].samples[0].cost_usd = Some(0.5);
        run.lanes[0].samples[1].cost_usd = Some(0.25);
        run.lanes[1].samples[0].cost_usd = None;
        run.lanes[1].samples[1].cost_usd = None;
        run.lanes[1].samples[1].status = Status::Throttled;
    });
    let told: (u32, f64, u32) = history
        .read(|connection| {
            Ok(connection.query_row(
                "SELECT requests, cost_usd, cost_unknown FROM overview",
                [],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )?)
        })
        .unwrap();
    assert_eq!(told, (4, 0.75, 1), "a refused request is free, another without a cost is unknown");
}

#[test]
fn a_request_that_the_machine_slept_through_lends_its_times_to_nothing() {
    let history = History::in_memory().unwrap();
    keep(&history, "slept", 1, |run| {
        let sample = &mut run.lanes[0].samples[0];
        sample.doubts.push(measure::Warning::ClockGap);
        sample.cost_usd = Some(0.5);
    });
    let points = all(&history);
    assert_eq!(points[0].numbers.get(Metric::TtftMs), None, "its clock stood still meanwhile");
    assert_eq!(
        points[0].numbers.get(Metric::CostUsd),
        Some(0.5),
        "and it was paid for all the same"
    );
    assert!(points[1].numbers.get(Metric::TtftMs).is_some(), "the lane beside it is as it was");
}

#[test]
fn the_verdicts_of_answers_that_were_checked_before_are_filled_in_and_of_no_other_run() {
    let dir = tempfile::tempdir().unwrap();
    {
        let history = History::open(dir.path()).unwrap();
        let checks = vec![checks::written("contains:no such words").unwrap()];
        keep(&history, "checked", 2, |run| {
            run.plan.checks = checks;
            for sample in run.lanes.iter_mut().flat_map(|lane| &mut lane.samples) {
                let check = "contains \"no such words\"".to_owned();
                let verdict = CheckVerdict::Wrong;
                (sample.right, sample.row) = (Some(false), Some(3));
                sample.checks = vec![checks::CheckResult {
                    check,
                    verdict,
                    reason: None,
                    check_phrase: None,
                    reason_phrase: None,
                    tool_call_error: None,
                }];
            }
        });
        keep(&history, "plain", 2, |_| {});
        history
            .write(|connection| {
                // Restores the state that the thirteenth version left behind.
                connection.execute_batch(
                    "DROP TABLE alarm_messages; DROP TABLE alarms; DROP TABLE watch_changes; DROP TABLE watch_turns; DROP TABLE watches; DROP TABLE chain_steps; DROP TABLE judges; ALTER TABLE numbers DROP COLUMN verdict; ALTER TABLE numbers DROP COLUMN set_row;
                     ALTER TABLE numbers DROP COLUMN took_ms; DELETE FROM migrations WHERE version > 13;",
                )?;
                connection.pragma_update(None, "user_version", newest(&MIGRATIONS[..13], true))?;
                Ok(())
            })
            .unwrap();
    }
    let history = History::open(dir.path()).unwrap();
    assert_eq!(history.redefine(|_| true).unwrap().done, 1, "one run was checked");
    let told: Vec<_> =
        all(&history).iter().map(|point| (point.run_id.clone(), point.verdict)).collect();
    let (checked, plain) = told.split_at(4);
    assert!(checked.iter().all(|(_, verdict)| *verdict == Some(CheckVerdict::Wrong)), "{told:?}");
    assert!(plain.iter().all(|(_, verdict)| verdict.is_none()), "no check, no verdict: {told:?}");
    assert!(all(&history)[0].took_ms.is_some_and(|ms| ms > 0.0), "and what it took");
}
