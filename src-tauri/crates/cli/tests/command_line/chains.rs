//! `paceline race` with a chain: in the table, in documents, in exports and imports, in Compare and in what was spent.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::{at, document, done, status, text};

const UPDATE: &str = "<code></code><update>right\n</update>";

/// A lane whose answer is the update of its prompt in `share` % of its requests.
fn merger(number: u32, share: u32) -> String {
    format!("simulated/scripted?ttft=1ms&tps=100000&per_write=all&applies={share}%&number={number}")
}

fn raced(home: &Path, more: &[&str]) -> Value {
    let race =
        ["race", "--json", "--prompt", UPDATE, "--check", "contains:right", "--repeat", "10"];
    let output = done(home, &[&race[..], more].concat());
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    document(&output)
}

#[test]
fn a_cascade_is_raced_kept_and_carried_with_every_one_of_its_requests() {
    let (here, there) = (tempdir().expect("a folder"), tempdir().expect("a folder"));
    let cascade = format!("{} -> {} if check fails", merger(1, 0), merger(2, 100));
    let run = raced(here.path(), &["--lane", &cascade, "--lane", &merger(3, 100)]);
    let lane = at(&run, "/lanes/0");
    assert_eq!(at(lane, "/provider"), "chain");
    assert!(at(lane, "/model").as_str().expect("a name").contains(" \u{2192} "), "{lane}");
    assert_eq!(at(lane, "/right/right"), &json!(10), "the large one is");
    assert_eq!(at(lane, "/steps/1/asked/asked"), &json!(10), "the small one never is");
    let ttft = |pointer: &str| at(lane, pointer).as_f64().expect("a time");
    let own = ttft("/samples/0/steps/0/sample/ttft_ms") + ttft("/samples/0/steps/1/sample/ttft_ms");
    assert!(ttft("/samples/0/ttft_ms") >= own, "the chain waited for both");
    assert!(at(&run, "/lanes/1").get("steps").is_none(), "a single model has none");

    let id = at(&run, "/id").as_str().expect("an id").to_owned();
    let file = |name: &str| here.path().join(name).display().to_string();
    let (whole, bare) = (file("whole.json"), file("bare.json"));
    let export = ["history", "export", &id, "--format", "json", "--out"];
    done(here.path(), &[&export[..], &[&whole]].concat());
    done(here.path(), &[&export[..], &[&bare, "--without-prompts"]].concat());
    let bare = fs::read_to_string(bare).expect("it is written");
    assert!(!bare.contains("contains"), "checks tell what was asked, also those of steps");
    let taken = done(there.path(), &["history", "import", &whole]);
    assert_eq!(status(&taken), 0, "{}", text(&taken.stderr));
    let mut imported = document(&done(there.path(), &["history", "show", &id, "--json"]));
    imported.as_object_mut().expect("a run").remove("imported");
    assert_eq!(imported, run, "identical, with all of its steps");
    assert_eq!(status(&done(there.path(), &["history", "verify"])), 0, "and sound");

    let written = fs::read_to_string(&whole).expect("it is written");
    let mut lied: Value = serde_json::from_str(&written).expect("JSON");
    lied["runs"][0]["run"]["lanes"][0]["samples"][0]["steps"][0]["step"] = json!(1);
    fs::write(file("lied.json"), lied.to_string()).expect("it is written");
    let refused = done(there.path(), &["history", "import", &file("lied.json")]);
    assert!(
        text(&refused.stderr).contains("its steps are not those of its raw log"),
        "{}",
        text(&refused.stderr)
    );
}

#[test]
fn a_chain_of_a_file_is_asked_as_it_says_and_what_cannot_be_asked_is_refused_by_name() {
    let home = tempdir().expect("a folder");
    let file = home.path().join("chain.toml");
    let lanes = [merger(1, 100), merger(2, 100)];
    let steps = format!(
        "[[steps]]\nlane = \"{}\"\n[[steps]]\nlane = \"{}\"\nwhen = \"always\"\nprompt = \"<code></code><update>{{{{answer}}}} twice</update>\"\n",
        lanes[0], lanes[1]
    );
    fs::write(&file, steps).expect("it is written");
    let path = file.to_str().expect("a path");
    let run = raced(home.path(), &["--no-save", "--chain", path]);
    let answer = at(&run, "/lanes/0/samples/0/text").as_str().expect("a text");
    assert_eq!(answer.trim(), "right twice", "the second was asked with the first one's answer");

    let chain = format!("{} -> {} if it says code", lanes[0], lanes[1]);
    let refused = done(home.path(), &["race", "--no-save", "--prompt", "Hi", "--lane", &chain]);
    assert_eq!(status(&refused), 2);
    assert!(text(&refused.stderr).contains("asked otherwise"), "{}", text(&refused.stderr));
    let chain = format!("{} -> {}", lanes[0], lanes[1]);
    let swept = done(
        home.path(),
        &["sweep", "--no-save", "--prompt", "Hi", "--concurrency", "1", "--lane", &chain],
    );
    assert!(text(&swept.stderr).contains("A sweep sends one request"), "{}", text(&swept.stderr));
}
