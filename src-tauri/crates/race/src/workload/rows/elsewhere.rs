//! Rows in the shapes of other tools, as rows of our own: samples of `OpenAI` evals here, and questions of the Berkeley function calling
//! leaderboard.

use measure::Phrase;
use serde_json::{Map, Value, json};

use crate::workload::rows::fault::Fault;
use crate::workload::rows::{leaderboard, why, wording};

/// Who speaks in the examples of a chat of evals, by the names of its system messages.
const EXAMPLES: [(&str, &str); 2] = [("example_user", "user"), ("example_assistant", "assistant")];

/// The fields of a row of our own, from those of a row in one of these shapes, and what is told of it; its own fields if it has none of
/// them.
///
/// # Errors
/// What of it cannot be carried.
pub(super) fn own(fields: Map<String, Value>) -> Result<(Map<String, Value>, Vec<Phrase>), Fault> {
    let has = |name: &str| fields.contains_key(name);
    if has("input") && !has("prompt") && !has("messages") {
        return Ok((of_evals(fields)?, vec![wording::begins_with_ideal()]));
    }
    if leaderboard::is_one(&fields) {
        return leaderboard::own(fields);
    }
    Ok((fields, Vec::new()))
}

/// A sample of `OpenAI` evals: the answer begins with its ideal one or, of several, with any.
fn of_evals(mut fields: Map<String, Value>) -> Result<Map<String, Value>, Fault> {
    if fields.contains_key("check") || fields.contains_key("checks") {
        // Whoever gives a check of their own knows better which class judges it.
        fields.remove("ideal");
    } else {
        let check = begins_with(fields.remove("ideal"))?;
        fields.insert("check".to_owned(), check);
    }
    let mut input = fields.remove("input").unwrap_or_default();
    let asked = if input.is_array() { "messages" } else { "prompt" };
    input.as_array_mut().into_iter().flatten().for_each(example);
    fields.insert(asked.to_owned(), input);
    Ok(fields)
}

/// The check that an answer begins with an ideal one.
fn begins_with(ideal: Option<Value>) -> Result<Value, Fault> {
    let ideals = match ideal {
        None => {
            return Err(Fault::of("input", why::no_ideal()));
        }
        Some(Value::Array(all)) => all,
        Some(one) => vec![one],
    };
    let ideal = |ideal: &Value| ideal.as_str().map(|text| escaped(text.trim()));
    let ideals: Option<Vec<String>> = ideals.iter().map(ideal).collect();
    let ideals = ideals.filter(|all| !all.is_empty());
    let ideals = ideals.ok_or_else(|| Fault::of("ideal", why::ideal_is_text()))?;
    let pattern = format!(r"^\s*(?:{})", ideals.join("|"));
    Ok(json!({ "kind": "regex", "pattern": pattern }))
}

/// Makes a turn of an example in a chat of evals, which is a system message with a name of who would say it.
fn example(message: &mut Value) {
    let Some(fields) = message.as_object_mut() else { return };
    let is_system = fields.get("role").is_some_and(|role| role == "system");
    let name = fields.get("name").and_then(Value::as_str).unwrap_or_default();
    if let Some((_, role)) = EXAMPLES.iter().find(|(of, _)| is_system && *of == name) {
        fields.insert("role".to_owned(), (*role).into());
        fields.remove("name");
    }
}

/// A pattern of exactly this text.
pub(super) fn escaped(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() && !matches!(character, '<' | '>') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}
