//! A history that cannot be read or written, in part or at all: a failure affects nothing else, and
//! is reported.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::{at, data, document, done, status, text};

const QUICK: &str = "simulated/scripted?ttft=20ms&tps=2000&tokens=60";

fn raced(home: &Path, more: &[&str]) -> Value {
    let race = ["race", "--json", "--prompt", "Why?", "--lane", QUICK];
    document(&done(home, &[&race, more].concat()))
}

fn sql(home: &Path, statement: &str) {
    let connection = rusqlite::Connection::open(data(home).join("paceline.db")).expect("it opens");
    connection.execute_batch(statement).expect("a statement");
}

#[test]
fn a_setting_that_cannot_be_read_keeps_no_race_from_starting() {
    let home = tempdir().expect("a folder");
    raced(home.path(), &[]);
    sql(
        home.path(),
        "INSERT OR REPLACE INTO settings VALUES ('network', '{bad'), ('preferences', '1')",
    );
    let race = done(home.path(), &["race", "--json", "--prompt", "Why?", "--lane", QUICK]);
    assert_eq!(status(&race), 0, "{}", text(&race.stderr));
    let said = text(&race.stderr);
    assert!(said.contains("The network setting") && said.contains("default"), "it is told: {said}");
}

#[test]
fn a_row_that_cannot_be_read_stops_no_command_and_repair_names_it() {
    let home = tempdir().expect("a folder");
    let (bad, good) = (raced(home.path(), &[]), raced(home.path(), &[]));
    let [bad, good] = [&bad, &good].map(|run| at(run, "/id").as_str().expect("an id"));
    sql(
        home.path(),
        &format!("UPDATE runs SET state = 'running', document = '{{bad' WHERE id = '{bad}'"),
    );
    let list = done(home.path(), &["history", "list", "--json"]);
    assert_eq!(status(&list), 0, "{}", text(&list.stderr));
    assert_eq!(at(&document(&list), "/runs/0/id"), good, "the other run is listed");
    assert!(text(&list.stderr).contains("A run is not shown"), "{}", text(&list.stderr));
    let list = done(home.path(), &["history", "list"]);
    assert!(!text(&list.stdout).contains("--limit"), "no limit hides it: {}", text(&list.stdout));
    let none = done(home.path(), &["history", "list", "--limit", "0"]);
    assert!(text(&none.stdout).contains("The newest 0 of"), "there are: {}", text(&none.stdout));
    let verify = done(home.path(), &["history", "verify"]);
    assert_eq!(status(&verify), 1, "something is wrong");
    assert!(text(&verify.stdout).contains(bad), "and it says where: {}", text(&verify.stdout));
    let repair = done(home.path(), &["history", "repair"]);
    assert_eq!(status(&repair), 1, "what cannot be mended is left");
    assert!(text(&repair.stdout).contains(bad), "and named: {}", text(&repair.stdout));
}

#[test]
fn a_damaged_history_is_reported_and_an_unsaved_race_still_runs() {
    let home = tempdir().expect("a folder");
    fs::create_dir(data(home.path())).expect("a folder");
    let letter = b"Dear diary, ".repeat(1_000);
    fs::write(data(home.path()).join("paceline.db"), &letter).expect("a file");
    let saved = done(home.path(), &["race", "--prompt", "Why?", "--lane", QUICK]);
    assert_eq!(status(&saved), 2, "nothing is raced that could not be kept");
    let race =
        done(home.path(), &["race", "--no-save", "--json", "--prompt", "Why?", "--lane", QUICK]);
    assert_eq!(status(&race), 0, "{}", text(&race.stderr));
    assert!(text(&race.stderr).contains("damaged"), "with a note: {}", text(&race.stderr));
    let left = fs::read(data(home.path()).join("paceline.db")).expect("the file");
    assert_eq!(left, letter, "not a byte of it changed");
}

#[test]
fn an_empty_file_in_place_of_a_history_is_reported() {
    let home = tempdir().expect("a folder");
    fs::create_dir(data(home.path())).expect("a folder");
    fs::write(data(home.path()).join("paceline.db"), "").expect("a file");
    let list = done(home.path(), &["history", "list"]);
    assert_eq!(status(&list), 0, "there is nothing to list");
    assert!(text(&list.stderr).contains("0 bytes"), "and it is told: {}", text(&list.stderr));
}

#[test]
fn reading_makes_no_file_and_no_folder() {
    let home = tempdir().expect("a folder");
    for command in [&["history", "list"][..], &["providers"], &["prices"], &["network"]] {
        assert_eq!(status(&done(home.path(), command)), 0, "{command:?}");
        assert!(!data(home.path()).exists(), "{command:?} made a folder");
    }
}

#[test]
fn a_run_is_deleted_brought_back_and_removed_for_good() {
    let home = tempdir().expect("a folder");
    let run = raced(home.path(), &[]);
    let id = at(&run, "/id").as_str().expect("an id");
    let total = || {
        let list = document(&done(home.path(), &["history", "list", "--json"]));
        at(&list, "/total").as_u64().expect("a number")
    };
    assert_eq!(status(&done(home.path(), &["history", "delete", id])), 0, "it is deleted");
    assert_eq!(total(), 0, "and out of the list");
    assert_eq!(status(&done(home.path(), &["history", "restore", id])), 0, "it comes back");
    assert_eq!(total(), 1, "whole");
    let unsaved = data(home.path()).join("unsaved");
    fs::create_dir(&unsaved).expect("a folder");
    fs::write(unsaved.join(format!("{id}.json.part")), "Why?").expect("a file");
    sql(home.path(), "INSERT INTO settings VALUES ('unreadable shelf', '{bad')");
    let gone = done(home.path(), &["history", "delete", id, "--for-good"]);
    assert_eq!(status(&gone), 0, "{}", text(&gone.stderr));
    let said = text(&gone.stdout);
    assert!(said.contains("Forgot 1 recent prompt"), "what goes with it is told: {said}");
    assert!(said.contains("the setting shelf"), "and what nobody can read: {said}");
    assert!(!unsaved.join(format!("{id}.json.part")).exists(), "nor does it wait to come back");
    assert_eq!(status(&done(home.path(), &["history", "restore", id])), 2, "for good");
}

/// Overwrites the root page of a table or an index of the history with zeros.
fn zero_root(home: &Path, tree: &str) {
    let file = data(home).join("paceline.db");
    let connection = rusqlite::Connection::open(&file).expect("it opens");
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let root: u32 = connection.query_row(sql, [tree], |row| row.get(0)).expect("it has a root");
    drop(connection);
    let mut bytes = fs::read(&file).expect("the file");
    let from = usize::try_from(root - 1).expect("a small file") * 4096;
    bytes.get_mut(from..from + 4096).expect("a page").fill(0);
    fs::write(&file, bytes).expect("the file");
}

#[test]
fn of_a_damaged_history_everything_else_is_read_and_repair_rebuilds_it() {
    let home = tempdir().expect("a folder");
    let runs = [raced(home.path(), &[]), raced(home.path(), &[])];
    let ids: Vec<&str> = runs.iter().map(|run| at(run, "/id").as_str().expect("an id")).collect();
    zero_root(home.path(), "runs_newest");
    let list = done(home.path(), &["history", "list", "--json"]);
    assert_eq!(status(&list), 0, "{}", text(&list.stderr));
    assert_eq!(at(&document(&list), "/total"), 2, "both are listed");
    let said = text(&list.stderr);
    assert!(said.contains("damaged") && said.contains("2 runs can be read"), "it is told: {said}");
    assert!(said.contains("history repair"), "with what to do: {said}");
    for id in &ids {
        assert_eq!(status(&done(home.path(), &["history", "show", id])), 0, "each is shown");
    }
    assert_eq!(status(&done(home.path(), &["history", "verify"])), 1, "the check finds it");
    let saved = done(home.path(), &["race", "--prompt", "Why?", "--lane", QUICK]);
    assert_eq!(status(&saved), 2, "nothing is raced that could not be kept");
    assert!(text(&saved.stderr).contains("history repair"), "{}", text(&saved.stderr));
    raced(home.path(), &["--no-save"]);

    let repair = done(home.path(), &["history", "repair"]);
    let told = text(&repair.stdout);
    assert_eq!(status(&repair), 0, "nothing is lost: {told} {}", text(&repair.stderr));
    assert!(told.contains("It is rebuilt") && told.contains("paceline.db.aside-1"), "{told}");
    let list = done(home.path(), &["history", "list", "--json"]);
    assert_eq!(at(&document(&list), "/total"), 2, "both are there");
    assert_eq!(text(&list.stderr), "", "and nothing is to be told");
    let again = done(home.path(), &["history", "repair"]);
    assert_eq!(text(&again.stdout), "Nothing needs repair.\n", "once");
}

#[test]
fn lost_settings_are_not_taken_for_a_history_without_a_cap() {
    let home = tempdir().expect("a folder");
    raced(home.path(), &[]);
    zero_root(home.path(), "settings");
    let repair = done(home.path(), &["history", "repair"]);
    assert_eq!(status(&repair), 1, "something is lost");
    assert!(text(&repair.stdout).contains("settings"), "it says what: {}", text(&repair.stdout));
    let file = rusqlite::Connection::open(data(home.path()).join("paceline.db")).expect("it opens");
    let sql = "SELECT value ->> 'cap_usd_per_day' FROM settings WHERE name = 'preferences'";
    let cap: f64 = file.query_row(sql, [], |row| row.get(0)).expect("the preferences");
    assert!(cap <= 0.01, "every race with a price asks: {cap}");
}
