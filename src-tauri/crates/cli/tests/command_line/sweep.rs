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
fn each_reason_for_failed_requests_is_given_once() {
    let home = tempdir().expect("a folder");
    let lane = "simulated/scripted?fault=401";
    let words =
        ["sweep", "--prompt", "Hi", "--lane", lane, "--concurrency", "1,2", "--samples", "4"];
    let output = done(home.path(), &words);
    assert_eq!(status(&output), 1, "nothing was answered");
    let told = text(&output.stdout);
    assert_eq!(told.matches("HTTP 401").count(), 1, "one reason, however many requests: {told}");
    assert!(told.contains("failed in ") && told.contains(" requests: HTTP 401"), "{told}");
    assert!(told.contains("wants a key"), "and what to do: {told}");
}

#[test]
fn an_impossible_sweep_is_refused_before_anything_is_sent() {
    let home = tempdir().expect("a folder");
    for (more, says) in [
        (vec!["--concurrency", "0"], "between 1 and 512"),
        (vec!["--rate", "0"], "above 0"),
        (vec!["--samples", "0"], "Samples must be"),
        (vec!["--goodput", "fast"], "is not a limit"),
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
fn a_sweep_that_was_cut_off_resumes_where_it_was() {
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
    // Like a power cut.
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

const READS: &str = "simulated/scripted?ttft=40ms&input=50us&cache=yes&tps=2000&tokens=10";

/// A number of a document.
fn number(document: &serde_json::Value, path: &str) -> f64 {
    at(document, path).as_f64().unwrap_or_else(|| panic!("{path} is a number"))
}

#[test]
fn a_sweep_over_prompt_lengths_finds_what_a_token_takes_and_what_the_cache_saves() {
    let home = tempdir().expect("a folder");
    let arguments = ["sweep", "--json", "--lane", READS, "--max-tokens", "10", "--cached"];
    let lengths = ["--input-tokens", "200,2000,6000"];
    let output = done(home.path(), &[&arguments[..], &lengths[..]].concat());
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(said.contains("at most 84 requests, prompts of 200 to 6,000 tokens"), "{said}");
    let run = document(&output);
    for index in 0..6 {
        let level = at(&run, &format!("/lanes/0/levels/{index}"));
        let asked = [200, 200, 2_000, 2_000, 6_000, 6_000][index];
        assert_eq!(at(level, "/prompt_tokens"), asked, "each length, cold and then cached");
        assert_eq!(at(level, "/concurrency"), 1, "one at a time");
        assert_eq!(at(level, "/measured"), 10, "ten of each, because long prompts are dear");
        let cached = level.get("cached").is_some();
        assert_eq!(cached, index % 2 == 1, "the second of a length is from the cache");
        let read = number(level, "/summary/cached_read_tokens/p50");
        assert_eq!(read > 100.0, cached, "as the server counted: {read}");
        if cached {
            let ttft = number(level, "/summary/ttft_ms/p50");
            assert!((40.0..80.0).contains(&ttft), "one token is read: {ttft} ms");
        }
    }
    let line = at(&run, "/lanes/0/prompt_length_line");
    let (base, slope) = (number(line, "/base_ms"), number(line, "/ms_per_token"));
    assert!((35.0..60.0).contains(&base), "40 ms, and what this machine is late: {base}");
    assert!((0.047..0.056).contains(&slope), "50 µs a token: {slope}");
    let (low, high) = (number(line, "/ms_per_token_ci/low"), number(line, "/ms_per_token_ci/high"));
    assert!(low <= slope && slope <= high, "{low} to {high} around {slope}");
    assert!(run.pointer("/lanes/0/knee").is_none(), "a length is no load");

    let id = at(&run, "/id").as_str().expect("it has one");
    let kept = document(&done(home.path(), &["history", "show", id, "--json"]));
    assert_eq!(kept, run, "the history has it as it was printed");
    let page = done(home.path(), &["history", "export", id, "--format", "md"]);
    let page = text(&page.stdout);
    for part in
        ["for every 1,000 uncached input tokens", "| 6,000 tokens, cached |", "from the cache"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let other = tempdir().expect("a folder");
    let file = home.path().join("sweep.json");
    let exported = done(home.path(), &["history", "export", id, "--format", "json"]);
    std::fs::write(&file, &exported.stdout).expect("a file");
    let file = file.to_str().expect("a path");
    assert_eq!(status(&done(other.path(), &["history", "import", file])), 0, "it comes back");
    let list = document(&done(other.path(), &["history", "list", "--json"]));
    let imported = at(&list, "/runs/0/id").as_str().expect("an id").to_owned();
    let again = document(&done(other.path(), &["history", "show", &imported, "--json"]));
    assert_eq!(at(&again, "/lanes/0/prompt_length_line"), line, "with the same line");
}

#[test]
fn impossible_lengths_are_refused_before_the_start() {
    let home = tempdir().expect("a folder");
    let of = |lane: &'static str, more: &[&'static str]| {
        let output =
            done(home.path(), &[&["sweep", "--lane", lane, "--max-tokens", "10"], more].concat());
        assert_eq!(status(&output), 2, "{more:?}: nothing is sent");
        text(&output.stderr)
    };
    let said = of(QUICK, &["--input-tokens", "100,1000", "--concurrency", "1,2"]);
    assert!(said.contains("one number of requests in flight"), "{said}");
    let said = of(QUICK, &["--input-tokens", "100,300000"]);
    assert!(said.contains("A prompt of 300,000 tokens cannot be written"), "{said}");
    let said = of(QUICK, &["--input-tokens", "100,1000", "--same-prompt"]);
    assert!(said.contains("needs unique prompts"), "{said}");
    let said = of("openai/gpt-4", &["--input-tokens", "1000,100000"]);
    assert!(said.contains("gpt-4 reads at most") && said.contains("100,000"), "{said}");
}

#[test]
fn a_sweep_that_its_budget_ended_goes_on_with_a_larger_one() {
    let home = tempdir().expect("a folder");
    let all = ["--max-tokens", "40", "--concurrency", "1,2", "--samples", "5"];
    let output = done(home.path(), &sweep(&[&all[..], &["--budget-tokens", "400"]].concat()));
    let run = document(&output);
    let id = at(&run, "/id").as_str().expect("it has one");
    let ended = |run: &serde_json::Value| -> Vec<String> {
        let levels = at(run, "/lanes/0/levels").as_array().expect("levels").clone();
        levels.iter().map(|level| at(level, "/ended/type").to_string()).collect()
    };
    assert_eq!(ended(&run), ["\"done\"", "\"budget\""], "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(said.contains("To resume it with more: paceline sweep --resume"), "{said}");
    let again = |budget: &'static str| {
        done(home.path(), &["sweep", "--json", "--resume", id, "--budget-tokens", budget])
    };
    let same = again("400");
    assert_eq!(status(&same), 2, "nothing is sent");
    assert!(text(&same.stderr).contains("is not larger"), "{}", text(&same.stderr));
    let gone_on = again("2000");
    assert_eq!(status(&gone_on), 0, "{}", text(&gone_on.stderr));
    let run = document(&gone_on);
    assert_eq!(at(&run, "/id"), id, "the same sweep");
    assert_eq!(
        ended(&run),
        ["\"done\"", "\"stopped\"", "\"done\""],
        "what was cut is kept beside what was measured whole"
    );
}
