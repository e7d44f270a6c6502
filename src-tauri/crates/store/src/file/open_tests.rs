use std::fs;
use std::thread;
use std::time::Duration;

use rusqlite::Connection;

use crate::error::{HistoryError, StoreFailure};
use crate::fixtures::{begun, finished};
use crate::history::History;

use super::{FILE, check_pages, is_without_room_beside};

/// A folder with a history of some runs, closed.
fn with_runs() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    for id in 0..20 {
        let (run, recordings) = finished(&format!("run-{id:02}"), 3);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }
    dir
}

#[cfg(unix)]
#[test]
fn nobody_but_its_owner_can_read_a_history() {
    use std::os::unix::fs::PermissionsExt;

    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("data").join("paceline");
    let history = History::open(&dir).unwrap();
    let (run, _) = finished("run", 1);
    history.begin(&begun(&run)).unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&dir), 0o700, "prompts are nobody else's business");
    assert_eq!(mode(&dir.join("running")), 0o700, "nor is what runs now");
    for file in ["paceline.db", "paceline.db-wal", "paceline.lock", "running/run.lock"] {
        assert_eq!(mode(&dir.join(file)), 0o600, "{file} is as private as its folder");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_others_could_read_becomes_private() {
    use std::os::unix::fs::PermissionsExt;

    let dir = with_runs();
    let file = dir.path().join(FILE);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    History::open(dir.path()).unwrap();
    let mode = fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600, "a copy restored by hand is made private again");
}

#[test]
fn a_history_is_durable_and_keeps_its_rows_together() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let pragma = |name: &str| -> String {
        history
            .read(|connection| {
                Ok(connection.pragma_query_value(None, name, |row| {
                    row.get::<_, rusqlite::types::Value>(0).map(|value| format!("{value:?}"))
                })?)
            })
            .unwrap()
    };
    assert_eq!(pragma("journal_mode"), r#"Text("wal")"#, "readers and a writer work side by side");
    assert_eq!(pragma("synchronous"), "Integer(1)", "NORMAL is safe in WAL mode");
    assert_eq!(pragma("foreign_keys"), "Integer(1)", "no sample without its run");
    assert_eq!(pragma("busy_timeout"), "Integer(5000)", "another process is waited for");
}

#[test]
fn damage_inside_the_file_is_reported_and_nothing_is_changed() {
    let dir = with_runs();
    let file = dir.path().join(FILE);
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[4096..middle].fill(0xA5);
    fs::write(&file, &bytes).unwrap();

    let report = History::open(dir.path()).expect_err("a damaged history is not used");
    assert!(matches!(report, HistoryError::Damaged { .. }), "it is called damaged: {report}");
    let report = report.to_string();
    assert!(report.contains(file.to_str().unwrap()), "it names the file: {report}");
    assert!(report.contains("paceline history repair"), "it says what to do: {report}");
    assert_eq!(
        fs::read(&file).unwrap(),
        bytes,
        "not a byte of it changed: it can still be rescued"
    );
}

/// Whether damage in the first page of a table is found at the start of a history.
fn is_found(table: &str, checked_whole: u64, time: Duration) -> bool {
    let dir = with_runs();
    let file = dir.path().join(FILE);
    let page: usize = Connection::open(&file)
        .unwrap()
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = ?1", [table], |row| {
            row.get::<_, u32>(0)
        })
        .unwrap()
        .try_into()
        .unwrap();
    let mut bytes = fs::read(&file).unwrap();
    bytes[(page - 1) * 4096..page * 4096].fill(0xA5);
    fs::write(&file, &bytes).unwrap();
    let connection = Connection::open(&file).unwrap();
    let checked = check_pages(&connection, &file, checked_whole, time);
    matches!(checked.map_err(|failed| failed.within(&file)), Err(HistoryError::Damaged { .. }))
}

#[test]
fn a_large_file_is_checked_where_the_list_and_the_next_race_stand_on_it() {
    let long = Duration::from_secs(3600);
    assert!(is_found("runs", 0, long), "the list of a large history is checked at every start");
    assert!(is_found("settings", 0, long), "and so is what the next race needs");
    assert!(!is_found("recordings", 0, long), "its gigabytes of raw logs are left to verify");
    assert!(is_found("recordings", u64::MAX, long), "a smaller history is checked whole");
}

#[test]
fn the_check_of_a_large_file_ends_in_time_and_leaves_the_connection_in_use() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("large.db");
    Connection::open(&file)
        .unwrap()
        .execute_batch(
            "CREATE TABLE runs (text TEXT);
             WITH RECURSIVE each(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < 20000)
             INSERT INTO runs SELECT hex(randomblob(1000)) FROM each;",
        )
        .unwrap();
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 4096;
    bytes[last..].fill(0xA5);
    fs::write(&file, &bytes).unwrap();
    let connection = Connection::open(&file).unwrap();
    let check = |time| check_pages(&connection, &file, 0, time);
    check(Duration::ZERO)
        .expect("its last page is not reached, and a check that was ended found nothing");
    assert!(check(Duration::from_secs(3600)).is_err(), "with time it is, on the same connection");
}

#[test]
fn a_file_that_is_not_a_database_is_reported_and_unchanged() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(FILE);
    let letter = b"Dear diary, ".repeat(1_000);
    fs::write(&file, &letter).unwrap();
    let report = History::open(dir.path()).expect_err("a letter is no history");
    assert!(matches!(report, HistoryError::Damaged { .. }), "it is called damaged: {report}");
    assert_eq!(fs::read(&file).unwrap(), letter, "not a byte of it changed");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a-file");
    fs::write(&file, "").unwrap();
    let report = History::open(&file.join("data")).expect_err("there is no folder inside a file");
    assert!(matches!(report, HistoryError::Io { .. }), "it is the system's refusal: {report}");
    assert!(report.to_string().contains("a-file"), "it says where: {report}");
}

#[test]
fn a_new_history_can_be_opened_by_many_at_once() {
    let dir = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        let opening: Vec<_> =
            (0..8).map(|_| scope.spawn(|| History::open(dir.path()).map(|_| ()))).collect();
        for opened in opening {
            opened.join().unwrap().expect("the window and the command line may start together");
        }
    });
}

#[test]
fn a_history_is_read_without_writing_a_byte_and_a_missing_one_is_not_made() {
    let dir = tempfile::tempdir().unwrap();
    assert!(History::open_to_read(dir.path()).unwrap().is_none(), "there is none");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "and none was made");
    let dir = with_runs();
    let history = History::open_to_read(dir.path()).unwrap().expect("it is there");
    assert_eq!(history.list(0, 100).unwrap().total, 20, "every run is in it");
    let refusal = history.delete("run-00").expect_err("it was opened for reading");
    assert!(matches!(refusal, HistoryError::ReadOnly { .. }), "it says why: {refusal}");
    let chosen = serde_json::json!({ "theme": "dark" });
    history.put_preferences(&chosen).expect("what a window looks like depends on no file");
    assert_eq!(history.preferences().unwrap(), Some(chosen), "as long as it is open");
    assert!(history.is_read_only() && !History::open(dir.path()).unwrap().is_read_only());
}

#[cfg(unix)]
#[test]
fn a_history_in_a_folder_that_cannot_be_written_is_read_all_the_same() {
    use std::os::unix::fs::PermissionsExt;
    let dir = with_runs();
    let mode = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    fs::remove_dir_all(dir.path().join("running")).unwrap();
    fs::remove_file(dir.path().join("paceline.lock")).unwrap();
    mode(&dir.path().join(FILE), 0o400);
    mode(dir.path(), 0o500);
    let history = History::open_to_read(dir.path());
    let listed = history.map(|history| history.map(|history| history.list(0, 100).unwrap().total));
    mode(dir.path(), 0o700);
    assert_eq!(listed.unwrap(), Some(20), "reading needs no writing");
}

#[test]
fn reading_waits_for_no_writer() {
    let dir = with_runs();
    let writer = Connection::open(dir.path().join(FILE)).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE; DELETE FROM runs WHERE id = 'run-00'").unwrap();
    let history = History::open_to_read(dir.path()).unwrap().expect("it is there");
    assert_eq!(history.list(0, 100).unwrap().total, 20, "the state before the writer's");
    assert!(!history.needs_upkeep(30).unwrap(), "and nothing makes it write");
}

#[test]
fn a_file_of_zero_bytes_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join(FILE), "").unwrap();
    let read = History::open_to_read(dir.path()).unwrap().expect("something is there");
    assert!(read.notices().concat().contains("0 bytes"), "reading says so: {:?}", read.notices());
    let opened = History::open(dir.path()).unwrap();
    assert!(opened.notices().concat().contains("0 bytes"), "a new one is begun, and told");
    drop(opened);
    assert!(History::open(dir.path()).unwrap().notices().is_empty(), "once");
}

#[test]
fn a_refusal_holds_no_statement_of_sql() {
    let dir = with_runs();
    let file = dir.path().join(FILE);
    let connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", 0).unwrap();
    drop(connection);
    let refusal = History::open(dir.path()).expect_err("its tables are there already").to_string();
    assert!(!refusal.contains("CREATE"), "no user reads SQL: {refusal}");
    assert!(refusal.len() < 400, "a sentence or two: {refusal}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_refused_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let letter = dir.path().join("letter");
    fs::write(&letter, b"Dear diary, ".repeat(1_000)).unwrap();
    fs::set_permissions(&letter, fs::Permissions::from_mode(0o644)).unwrap();
    std::os::unix::fs::symlink(&letter, dir.path().join(FILE)).unwrap();
    History::open(dir.path()).expect_err("a letter is no history");
    let mode = fs::metadata(&letter).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o644, "nothing was changed, as the message says");
}

#[test]
fn a_file_with_a_trigger_or_a_view_that_nobody_here_made_is_refused_unchanged() {
    for program in [
        "CREATE TRIGGER sly AFTER INSERT ON runs BEGIN DELETE FROM samples; END",
        "CREATE VIEW sly AS SELECT * FROM settings",
    ] {
        let dir = tempfile::tempdir().unwrap();
        let file = History::open(dir.path()).unwrap().file().to_owned();
        rusqlite::Connection::open(&file).unwrap().execute_batch(program).unwrap();
        for refused in [History::open(dir.path()).err(), History::open_to_read(dir.path()).err()] {
            let told = refused.map(|error| error.to_string()).unwrap_or_default();
            assert!(told.contains("`sly`"), "it names what is strange: {told}");
        }
        let left: u32 = rusqlite::Connection::open(&file)
            .unwrap()
            .query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'sly'", [], |row| {
                row.get(0)
            })
            .unwrap();
        assert_eq!(left, 1, "and changes nothing");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_file_is_told_and_holds_no_start() {
    for suffix in ["-journal", "-wal", "-shm", ""] {
        let dir = tempfile::tempdir().unwrap();
        drop(History::open(dir.path()).unwrap());
        let pipe = dir.path().join(format!("paceline.db{suffix}"));
        let _whatever_was_there = fs::remove_file(&pipe);
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success(), "a pipe is made");
        // A pipe has no bytes, and is no history that is still empty.
        let read = History::open_to_read(dir.path()).map(drop).map_err(|error| error.to_string());
        let opened = History::open(dir.path()).map(drop).map_err(|error| error.to_string());
        for told in [opened, read] {
            let told = told.expect_err("it is not waited for");
            assert!(told.contains("a pipe or a device"), "with what it is: {told}");
            assert!(told.contains(&*pipe.to_string_lossy()), "and where: {told}");
        }
    }
}

#[test]
fn a_run_begins_although_the_folder_of_locks_was_removed() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    fs::remove_dir_all(dir.path().join("running")).unwrap();
    let (run, recordings) = finished("run-00", 1);
    history.begin(&begun(&run)).unwrap();
    assert!(dir.path().join("running/run-00.lock").exists(), "it has its lock");
    history.finish(&run, &recordings).unwrap();
    assert_eq!(history.run("run-00").unwrap(), run, "and is kept");
}

#[test]
fn a_history_that_another_process_is_just_creating_is_not_damaged() {
    for _ in 0..30 {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().to_owned();
        let maker = thread::spawn(move || History::open(&folder).map(drop));
        while !maker.is_finished() {
            match History::open_to_read(dir.path()) {
                // Before its first tables it is older than this app, and says to open it.
                Ok(_) | Err(HistoryError::Older { .. }) => {}
                Err(error) => panic!("it is whole at every moment: {error}"),
            }
        }
        maker.join().unwrap().expect("it is created");
    }
}

#[test]
fn a_disk_without_room_for_the_file_that_processes_share_is_called_full_and_is_still_read() {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_IOERR_SHMSIZE);
    let failed = || rusqlite::Error::SqliteFailure(code, Some("disk I/O error".to_owned()));
    assert!(is_without_room_beside(&failed()), "it is read as on a read-only disk");
    let told = StoreFailure::Sql(failed()).within(std::path::Path::new("paceline.db"));
    assert!(matches!(told, HistoryError::Full { .. }), "{told}");
}

#[cfg(unix)]
#[test]
fn a_history_that_was_emptied_while_it_is_open_is_gone_and_nothing_is_said_to_be_kept() {
    let dir = with_runs();
    let history = History::open(dir.path()).unwrap();
    let (run, recordings) = finished("run-new", 1);
    history.begin(&begun(&run)).unwrap();
    fs::File::options().write(true).open(dir.path().join(FILE)).unwrap().set_len(0).unwrap();
    let failed = history.finish(&run, &recordings).unwrap_err();
    assert!(matches!(failed, HistoryError::Gone { .. }), "{failed}");
}

#[cfg(unix)]
#[test]
fn the_log_of_a_history_that_was_emptied_is_put_aside_before_a_new_one_begins() {
    let dir = with_runs();
    let history = History::open(dir.path()).unwrap();
    let (run, recordings) = finished("run-new", 1);
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    let (file, log) = (dir.path().join(FILE), dir.path().join("paceline.db-wal"));
    let written = fs::read(&log).unwrap();
    assert!(!written.is_empty(), "the run is in the log alone");
    // As after a crash: nothing is moved into the file.
    std::mem::forget(history);
    fs::File::options().write(true).open(&file).unwrap().set_len(0).unwrap();
    let anew = History::open(dir.path()).unwrap();
    let aside = dir.path().join("paceline.db.aside-1-wal");
    assert_eq!(fs::read(&aside).unwrap(), written, "what was written last is there");
    let notices = anew.notices();
    assert!(notices.iter().any(|notice| notice.contains("aside-1-wal")), "{notices:?}");
    assert_eq!(anew.list(0, 9).unwrap().total, 0, "and the new one begins empty");
}
