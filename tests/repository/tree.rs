//! What may be committed, and what must exist.

use crate::{output_of, root};
use serde_json::Value;
use std::fs;

/// A file longer than this does more than one thing.
const MOST_LINES: usize = 600;

/// The end of the name of a source file.
const SOURCE: &[&str] =
    &[".rs", ".ts", ".tsx", ".js", ".mjs", ".css", ".html", ".sh", ".py", "dev", "run"];

/// Written by a program from a source that is itself checked.
const GENERATED: &[&str] = &["ui/src/backend/bindings.ts"];

/// Top-level folders of a developer's machine. A path below one does not exist elsewhere.
const OF_ONE_MACHINE: &[&str] = &["home", "root", "Users", "tmp", "work"];

/// Maximum length of the README: a longer one is not read before the first race.
const LONGEST_README: usize = 6_000;

/// The jobs that a change must pass.
const JOBS: &[&str] = &["check", "test", "dependencies", "build"];

/// A file in the tree, by its path from the root.
pub(crate) struct SourceFile {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl SourceFile {
    fn ends_in(&self, ends: &[&str]) -> bool {
        ends.iter().any(|end| self.path.ends_with(end))
    }
}

/// Every text file that is committed, or would be by `git add --all`.
pub(crate) fn kept() -> Vec<SourceFile> {
    // A checkout that belongs to another user is refused unless the command line allows it.
    let listed = output_of(
        "git",
        &["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    );
    let paths = listed.split('\0').filter(|path| !path.is_empty());
    let kept: Vec<SourceFile> = paths
        .filter_map(|path| {
            let text = fs::read_to_string(root().join(path)).ok()?;
            Some(SourceFile { path: path.to_owned(), text })
        })
        .collect();
    assert!(kept.iter().any(|file| file.path == "Cargo.toml"), "git listed the tree");
    kept
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn no_source_file_is_too_long_to_hold_in_the_head() {
    for file in kept() {
        if file.ends_in(SOURCE) && !GENERATED.contains(&file.path.as_str()) {
            let lines = file.text.lines().count();
            assert!(lines <= MOST_LINES, "{} has {lines} lines: split it by noun", file.path);
        }
    }
}

#[test]
fn nothing_names_a_folder_of_one_machine() {
    for file in kept() {
        for folder in OF_ONE_MACHINE {
            let needle = format!("/{folder}/");
            for (at, _) in file.text.match_indices(&needle) {
                // In the middle of a longer path or an address it is another word.
                let before = file.text.get(..at).and_then(|text| text.chars().next_back());
                let inside = before.is_some_and(|c| c.is_alphanumeric() || "_.-}".contains(c));
                assert!(
                    inside,
                    "{} names {needle}: say it from the root of the tree, or ask the system for a folder",
                    file.path
                );
            }
        }
    }
}

#[test]
fn only_the_port_knows_the_window() {
    for file in kept() {
        if file.path.starts_with("ui/src/") && !file.path.starts_with("ui/src/backend/") {
            assert!(
                !file.text.contains("@tauri-apps"),
                "{} names @tauri-apps: add what it needs to ui/src/backend/backend.ts",
                file.path
            );
        }
    }
}

#[test]
fn node_modules_are_locked_by_name_and_not_by_address() {
    for file in kept().iter().filter(|file| file.ends_in(&["package-lock.json"])) {
        assert!(
            !file.text.contains("\"resolved\""),
            "{} names the addresses of packages, which not everyone can reach: \
             put `omit-lockfile-registry-resolved=true` into the .npmrc beside it",
            file.path
        );
    }
}

/// Packages of other systems whose hashes the registry does not tell. They are for tests of the window alone; no other package may be
/// without a hash.
const WITHOUT_HASH: &[&str] =
    &["@crabnebula/tauri-driver-darwin-", "@crabnebula/tauri-driver-win32-"];

#[test]
fn every_dependency_has_the_hash_of_what_is_installed() {
    for file in kept().iter().filter(|file| file.ends_in(&["package-lock.json"])) {
        let lock: Value = serde_json::from_str(&file.text).expect("npm writes JSON");
        let locked = lock.get("packages").and_then(Value::as_object).expect("npm lists packages");
        for (place, entry) in locked.iter().filter(|(place, _)| !place.is_empty()) {
            let name = place.rsplit("node_modules/").next().unwrap_or(place);
            let is_known = WITHOUT_HASH.iter().any(|start| name.starts_with(start));
            let hash = entry.get("integrity").and_then(Value::as_str).unwrap_or_default();
            assert!(
                is_known || hash.starts_with("sha512-"),
                "{}: {name} has no hash, so anything may be installed in its place",
                file.path
            );
        }
    }
    for file in kept().iter().filter(|file| file.ends_in(&["Cargo.lock"])) {
        for package in file.text.split("[[package]]").skip(1) {
            let has = |field: &str| package.lines().any(|line| line.starts_with(field));
            // Packages of this tree have no source.
            assert!(
                !has("source = ") || (has("source = \"registry+") && has("checksum = ")),
                "{}: this comes from elsewhere than a registry, or without a checksum:{package}",
                file.path
            );
        }
    }
}

#[test]
fn no_node_module_runs_a_script_when_it_is_installed() {
    for file in kept().iter().filter(|file| file.ends_in(&["package-lock.json"])) {
        let npmrc = file.path.replace("package-lock.json", ".npmrc");
        let says = read(&npmrc);
        assert!(
            says.lines().any(|line| line == "ignore-scripts=true"),
            "{npmrc} must say ignore-scripts=true"
        );
    }
}

#[test]
fn node_modules_install_on_every_system() {
    for file in kept().iter().filter(|file| file.ends_in(&["package-lock.json"])) {
        let lock: Value = serde_json::from_str(&file.text).expect("npm writes JSON");
        let locked = lock.get("packages").and_then(Value::as_object).expect("npm lists packages");
        let optional =
            locked.values().filter_map(|entry| entry.get("optionalDependencies")?.as_object());
        for name in optional.flat_map(serde_json::Map::keys) {
            let place = format!("node_modules/{name}");
            assert!(
                locked.keys().any(|key| key.ends_with(&place)),
                "{} leaves out {name}, which another system needs, and `npm ci` refuses it: \
                 delete node_modules and the lock file, and run `npm install` again",
                file.path
            );
        }
    }
}

#[test]
fn every_recorded_answer_is_read_by_a_test() {
    let kept = kept();
    for recorded in kept.iter().filter(|file| file.path.starts_with("tests/wire/")) {
        let name = recorded.path.rsplit('/').next().unwrap_or(&recorded.path);
        let stem = name.split('.').next().unwrap_or(name);
        let (whole, bare) = (format!("{name}\""), format!("\"{stem}\""));
        assert!(
            kept.iter()
                .filter(|file| file.ends_in(&[".rs"]))
                .any(|file| { file.text.contains(&whole) || file.text.contains(&bare) }),
            "{} is read by no test: write one or delete it",
            recorded.path
        );
    }
}

#[test]
fn the_workflow_has_every_job_and_pins_what_it_runs() {
    let workflow = read(".github/workflows/ci.yml");
    let jobs: Vec<&str> = workflow
        .lines()
        .skip_while(|line| *line != "jobs:")
        .filter_map(|line| line.strip_prefix("  ")?.strip_suffix(':'))
        .filter(|name| !name.starts_with(' '))
        .collect();
    assert_eq!(jobs, JOBS, "a job that is dropped by accident guards nothing");
    assert!(workflow.contains("./dev test"), "the build machine runs what everyone runs");

    let actions: Vec<&str> =
        workflow.lines().filter_map(|line| line.split("uses: ").nth(1)).collect();
    assert!(!actions.is_empty(), "the workflow uses actions");
    for action in &actions {
        let pin = action.split(['@', ' ']).nth(1).unwrap_or_default();
        let sha = pin.len() == 40 && pin.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(
            sha,
            "{action}: a tag can be moved, so name the commit and put the tag in a comment"
        );
    }
    assert_eq!(
        actions.iter().filter(|action| action.starts_with("actions/checkout@")).count(),
        workflow.matches("persist-credentials: false").count(),
        "a checkout leaves no token behind for the steps that follow"
    );
}

#[test]
fn no_check_is_waved_through() {
    let waved = format!("|| {}", "true");
    for file in kept() {
        let checks = ["dev", ".ci/run", "ui/package.json", "tests/desktop/package.json"]
            .contains(&file.path.as_str())
            || file.path.starts_with(".github/workflows/");
        assert!(
            !checks || !(file.text.contains(&waved) || file.text.contains("continue-on-error")),
            "{} runs a check whose answer nobody hears",
            file.path
        );
    }
}

#[test]
fn every_command_that_the_help_or_the_guide_names_is_there() {
    let (dev, guide) = (read("dev"), read("CONTRIBUTING.md"));
    let helped = dev.lines().filter_map(|line| line.strip_prefix("#: ./dev "));
    let guided = guide.lines().filter_map(|line| line.strip_prefix("| `./dev "));
    let named: Vec<&str> =
        helped.chain(guided).filter_map(|line| line.split([' ', '`']).next()).collect();
    assert!(named.len() > 20, "both name many: {named:?}");
    for verb in named {
        let function = format!("\ndev_{verb}() {{");
        assert!(dev.contains(&function), "`./dev {verb}` is named and does nothing");
    }
    assert!(dev.contains("\"dev_$verb\" \"$@\""), "a command is the function of its name");
}

#[test]
fn the_changelog_begins_with_unreleased_changes() {
    let changelog = read("CHANGELOG.md");
    let headings: Vec<&str> = changelog.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(
        headings.iter().take(2).collect::<Vec<_>>(),
        [&"# Changelog", &"## Unreleased"],
        "a change is written down where the next release will find it"
    );
}

#[test]
fn a_document_links_to_what_is_there() {
    for file in kept().iter().filter(|file| file.ends_in(&[".md"])) {
        let folder = root().join(&file.path).parent().expect("a file has a folder").to_owned();
        for target in file.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = target.split('#').next().unwrap_or_default();
            let there = target.is_empty()
                || ["https://", "mailto:"].iter().any(|scheme| target.starts_with(scheme))
                || folder.join(target).exists();
            assert!(there, "{} links to {target}, which is not in the tree", file.path);
        }
    }
}

#[test]
fn the_readme_is_short_and_names_the_two_commands() {
    let readme = read("README.md");
    assert!(
        readme.len() <= LONGEST_README,
        "the README has {} bytes: how it is built belongs in ARCHITECTURE.md, why in docs/decisions",
        readme.len()
    );
    for command in ["./dev run", "./dev test"] {
        assert!(readme.contains(command), "the README says {command}");
    }
}

#[test]
fn every_decision_is_in_the_index() {
    let index = read("docs/decisions/README.md");
    for file in kept().iter().filter(|file| file.path.starts_with("docs/decisions/")) {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        assert!(
            name == "README.md" || index.contains(&format!("({name})")),
            "docs/decisions/README.md does not list {name}"
        );
    }
}

#[test]
fn every_row_of_the_threat_model_names_tests_that_there_are() {
    let sources = kept();
    for document in ["SECURITY.md", "docs/security.md"] {
        let text = read(document);
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
        let mut named = 0;
        for row in rows.iter().filter(|row| !row.contains("---")) {
            let column = row.trim_end_matches(" |").rsplit(" | ").next().unwrap_or_default();
            let words = column.split('`').skip(1).step_by(2);
            for word in words.map(|word| word.split_once(": ").map_or(word, |(_, name)| name)) {
                let is_there = |file: &SourceFile| {
                    file.path.ends_with(&format!("/{word}"))
                        || file.path == word
                        || file.path.contains(&format!("tests/{word}/"))
                        || file.path.ends_with(&format!("/{word}.rs"))
                        || file.text.contains(&format!("fn {word}("))
                };
                assert!(
                    sources.iter().any(is_there),
                    "{document} names {word}, which there is not"
                );
                named += 1;
            }
        }
        assert!(named > rows.len(), "{document}: every row names one: {named} of {}", rows.len());
    }
}

/// What two pages hold, in words.
const TWO_PAGES: usize = 1_100;

#[test]
fn the_threat_model_has_two_pages() {
    let words = read("SECURITY.md").split_whitespace().count();
    assert!(words <= TWO_PAGES, "SECURITY.md has {words} words: docs/security.md is for the rest");
}
