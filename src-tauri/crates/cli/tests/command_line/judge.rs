//! A race with a judge: who is asked, what is believed, and where it is told.

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::{at, document, done, paceline, status, text};

const LONG: &str = "simulated/scripted?ttft=10ms&tps=4000&tokens=60";
const SHORT: &str = "simulated/scripted?ttft=10ms&tps=4000&tokens=6";
const QUICK: &str = "ttft=1ms&tps=100000";

fn judged(home: &std::path::Path, judge: &str, more: &[&str]) -> std::process::Output {
    let judge = format!("simulated/scripted?{QUICK}&{judge}");
    let race = ["race", "--prompt", "Hi", "--lane", LONG, "--lane", SHORT, "--judge", &judge];
    done(home, &[&race[..], more].concat())
}

#[test]
fn a_judge_that_agrees_with_itself_is_told_wherever_a_race_is_shown() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let run = document(&judged(home, "judge=longer", &["--repeat", "6", "--json"]));
    assert_eq!(at(&run, "/plan/judge/lane/provider"), "simulated", "the plan has it");
    let votes = at(&run, "/judgement/votes").as_array().expect("votes");
    assert_eq!(votes.len(), 12, "six rounds, both orders");
    let orders: Vec<[u64; 3]> = votes
        .iter()
        .map(|vote| ["round", "first", "second"].map(|of| vote[of].as_u64().expect("a number")))
        .collect();
    assert_eq!(orders[..4], [[0, 0, 1], [0, 1, 0], [1, 0, 1], [1, 1, 0]], "by round, in both");
    assert_eq!((&votes[0]["choice"], &votes[1]["choice"]), (&json!("first"), &json!("second")));
    let said = votes[0]["text"].as_str().expect("what it said");
    assert!(said.starts_with("The first has ") && said.ends_with("VERDICT: FIRST"), "{said}");
    let found = at(&run, "/judgement/findings");
    assert_eq!((at(found, "/word"), at(found, "/same")), (&json!("used"), &json!(6)));
    assert_eq!(at(found, "/agreement"), &json!(1.0));
    let lanes = at(found, "/lanes/0");
    let split = ["first", "second", "only_first", "only_second"].map(|of| &lanes[of]);
    assert_eq!(split, [&json!(0), &json!(1), &json!(6), &json!(0)], "the longer answers");
    assert_eq!(at(lanes, "/differs"), true, "six of six");
    assert!(run.get("right_pairs").is_none(), "no check was made of it");
    assert!(at(&run, "/lanes/0/samples/0").get("right").is_none(), "it makes no answer right");

    let id = at(&run, "/id").as_str().expect("an id");
    let shown = text(&done(home, &["history", "show", id]).stdout);
    let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "was asked 12 times about 6 answer pairs, blind to names and in both orders",
        "agreed with itself in 6 of 6",
        "The judge prefers",
        "of 6 rounds it prefers the first in 6 and the second in 0",
    ] {
        assert!(flat.contains(part), "{part} is in {shown}");
    }
    for (format, part) in [
        ("md", "## What the judge said"),
        ("html", "agreed with itself in 6 of 6"),
        ("json", "VERDICT: SECOND"),
    ] {
        let written = done(home, &["history", "export", id, "--format", format]);
        assert_eq!(status(&written), 0, "{}", text(&written.stderr));
        assert!(text(&written.stdout).contains(part), "{format} has {part}");
    }
    let bare = done(home, &["history", "export", id, "--format", "json", "--without-prompts"]);
    assert!(!text(&bare.stdout).contains("VERDICT"), "what it says tells what was asked");

    let spent = document(&done(home, &["history", "spend", "--json"]));
    let of =
        |row: &&Value| row["model"].as_str().is_some_and(|model| model.contains("judge=longer"));
    let simulated = at(&spent, "/simulated").as_array().expect("rows");
    let judge = simulated.iter().find(of).expect("the judge's row");
    assert_eq!(judge["requests"], 12, "its requests are counted: {spent}");
    assert_eq!(status(&done(home, &["history", "verify"])), 0, "the index is what the run says");

    let exported = home.join("run.json");
    let written = done(home, &["history", "export", id, "--format", "json"]);
    let forged = text(&written.stdout).replace("\"choice\":\"first\"", "\"choice\":\"tie\"");
    fs::write(&exported, forged).expect("it is written");
    let other = tempdir().expect("a folder");
    let file = exported.display().to_string();
    let taken = done(other.path(), &["history", "import", &file]);
    assert_eq!(status(&taken), 0, "{}", text(&taken.stderr));
    let imported = document(&done(other.path(), &["history", "show", id, "--json"]));
    assert_eq!(at(&imported, "/judgement/findings/same"), 6, "verdicts are read again");
}

#[test]
fn a_judge_that_is_not_to_be_believed_is_told_as_such() {
    let home = tempdir().expect("a folder");
    for (judge, word, part) in [
        ("judge=first", "prefers_first", "preferred whatever came first in 5 of 5"),
        ("judge=second", "prefers_second", "preferred whatever came second in 5 of 5"),
        ("judge=tie", "only_ties", "called all 5 a tie"),
        ("judge=unclear", "unread", "gave no pair a verdict in both orders"),
        ("judge=longer&fault=500", "unread", "failed five times in a row"),
        ("judge=longer&fault=drop@50%", "unread", "without a verdict in both orders"),
        ("judge=longer&tokens=5", "unread", ""),
    ] {
        let judge = if judge.ends_with("tokens=5") { "tokens=5" } else { judge };
        let output = judged(home.path(), judge, &["--repeat", "5", "--json"]);
        let run = document(&output);
        assert_eq!(at(&run, "/state"), "finished", "{judge}: the race is whole");
        let found = at(&run, "/judgement/findings");
        assert_eq!(at(found, "/word"), word, "{judge}: {found}");
        let id = at(&run, "/id").as_str().expect("an id");
        let shown = text(&done(home.path(), &["history", "show", id]).stdout);
        let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(part), "{judge}: {part} is in {shown}");
        assert!(!flat.contains("The judge prefers"), "{judge}: and nothing else is: {shown}");
    }
}

#[test]
fn a_judge_that_cannot_be_asked_prevents_the_start() {
    let home = tempdir().expect("a folder");
    let criteria = home.path().join("criteria.txt");
    fs::write(&criteria, "x".repeat(20_001)).expect("it is written");
    let criteria = criteria.display().to_string();
    for (arguments, why) in [
        (&["--judge", "nobody/m"][..], "no provider `nobody`"),
        (&["--judge", "groq"], "names no model"),
        (&["--judge", "simulated/scripted", "--repeat", "501"], "at most 1,000 times"),
        (&["--judge", "simulated/scripted", "--judge-prompt", &criteria], "20,000 characters"),
        (&["--judge", "simulated/scripted", "--judge-prompt", "/no/such"], "could not be read"),
    ] {
        let race = ["race", "--prompt", "Hi", "--lane", LONG, "--lane", SHORT];
        let output = done(home.path(), &[&race[..], arguments].concat());
        assert_eq!(status(&output), 2, "{arguments:?}: nothing was sent");
        let told = text(&output.stderr);
        assert!(told.contains(why), "{arguments:?}: {told}");
    }
    let alone = ["race", "--prompt", "Hi", "--lane", LONG, "--judge", "simulated/scripted"];
    let told = text(&done(home.path(), &alone).stderr);
    assert!(told.contains("at least two lanes"), "{told}");
}

/// A race of two lanes over six rounds without a judge: its id.
fn raced(home: &std::path::Path) -> String {
    let race =
        ["race", "--prompt", "Hi", "--lane", LONG, "--lane", SHORT, "--repeat", "6", "--json"];
    let run = document(&done(home, &race));
    at(&run, "/id").as_str().expect("an id").to_owned()
}

#[test]
fn a_race_of_the_history_is_judged_later_and_only_once() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let id = raced(home);
    let nobody = done(home, &["judge", &id]);
    assert_eq!(status(&nobody), 2, "nothing was sent");
    assert!(text(&nobody.stderr).contains("Name a model"), "{}", text(&nobody.stderr));
    let judge = format!("simulated/scripted?{QUICK}&judge=longer");
    let output = done(home, &["judge", &id, "--judge", &judge, "--json"]);
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let run = document(&output);
    assert_eq!(
        at(&run, "/plan/judge/lane/model"),
        &json!(judge.split_once('/').expect("a model").1)
    );
    assert_eq!(at(&run, "/judgement/findings/word"), "used");
    assert_eq!(at(&run, "/judgement/votes").as_array().map(Vec::len), Some(12));
    assert!(at(&run, "/judgement/asked_at").is_string(), "when, for what was spent on that day");
    let kept = document(&done(home, &["history", "show", &id, "--json"]));
    assert_eq!(at(&kept, "/judgement"), at(&run, "/judgement"), "it is kept");
    assert_eq!(status(&done(home, &["history", "verify"])), 0, "the index is what the run says");
    let again = done(home, &["judge", &id]);
    assert_eq!(status(&again), 2, "nothing is left to ask");
    assert!(text(&again.stderr).contains("has said all"), "{}", text(&again.stderr));
    let sweep = document(&done(
        home,
        &["sweep", "--lane", SHORT, "--prompt", "Hi", "--ladder", "1", "--samples", "2", "--json"],
    ));
    let sweep = at(&sweep, "/id").as_str().expect("an id").to_owned();
    let told = text(&done(home, &["judge", &sweep, "--judge", &judge]).stderr);
    assert!(told.contains("a sweep has none"), "{told}");
}

#[test]
fn what_a_judge_said_until_it_was_killed_is_kept_and_it_is_asked_the_rest() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let id = raced(home);
    let judge = "simulated/scripted?ttft=250ms&tps=100000&judge=longer";
    let mut command = paceline(home, &["judge", &id, "--judge", judge, "--json"]);
    let mut asking = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    let kept = || document(&done(home, &["history", "show", &id, "--json"]));
    let votes =
        |run: &Value| run.pointer("/judgement/votes").and_then(Value::as_array).map_or(0, Vec::len);
    while votes(&kept()) < 2 {
        assert!(asking.try_wait().expect("it is ours").is_none(), "it was killed too late");
    }
    asking.kill().expect("it is there");
    asking.wait().expect("it is over");
    let part = kept();
    let said = votes(&part);
    assert!((2..12).contains(&said), "{said} of 12");
    assert_eq!(at(&part, "/judgement/findings/requests"), said, "they count");
    let shown = text(&done(home, &["history", "show", &id]).stdout);
    assert!(shown.contains("`paceline judge` asks the rest"), "{shown}");
    let other = done(home, &["judge", &id, "--json"]);
    assert_eq!(status(&other), 0, "the judge of its plan: {}", text(&other.stderr));
    let whole = document(&other);
    assert_eq!(votes(&whole), 12, "both orders of six rounds");
    let first = &at(&part, "/judgement/votes/0");
    assert_eq!(at(&whole, "/judgement/votes/0"), *first, "what was said stays as it was");
    assert_eq!(at(&whole, "/judgement/not_asked"), 0);
}
