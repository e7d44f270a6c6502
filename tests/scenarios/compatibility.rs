//! A data folder written by version 0.1, and exports of all its runs. Every later version opens both.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use app::{Preferences, Theme};
use race::{RunKind, RunState};
use report::{Export, ExportFormat};
use serde_json::Value;
use store::History;
use tempfile::TempDir;

/// The runs of the folder, in the order in which they were exported.
const RUNS: [&str; 7] = [
    "01a20146-ac07-749b-9ac1-2a1fc29830c3",
    "01a20146-b1b2-7534-a28f-1c5f47360bd6",
    "01a20146-b856-7038-9ec9-66e4745bfed4",
    "01a20146-ba5a-73a8-a649-a7d96ccc53b5",
    "01a20146-be25-7081-952b-69ccacc0999a",
    "01a20146-ca19-7607-b183-b497cf60892d",
    "01a20146-d6bc-75b1-9b1b-09b8976406aa",
];
/// Fields about when, where, by what and under which definitions an export was made; and prose.
const MAY_DIFFER: [&str; 5] = ["app_version", "exported_at", "exported_on", "def_version", "about"];

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("compatibility/0.1").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(fixture(name)).expect("the fixture is there")
}

/// The history of 0.1, in a writable folder.
fn opened() -> (TempDir, History) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(fixture("paceline.db"), folder.path().join("paceline.db")).expect("it is copied");
    let history = History::open(folder.path()).expect("it opens");
    (folder, history)
}

fn exported(history: &History, runs: &[&str], format: ExportFormat) -> String {
    let runs = runs.iter().map(|id| (*id).to_owned()).collect();
    let wanted = Export { runs, format, without_prompts: false };
    app::export(history, &wanted).expect("it is exported").text
}

/// Every place at which `now` lacks something that `then` has, or differs.
fn differences(path: &str, then: &Value, now: &Value, found: &mut Vec<String>) {
    match (then, now) {
        (Value::Object(then), Value::Object(now)) => {
            for (name, then) in then.iter().filter(|(name, _)| !MAY_DIFFER.contains(&&***name)) {
                match now.get(name) {
                    Some(now) => differences(&format!("{path}.{name}"), then, now, found),
                    None => found.push(format!("{path}.{name} is gone")),
                }
            }
        }
        (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
            for (index, (then, now)) in then.iter().zip(now).enumerate() {
                differences(&format!("{path}[{index}]"), then, now, found);
            }
        }
        (then, now) if then == now => {}
        (then, now) => found.push(format!("{path}: {then} became {now}")),
    }
}

fn must_hold_all_of(then: &str, now: &str) {
    let read = |text| serde_json::from_str(text).expect("an export is JSON");
    let mut found = Vec::new();
    differences("", &read(then), &read(now), &mut found);
    assert_eq!(found, Vec::<String>::new(), "nothing that was exported then is lost or changed");
}

#[test]
fn a_history_of_0_1_opens_whole_and_sound() {
    let (_folder, history) = opened();
    let page = history.list(0, 50).expect("it lists");
    let listed: Vec<&str> = page.runs.iter().rev().map(|row| row.id.as_str()).collect();
    assert_eq!(listed, RUNS, "every run, in its order");
    let ended = RUNS.map(|id| {
        let run = history.run(id).expect("each opens");
        (run.kind, run.state)
    });
    let expected = [
        (RunKind::Race, RunState::Finished),
        (RunKind::Race, RunState::Finished),
        (RunKind::Sweep, RunState::Finished),
        (RunKind::Sweep, RunState::Finished),
        (RunKind::Race, RunState::Stopped),
        (RunKind::Race, RunState::Interrupted),
        (RunKind::Sweep, RunState::Stopped),
    ];
    assert_eq!(ended, expected, "races and sweeps, and how they ended");
    let verification = history.verify().expect("it can be checked");
    assert_eq!(verification.findings, [], "no number disagrees with its log");
    assert_eq!(verification.runs, 7, "of all runs");
}

#[test]
fn every_run_of_0_1_gets_todays_definitions_and_keeps_its_own_numbers() {
    let (_folder, history) = opened();
    let then = RUNS.map(|id| history.run(id).expect("it opens"));
    assert!(then.iter().all(|run| run.def_version == 3), "opening computes nothing");
    let all = history.redefine(|_| true).expect("they are computed");
    assert_eq!((all.done, all.waiting, all.kept), (7, 0, 0), "each has its raw logs");
    let verification = history.verify().expect("it can be checked");
    assert_eq!(verification.findings, [], "every number is what its raw log says");
    assert_eq!(verification.recomputed, verification.requests, "of every request");
    for then in &then {
        let now = history.run(&then.id).expect("it opens");
        assert_eq!(now.def_version, measure::DEF_VERSION, "today's definitions");
        assert_eq!((now.lanes.len(), now.state), (then.lanes.len(), then.state), "the same run");
        assert_eq!(&history.run_as_of(&then.id, 3).expect("kept"), then, "exactly as it was");
    }
    let first = history.run(RUNS[0]).expect("it opens");
    assert!(first.lanes[0].samples[0].speed.neutral_tps.is_some(), "with the numbers that are new");
}

/// What a kill at this moment leaves behind, reopened.
fn cut_off(folder: &TempDir) -> (TempDir, History) {
    let left = tempfile::tempdir().expect("a folder");
    for name in ["paceline.db", "paceline.db-wal"] {
        let _absent = fs::copy(folder.path().join(name), left.path().join(name));
    }
    let history = History::open(left.path()).expect("it opens");
    (left, history)
}

/// How many requests still have their numbers where 0.1 stored them.
fn unmoved(history: &History) -> u32 {
    let file = rusqlite::Connection::open(history.file()).expect("the file");
    file.query_row("SELECT count(*) FROM samples WHERE document <> ''", [], |row| row.get(0))
        .expect("a count")
}

#[test]
fn requests_of_0_1_are_moved_run_by_run_and_a_kill_between_costs_nothing() {
    let (folder, history) = opened();
    let then = RUNS.map(|id| history.run(id).expect("it opens"));
    let mut left = vec![unmoved(&history)];
    history
        .redefine(|so_far| {
            if so_far.done > 0 {
                let (_left, cut) = cut_off(&folder);
                left.push(unmoved(&cut));
                assert_eq!(cut.verify().expect("checked").findings, [], "each state is whole");
                let redone = cut.redefine(|_| true).expect("it goes on");
                assert_eq!(redone.done + so_far.done, 7, "with what was left, and no run twice");
                for then in &then {
                    let was = cut.run_as_of(&then.id, 3).expect("it is kept");
                    assert_eq!(&was, then, "nothing of a run is lost on its way");
                }
            }
            true
        })
        .expect("they are computed");
    left.push(unmoved(&history));
    assert!(left.is_sorted_by(|before, after| before >= after), "step by step: {left:?}");
    assert_eq!(left.last(), Some(&0), "and all of them");
}

#[test]
fn runs_of_0_1_are_found_by_words_tags_and_numbers() {
    let (_folder, history) = opened();
    for (search, expected) in [
        ("\"trade-offs\"", vec![RUNS[0]]),
        ("tag:baseline", vec![RUNS[0]]),
        ("\"wörks as it should\"", vec![RUNS[1]]),
        ("hidden:yes", vec![RUNS[3]]),
        ("kind:sweep", vec![RUNS[6], RUNS[2]]),
        ("status:interrupted", vec![RUNS[5]]),
    ] {
        let found = history.find(search, None, 50).expect(search);
        let ids: Vec<&str> = found.runs.iter().map(|run| run.row.id.as_str()).collect();
        assert_eq!(ids, expected, "{search}");
    }
}

#[test]
fn what_0_1_remembered_is_remembered() {
    let (_folder, history) = opened();
    let plan = history.last_plan().expect("it is read").expect("there is one");
    assert_eq!((plan.repeat, plan.warmup, plan.lanes.len()), (3, 1, 2), "the last plan");
    let shelf = history.shelf().expect("it is read");
    assert_eq!(shelf.prompts[0].prompt, "Count to {{n}}.", "saved prompts");
    assert_eq!(shelf.line_ups[0].lanes[1].max_tokens, Some(64), "saved line-ups");
    let preferences = Preferences::load(&history).expect("they are read");
    assert_eq!(preferences.theme, Theme::Dark, "preferences");
    assert_eq!(preferences.cap_usd_per_day, Some(2.5), "the daily cap");
    assert_eq!(preferences.shortcuts["race"], "F5", "shortcuts");
    assert_eq!(history.own_prices().expect("they are read").len(), 2, "prices of one's own");
    assert_eq!(history.endpoints().expect("they are read")[0].id, "box", "endpoints");
    assert_eq!(history.addresses().expect("they are read").len(), 1, "addresses");
}

#[test]
fn what_0_1_kept_is_exported_as_0_1_did() {
    let (_folder, history) = opened();
    must_hold_all_of(&text("runs.json"), &exported(&history, &RUNS, ExportFormat::Json));
}

#[test]
fn what_0_1_exported_comes_in_under_todays_definitions_with_all_that_was_observed() {
    let history = History::in_memory().expect("a history");
    let imported = report::import(&history, &text("runs.json")).expect("it comes in");
    assert_eq!(imported.added, RUNS, "every run");
    let current = RUNS.map(|id| history.run(id).expect("it opens").def_version);
    assert_eq!(current, [measure::DEF_VERSION; 7], "a file is not believed what its logs can say");
    let now = exported(&history, &RUNS, ExportFormat::Json);
    must_hold_all_of(&observed(&text("runs.json")), &observed(&now));
    assert_eq!(history.verify().expect("it can be checked").findings, [], "and is sound");
    let short = History::in_memory().expect("a history");
    let imported = report::import(&short, &text("without-prompts.json")).expect("it comes in");
    assert_eq!(imported.added.len(), 2, "also where prompts were left out");
}

/// An export with how each request ended, its words and its raw log, and without the numbers that definitions make of these.
fn observed(export: &str) -> String {
    const OBSERVED: [&str; 5] = ["status", "text", "reasoning", "finish_reason", "error"];
    let mut export: Value = serde_json::from_str(export).expect("an export is JSON");
    let runs = export.get_mut("runs").and_then(Value::as_array_mut).expect("its runs");
    let lanes_of = |run| Value::pointer_mut(run, "/run/lanes").and_then(Value::as_array_mut);
    for lane in runs.iter_mut().filter_map(lanes_of).flatten() {
        let lane = lane.as_object_mut().expect("a lane");
        let mut samples = Vec::new();
        for level in lane.remove("levels").iter().filter_map(Value::as_array).flatten() {
            for of in ["samples", "others"] {
                samples.extend(level[of].as_array().cloned().unwrap_or_default());
            }
        }
        samples.extend(lane["samples"].as_array().cloned().unwrap_or_default());
        for sample in samples.iter_mut().filter_map(Value::as_object_mut) {
            sample.retain(|name, _| OBSERVED.contains(&name.as_str()));
        }
        lane.insert("samples".to_owned(), samples.into());
        lane.retain(|name, _| !matches!(name.as_str(), "summary" | "knee" | "capacity"));
    }
    export.to_string()
}

/// Whether two cells are equal: the same text, or the same number however it is written.
fn is_same(then: &str, now: &str) -> bool {
    let bits = |cell: &str| cell.parse().map(f64::to_bits).ok();
    then == now || bits(then).is_some_and(|then| bits(now) == Some(then))
}

#[test]
fn every_column_of_a_0_1_table_is_still_there() {
    let (_folder, history) = opened();
    let rows = |text: &str| -> Vec<BTreeMap<String, String>> {
        let mut table = csv::Reader::from_reader(text.as_bytes());
        let rows = table.deserialize().collect::<Result<_, _>>();
        rows.expect("a table with headings")
    };
    let (then, now) =
        (rows(&text("runs.csv")), rows(&exported(&history, &RUNS, ExportFormat::Csv)));
    assert_eq!(then.len(), now.len(), "a row for each request");
    for (then, now) in then.iter().zip(&now) {
        for (name, cell) in then.iter().filter(|(name, _)| !MAY_DIFFER.contains(&&***name)) {
            let Some(now) = now.get(name) else { panic!("the column {name} is gone") };
            assert!(is_same(cell, now), "{name} of {}: {cell} became {now}", then["run_id"]);
        }
    }
}

#[test]
fn runs_of_0_1_are_written_to_read_and_to_replay() {
    let (_folder, history) = opened();
    for format in [ExportFormat::Md, ExportFormat::Html] {
        let text = exported(&history, &RUNS, format);
        for part in ["Race of", "Sweep of", "2 in flight", "SIMULATED", "baseline", "wörks"] {
            assert!(text.contains(part), "{format:?} has {part}");
        }
    }
}
