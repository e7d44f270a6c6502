//! Printed documents match the published schemas.

use serde_json::Value;
use tempfile::tempdir;

use super::*;

const LANE: &str = "simulated/scripted?ttft=20ms&tokens=5";
const FAILING: &str = "simulated/scripted?ttft=20ms&tokens=5&fault=429&every=3&retry_after=0";

/// The schema of a document, as `paceline schema` prints it.
fn schema(home: &Path, name: &str) -> jsonschema::Validator {
    let printed = document(&done(home, &["schema", name]));
    jsonschema::draft202012::new(&printed).expect("a schema of draft 2020-12")
}

fn must_be(home: &Path, name: &str, printed: &Value) {
    let named = format!("paceline.{name}/1");
    assert_eq!(at(printed, "/schema"), &Value::from(named), "it says which document it is");
    let wrong: Vec<String> = schema(home, name)
        .iter_errors(printed)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(wrong, Vec::<String>::new(), "{name} is as its schema says");
}

/// Sweeps whose documents have what others have not: a knee, a capacity, a line over prompt lengths, failures, an open loop.
const SWEEPS: [&[&str]; 5] = [
    &["--lane", FAILING, "--ladder", "4"],
    &["--lane", LANE, "--capacity", "ttft_p95<500ms", "--capacity-most", "1"],
    &["--lane", LANE, "--input-tokens", "100,400", "--cached"],
    &["--lane", FAILING, "--concurrency", "2", "--samples", "12", "--continue-on-throttle"],
    &["--lane", LANE, "--rate", "40", "--poisson", "--samples", "20", "--goodput", "chat"],
];

#[test]
fn every_kind_of_sweep_is_as_its_schema_says() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    for words in SWEEPS {
        let length = if words.contains(&"--input-tokens") { &[][..] } else { &["--prompt", "Hi"] };
        let sweep = [&["sweep", "--json", "--max-tokens", "20"][..], length, words].concat();
        must_be(home, "run", &document(&done(home, &sweep)));
    }
}

#[test]
fn every_kind_of_race_and_a_gate_are_as_their_schemas_say() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let race = ["race", "--json", "--prompt", "Hi", "--repeat", "8", "--lane", LANE];
    for words in [
        &["--lane", LANE, "--reference", "1", "--temperature", "0"][..],
        &["--lane", FAILING, "--check", "contains:one", "--check", "words:1..9"],
        &["--lane", LANE, "--judge", "simulated/scripted?ttft=1ms&tps=100000&judge=longer"],
        &["--lane", LANE, "--until-settled", "--unique-prompts"],
        &["--warmup", "1", "--system", "Be brief."],
    ] {
        let printed = document(&done(home, &[&race[..], words].concat()));
        must_be(home, "run", &printed);
        let id = at(&printed, "/id").as_str().expect("an id");
        let shown = document(&done(home, &["history", "show", id, "--json"]));
        must_be(home, "run", &shown);
        let kept = ["id", "lanes", "plan"].map(|of| (&printed[of], &shown[of]));
        assert!(kept.iter().all(|(one, other)| one == other), "shown again as it was printed");
    }
    let limits = home.join("limits.toml");
    let gate = format!(
        "rounds = 12\n[race]\nlane = [\"{LANE}\"]\nprompt = \"Why?\"\n[[limit]]\nmetric = \"ttft_ms\"\npercentile = 50\nat_most = 2000\n"
    );
    std::fs::write(&limits, gate).expect("it can be written");
    let gate = ["gate", limits.to_str().expect("UTF-8"), "--json"];
    must_be(home, "gate", &document(&done(home, &gate)));
    must_be(home, "compare", &document(&done(home, &["compare", "--simulated", "--json"])));
    let every = ["compare", "--simulated", "--every-load", "--per-million", "--json"];
    must_be(home, "compare", &document(&done(home, &every)));
}

#[test]
fn what_json_prints_is_what_its_schema_says() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let race = ["race", "--json", "--prompt", "Count to ten.", "--repeat", "2", "--lane", LANE];
    let race = document(&done(home, &race));
    must_be(home, "run", &race);
    let sweep = ["sweep", "--json", "--prompt", "Hi", "--concurrency", "1,2", "--samples", "4"];
    let sweep = [&sweep[..], &["--lane", LANE]].concat();
    must_be(home, "run", &document(&done(home, &sweep)));
    for (name, command) in [
        ("compare", &["compare", "--simulated", "--json"][..]),
        ("list", &["history", "list", "--json"]),
        ("search", &["history", "search", "ten", "--json"]),
        ("spend", &["history", "spend", "--json"]),
        ("prices", &["prices", "--json"]),
        ("suites", &["suite", "list", "--json"]),
        ("checks", &["checks", "--json"]),
        ("watch", &["watch", "add", "--name", "w", "--lane", LANE, "--prompt", "Hi", "--json"]),
        ("watches", &["watch", "list", "--json"]),
    ] {
        must_be(home, name, &document(&done(home, command)));
    }
    let id = at(&race, "/id");
    let found = document(&done(home, &["history", "search", "kind:race", "--json"]));
    assert_eq!(at(&found, "/runs/0/id"), id, "an id stands at the same place in every list");
    assert_eq!(status(&done(home, &["watch", "now", "w"])), 0);
    must_be(home, "watch", &document(&done(home, &["watch", "show", "w", "--json"])));
    must_be(home, "watches", &document(&done(home, &["watch", "list", "--json"])));
    let wrong = serde_json::json!({ "schema": "paceline.list/1", "total": "many", "runs": [] });
    assert!(!schema(home, "list").is_valid(&wrong), "a schema refuses what it does not describe");
}

#[test]
fn the_schemas_are_listed_by_name() {
    let home = tempdir().expect("a folder");
    let listed = text(&done(home.path(), &["schema"]).stdout);
    for name in [
        "run", "compare", "list", "search", "spend", "prices", "suites", "checks", "watch",
        "watches",
    ] {
        assert!(listed.contains(&format!("paceline.{name}/1")), "{name} is in {listed}");
    }
}
