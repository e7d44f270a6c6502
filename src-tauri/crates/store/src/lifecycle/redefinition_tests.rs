use measure::DEF_VERSION;
use race::Run;

use crate::fixtures::{begun, finished};
use crate::history::History;
use crate::queries::points::Selection;

/// A history in its own folder, with these runs as an app with older definitions left them.
fn left_by_an_older_app(ids: &[&str]) -> (tempfile::TempDir, History, Vec<Run>) {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let mut runs = Vec::new();
    for (id, minute) in ids.iter().zip(10..) {
        let (mut run, logs) = finished(id, 2);
        run.def_version = DEF_VERSION - 1;
        run.started_at = format!("2026-03-01T12:{minute}:00Z");
        for lane in &mut run.lanes {
            for sample in &mut lane.samples {
                sample.speed.decode_tps = Some(999.5);
                sample.speed.neutral_tps = None;
                sample.ticks_ms = vec![0.1 + 0.2];
            }
            lane.summary = race::summary(&lane.samples);
        }
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &logs).unwrap();
        runs.push(history.run(id).unwrap());
    }
    (dir, history, runs)
}

fn versions(history: &History, ids: &[&str]) -> Vec<u32> {
    ids.iter().map(|id| history.run(id).unwrap().def_version).collect()
}

#[test]
fn an_older_run_is_recomputed_and_its_old_numbers_stay_readable() {
    let (_dir, history, was) = left_by_an_older_app(&["a"]);
    assert_eq!(history.redefinition().unwrap().waiting, 1, "opening computed nothing");
    let all = history.redefine(|_| true).unwrap();
    assert_eq!((all.done, all.waiting, all.kept), (1, 0, 0), "it was computed");

    let now = history.run("a").unwrap();
    assert_eq!(now.def_version, DEF_VERSION, "it has today's definitions");
    let speed = now.lanes[0].samples[0].speed.decode_tps;
    assert!(speed.is_some_and(|tps| tps < 500.0), "and today's numbers: {speed:?}");
    assert_eq!(history.verify().unwrap().findings, [], "as its raw logs say, in charts as well");
    let points = history.points(&Selection::default()).unwrap();
    assert!(points.iter().all(|point| point.def_version == DEF_VERSION), "it is compared as such");

    assert_eq!(history.run_as_of("a", DEF_VERSION - 1).unwrap(), was[0], "exactly as it was");
    assert_eq!(history.definitions_of("a").unwrap().earlier, [DEF_VERSION - 1], "and it is known");
    let refusal = history.run_as_of("a", 1).expect_err("it never had these");
    let both = format!("version {} and {DEF_VERSION}", DEF_VERSION - 1);
    assert!(refusal.to_string().contains(&both), "it says what there is: {refusal}");
}

#[test]
fn the_newest_come_first_and_what_is_left_goes_on_later() {
    let ids = ["a", "b", "c"];
    let (dir, history, _) = left_by_an_older_app(&ids);
    let some = history.redefine(|so_far| so_far.done < 1).unwrap();
    assert_eq!((some.done, some.waiting), (1, 2), "it stopped when told");
    let some = [DEF_VERSION - 1, DEF_VERSION - 1, DEF_VERSION];
    assert_eq!(versions(&history, &ids), some, "the newest is done, the others are whole");
    drop(history);
    let history = History::open(dir.path()).unwrap();
    let rest = history.redefine(|_| true).unwrap();
    assert_eq!(
        (rest.done, rest.waiting),
        (2, 0),
        "another process does the rest, and no run twice"
    );
    assert_eq!(versions(&history, &ids), [DEF_VERSION; 3], "all are of one version");
}

#[test]
fn nothing_waits_while_runs_are_recomputed() {
    let (_dir, history, _) = left_by_an_older_app(&["a", "b"]);
    let mut seen = Vec::new();
    history
        .redefine(|so_far| {
            history.note("a", "written meanwhile").unwrap();
            seen.push((so_far.done, history.list(0, 9).unwrap().runs.len()));
            true
        })
        .unwrap();
    assert_eq!(seen, [(0, 2), (1, 2)], "reads and writes go on, and progress is told");
}

#[test]
fn a_run_without_its_raw_log_keeps_its_version_and_says_so() {
    let (_dir, history, was) = left_by_an_older_app(&["a", "b"]);
    history
        .write(|connection| {
            connection.execute("DELETE FROM recordings WHERE run_id = 'a' AND round = 1", [])?;
            Ok(())
        })
        .unwrap();
    let all = history.redefine(|_| true).unwrap();
    assert_eq!((all.done, all.waiting, all.kept), (1, 0, 1), "the other is computed");
    let kept = history.kept_definitions(9).unwrap();
    let named = (1, "a", DEF_VERSION - 1);
    assert_eq!((kept.len(), &*kept[0].id, kept[0].version), named, "it is named");
    assert!(kept[0].reason.contains("raw log"), "with the reason: {}", kept[0].reason);
    assert_eq!(history.run("a").unwrap().def_version, was[0].def_version, "as it was");
    assert_eq!(history.redefine(|_| true).unwrap().done, 0, "and it is not tried for ever");
}

#[test]
fn a_deleted_run_is_computed_once_it_is_restored() {
    let (_dir, history, _) = left_by_an_older_app(&["a"]);
    history.delete("a").unwrap();
    assert_eq!(history.redefine(|_| true).unwrap().done, 0, "nobody sees it");
    history.restore("a").unwrap();
    assert_eq!(history.redefine(|_| true).unwrap().done, 1, "now somebody does");
}

#[test]
fn a_resumed_sweep_has_one_version() {
    let (_dir, history, _) = left_by_an_older_app(&["a"]);
    assert!(history.redefine_one("a").unwrap(), "it is computed when it is taken up");
    assert!(!history.redefine_one("a").unwrap(), "and once");
    assert_eq!(history.run("a").unwrap().def_version, DEF_VERSION, "before a level is added");
}
