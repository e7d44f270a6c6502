//! `paceline compare`: a comparison of earlier races.

use serde_json::Value;
use tempfile::tempdir;

use crate::{at, document, done, status, text};

// Far enough apart that a busy machine does not hide the difference.
const EARLY: &str = "simulated/scripted?ttft=20ms&tps=200&tokens=60";
const FAST: &str = "simulated/scripted?ttft=270ms&tps=2000&tokens=60";

fn raced(home: &std::path::Path) -> Value {
    let race = ["race", "--json", "--prompt", "Why?", "--repeat", "12"];
    document(&done(home, &[&race[..], &["--lane", EARLY, "--lane", FAST]].concat()))
}

#[test]
fn simulated_requests_are_compared_when_asked_for_and_never_as_real_ones() {
    let home = tempdir().expect("a folder");
    raced(home.path());
    let real = done(home.path(), &["compare"]);
    assert_eq!(status(&real), 0, "nothing real is no failure");
    assert_eq!(
        text(&real.stdout),
        "There is nothing to compare: all 24 requests are simulated, which are compared apart. --simulated compares them.\n",
        "it says where they are"
    );
    let told = text(&done(home.path(), &["compare", "--simulated"]).stdout);
    for part in ["SIMULATED", "Break-even, two by two", "24 requests in 1 run", "Shorter than"] {
        assert!(told.contains(part), "{part} is missing from {told}");
    }
}

#[test]
fn the_document_has_the_contenders_with_the_medians_of_their_samples() {
    let home = tempdir().expect("a folder");
    let run = raced(home.path());
    let id = at(&run, "/id").as_str().expect("an id");
    let view = document(&done(home.path(), &["compare", id, "--simulated", "--json"]));
    assert_eq!(at(&view, "/requests"), 24, "both lanes' rounds");
    for place in [0, 1] {
        let told = at(&view, &format!("/contenders/{place}/ttft_ms/spread/p50"));
        let kept = at(&run, &format!("/lanes/{place}/summary/ttft_ms/p50"));
        assert_eq!(told, kept, "listed by name, the run's own median");
    }
    let pair = at(&view, "/lengths/break_evens/0");
    let tokens = at(pair, "/tokens").as_f64().expect("they meet");
    // 250 ms are made up at 4.5 ms per token: 55.6.
    assert!((40.0..75.0).contains(&tokens), "about 56 tokens: {tokens}");
}

#[test]
fn only_a_warning_that_was_asked_to_be_left_out_is_said_to_be() {
    let home = tempdir().expect("a folder");
    raced(home.path());
    let cut = ["race", "--prompt", "Why?", "--max-tokens", "8", "--repeat", "6"];
    done(home.path(), &[&cut[..], &["--lane", EARLY, "--lane", FAST]].concat());
    let asked = ["compare", "--simulated", "--leave-out", "short"];
    let told = text(&done(home.path(), &asked).stdout);
    assert!(told.contains("short (short), left out: "), "{told}");
    assert!(!told.contains("(stopped_at_limit), left out"), "nobody asked for that: {told}");
}

#[test]
fn a_run_that_is_not_there_is_named() {
    let home = tempdir().expect("a folder");
    raced(home.path());
    let missing = done(home.path(), &["compare", "ffffffff"]);
    assert_eq!(status(&missing), 2, "it cannot be started as asked");
    assert!(text(&missing.stderr).contains("ffffffff"), "{}", text(&missing.stderr));
}
