//! A whole answer of `compare --json`, over a history made by the program itself: no sentence of it contradicts another, or a
//! number beside it.

mod answer;

use std::path::Path;

use simulator::Simulator;
use tempfile::tempdir;

use crate::{document, done, lane, status, text};
use answer::Answer;

const EARLY: &str = "scripted?ttft=20ms&tps=1000&tokens=40";
const FAST: &str = "scripted?ttft=60ms&tps=2000&tokens=40";
/// The same server under another name.
const FAST_TOO: &str = "scripted?tps=2000&ttft=60ms&tokens=40";
const FAILING: &str = "scripted?ttft=40ms&tps=500&tokens=30&fault=429&every=3";
const LOADED: &str = "scripted?ttft=30ms&tps=1000&tokens=30";
/// Faster than all of them, and nowhere.
const SIMULATED: &str = "simulated/scripted?ttft=1ms&tps=4000&tokens=40";

/// Three races of five contenders with different prompts, and a sweep of two under load.
fn seed(home: &Path, simulator: &Simulator) {
    let priced = [(EARLY, "2"), (FAST, "2"), (FAST_TOO, "2"), (FAILING, "9")];
    let lanes: Vec<String> = priced.iter().map(|(model, _)| lane(simulator, model)).collect();
    for (lane, (_, output)) in lanes.iter().zip(priced) {
        let set = done(home, &["prices", "set", lane, "--input", "1", "--output", output]);
        assert_eq!(status(&set), 0, "{}", text(&set.stderr));
    }
    let mut words = vec!["race", "--repeat", "8", "--lane", SIMULATED];
    words.extend(lanes.iter().flat_map(|lane| ["--lane", lane]));
    for prompt in ["Why?", "Why do rivers bend?", "Why do rivers bend, and seas not?"] {
        let race = [&words[..], &["--prompt", prompt]].concat();
        assert_eq!(status(&done(home, &race)), 1, "one of three requests of one lane fails");
    }
    let early = lane(simulator, EARLY);
    let loaded = lane(simulator, LOADED);
    let sweep = ["sweep", "--prompt", "Hi", "--concurrency", "4", "--samples", "48"];
    let sweep = [&sweep[..], &["--lane", &early, "--lane", &loaded]].concat();
    assert_eq!(status(&done(home, &sweep)), 0, "every request is answered");
}

#[test]
fn no_sentence_of_a_comparison_contradicts_another_or_a_number_beside_it() {
    let (home, simulator) = (tempdir().expect("a folder"), Simulator::start(None).expect("a port"));
    seed(home.path(), &simulator);
    let mut told_apart = 0;
    for question in [
        &[][..],
        &["--every-load"],
        &["--in-flight", "4"],
        &["--per-million"],
        &["--input-tokens", "4000", "--output-tokens", "40"],
        &["--output-tokens", "8000"],
        &["--leave-out", "buffered,short"],
        &["--simulated"],
    ] {
        let words = [&["compare"], question].concat();
        let answer = document(&done(home.path(), &[&words[..], &["--json"]].concat()));
        let printed = text(&done(home.path(), &words).stdout);
        told_apart += Answer { answer: &answer, question }.hold(&printed);
    }
    assert!(told_apart > 0, "a history in which nobody is better would contradict nothing");
}
