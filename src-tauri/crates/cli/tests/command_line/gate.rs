//! `paceline gate`: pass, fail and not enough data, against simulated servers, and the shell of the CI templates.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{at, document, done, paceline, status, text};

/// A file of limits for one simulated contender that answers at once, with this bound of its p50 TTFT in milliseconds.
fn limits(home: &Path, name: &str, limit: &str) -> PathBuf {
    let file = home.join(name);
    let race = "rounds = 12\n[race]\nlane = [\"simulated/scripted?ttft=20ms&tps=2000&tokens=60\"]\nprompt = \"Why?\"\nmax-tokens = 8\n";
    fs::write(&file, format!("{race}{limit}")).expect("it can be written");
    file
}

fn p50(bound: &str) -> String {
    format!("[[limit]]\nmetric = \"ttft_ms\"\npercentile = 50\n{bound}\n")
}

#[test]
fn a_gate_passes_fails_or_says_that_it_cannot_know_by_its_exit_status() {
    let home = tempfile::tempdir().expect("a folder");
    for (bound, wanted, outcome) in [("at_most = 2000", 0, "pass"), ("at_most = 2", 1, "fail")] {
        let file = limits(home.path(), "limits.toml", &p50(bound));
        let output = done(home.path(), &["gate", file.to_str().expect("UTF-8"), "--json"]);
        assert_eq!(status(&output), wanted, "{}", text(&output.stderr));
        let document = document(&output);
        assert_eq!(at(&document, "/outcome"), outcome);
        assert_eq!(at(&document, "/rounds"), 12, "decided at the only look");
    }
    let tight = "[[limit]]\nshare = \"errors\"\nat_most = 0.01\n";
    let file = limits(home.path(), "limits.toml", tight);
    let output = done(home.path(), &["gate", file.to_str().expect("UTF-8"), "--no-save"]);
    assert_eq!(status(&output), 4, "twelve answers show no such share");
    let said = text(&output.stdout);
    assert!(said.contains("would settle it"), "it says how many would: {said}");
}

#[test]
fn a_baseline_is_a_file_without_texts_or_a_tagged_run() {
    let home = tempfile::tempdir().expect("a folder");
    let file = limits(home.path(), "limits.toml", &p50("worse_by_at_most = 9"));
    let (file, base) = (file.to_str().expect("UTF-8"), home.path().join("base.json"));
    let base = base.to_str().expect("UTF-8");
    let refused = done(home.path(), &["gate", file]);
    assert_eq!(status(&refused), 2, "a baseline is needed");
    assert!(text(&refused.stderr).contains("--write-baseline"), "and how to get one is said");
    let first = done(home.path(), &["gate", file, "--write-baseline", base, "--tag", "main"]);
    assert_eq!(status(&first), 4, "there is nothing to hold it against yet");
    assert!(
        !fs::read_to_string(base).expect("it was written").contains("Why?"),
        "no text is in it"
    );
    for against in [base, "last:main"] {
        let output = done(home.path(), &["gate", file, "--baseline", against, "--no-save"]);
        assert_eq!(
            status(&output),
            0,
            "{against}: {}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
    }
    let unknown = done(home.path(), &["gate", file, "--baseline", "last:nobody"]);
    assert_eq!(status(&unknown), 2);
    assert!(
        text(&unknown.stderr).contains("No race has the tag nobody"),
        "{}",
        text(&unknown.stderr)
    );
}

#[test]
fn a_run_that_was_made_before_can_be_judged() {
    let home = tempfile::tempdir().expect("a folder");
    let raced = done(
        home.path(),
        &[
            "race",
            "--lane",
            "simulated/scripted?ttft=20ms&tps=2000&tokens=60",
            "--prompt",
            "Why?",
            "--repeat",
            "12",
            "--json",
        ],
    );
    let id = at(&document(&raced), "/id").as_str().expect("an id").to_owned();
    let file = limits(home.path(), "limits.toml", &p50("at_most = 2000"));
    let output =
        done(home.path(), &["gate", file.to_str().expect("UTF-8"), "--run", &id, "--json"]);
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    assert_eq!(at(&document(&output), "/runs/0"), &id);
}

#[test]
fn a_budget_that_cannot_be_kept_is_refused_before_anything_is_sent() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("limits.toml");
    let written = "budget_usd = 1.0\n[race]\nlane = [\"openai-chat@http://127.0.0.1:9/v1#m\"]\nprompt = \"Why?\"\n";
    fs::write(&file, format!("{written}{}", p50("at_most = 1"))).expect("it can be written");
    let output = done(home.path(), &["gate", file.to_str().expect("UTF-8")]);
    assert_eq!(status(&output), 2);
    assert!(
        text(&output.stderr).contains("`budget_usd` cannot be kept"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_limit_that_no_race_could_decide_is_refused_before_anything_is_sent_or_ends_the_races() {
    let home = tempfile::tempdir().expect("a folder");
    let right = limits(home.path(), "right.toml", "[[limit]]\nshare = \"right\"\nat_least = 0.9\n");
    let output = done(home.path(), &["gate", right.to_str().expect("UTF-8")]);
    assert_eq!(status(&output), 2, "no answer is checked");
    let said = text(&output.stderr);
    assert!(
        said.contains("tells right answers from wrong ones") && said.contains("check ="),
        "{said}"
    );
    assert!(text(&output.stdout).is_empty(), "nothing was raced");
    // Two tokens in one chunk have no speed.
    let file = home.path().join("speed.toml");
    let race = "rounds = 160\n[race]\nlane = [\"simulated/scripted?ttft=1ms&tps=2000&tokens=1\"]\nprompt = \"Why?\"\n";
    let speed = "[[limit]]\nmetric = \"decode_tps\"\npercentile = 50\nat_least = 50\n";
    fs::write(&file, format!("{race}{speed}")).expect("it can be written");
    let output = done(home.path(), &["gate", file.to_str().expect("UTF-8"), "--no-save", "--json"]);
    assert_eq!(status(&output), 4, "{}", text(&output.stderr));
    let document = document(&output);
    assert_eq!(at(&document, "/rounds"), 20, "the second look sees that no answer has a speed");
    assert!(text(&output.stdout).contains("no number of rounds decides what is open"));
}

/// The shell of a template, which stands below a line that ends in `|`.
fn shell_of(template: &str, key: &str) -> String {
    let mut lines = template.lines().skip_while(|line| line.trim() != key).skip(1).peekable();
    let indent = lines.peek().map_or(0, |line| line.len() - line.trim_start().len());
    let own =
        |line: &&str| line.trim().is_empty() || line.len() - line.trim_start().len() >= indent;
    let body: Vec<&str> =
        lines.take_while(own).map(|line| line.get(indent..).unwrap_or("")).collect();
    assert!(!body.is_empty(), "{key} is there");
    body.join("\n")
}

/// Runs a template's shell as a runner does: in a checkout, with `paceline` in the path.
#[cfg(unix)]
fn in_ci(home: &Path, shell: &str, limits: &Path) -> (i32, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_paceline")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let known = paceline(home, &[]);
    let mut command = Command::new("bash");
    for (name, value) in known.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.args(["-c", shell]).current_dir(home).env("PATH", path).env("LIMITS", limits);
    command.env("BASELINE", "").env("UNDECIDED", "fail");
    command
        .env("GITHUB_OUTPUT", home.join("output"))
        .env("GITHUB_STEP_SUMMARY", home.join("summary"));
    let output = command.output().expect("bash runs");
    (status(&output), text(&output.stdout) + &text(&output.stderr))
}

#[test]
#[cfg(unix)]
fn the_action_and_the_template_fail_a_build_where_a_limit_is_violated() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let action = fs::read_to_string(root.join("action.yml")).expect("it is there");
    let template = fs::read_to_string(root.join("templates/gate.yml")).expect("it is there");
    for (shell, is_action) in
        [(shell_of(&action, "run: |"), true), (shell_of(&template, "- |"), false)]
    {
        let home = tempfile::tempdir().expect("a folder");
        let kept = limits(home.path(), "kept.toml", &p50("at_most = 2000"));
        let (code, said) = in_ci(home.path(), &shell, &kept);
        assert_eq!(code, 0, "{said}");
        let violated = limits(home.path(), "-- violated.toml", &p50("at_most = 2"));
        let (code, said) =
            in_ci(home.path(), &shell, Path::new(violated.file_name().expect("a name")));
        assert_eq!(code, 1, "a name that begins with hyphens is a name: {said}");
        let junit = fs::read_to_string(home.path().join("paceline-gate.xml")).expect("a report");
        assert!(junit.contains("failures=\"1\""), "{junit}");
        if is_action {
            let outputs = fs::read_to_string(home.path().join("output")).expect("outputs");
            assert_eq!(outputs, "outcome=pass\noutcome=fail\n");
            let summary = fs::read_to_string(home.path().join("summary")).expect("a summary");
            assert!(summary.contains("### ❌ Paceline gate"), "{summary}");
            assert!(said.contains("::error title="), "annotated: {said}");
        }
    }
}
