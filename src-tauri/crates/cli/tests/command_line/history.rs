//! `paceline history`: earlier races are there afterwards.

use serde_json::Value;
use tempfile::tempdir;

use crate::{at, data, document, done, status, text};

const QUICK: &str = "simulated/scripted?ttft=20ms&tps=2000&tokens=60";

fn raced(home: &std::path::Path) -> Value {
    document(&done(home, &["race", "--json", "--prompt", "A marked question", "--lane", QUICK]))
}

#[test]
fn a_race_is_shown_exactly_as_printed() {
    let home = tempdir().expect("a folder");
    let run = raced(home.path());
    let id = at(&run, "/id").as_str().expect("an id");
    let shown = done(home.path(), &["history", "show", id, "--json"]);
    assert_eq!(status(&shown), 0, "{}", text(&shown.stderr));
    assert_eq!(document(&shown), run, "to the last digit");
    let shown = text(&done(home.path(), &["history", "show", id]).stdout);
    for part in [
        id,
        "SIMULATED",
        "A marked question",
        at(&run, "/lanes/0/samples/0/text").as_str().expect("a text"),
    ] {
        assert!(shown.contains(part), "{part} is missing from {shown}");
    }
}

#[test]
fn the_list_has_the_newest_run_first_with_its_numbers() {
    let home = tempdir().expect("a folder");
    let (first, second) = (raced(home.path()), raced(home.path()));
    let list = document(&done(home.path(), &["history", "list", "--json"]));
    assert_eq!(at(&list, "/total"), 2);
    assert_eq!(at(&list, "/runs/0/id"), at(&second, "/id"), "the newest first");
    assert_eq!(at(&list, "/runs/1/id"), at(&first, "/id"));
    assert_eq!(
        at(&list, "/runs/0/lanes/0/ttft_ms"),
        at(&second, "/lanes/0/samples/0/ttft_ms"),
        "one number"
    );
    let shown = text(&done(home.path(), &["history", "list", "--limit", "1"]).stdout);
    for part in [
        at(&second, "/id").as_str().expect("an id"),
        "SIMULATED scripted",
        "A marked question",
        "newest 1 of 2",
    ] {
        assert!(shown.contains(part), "{part} is missing from {shown}");
    }
    assert!(
        !shown.contains(at(&first, "/id").as_str().expect("an id")),
        "no more than was asked for"
    );
}

#[test]
fn a_run_is_found_by_the_beginning_of_its_id_when_only_one_has_it() {
    let home = tempdir().expect("a folder");
    let (first, second) = (raced(home.path()), raced(home.path()));
    let [first, second] = [&first, &second].map(|run| at(run, "/id").as_str().expect("an id"));
    let shared = first.bytes().zip(second.bytes()).take_while(|(a, b)| a == b).count();
    let unique = &second[..=shared];
    let shown = done(home.path(), &["history", "show", unique, "--json"]);
    assert_eq!(at(&document(&shown), "/id"), second, "one character past what they share");
    let shown = done(home.path(), &["history", "show", &second[..shared]]);
    assert_eq!(status(&shown), 2, "two runs share that");
    assert!(
        text(&shown.stderr).contains(first) && text(&shown.stderr).contains(second),
        "it names both"
    );
    for id in ["ffff", ""] {
        let shown = done(home.path(), &["history", "show", id]);
        assert_eq!(status(&shown), 2, "`{id}` is no run's");
        assert_eq!(text(&shown.stdout), "", "so there is nothing to show");
    }
}

#[test]
fn every_number_can_be_computed_again_from_its_raw_log() {
    let home = tempdir().expect("a folder");
    raced(home.path());
    let checked = done(home.path(), &["history", "verify", "--json"]);
    assert_eq!(status(&checked), 0, "{}", text(&checked.stdout));
    let checked = document(&checked);
    assert_eq!(at(&checked, "/runs"), 1, "it looked at the run");
    assert_eq!(at(&checked, "/recomputed"), 1, "and computed its numbers again");
    assert_eq!(at(&checked, "/findings").as_array().map(Vec::len), Some(0), "they are the same");
}

#[test]
fn looking_makes_no_history() {
    let home = tempdir().expect("a folder");
    for arguments in [["history", "list"].as_slice(), &["history", "verify"], &["providers"]] {
        assert_eq!(
            status(&done(home.path(), arguments)),
            0,
            "{arguments:?} has nothing to complain of"
        );
    }
    assert_eq!(status(&done(home.path(), &["history", "show", "0"])), 2, "there is no run to show");
    assert!(!data(home.path()).exists(), "nothing was there to be kept");
}

#[test]
fn the_data_folder_can_be_named_by_an_argument_which_goes_first() {
    let home = tempdir().expect("a folder");
    let other = home.path().join("other");
    let other = other.to_str().expect("a plain path");
    let output = done(
        home.path(),
        &["race", "--json", "--prompt", "Hi", "--lane", QUICK, "--data-dir", other],
    );
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    assert!(!data(home.path()).exists(), "the variable's folder is left alone");
    let list = document(&done(home.path(), &["history", "list", "--json", "--data-dir", other]));
    assert_eq!(at(&list, "/total"), 1, "the run is where it was asked for");
}

#[test]
fn one_stream_can_be_read_as_other_tools_read_it() {
    let home = tempdir().expect("a folder");
    let lane = "simulated/scripted?ttft=60ms&gap=5ms&reasoning=20&tokens=20";
    let twice = ["race", "--json", "--prompt", "Hi", "--repeat", "2", "--lane", lane];
    let run = document(&done(home.path(), &twice));
    let id = at(&run, "/id").as_str().expect("it has one");
    let shown = text(&done(home.path(), &["history", "show", id, "--as-peers"]).stdout);
    assert!(
        shown.contains(": round 2 of 2, by each tool's own formulas"),
        "which of its requests that is: {shown}"
    );
    for tool in ["Paceline", "vLLM bench serve", "AIPerf", "GuideLLM", "llmeter"] {
        assert!(shown.contains(tool), "{tool} is among them: {shown}");
    }
    let told = document(&done(home.path(), &["history", "show", id, "--as-peers", "--json"]));
    let vllm = at(&told, "/requests/0/reports/0");
    assert_eq!(at(vllm, "/edition"), "0.33.0", "a script reads them with their versions: {told}");
    assert_eq!(at(vllm, "/tokens"), 40.0, "of each request");
    let levels = ["sweep", "--json", "--prompt", "Hi", "--concurrency", "3", "--samples", "6"];
    let swept = document(&done(home.path(), &[&levels[..], &["--lane", lane]].concat()));
    let swept = at(&swept, "/id").as_str().expect("it has one");
    let shown = text(&done(home.path(), &["history", "show", swept, "--as-peers"]).stdout);
    assert!(
        shown.contains(" of the first level, 3 in flight, by each tool's own formulas"),
        "and of which load: {shown}"
    );
    let explained = text(&done(home.path(), &["history", "show", id, "--explain"]).stdout);
    assert!(explained.contains("(decode_tps)"), "and what ours mean is a word away: {explained}");
}
