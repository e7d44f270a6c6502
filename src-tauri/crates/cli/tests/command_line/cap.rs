//! The daily spending cap: the window's setting applies to the command line as well.

use std::net::TcpListener;
use std::path::Path;

use app::Preferences;
use store::History;
use tempfile::{TempDir, tempdir};

use crate::{data, done, status, text};

/// A data folder with a cap of a dollar a day, and a server at $10 per million tokens that notices every connection.
fn capped() -> (TempDir, TcpListener) {
    let home = tempdir().expect("a folder");
    let history = History::open(&data(home.path())).expect("a history");
    let preferences = Preferences { cap_usd_per_day: Some(1.0), ..Preferences::default() };
    preferences.save(&history).expect("they are kept");
    drop(history);
    let server = TcpListener::bind("127.0.0.1:0").expect("a port");
    server.set_nonblocking(true).expect("it can be asked without waiting");
    let address = format!("http://{}", server.local_addr().expect("it has one"));
    for arguments in [
        ["providers", "at", "ollama", &address].as_slice(),
        &["prices", "set", "ollama/llama", "--input", "1", "--output", "10"],
    ] {
        let output = done(home.path(), arguments);
        assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    }
    (home, server)
}

fn asked(home: &Path, verb: &str, more: &[&str]) -> (i32, String) {
    let arguments = [&[verb, "--prompt", "Hi", "--lane", "ollama/llama"], more].concat();
    let output = done(home, &arguments);
    (status(&output), text(&output.stderr))
}

#[test]
fn a_plan_that_could_exceed_the_daily_cap_is_not_sent() {
    let (home, server) = capped();
    for (verb, more) in [
        ("race", [].as_slice()),
        ("race", &["--max-tokens", "200000"]),
        ("race", &["--max-tokens", "200000", "--no-save"]),
        ("sweep", &["--max-tokens", "50000", "--concurrency", "1", "--samples", "5"]),
    ] {
        let (status, said) = asked(home.path(), verb, more);
        assert_eq!(status, 2, "{verb} {more:?} cannot start: {said}");
        assert!(said.contains("the cap is $1.00 a day"), "it says which cap: {said}");
        assert!(said.contains("--over-cap"), "and what to do: {said}");
    }
    assert!(server.accept().is_err(), "nobody was asked anything");
}

#[test]
fn what_fits_below_the_cap_starts_and_the_rest_with_leave() {
    let (home, server) = capped();
    drop(server);
    for (verb, more) in [
        ("race", ["--max-tokens", "100"].as_slice()),
        ("race", &["--over-cap"]),
        (
            "sweep",
            &["--budget", "0.5", "--max-tokens", "100", "--concurrency", "1", "--samples", "1"],
        ),
    ] {
        let (status, said) = asked(home.path(), verb, more);
        assert_eq!(status, 1, "{verb} {more:?} was sent, and nobody listened: {said}");
    }
}

#[test]
fn what_a_judge_may_cost_counts_before_anybody_is_asked() {
    let (home, server) = capped();
    let lane = "simulated/scripted?ttft=1ms&tokens=5";
    let other = "simulated/scripted?ttft=1ms&tokens=9";
    let race = ["race", "--prompt", "Hi", "--lane", lane, "--lane", other, "--repeat", "100"];
    let judged = [&race[..], &["--judge", "ollama/llama"]].concat();
    let output = done(home.path(), &judged);
    let said = text(&output.stderr);
    assert_eq!(status(&output), 2, "200 verdicts of 1,024 tokens: {said}");
    assert!(said.contains("the cap is $1.00 a day"), "{said}");
    assert!(server.accept().is_err(), "nobody was asked anything");
}
