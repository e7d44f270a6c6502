//! `paceline race`: its exit status and its one document.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use serde_json::json;
use simulator::Simulator;
use tempfile::tempdir;

use crate::{at, data, document, done, lane, paceline, status, text};

const QUICK: &str = "simulated/scripted?ttft=20ms&tps=2000&tokens=60";

#[test]
fn when_every_lane_finishes_the_status_is_0_and_standard_output_is_one_document() {
    let home = tempdir().expect("a folder");
    // Long enough that its answer is never read all at once, which would leave it without a speed.
    let thinking = "simulated/scripted?ttft=20ms&tps=200&tokens=60&reasoning=40";
    let output = done(
        home.path(),
        &["race", "--json", "--prompt", "Hi", "--lane", QUICK, "--lane", thinking],
    );
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let run = document(&output);
    assert_eq!(at(&run, "/schema"), "paceline.run/1", "scripts know it by this");
    assert_eq!(at(&run, "/kind"), "race");
    assert_eq!(at(&run, "/plan/prompt"), "Hi", "it says what was asked");
    assert_eq!(at(&run, "/simulated"), true, "and that nobody real answered");
    assert!(
        at(&run, "/id").is_string() && at(&run, "/started_at").is_string(),
        "which run, and when"
    );
    for key in ["provider", "model", "dialect", "base_url", "summary"] {
        assert!(run.pointer(&format!("/lanes/0/{key}")).is_some(), "a lane says its {key}");
    }
    let sample = at(&run, "/lanes/1/samples/0");
    for key in [
        "status",
        "ttft_ms",
        "ttfat_ms",
        "latency_ms",
        "decode_tps",
        "e2e_tps",
        "tpot_ms",
        "connect_time_ms",
        "out_tokens_server",
        "out_tokens_neutral",
        "reasoning_tokens_server",
        "in_tokens_server",
        "token_source",
        "chunks",
        "finish_reason",
        "doubts",
        "text",
        "reasoning",
    ] {
        assert!(
            sample.get(key).is_some_and(|value| !value.is_null()),
            "the glossary's {key} is there"
        );
    }
    for key in ["cost_usd", "price", "error"] {
        assert!(sample.get(key).is_none(), "{key} is unknown, and absent rather than null or zero");
    }
    assert_eq!(at(sample, "/status"), "ok");
    assert_eq!(at(sample, "/out_tokens_server"), 100, "sixty of the answer and forty of thought");
    assert_eq!(at(sample, "/reasoning_tokens_server"), 40, "of which so many were thought");
    let spread = at(&run, "/lanes/0/summary/ttft_ms");
    assert_eq!(at(spread, "/n"), 1, "a summary says how many samples it rests on");
    assert!(spread.get("p50").is_none(), "and one sample carries no median");
}

#[test]
fn when_a_lane_fails_the_status_is_1_and_the_document_still_tells_all() {
    let home = tempdir().expect("a folder");
    let broken = "simulated/scripted?ttft=20ms&tps=2000&tokens=60&fault=reset@50%";
    let output =
        done(home.path(), &["race", "--json", "--prompt", "Hi", "--lane", QUICK, "--lane", broken]);
    assert_eq!(status(&output), 1, "a lane that fails is a result: {}", text(&output.stderr));
    let run = document(&output);
    assert_eq!(at(&run, "/lanes/0/samples/0/status"), "ok", "the other lane raced on");
    let sample = at(&run, "/lanes/1/samples/0");
    assert_ne!(at(sample, "/status"), "ok");
    assert!(
        at(sample, "/error/message").as_str().is_some_and(|said| !said.is_empty()),
        "what happened"
    );
    assert!(
        at(sample, "/error/advice").as_str().is_some_and(|said| !said.is_empty()),
        "and what to do"
    );
    assert!(
        at(sample, "/text").as_str().is_some_and(|said| !said.is_empty()),
        "what had arrived is kept"
    );
}

#[test]
fn a_plan_that_cannot_start_has_status_2_and_leaves_standard_output_empty() {
    let home = tempdir().expect("a folder");
    let ok = ["--lane", QUICK, "--prompt", "Hi"];
    let plans: [(&[&str], &str); 12] = [
        (&["--lane", "nobody/m", "--prompt", "Hi"], "nobody"),
        (&["--lane", "groq", "--prompt", "Hi"], "groq/MODEL"),
        (&["--lane", "soap@http://127.0.0.1/v1#m", "--prompt", "Hi"], "soap"),
        (&["--lane", "openai-chat@127.0.0.1:1#m", "--prompt", "Hi"], "https://"),
        (&["--lane", "groq/m"], "--prompt"),
        (&["--lane", "groq/m", "--prompt", "Hi"], "paceline keys set groq"),
        (&["--lane", "groq/m", "--prompt", "Hi"], "--key-env groq=GROQ_API_KEY"),
        (&["--lane", QUICK, "--prompt", " "], "prompt is empty"),
        (&["--lane", QUICK, "--prompt-file", "no/such/file"], "no/such/file"),
        (&[ok[0], ok[1], ok[2], ok[3], "--temperature", "3"], "temperature"),
        (&[ok[0], ok[1], ok[2], ok[3], "--repeat", "0"], "Rounds"),
        (&[ok[0], ok[1], ok[2], ok[3], "--laps", "2"], "--laps"),
    ];
    for (arguments, says) in plans {
        let all: Vec<&str> = ["race", "--json"].iter().chain(arguments).copied().collect();
        let output = done(home.path(), &all);
        assert_eq!(status(&output), 2, "{arguments:?} cannot start");
        assert_eq!(text(&output.stdout), "", "{arguments:?} has no document");
        let err = text(&output.stderr);
        assert!(err.contains(says), "{arguments:?} is refused with {says}: {err}");
    }
    let list = document(&done(home.path(), &["history", "list", "--json"]));
    assert_eq!(at(&list, "/total"), 0, "what did not start is not in the history");
}

#[test]
fn a_throttled_request_is_sent_once_and_says_so() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let throttled = lane(&simulator, "scripted?fault=429&retry_after=2s");
    let output = done(home.path(), &["race", "--json", "--prompt", "Hi", "--lane", &throttled]);
    assert_eq!(status(&output), 1, "it did not finish");
    let run = document(&output);
    let sample = at(&run, "/lanes/0/samples/0");
    assert_eq!(at(sample, "/status"), "throttled");
    assert_eq!(at(sample, "/error/retry_after_ms"), 2_000, "how long it asks to wait");
    assert!(sample.get("ttft_ms").is_none(), "no token came, so there is no time to it");
    assert_eq!(
        simulator.truth().len(),
        1,
        "the server saw one request: nothing is retried in hiding"
    );
}

#[test]
fn rounds_are_measured_and_warm_up_is_not() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let quick = lane(&simulator, "scripted?ttft=10ms&tps=2000&tokens=20");
    let rounds = ["--repeat", "5", "--warmup", "2"];
    let arguments = ["race", "--json", "--prompt", "Hi", "--lane", &quick];
    let output = done(home.path(), &[arguments.as_slice(), &rounds].concat());
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let run = document(&output);
    assert_eq!(
        at(&run, "/lanes/0/samples").as_array().map(Vec::len),
        Some(5),
        "measured ones only"
    );
    assert_eq!(at(&run, "/lanes/0/summary/ttft_ms/n"), 5, "the summary rests on them");
    assert!(at(&run, "/lanes/0/summary/ttft_ms/p50").is_number(), "five carry a median");
    assert_eq!(simulator.truth().len(), 7, "the server saw the warm-up as well");
}

#[test]
fn the_timeouts_are_those_that_the_user_gives() {
    let home = tempdir().expect("a folder");
    let late = "simulated/scripted?ttft=30s";
    let stalled = "simulated/scripted?ttft=10ms&tps=1000&fault=stall@20";
    let output = done(
        home.path(),
        &[
            "race",
            "--json",
            "--prompt",
            "Hi",
            "--lane",
            late,
            "--lane",
            stalled,
            "--first-token-timeout",
            "0.3",
            "--idle-timeout",
            "0.3",
        ],
    );
    assert_eq!(status(&output), 1, "neither finished");
    let run = document(&output);
    assert_eq!(at(&run, "/lanes/0/samples/0/status"), "timeout_first", "nothing came at all");
    assert_eq!(at(&run, "/lanes/1/samples/0/status"), "timeout_idle", "nothing more came");
}

#[test]
fn without_a_terminal_the_table_is_plain_text_and_says_what_is_simulated() {
    let home = tempdir().expect("a folder");
    let output = done(home.path(), &["race", "--max-tokens", "5"]);
    assert_eq!(status(&output), 0, "a first race needs no arguments: {}", text(&output.stderr));
    let table = text(&output.stdout);
    let labelled = table.lines().filter(|line| line.starts_with("SIMULATED"));
    assert_eq!(labelled.count(), 5, "the run and each of four lanes: {table}");
    assert!(!table.contains('\u{1b}'), "a file is not redrawn or coloured: {table}");
    let err = text(&output.stderr);
    assert!(err.contains("SIMULATED"), "it says that nobody real was asked: {err}");
    assert!(err.contains("paceline history show"), "and where the texts are: {err}");
}

#[test]
fn a_prompt_comes_from_a_file_or_from_standard_input_as_it_is() {
    let home = tempdir().expect("a folder");
    let file = home.path().join("prompt.txt");
    fs::write(&file, "Two\nlines\n").expect("written");
    let name = file.to_str().expect("a plain path");
    let run =
        document(&done(home.path(), &["race", "--json", "--lane", QUICK, "--prompt-file", name]));
    assert_eq!(at(&run, "/plan/prompt"), "Two\nlines\n", "not a byte less");
    let mut command =
        paceline(home.path(), &["race", "--json", "--lane", QUICK, "--prompt-file", "-"]);
    command.stdin(fs::File::open(&file).expect("it is there"));
    let run = document(&command.output().expect("it runs"));
    assert_eq!(at(&run, "/plan/prompt"), "Two\nlines\n", "by pipe as well");
}

#[test]
fn no_save_keeps_nothing() {
    let home = tempdir().expect("a folder");
    let output =
        done(home.path(), &["race", "--json", "--no-save", "--prompt", "Hi", "--lane", QUICK]);
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    assert_eq!(at(&document(&output), "/lanes/0/samples/0/status"), "ok", "it raced");
    assert!(!data(home.path()).exists(), "and left no trace");
}

#[test]
fn a_history_that_cannot_be_used_stops_the_race_before_anything_is_sent() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    fs::create_dir(data(home.path())).expect("a folder");
    fs::write(data(home.path()).join("paceline.db"), "this is no database").expect("written");
    let quick = lane(&simulator, "scripted?tokens=5");
    let output = done(home.path(), &["race", "--json", "--prompt", "Hi", "--lane", &quick]);
    assert_eq!(status(&output), 2, "the run could not be kept");
    assert_eq!(text(&output.stdout), "", "so there is none");
    assert_eq!(simulator.truth(), [], "and nothing was sent");
    let kept = fs::read_to_string(data(home.path()).join("paceline.db")).expect("it is there");
    assert_eq!(kept, "this is no database", "the file is left as it was");
}

#[test]
fn a_reader_that_goes_away_is_not_a_fault() {
    let home = tempdir().expect("a folder");
    for format in [["--json"].as_slice(), &[]] {
        let arguments = [["race", "--prompt", "Hi", "--lane", QUICK].as_slice(), format].concat();
        let mut command = paceline(home.path(), &arguments);
        let mut race =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(race.stdout.take());
        let mut err = String::new();
        race.stderr.take().expect("piped").read_to_string(&mut err).expect("UTF-8");
        assert_eq!(race.wait().expect("it ends").code(), Some(0), "every lane finished: {err}");
        assert!(!err.contains("panicked") && !err.contains("Standard output"), "{err}");
    }
}

#[test]
fn lanes_keep_their_place_and_what_they_share() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let own = lane(&simulator, "scripted?ttft=10ms&tps=2000");
    let output = done(
        home.path(),
        &[
            "race",
            "--json",
            "--prompt",
            "Hi",
            "--system",
            "Be brief",
            "--lane",
            &own,
            "--lane",
            QUICK,
            "--max-tokens",
            "7",
            "--temperature",
            "0.5",
            "--effort",
            "low",
        ],
    );
    let run = document(&output);
    assert_eq!(at(&run, "/lanes/0/base_url"), simulator.base_url(), "first named, first listed");
    assert_eq!(at(&run, "/lanes/0/provider"), "custom");
    assert_eq!(at(&run, "/lanes/0/dialect"), "openai-chat");
    assert_eq!(
        at(&run, "/lanes/0/simulated"),
        false,
        "the user's own address is not labelled as simulated"
    );
    assert_eq!(at(&run, "/lanes/1/simulated"), true, "ours is");
    assert_eq!(at(&run, "/lanes/0/samples/0/out_tokens_server"), 7, "the limit was sent");
    assert_eq!(at(&run, "/lanes/0/samples/0/finish_reason"), "length", "and reached");
    assert_eq!(
        at(&run, "/plan"),
        &json!({
            "prompt": "Hi", "system": "Be brief", "max_tokens": 7, "temperature": 0.5, "effort": "low",
            "repeat": 1, "warmup": 0,
            "lanes": at(&run, "/plan/lanes"),
        }),
        "the plan is kept as it was given"
    );
}

#[test]
fn a_service_tier_that_a_provider_does_not_have_is_refused_before_anything_is_sent() {
    let home = tempdir().expect("a folder");
    let asking = |lane: &str, tier: &str| {
        let words = ["race", "--prompt", "Hi", "--lane", lane, "--service-tier", tier];
        let output = done(home.path(), &words);
        (status(&output), text(&output.stderr))
    };
    let (status, said) = asking("groq/openai/gpt-oss-120b", "priority");
    assert_ne!(status, 0, "it does not start");
    assert!(said.contains("it has auto, flex, on_demand and performance"), "{said}");
    let (_, said) = asking("sambanova/gpt-oss-120b", "flex");
    assert!(said.contains("has no service tiers"), "{said}");
}

#[test]
fn a_race_can_send_unique_prompts_and_repeat_those_of_another_run() {
    let home = tempdir().expect("a folder");
    let race = |more: &[&str]| {
        let words = [&["race", "--json", "--prompt", "Hi", "--repeat", "2", "--lane", QUICK], more];
        done(home.path(), &words.concat())
    };
    let same = document(&race(&[]));
    assert!(same.pointer("/plan/unique_prompts").is_none(), "the prompt as it is written");
    let unique = document(&race(&["--unique-prompts"]));
    assert_eq!(at(&unique, "/plan/unique_prompts"), true, "the run says so");
    assert_eq!(at(&unique, "/plan/prompt"), "Hi", "beside the prompt that is asked");
    assert!(unique.pointer("/plan/nonce").is_none(), "its numbers follow from its own id");
    let input = |run| at(run, "/lanes/0/samples/0/in_tokens_server").as_u64().expect("counted");
    assert!(input(&unique) > input(&same), "the number is sent, and counted");

    let first = at(&unique, "/id").as_str().expect("it has one").to_owned();
    let again = document(&race(&["--nonce", &first]));
    assert_eq!(at(&again, "/plan/nonce"), &json!(first), "the numbers of the first");
    let id = at(&again, "/id").as_str().expect("it has one").to_owned();
    let third = document(&race(&["--nonce", &id]));
    assert_eq!(at(&third, "/plan/nonce"), &json!(first), "which the second had repeated");
    let swept = document(&done(
        home.path(),
        &[
            "sweep",
            "--json",
            "--prompt",
            "Hi",
            "--lane",
            QUICK,
            "--concurrency",
            "1",
            "--samples",
            "2",
            "--nonce",
            &first,
        ],
    ));
    assert_eq!(at(&swept, "/plan/load/nonce"), &json!(first), "a sweep says it the same way");

    let refused = race(&["--nonce", at(&same, "/id").as_str().expect("it has one")]);
    assert_eq!(status(&refused), 2, "nothing to repeat");
    let said = text(&refused.stderr);
    assert!(said.contains("sent the same prompt every time"), "{said}");
    let unknown = race(&["--nonce", "nosuchrun"]);
    assert_eq!(status(&unknown), 2, "a wrong id does not pass for another prompt");

    let file = home.path().join("run.json");
    let name = file.to_str().expect("a path");
    let exported =
        done(home.path(), &["history", "export", &id, "--format", "json", "--out", name]);
    assert_eq!(status(&exported), 0, "{}", text(&exported.stderr));
    let other = tempdir().expect("a folder");
    assert_eq!(status(&done(other.path(), &["history", "import", name])), 0, "it is taken");
    let kept = document(&done(other.path(), &["history", "show", &id, "--json"]));
    assert_eq!(at(&kept, "/plan"), at(&again, "/plan"), "elsewhere it says the same");
}
