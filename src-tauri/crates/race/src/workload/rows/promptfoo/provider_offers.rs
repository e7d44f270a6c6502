//! What the providers of a configuration offer beside the prompt: tools, and the form of the answer. Each writes them as its own API has
//! them. Whom they ask is not read, because lanes are named elsewhere.

use std::collections::BTreeSet;

use measure::Phrase;
use providers::{Dialect, Tool, ToolChoice, read_capture_anew};
use serde_json::{Map, Value, json};

use crate::workload::rows::asked::CHAT_FIELDS;
use crate::workload::rows::promptfoo::missing_file::unread;
use crate::workload::rows::promptfoo::refused;
use crate::workload::rows::{why, wording};

/// The most settings of providers that are named as not read.
const MOST_NAMES: usize = 8;

/// What the providers offer.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Offered {
    /// As fields of OpenAI Chat Completions.
    pub(super) fields: Map<String, Value>,
    /// What of them is not read.
    pub(super) notes: Vec<Phrase>,
}

/// What its providers offer.
///
/// # Errors
/// That they differ, or which file was not read.
pub(super) fn offered(document: &Value) -> Result<Offered, Phrase> {
    let mut found: Option<Map<String, Value>> = None;
    let mut others = BTreeSet::new();
    let all = ["providers", "targets"].iter().filter_map(|name| document.get(name)?.as_array());
    for provider in all.flatten() {
        let mut own = Map::new();
        for (name, value) in settings_of(provider) {
            if CHAT_FIELDS.contains(&name.as_str()) {
                own.insert(name.clone(), value.clone());
            } else {
                others.insert(name.as_str());
            }
        }
        let is_file = |value: &&Value| value.as_str().is_some_and(|s| s.starts_with("file://"));
        if let Some(Value::String(file)) = own.values().find(is_file) {
            return Err(unread(file));
        }
        as_chat_has_them(&mut own)?;
        if found.as_ref().is_some_and(|known| *known != own) {
            return Err(refused::providers_differ(&CHAT_FIELDS.join(", ")));
        }
        found = Some(own);
    }
    let notes = if others.is_empty() { Vec::new() } else { vec![not_read(&others)] };
    Ok(Offered { fields: found.unwrap_or_default(), notes })
}

fn not_read(names: &BTreeSet<&str>) -> Phrase {
    let shown =
        |name: &&str| -> String { name.chars().filter(|one| !one.is_control()).take(40).collect() };
    let mut all: Vec<String> =
        names.iter().take(MOST_NAMES).map(|name| format!("`{}`", shown(name))).collect();
    if names.len() > MOST_NAMES {
        all.push("…".to_owned());
    }
    wording::providers_unread(&all.join(", "))
}

/// The settings of a provider: in its `config`, which stands below its name where it is written so.
fn settings_of(provider: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let named = || {
        let only = provider.as_object().filter(|fields| fields.len() == 1)?;
        only.values().next()?.get("config")
    };
    let config = provider.get("config").or_else(named).and_then(Value::as_object);
    config.into_iter().flatten()
}

/// Puts functions where OpenAI Chat Completions has them, if they stand as Anthropic's, Google's or Bedrock's API has them.
///
/// # Errors
/// What is wrong with them.
fn as_chat_has_them(own: &mut Map<String, Value>) -> Result<(), Phrase> {
    let Some(Value::Array(tools)) = own.get("tools") else { return Ok(()) };
    let has = |name: &str| tools.iter().any(|tool| tool.get(name).is_some());
    let choice = own.get("tool_choice");
    let (dialect, mut body) = if has("input_schema") {
        let body = json!({ "model": "any", "max_tokens": 1, "messages": [{ "role": "user", "content": "." }], "tools": tools });
        (Dialect::Anthropic, body)
    } else if has("toolSpec") {
        let tools: Vec<Value> = tools.iter().map(of_bedrock).collect();
        let body = json!({ "model": "any", "max_tokens": 1, "messages": [{ "role": "user", "content": "." }], "tools": tools });
        (Dialect::Anthropic, body)
    } else if has("functionDeclarations") || has("function_declarations") {
        let body =
            json!({ "contents": [{ "role": "user", "parts": [{ "text": "." }] }], "tools": tools });
        (Dialect::Gemini, body)
    } else {
        return Ok(());
    };
    let is_theirs = dialect == Dialect::Anthropic
        && choice.is_some_and(|choice| choice.get("type").is_some_and(|kind| kind != "function"));
    if let (true, Some(fields), Some(choice)) = (is_theirs, body.as_object_mut(), choice) {
        fields.insert("tool_choice".to_owned(), choice.clone());
    }
    let read = read_capture_anew(&body.to_string(), Some(dialect));
    let payload = read.map_err(|error| why::of_field("tools", error.phrase()))?.0.payload;
    let tools = payload.tools.into_iter().map(|tool| match tool {
        Tool::Function(function) => {
            let function = serde_json::to_value(function).unwrap_or_default();
            json!({ "type": "function", "function": function })
        }
        Tool::Own(own) => own,
    });
    own.insert("tools".to_owned(), tools.collect());
    if is_theirs {
        own.insert("tool_choice".to_owned(), payload.tool_choice.map_or(Value::Null, in_chat));
    }
    Ok(())
}

/// A tool as Bedrock's Converse has it, as Anthropic's API has one.
fn of_bedrock(tool: &Value) -> Value {
    let Some(spec) = tool.get("toolSpec") else { return tool.clone() };
    let schema = spec.pointer("/inputSchema/json").cloned().unwrap_or_else(|| json!({}));
    let mut made = json!({ "name": spec.get("name"), "input_schema": schema });
    if let (Some(text), Some(fields)) = (spec.get("description"), made.as_object_mut()) {
        fields.insert("description".to_owned(), text.clone());
    }
    made
}

fn in_chat(choice: ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Required => "required".into(),
        ToolChoice::Tool(name) => json!({ "type": "function", "function": { "name": name } }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(config: &Value) -> Offered {
        let document = json!({ "providers": ["openai:x", { "id": "y", "config": config }] });
        offered(&json!({ "providers": [document["providers"][1]] })).expect("they can be read")
    }

    #[test]
    fn a_function_is_the_same_in_whatever_words_its_provider_has_it() {
        let schema = json!({ "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] });
        let google = json!({ "type": "OBJECT", "properties": { "city": { "type": "STRING" } }, "required": ["city"] });
        let forms = [
            json!([{ "type": "function", "function": { "name": "weather", "description": "d", "parameters": schema } }]),
            json!([{ "name": "weather", "description": "d", "input_schema": schema }]),
            json!([{ "toolSpec": { "name": "weather", "description": "d", "inputSchema": { "json": schema } } }]),
            json!([{ "functionDeclarations": [{ "name": "weather", "description": "d", "parameters": google }] }]),
            json!([{ "function_declarations": [{ "name": "weather", "description": "d", "parameters": google }] }]),
        ];
        for form in &forms {
            assert_eq!(of(&json!({ "tools": form })).fields["tools"], forms[0], "{form}");
        }
        let all: Vec<Value> =
            forms.iter().map(|form| json!({ "id": "x", "config": { "tools": form } })).collect();
        let same = offered(&json!({ "providers": all })).expect("they offer the same");
        assert_eq!(same.fields["tools"], forms[0]);
        let below =
            json!({ "providers": [{ "anthropic:x": { "config": { "tools": forms[1] } } }] });
        assert_eq!(offered(&below).expect("below its name").fields["tools"], forms[0]);
    }

    #[test]
    fn the_choice_of_a_tool_is_asked_for_in_the_words_of_the_lanes() {
        let tools = json!([{ "name": "weather", "input_schema": { "type": "object" } }]);
        for (choice, expected) in [
            (json!({ "type": "any" }), json!("required")),
            (json!({ "type": "auto" }), json!("auto")),
            (
                json!({ "type": "tool", "name": "weather" }),
                json!({ "type": "function", "function": { "name": "weather" } }),
            ),
        ] {
            let found = of(&json!({ "tools": tools, "tool_choice": choice }));
            assert_eq!(found.fields["tool_choice"], expected, "{choice}");
        }
    }

    #[test]
    fn settings_that_are_not_read_are_named() {
        let found = of(
            &json!({ "temperature": 0, "max_tokens": 5, "response_format": { "type": "json_object" } }),
        );
        let [note] = &found.notes[..] else { panic!("one note: {found:?}") };
        assert!(note.to_string().contains("Not read: `max_tokens`, `temperature`."), "{note}");
        assert_eq!(of(&json!({})).notes, [], "nothing to name");
        let many: Map<String, Value> = (0..20).map(|at| (format!("s{at:02}"), at.into())).collect();
        let told = of(&many.into()).notes[0].to_string();
        assert!(told.contains("`s07`, …") && !told.contains("s08"), "{told}");
    }
}
