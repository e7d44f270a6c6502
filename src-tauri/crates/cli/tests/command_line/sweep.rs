//! `paceline sweep`: its levels, its exit status and its one document.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use tempfile::tempdir;

use crate::{at, document, done, paceline, status, text};

const QUICK: &str = "simulated/scripted?ttft=20ms&tps=2000&tokens=40";

fn sweep<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["sweep", "--json", "--prompt", "Hi", "--lane", QUICK], more].concat()
}

#[test]
fn a_sweep_prints_its_levels_and_keeps_them_with_their_raw_logs() {
    let home = tempdir().expect("a folder");
    let output = done(
        home.path(),
        &sweep(&["--concurrency", "1,4", "--samples", "8", "--goodput", "ttft=1000"]),
    );
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let run = document(&output);
    assert_eq!(
        (at(&run, "/schema"), at(&run, "/kind")),
        (&"paceline.run/1".into(), &"sweep".into()),
        "as the contract says"
    );
    for (index, concurrency) in [(0, 1), (1, 4)] {
        let level = at(&run, &format!("/lanes/0/levels/{index}"));
        assert_eq!(at(level, "/concurrency"), concurrency, "in the order they were asked for");
        assert_eq!(at(level, "/samples").as_array().map(Vec::len), Some(8), "with every sample");
        assert_eq!(at(level, "/ended/type"), "done", "and how it ended");
        for key in [
            "summary",
            "sys_output_tps",
            "sys_total_tps",
            "rps",
            "error_rate",
            "avg_inflight",
            "steady_share",
            "window_ms",
            "good_fraction",
            "goodput",
            "send_lag_p99_ms",
        ] {
            assert!(level.get(key).is_some_and(|value| !value.is_null()), "a level says its {key}");
        }
        assert_eq!(at(level, "/good_fraction"), 1.0, "every answer began within a second");
        assert!(level.get("cost_usd").is_none(), "what nobody bills has no cost");
    }
    let id = at(&run, "/id").as_str().expect("it has one");
    let kept = document(&done(home.path(), &["history", "show", id, "--json"]));
    assert_eq!(kept, run, "the history has it as it was printed");
    let verified = document(&done(home.path(), &["history", "verify", "--json"]));
    assert_eq!(
        at(&verified, "/findings"),
        &serde_json::json!([]),
        "every number follows from its raw log"
    );
    let shown = text(&done(home.path(), &["history", "show", id]).stdout);
    assert!(shown.contains("In flight") && shown.contains("System tok/s"), "in a table: {shown}");
}

#[test]
fn a_sweep_that_loses_requests_exits_with_1_and_tells_all() {
    let home = tempdir().expect("a folder");
    let lane = "simulated/scripted?fault=429";
    let output = done(
        home.path(),
        &[
            "sweep",
            "--json",
            "--prompt",
            "Hi",
            "--lane",
            lane,
            "--concurrency",
            "2,8",
            "--samples",
            "5",
        ],
    );
    assert_eq!(status(&output), 1, "a 429 is no success");
    let run = document(&output);
    assert_eq!(at(&run, "/lanes/0/levels").as_array().map(Vec::len), Some(1), "nobody presses on");
    assert_eq!(at(&run, "/lanes/0/levels/0/ended/type"), "throttled", "it says why");
}

#[test]
fn why_the_requests_of_a_sweep_failed_is_told_once() {
    let home = tempdir().expect("a folder");
    let lane = "simulated/scripted?fault=401";
    let words =
        ["sweep", "--prompt", "Hi", "--lane", lane, "--concurrency", "1,2", "--samples", "4"];
    let output = done(home.path(), &words);
    assert_eq!(status(&output), 1, "nothing was answered");
    let told = text(&output.stdout);
    assert_eq!(told.matches("HTTP 401").count(), 1, "one reason, however many requests: {told}");
    assert!(told.contains("refused in ") && told.contains(" requests: HTTP 401"), "{told}");
    assert!(told.contains("wants a key"), "and what to do: {told}");
}

#[test]
fn what_cannot_be_swept_is_said_before_anything_is_sent() {
    let home = tempdir().expect("a folder");
    for (more, says) in [
        (vec!["--concurrency", "0"], "between 1 and 512"),
        (vec!["--rate", "0"], "above 0"),
        (vec!["--samples", "0"], "Samples must be"),
        (vec!["--goodput", "fast"], "is no limit"),
        (vec!["--resume", "none"], "cannot be used with"),
    ] {
        let output = done(home.path(), &sweep(&more));
        assert_eq!(status(&output), 2, "{more:?} cannot start");
        assert!(text(&output.stderr).contains(says), "{more:?}: {}", text(&output.stderr));
    }
    let none = done(home.path(), &["sweep", "--resume", "none", "--json"]);
    assert_eq!(status(&none), 2, "there is none to go on with: {}", text(&none.stderr));
}

#[test]
fn an_open_loop_sends_what_is_due() {
    let home = tempdir().expect("a folder");
    let output = done(home.path(), &sweep(&["--rate", "50", "--poisson", "--samples", "20"]));
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let run = document(&output);
    let level = at(&run, "/lanes/0/levels/0");
    assert_eq!(at(level, "/rate"), 50.0, "a level of so many a second");
    assert!(level.get("concurrency").is_none(), "in which nothing is kept in flight");
    assert_eq!(at(level, "/samples").as_array().map(Vec::len), Some(20), "each was sent");
}

#[cfg(unix)]
#[test]
fn a_sweep_that_was_cut_off_goes_on_where_it_was() {
    let home = tempdir().expect("a folder");
    let slow = "simulated/scripted?ttft=20ms&tps=1000&tokens=100";
    let mut sweeping = paceline(
        home.path(),
        &[
            "sweep",
            "--json",
            "--prompt",
            "Hi",
            "--lane",
            slow,
            "--concurrency",
            "1,2,3",
            "--samples",
            "6",
        ],
    )
    .stdout(Stdio::null())
    .stderr(Stdio::piped())
    .spawn()
    .expect("it runs");
    let said = BufReader::new(sweeping.stderr.take().expect("piped")).lines();
    for line in said.map_while(Result::ok) {
        if line.contains("1 in flight") {
            break;
        }
    }
    // As a power cut would.
    sweeping.kill().expect("it was running");
    sweeping.wait().expect("it is gone");
    let list = document(&done(home.path(), &["history", "list", "--json"]));
    assert_eq!(at(&list, "/runs/0/state"), "interrupted", "it is in the history");
    let id = at(&list, "/runs/0/id").as_str().expect("with an id").to_owned();
    let resumed = done(home.path(), &["sweep", "--json", "--resume", &id]);
    assert_eq!(status(&resumed), 0, "{}", text(&resumed.stderr));
    let run = document(&resumed);
    assert_eq!(at(&run, "/id"), id.as_str(), "it is the same sweep");
    let levels = at(&run, "/lanes/0/levels").as_array().expect("a list").clone();
    let whole = levels.iter().filter(|level| at(level, "/ended/type") == "done");
    let tried: Vec<_> = whole.map(|level| at(level, "/concurrency").clone()).collect();
    assert_eq!(
        tried,
        [1, 2, 3],
        "with every level once, beside what was kept of one that was cut off"
    );
    assert_eq!(at(&run, "/state"), "finished", "and an end");
}
