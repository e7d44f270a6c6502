use std::fs;
use std::path::Path;

use super::*;
use crate::file::open::FILE;
use crate::fixtures::{begun, finished};

/// A history of three runs, as large as one that a start does not check whole; its recordings are damaged.
fn damaged_deep() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    for number in 0..3 {
        let (run, recordings) = finished(&format!("run-{number}"), 1);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }
    drop(history);
    let file = dir.path().join(FILE);
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'recordings'";
    let connection = Connection::open(&file).unwrap();
    let root: u32 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
    let root = root as usize;
    drop(connection);
    let mut bytes = fs::read(&file).unwrap();
    bytes[(root - 1) * 4096..root * 4096].fill(0xa5);
    fs::write(&file, &bytes).unwrap();
    // Nothing is behind its last page, and it takes no room on the disk.
    fs::File::options().write(true).open(&file).unwrap().set_len(CHECKED_WHOLE + 4096).unwrap();
    dir
}

fn to_read(dir: &Path) -> History {
    History::open_to_read(dir).unwrap().expect("it is there")
}

/// Checks that the next start tells of the damage and reads the rest, and that a rebuilding ends it.
fn must_be_told_from_now_on(dir: &Path) {
    let history = to_read(dir);
    let damage = history.damage().expect("the next start says so");
    assert_eq!(damage.salvage.runs, 3, "and reads the rest");
    assert_eq!(history.found_damage(), None, "which is known from the start");
    let refused = History::open(dir).expect_err("it is not written to").to_string();
    assert!(refused.contains("history repair"), "{refused}");
    History::rebuild(dir).unwrap().expect("it is rebuilt");
    History::open(dir).unwrap();
    assert!(to_read(dir).damage().is_none(), "and sound");
    assert!(!dir.join("damage-found").exists(), "and nobody looks for damage any more");
}

#[test]
fn damage_beyond_what_a_start_checks_is_found_afterwards_and_told_from_then_on() {
    let dir = damaged_deep();
    let history = to_read(dir.path());
    assert!(history.damage().is_none(), "a start has no time to find it");
    assert!(history.check_rest(|| false).unwrap(), "the check ends");
    let found = history.found_damage().expect("it finds the damage");
    assert!(found.contains("recordings") || found.contains("btree"), "and says where: {found}");
    assert_eq!(history.list(0, 9).unwrap().runs.len(), 3, "what is sound can be used meanwhile");
    drop(history);
    must_be_told_from_now_on(dir.path());
}

#[test]
fn damage_that_a_question_meets_is_told_from_then_on() {
    let dir = damaged_deep();
    let history = to_read(dir.path());
    let met = history.recording("run-0", 0, 0).expect_err("it cannot be read");
    assert!(matches!(met, HistoryError::Damaged { .. }), "it says why: {met}");
    assert!(history.found_damage().is_some(), "and is remembered");
    drop(history);
    must_be_told_from_now_on(dir.path());
}

#[test]
fn damage_that_a_verification_finds_is_told_from_then_on() {
    let dir = damaged_deep();
    let history = to_read(dir.path());
    assert!(!history.verify().unwrap().findings.is_empty(), "it is found");
    assert!(history.found_damage().is_some(), "and remembered");
    drop(history);
    must_be_told_from_now_on(dir.path());
}

#[test]
fn a_sign_of_damage_beside_a_sound_history_goes_with_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    drop(History::open(dir.path()).unwrap());
    fs::write(dir.path().join("damage-found"), "").unwrap();
    assert!(to_read(dir.path()).damage().is_none(), "it was checked");
    let history = History::open(dir.path()).unwrap();
    assert!(!dir.path().join("damage-found").exists(), "for the last time");
    assert!(history.check_rest(|| false).unwrap(), "a small file was checked when it was opened");
    assert_eq!(history.found_damage(), None);
}

#[test]
fn work_ends_when_somebody_else_needs_the_machine() {
    let connection = Connection::open_in_memory().unwrap();
    let mut asked = 0;
    let endless =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n";
    let count = || Ok(connection.query_row(endless, [], |row| row.get::<_, i64>(0))?);
    let is_to_end = || {
        asked += 1;
        asked > 2
    };
    let done = interrupted(&connection, Duration::from_millis(1), is_to_end, count);
    assert_eq!(done.unwrap(), None, "it has no end of its own");
    let sum = interrupted(
        &connection,
        LOOK,
        || false,
        || Ok(connection.query_row("SELECT 2", [], |row| row.get::<_, i64>(0))?),
    );
    assert_eq!(sum.unwrap(), Some(2), "and the connection is as good as before");
}
