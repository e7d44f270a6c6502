//! Documents that contradict their raw logs, and raw logs that cannot be.

use store::History;

use super::{as_imported, exported, race, refusal, sweep};
use crate::import;

#[test]
fn a_raw_log_that_cannot_be_is_not_taken_in() {
    let (whole, _) = exported(race);
    let logs = whole["runs"][0]["recordings"][0].as_array().unwrap();
    let late = serde_json::json!(40_000_000_000_000_000_u64);
    for (pointer, value, told) in [
        ("/0/0", logs[1].clone(), "that of another request"),
        ("/1/0", logs[1].clone(), "that of another request"),
        ("/0/0/timeline/send_ns", serde_json::json!(1), "not in the order of their times"),
        ("/0/0/timeline/close_ns", serde_json::json!(5_000_000_001_u64), "not in the order"),
        ("/0/0/timeline/marks/1/at_ns", late.clone(), "not in the order"),
        ("/0/0/timeline/close_ns", late, "longer than a year"),
    ] {
        let mut document = whole.clone();
        *document["runs"][0]["recordings"].pointer_mut(pointer).unwrap() = value;
        let refusal = refusal(&document.to_string());
        assert!(refusal.contains(told), "{pointer}: {refusal}");
    }
}

#[test]
fn what_a_raw_log_says_of_its_connection_and_its_texts_is_bounded() {
    let (whole, _) = exported(race);
    let connection = |name: &str, text: &str| {
        let mut all = serde_json::json!({ "reused": false, "ahead": false, "remote": "127.0.0.1:80", "http_version": "HTTP/1.1" });
        all[name] = text.into();
        all
    };
    let long = "x".repeat(70_000);
    for name in ["remote", "via", "http_version"] {
        for (text, told) in [(&*long, "longer than any"), ("a\u{1b}[2J\u{202e}", "control")] {
            let mut document = whole.clone();
            let timeline = &mut document["runs"][0]["recordings"][0][0]["timeline"];
            timeline["connection"] = connection(name, text);
            let refusal = refusal(&document.to_string());
            assert!(refusal.contains(told), "{name}: {refusal}");
        }
    }
    let mut document = whole;
    let log = &mut document["runs"][0]["recordings"][0][0];
    let text = "x".repeat(16 * 1024 * 1024 + 1);
    let marks = log["timeline"]["marks"].as_array_mut().unwrap();
    let mut left = text.len();
    for mark in marks.iter_mut().filter(|mark| mark["kind"] == "answer") {
        mark["text_bytes"] = std::mem::take(&mut left).into();
    }
    log["transcript"]["answer"] = text.into();
    let refusal = refusal(&document.to_string());
    assert!(refusal.contains("longer than is kept"), "{refusal}");
}

#[test]
fn a_level_is_one_of_its_plans_and_its_tasks_are_of_its_requests() {
    let (whole, _) = exported(sweep);
    let task = serde_json::json!({ "steps": 1, "is_ok": true, "time_ms": 90_000.0 });
    for (field, value, told) in [
        ("concurrency", serde_json::json!(400), "none of its plan's"),
        ("concurrency", serde_json::json!(0), "none of its plan's"),
        ("rate", serde_json::json!(-1.0), "none of its plan's"),
        ("tasks", serde_json::json!([task]), "more, or longer, than its requests"),
    ] {
        let mut document = whole.clone();
        let level = &mut document["runs"][0]["run"]["lanes"][0]["levels"][1];
        if field == "rate" {
            level.as_object_mut().unwrap().remove("concurrency");
        }
        level[field] = value;
        let refusal = refusal(&document.to_string());
        assert!(refusal.contains(told), "{field}: {refusal}");
    }
}

#[test]
fn the_numbers_of_a_level_are_computed_from_its_logs() {
    let (whole, history) = exported(sweep);
    let honest = as_imported(&history.run("a").unwrap());
    for (field, value) in [
        ("rps", serde_json::json!(5_000.0)),
        ("error_rate", serde_json::json!(0.9)),
        ("cost_usd", serde_json::json!(0.000_1)),
        ("throttled", serde_json::json!(3)),
        ("avg_inflight", serde_json::json!(64.0)),
        (
            "backlog",
            serde_json::json!({ "growth": -0.2, "growth_ci": { "low": -0.3, "high": 0.1 },
                "answered_per_s": 3.0, "answered_error": 0.1 }),
        ),
        ("task_ms", serde_json::json!({ "n": 9, "min": 1.0, "max": 2.0 })),
    ] {
        let mut document = whole.clone();
        let levels = document["runs"][0]["run"]["lanes"][0]["levels"].as_array_mut().unwrap();
        for level in levels {
            level[field] = value.clone();
        }
        let into = History::in_memory().unwrap();
        if let Err(refused) = import(&into, &document.to_string()) {
            assert!(refused.to_string().contains("damaged"), "{field}: {refused}");
            continue;
        }
        assert_eq!(into.run("a").unwrap(), honest, "{field} by the logs, not the file");
    }
}

#[test]
fn older_definitions_do_not_carry_forged_numbers_past_the_logs() {
    let (mut document, history) = exported(race);
    let honest = history.run("a").unwrap();
    document["runs"][0]["run"]["def_version"] = (measure::DEF_VERSION - 1).into();
    let lane = &mut document["runs"][0]["run"]["lanes"][0];
    lane["samples"][0]["cost_usd"] = 999.0.into();
    lane["samples"][0]["ttft_ms"] = 1.0.into();
    lane["samples"][0]["decode_tps"] = 99_999.0.into();
    let into = History::in_memory().unwrap();
    import(&into, &document.to_string()).unwrap();
    let run = into.run("a").unwrap();
    assert_eq!(run.def_version, measure::DEF_VERSION, "it was computed again");
    let (now, then) = (&run.lanes[0].samples[0], &honest.lanes[0].samples[0]);
    assert_eq!(
        (now.cost_usd, now.speed.ttft_ms, now.speed.decode_tps),
        (then.cost_usd, then.speed.ttft_ms, then.speed.decode_tps),
        "by its log"
    );
    assert_eq!(now.right, then.right, "and what its checks found stays");
}

#[test]
fn a_cost_that_no_request_can_have_is_not_taken_from_a_raw_log() {
    let (mut document, _) = exported(race);
    document["runs"][0]["recordings"][0][0]["usage"][0]["cost"] = 1e308.into();
    let into = History::in_memory().unwrap();
    import(&into, &document.to_string()).unwrap();
    assert_eq!(into.run("a").unwrap().lanes[0].samples[0].cost_usd, None, "unknown is absent");
    assert_eq!(into.verify().unwrap().findings, [], "and nothing is left to find");
}

#[test]
fn the_same_tag_twice_is_one_tag() {
    let (mut document, _) = exported(race);
    document["runs"][0]["marks"]["tags"] = serde_json::json!(["Kept", "kept", "#kept"]);
    let into = History::in_memory().unwrap();
    import(&into, &document.to_string()).unwrap();
    assert_eq!(into.marks("a").unwrap().tags, ["kept"], "however it is written");
}

#[test]
fn what_a_refusal_repeats_of_a_file_is_short_and_steers_nothing() {
    let (whole, _) = exported(race);
    let hostile = format!("\u{1b}[2J\u{202e}{}", "x".repeat(100_000));
    for pointer in ["/schema", "/id", "/state", "/kind", "/started_at"] {
        let mut document = whole.clone();
        *document["runs"][0]["run"].pointer_mut(pointer).unwrap() = hostile.as_str().into();
        let refusal = refusal(&document.to_string());
        assert!(refusal.len() < 600, "{pointer}: {} bytes", refusal.len());
        assert_eq!(refusal, crate::plain(&refusal), "{pointer}: nothing in it moves a cursor");
    }
}
