//! What an import refuses or replaces, because no run can have it.

use std::collections::BTreeSet;

use store::History;

use super::{as_imported, exported, origin, race, refusal, sweep, written};
use crate::import::read;
use crate::{Export, ExportFormat, export, import, import_until};

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
        ("/lanes/0/place", serde_json::json!(0), "muted in its plan"),
        ("/lanes/1/place", serde_json::json!(1), "the same of the plan's"),
        ("/plan/repeat", serde_json::json!(1), "2 rounds of 1 that were planned"),
        ("/plan/deadline_s", serde_json::json!(-1), "deadline_s of its plan is impossible"),
        ("/plan/temperature", serde_json::json!(1e300), "temperature of its plan is impossible"),
        ("/ttft_error_ms", serde_json::json!(-0.5), "ttft_error_ms is impossible"),
        ("/id", "x\u{202e}y".into(), "is not the id"),
        ("/lanes/0/label", "gpt\u{202e}5".into(), "control characters"),
        ("/lanes/1/model", "m\u{1b}[2J".into(), "control characters"),
        ("/plan/lanes/0/model", "m\u{1b}[2J".into(), "control characters"),
        ("/machine", "a\u{0}".into(), "control characters"),
        (
            "/lanes/0/samples/0/server",
            serde_json::json!({ "model": "x".repeat(70_000) }),
            "a fact or an error of more than",
        ),
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
fn a_judge_that_nobody_can_have_asked_is_not_taken_in() {
    let (mut whole, _) = exported(race);
    let run = &mut whole["runs"][0]["run"];
    let vote = |first: u32, second: u32| {
        serde_json::json!({ "round": 0, "first": first, "second": second, "status": "ok", "text": "VERDICT: TIE",
            "took_ms": 900.5, "cost_usd": 0.01, "in_tokens": 400, "out_tokens": 12 })
    };
    run["plan"]["judge"] = serde_json::json!({ "lane": run["plan"]["lanes"][0].clone() });
    run["judgement"] = serde_json::json!({ "provider": "openai", "label": "OpenAI", "model": "gpt", "simulated": false,
        "votes": [vote(0, 1), vote(1, 0)] });
    read(&whole.to_string()).expect("what a judge can have said is taken in");
    for (name, value, told) in [
        ("cost_usd", serde_json::json!(-1_000_000), "costs less than nothing"),
        ("cost_usd", serde_json::json!(1e308), "or more than"),
        ("took_ms", serde_json::json!(-5), "less than no time"),
        ("took_ms", serde_json::json!(1e300), "more than a month"),
        ("in_tokens", serde_json::json!(u32::MAX), "tokens"),
        ("text", serde_json::json!("x".repeat(2_001)), "characters at once"),
        ("second", serde_json::json!(7), "which there is not"),
    ] {
        let mut document = whole.clone();
        document["runs"][0]["run"]["judgement"]["votes"][1][name] = value;
        let refusal = refusal(&document.to_string());
        assert!(refusal.contains(told), "{name}: {refusal}");
    }
    for name in ["provider", "label", "model"] {
        let mut document = whole.clone();
        document["runs"][0]["run"]["judgement"][name] = "gpt\u{1b}[2J".into();
        let refusal = refusal(&document.to_string());
        assert!(refusal.contains("control characters"), "{name}: {refusal}");
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
    let honest = as_imported(&history.run("a").unwrap());
    assert_eq!(into.run("a").unwrap(), honest, "by the log, not the file");
}

#[test]
fn counts_costs_times_and_warnings_of_a_file_are_those_of_its_raw_logs() {
    let (whole, history) = exported(race);
    let honest = as_imported(&history.run("a").unwrap());
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
    let honest = as_imported(&history.run("a").unwrap());
    assert_eq!(into.run("a").unwrap(), honest, "its log has text");
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
    let honest = as_imported(&history.run("a").unwrap());
    assert_eq!(into.run("a").unwrap(), honest, "and it is computed again");
}

/// What nobody but the file can say: who answered, where, how it ended, and what its connection was.
const CLAIMS: [&str; 15] = [
    "provider",
    "simulated",
    "label",
    "model",
    "base_url",
    "dialect",
    "price",
    "adjustments",
    "status",
    "finish_reason",
    "reasoning_type",
    "attempts",
    "connection",
    "strain",
    "doubts",
];

/// Other values of the same type, the last of which cannot be.
fn others(value: &serde_json::Value) -> Vec<serde_json::Value> {
    use serde_json::{Value, json};
    match value {
        Value::Number(number) => {
            vec![json!(number.as_f64().unwrap() + 1.0), json!(-1), json!(1e308)]
        }
        Value::Bool(is) => vec![json!(!is)],
        Value::String(text) => vec![json!(format!("{text}x")), json!(""), json!("x".repeat(2_000))],
        Value::Array(_) => vec![json!([]), json!([-1])],
        Value::Object(fields) => {
            let mut all = vec![json!({})];
            for (name, value) in fields {
                all.extend(others(value).into_iter().map(|other| {
                    let mut changed = fields.clone();
                    changed.insert(name.clone(), other);
                    Value::Object(changed)
                }));
            }
            all
        }
        Value::Null => vec![json!(7)],
    }
}

#[test]
fn each_field_is_computed_again_or_refused_or_is_a_claim_of_an_imported_run() {
    let (whole, history) = exported(race);
    let honest = history.run("a").unwrap();
    let (mut tried, mut claimed) = (0, BTreeSet::new());
    for parent in ["/runs/0/run/lanes/0", "/runs/0/run/lanes/0/samples/1"] {
        let fields = whole.pointer(parent).unwrap().as_object().unwrap();
        for (name, value) in fields.iter().filter(|(name, _)| *name != "samples") {
            for other in others(value) {
                let mut document = whole.clone();
                document.pointer_mut(parent).unwrap()[name] = other.clone();
                tried += 1;
                let Ok(read) = read(&document.to_string()) else { continue };
                if read[0].run == honest {
                    continue;
                }
                let (told, other) = (format!("{parent}/{name} = {other}"), other.to_string());
                assert!(CLAIMS.contains(&name.as_str()), "{told} is computed again or refused");
                assert!(!other.contains("-1") && !other.contains("1e308"), "{told} cannot be");
                claimed.insert(name.clone());
            }
        }
    }
    assert!(tried > 100, "each was tried: {tried}");
    assert!(claimed.contains("label"), "and a difference is seen: {claimed:?}");
}

#[test]
fn a_file_makes_no_simulated_provider_a_real_one() {
    let (mut document, _) = exported(race);
    for lane in document["runs"][0]["run"]["lanes"].as_array_mut().unwrap() {
        lane["provider"] = "simulated".into();
    }
    assert_eq!(document["runs"][0]["run"]["simulated"], false, "as the file has it");
    let into = History::in_memory().unwrap();
    import(&into, &document.to_string()).unwrap();
    let run = into.run("a").unwrap();
    assert!(run.simulated, "the run says what it is");
    assert!(run.lanes.iter().all(|lane| lane.simulated), "and so does each lane");
    let row = into.list(0, 1).unwrap().runs.remove(0);
    assert!(row.simulated && row.lanes.iter().all(|lane| lane.simulated), "in lists as well");
}

#[test]
fn no_run_begins_in_the_future() {
    let (mut document, _) = exported(race);
    let latest = time::OffsetDateTime::from_unix_timestamp(1_800_000_000).unwrap();
    for (start, is_refused) in [
        ("2027-01-15T08:00:00Z", false),
        ("2027-01-15T08:00:01Z", true),
        ("2027-01-15T09:30:00+02:00", false),
        ("9999-12-31T23:59:59Z", true),
    ] {
        document["runs"][0]["run"]["started_at"] = start.into();
        let into = History::in_memory().unwrap();
        let imported = import_until(&into, &document.to_string(), latest);
        assert_eq!(imported.is_err(), is_refused, "{start}");
        let told = imported.err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(told.contains("in the future"), is_refused, "and it says why: {told}");
    }
}

#[test]
fn an_imported_run_says_so_in_every_document() {
    let (document, own) = exported(race);
    let into = History::in_memory().unwrap();
    import(&into, &document.to_string()).unwrap();
    for (format, told) in [
        (ExportFormat::Json, "\"imported\":true"),
        (ExportFormat::Md, "Imported, and measured by its own account on:** Difference Engine"),
        (ExportFormat::Html, "Imported, and measured by its own account on"),
        (ExportFormat::Csv, "\"imported\""),
    ] {
        let text = written(&into, &["a"], format);
        assert!(text.contains(told), "{format:?} says it: {text}");
        if format != ExportFormat::Csv {
            let text = written(&own, &["a"], format);
            assert!(!text.contains(told), "{format:?} of a run from here does not");
        }
    }
}

#[test]
fn an_import_runs_no_command_and_believes_none() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("made");
    let (mut document, _) = exported(|history, id| {
        let (mut run, recordings) = crate::fixtures::finished(id, 2);
        let command = format!("command:touch {}", made.display());
        run.plan.checks = vec![checks::written(&command).unwrap()];
        let checks = race::AnswerChecks::of(&run.plan, 0);
        for (lane, logs) in run.lanes.iter_mut().zip(&recordings) {
            for (sample, log) in lane.samples.iter_mut().zip(logs) {
                sample.check(checks.as_deref(), log);
            }
        }
        history.begin(&crate::fixtures::begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
        run
    });
    let sample = &mut document["runs"][0]["run"]["lanes"][0]["samples"][0];
    assert_eq!(sample["checks"][0]["verdict"], "unknown", "nobody ran it");
    sample["right"] = true.into();
    sample["checks"][0]["verdict"] = "right".into();
    let history = History::in_memory().unwrap();
    let id = import(&history, &document.to_string()).unwrap().added.remove(0);
    let run = history.run(&id).unwrap();
    let sample = &run.lanes[0].samples[0];
    assert_eq!((sample.right, sample.checks.len()), (None, 1), "whatever the file says");
    assert!(!made.exists(), "and nothing has run");
}

#[test]
fn goodput_of_an_imported_level_is_of_answers_as_they_are_checked_here() {
    let (mut document, _) = exported(sweep);
    let run = &mut document["runs"][0]["run"];
    run["plan"]["checks"] = serde_json::json!([checks::written("contains:no such words").unwrap()]);
    run["plan"]["load"]["limits"] = serde_json::json!({ "ttft_ms": 1e6 });
    for level in run["lanes"][0]["levels"].as_array_mut().unwrap() {
        for sample in level["samples"].as_array_mut().unwrap() {
            sample["right"] = true.into();
        }
        (level["goodput"], level["good_fraction"]) = (level["rps"].clone(), 1.0.into());
    }
    let history = History::in_memory().unwrap();
    let id = import(&history, &document.to_string()).unwrap().added.remove(0);
    for level in &history.run(&id).unwrap().lanes[0].levels {
        assert!(level.samples.iter().all(race::Sample::is_wrong), "none contains them");
        assert_eq!(level.good_fraction, Some(0.0), "whatever the file says of its level");
    }
}

#[test]
fn an_answer_is_checked_again_and_no_file_says_that_it_is_right() {
    let (mut document, _) = exported(|history, id| {
        let (mut run, recordings) = crate::fixtures::finished(id, 2);
        run.plan.checks = vec![checks::written("contains:no such words").unwrap()];
        let checks = race::AnswerChecks::of(&run.plan, 0);
        for (lane, logs) in run.lanes.iter_mut().zip(&recordings) {
            for (sample, log) in lane.samples.iter_mut().zip(logs) {
                sample.check(checks.as_deref(), log);
            }
        }
        history.begin(&crate::fixtures::begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
        run
    });
    let lane = &document["runs"][0]["run"]["lanes"][0];
    assert_eq!(lane["samples"][0]["right"], false, "none contains them");
    assert_eq!(lane["right"]["wrong"], 2, "and the document counts them");
    document["runs"][0]["run"]["lanes"][0]["samples"][0]["right"] = true.into();
    document["runs"][0]["run"]["lanes"][0]["samples"][0]["checks"] = serde_json::json!([]);
    let history = History::in_memory().unwrap();
    let id = import(&history, &document.to_string()).unwrap().added.remove(0);
    let run = history.run(&id).unwrap();
    let sample = &run.lanes[0].samples[0];
    assert_eq!((sample.right, sample.checks.len()), (Some(false), 1), "whatever the file says");

    let runs = vec![id];
    let wanted = Export { runs, format: ExportFormat::Json, without_prompts: true };
    let bare = export(&history, &wanted, &origin()).unwrap().text;
    assert!(!bare.contains("no such words"), "what is expected is left out with the prompt");
    let bare: serde_json::Value = serde_json::from_str(&bare).unwrap();
    let sample = &bare["runs"][0]["run"]["lanes"][0]["samples"][0];
    assert_eq!(sample["right"], false, "whether it was right stays");
    let elsewhere = History::in_memory().unwrap();
    let id = import(&elsewhere, &bare.to_string()).unwrap().added.remove(0);
    let sample = &elsewhere.run(&id).unwrap().lanes[0].samples[0];
    assert_eq!(sample.right, None, "and is not believed where nothing can be checked");
}

#[test]
fn a_servers_own_report_is_what_its_log_says_or_can_at_least_be() {
    let (mut whole, _) = exported(race);
    let request = "/runs/0/run/lanes/0/samples/0";
    *whole.pointer_mut(&format!("{request}/attempts")).unwrap() = 0.into();
    let usage = whole.pointer_mut("/runs/0/recordings/0/0/usage/0").unwrap();
    usage["queue_time"] = serde_json::json!(0.01);
    let report = serde_json::json!({ "queue_ms": 7.0, "total_ms": 1e300, "load_ms": -1.0, "prompt_ms": 5.0,
        "tps": 1e12, "model": "small-2" });
    whole.pointer_mut(request).unwrap()["server"] = report;
    let read = read(&whole.to_string()).expect("what cannot be is left out");
    let sample = &read[0].run.lanes[0].samples[0];
    let server = sample.server.clone().expect("the rest stays");
    let told = serde_json::to_value(&server).unwrap();
    let wanted = serde_json::json!({ "queue_ms": 10.0, "prompt_ms": 5.0, "model": "small-2" });
    assert_eq!(told, wanted, "the queue as its log says");
    assert_eq!(sample.attempts, 1, "who was answered had been asked");
}

#[test]
fn a_status_that_no_response_has_is_refused() {
    let (mut whole, _) = exported(race);
    let fault = |status: u32| {
        serde_json::json!({ "class": "in_stream", "message": "It failed.", "advice": "Try again.",
            "http_status": status })
    };
    for (status, is_taken) in [(0, false), (99, false), (503, true), (865, true), (1_000, false)] {
        let mut document = whole.clone();
        let sample = document.pointer_mut("/runs/0/run/lanes/0/samples/0").unwrap();
        sample["error"] = fault(status);
        let read = read(&document.to_string());
        assert_eq!(read.is_ok(), is_taken, "{status}: {:?}", read.err().map(|why| why.to_string()));
    }
    whole["runs"][0]["recordings"][0][0]["usage"] =
        serde_json::json!(vec![serde_json::json!({}); 1_001]);
    assert!(refusal(&whole.to_string()).contains("usage reports"), "no stream has as many");
    let wide: Vec<u32> = (0..300).collect();
    whole["runs"][0]["recordings"][0][0]["usage"] = serde_json::json!([wide]);
    assert!(refusal(&whole.to_string()).contains("usage reports"), "nor one that large");
}

#[test]
fn a_sentence_of_a_failure_that_says_something_else_than_its_text_is_left_out() {
    let (mut whole, _) = exported(race);
    let twice = |value: serde_json::Value| serde_json::json!({ "id": "x", "english": "{a}{a}", "values": { "a": value } });
    let mut endless = twice(serde_json::json!({ "type": "text", "value": "a" }));
    for _ in 0..28 {
        endless = twice(serde_json::json!({ "type": "phrase", "value": endless }));
    }
    let sample = whole.pointer_mut("/runs/0/run/lanes/0/samples/0").unwrap();
    sample["error"] = serde_json::json!({ "class": "in_stream", "message": "It failed.", "message_phrase": endless,
        "advice": "Try again.", "advice_phrase": measure::Phrase::verbatim("Try again.") });
    let read = read(&whole.to_string()).expect("the rest can be taken");
    let fault = read[0].run.lanes[0].samples[0].error.clone().expect("it failed");
    assert_eq!(fault.message_phrase, None, "a window would write half a billion letters");
    assert!(fault.advice_phrase.is_some(), "what says the same stays");
}
