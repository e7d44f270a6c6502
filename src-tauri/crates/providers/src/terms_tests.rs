//! What each model is sent, against a table written from its vendor's documentation.

use serde_json::{Value, json};

use super::*;
use crate::catalogue::catalogue;

/// The settings for a model, and what is sent.
struct Line {
    row: &'static str,
    asked: Request,
    fields: Value,
    adjusted: Vec<&'static str>,
}

fn lines() -> Vec<Line> {
    let lines = include_str!("asked.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(line).collect()
}

fn line(text: &'static str) -> Line {
    let parts: Vec<&'static str> = text.split(" | ").collect();
    let [row, model, effort, limit, temperature, fields, adjusted] = parts[..] else {
        panic!("not seven parts: {text}")
    };
    let number = |text: &str| text.parse::<f64>().ok();
    let asked = Request {
        provider: crate::provider(row).expect("in the catalogue").clone(),
        model: model.into(),
        system: None,
        prompt: "Hi".into(),
        max_tokens: limit.parse().ok(),
        temperature: number(temperature),
        effort: Effort::ALL.into_iter().find(|known| known.word() == effort),
        payload: std::sync::Arc::default(),
        inputs: crate::Inputs::Usual,
    };
    let adjusted = adjusted.split(", ").filter(|field| *field != "-").collect();
    Line { row, asked, fields: serde_json::from_str(fields).expect("an object"), adjusted }
}

/// Fields that are in every body of the row, whatever the settings, or carry the prompt.
const OF_ROW: [&str; 13] = [
    "model",
    "messages",
    "contents",
    "input",
    "stream",
    "stream_options",
    "store",
    "usage",
    "perf_metrics_in_response",
    "truncate",
    "shift",
    "systemInstruction",
    "version",
];

#[test]
fn each_model_is_sent_what_it_supports_and_changes_are_reported() {
    for Line { row, asked, fields, adjusted } in lines() {
        let Request { model, effort, max_tokens, temperature, .. } = &asked;
        let case = format!("{row}/{model}, {effort:?}, {max_tokens:?}, {temperature:?}");
        let mut body = asked.body(None);
        let sent = body.as_object_mut().expect("an object");
        if let Some(Value::Object(input)) = sent.get_mut("input") {
            input.remove("prompt");
        }
        let is_input = row == "replicate";
        sent.retain(|name, _| (is_input && name == "input") || !OF_ROW.contains(&name.as_str()));
        assert_eq!(body, fields, "{case}: the fields that are asked for");
        let said = asked.adjustments();
        let said: Vec<&str> = said.iter().map(|said| said.field.as_str()).collect();
        assert_eq!(said, adjusted, "{case}: what is sent otherwise than it was asked");
    }
}

#[test]
fn every_family_of_the_catalogue_has_a_line_in_the_table() {
    let lines = lines();
    let mut missing = Vec::new();
    for row in catalogue() {
        for family in &row.families {
            let has_line = lines.iter().any(|line| {
                let provider = &line.asked.provider;
                (line.row == row.id || provider.families_of.as_ref() == Some(&row.id))
                    && provider.family(&line.asked.model).is_some_and(|its| its == family)
            });
            if !has_line {
                missing.push((&row.id, &family.models));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no line in src/asked.txt, or another family fits first: {missing:?}"
    );
}

#[test]
fn an_adjustment_reads_as_a_sentence() {
    let asked = Request {
        provider: crate::provider("anthropic").expect("in the catalogue").clone(),
        model: "claude-opus-5-5".into(),
        system: None,
        prompt: "Hi".into(),
        max_tokens: None,
        temperature: Some(0.5),
        effort: Some(Effort::None),
        payload: std::sync::Arc::default(),
        inputs: crate::Inputs::Usual,
    };
    let said: Vec<String> = asked.adjustments().iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "effort none is sent as low: it cannot be turned off for this model, which still thinks.",
            "temperature 0.5 is left out: this model accepts none.",
            "max tokens 32768 is sent although none was set: a limit has to be set, and this model thinks before it \
             answers, which counts against it.",
        ],
        "each says what, and why"
    );
}

#[test]
fn the_nearest_effort_is_the_lower_of_two_and_never_none() {
    let known = [Effort::None, Effort::Low, Effort::High, Effort::Max];
    for (asked, sent) in [
        (Effort::Minimal, Effort::Low),
        (Effort::Medium, Effort::Low),
        (Effort::XHigh, Effort::High),
        (Effort::Max, Effort::Max),
    ] {
        assert_eq!(nearest(asked, Some(&known)), sent, "{asked:?}");
    }
    assert_eq!(nearest(Effort::Minimal, None), Effort::Minimal, "where nobody knows, as asked");
}

#[test]
fn a_field_of_a_family_is_inside_the_object_that_the_dialect_writes() {
    let mut body = json!({ "a": { "b": 1 }, "c": 1 });
    let fields = json!({ "a": { "d": 2 }, "c": 2 });
    if let (Value::Object(body), Value::Object(fields)) = (&mut body, &fields) {
        merge(body, fields);
    }
    assert_eq!(body, json!({ "a": { "b": 1, "d": 2 }, "c": 2 }), "and replaces a plain value");
}
