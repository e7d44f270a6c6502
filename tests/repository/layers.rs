//! Which crate may depend on which, read from cargo's own metadata.

use crate::tree::{SourceFile, kept};
use crate::{cargo, root};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Everything below the two hosts, the command line and the window.
const ENGINE: &[&str] = &[
    "app",
    "checks",
    "compare",
    "cost",
    "gate",
    "keys",
    "measure",
    "providers",
    "race",
    "report",
    "simulator",
    "store",
    "watch",
];

/// The chain: each crate, and our crates that it may name. Nothing points up.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("measure", &[]),
    ("checks", &["measure"]),
    ("compare", &["checks", "cost", "measure"]),
    ("cost", &[]),
    ("keys", &[]),
    ("simulator", &[]),
    ("providers", &["measure"]),
    ("race", &["checks", "cost", "measure", "providers"]),
    ("gate", &["measure", "race"]),
    ("watch", &["measure"]),
    ("store", &["checks", "compare", "cost", "measure", "providers", "race", "watch"]),
    ("report", &["checks", "cost", "measure", "providers", "race", "store", "watch"]),
    (
        "app",
        &[
            "checks",
            "compare",
            "cost",
            "keys",
            "measure",
            "providers",
            "race",
            "report",
            "simulator",
            "store",
            "watch",
        ],
    ),
    ("cli", ENGINE),
    ("paceline-desktop", ENGINE),
    ("scenarios", ENGINE),
];

/// One place for each thing: packages, by the start of their names, that only one crate may name.
const ONLY_IN: &[(&str, &str)] = &[
    ("tauri", "paceline-desktop"),
    ("wry", "paceline-desktop"),
    ("webkit2gtk", "paceline-desktop"),
    ("gtk", "paceline-desktop"),
    ("glib", "paceline-desktop"),
    ("keyring", "keys"),
    ("rusqlite", "store"),
    ("tiktoken", "cost"),
    ("jsonschema", "checks"),
    ("whatlang", "checks"),
    ("hyper", "providers"),
    ("reqwest", "providers"),
    ("rustls", "providers"),
    ("jiff", "app"),
    ("process-wrap", "app"),
    ("rfd", "paceline-desktop"),
    ("serde-saphyr", "race"),
];

/// Packages that a crate of pure functions must not use.
const IMPURE: &[&str] =
    &["tokio", "hyper", "reqwest", "rusqlite", "keyring", "mio", "rustix", "process-wrap"];

/// The files that open a key: where it is checked, kept, recognised, hidden and sent.
const OPENS_A_KEY: [&str; 8] = [
    "src-tauri/crates/keys/src/key.rs",
    "src-tauri/crates/keys/src/keys.rs",
    "src-tauri/crates/keys/src/pasted.rs",
    "src-tauri/crates/providers/src/catalogue/recognise.rs",
    "src-tauri/crates/providers/src/net/post.rs",
    "src-tauri/crates/providers/src/net/proxy.rs",
    "src-tauri/crates/providers/src/wire/headers.rs",
    "src-tauri/crates/providers/src/wire/redact.rs",
];

/// The folders of `race` from the ground up: each names those before it and none after it.
const FLOORS_OF_RACE: [&str; 5] = ["workload", "plan", "result", "view", "engine"];

/// One line of a `Cargo.toml`: a dependency of one crate on another.
struct Edge {
    from: String,
    to: String,
    only_for_tests: bool,
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn packages() -> Vec<Value> {
    let metadata = cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).expect("cargo metadata writes JSON");
    metadata.get("packages").and_then(Value::as_array).expect("metadata lists packages").clone()
}

fn edges() -> Vec<Edge> {
    let mut edges = Vec::new();
    for package in packages() {
        let dependencies = package.get("dependencies").and_then(Value::as_array);
        for dependency in dependencies.into_iter().flatten() {
            edges.push(Edge {
                from: text(&package, "name"),
                to: text(dependency, "name"),
                only_for_tests: text(dependency, "kind") == "dev",
            });
        }
    }
    assert!(edges.len() > MAY_NAME.len(), "cargo metadata told of the crates' dependencies");
    edges
}

fn is_ours(name: &str) -> bool {
    MAY_NAME.iter().any(|(ours, _)| *ours == name)
}

#[test]
fn every_crate_has_a_place_in_the_chain() {
    let mut members: Vec<String> = packages().iter().map(|package| text(package, "name")).collect();
    let mut placed: Vec<&str> = MAY_NAME.iter().map(|(name, _)| *name).collect();
    members.sort();
    placed.sort_unstable();
    assert_eq!(
        members, placed,
        "give a new crate its line in MAY_NAME, and a reason in ARCHITECTURE.md"
    );
}

#[test]
fn no_crate_names_one_above_it() {
    for edge in edges().iter().filter(|edge| is_ours(&edge.to)) {
        let (_, below) =
            MAY_NAME.iter().find(|(name, _)| *name == edge.from).expect("every crate is placed");
        // The simulator is beside the chain and knows nothing about it: any layer may race it in its tests.
        let raced_in_tests = edge.only_for_tests && edge.to == "simulator";
        assert!(
            below.contains(&edge.to.as_str()) || raced_in_tests,
            "`{}` names `{}`, which is not below it: move the code down, or pass the value in from above",
            edge.from,
            edge.to
        );
    }
}

/// The file of a folder and the files in it, except tests.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let inside =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_code = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with(".rs") && !name.ends_with("_tests.rs")
    };
    inside.filter(is_code).chain([folder.with_extension("rs")]).collect()
}

#[test]
fn no_folder_of_race_names_one_above_it() {
    let source = root().join("src-tauri/crates/race/src");
    for (floor, folder) in FLOORS_OF_RACE.iter().enumerate() {
        for file in files_of(&source.join(folder)) {
            let text = fs::read_to_string(&file).expect("readable");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for above in &FLOORS_OF_RACE[floor + 1..] {
                let name = format!("crate::{above}::");
                assert!(!code.contains(&name), "{} names {name}, a floor above it", file.display());
            }
        }
    }
}

#[test]
fn a_key_is_opened_where_it_is_checked_kept_recognised_hidden_and_sent() {
    let opens = |file: &SourceFile| {
        let is_product = file.path.starts_with("src-tauri/") && !file.path.contains("test");
        is_product && file.text.contains("expose_secret")
    };
    let mut files: Vec<String> = kept().into_iter().filter(opens).map(|file| file.path).collect();
    files.sort();
    assert_eq!(files, OPENS_A_KEY, "ARCHITECTURE.md counts them; another place needs a reason");
}

#[test]
fn one_crate_each_knows_the_window_the_wire_the_database_and_the_keyring() {
    for edge in edges().iter().filter(|edge| !edge.only_for_tests) {
        for (package, place) in ONLY_IN {
            assert!(
                !edge.to.starts_with(package) || edge.from == *place,
                "`{}` names `{}`: only `{place}` may, so ask `{place}` for what is needed",
                edge.from,
                edge.to
            );
        }
    }
}

#[test]
fn numbers_are_computed_without_a_clock_a_socket_or_a_task() {
    let pure = ["checks", "compare", "cost", "gate", "measure", "watch"];
    for edge in edges().iter().filter(|edge| pure.contains(&edge.from.as_str())) {
        assert!(
            !IMPURE.contains(&edge.to.as_str()),
            "`{}` is a pure function of what was recorded; `{}` belongs to its caller",
            edge.from,
            edge.to
        );
    }
}

#[test]
fn the_command_line_builds_without_a_window_library() {
    let tree = cargo(&[
        "tree",
        "--offline",
        "--locked",
        "--package",
        "cli",
        "--edges",
        "normal,build",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]);
    let names: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains(&"race"), "the tree of the command line was read");
    for window in ["tauri", "wry", "tao", "webkit2gtk", "gtk", "gdk", "glib", "soup3", "libdbus"] {
        let found = names.iter().find(|name| {
            **name == window || name.strip_prefix(window).is_some_and(|rest| rest.starts_with('-'))
        });
        assert_eq!(
            found, None,
            "a server has no window library: see `cargo tree -p cli -i` for who brought it in"
        );
    }
}

#[test]
fn every_dependency_comes_from_the_public_registry() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock is committed");
    let sources = lock.lines().filter_map(|line| line.strip_prefix("source = "));
    let foreign: Vec<&str> = sources
        .filter(|source| *source != "\"registry+https://github.com/rust-lang/crates.io-index\"")
        .collect();
    assert!(foreign.is_empty(), "a fork or a mirror cannot be built by everyone: {foreign:?}");
}
