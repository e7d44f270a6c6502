//! Completions and manual pages, held against the shells and `man` where they are installed.

use std::fs;
use std::process::Command;

use super::{done, status, text};

#[test]
fn every_command_has_a_manual_page_that_names_its_options() {
    let home = tempfile::tempdir().expect("a folder");
    let dir = home.path().join("man");
    let output = done(home.path(), &["man", dir.to_str().expect("UTF-8")]);
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let page =
        |name: &str| fs::read_to_string(dir.join(name)).unwrap_or_else(|_| panic!("no {name}"));
    assert!(
        page("paceline.1").contains("paceline\\-race(1)") || page("paceline.1").contains("race")
    );
    assert!(page("paceline-race.1").contains("\\-\\-until\\-settled"), "an option");
    assert!(
        page("paceline-history-export.1").contains("\\-\\-format"),
        "of a command of a command"
    );
    assert_eq!(
        status(&done(home.path(), &["man", dir.to_str().expect("UTF-8")])),
        0,
        "again, over them"
    );
}

#[test]
fn completions_are_read_by_their_shell() {
    let home = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = done(home.path(), &["completions", shell]);
        assert_eq!(status(&output), 0, "{shell}");
        let script = text(&output.stdout);
        assert!(script.contains("until-settled"), "{shell} knows the options");
        let file = home.path().join(shell);
        fs::write(&file, &script).expect("it can be written");
        // Where a shell is installed, it reads its own.
        if let Ok(read) = Command::new(shell).arg("-n").arg(&file).output() {
            assert!(read.status.success(), "{shell}: {}", text(&read.stderr));
        }
    }
}
