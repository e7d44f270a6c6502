//! Reading drops no field in silence: each that the vendors' own types know, and each that nobody knows, is sent again as
//! it was, is refused by name, or is named in the notes.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::tests::{asked, bodies};
use super::*;

/// Written by `tests/thirdparty/python/known_fields.py` from the types of the official SDKs.
const KNOWN: &str = include_str!("known_fields.txt");
/// Fields that say what is done anyway: an answer is timed as it streams, with its usage, and nothing is stored or
/// obfuscated unless asked.
const ANYWAY: [&str; 3] = ["stream", "stream_options", "store"];

/// What happens to a body: what is sent in its own dialect, what is refused, and what is told.
#[derive(PartialEq)]
struct Outcome {
    body: Value,
    refused: BTreeSet<String>,
    told: Vec<String>,
}

fn outcome(body: &Value, dialect: Dialect) -> Result<Outcome, CaptureError> {
    let (captured, _) = read_capture(&body.to_string(), Some(dialect))?;
    let request = asked(&captured, dialect);
    let refused =
        request.refusals().into_iter().map(|refusal| refusal.message.to_string()).collect();
    // The model, the tier and the effort are the lane's, which this request is not of.
    let lane = json!([captured.model, captured.service_tier, captured.effort]);
    Ok(Outcome {
        body: json!([request.body(None), request.payload.headers, lane]),
        refused,
        told: captured.told(),
    })
}

/// The body without the field at this place.
fn without(body: &Value, place: &str) -> Value {
    let (parent, field) = place.rsplit_once('/').expect("a pointer");
    let mut less = body.clone();
    let parent = less.pointer_mut(parent).and_then(Value::as_object_mut).expect("an object");
    parent.remove(field).expect("the field");
    less
}

/// Whether a field at this place is gone: with it and without it the same is sent, refused and told.
fn is_dropped(body: &Value, place: &str, dialect: Dialect) -> bool {
    // What cannot be read is told, and so is what can be read only without the field.
    let (Ok(with), Ok(less)) = (outcome(body, dialect), outcome(&without(body, place), dialect))
    else {
        return false;
    };
    // What is left out is named, once for all places, or with all that it holds.
    let is_named = |field: &str| with.told.iter().any(|note| note.contains(&format!("`{field}`")));
    with == less && !place.split('/').any(is_named)
}

/// Whether a value holds nothing but empty objects and lists.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.values().all(is_empty),
        Value::Array(list) => list.iter().all(is_empty),
        _ => false,
    }
}

/// Whether a field only says what is so without it: it is empty, or the role or the kind of a part that is of this kind unless it says
/// otherwise.
fn is_usual(body: &Value, place: &str) -> bool {
    // A schema without a type takes null anyway.
    if body.pointer(place).is_some_and(is_empty) || place.ends_with("/nullable") {
        return true;
    }
    let usual = ["message", "custom", "function"];
    place.ends_with("/type")
        && body.pointer(place).and_then(Value::as_str).is_some_and(|kind| usual.contains(&kind))
}

/// Whether a field says nothing to a lane of another dialect: it holds nothing, thoughts and their summaries are asked for with every
/// effort, one answer and a free choice of tools are what is so anyway, and a turn of Gemini's without a role is the user's, of which
/// calls are none.
fn says_nothing(body: &Value, place: &str) -> bool {
    let value = body.pointer(place).unwrap_or(&Value::Null);
    let is_role = place.starts_with("/contents/") && place.ends_with("/role");
    is_usual(body, place)
        || value.is_null()
        || place.ends_with("/arguments") && (value == "{}" || value == "")
        || place.ends_with("/includeThoughts")
        || place == "/reasoning/summary"
        || place == "/n" && value == 1
        || place == "/tool_choice" && value == "auto"
        || is_role && (value == "user" || is_of_calls(body, place))
}

fn is_of_calls(body: &Value, place: &str) -> bool {
    let turn = place.rsplit_once('/').and_then(|(turn, _)| body.pointer(turn));
    let parts = turn.and_then(|turn| turn.get("parts")?.as_array()).into_iter().flatten();
    parts.into_iter().all(|part| part.get("functionCall").is_some())
}

#[test]
fn every_field_that_the_official_types_know_is_sent_refused_or_told() {
    let mut dropped = Vec::new();
    let mut read = 0;
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.splitn(3, ' ');
        let mut part = || parts.next().expect("three parts");
        let (dialect, place, body) = (part(), part(), part());
        let dialect: Dialect = dialect.parse().expect("a dialect");
        let body: Value = serde_json::from_str(body).expect("a body");
        let top = place.split('/').nth(1).unwrap_or_default();
        if !ANYWAY.contains(&top) && !is_usual(&body, place) && is_dropped(&body, place, dialect) {
            dropped.push(format!("{} {place} {body}", dialect.name()));
        }
        read += 1;
    }
    assert!(read > 2_000, "of {read} fields");
    assert!(dropped.is_empty(), "{} of {read}:\n{}", dropped.len(), dropped.join("\n"));
}

/// Every place of an object within a value.
fn objects(value: &Value, place: &str, found: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            found.push(place.to_owned());
            fields
                .iter()
                .map(|(name, value)| (name.replace('~', "~0").replace('/', "~1"), value))
                .collect()
        }
        Value::Array(list) => {
            // Tools are alike, and one body has twenty of them.
            let most = if place == "/tools" { 3 } else { list.len() };
            let each = list.iter().take(most).enumerate();
            each.map(|(at, value)| (at.to_string(), value)).collect()
        }
        _ => return,
    };
    for (name, value) in inner {
        objects(value, &format!("{place}/{name}"), found);
    }
}

#[test]
fn a_field_that_nobody_knows_is_kept_wherever_it_stands() {
    let mut dropped = Vec::new();
    let mut read = 0;
    for (dialect, name, body) in bodies() {
        let body: Value = serde_json::from_str(body).expect("a body");
        let mut places = Vec::new();
        objects(&body, "", &mut places);
        for place in places {
            let mut more = body.clone();
            let object =
                more.pointer_mut(&place).and_then(Value::as_object_mut).expect("an object");
            object.insert("x_new".into(), json!("of next year"));
            let at = format!("{place}/x_new");
            if !at.starts_with("/stream_options") && is_dropped(&more, &at, dialect) {
                dropped.push(format!("{} {name}: {at}", dialect.name()));
            }
            read += 1;
        }
    }
    assert!(read > 400, "at {read} places");
    assert!(dropped.is_empty(), "{} of {read}:\n{}", dropped.len(), dropped.join("\n"));
}

/// Every place of a field within a value.
fn fields(value: &Value) -> Vec<String> {
    let mut places = Vec::new();
    objects(value, "", &mut places);
    let of_object = |place: &String| {
        let names = value.pointer(place).and_then(Value::as_object).into_iter().flat_map(Map::keys);
        names
            .map(|name| format!("{place}/{}", name.replace('~', "~0").replace('/', "~1")))
            .collect()
    };
    places.iter().flat_map(|place: &String| -> Vec<String> { of_object(place) }).collect()
}

/// What a lane of a dialect is sent of a captured body, and what is told of it; `None` if the lane refuses it.
fn carried(captured: &Captured, lane: Dialect) -> Option<(Value, Vec<String>)> {
    let request = asked(captured, lane);
    let told = request.adjustments().iter().map(ToString::to_string).collect();
    let lane = json!([captured.model, captured.service_tier, captured.effort]);
    let sent = json!([request.body(None), request.payload.headers, lane]);
    request.refusals().is_empty().then_some((sent, told))
}

#[test]
fn no_lane_that_takes_a_body_drops_a_field_of_it_in_silence() {
    let (mut dropped, mut read) = (Vec::new(), 0);
    for (from, name, body) in bodies() {
        let whole: Value = serde_json::from_str(body).expect("a body");
        let (captured, _) = read_capture(body, None).expect("it is read");
        let with = Dialect::ALL.map(|lane| carried(&captured, lane));
        for place in fields(&whole) {
            let top = place.split('/').nth(1).unwrap_or_default();
            let is_told = |notes: &[String]| {
                let named =
                    |field: &str| notes.iter().any(|note| note.contains(&format!("`{field}`")));
                place.split('/').skip(1).any(named)
            };
            if ANYWAY.contains(&top) || says_nothing(&whole, &place) || is_told(&captured.told()) {
                continue;
            }
            let less = without(&whole, &place).to_string();
            // What can be read only with the field is not dropped.
            let Ok((less, _)) = read_capture(&less, Some(from)) else { continue };
            for (lane, with) in Dialect::ALL.into_iter().zip(&with) {
                let Some(with) = with else { continue };
                read += 1;
                // One note is of all places at which there is such a field.
                let field = place.rsplit('/').next().unwrap_or_default();
                let is_told = with.1.iter().any(|note| note.starts_with(field));
                if !is_told && carried(&less, lane).as_ref() == Some(with) {
                    dropped.push(format!("{} {name}: {place} to {}", from.name(), lane.name()));
                }
            }
        }
    }
    assert!(read > 3_000, "{read} fields of lanes");
    assert!(dropped.is_empty(), "{} of {read}:\n{}", dropped.len(), dropped.join("\n"));
}

#[test]
fn a_name_that_stands_twice_is_told_and_its_last_value_is_sent() {
    let text = r#"{"model":"m","temperature":0.1,"messages":[{"role":"user","content":"Why?"}],"temperature":0.9,
        "tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"q":{},"q":{"type":"string"}}}}}]}"#;
    let (captured, _) = read_capture(text, None).expect("it is read");
    assert_eq!(captured.temperature, Some(0.9), "as servers read it");
    for place in ["`temperature`", "`tools[0].function.parameters.properties.q`"] {
        let is_told = |note: &String| note.contains(place) && note.contains("more than once");
        assert!(captured.told().iter().any(is_told), "{place}: {:?}", captured.told());
    }
    let call = r#"{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[{"id":"1","type":"function",
        "function":{"name":"f","arguments":"{\"a\":1,\"a\":2}"}}]},{"role":"tool","tool_call_id":"1","content":"b"}]}"#;
    let (captured, _) = read_capture(call, None).expect("it is read");
    let sent = asked(&captured, Dialect::OpenaiChat).body(None).to_string();
    assert!(
        sent.contains(r#"{\"a\":1,\"a\":2}"#),
        "what a model once wrote is sent word for word: {sent}"
    );
}

#[test]
fn a_schema_is_sent_in_the_order_in_which_it_was_written() {
    let body = json!({ "model": "m", "messages": [{ "role": "user", "content": "Why?" }] });
    let mut text = body.to_string();
    text.pop();
    text += r#","tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"zeta":
        {"type":"string"},"reasoning":{"type":"string"},"answer":{"type":"string"}},"required":["zeta"]}}}],
        "response_format":{"type":"json_schema","json_schema":{"name":"r","schema":{"type":"object","properties":{"thought":
        {"type":"string"},"Answer":{"type":"string"},"certainty":{"type":"number"}}}}}}"#;
    let (captured, _) = read_capture(&text, None).expect("it is read");
    let plan = serde_json::to_string(&captured.payload).expect("it is kept");
    let payload: crate::request::payload::Payload = serde_json::from_str(&plan).expect("and read");
    let captured = Captured { payload, ..captured };
    for dialect in Dialect::ALL {
        let request = asked(&captured, dialect);
        let sent = request.body(None).to_string();
        let follow = |names: [&str; 3]| {
            let places = names.map(|name| sent.find(&format!("\"{name}\":")));
            places.iter().all(Option::is_none)
                || (places.is_sorted() && places.iter().all(Option::is_some))
        };
        assert!(follow(["zeta", "reasoning", "answer"]), "{}: {sent}", dialect.name());
        assert!(follow(["thought", "Answer", "certainty"]), "{}: {sent}", dialect.name());
    }
}

#[test]
fn a_pasted_service_tier_that_its_lane_asks_for_is_sent_without_a_word() {
    let text = r#"{"model":"m","service_tier":"flex","messages":[{"role":"user","content":"Hi"}]}"#;
    let (captured, _) = read_capture(text, None).expect("it is read");
    let tier = captured.service_tier.as_deref().expect("it asks for one");
    let mut asks = asked(&captured, Dialect::OpenaiChat);
    asks.provider = asks.provider.in_tier(tier).expect("its provider has it");
    assert_eq!(asks.body(None)["service_tier"], "flex");
    let told: Vec<String> = asks.adjustments().iter().map(ToString::to_string).collect();
    assert!(!told.iter().any(|note| note.contains("service_tier")), "{told:?}");
}
