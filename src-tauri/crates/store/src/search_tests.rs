//! Searches over real runs, stored as they are after a race.

use race::{Run, Status};

use super::*;
use crate::fixtures::{begun, end, finished, run, sample, stream};
use crate::queries::points::Selection;

/// A history of three runs: `a`, `b` and `c`, a day apart.
fn three() -> History {
    let history = History::in_memory().unwrap();
    for (id, day) in [("a", 1), ("b", 2), ("c", 3)] {
        let (mut run, recordings) = finished(id, 2);
        run.started_at = format!("2026-03-0{day}T12:00:00Z");
        change(&mut run);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }
    history
}

fn change(run: &mut Run) {
    match &*run.id {
        "a" => {
            run.plan.prompt = "Explain photosynthesis to a child".to_owned();
            run.lanes[0].model = "GPT-5 mini".to_owned();
            run.lanes[0].samples.iter_mut().for_each(|s| s.speed.ttft_ms = Some(90.0));
        }
        "b" => {
            run.plan.prompt = "Write a sonnet about the sea".to_owned();
            run.plan.system = Some("You are a Café poet".to_owned());
            run.lanes[1].samples[0].status = Status::Throttled;
            run.simulated = true;
        }
        _ => run.plan.prompt = "Photos of the sea, a table".to_owned(),
    }
}

fn ids(history: &History, search: &str) -> Vec<String> {
    let page = history.find(search, None, 50).unwrap();
    assert_eq!(page.total as usize, page.runs.len(), "the count is that of the runs: {search}");
    page.runs.into_iter().map(|found| found.row.id).collect()
}

#[test]
fn runs_are_found_by_what_checks_found() {
    let history = three();
    let (mut checked, recordings) = finished("d", 2);
    checked.lanes[0].samples.iter_mut().for_each(|sample| sample.right = Some(true));
    checked.lanes[1].samples[0].right = Some(false);
    checked.lanes[1].samples[1].right = Some(true);
    history.begin(&begun(&checked)).unwrap();
    history.finish(&checked, &recordings).unwrap();
    for (search, known) in [
        ("right>0.95", &["d"][..]),
        ("right>95%", &["d"]),
        ("right<60%", &["d"]),
        ("right<0.4", &[]),
        ("check:failed", &["d"]),
        ("check:passed", &["d"]),
        ("check:unknown", &[]),
        ("-check:failed", &["c", "b", "a"]),
    ] {
        assert_eq!(ids(&history, search), known, "{search}: lane 1 is right, lane 2 in one of two");
    }
    assert!(history.find("check:maybe", None, 9).is_err(), "there is no such outcome");
    assert!(history.find("right", None, 9).is_ok(), "alone it is a word");
}

#[test]
fn words_are_found_wherever_they_stand_newest_run_first() {
    let history = three();
    for (search, known) in [
        ("", &["c", "b", "a"][..]),
        ("sea", &["c", "b"]),
        ("photo", &["c", "a"]),
        ("\"photo\"", &[]),
        ("sea sonnet", &["b"]),
        ("sea -sonnet", &["c"]),
        ("-sea", &["a"]),
        ("\"the sea\"", &["c", "b"]),
        ("\"sea the\"", &[]),
        ("CAFE", &["b"]),
        ("scatter", &["c", "b", "a"]),
        ("gpt", &["a"]),
        ("nothing-like-it", &[]),
    ] {
        assert_eq!(ids(&history, search), known, "{search:?}");
    }
}

#[test]
fn filters_ask_of_the_numbers_and_of_how_it_ended() {
    let history = three();
    for (search, known) in [
        ("model:gpt-5", &["a"][..]),
        ("model:\"gpt-5 mini\"", &["a"]),
        ("-model:gpt-5", &["c", "b"]),
        ("provider:custom", &["c", "b", "a"]),
        ("ttft<100ms", &["a"]),
        ("-ttft<100ms", &["c", "b"]),
        ("ttft>0.1s", &["c", "b", "a"]),
        ("ttft>1s", &[]),
        ("status:failed", &["b"]),
        ("status:throttled", &["b"]),
        ("status:finished", &["c", "b", "a"]),
        ("status:interrupted", &[]),
        ("kind:sweep", &[]),
        ("simulated:no", &["c", "a"]),
        ("simulated:yes sea", &["b"]),
        ("cost<0.0004", &[]),
        ("cost>0.0004", &["c", "b", "a"]),
        ("tokens>15", &["c", "b", "a"]),
        ("tokens>17", &[]),
        ("since:2026-03-02", &["c", "b"]),
        ("until:2026-03-02", &["b", "a"]),
        ("since:2026-03-02 until:2026-03-02", &["b"]),
        ("since:1h", &[]),
        ("sea since:2026-03-03", &["c"]),
    ] {
        assert_eq!(ids(&history, search), known, "{search:?}");
    }
}

#[test]
fn a_sweep_is_found_by_how_a_request_of_any_level_ended_whether_measured_or_not() {
    let history = three();
    let mut sweep = run("s");
    sweep.kind = race::RunKind::Sweep;
    sweep.plan.load = Some(race::Load::default());
    history.begin(&sweep).unwrap();
    for concurrency in [1, 8] {
        let mut log = stream(&["Rivers ", "bend."]);
        end(&mut log);
        let mut other = sample(&sweep, 0, &log);
        other.status = if concurrency == 8 { Status::Throttled } else { Status::Cancelled };
        let level = race::Level {
            concurrency: Some(concurrency),
            measured: 1,
            unmeasured: 1,
            samples: vec![sample(&sweep, 0, &log)],
            others: vec![other],
            ..race::Level::default()
        };
        sweep.lanes[0].levels.push(level.clone());
        history.keep_level(&sweep, 0, &level, &[log.clone(), log], &(0..3)).unwrap();
    }
    sweep.state = race::RunState::Finished;
    history.finish_sweep(&sweep).unwrap();
    for (search, known) in [
        ("status:throttled", &["b", "s"][..]),
        ("status:failed kind:sweep", &["s"]),
        ("status:timeout_idle", &[]),
        ("status:cancelled", &[]),
        ("-status:failed", &["c", "a"]),
    ] {
        assert_eq!(ids(&history, search), known, "{search}: what Paceline ended is in every sweep");
    }
}

#[test]
fn stars_tags_notes_and_hiding_are_found_by_and_stay_out_of_the_run() {
    let history = three();
    let before = history.run("a").unwrap();
    let name = |id: &str| vec![id.to_owned()];
    history.star(&name("a"), true).unwrap();
    history.tag(&name("b"), &["#Nightly".to_owned()], &[]).unwrap();
    history.note("c", "  Warm cache, do not quote ").unwrap();
    assert_eq!(ids(&history, "starred"), ["a"], "a star");
    assert_eq!(ids(&history, "tag:nightly"), ["b"], "a tag, in lower case and without its hash");
    assert_eq!(ids(&history, "nightly"), ["b"], "a tag is words too");
    assert_eq!(ids(&history, "has:notes"), ["c"], "a note");
    assert_eq!(ids(&history, "\"do not quote\""), ["c"], "by its words");
    assert_eq!(ids(&history, "has:tags"), ["b"], "any tag");
    assert_eq!(history.tags().unwrap().len(), 1, "one tag is known");

    history.note("c", "").unwrap();
    history.tag(&name("b"), &[], &["nightly".to_owned()]).unwrap();
    history.star(&name("a"), false).unwrap();
    for search in ["starred", "tag:nightly", "nightly", "has:notes", "quote", "has:tags"] {
        assert_eq!(ids(&history, search), Vec::<String>::new(), "{search} is gone with its mark");
    }

    history.hide(&name("a"), true).unwrap();
    assert_eq!(ids(&history, ""), ["c", "b"], "a hidden run is out of the list");
    let shown = history.newest_shown(9).unwrap();
    let listed: Vec<_> = shown.runs.iter().map(|run| &*run.id).collect();
    assert_eq!((shown.total, &listed[..]), (2, &["c", "b"][..]), "and of the newest");
    assert_eq!(ids(&history, "photosynthesis"), Vec::<String>::new(), "and of what is found");
    assert_eq!(ids(&history, "hidden:yes"), ["a"], "until it is asked for");
    assert_eq!(history.run("a").unwrap(), before, "the run itself is as it was");
    assert!(
        matches!(history.star(&name("nobody"), true), Err(HistoryError::NoSuchRun { .. })),
        "an unknown run has no star"
    );
    for bad in ["", "two words", "#"] {
        let refused = history.tag(&name("b"), &[bad.to_owned()], &[]);
        assert!(matches!(refused, Err(HistoryError::BadMark { .. })), "{bad:?} is no tag");
    }
}

#[test]
fn a_deleted_run_is_not_found_and_its_words_go_with_it_for_good() {
    let history = three();
    history.delete("a").unwrap();
    assert_eq!(ids(&history, "photosynthesis"), Vec::<String>::new(), "out of sight");
    history.restore("a").unwrap();
    assert_eq!(ids(&history, "photosynthesis"), ["a"], "and back");
    history.delete("a").unwrap();
    history
        .write(|connection| {
            Ok(connection.execute("UPDATE runs SET deleted_at = 1600000000 WHERE id = 'a'", [])?)
        })
        .unwrap();
    history.purge(30).unwrap();
    let left: u32 = history
        .read(|connection| {
            let sql = "SELECT count(*) FROM texts WHERE texts MATCH 'photosynthesis'";
            Ok(connection.query_row(sql, [], |row| row.get(0))?)
        })
        .unwrap();
    assert_eq!(left, 0, "no word of it is left in the index");
}

#[test]
fn pages_follow_each_other_whatever_comes_in_meanwhile() {
    let history = three();
    for search in ["", "a", "provider:custom", "scatter"] {
        let first = history.find(search, None, 2).unwrap();
        assert_eq!(first.runs.len(), 2, "a page is as long as it was asked to be: {search:?}");
        assert_eq!(first.total, 3, "and knows of the others: {search:?}");
        assert_eq!(first.next.as_deref(), Some("b"), "and where it ended");
        let second = history.find(search, first.next.as_deref(), 2).unwrap();
        assert_eq!(second.runs.len(), 1, "the last page is shorter: {search:?}");
        assert_eq!(second.runs[0].row.id, "a", "it goes on where the first ended");
        assert_eq!(second.next, None, "and says that it is the last");
    }
}

#[test]
fn a_found_run_says_what_a_row_shows_with_the_hits_marked() {
    let history = three();
    let page = history.find("sea scatter", None, 1).unwrap();
    let found = &page.runs[0];
    assert_eq!(found.row.prompt, "Photos of the sea, a table", "the prompt's beginning");
    assert_eq!((found.requests, found.cost_unknown), (4, 0), "how much was asked");
    assert!(found.cost_usd.is_some_and(|cost| (cost - 0.4).abs() < 1e-9), "what it cost");
    assert_eq!(found.row.lanes.len(), 2, "and each lane");
    let texts: Vec<_> = found.hits.iter().map(|snippet| snippet.text.as_str()).collect();
    assert_eq!(texts, ["prompt", "answers"], "each text that holds one of the words");
    let hit = found.hits[0].pieces.iter().find(|piece| piece.hit);
    assert_eq!(hit.map(|piece| piece.text.as_str()), Some("sea"), "the hit is marked");

    let first = history.find("photosynthesis", None, 1).unwrap().runs.remove(0);
    let firsts: Vec<bool> = first.row.lanes.iter().map(|lane| lane.first).collect();
    assert_eq!(firsts, [true, false], "who spoke first");
    let one_failed = history.find("sonnet", None, 1).unwrap().runs.remove(0);
    assert!(
        one_failed.row.lanes.iter().all(|lane| !lane.first),
        "nobody wins against one that failed"
    );
}

#[test]
fn a_selection_of_points_may_be_a_search() {
    let history = three();
    let found = |search: &str| {
        let selection = Selection { search: Some(search.to_owned()), ..Selection::default() };
        let mut runs: Vec<String> =
            history.points(&selection).unwrap().into_iter().map(|point| point.run_id).collect();
        runs.dedup();
        runs
    };
    assert_eq!(found("sea"), ["b", "c"], "by words, oldest first as points are");
    assert_eq!(found("ttft<100ms"), ["a"], "by filters");
    let refused =
        history.points(&Selection { search: Some("modle:x".to_owned()), ..Selection::default() });
    assert!(matches!(refused, Err(HistoryError::BadSearch { .. })), "or said to be unreadable");
}

#[test]
fn runs_are_found_by_any_metric_of_their_lanes() {
    let history = History::in_memory().unwrap();
    let (mut run, recordings) = crate::fixtures::finished("stalling", 2);
    for sample in &mut run.lanes[1].samples {
        sample.speed.stalls = Some(4);
        sample.speed.tpot_ms = Some(12.5);
    }
    history.begin(&crate::fixtures::begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    for (search, found) in [
        ("stalls>3", 1),
        ("stalls>4", 0),
        ("tpot_ms>=12.5", 1),
        ("tpot>=0.0125s tpot<13ms", 1),
        ("-stalls>3", 0),
        ("gpt_4:mini", 0),
    ] {
        assert_eq!(history.find(search, None, 9).unwrap().total, found, "{search}");
    }
    let refusal = history.find("stalls:3", None, 9).expect_err("a metric needs a bound");
    assert!(refusal.to_string().contains("bound"), "it says so: {refusal}");
}
