use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::Path;

use race::Run;

use super::*;
use crate::answer_mark::{AnswerMark, Vote};
use crate::fixtures::{begun, end, finished, sample, stream};
use crate::tables::annotations::Annotations;
use crate::tables::endpoints::Endpoint;

/// If set, every page of a history of so many runs is damaged in every way; otherwise pages of each kind of a small one.
fn every() -> Option<u32> {
    env::var("PACELINE_EVERY_PAGE").ok()?.parse().ok()
}

fn runs() -> u32 {
    every().unwrap_or(6)
}

#[path = "damaged_page_tests.rs"]
mod damaged_page;

fn id(number: u32) -> String {
    format!("run-{number:03}")
}

/// A folder with a closed history of runs, some with long prompts, a vote, tags, an endpoint, and settings.
fn with_runs(runs: u32) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    for number in 0..runs {
        let (mut run, recordings) = finished(&id(number), 2);
        if number % 9 == 0 {
            run.plan.prompt = format!("Why is the sky blue, {number}? ").repeat(600);
        }
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
        history.star(&[run.id.clone()], true).unwrap();
        history.tag(&[run.id.clone()], &["kept".to_owned()], &[]).unwrap();
        let vote = AnswerMark { lane: 0, round: 1, vote: Some(Vote::Good), note: "Yes.".into() };
        history.vote(&run.id, &vote).unwrap();
        history.put_last_plan(&run.plan).unwrap();
    }
    let endpoint = Endpoint {
        id: "mine".into(),
        label: "Mine".into(),
        dialect: providers::Dialect::OpenaiChat,
        base_url: "http://127.0.0.1:8000/v1".into(),
        key: providers::KeyNeed::Optional,
    };
    history.put_endpoint(&endpoint).unwrap();
    history.put_preferences(&serde_json::json!({"rail": false})).unwrap();
    dir
}

/// Everything that is kept of each run.
fn contents(history: &History) -> BTreeMap<String, (Run, Annotations)> {
    let ids = (0..runs()).map(id);
    let of_run = |id: String| {
        let run = history.run(&id).ok()?;
        let marks = history.marks(&id).ok()?;
        Some((id, (run, marks)))
    };
    ids.filter_map(of_run).collect()
}

/// Runs with a row on a page, by the ids that its bytes hold.
fn named_on(page: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(page);
    (0..runs()).map(id).filter(|id| text.contains(id.as_str())).collect()
}

/// Runs a statement on a closed history as another program would, whatever the rules of the schema forbid.
fn change(dir: &Path, sql: &str) {
    let connection = Connection::open(dir.join(FILE)).unwrap();
    connection.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    connection.execute_batch(sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// Overwrites the root page of a tree with zeros.
fn zero_root(dir: &Path, tree: &str) {
    let file = dir.join(FILE);
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let connection = Connection::open(&file).unwrap();
    let root: u32 = connection.query_row(sql, [tree], |row| row.get(0)).unwrap();
    drop(connection);
    let mut bytes = fs::read(&file).unwrap();
    bytes[(root as usize - 1) * 4096..root as usize * 4096].fill(0);
    fs::write(&file, bytes).unwrap();
}

fn all_runs(history: &History) -> BTreeMap<String, Run> {
    contents(history).into_iter().map(|(id, (run, _))| (id, run)).collect()
}

#[test]
fn tables_that_are_not_as_they_were_made_are_told_read_and_rebuilt() {
    let sound = with_runs(3);
    let before = all_runs(&History::open_to_read(sound.path()).unwrap().unwrap());
    for (sql, named) in [
        ("DROP TABLE votes", "`votes` is missing"),
        ("DROP TABLE numbers", "`numbers` is missing"),
        ("DROP TABLE migrations", "`migrations` is missing"),
        ("ALTER TABLE lanes DROP COLUMN cost_usd", "`lanes` is another"),
        ("DROP INDEX runs_newest", "`runs_newest` is missing"),
        ("DROP INDEX overview_since; CREATE INDEX overview_since ON overview (key)", "is another"),
        ("DROP TRIGGER overview_follows", "`overview_follows` is missing"),
        ("CREATE TRIGGER sly AFTER INSERT ON runs BEGIN DELETE FROM samples; END", "`sly`"),
        ("UPDATE migrations SET text = 'SELECT 1' WHERE version = 3", "step 3"),
        ("DELETE FROM migrations WHERE version = 2", "step 2"),
        ("DELETE FROM texts_config", "fts5"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        fs::copy(sound.path().join(FILE), dir.path().join(FILE)).unwrap();
        change(dir.path(), sql);
        let refusal = History::open(dir.path()).expect_err("it is not written to").to_string();
        assert!(refusal.contains(named), "{sql}: it says what is wrong: {refusal}");
        assert!(refusal.contains("history repair"), "{sql}: and what to do: {refusal}");
        let read = History::open_to_read(dir.path()).unwrap().expect("it is there");
        assert_eq!(all_runs(&read), before, "{sql}: every run is read");
        let told = read.damage().unwrap_or_else(|| panic!("{sql}: it is told")).told().concat();
        assert!(told.contains(named), "{sql}: {told}");
        let refusal = read.delete(&id(0)).expect_err("a copy is not written to").to_string();
        assert!(refusal.contains("history repair"), "{sql}: {refusal}");
        let found = read.verify().unwrap().findings;
        assert!(found.iter().any(|finding| finding.what.contains(named)), "{sql}: {found:?}");
        drop(read);
        let rebuilt = History::rebuild(dir.path()).unwrap().expect("it is rebuilt");
        assert!(rebuilt.finding.contains(named), "{sql}: {rebuilt:?}");
        let history = History::open(dir.path()).unwrap();
        assert_eq!(all_runs(&history), before, "{sql}: with every run");
        assert_eq!(history.verify().unwrap().findings, [], "{sql}: and nothing is wrong");
        assert_eq!(history.find("sky", None, 9).unwrap().total, 3, "{sql}: words find it");
    }
}

#[test]
fn rows_of_a_run_that_is_not_there_are_found_and_stay_in_the_file_that_is_put_aside() {
    for sql in [
        "INSERT INTO samples VALUES ('ghost', 0, 0, '', NULL, NULL)",
        "INSERT INTO recordings SELECT 'ghost', lane, round, reasoning, answer, tool, usage, log, sample
         FROM recordings LIMIT 1",
        "INSERT INTO lanes (run_id, lane, place, label, model, simulated) VALUES ('ghost', 0, 0, '', '', 0)",
        "DELETE FROM runs WHERE id = 'run-001'",
    ] {
        let dir = with_runs(3);
        let before = all_runs(&History::open_to_read(dir.path()).unwrap().unwrap());
        change(dir.path(), sql);
        let history = History::open(dir.path()).unwrap();
        let found = history.verify().unwrap().findings;
        assert!(found.iter().any(|found| found.what.contains("refers to nothing")), "{sql}: {found:?}");
        drop(history);
        let rebuilt = History::rebuild(dir.path()).unwrap().expect("it is rebuilt");
        let gone = if sql.contains("ghost") { "ghost" } else { "run-001" };
        assert_eq!(rebuilt.salvage.lost, [gone], "{sql}: whose rows they were is told");
        let aside = Connection::open(&rebuilt.aside).unwrap();
        let orphans = aside.prepare("PRAGMA foreign_key_check").unwrap().exists([]).unwrap();
        assert!(orphans, "{sql}: and they are kept");
        let history = History::open(dir.path()).unwrap();
        assert_eq!(history.verify().unwrap().findings, [], "{sql}: nothing is wrong any more");
        let kept = before.into_iter().filter(|(id, _)| id != gone).collect();
        assert_eq!(all_runs(&history), kept, "{sql}: every other run is there");
    }
}

#[test]
fn what_a_killed_process_left_in_the_log_is_read_and_rebuilt() {
    let dir = with_runs(2);
    let history = History::open(dir.path()).unwrap();
    let (run, recordings) = finished(&id(2), 1);
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    let left = tempfile::tempdir().unwrap();
    for name in [FILE, "paceline.db-wal"] {
        fs::copy(dir.path().join(name), left.path().join(name)).unwrap();
    }
    // Nothing of this tree is in the log.
    let file = left.path().join(FILE);
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_settings_1'";
    let root: u32 =
        history.read(|connection| Ok(connection.query_row(sql, [], |row| row.get(0))?)).unwrap();
    let before = all_runs(&history);
    let mut bytes = fs::read(&file).unwrap();
    bytes[(root as usize - 1) * 4096..root as usize * 4096].fill(0);
    fs::write(&file, bytes).unwrap();

    let log = fs::read(left.path().join("paceline.db-wal")).unwrap();
    let read = History::open_to_read(left.path()).unwrap().unwrap();
    assert!(read.damage().is_some(), "it is damaged");
    assert_eq!(all_runs(&read), before, "the newest run is only in the log");
    drop(read);
    assert_eq!(fs::read(left.path().join("paceline.db-wal")).unwrap(), log, "which only is read");
    let rebuilt = History::rebuild(left.path()).unwrap().expect("it is rebuilt");
    let now = History::open(left.path()).unwrap();
    assert_eq!(all_runs(&now), before, "with it");
    assert_eq!(now.verify().unwrap().findings, [], "and no page of the old log");
    let aside = tempfile::tempdir().unwrap();
    fs::copy(&rebuilt.aside, aside.path().join(FILE)).unwrap();
    let aside = History::open_to_read(aside.path()).unwrap().unwrap();
    assert_eq!(all_runs(&aside), before, "and so has what was put aside");
}

#[test]
fn a_lost_run_is_named_and_what_stands_beside_it_is_kept() {
    let dir = with_runs(3);
    let before = all_runs(&History::open_to_read(dir.path()).unwrap().unwrap());
    let sql = "SELECT pageno FROM dbstat WHERE name = 'runs' AND pagetype = 'leaf' ORDER BY pageno";
    let file = dir.path().join(FILE);
    let connection = Connection::open(&file).unwrap();
    let leaf: u32 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
    drop(connection);
    let mut bytes = fs::read(&file).unwrap();
    let range = (leaf as usize - 1) * 4096..leaf as usize * 4096;
    let on_it: Vec<String> = named_on(&bytes[range.clone()]).into_iter().collect();
    assert!(!on_it.is_empty() && on_it.len() < 3, "a page has some of the runs: {on_it:?}");
    bytes[range].fill(0);
    fs::write(&file, bytes).unwrap();
    let rebuilt = History::rebuild(dir.path()).unwrap().expect("it is rebuilt");
    assert_eq!(rebuilt.salvage.lost, on_it, "exactly they are lost, by name");
    assert_eq!(rebuilt.salvage.runs as usize, 3 - on_it.len(), "and counted");
    let told = rebuilt.salvage.told().concat();
    assert!(told.contains(&on_it[0]), "{told}");
    let history = History::open(dir.path()).unwrap();
    let kept = before.into_iter().filter(|(id, _)| !on_it.contains(id)).collect();
    assert_eq!(all_runs(&history), kept, "every other is there");
    assert_eq!(history.endpoints().unwrap().len(), 1, "and the user's own endpoint");
    assert!(history.preferences().unwrap().is_some(), "and the preferences");
}

#[test]
fn answers_longer_than_a_page_are_found_where_no_table_leads_to_them() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    for number in 0..runs() {
        let (mut run, mut recordings) = finished(&id(number), 1);
        for (lane, logs) in recordings.iter_mut().enumerate() {
            let mut log = stream(&[&"short waves scatter ".repeat(500)]);
            end(&mut log);
            run.lanes[lane].samples[0] = sample(&run, lane, &log);
            logs[0] = log;
        }
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }
    drop(history);
    let before = all_runs(&History::open_to_read(dir.path()).unwrap().unwrap());
    assert_eq!(before.len(), runs() as usize, "every run can be read");
    zero_root(dir.path(), "recordings");
    let read = History::open_to_read(dir.path()).unwrap().expect("it is there");
    assert_eq!(all_runs(&read), before, "with its texts");
    assert_eq!(read.damage().unwrap().salvage.incomplete, [""; 0], "and nothing is missing");
}

#[test]
fn a_word_that_cannot_be_costs_neither_its_run_nor_the_repair() {
    let sound = with_runs(3);
    let before = all_runs(&History::open_to_read(sound.path()).unwrap().unwrap());
    for sql in [
        "UPDATE runs SET state = 'finishee' WHERE id = 'run-001'",
        "UPDATE runs SET simulated = 64 WHERE id = 'run-001'",
        "UPDATE marks SET starred = 3 WHERE run_id = 'run-001'",
        "UPDATE votes SET vote = 'gooe' WHERE run_id = 'run-001'",
    ] {
        let dir = tempfile::tempdir().unwrap();
        fs::copy(sound.path().join(FILE), dir.path().join(FILE)).unwrap();
        change(dir.path(), &format!("PRAGMA ignore_check_constraints = ON; {sql}"));
        drop(History::open(dir.path()).unwrap_or_else(|error| panic!("{sql}: no start: {error}")));
        assert!(History::rebuild(dir.path()).unwrap().is_some(), "{sql}: it is rebuilt");
        assert_eq!(History::rebuild(dir.path()).unwrap(), None, "{sql}: once");
        let history = History::open(dir.path()).unwrap();
        assert_eq!(all_runs(&history), before, "{sql}: every run is there as it ended");
        assert_eq!(history.verify().unwrap().findings, [], "{sql}: and nothing is wrong");
    }
}

#[test]
fn lost_settings_are_told() {
    let dir = with_runs(2);
    zero_root(dir.path(), "settings");
    let read = History::open_to_read(dir.path()).unwrap().unwrap();
    assert!(read.damage().unwrap().salvage.may_lack_settings(), "so that no cap is taken for none");
    assert!(read.last_plan().is_ok() && read.roster().is_ok(), "their defaults stand for them");
}

#[test]
fn preferences_chosen_beside_a_damaged_file_hold_while_it_is_open() {
    let dir = with_runs(1);
    change(dir.path(), "DROP TABLE votes");
    let bytes = fs::read(dir.path().join(FILE)).unwrap();
    let dark = serde_json::json!({"theme": "dark"});
    let read = History::open_to_read(dir.path()).unwrap().expect("it is there");
    read.put_preferences(&dark).expect("how a window looks depends on no file");
    assert_eq!(read.preferences().unwrap(), Some(dark), "it looks so");
    read.put_last_plan(&race::Plan::default()).expect("what is typed is no reason for an error");
    drop(read);
    assert_eq!(fs::read(dir.path().join(FILE)).unwrap(), bytes, "nothing is written");
    let read = History::open_to_read(dir.path()).unwrap().expect("it is there");
    let saved = read.preferences().unwrap();
    assert_eq!(
        saved,
        Some(serde_json::json!({"rail": false})),
        "and the next start has what was saved"
    );
}

#[test]
fn whether_a_run_was_imported_outlives_a_rebuilding() {
    let dir = with_runs(2);
    change(
        dir.path(),
        "UPDATE overview SET imported = 1 WHERE run_id = 'run-001'; DROP INDEX overview_kept",
    );
    History::rebuild(dir.path()).unwrap().expect("it is rebuilt");
    let listed = History::open(dir.path()).unwrap().list(0, 9).unwrap().runs;
    let imported: Vec<bool> = listed.iter().map(|run| run.imported).collect();
    assert_eq!(imported, [true, false], "no run says it, newest first");
}

#[test]
fn a_file_without_a_history_is_neither_read_nor_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let letter = b"Dear diary, ".repeat(1_000);
    fs::write(dir.path().join(FILE), &letter).unwrap();
    for refused in [
        History::open_to_read(dir.path()).map(drop).expect_err("it is no history"),
        History::rebuild(dir.path()).map(drop).expect_err("and becomes none"),
    ] {
        assert!(matches!(refused, HistoryError::Damaged { .. }), "{refused}");
    }
    assert_eq!(fs::read(dir.path().join(FILE)).unwrap(), letter, "not a byte of it changed");
    let left: Vec<_> =
        fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("rebuilt")), "{left:?}");
    assert_eq!(History::rebuild(&dir.path().join("none")).unwrap(), None, "nor is there none");
}

/// The environment variable that tells the other process where the history is.
const DIR: &str = "PACELINE_TEST_REBUILT";

#[test]
#[ignore = "the other process of the test below, which starts it itself"]
fn another_process_that_rebuilds() {
    let dir = env::var_os(DIR).expect("the test below says where the history is");
    let _killed_before = History::rebuild(Path::new(&dir));
}

#[test]
fn a_rebuilding_that_is_killed_at_any_moment_costs_no_run() {
    let dir = with_runs(4);
    let before = all_runs(&History::open_to_read(dir.path()).unwrap().unwrap());
    zero_root(dir.path(), "runs");
    for round in 0..8_u64 {
        let mut child = std::process::Command::new(env::current_exe().unwrap())
            .args(["--exact", "file::rebuild::tests::another_process_that_rebuilds", "--ignored"])
            .env(DIR, dir.path())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(10 + round * round * 12));
        child.kill().unwrap();
        child.wait().unwrap();
        let read = History::open_to_read(dir.path()).unwrap().expect("it is there");
        assert_eq!(all_runs(&read), before, "round {round}: whichever file has its name");
    }
    History::rebuild(dir.path()).unwrap();
    let history = History::open(dir.path()).unwrap();
    assert_eq!(all_runs(&history), before, "and it ends");
    assert_eq!(history.verify().unwrap().findings, [], "whole");
}
