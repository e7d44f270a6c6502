use super::*;
use serde_json::{Value, json};

/// A lane of `samples`, with its summary computed from them.
fn lane(provider: &str, model: &str, simulated: bool, samples: &[Value]) -> Value {
    let samples: Vec<Sample> = samples
        .iter()
        .map(|sample| serde_json::from_value(sample.clone()).expect("a sample"))
        .collect();
    json!({
        "place": 0, "provider": provider, "label": provider.to_uppercase(), "model": model,
        "dialect": "openai-chat", "base_url": "http://127.0.0.1/v1", "simulated": simulated,
        "summary": race::summary(&samples), "samples": samples,
    })
}

fn run(repeat: u32, lanes: &[Value]) -> Run {
    let simulated = lanes.iter().any(|lane| lane.get("simulated") == Some(&json!(true)));
    serde_json::from_value(json!({
        "schema": race::SCHEMA, "id": "r", "kind": "race", "started_at": "2026-11-21T00:33:59.5Z",
        "state": "finished", "simulated": simulated, "def_version": 1,
        "plan": { "prompt": "Hi", "repeat": repeat, "warmup": 0, "lanes": [] }, "lanes": lanes,
    }))
    .expect("a run")
}

fn ok(ttft_ms: f64) -> Value {
    json!({
        "status": "ok", "ttft_ms": ttft_ms, "ttfat_ms": ttft_ms, "latency_ms": 2_500.0, "decode_tps": 1_234.5,
        "stalls": 0, "chunks": 9, "token_source": "server", "out_tokens_server": 1_000, "out_tokens_neutral": 990,
        "reasoning_type": "none", "finish_reason": "stop", "doubts": [], "attempts": 1, "ticks_ms": [],
        "text": "a", "reasoning": "",
    })
}

fn with(mut sample: Value, more: &Value) -> Value {
    let fields = more.as_object().expect("fields").clone();
    sample.as_object_mut().expect("a sample").extend(fields);
    sample
}

fn without(mut sample: Value, names: &[&str]) -> Value {
    for name in names {
        sample.as_object_mut().expect("a sample").remove(*name);
    }
    sample
}

fn line_with<'a>(text: &'a str, needle: &str) -> &'a str {
    text.lines()
        .find(|line| line.contains(needle))
        .unwrap_or_else(|| panic!("no {needle} in\n{text}"))
}

#[test]
fn a_lane_is_a_row_with_its_numbers_and_their_units() {
    let sample = with(ok(301.2), &json!({ "cost_usd": 0.0123 }));
    let text = drawn(&run(1, &[lane("groq", "m", false, &[sample])]), None, Ink::Plain);
    let row = line_with(&text, "GROQ m").split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        row, "GROQ m ok (stop) 301 ms 301 ms 1,235 2.50 s 1,000/990 $0.012",
        "who, how it ended, TTFT, TTFAT, tok/s, total, both counts, cost"
    );
    assert!(!text.contains("SIMULATED"), "a real provider is not called simulated");
}

#[test]
fn what_is_unknown_is_a_dash_and_never_zero() {
    let bare =
        without(ok(1.0), &["ttft_ms", "ttfat_ms", "decode_tps", "latency_ms", "out_tokens_server"]);
    let text = drawn(&run(1, &[lane("groq", "m", false, &[bare])]), None, Ink::Plain);
    let row = line_with(&text, "GROQ m").split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(row, "GROQ m ok (stop) – – – – –/990 no price", "no number was invented");
}

#[test]
fn a_simulated_lane_is_labelled_and_costs_nothing_to_anybody() {
    let text = drawn(&run(1, &[lane("simulated", "lpu", true, &[ok(300.0)])]), None, Ink::Plain);
    assert!(text.starts_with("SIMULATED "), "the run says so");
    assert!(text.contains("SIMULATED lpu"), "the lane says so");
    assert!(!text.contains("Cost") && !text.contains('$'), "there is no column of costs: {text}");
}

#[test]
fn several_rounds_are_their_median_from_five_on_and_their_mean_below() {
    let rounds = |times: &[f64]| times.iter().map(|time| ok(*time)).collect::<Vec<_>>();
    let five = run(5, &[lane("groq", "m", false, &rounds(&[100.0, 110.0, 120.0, 130.0, 940.0]))]);
    let text = drawn(&five, None, Ink::Plain);
    assert!(line_with(&text, "GROQ m").contains("120 ms"), "the middle one: {text}");
    assert!(text.contains("median over"), "and it says which number it is");
    assert!(line_with(&text, "GROQ m").contains("5/5 ok"), "with how many it rests on");
    let four = run(4, &[lane("groq", "m", false, &rounds(&[100.0, 110.0, 120.0, 930.0]))]);
    let text = drawn(&four, None, Ink::Plain);
    assert!(line_with(&text, "GROQ m").contains("315 ms"), "four carry no median: {text}");
    assert!(text.contains("mean over"), "and it says which number it is");
}

#[test]
fn that_the_first_use_of_a_schema_is_ok_and_in_no_number_is_said_where_the_numbers_stand() {
    let first = with(ok(940.0), &json!({ "doubts": ["first_schema_use"] }));
    let text = drawn(
        &run(3, &[lane("groq", "m", false, &[first.clone(), ok(100.0), ok(110.0)])]),
        None,
        Ink::Plain,
    );
    assert!(line_with(&text, "GROQ m").contains("3/3 ok"), "it was answered: {text}");
    assert!(text.contains("first use of a schema counts as ok and is in no number"), "{text}");
    let alone = drawn(&run(1, &[lane("groq", "m", false, &[first])]), None, Ink::Plain);
    assert!(!alone.contains("is in no number"), "one round is its own number: {alone}");
}

#[test]
fn lanes_of_one_run_are_averaged_in_one_way() {
    let all_ok: Vec<_> = (0..5).map(|_| ok(100.0)).collect();
    let mut one_ok = vec![with(ok(1.0), &json!({ "status": "truncated" })); 4];
    one_ok.push(ok(200.0));
    let mixed = run(5, &[lane("groq", "a", false, &all_ok), lane("xai", "b", false, &one_ok)]);
    let text = drawn(&mixed, None, Ink::Plain);
    assert!(text.contains("mean over"), "a median beside a mean would compare two things");
    assert!(line_with(&text, "XAI b").contains("1/5 ok"), "what failed is counted, not averaged");
}

#[test]
fn a_race_stopped_in_its_first_round_shows_what_it_measured() {
    let stopped = with(ok(301.2), &json!({ "status": "cancelled" }));
    let text = drawn(&run(3, &[lane("groq", "m", false, &[stopped])]), None, Ink::Plain);
    let row = line_with(&text, "GROQ m");
    assert!(
        row.contains("cancelled") && row.contains("301 ms"),
        "it is no average, but known: {row}"
    );
}

#[test]
fn a_failure_says_what_happened_and_what_to_do_once() {
    let fault = json!({
        "status": "error_http",
        "error": { "class": "wrong_key", "message": "HTTP 401: no \u{1b}[2J", "advice": "Set it again.", "request_id": "req_1" },
    });
    let failed = with(without(ok(1.0), &["ttft_ms"]), &fault);
    let text = drawn(&run(3, &[lane("groq", "m", false, &vec![failed; 3])]), None, Ink::Plain);
    assert_eq!(text.matches("HTTP 401").count(), 1, "three rounds failed in the same way: {text}");
    for part in [
        "in 3 of 3 rounds",
        "Set it again.",
        "paceline keys set groq",
        "--key-env groq=GROQ_API_KEY",
        "req_1",
    ] {
        assert!(text.contains(part), "{part} is missing from {text}");
    }
    assert!(!text.contains('\u{1b}'), "what a server sends cannot steer the terminal");
}

#[test]
fn a_doubt_is_a_letter_in_the_row_and_a_sentence_below() {
    let first = with(ok(1.0), &json!({ "doubts": ["usage_missing", "tokens_bundled"] }));
    let second = with(ok(1.0), &json!({ "doubts": ["tokens_bundled"] }));
    let lanes = [lane("groq", "one", false, &[first]), lane("xai", "two", false, &[second])];
    let text = drawn(&run(1, &lanes), None, Ink::Plain);
    assert!(line_with(&text, "GROQ one").ends_with("a b"), "both of its doubts: {text}");
    assert!(line_with(&text, "XAI two").ends_with('b'), "the same doubt has the same letter");
    assert_eq!(text.matches(Warning::TokensBundled.advice()).count(), 1, "and one sentence");
}

#[test]
fn what_was_left_out_after_a_refusal_is_named() {
    let again =
        json!({ "doubts": ["second_attempt"], "attempts": 2, "left_out": "stream_options" });
    let lanes = [lane("groq", "m", false, &[with(ok(1.0), &again)])];
    let text = drawn(&run(1, &lanes), None, Ink::Plain);
    assert!(text.contains("Left out: `stream_options`."), "{text}");
}

#[test]
fn nothing_is_wider_than_a_narrow_terminal() {
    let fault = json!({
        "status": "error_http", "doubts": ["tokens_bundled"],
        "error": { "class": "server_error", "message": "HTTP 500: ".to_owned() + &"word ".repeat(30), "advice": "Try again." },
    });
    let failed = with(ok(1.0), &fault);
    let lanes = [lane("groq", "a/very/long/name/of/some/model", false, &[failed])];
    let text = drawn(&run(1, &lanes), Some(40), Ink::Plain);
    let advice: Vec<&str> = Warning::TokensBundled.advice().split(' ').take(2).collect();
    let advice = format!("a  {}", advice.join(" "));
    assert!(text.contains("HTTP 500") && text.contains(&advice), "all of it is there: {text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 40, "{line} is wider than the terminal");
    }
}

#[test]
fn the_document_says_of_every_two_lanes_what_the_text_says() {
    let of = |provider: &str, base: f64| {
        let rounds: Vec<Value> = (0..8).map(|round| ok(base + f64::from(round * 37 % 8))).collect();
        lane(provider, "m", false, &rounds)
    };
    let run = run(8, &[of("a", 300.0), of("b", 400.0), of("c", 300.0)]);
    let said = comparisons(&run);
    let document = crate::race::comparisons::document(run);
    let written: Value = serde_json::to_value(&document).expect("it is JSON");
    let pairs = written["pairwise"].as_array().expect("there are verdicts");
    let sentences: Vec<&str> = pairs.iter().filter_map(|pair| pair["sentence"].as_str()).collect();
    assert_eq!(sentences, said, "word for word");
    let ttft: Vec<&Value> = pairs.iter().filter(|pair| pair["metric"] == "ttft_ms").collect();
    let [b, c] = ttft[..] else { panic!("two lanes beside the best: {ttft:?}") };
    assert_eq!((&b["leader"], &b["other"], &b["lanes"]), (&json!(0), &json!(1), &json!(3)));
    assert_eq!((&b["standing"], &b["won"], &b["n"]), (&json!("better"), &json!(8), &json!(8)));
    assert!(b["ci"]["high"].as_f64().is_some_and(|high| high < 0.0), "surely: {b}");
    assert_eq!(
        (&c["other"], &c["standing"]),
        (&json!(2), &json!("alike")),
        "as fast in every round: {c}"
    );
    assert_eq!(serde_json::from_value::<Run>(written).expect("and read again"), document);
}
