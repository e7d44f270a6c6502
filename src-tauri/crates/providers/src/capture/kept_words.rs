//! Finds what of a captured body its own dialect would write in other words, and tells what is added to it.

use std::sync::Arc;

use measure::Phrase;
use serde_json::{Map, Value};

use crate::capture::fields::Captured;
use crate::capture::notes;
use crate::capture::responses::{ANSWERED, OF_AN_ANSWER, is_refusal};
use crate::catalogue::{KeyNeed, custom};
use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::shown;
use crate::limits::LARGEST_REQUEST;
use crate::request::as_pasted::{AsPasted, OF_A_LANE};
use crate::wire::json_size::Size;

/// What is added to every request so that its answer is streamed, counted and not stored.
const OF_STREAM: [&str; 3] = ["stream", "stream_options", "store"];

/// That of these which a provider may refuse, so that each lane's row says whether it is sent.
const OPTIONS: &str = "stream_options";

/// Keeps what the dialect would write otherwise, as it was pasted, and tells what it adds.
pub(super) fn keep_words(captured: &mut Captured, pasted: &Map<String, Value>) {
    let dialect = captured.dialect;
    let Ok(provider) = custom("pasted", "", dialect, "http://127.0.0.1/v1", KeyNeed::Optional)
    else {
        return;
    };
    let mut request = captured.asked_of(provider, captured.model.clone().unwrap_or_default());
    let is_pasted = |name: &str| pasted.get(name).is_some_and(|value| !value.is_null());
    let of_row = request.terms().fields.into_iter().flat_map(Map::keys);
    let of_row: Vec<String> = of_row.filter(|name| !is_pasted(name)).cloned().collect();
    let bare =
        AsPasted { dialect, effort: captured.effort, fields: Map::new(), without: of_row.clone() };
    Arc::make_mut(&mut request.payload).as_pasted = Some(bare.clone());
    let Value::Object(written) = request.body(None) else { return };
    let is_ones_own = |name: &str| !OF_A_LANE.contains(&name);
    let mut fields = Map::new();
    for (name, value) in pasted {
        let is_kept = is_ones_own(name) && !value.is_null() && is_sent(dialect, name, value);
        if is_kept && !written.get(name).is_some_and(|is| is_same(is, value)) {
            fields.insert(name.clone(), without_marks(dialect, name, value.clone()));
        }
    }
    let added = || written.keys().filter(|name| !is_pasted(name));
    let told: Vec<String> = added()
        .filter(|name| OF_STREAM.contains(&name.as_str()) && name.as_str() != OPTIONS)
        .map(|name| format!("`{name}`"))
        .collect();
    if !told.is_empty() {
        captured.notes.push(notes::added(&told.join(", ")));
    }
    if added().any(|name| name == OPTIONS) {
        captured.notes.push(notes::added_options(OPTIONS));
    }
    let without = added().filter(|name| is_ones_own(name)).cloned().collect();
    let differing_names: Vec<String> = fields.keys().cloned().collect();
    let differing = AsPasted { fields, without, ..bare.clone() };
    let mut kept =
        differing.that_says_the_same(&written).unwrap_or(AsPasted { without: Vec::new(), ..bare });
    // A field of the dialect's own that is not written is refused by its name, and nothing is sent of it.
    let is_refused =
        |name: &str| captured.payload.fields.contains_key(name) && !written.contains_key(name);
    let is_untold = |name: &&String| !kept.fields.contains_key(*name) && !is_refused(name);
    let untold: Vec<Phrase> = differing_names
        .iter()
        .filter(is_untold)
        .map(|name| notes::not_word_for_word(&shown(name)))
        .collect();
    captured.notes.extend(untold);
    // A run whose request is longer than any could not be imported. The longest is left out first.
    let rest = Size::of(&captured.payload);
    let mut sizes: Vec<(usize, String)> =
        kept.fields.iter().map(|(name, value)| (Size::of(value), name.clone())).collect();
    sizes.sort_unstable();
    let mut words: usize = sizes.iter().map(|(size, _)| size).sum();
    while words > LARGEST_REQUEST / 4 || words + rest > LARGEST_REQUEST {
        let Some((size, name)) = sizes.pop() else { break };
        words = words.saturating_sub(size);
        kept.fields.shift_remove(&name);
        captured.notes.push(notes::too_long_for_words(&shown(&name)));
    }
    kept.without.extend(of_row);
    // Models of this dialect think unasked, and lanes ask them to show it unless told otherwise.
    let is_thinking = dialect == Dialect::Anthropic;
    if is_thinking || !kept.fields.is_empty() || !kept.without.is_empty() {
        captured.payload.as_pasted = Some(kept);
    }
}

/// Whether a field has the shape in which it is sent: Google's SDKs take other ones as well.
fn is_sent(dialect: Dialect, name: &str, value: &Value) -> bool {
    if dialect != Dialect::Gemini {
        return true;
    }
    let is_content = |value: &Value| {
        let parts = value.get("parts").and_then(Value::as_array);
        parts.is_some_and(|parts| parts.iter().all(Value::is_object))
    };
    match name {
        "config" => false,
        "contents" => value.as_array().is_some_and(|list| list.iter().all(is_content)),
        "system_instruction" | "systemInstruction" => is_content(value),
        _ => true,
    }
}

/// The input of Responses without what an answered item has and no model reads. A message of the model with more than a text keeps
/// it, because it is no valid item otherwise.
fn without_marks(dialect: Dialect, name: &str, mut value: Value) -> Value {
    if dialect == Dialect::OpenaiResponses && name == "input" {
        let items = value.as_array_mut().into_iter().flatten();
        for item in items.filter_map(Value::as_object_mut) {
            let kind = item.get("type").and_then(Value::as_str).unwrap_or("message");
            if !ANSWERED.contains(&kind) || is_refusal(item) {
                continue;
            }
            let parts = item.get("content").and_then(Value::as_array).map(Vec::as_slice);
            let bare =
                parts.and_then(|parts| if let [only] = parts { bare_text(only) } else { None });
            let has_parts = parts.is_some_and(|parts| !parts.is_empty());
            let is_models = item.get("role").is_some_and(|role| role == "assistant");
            if bare.is_none() && has_parts && is_models {
                continue;
            }
            let is_answered = OF_AN_ANSWER.iter().any(|mark| item.contains_key(*mark));
            // Without its marks, a message of the model is valid only as a plain text.
            if let Some(text) = bare.filter(|_| is_answered) {
                item.insert("content".to_owned(), text);
            }
            for mark in OF_AN_ANSWER {
                item.shift_remove(mark);
            }
        }
    }
    value
}

/// The text of a part of the model's that says nothing else.
fn bare_text(part: &Value) -> Option<Value> {
    let is_empty = |name: &str| part.get(name).is_none_or(|list| *list == Value::Array(Vec::new()));
    let is_bare = part["type"] == "output_text" && is_empty("annotations") && is_empty("logprobs");
    part.get("text").filter(|_| is_bare).cloned()
}

/// Whether two values are the same JSON: `1` and `1.0` are one number.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_there = |(name, value): (&String, &Value)| {
                other.get(name).is_some_and(|other| is_same(value, other))
            };
            one.len() == other.len() && one.iter().all(is_there)
        }
        (one, other) => one == other,
    }
}
