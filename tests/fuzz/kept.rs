//! The history: raw logs and whole rows written by someone else.

use race::{LanePlan, NextStep, Plan, RunState, StepRule, Timeouts};
use store::History;

use super::{Dice, fuzz, fuzz_together};

/// A folder in memory, where there is such a thing: what is tried is the reading, not a disk.
pub(super) fn folder() -> tempfile::TempDir {
    let memory = std::path::Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.expect("a folder")
}

/// A lane at an address of this machine at which nobody answers.
pub(super) fn lane() -> LanePlan {
    LanePlan {
        provider: "custom".into(),
        model: "m".into(),
        base_url: Some("http://127.0.0.1:9/v1".into()),
        ..LanePlan::default()
    }
}

/// A history on disk with one race of one chain, of which both steps failed, and the run's id.
pub(super) fn history() -> (tempfile::TempDir, History, String) {
    let folder = folder();
    let history = History::open(folder.path()).expect("a new history");
    let lane = lane();
    let check = checks::written("contains:sky").expect("a check");
    let rule = StepRule::CheckFails { checks: vec![check] };
    let lane = LanePlan { later: vec![NextStep { lane: lane.clone(), rule }], ..lane };
    let plan = Plan { prompt: "Why?".into(), lanes: vec![lane], ..Plan::default() };
    let roster = providers::Roster::new(Vec::new(), &std::collections::BTreeMap::new());
    let prices = cost::Prices::default();
    let entries = |contenders: Vec<race::Contender>| -> Vec<race::Entry> {
        let entry = |contender| race::Entry::new(contender, None, None);
        contenders.into_iter().map(entry).collect()
    };
    let first = race::check(&plan, &roster, &prices).expect("it can start");
    let later = race::later_steps(&plan, &roster, &prices).expect("so can its steps");
    let mut admitted = app::Admitted::from(entries(first));
    admitted.later = later.into_iter().map(entries).collect();
    let race = app::race_now(plan, admitted, Timeouts::default());
    let engine = tokio::runtime::Runtime::new().expect("the engine starts");
    let recorded = engine.block_on(app::record(Some(history.clone().into()), race, None));
    let (run, not_saved) = recorded.expect("it starts");
    assert!(not_saved.is_none(), "it is kept, as a failure");
    (folder, history, run.id)
}

#[test]
fn raw_logs() {
    let (_folder, history, id) = history();
    let file = rusqlite::Connection::open(history.file()).expect("the file");
    let exported = super::tests().join("compatibility/0.1/runs.json");
    let exported = std::fs::read_to_string(exported).expect("it is there");
    report::import(&history, &exported).expect("an export is imported");
    let logs = |file: &rusqlite::Connection| {
        let mut asked = file.prepare("SELECT log FROM recordings").expect("there are requests");
        let found = asked.query_map([], |row| row.get(0)).expect("each with a log");
        found.collect::<Result<Vec<Vec<u8>>, _>>().expect("of bytes")
    };
    let mut seeds = logs(&file);
    seeds.sort_by_key(Vec::len);
    file.execute_batch("PRAGMA synchronous = OFF").expect("a test needs no disk");
    let mut change = file
        .prepare("UPDATE recordings SET log = ?1 WHERE run_id = ?2")
        .expect("a log can be replaced");
    fuzz("logs", &seeds, |bytes, _| {
        change.execute(rusqlite::params![bytes, id]).expect("it can be written");
        if let Ok(recording) = history.recording(&id, 0, 0) {
            let marks = recording.timeline.marks.len();
            assert!(marks <= bytes.len(), "no mark is without a byte: {marks}");
        }
    });
}

/// Runs that are strange at the same time, each in one row of its own.
const STRANGE: usize = 32;

#[test]
fn rows() {
    let (_folder, history, first) = history();
    let file = rusqlite::Connection::open(history.file()).expect("the file");
    file.execute_batch("PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON; BEGIN")
        .expect("a test needs no disk, and a stranger no rules");
    let ids: Vec<String> = (0..STRANGE).map(|number| format!("{first}-{number}")).collect();
    for id in &ids {
        copy_run(&file, &first, id);
    }
    file.execute_batch("COMMIT").expect("the copies are written");
    let text = |asked: &str| -> String {
        file.query_row(asked, [&first], |row| row.get(0)).expect("there is one")
    };
    let run = text("SELECT document FROM runs WHERE id = ?1");
    let sample = text("SELECT sample FROM recordings WHERE run_id = ?1");
    let seeds = [run.clone().into_bytes(), sample.clone().into_bytes()];
    let change = |change: &str| file.prepare(change).expect("it can be changed");
    let mut reset = [
        change("UPDATE runs SET document = ?1, state = 'finished' WHERE id = ?2"),
        change("UPDATE recordings SET sample = ?1 WHERE run_id = ?2"),
    ];
    let mut changes = [
        change("UPDATE runs SET document = ?1 WHERE id = ?2"),
        change("UPDATE recordings SET sample = ?1 WHERE run_id = ?2"),
        change("UPDATE runs SET state = ?1 WHERE id = ?2"),
    ];
    let mut last = [0; STRANGE];
    fuzz_together("rows", &seeds, STRANGE, |inputs, dice: &mut Dice| {
        file.execute_batch("BEGIN").expect("it can be written");
        for ((bytes, id), last) in inputs.iter().zip(&ids).zip(&mut last) {
            // The others are left unchanged, so that one row of a run at a time is strange.
            match *last {
                1 => reset[1].execute([&sample, id]).expect("a row"),
                _ => reset[0].execute([&run, id]).expect("a row"),
            };
            *last = dice.below(changes.len());
            let text = String::from_utf8_lossy(bytes);
            changes[*last].execute([&*text, id]).expect("it can be written");
        }
        file.execute_batch("COMMIT").expect("it is written");
        for id in &ids {
            let _run = history.run(id);
        }
        // One reader beside them, because all of them take ten times as long; a check of the whole file, which takes longest,
        // for every 32nd.
        match dice.below(32) {
            0 => drop(history.verify().expect("a check tells it")),
            1..=10 => drop(history.find("", None, 10).expect("the search goes on without it")),
            11..=20 => drop(history.spend(0.0).expect("so does what was spent")),
            _ => {
                let page = history.list(0, 10).expect("one row costs only itself");
                assert!(page.runs.iter().all(|row| row.state != RunState::Running), "nothing runs");
            }
        }
    });
}

/// Copies a run with all its rows, under another id.
fn copy_run(file: &rusqlite::Connection, from: &str, id: &str) {
    let key = "(SELECT max(key) FROM overview)";
    for (table, named, of) in [
        ("runs", "id", "id = ?1"),
        ("lanes", "run_id", "run_id = ?1"),
        ("samples", "run_id", "run_id = ?1"),
        ("recordings", "run_id", "run_id = ?1"),
        ("overview", "run_id", "run_id = ?1"),
        ("entrants", "run", "run = (SELECT key FROM overview WHERE run_id = ?1)"),
        ("numbers", "run", "run = (SELECT key FROM overview WHERE run_id = ?1)"),
    ] {
        let mut columns =
            file.prepare("SELECT name FROM pragma_table_info(?1)").expect("the table is there");
        let columns: Vec<String> = columns
            .query_map([table], |row| row.get(0))
            .and_then(Iterator::collect)
            .expect("and has columns");
        let written = |column: &String| match (table, column.as_str()) {
            (_, name) if name == named && named == "run" => key.to_owned(),
            (_, name) if name == named => "?2".to_owned(),
            ("overview", "key") => format!("{key} + 1"),
            ("runs", "document") => "replace(document, ?1, ?2)".to_owned(),
            (_, name) => name.to_owned(),
        };
        let values: Vec<String> = columns.iter().map(written).collect();
        let sql = format!(
            "INSERT INTO {table} ({}) SELECT {} FROM {table} WHERE {of} AND ?2 <> ''",
            columns.join(", "),
            values.join(", ")
        );
        file.execute(&sql, [from, id]).expect("a row is copied");
    }
}
