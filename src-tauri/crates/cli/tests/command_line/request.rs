//! `--request`, `--request-of` and `--show-request`: whole requests from elsewhere.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use serde_json::json;
use simulator::Simulator;
use tempfile::tempdir;

use crate::{at, document, done, lane, paceline, status, text};

const MARKER: &str = "sk-proj-marker0123456789abcdefghij";
const QUICK: &str = "scripted?ttft=20ms&tps=2000&tokens=20";

/// An Anthropic body with a tool and an image.
fn body() -> String {
    json!({
        "model": "claude-sonnet-4-5", "max_tokens": 50, "system": "Be brief.",
        "tools": [{ "name": "look_up", "input_schema": { "type": "object" } }],
        "messages": [{ "role": "user", "content": [
            { "type": "text", "text": "What is this?" },
            { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=" } }
        ] }]
    })
    .to_string()
}

#[test]
fn a_curl_line_is_raced_where_it_was_sent_and_its_key_is_nowhere() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let file = home.path().join("line.txt");
    let asked = json!({ "model": QUICK, "messages": [{ "role": "user", "content": "Hi there" }] });
    let line = format!(
        "curl {}/chat/completions \\\n  -H 'Authorization: Bearer {MARKER}' -d '{asked}'",
        simulator.base_url()
    );
    fs::write(&file, line).expect("it is written");
    let file = file.to_str().expect("a name");
    let output = done(home.path(), &["race", "--json", "--request", file]);
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let run = document(&output);
    assert_eq!(at(&run, "/plan/prompt"), "Hi there", "what was asked");
    assert_eq!(at(&run, "/lanes/0/base_url"), simulator.base_url(), "where it was sent");
    let all = text(&output.stdout) + &text(&output.stderr);
    assert!(!all.contains(MARKER), "a key is shown to nobody: {all}");
    assert!(
        text(&output.stderr).contains("neither sent nor kept"),
        "and it says so: {}",
        text(&output.stderr)
    );
    let kept = done(home.path(), &["history", "search", "there", "--json"]);
    assert_eq!(at(&document(&kept), "/total"), 1, "it is found by what was asked");
}

#[test]
fn a_providers_key_in_a_request_is_told_with_the_command_that_keeps_it() {
    let home = tempdir().expect("a folder");
    let file = home.path().join("line.txt");
    let line = format!(
        r#"curl https://api.openai.com/v1/responses -H "Authorization: Bearer {MARKER}" -d '{{"model":"gpt-6-sol","temperature":0.5,"input":"Hi"}}'"#
    );
    fs::write(&file, line).expect("it is written");
    let file = file.to_str().expect("a name");
    let output = done(home.path(), &["race", "--request", file, "--show-request"]);
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(err.contains("paceline keys set openai"), "{err}");
    assert!(out.contains("POST /v1/responses") && out.contains("\"input\""), "its bytes: {out}");
    assert!(out.contains("$OPENAI_API_KEY") && out.contains("********"), "with the key masked");
    assert!(!(out + &err).contains(MARKER), "the key itself is nowhere");
    assert!(err.contains("temperature 0.5 is left out"), "what is sent otherwise is told: {err}");
}

#[test]
fn a_file_has_what_would_be_sent_byte_for_byte() {
    let home = tempdir().expect("a folder");
    let file = home.path().join("body.json");
    let said = "שלום \u{202e}turned\u{202c} \u{200f}there";
    let body = format!(r#"{{"messages":[{{"role":"user","content":"{said}"}}],"model":"m"}}"#);
    fs::write(&file, body).expect("it is written");
    let file = file.to_str().expect("a name");
    let lane = "openai-chat@http://127.0.0.1:9/v1#m";
    let output = done(home.path(), &["race", "--request", file, "--lane", lane, "--show-request"]);
    let out = text(&output.stdout);
    assert_eq!(out.matches(said).count(), 2, "in the body and in the line of a shell: {out}");
}

#[test]
fn a_body_from_standard_input_is_raced_by_the_lanes_that_are_named() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let mut racing = paceline(
        home.path(),
        &["race", "--json", "--request", "-", "--lane", &lane(&simulator, QUICK)],
    )
    .stdin(Stdio::piped())
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .expect("it runs");
    let mut stdin = racing.stdin.take().expect("it reads");
    stdin.write_all(body().as_bytes()).expect("it reads all");
    drop(stdin);
    let output = racing.wait_with_output().expect("it ends");
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let run = document(&output);
    assert_eq!(at(&run, "/plan/system"), "Be brief.", "its system prompt");
    assert_eq!(at(&run, "/plan/max_tokens"), 50, "and its limit");
    assert_eq!(at(&run, "/plan/payload/tools/0/function/name"), "look_up", "with its tools");
    let id = at(&run, "/id").as_str().expect("an id").to_owned();
    let shown = done(home.path(), &["history", "show", &id]);
    assert!(text(&shown.stdout).contains("What is this?"), "{}", text(&shown.stdout));
    assert!(text(&shown.stdout).contains("the request below"), "its prompt is empty");
    let list = document(&done(home.path(), &["history", "list", "--json"]));
    assert_eq!(at(&list, "/runs/0/prompt"), "What is this?", "a list says what was asked");
}

#[test]
fn what_a_lane_cannot_carry_prevents_the_start_and_says_what_to_change() {
    let home = tempdir().expect("a folder");
    let file = home.path().join("body.json");
    fs::write(&file, body()).expect("it is written");
    let file = file.to_str().expect("a name");
    let simulator = Simulator::start(None).expect("a free port");
    let replicate = format!("replicate@{}#owner/model", simulator.base_url());
    let lanes = ["--lane", &lane(&simulator, QUICK), "--lane", &replicate];
    let all: Vec<&str> = ["race", "--request", file].into_iter().chain(lanes).collect();
    let output = done(home.path(), &all);
    assert_eq!(status(&output), 2, "it does not start");
    let err = text(&output.stderr);
    assert!(err.contains("ane 2") && err.contains("tools"), "which lane, and what: {err}");
    assert_eq!(simulator.truth().len(), 0, "nothing was sent");
    let shown: Vec<&str> = all.iter().copied().chain(["--show-request"]).collect();
    let output = done(home.path(), &shown);
    assert_eq!(status(&output), 2, "one of them cannot be sent");
    assert!(text(&output.stdout).contains("# Lane 1"), "the other is shown all the same");
}

#[test]
fn a_body_that_names_no_contender_asks_for_one() {
    let home = tempdir().expect("a folder");
    let file = home.path().join("body.json");
    fs::write(&file, body()).expect("it is written");
    let file = file.to_str().expect("a name");
    let output = done(home.path(), &["race", "--request", file]);
    assert_eq!(status(&output), 2, "nobody knows whom to ask");
    let err = text(&output.stderr);
    assert!(err.contains("--lane PROVIDER/claude-sonnet-4-5"), "{err}");
    fs::write(home.path().join("torn.json"), format!("{{\"messages\": {MARKER}")).expect("written");
    let torn = home.path().join("torn.json");
    let output = done(home.path(), &["race", "--request", torn.to_str().expect("a name")]);
    let err = text(&output.stderr);
    assert!(status(&output) == 2 && err.contains("line 1"), "it says where: {err}");
    assert!(!err.contains("marker"), "and repeats none of it: {err}");
}

#[test]
fn one_lane_can_have_a_request_of_its_own() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let file = home.path().join("short.json");
    let short = json!({ "model": "m", "messages": [{ "role": "user", "content": "Short?" }] });
    fs::write(&file, short.to_string()).expect("it is written");
    let of = format!("2={}", file.display());
    let quick = lane(&simulator, QUICK);
    let output = done(
        home.path(),
        &[
            "race",
            "--json",
            "--prompt",
            "Long?",
            "--lane",
            &quick,
            "--lane",
            &quick,
            "--request-of",
            &of,
        ],
    );
    assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    let run = document(&output);
    assert_eq!(at(&run, "/plan/prompt"), "Long?", "the shared one");
    assert_eq!(at(&run, "/plan/lanes/1/request/prompt"), "Short?", "and the lane's own");
    assert!(run.pointer("/plan/lanes/0/request").is_none(), "the other lane has none");
    let set = home.path().join("set.json");
    let asked = json!({
        "model": "m", "messages": [{ "role": "user", "content": "Long?" }],
        "max_tokens": 55, "temperature": 0.2, "reasoning_effort": "high",
    });
    fs::write(&set, asked.to_string()).expect("it is written");
    let set = set.to_str().expect("a name");
    let both = ["--lane", &quick, "--lane", &quick, "--request", set, "--request-of", &of];
    let race = |more: &[&str]| {
        let all: Vec<&str> =
            ["race", "--show-request"].iter().chain(&both).chain(more).copied().collect();
        let shown = text(&done(home.path(), &all).stdout);
        let (first, second) = shown.split_once("# Lane 2").expect("two lanes");
        (first.to_owned(), second.to_owned())
    };
    let (first, second) = race(&[]);
    for setting in ["_tokens\":55", "temperature\":0.2", "reasoning_effort"] {
        assert!(first.contains(setting), "{setting} is in its own request: {first}");
        assert!(!second.contains(setting), "{setting} is not in the other: {second}");
    }
    let (first, second) = race(&["--max-tokens", "77"]);
    let is_set = |shown: &str| shown.contains("_tokens\":77");
    assert!(is_set(&first) && is_set(&second), "what the command says is for all");
    let none =
        done(home.path(), &["race", "--prompt", "Hi", "--lane", &quick, "--request-of", &of]);
    assert_eq!(status(&none), 2, "there is no second lane");
    assert!(text(&none.stderr).contains("no such lane"), "{}", text(&none.stderr));
}

#[test]
fn a_file_of_a_batch_is_its_first_request_or_a_set_whose_left_out_fields_are_told() {
    let home = tempdir().expect("a folder");
    let simulator = Simulator::start(None).expect("a free port");
    let line = |id: &str| {
        json!({ "custom_id": id, "method": "POST", "url": "/v1/chat/completions", "body": {
            "model": "m", "max_tokens": 30, "messages": [{ "role": "user", "content": format!("Why {id}?") }]
        }})
    };
    let file = home.path().join("batch.jsonl");
    fs::write(&file, format!("{}\n{}\n", line("a"), line("b"))).expect("it is written");
    let file = file.to_str().expect("a name");
    let raced = |option: &str| {
        let lane = lane(&simulator, QUICK);
        let words = ["race", "--json", option, file, "--lane", &lane, "--repeat", "1"];
        let output = done(home.path(), &words);
        assert_eq!(status(&output), 0, "{}", text(&output.stderr));
        (document(&output), text(&output.stderr))
    };
    let (run, told) = raced("--request");
    assert_eq!(at(&run, "/plan/prompt"), "Why a?", "the first");
    assert!(told.contains("give them with `--prompts`"), "and how to ask all: {told}");
    let (run, told) = raced("--prompts");
    assert_eq!(at(&run, "/plan/set/rows/1/prompt"), "Why b?", "all of them");
    assert_eq!(at(&run, "/plan/max_tokens"), 30, "with the limit of all");
    assert!(told.contains("`custom_id`, `method` and `url` are not sent"), "{told}");
    assert!(!told.contains("Added to what was pasted"), "each is written anew: {told}");
}
