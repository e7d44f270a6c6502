//! The history: raw logs and whole rows written by someone else.

use race::{LanePlan, Plan, RunState, Timeouts};
use store::History;

use super::{Dice, fuzz};

/// A history on disk with one race of one request, and the run's id.
fn history() -> (tempfile::TempDir, History, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let history = History::open(folder.path()).expect("a new history");
    let lane = LanePlan {
        provider: "custom".into(),
        model: "m".into(),
        base_url: Some("http://127.0.0.1:9/v1".into()),
        ..LanePlan::default()
    };
    let plan = Plan { prompt: "Why?".into(), lanes: vec![lane], ..Plan::default() };
    let roster = providers::Roster::new(Vec::new(), &std::collections::BTreeMap::new());
    let contenders = race::check(&plan, &roster, &cost::Prices::default()).expect("it can start");
    let entry = |contender| race::Entry { contender, key: None, proxy_login: None };
    let race =
        app::race_now(plan, contenders.into_iter().map(entry).collect(), Timeouts::default());
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

#[test]
fn rows() {
    let (_folder, history, id) = history();
    let file = rusqlite::Connection::open(history.file()).expect("the file");
    let seeds: Vec<Vec<u8>> = ["SELECT document FROM runs", "SELECT sample FROM recordings"]
        .iter()
        .map(|asked| {
            let text: String = file.query_row(asked, [], |row| row.get(0)).expect("there is one");
            text.into_bytes()
        })
        .collect();
    file.execute_batch("PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON")
        .expect("a test needs no disk, and a stranger no rules");
    let [run, sample] = [0, 1].map(|at| seeds.get(at).cloned().unwrap_or_default());
    let [run, sample] = [run, sample].map(|text| String::from_utf8_lossy(&text).into_owned());
    let mut reset = (
        file.prepare("UPDATE runs SET document = ?1, state = 'finished'").expect("it is there"),
        file.prepare("UPDATE recordings SET sample = ?1").expect("it is there"),
    );
    let mut changes = [
        "UPDATE runs SET document = ?1",
        "UPDATE recordings SET sample = ?1",
        "UPDATE runs SET state = ?1",
    ]
    .map(|change| file.prepare(change).expect("it can be changed"));
    let mut last = 0;
    fuzz("rows", &seeds, |bytes, dice: &mut Dice| {
        // The others are left unchanged, so that one row at a time is strange.
        match last {
            1 => reset.1.execute([&sample]).expect("a row"),
            _ => reset.0.execute([&run]).expect("a row"),
        };
        last = dice.below(changes.len());
        changes[last].execute([String::from_utf8_lossy(bytes)]).expect("it can be written");
        let _run = history.run(&id);
        // One reader beside it for each input, because all of them take ten times as long; a check of the whole file,
        // which takes longest, for every 32nd.
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
