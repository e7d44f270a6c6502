use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::error::HistoryError;
use crate::file::open::connect;
use crate::folder::private_files::make_file;

const FIRST: &str = "CREATE TABLE pets (name TEXT NOT NULL) STRICT;";
const SECOND: &str = "ALTER TABLE pets ADD COLUMN age INTEGER; CREATE TABLE owners (name TEXT);";
const BROKEN: &str = "CREATE TABLE toys (name TEXT); INSERT INTO nowhere VALUES (1);";

/// An empty file in a folder of its own.
fn empty() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("paceline.db");
    make_file(&file).unwrap();
    (dir, file)
}

/// Opens the file as an app with these migrations does.
fn open(file: &Path, steps: &[&str]) -> Result<Connection, HistoryError> {
    connect(file, steps).map_err(|failed| failed.within(file))
}

/// A file after the first migration, with one pet in it.
fn with_a_pet() -> (tempfile::TempDir, PathBuf) {
    let (dir, file) = empty();
    let connection = open(&file, &[FIRST]).unwrap();
    connection.execute("INSERT INTO pets VALUES ('Laika')", []).unwrap();
    (dir, file)
}

fn pets(connection: &Connection) -> Vec<String> {
    let mut rows = connection.prepare("SELECT name FROM pets").unwrap();
    rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn tables(connection: &Connection) -> Vec<String> {
    let mut rows = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .unwrap();
    rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

#[test]
fn an_older_file_is_backed_up_and_then_migrated() {
    let (_dir, file) = with_a_pet();
    let migrated = open(&file, &[FIRST, SECOND]).unwrap();
    assert_eq!(tables(&migrated), ["migrations", "owners", "pets"], "the second step was taken");
    assert_eq!(pets(&migrated), ["Laika"], "what was there stays");

    let path = file.with_file_name("paceline.db.before-v2");
    let backup = Connection::open(&path).unwrap();
    assert_eq!(
        tables(&backup),
        ["migrations", "pets"],
        "the backup is from before the second step"
    );
    assert_eq!(pets(&backup), ["Laika"], "the backup holds what was there");
    drop(backup);
    open(&path, &[FIRST]).expect("the app that made the file opens its backup");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "a backup is as private as the file");
    }
}

#[test]
fn a_backup_holds_also_what_a_reader_keeps_in_the_log() {
    for does_somebody_read in [false, true] {
        let (_dir, file) = with_a_pet();
        // As if a process had been killed: its rows are in the log alone.
        let killed = open(&file, &[FIRST]).unwrap();
        killed.execute_batch("PRAGMA wal_autocheckpoint = 0").unwrap();
        let reader = Connection::open(&file).unwrap();
        if does_somebody_read {
            reader.execute_batch("BEGIN").unwrap();
            assert_eq!(pets(&reader), ["Laika"], "it goes on reading the state of now");
        }
        killed.execute("INSERT INTO pets VALUES ('Belka')", []).unwrap();
        drop(open(&file, &[FIRST, SECOND]).unwrap());
        let backup = file.with_file_name("paceline.db.before-v2");
        let names = fs::read_dir(file.parent().unwrap()).unwrap().flatten();
        let halves = names.filter(|entry| entry.file_name().to_string_lossy().contains("half"));
        assert_eq!(halves.count(), 0, "no half of a backup is left");
        let alone = tempfile::tempdir().unwrap();
        let moved = alone.path().join("backup.db");
        fs::copy(&backup, &moved).unwrap();
        assert_eq!(
            pets(&open(&moved, &[FIRST]).unwrap()),
            ["Laika", "Belka"],
            "it is whole without any log, beside a reader: {does_somebody_read}"
        );
    }
}

#[test]
fn a_new_file_and_an_up_to_date_one_make_no_backup() {
    let (dir, file) = with_a_pet();
    open(&file, &[FIRST]).unwrap();
    let backups = fs::read_dir(dir.path())
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains("before"))
        .count();
    assert_eq!(backups, 0, "there was nothing to lose");
}

#[test]
fn all_pending_steps_are_taken_or_none() {
    let (_dir, file) = with_a_pet();
    assert!(
        matches!(open(&file, &[FIRST, SECOND, BROKEN]), Err(HistoryError::Sql { .. })),
        "a step that fails is said to have failed"
    );
    let untouched = open(&file, &[FIRST]).expect("the file is still at the first step");
    assert_eq!(tables(&untouched), ["migrations", "pets"], "the good step was undone with the bad");
    assert_eq!(pets(&untouched), ["Laika"], "what was there stays");
}

#[test]
fn a_newer_file_is_refused_and_left_alone() {
    let (_dir, file) = with_a_pet();
    drop(open(&file, &[FIRST, SECOND]).unwrap());
    let before = fs::read(&file).unwrap();
    let refusal =
        open(&file, &[FIRST]).expect_err("an older app does not know what it would break");
    assert!(
        matches!(refusal, HistoryError::Newer { found: 2, known: 1, .. }),
        "it says which version it found and which it knows: {refusal}"
    );
    assert!(
        refusal.to_string().contains(file.to_str().unwrap()),
        "it names the file, so that a person can find it: {refusal}"
    );
    assert_eq!(fs::read(&file).unwrap(), before, "not a byte of it changed");
}

#[test]
fn a_migration_that_was_edited_after_its_release_is_refused() {
    let (_dir, file) = with_a_pet();
    let edited = FIRST.replace("TEXT NOT NULL", "TEXT");
    let refusal = open(&file, &[&edited, SECOND]).expect_err("its tables are not those it expects");
    assert!(
        matches!(refusal, HistoryError::OtherSchema { version: 1, .. }),
        "it says which step differs: {refusal}"
    );
    let untouched = open(&file, &[FIRST]).expect("the right app still opens it");
    assert_eq!(pets(&untouched), ["Laika"], "what was there stays");
}

#[test]
fn a_database_of_another_program_is_refused_and_left_alone() {
    let (_dir, file) = empty();
    Connection::open(&file).unwrap().execute_batch("CREATE TABLE bookmarks (url TEXT)").unwrap();
    let before = fs::read(&file).unwrap();
    let refusal = open(&file, &[FIRST]).expect_err("it is not ours to change");
    assert!(matches!(refusal, HistoryError::Foreign { .. }), "it says so: {refusal}");
    assert_eq!(fs::read(&file).unwrap(), before, "not a byte of it changed");
}
