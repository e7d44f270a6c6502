use race::{Plan, RunState, Timeouts};

use super::*;

/// A folder with a history of one run, in its own home folder.
fn home() -> (tempfile::TempDir, PathBuf, History) {
    let home = tempfile::tempdir().unwrap();
    let usual = home.path().join("usual");
    let history = crate::open_history(&usual).unwrap();
    let begun = crate::race_now(Plan::default(), Vec::new(), Timeouts::default());
    let run = race::Run { state: RunState::Finished, ..begun.header().clone() };
    history.begin(begun.header()).unwrap();
    history.finish(&run, &[]).unwrap();
    (home, usual, history)
}

fn runs(folder: &Path) -> u32 {
    History::open(folder).unwrap().list(0, 1).unwrap().total
}

#[test]
fn a_moved_history_is_followed_and_the_old_one_is_unchanged() {
    let (home, usual, history) = home();
    let to = home.path().join("elsewhere/paceline");
    move_between(&history, &usual, &usual, &to).unwrap();
    let followed = moved_to(&usual).expect("the usual folder says where it went");
    assert_eq!(runs(&followed), 1, "every run is there");
    assert_eq!(runs(&usual), 1, "and still in the old folder");
    assert_eq!(history.disk_usage().unwrap().backups, 0, "no copy is left beside it");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&followed), 0o700, "the owner's alone");
        assert_eq!(mode(&followed.join(HISTORY)), 0o600, "like the file");
    }

    let moved = crate::open_history(&followed).unwrap();
    let again = home.path().join("third");
    move_between(&moved, &usual, &followed, &again).unwrap();
    assert_eq!(moved_to(&usual), Some(again.canonicalize().unwrap()), "it can move on");
    let back = move_between(&moved, &usual, &again, &usual);
    assert!(matches!(back, Err(MoveError::NotEmpty { .. })), "not onto the old one: {back:?}");
    fs::remove_file(usual.join(HISTORY)).unwrap();
    move_between(&moved, &usual, &again, &usual).unwrap();
    assert_eq!(moved_to(&usual), None, "at home there is nothing to follow");
}

#[test]
fn a_folder_that_cannot_take_the_history_is_refused_and_nothing_changes() {
    let (home, usual, history) = home();
    let full = home.path().join("full");
    fs::create_dir(&full).unwrap();
    fs::write(full.join("letter.txt"), "mine").unwrap();
    let refused = |from: &Path, to: &Path| {
        let error = move_between(&history, &usual, from, to).expect_err("refused");
        assert_eq!(moved_to(&usual), None, "the folder in use stays: {error}");
        error
    };
    assert!(matches!(refused(&usual, &full), MoveError::NotEmpty { .. }), "it is somebody's");
    assert!(matches!(refused(&usual, &usual), MoveError::Nested), "it is there already");
    assert!(matches!(refused(&usual, &usual.join("in")), MoveError::Nested), "nor in it");
    assert!(matches!(refused(&usual, home.path()), MoveError::Nested), "nor around it");
    assert!(matches!(refused(&usual, Path::new("here")), MoveError::Relative), "whose here?");
    for share in
        [r"\\host\share", "//host/share", r"\/host/share", r"/\host\share", "//./UNC/host/s"]
    {
        let error = refused(&usual, Path::new(share));
        assert!(matches!(error, MoveError::Share), "{share} is not even looked for: {error}");
    }
    for shown_as_another in ["/a\n\nPress Move.", "/a\0b", "/a\u{202e}b", &"/a".repeat(50_000_000)]
    {
        let error = refused(&usual, Path::new(shown_as_another));
        assert!(matches!(error, MoveError::Unseen), "what is asked is seen: {error}");
    }
    let named = refused(&full, &home.path().join("new"));
    assert!(matches!(named, MoveError::Named), "a named folder has no note");
    let below = full.join("letter.txt/x");
    assert!(matches!(refused(&usual, &below), MoveError::Io { .. }), "no folder can be made");
    assert_eq!(fs::read_to_string(full.join("letter.txt")).unwrap(), "mine", "left alone");
}

#[test]
fn a_watch_whose_turns_are_taken_keeps_the_folder_where_it_is() {
    let (home, usual, history) = home();
    let task = store::WatchTask {
        plan: Plan::default(),
        rhythm: watch::Rhythm { every_minutes: 60, hours: None, days: vec![], until_s: None },
        budget: store::WatchBudget::default(),
        timeouts: store::WatchTimeouts::default(),
        site: None,
        conditions: None,
        tags: Vec::new(),
    };
    let watch = Watch {
        id: "0199-watch".to_owned(),
        name: "morning".to_owned(),
        created_s: 0,
        since_s: 0,
        paused: false,
        tested: None,
        task,
    };
    let watch = history.add_watch(&watch).unwrap();
    let to = home.path().join("to");
    let other = crate::open_history(&usual).unwrap();
    let taken = other.lock_watch(&watch.id).unwrap().expect("nobody else has it");
    let error = move_between(&history, &usual, &usual, &to).expect_err("it would be split");
    assert!(matches!(&error, MoveError::Watching { name } if name == "morning"), "{error}");
    assert!(!to.exists(), "nothing was made");
    drop(taken);
    move_between(&history, &usual, &usual, &to).expect("once it is stopped");
    assert!(other.lock_watch(&watch.id).unwrap().is_some(), "whoever is left may take them");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_half_copy_is_not_written_through() {
    let (home, usual, history) = home();
    let (letter, to) = (home.path().join("letter.txt"), home.path().join("to"));
    fs::write(&letter, "mine").unwrap();
    fs::create_dir(&to).unwrap();
    std::os::unix::fs::symlink(&letter, to.join(HALF)).unwrap();
    move_between(&history, &usual, &usual, &to).unwrap();
    assert_eq!(fs::read_to_string(&letter).unwrap(), "mine", "where it leads");
    assert_eq!(runs(&to), 1, "and the copy is whole");
}

#[test]
fn a_note_that_leads_nowhere_is_not_followed() {
    let usual = tempfile::tempdir().unwrap();
    for text in ["", "relative/folder", "\0", "\n"] {
        fs::write(usual.path().join(NOTE), text).unwrap();
        assert_eq!(moved_to(usual.path()), None, "{text:?}");
    }
    stay_in_usual_dir(usual.path()).unwrap();
    stay_in_usual_dir(usual.path()).expect("what is gone is gone");
}
