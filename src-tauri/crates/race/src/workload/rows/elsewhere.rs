//! Rows in the shapes of other tools, as rows of our own: samples of `OpenAI` evals, and questions of the Berkeley function calling
//! leaderboard.

use serde_json::{Map, Value, json};

use crate::workload::rows::fault::Fault;

/// Kinds of values that have other names in JSON Schema.
const KINDS: [(&str, &str); 4] =
    [("dict", "object"), ("float", "number"), ("tuple", "array"), ("list", "array")];

/// The fields of a row of our own, from those of a row in one of these shapes; its own fields if it has none of them.
///
/// # Errors
/// What of it cannot be carried.
pub(super) fn own(fields: Map<String, Value>) -> Result<Map<String, Value>, Fault> {
    let has = |name: &str| fields.contains_key(name);
    if has("input") && has("ideal") {
        return of_evals(fields);
    }
    if has("question") && has("function") {
        return of_function_calls(fields);
    }
    Ok(fields)
}

/// A sample of `OpenAI` evals: the answer begins with its ideal one or, of several, with any.
fn of_evals(mut fields: Map<String, Value>) -> Result<Map<String, Value>, Fault> {
    let input = fields.remove("input").unwrap_or_default();
    let asked = if input.is_array() { "messages" } else { "prompt" };
    let ideals = match fields.remove("ideal").unwrap_or_default() {
        Value::Array(all) => all,
        one => vec![one],
    };
    let ideal = |ideal: &Value| ideal.as_str().map(|text| escaped(text.trim()));
    let ideals: Option<Vec<String>> = ideals.iter().map(ideal).collect();
    let ideals = ideals.filter(|all| !all.is_empty());
    let ideals = ideals.ok_or_else(|| Fault::of("ideal", "it is a text, or a list of texts."))?;
    fields.insert(asked.to_owned(), input);
    let pattern = format!(r"^\s*(?:{})", ideals.join("|"));
    fields.insert("check".to_owned(), json!({ "kind": "regex", "pattern": pattern }));
    Ok(fields)
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

/// A question with its functions and, as `ground_truth`, the calls that are right.
fn of_function_calls(mut fields: Map<String, Value>) -> Result<Map<String, Value>, Fault> {
    let question = fields.remove("question").unwrap_or_default();
    let messages = match question {
        Value::String(prompt) => json!([{ "role": "user", "content": prompt }]),
        Value::Array(mut turns) if turns.first().is_some_and(Value::is_array) => {
            if turns.len() > 1 {
                return Err(Fault::of(
                    "question",
                    "it has several turns, each with its answer, and a row asks once. Leave it out.",
                ));
            }
            turns.pop().unwrap_or_default()
        }
        messages => messages,
    };
    let functions = match fields.remove("function").unwrap_or_default() {
        Value::Array(all) => all,
        one => vec![one],
    };
    let tool = |mut function: Value| {
        if let Some(parameters) = function.get_mut("parameters") {
            renamed(parameters);
        }
        json!({ "type": "function", "function": function })
    };
    fields.insert("messages".to_owned(), messages);
    fields.insert("tools".to_owned(), functions.into_iter().map(tool).collect());
    let mut checks = vec![json!("tool-call-valid")];
    if let Some(truth) = fields.remove("ground_truth") {
        let calls = calls_of(&truth).map_err(|why| Fault::of("ground_truth", &why))?;
        checks.push(json!({ "kind": "tool_call_equals", "calls": calls, "any_order": true }));
    }
    fields.insert("checks".to_owned(), checks.into());
    Ok(fields)
}

/// Gives the kinds of values their names of JSON Schema.
fn renamed(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(kind)) = fields.get_mut("type")
                && let Some((_, name)) = KINDS.iter().find(|(other, _)| other == kind)
            {
                (*name).clone_into(kind);
            }
            if fields.get("type").is_some_and(|kind| kind == "any") {
                fields.remove("type");
            }
            fields.values_mut().for_each(renamed);
        }
        Value::Array(all) => all.iter_mut().for_each(renamed),
        _ => {}
    }
}

/// The calls that are right, each argument with the one value that it may have.
fn calls_of(truth: &Value) -> Result<Vec<Value>, String> {
    let calls = truth.as_array().ok_or("it is a list of calls.")?;
    let call = |call: &Value| {
        let named = call.as_object().filter(|call| call.len() == 1);
        let (name, arguments) = named.and_then(|call| call.iter().next()).ok_or(
            "each call is an object with the function's name, such as {\"f\": {\"x\": [1]}}.",
        )?;
        let mut found = Map::new();
        for (argument, allowed) in arguments.as_object().into_iter().flatten() {
            let [only] = allowed.as_array().map_or(&[][..], Vec::as_slice) else {
                return Err(format!(
                    "`{argument}` of `{name}` may have several values or be left out, and a check of calls knows one. Leave one value."
                ));
            };
            found.insert(argument.clone(), only.clone());
        }
        Ok(json!({ "name": name, "arguments": found }))
    };
    calls.iter().map(call).collect()
}
