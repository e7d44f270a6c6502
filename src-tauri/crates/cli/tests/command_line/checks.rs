//! Answers that are checked: in the table, in documents, in exports, in the history and its search.

use std::fs;

use serde_json::json;
use tempfile::tempdir;

use crate::{at, document, done, status, text};

const QUICK: &str = "simulated/scripted?ttft=20ms&tps=2000&tokens=60";
const SHORT: &str = "simulated/scripted?ttft=10ms&tps=2000&tokens=2";

#[test]
fn a_checked_race_says_what_is_right_wherever_it_is_shown() {
    let home = tempdir().expect("a folder");
    let checks = home.path().join("checks.toml");
    fs::write(&checks, "[[checks]]\nkind = \"length\"\nunit = \"words\"\nleast = 10\n")
        .expect("it is written");
    let file = checks.display().to_string();
    let race = |more: &[&str]| {
        let lanes = ["race", "--prompt", "Hi", "--repeat", "2", "--lane", QUICK, "--lane", SHORT];
        let checked = ["--check", "no-refusal", "--checks", &file];
        done(home.path(), &[&lanes[..], &checked[..], more].concat())
    };
    let run = document(&race(&["--json"]));
    let kinds: Vec<_> = at(&run, "/plan/checks").as_array().expect("a list").iter().collect();
    assert_eq!(kinds[0], &json!({"kind": "no_refusal"}), "the plan has them");
    assert_eq!(at(&run, "/lanes/0/samples/0/right"), true, "sixty tokens are ten words");
    assert_eq!(at(&run, "/lanes/1/samples/1/right"), false, "two are not");
    let results = at(&run, "/lanes/1/samples/1/checks");
    assert_eq!(at(results, "/0/verdict"), "right", "it is no refusal");
    assert_eq!(at(results, "/1/check"), "has at least 10 words", "the other is named");
    let reason = at(results, "/1/reason").as_str().expect("a reason");
    assert!(reason.starts_with("expected at least 10 words, found "), "{reason}");
    let right = at(&run, "/lanes/1/right");
    assert_eq!(
        (at(right, "/right"), at(right, "/wrong")),
        (&json!(0), &json!(2)),
        "both are wrong"
    );
    assert_eq!(at(right, "/share"), &json!(0.0), "none of two");
    let high = at(right, "/interval/high").as_f64().expect("an end");
    assert!((high - 0.6576).abs() < 1e-3, "and its interval is Wilson's: {high}");
    assert!(right.get("seconds_per_right").is_none(), "no right answer takes no time");

    let id = at(&run, "/id").as_str().expect("an id");
    let shown = text(&done(home.path(), &["history", "show", id]).stdout);
    for part in [
        "An answer is right if it",
        "2/2",
        "0/2",
        "Wrong: has at least 10 words: expected",
        "per right answer",
    ] {
        assert!(shown.contains(part), "{part} is in {shown}");
    }
    assert!(shown.contains("wins nothing"), "a wrong lane is said to win nothing: {shown}");
    let found = |search: &str| {
        let found = done(home.path(), &["history", "search", search, "--json"]);
        text(&found.stdout).contains(id)
    };
    assert!(found("check:failed") && found("right>0.95") && found("check:passed"), "by any lane");
    assert!(!found("check:unknown") && !found("-check:failed"), "and not by what it is not");
    for (format, part) in [
        ("md", "Wrong: has at least 10 words: expected at least 10 words"),
        ("html", "0 of 2 answers right"),
        ("csv", "\"checks_wrong\""),
        ("json", "\"verdict\":\"wrong\""),
    ] {
        let written = done(home.path(), &["history", "export", id, "--format", format]);
        assert_eq!(status(&written), 0, "{}", text(&written.stderr));
        let exported = text(&written.stdout).replace("\": \"", "\":\"");
        assert!(exported.contains(part), "{format} has {part}");
    }

    let table = text(&race(&["--no-save"]).stdout);
    let heading = table.lines().find(|line| line.starts_with("Lane")).expect("a heading");
    assert!(heading.contains("Right"), "a column of its own: {heading}");
    let plain = ["race", "--prompt", "Hi", "--lane", QUICK, "--no-save"];
    let table = text(&done(home.path(), &plain).stdout);
    assert!(!table.contains("Right"), "and none without checks: {table}");
}

#[test]
fn a_check_that_cannot_be_used_prevents_the_start() {
    let home = tempdir().expect("a folder");
    for (check, why) in [
        ("regex:(", "not understood"),
        ("contain:x", "no such check"),
        ("tool-call-valid", "offers no tool"),
        ("json-schema:{\"$ref\": \"http://127.0.0.1/x\"}", "outside"),
    ] {
        let output =
            done(home.path(), &["race", "--prompt", "Hi", "--lane", QUICK, "--check", check]);
        assert_eq!(status(&output), 2, "{check}: nothing was sent");
        let told = text(&output.stderr);
        assert!(told.contains(why), "{check}: {told}");
    }
}

#[test]
fn a_checked_sweep_counts_right_answers_level_by_level() {
    let home = tempdir().expect("a folder");
    let sweep =
        ["sweep", "--prompt", "Hi", "--lane", QUICK, "--concurrency", "1", "--samples", "6"];
    let output =
        done(home.path(), &[&sweep[..], &["--check", "contains:zebra", "--json"]].concat());
    let run = document(&output);
    assert_eq!(at(&run, "/lanes/0/levels/0/right/wrong"), 6, "each of the level: {run}");
    assert_eq!(at(&run, "/lanes/0/right/wrong"), 6, "and of the lane");
}
