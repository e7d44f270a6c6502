//! A full disk, a held lock, and rows written by someone else.

use std::io::Read as _;
use std::sync::mpsc::channel;
use std::time::Duration;

use store::{History, RecoveryLimits};

use crate::children::{Server, start};
use crate::mutate::{Dice, input};
use crate::{row, seeds};

fn said(child: &mut std::process::Child) -> String {
    let mut said = String::new();
    let piped = child.stdout.as_mut().expect("it is piped");
    piped.read_to_string(&mut said).expect("it is text");
    said
}

#[test]
fn a_disk_may_be_full_at_any_byte() {
    let server = Server::start();
    let (mut kept, mut beside, mut refused) = (0, 0, 0);
    for seed in seeds() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut dice = Dice::of(seed);
        // No file of the child's may grow beyond this many kilobytes.
        let room = 4 + dice.below(700);
        let before = format!("trap '' XFSZ; ulimit -f {room};");
        let mut child = start("race", folder.path(), &server.base_url, &before);
        let said = said(&mut child);
        let status = child.wait().expect("it ends");
        assert!(status.success(), "{seed}: with {room} KB it ended with {status}: {said}");
        let line = |start: &str| said.lines().find_map(|line| line.strip_prefix(start));
        // With space again, everything that was promised is there.
        let history = app::open_history(folder.path())
            .unwrap_or_else(|error| panic!("{seed}: after {room} KB: {error}"));
        history.recover(RecoveryLimits::AT_START).expect("it can be put together");
        assert_eq!(history.verify().expect("it can be checked").findings, [], "{seed}: unharmed");
        if let Some(id) = line("kept ") {
            let run = history.run(id).unwrap_or_else(|error| panic!("{seed}: {error}"));
            assert_eq!(run.state, race::RunState::Finished, "{seed}: what is kept is kept");
            kept += 1;
        } else if let Some(told) = line("not kept ") {
            assert!(told.contains('.'), "{seed}: it says why: {told}");
            beside += 1;
        } else {
            assert!(line("not started ").is_some(), "{seed}: it says something: {said}");
            refused += 1;
        }
    }
    row(
        "a full disk",
        kept + beside + refused,
        &format!(
            "{kept} kept, {beside} told as not kept, {refused} refused before anything was sent; 0 damaged, 0 panics"
        ),
    );
}

#[test]
fn another_process_may_hold_the_file_for_a_while() {
    let server = Server::start();
    let mut tried = 0;
    for _ in seeds().take(8) {
        let folder = tempfile::tempdir().expect("a folder");
        drop(app::open_history(folder.path()).expect("a new history"));
        let file = folder.path().join("paceline.db");
        let (free, hold) = channel::<()>();
        let mut child = start("race", folder.path(), &server.base_url, "");
        let holding = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            let connection = rusqlite::Connection::open(file).expect("the file");
            connection.busy_timeout(Duration::from_secs(5)).expect("it waits");
            connection.execute_batch("BEGIN IMMEDIATE").expect("it is held");
            let _over = hold.recv_timeout(Duration::from_millis(1_500));
        });
        let said = said(&mut child);
        drop(free);
        holding.join().expect("it lets go");
        assert!(child.wait().expect("it ends").success(), "it does not fail: {said}");
        assert!(said.contains("\nkept "), "it waits for its turn: {said}");
        tried += 1;
    }
    row("a lock held for 1.5 s", tried, "each run kept");
}

#[test]
fn a_row_may_hold_anything() {
    let server = Server::start();
    let original = tempfile::tempdir().expect("a folder");
    for _ in 0..3 {
        let mut child = start("race", original.path(), &server.base_url, "");
        let _ids = said(&mut child);
        child.wait().expect("it ends");
    }
    let whole = original.path().join("paceline.db");
    // The write-ahead log is part of the file then.
    let open = rusqlite::Connection::open(&whole).expect("the file");
    open.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("it is written");
    let columns: Vec<(String, String)> = {
        let asked = "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c
             WHERE m.type = 'table' AND m.name IN ('runs', 'lanes', 'samples', 'recordings', 'settings', 'overview', 'numbers',
                 'attachments', 'attached')";
        let mut rows = open.prepare(asked).expect("the schema");
        let pairs = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        pairs.expect("the columns").collect::<Result<_, _>>().expect("each")
    };
    drop(open);
    let (mut tried, mut told) = (0, 0);
    for seed in seeds().flat_map(|seed| seed * 5..seed * 5 + 5) {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::copy(&whole, folder.path().join("paceline.db")).expect("it can be copied");
        let mut dice = Dice::of(seed);
        let Some((table, column)) = columns.get(dice.below(columns.len())) else { continue };
        let strange = input(&[b"{\"state\":\"finished\",\"lanes\":[]}".to_vec()], &mut dice);
        {
            let file = rusqlite::Connection::open(folder.path().join("paceline.db"));
            let file = file.expect("the file");
            file.execute_batch("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
                .expect("no rules");
            let first = if table == "attached" {
                "run_id = (SELECT min(run_id) FROM attached)".to_owned()
            } else {
                format!("rowid = (SELECT min(rowid) FROM {table})")
            };
            let change = format!("UPDATE OR IGNORE {table} SET {column} = ?1 WHERE {first}");
            let text = String::from_utf8_lossy(&strange).into_owned();
            // Some columns accept only numbers, or belong to a table without rowids.
            if !matches!(file.execute(&change, [text]), Ok(1)) {
                continue;
            }
        }
        let place = format!("{seed}: {table}.{column}");
        match History::open(folder.path()) {
            Ok(history) => {
                let page = history.list(0, 10).unwrap_or_else(|error| panic!("{place}: {error}"));
                assert!(page.runs.len() >= 2, "{place}: it costs itself alone");
                let _found = history.find("", None, 10);
                let _spent = history.spend(0.0);
                for run in &page.runs {
                    // It opens whole, or says what is wrong with it.
                    let _opened = history.run(&run.id);
                }
                told += usize::from(!history.verify().expect("it is checked").findings.is_empty());
                history.repair().unwrap_or_else(|error| panic!("{place}: {error}"));
            }
            Err(error) => assert!(!error.to_string().is_empty(), "{place}: refused in words"),
        }
        tried += 1;
    }
    row(
        "a strange value in one row",
        tried,
        &format!("{told} told by verify; the other runs stay"),
    );
}
