//! Printed documents match the published schemas.

use serde_json::Value;
use tempfile::tempdir;

use super::*;

const LANE: &str = "simulated/scripted?ttft=20ms&tokens=5";
const FAILING: &str = "simulated/scripted?ttft=20ms&tokens=5&fault=429&every=3&retry_after=0";

/// The schema of a document, as `paceline schema` prints it.
fn schema(home: &Path, name: &str) -> Value {
    document(&done(home, &["schema", name]))
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::draft202012::new(schema).expect("a schema of draft 2020-12")
}

/// The fields of a document that its schema names nowhere. The published one lets a later version add fields, so it says nothing of
/// one that is misspelt; here none is printed under a name that no schema has.
fn unnamed(schema: &Value, printed: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk(&[schema], printed, (schema, ""), &mut found);
    found
}

fn walk(schemas: &[&Value], value: &Value, (whole, path): (&Value, &str), found: &mut Vec<String>) {
    let parts: Vec<&Value> = schemas.iter().flat_map(|one| parts_of(one, whole)).collect();
    let at = |word: &'static str| parts.iter().filter_map(move |part| part.get(word));
    match value {
        Value::Object(fields) if at("properties").next().is_some() => {
            for (name, below) in fields {
                let path = format!("{path}/{name}");
                let named: Vec<&Value> = at("properties").filter_map(|all| all.get(name)).collect();
                let of_map: Vec<&Value> =
                    at("additionalProperties").filter(|one| one.is_object()).collect();
                let below_it = if named.is_empty() { of_map } else { named };
                if below_it.is_empty() {
                    found.push(format!("{path}: no schema names it"));
                } else {
                    walk(&below_it, below, (whole, &path), found);
                }
            }
        }
        Value::Object(fields) => {
            let below: Vec<&Value> = at("additionalProperties").collect();
            for (name, one) in fields {
                walk(&below, one, (whole, &format!("{path}/{name}")), found);
            }
        }
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                let first = at("prefixItems").filter_map(|all| all.get(number));
                let below: Vec<&Value> = first.chain(at("items")).collect();
                walk(&below, item, (whole, &format!("{path}/{number}")), found);
            }
        }
        _ => {}
    }
}

/// A schema and all that it is made of, for one and the same value.
fn parts_of<'a>(schema: &'a Value, whole: &'a Value) -> Vec<&'a Value> {
    let mut parts = vec![schema];
    if let Some(to) = schema.get("$ref").and_then(Value::as_str) {
        let name = to.trim_start_matches("#/$defs/").replace("%3C", "<").replace("%3E", ">");
        let pointed = whole["$defs"].get(&name).unwrap_or_else(|| panic!("{to} is nowhere"));
        parts.extend(parts_of(pointed, whole));
    }
    for word in ["allOf", "anyOf", "oneOf"] {
        let all = schema.get(word).and_then(Value::as_array);
        parts.extend(all.into_iter().flatten().flat_map(|one| parts_of(one, whole)));
    }
    parts
}

fn must_be(home: &Path, name: &str, printed: &Value) {
    let named = format!("paceline.{name}/1");
    assert_eq!(at(printed, "/schema"), &Value::from(named), "it says which document it is");
    let published = schema(home, name);
    let wrong: Vec<String> = validator(&published)
        .iter_errors(printed)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .chain(unnamed(&published, printed))
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
        ("providers", &["providers", "--json"]),
        ("models", &["models", "simulated", "--json"]),
        ("servers", &["discover", "--json"]),
        ("network", &["network", "--json"]),
        ("verification", &["history", "verify", "--json"]),
        ("recomputed", &["history", "recompute", "--json"]),
    ] {
        must_be(home, name, &document(&done(home, command)));
    }
    let id = at(&race, "/id");
    let raced = id.as_str().expect("an id");
    let as_peers = document(&done(home, &["history", "show", raced, "--as-peers", "--json"]));
    must_be(home, "peers", &as_peers);
    let exported = home.join("export.json");
    let file = exported.to_str().expect("UTF-8");
    let export = ["history", "export", "--format", "json", "--out", file, raced];
    assert_eq!(status(&done(home, &export)), 0, "it is written");
    must_be(home, "imported", &document(&done(home, &["history", "import", file, "--json"])));
    // Without a keyring it exits with 1, and prints all the same.
    must_be(home, "keys", &document(&done(home, &["keys", "list", "--json"])));
    let found = document(&done(home, &["history", "search", "kind:race", "--json"]));
    assert_eq!(at(&found, "/runs/0/id"), id, "an id stands at the same place in every list");
    assert_eq!(status(&done(home, &["watch", "now", "w"])), 0);
    must_be(home, "watch", &document(&done(home, &["watch", "show", "w", "--json"])));
    must_be(home, "watches", &document(&done(home, &["watch", "list", "--json"])));
    let wrong = serde_json::json!({ "schema": "paceline.list/1", "total": "many", "runs": [] });
    let list = schema(home, "list");
    assert!(!validator(&list).is_valid(&wrong), "a schema refuses what it does not describe");
    let mut misspelt = document(&done(home, &["history", "list", "--json"]));
    misspelt["runs"][0]["titel"] = "Hi".into();
    assert!(validator(&list).is_valid(&misspelt), "a later version may add a field");
    assert_eq!(unnamed(&list, &misspelt), ["/runs/0/titel: no schema names it"], "none today");
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
