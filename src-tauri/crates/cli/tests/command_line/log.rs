//! The log, for support: what was done, without prompts and keys.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::{at, data, document, paceline, status, text};

const QUICK: &str = "simulated/scripted?ttft=20ms&tps=2000&tokens=20";

/// Everything in the log of a data folder.
fn log(home: &Path) -> String {
    let files = fs::read_dir(data(home).join("log")).expect("there is a log");
    let files = files.map(|file| fs::read_to_string(file.expect("it is listed").path()));
    files.map(|text| text.expect("it is text")).collect()
}

#[test]
fn a_run_leaves_its_id_in_the_log_and_neither_prompt_nor_answer_nor_key() {
    let home = tempdir().expect("a folder");
    let arguments = [
        "race",
        "--json",
        "--verbose",
        "--lane",
        QUICK,
        "--prompt",
        "the-secret-question",
        "--system",
        "the-secret-system",
        "--key-env",
        "custom=PACELINE_TEST_LOG_KEY",
    ];
    let mut command = paceline(home.path(), &arguments);
    let output = command.env("PACELINE_TEST_LOG_KEY", "the-secret-key").output().expect("it runs");
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let run = document(&output);
    let id = at(&run, "/id").as_str().expect("it has one");
    let answer = at(&run, "/lanes/0/samples/0/text").as_str().expect("it answered");
    let (kept, said) = (log(home.path()), text(&output.stderr));
    for log in [&kept, &said] {
        assert!(log.contains(id), "it says which run: {log}");
        assert!(log.contains("begins") && log.contains("ended"), "and how it went: {log}");
        assert!(!log.contains("the-secret"), "nothing that was asked, and no key: {log}");
        assert!(!log.contains(answer), "nothing that was answered: {log}");
    }
    assert!(said.contains("DEBUG"), "on standard error in more detail: {said}");
    assert!(!kept.contains("DEBUG"), "than in the file: {kept}");
    assert!(!said.contains("Error"), "and nothing is amiss: {said}");
}

#[test]
fn looking_leaves_no_log_where_nothing_is_kept() {
    let home = tempdir().expect("a folder");
    let output = paceline(home.path(), &["history", "list"]).output().expect("it runs");
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    assert!(!data(home.path()).exists(), "there is nothing to tell of");
    assert!(!text(&output.stderr).contains("INFO"), "and nothing is said unasked");
}
