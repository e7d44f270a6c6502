//! Assertions of promptfoo as checks. One that no check is stays as what it is, a check that says nothing, so that no answer is called
//! right which it could have found wrong.

use std::collections::BTreeMap;

use checks::{Check, ForeignCheck};
use measure::Phrase;
use serde_json::{Map, Value, json};

use crate::workload::rows::elsewhere::escaped;
use crate::workload::rows::promptfoo::texts::{filled, with_commas};
use crate::workload::rows::promptfoo::{refused, unlike};

/// What a check that stays as it is there names as its tool.
pub(super) const TOOL: &str = "promptfoo";
/// The most checks that one assertion becomes.
const MOST_TEXTS: usize = 50;

/// The checks that an assertion is, with the values of its test's variables in its texts.
///
/// # Errors
/// What of it nobody could mean.
pub(super) fn checks_of(
    assertion: &Value,
    values: &BTreeMap<String, String>,
) -> Result<Vec<Value>, Phrase> {
    let fields = assertion.as_object().ok_or_else(refused::assertion)?;
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    if kind.is_empty() {
        return Err(refused::no_type());
    }
    let known = ["type", "value", "metric", "weight", "threshold"];
    let is_other = |name: &&String| !known.contains(&name.as_str());
    if let Some(other) = fields.keys().find(is_other) {
        return Ok(vec![foreign(kind, &unlike::field(other))]);
    }
    if fields.get("weight").and_then(Value::as_f64) == Some(0.0) {
        return Ok(vec![foreign(kind, &unlike::weightless())]);
    }
    // A part of several texts may be enough for promptfoo.
    if fields.contains_key("threshold") && !["latency", "cost"].contains(&kind) {
        return Ok(vec![foreign(kind, &unlike::threshold())]);
    }
    let value = fields.get("value");
    let made = match kind.strip_prefix("not-") {
        // A check of its own, and not the opposite of one.
        Some("is-refusal") => Ok(vec![no_refusal()]),
        Some(opposite) => made(opposite, value, values)?.and_then(negated),
        None => made(kind, value, values)?,
    };
    Ok(made.unwrap_or_else(|why| vec![foreign(kind, &why)]))
}

fn no_refusal() -> Value {
    json!({ "kind": "no_refusal" })
}

/// The opposite of the checks that an assertion is, or why there is none.
fn negated(mut checks: Vec<Value>) -> Result<Vec<Value>, Phrase> {
    let (Some(check), true) = (checks.pop(), checks.is_empty()) else {
        return Err(unlike::one_of_several());
    };
    if check.get("kind").is_some_and(|kind| kind == "tool_call_valid") {
        return Err(unlike::invalid_calls());
    }
    Ok(vec![json!({ "kind": "not", "check": check })])
}

/// The checks, or why there are none.
///
/// # Errors
/// What of it nobody could mean.
fn made(
    kind: &str,
    value: Option<&Value>,
    values: &BTreeMap<String, String>,
) -> Result<Result<Vec<Value>, Phrase>, Phrase> {
    let one = |value: &Value| match value {
        Value::String(text) if text.starts_with("file://") => Err(refused::value_file(kind, text)),
        Value::String(text) => filled(text, values).map_err(|why| refused::of_value(kind, why)),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        _ => Err(refused::value(kind)),
    };
    let any_text = || value.ok_or_else(|| refused::no_value(kind)).and_then(one);
    let told =
        |text: String| if text.is_empty() { Err(refused::empty_text(kind)) } else { Ok(text) };
    let text = || any_text().and_then(told);
    let texts = || {
        let all = match value {
            Some(Value::Array(all)) => all.iter().map(one).collect::<Result<Vec<_>, _>>()?,
            Some(list @ Value::String(_)) => {
                with_commas(&one(list)?).map_err(|why| refused::of_value(kind, why))?
            }
            _ => Vec::new(),
        };
        if all.is_empty() || all.len() > MOST_TEXTS {
            return Err(refused::value_list(kind, MOST_TEXTS.into()));
        }
        all.into_iter().map(told).collect::<Result<Vec<_>, _>>()
    };
    let contains = |text: String, ignore_case: bool| json!({ "kind": "contains", "text": text, "ignore_case": ignore_case });
    let any = |start: &str, ignore_case: bool| {
        let all: Vec<String> = texts()?.iter().map(|text| escaped(text)).collect();
        let flags = if ignore_case { "(?i)" } else { "" };
        let pattern = format!("{flags}{start}(?:{})", all.join("|"));
        Ok::<_, Phrase>(json!({ "kind": "regex", "pattern": pattern }))
    };
    let check = match kind {
        "equals" => match value {
            Some(schema @ (Value::Object(_) | Value::Array(_))) => {
                json!({ "kind": "json_schema", "schema": { "const": schema } })
            }
            _ => json!({ "kind": "equals", "text": any_text()? }),
        },
        "contains" => contains(text()?, false),
        "icontains" => contains(text()?, true),
        "contains-all" | "icontains-all" => {
            let ignore_case = kind.starts_with('i');
            return Ok(Ok(texts()?.into_iter().map(|text| contains(text, ignore_case)).collect()));
        }
        "contains-any" => any("", false)?,
        "icontains-any" => any("", true)?,
        "regex" => json!({ "kind": "regex", "pattern": text()? }),
        "starts-with" => json!({ "kind": "regex", "pattern": format!("^{}", escaped(&text()?)) }),
        "is-json" => match value {
            None => json!({ "kind": "json" }),
            Some(schema @ Value::Object(_)) => json!({ "kind": "json_schema", "schema": schema }),
            Some(_) => return Err(refused::value_schema()),
        },
        "is-valid-openai-tools-call"
        | "is-valid-openai-function-call"
        | "is-valid-function-call"
            if value.is_none() =>
        {
            json!({ "kind": "tool_call_valid" })
        }
        "is-refusal" => json!({ "kind": "not", "check": no_refusal() }),
        "word-count" => match words(value) {
            Some((least, most)) => {
                json!({ "kind": "length", "unit": "words", "least": least, "most": most })
            }
            None => return Err(refused::value_words()),
        },
        _ => return Ok(Err(why_none(kind))),
    };
    Ok(Ok(vec![check]))
}

/// The least and the most words.
fn words(value: Option<&Value>) -> Option<(Option<u64>, Option<u64>)> {
    match value? {
        Value::Number(number) => number.as_u64().map(|words| (Some(words), Some(words))),
        Value::Object(range) => {
            let of = |name: &str| range.get(name).and_then(Value::as_u64);
            let found = (of("min"), of("max"));
            (found != (None, None)).then_some(found)
        }
        _ => None,
    }
}

/// Why no check is this assertion, and what to do instead.
fn why_none(kind: &str) -> Phrase {
    match kind {
        "javascript" | "python" | "ruby" => unlike::code(),
        "llm-rubric"
        | "model-graded-closedqa"
        | "model-graded-factuality"
        | "factuality"
        | "g-eval"
        | "answer-relevance"
        | "context-recall"
        | "context-relevance"
        | "context-faithfulness"
        | "select-best"
        | "pi"
        | "search-rubric"
        | "agent-rubric" => unlike::graded(),
        "similar" | "classifier" | "moderation" => unlike::other_model(),
        "latency" => unlike::latency(),
        "cost" => unlike::cost(),
        "contains-json" => unlike::json_within(),
        _ => unlike::other(),
    }
}

/// An assertion that says nothing here, for this reason.
pub(super) fn saying_nothing(assertion: &Value, why: &Phrase) -> Value {
    foreign(assertion.get("type").and_then(Value::as_str).unwrap_or_default(), why)
}

fn foreign(kind: &str, why: &Phrase) -> Value {
    json!(Check::Foreign(ForeignCheck::of(TOOL, kind, why.clone())))
}

/// The assertion that a cell below `__expected` is: `contains: Paris`, `similar(0.8): Hello`, or a text that the answer is.
pub(in crate::workload::rows) fn of_cell(cell: &str) -> Value {
    let cell = cell.trim();
    for (start, kind) in [
        ("fn:", "javascript"),
        ("eval:", "javascript"),
        ("grade:", "llm-rubric"),
        ("file://", "javascript"),
    ] {
        if let Some(rest) = cell.strip_prefix(start) {
            return json!({ "type": kind, "value": rest.trim() });
        }
    }
    let (head, value) = match cell.split_once(':') {
        Some((head, value)) => (head.trim(), Some(value.trim())),
        None => (cell, None),
    };
    let (kind, threshold) = match head.split_once('(') {
        Some((kind, rest)) => (kind.trim(), rest.strip_suffix(')').map(str::trim)),
        None => (head, None),
    };
    if !is_kind(kind) || (value.is_none() && !needs_no_value(kind)) {
        return json!({ "type": "equals", "value": cell });
    }
    let mut assertion = Map::new();
    assertion.insert("type".to_owned(), kind.into());
    if let Some(value) = value.filter(|value| !value.is_empty()) {
        let json = (kind.ends_with("is-json") || kind == "word-count")
            .then(|| serde_json::from_str(value).ok())
            .flatten();
        assertion.insert("value".to_owned(), json.unwrap_or_else(|| value.into()));
    }
    if let Some(threshold) = threshold {
        assertion.insert("threshold".to_owned(), threshold.into());
    }
    assertion.into()
}

/// The kinds that a cell can name, with or without `not-` before them.
const KINDS: &[&str] = &[
    "answer-relevance",
    "bleu",
    "classifier",
    "contains",
    "contains-all",
    "contains-any",
    "contains-html",
    "contains-json",
    "contains-sql",
    "contains-xml",
    "context-faithfulness",
    "context-recall",
    "context-relevance",
    "cost",
    "equals",
    "factuality",
    "finish-reason",
    "g-eval",
    "gleu",
    "guardrails",
    "icontains",
    "icontains-all",
    "icontains-any",
    "is-html",
    "is-json",
    "is-refusal",
    "is-sql",
    "is-valid-function-call",
    "is-valid-openai-function-call",
    "is-valid-openai-tools-call",
    "is-xml",
    "javascript",
    "latency",
    "levenshtein",
    "llm-rubric",
    "meteor",
    "model-graded-closedqa",
    "model-graded-factuality",
    "moderation",
    "perplexity",
    "perplexity-score",
    "pi",
    "python",
    "regex",
    "rouge-n",
    "ruby",
    "search-rubric",
    "similar",
    "starts-with",
    "webhook",
    "word-count",
];

fn is_kind(word: &str) -> bool {
    KINDS.contains(&word.strip_prefix("not-").unwrap_or(word))
}

fn needs_no_value(kind: &str) -> bool {
    let kind = kind.strip_prefix("not-").unwrap_or(kind);
    kind.starts_with("is-")
        || kind.starts_with("contains-")
        || ["latency", "cost", "moderation", "guardrails"].contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(assertion: &Value) -> Vec<Check> {
        let made = checks_of(assertion, &BTreeMap::new()).expect("it can be meant");
        made.into_iter().map(|check| serde_json::from_value(check).expect("a check")).collect()
    }

    #[test]
    fn an_assertion_with_not_before_it_is_the_opposite_of_its_check() {
        for (kind, value) in [
            ("equals", json!("x")),
            ("equals", json!([1])),
            ("contains", json!("x")),
            ("icontains", json!("x")),
            ("contains-any", json!(["x", "y"])),
            ("icontains-all", json!(["x"])),
            ("regex", json!("^a")),
            ("starts-with", json!("x")),
            ("is-json", json!({"type": "null"})),
            ("word-count", json!({"max": 5})),
        ] {
            let [check] = &of(&json!({"type": kind, "value": value}))[..] else {
                panic!("{kind}: one check")
            };
            let opposite = of(&json!({"type": format!("not-{kind}"), "value": value}));
            let expected = Check::Not(checks::Negation { check: Box::new(check.clone()) });
            assert_eq!(opposite, [expected], "{kind}");
        }
        assert_eq!(of(&json!({"type": "not-is-refusal"})), [Check::NoRefusal]);
        let refusal = Check::Not(checks::Negation { check: Box::new(Check::NoRefusal) });
        assert_eq!(of(&json!({"type": "is-refusal"})), std::slice::from_ref(&refusal));
        assert_eq!(
            of(&of_cell("not-contains: Paris")),
            of(&json!({"type": "not-contains", "value": "Paris"}))
        );
        assert_eq!(of(&of_cell("is-refusal")), [refusal], "in a table");
    }

    #[test]
    fn what_has_no_opposite_here_says_nothing() {
        for (assertion, why) in [
            (json!({"type": "not-contains-all", "value": "a, b"}), "one of several texts"),
            (json!({"type": "not-is-valid-function-call"}), "not valid"),
            (json!({"type": "not-llm-rubric", "value": "x"}), "--judge LANE"),
        ] {
            let [Check::Foreign(foreign)] = &of(&assertion)[..] else { panic!("{assertion}") };
            assert!(foreign.why.contains(why), "{}", foreign.why);
            assert!(foreign.name.starts_with("not-"), "its own name: {}", foreign.name);
        }
    }
}
