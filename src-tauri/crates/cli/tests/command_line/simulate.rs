//! `paceline simulate`, `providers` and `models`: the simulated contenders.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use tempfile::tempdir;

use crate::{at, document, done, paceline, status, text};

/// Ends the child with the test, however the test ends.
struct SimulatorProcess(Child);

impl Drop for SimulatorProcess {
    fn drop(&mut self) {
        let _ended_already = self.0.kill();
        let _reaped = self.0.wait();
    }
}

#[test]
fn another_process_can_race_the_providers_that_simulate_serves() {
    let home = tempdir().expect("a folder");
    let mut command = paceline(home.path(), &["simulate"]);
    let mut served = SimulatorProcess(command.stdout(Stdio::piped()).spawn().expect("it runs"));
    let out = BufReader::new(served.0.stdout.take().expect("piped"));
    let mut lines = out.lines().map(|line| line.expect("UTF-8"));
    let lane = lines
        .find_map(|line| line.strip_prefix("A lane: ").map(str::to_owned))
        .expect("it says how");
    assert!(lines.any(|line| line.ends_with("/truth")), "and where the truth is");
    let output = done(
        home.path(),
        &["race", "--json", "--prompt", "Hi", "--max-tokens", "5", "--lane", &lane],
    );
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    assert_eq!(
        at(&document(&output), "/lanes/0/samples/0/out_tokens_server"),
        5,
        "as many as were asked for"
    );
}

#[test]
fn the_models_of_the_simulated_providers_are_those_that_can_be_raced() {
    let home = tempdir().expect("a folder");
    let output = done(home.path(), &["models", "simulated"]);
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    for profile in simulator::profiles() {
        assert!(
            shown.lines().any(|line| line == profile.model),
            "{} is missing from {shown}",
            profile.model
        );
    }
}

#[test]
fn models_are_asked_only_of_a_provider_that_can_be_asked() {
    let home = tempdir().expect("a folder");
    for (provider, says) in
        [("nobody", "no provider"), ("custom", "custom lane"), ("groq", "needs a key")]
    {
        let output = done(home.path(), &["models", provider]);
        assert_eq!(status(&output), 2, "{provider} cannot be asked");
        assert!(text(&output.stderr).contains(says), "{}", text(&output.stderr));
    }
}

#[test]
fn the_providers_are_listed_for_people_and_for_scripts() {
    let home = tempdir().expect("a folder");
    let rows = document(&done(home.path(), &["providers", "--json"]));
    let shown = text(&done(home.path(), &["providers"]).stdout);
    let rows = at(&rows, "/providers").as_array().expect("a list");
    assert!(rows.len() > 14, "everyone is there");
    for row in rows {
        let id = at(row, "/id").as_str().expect("an id");
        assert!(
            shown.lines().any(|line| line.split_whitespace().next() == Some(id)),
            "{id} is missing"
        );
    }
}
