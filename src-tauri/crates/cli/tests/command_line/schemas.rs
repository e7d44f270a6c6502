//! Printed documents match the published schemas.

use serde_json::Value;
use tempfile::tempdir;

use super::*;

const LANE: &str = "simulated/scripted?ttft=20ms&tokens=5";

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
    ] {
        must_be(home, name, &document(&done(home, command)));
    }
    let id = at(&race, "/id");
    let found = document(&done(home, &["history", "search", "kind:race", "--json"]));
    assert_eq!(at(&found, "/runs/0/id"), id, "an id stands at the same place in every list");
    let wrong = serde_json::json!({ "schema": "paceline.list/1", "total": "many", "runs": [] });
    assert!(!schema(home, "list").is_valid(&wrong), "a schema refuses what it does not describe");
}

#[test]
fn the_schemas_are_listed_by_name() {
    let home = tempdir().expect("a folder");
    let listed = text(&done(home.path(), &["schema"]).stdout);
    for name in ["run", "compare", "list", "search", "spend", "prices", "suites", "checks"] {
        assert!(listed.contains(&format!("paceline.{name}/1")), "{name} is in {listed}");
    }
}
