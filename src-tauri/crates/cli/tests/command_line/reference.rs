//! Lanes beside a reference: whether they are the same service, in words.

use serde_json::json;
use tempfile::tempdir;

use crate::{at, document, done, status, text};

const PROMPT: &str = "<update>one two three\nfour five six\nseven eight nine</update>";
const QUICK: &str = "simulated/scripted?ttft=1ms&tps=100000&applies";

fn raced(home: &std::path::Path, rounds: &str, more: &[&str]) -> String {
    let lanes = [format!("{QUICK}=100%"), format!("{QUICK}=100%&number=1"), format!("{QUICK}=0%")];
    let mut arguments = vec!["race", "--prompt", PROMPT, "--repeat", rounds];
    for lane in &lanes {
        arguments.extend(["--lane", lane]);
    }
    arguments.extend(more);
    let output = done(home, &arguments);
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_lane_that_answers_otherwise_than_the_reference_is_told_and_one_that_does_not_is_too() {
    let home = tempdir().expect("a folder");
    let by_name = format!("{QUICK}=100%");
    for reference in ["1", &by_name] {
        let told = raced(home.path(), "10", &["--reference", reference, "--temperature", "0"]);
        assert!(told.contains("answers like"), "the second does: {told}");
        assert!(
            told.contains("compared by how answers begin, their length and how they end"),
            "and by what: {told}"
        );
        assert!(
            told.contains("is almost certainly not the same weights, template or settings as"),
            "the third does not: {told}"
        );
        assert!(told.contains("begin otherwise; its answers have"), "and in what: {told}");
    }
    let few = raced(home.path(), "3", &["--reference", "1"]);
    assert!(few.contains("cannot be known: that takes at least 8 answers"), "{few}");
    let none = raced(home.path(), "10", &[]);
    assert!(!none.contains("answers like") && !none.contains("weights"), "nobody asked: {none}");
}

#[test]
fn a_reference_is_kept_with_the_run_and_told_in_its_exports() {
    let home = tempdir().expect("a folder");
    let first = format!("{QUICK}=100%");
    let other = format!("{QUICK}=0%");
    let race = ["race", "--prompt", PROMPT, "--repeat", "9", "--lane", &first, "--lane", &other];
    let run = document(&done(home.path(), &[&race[..], &["--reference", "1", "--json"]].concat()));
    assert_eq!(at(&run, "/plan/lanes/0/reference"), true, "as the plan has it");
    let found = at(&run, "/same_service/0");
    assert_eq!((at(found, "/lane"), at(found, "/reference")), (&json!(1), &json!(0)));
    assert_eq!(at(found, "/verdict"), "almost_certainly", "nine answers that all differ: {found}");
    let length = at(found, "/features").as_array().expect("what was compared");
    let length = length.iter().find(|one| one["feature"] == "length").expect("their length");
    assert_eq!((at(length, "/answers"), at(length, "/of_reference")), (&json!(9), &json!(9)));
    let p = ["/p", "/p_of_all"].map(|of| at(length, of).as_f64().expect("a number"));
    assert!(p[0] <= p[1] && p[1] <= 0.001, "and among all that was compared: {p:?}");
    let none = document(&done(home.path(), &[&race[..], &["--json"]].concat()));
    assert!(none.get("same_service").is_none(), "without a reference nothing is found");
    let id = at(&run, "/id").as_str().expect("an id");
    for format in ["md", "html"] {
        let written = done(home.path(), &["history", "export", id, "--format", format]);
        let told = text(&written.stdout);
        assert!(told.contains("not the same weights, template or settings as"), "{format}");
    }
    for (reference, why) in [("3", "there is no such lane"), ("0", "there is no such lane")] {
        let output = done(home.path(), &[&race[..], &["--reference", reference]].concat());
        assert_eq!(status(&output), 2, "{reference}: nothing was sent");
        assert!(text(&output.stderr).contains(why), "{reference}: {}", text(&output.stderr));
    }
    let alone = ["race", "--prompt", PROMPT, "--lane", &first, "--reference", "1"];
    let told = text(&done(home.path(), &alone).stderr);
    assert!(told.contains("needs another lane"), "{told}");
}
