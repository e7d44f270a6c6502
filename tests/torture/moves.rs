//! The process killed while it moves the data folder: one of the two folders is in use, whole, and the move can be asked for again.

use std::io::Read as _;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

use providers::Clock;
use rusqlite::Connection;
use store::History;

use crate::children::start_at;
use crate::mutate::Dice;
use crate::{row, seeds};

/// Bytes by which the history is enlarged, so that copying it takes a while.
const PADDED: usize = 48 * 1024 * 1024;

fn ended(mut child: Child) -> String {
    let mut said = String::new();
    let piped = child.stdout.as_mut().expect("it is piped");
    piped.read_to_string(&mut said).expect("it is text");
    child.wait().expect("it is gone");
    said
}

/// A home folder with a history of some runs in the usual folder, enlarged.
fn home() -> (tempfile::TempDir, usize) {
    let home = tempfile::tempdir().expect("a folder");
    let usual = home.path().join(".local/share/paceline");
    std::fs::create_dir_all(&usual).expect("it can be made");
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/compatibility/0.1/paceline.db");
    std::fs::copy(fixture, usual.join("paceline.db")).expect("it can be copied");
    let history = app::open_history(&usual).expect("it opens");
    let runs = history.list(0, 1).expect("it can be listed").total as usize;
    drop(history);
    for path in std::fs::read_dir(&usual).expect("it can be read").flatten().map(|e| e.path()) {
        if path.to_string_lossy().contains(".before-v") {
            std::fs::remove_file(path).expect("it can be removed");
        }
    }
    let file = Connection::open(usual.join("paceline.db")).expect("it opens");
    file.execute("INSERT INTO settings VALUES ('padding', ?1)", ["x".repeat(PADDED)])
        .expect("it is added");
    (home, runs)
}

/// The folder that the next start uses, with as many runs as it finds there.
fn used(home: &Path) -> (usize, String) {
    let said = ended(start_at(home, "where", Path::new("")));
    let line = said.lines().find_map(|line| line.strip_prefix("uses "));
    let (runs, folder) = line.and_then(|line| line.split_once(' ')).expect("it starts");
    (runs.parse().unwrap_or_else(|_| panic!("a history is in use: {said}")), folder.to_owned())
}

#[test]
fn a_move_of_the_data_folder_may_be_cut_short_at_any_instant() {
    let clock = Clock::start();
    // How long it takes without an interruption.
    let mut takes_ms = 0;
    let (mut stayed, mut moved, mut again) = (0, 0, 0);
    for seed in std::iter::once(None).chain(seeds().map(Some)) {
        let (home, runs) = home();
        assert!(runs > 0, "there is something to lose");
        let to = home.path().join("elsewhere/paceline");
        let began_ns = clock.now_ns();
        let mut child = start_at(home.path(), "move", &to);
        if let Some(seed) = seed {
            let lives = Dice::of(seed).below(takes_ms);
            std::thread::sleep(Duration::from_millis(lives as u64));
            let _it_has_ended = child.kill();
        }
        let said = ended(child);
        if seed.is_none() {
            let took_ms = (clock.now_ns() - began_ns) / 1_000_000;
            takes_ms = usize::try_from(took_ms).unwrap_or(usize::MAX).max(1);
            assert!(said.contains("moved"), "left alone, it is moved: {said}");
        }
        let (found, folder) = used(home.path());
        assert_eq!(found, runs, "{seed:?}: every run is in {folder}");
        let history = History::open(Path::new(&folder)).expect("it opens");
        assert_eq!(history.verify().expect("it is checked").findings, [], "{seed:?}: {folder}");
        drop(history);
        if Path::new(&folder) == to.as_path() {
            moved += 1;
            continue;
        }
        stayed += 1;
        let said = ended(start_at(home.path(), "move", &to));
        if said.contains("not moved") {
            // The copy was complete, and the note was not written.
            assert!(said.contains("is not empty"), "{seed:?}: it says why: {said}");
            assert!(
                to.join("paceline.db").is_file(),
                "{seed:?}: only a whole history is in the way"
            );
        } else {
            assert_eq!(used(home.path()), (runs, to.display().to_string()), "{seed:?}: again");
            again += 1;
        }
    }
    row(
        "killed while the data folder is moved",
        seeds().count(),
        &format!(
            "0 runs lost, 0 findings; {stayed} stayed, {again} of them moved when asked again, {moved} moved"
        ),
    );
}
