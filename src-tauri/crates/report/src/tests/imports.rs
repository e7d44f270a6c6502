//! What an import refuses or replaces, because no run can have it.

use store::History;

use super::{race, refusal, sweep, written};
use crate::{ExportFormat, import};

/// A run as a document, and the history that has it.
fn exported(keep: impl Fn(&History, &str) -> race::Run) -> (serde_json::Value, History) {
    let history = History::in_memory().unwrap();
    keep(&history, "a");
    let document = written(&history, &["a"], ExportFormat::Json);
    (serde_json::from_str(&document).unwrap(), history)
}

#[test]
fn a_run_that_nobody_can_have_raced_is_not_taken_in() {
    let (whole, _) = exported(race);
    let lane = whole["runs"][0]["run"]["plan"]["lanes"][0].clone();
    for (pointer, value, told) in [
        ("/def_version", serde_json::json!(u32::MAX), "Update Paceline"),
        ("/def_version", serde_json::json!(0), "never were"),
        ("/kind", "sweep".into(), "rounds, and it is a sweep"),
        ("/machine", serde_json::json!("é".repeat(1_001)), "machine"),
        (
            "/lanes/0/samples/0/finish_reason",
            serde_json::json!("x".repeat(1_001)),
            "round 0 has a finish",
        ),
        ("/lanes/0/samples/1/attempts", serde_json::json!(101), "round 1 was sent 101 times"),
        ("/plan/repeat", serde_json::json!(u32::MAX), "rounds"),
        ("/plan/warmup", serde_json::json!(u32::MAX), "rounds"),
        ("/plan/lanes", serde_json::json!([]), "planned"),
        ("/plan/lanes", serde_json::json!(vec![lane; 513]), "at most 512"),
        ("/lanes/0/place", serde_json::json!(u32::MAX), "none of the plan's"),
        ("/lanes/0/label", serde_json::json!("a".repeat(1_001)), "a name over"),
        ("/lanes/0/model", serde_json::json!("é".repeat(1_001)), "a name over"),
        ("/plan/payload", serde_json::json!({ "fields": { "api_key": "x" } }), "looks like a key"),
        (
            "/plan/payload",
            serde_json::json!({ "headers": { "authorization": "Bearer x" } }),
            "looks like a key",
        ),
        (
            "/plan/payload",
            serde_json::json!({ "turns": vec![serde_json::json!({ "role": "user", "parts": [] }); 10_001] }),
            "10000 turns",
        ),
        (
            "/plan/lanes/0/request",
            serde_json::json!({ "payload": { "turns": [{ "role": "user", "parts": [{ "content": { "type": "image",
                "source": { "base64": { "media_type": "image/png", "data": "<script>" } } } }] }] } }),
            "no Base64",
        ),
    ] {
        let mut document = whole.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        document.pointer_mut(&format!("/runs/0/run{parent}")).unwrap()[name] = value;
        let refusal = refusal(&document.to_string());
        assert!(refusal.contains(told), "{pointer}: {refusal}");
    }
}

#[test]
fn a_race_has_no_levels_and_a_run_no_endless_tags() {
    let (whole, _) = exported(sweep);
    let mut document = whole.clone();
    document["runs"][0]["run"]["kind"] = "race".into();
    let told = refusal(&document.to_string());
    assert!(told.contains("levels, and it is a race"), "{told}");
    let mut document = whole;
    let tags: Vec<String> = (0..101).map(|number| format!("tag-{number}")).collect();
    document["runs"][0]["marks"]["tags"] = serde_json::json!(tags);
    let told = refusal(&document.to_string());
    assert!(told.contains("101 tags"), "{told}");
}

#[test]
fn a_request_says_what_its_raw_log_says_whatever_the_file_claims() {
    let (mut document, history) = exported(race);
    let sample = &mut document["runs"][0]["run"]["lanes"][0]["samples"][1];
    for text in ["text", "reasoning", "tools"] {
        sample[text] = "What it never said.".into();
    }
    let into = History::in_memory().unwrap();
    import(&into, &document.to_string()).unwrap();
    assert_eq!(into.run("a").unwrap(), history.run("a").unwrap(), "by the log, not the file");
}

#[test]
fn counts_costs_times_and_warnings_of_a_file_are_those_of_its_raw_logs() {
    let (whole, history) = exported(race);
    let honest = history.run("a").unwrap();
    for (field, value) in [
        ("out_tokens_server", serde_json::json!(16_000)),
        ("out_tokens_neutral", serde_json::json!(1)),
        ("in_tokens_server", serde_json::json!(900_000)),
        ("reasoning_tokens_server", serde_json::json!(7)),
        ("cached_read_tokens", serde_json::json!(3)),
        ("count_diff_pct", serde_json::json!(1_100.0)),
        ("token_source", serde_json::json!("neutral")),
        ("cost_usd", serde_json::json!(0.000_001)),
        ("cost_usd", serde_json::json!(500_000)),
        ("sent_at_ms", serde_json::json!(9e14)),
        ("ended_at_ms", serde_json::json!(0)),
        ("ticks_ms", serde_json::json!([1.0, 2.0, 3.0])),
        ("prefill_tps", serde_json::json!(1e9)),
        ("osl_diff_pct", serde_json::json!(-99.0)),
        ("doubts", serde_json::json!([])),
    ] {
        let mut document = whole.clone();
        let lanes = document["runs"][0]["run"]["lanes"].as_array_mut().unwrap();
        for lane in lanes {
            for sample in lane["samples"].as_array_mut().unwrap() {
                sample[field] = value.clone();
            }
        }
        let into = History::in_memory().unwrap();
        import(&into, &document.to_string()).unwrap();
        assert_eq!(into.run("a").unwrap(), honest, "{field} by the log, not the file");
    }
}

#[test]
fn an_answer_without_text_is_empty_and_one_with_text_is_not() {
    let (mut document, history) = exported(race);
    document["runs"][0]["run"]["lanes"][0]["samples"][1]["status"] = "ok_empty".into();
    let into = History::in_memory().unwrap();
    import(&into, &document.to_string()).unwrap();
    assert_eq!(into.run("a").unwrap(), history.run("a").unwrap(), "its log has text");
}

#[test]
fn a_throughput_that_falls_with_the_load_is_taken_in() {
    let (mut document, history) = exported(sweep);
    let lane = &mut document["runs"][0]["run"]["lanes"][0];
    lane["knee"] = serde_json::json!({
        "last_good": { "streams": 1 }, "first_bad": { "streams": 2 }, "seen_at": { "streams": 2 },
        "reason": "throughput", "elasticity": -0.2, "elasticity_ci": { "low": -0.4, "high": 0.1 },
    });
    let into = History::in_memory().unwrap();
    import(&into, &document.to_string()).unwrap();
    assert_eq!(into.run("a").unwrap(), history.run("a").unwrap(), "and it is computed again");
}
