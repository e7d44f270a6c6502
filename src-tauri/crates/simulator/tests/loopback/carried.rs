//! What a request carries beside its prompt: images, a predicted output, a service tier.

use serde_json::{Value, json};
use simulator::Truth;

use crate::client::{Answer, Client, posting, started};

/// Asks `model` with these fields beside its prompt; the answer, and what was made of it.
fn asked(model: &str, more: &Value) -> (Answer, Truth) {
    let simulator = started();
    let mut body = json!({
        "model": model, "stream": true, "messages": [{ "role": "user", "content": "Why do rivers bend?" }],
    });
    let fields = body.as_object_mut().expect("an object");
    fields.extend(more.as_object().expect("fields").clone());
    let mut client = Client::of(&simulator);
    client.send(&posting(&body.to_string()));
    let answer = client.answer().expect("an answer");
    assert_eq!(answer.status(), 200, "{model}: {}", answer.body);
    (answer, simulator.truth().pop().expect("whoever saw the end finds the truth"))
}

fn chunks(answer: &Answer) -> Vec<Value> {
    let events = answer.body.lines().filter_map(|line| line.strip_prefix("data: "));
    events.filter_map(|data| serde_json::from_str(data).ok()).collect()
}

#[test]
fn each_image_takes_its_time_before_the_first_token() {
    let picture = json!({ "type": "image_url", "image_url": { "url": "data:image/png;base64,iVBORw0KGgo=" } });
    for (images, due) in [(0, 10_000), (1, 30_000), (3, 70_000)] {
        let mut parts = vec![json!({ "type": "text", "text": "Which?" })];
        parts.extend(std::iter::repeat_n(picture.clone(), images));
        let more = json!({ "messages": [{ "role": "user", "content": parts }] });
        let (_, truth) = asked("scripted?ttft=10ms&image=20ms&tokens=1", &more);
        let first = truth.first_content_us.expect("an answer");
        let latest = due + truth.late_us + 1;
        assert!((due..=latest).contains(&first), "{images}: due at {due} µs, made at {first} µs");
    }
}

#[test]
fn of_a_predicted_output_so_much_is_accepted_and_the_rest_is_output_in_no_text() {
    let predicted = json!({ "prediction": { "type": "content", "content": "one two three four" } });
    for (share, accepted, rejected) in [("", 4, 0), ("&accepts=75%", 3, 1), ("&accepts=0%", 0, 4)] {
        let model = format!("scripted?ttft=0&gap=0&tokens=6&usage_when=always{share}");
        let (answer, _) = asked(&model, &predicted);
        let chunks = chunks(&answer);
        let usage =
            chunks.iter().rev().find_map(|chunk| chunk.get("usage").filter(|all| all.is_object()));
        let usage = usage.expect("it is always told");
        let of = |name: &str| usage["completion_tokens_details"][name].as_u64();
        assert_eq!(
            (of("accepted_prediction_tokens"), of("rejected_prediction_tokens")),
            (Some(accepted), Some(rejected)),
            "{model}: {usage}"
        );
        assert_eq!(usage["completion_tokens"], 6 + rejected, "{model}: it is paid for: {usage}");
        assert_eq!(
            answer.body.matches("\"content\":\"").count(),
            7,
            "{model}: the role and six tokens"
        );
    }
    let (answer, _) =
        asked("scripted?ttft=0&gap=0&tokens=1&usage_when=always&accepts=50%", &json!({}));
    assert!(!answer.body.contains("prediction_tokens"), "where none was sent: {}", answer.body);
}

#[test]
fn the_service_tier_that_answers_is_the_knobs_or_the_one_that_was_asked_for() {
    for (knob, asked_for, told) in [
        ("", Some("flex"), None),
        ("&tier=absent", Some("flex"), None),
        ("&tier=asked", Some("flex"), Some("flex")),
        ("&tier=asked", None, Some("default")),
        ("&tier=default", Some("priority"), Some("default")),
        ("&tier=flex", None, Some("flex")),
        ("&tier=priority", Some("flex"), Some("priority")),
    ] {
        let model = format!("scripted?ttft=0&gap=0&tokens=2{knob}");
        let (answer, _) = asked(&model, &json!({ "service_tier": asked_for }));
        for chunk in chunks(&answer) {
            assert_eq!(chunk.get("service_tier").and_then(Value::as_str), told, "{model}: {chunk}");
        }
    }
}
