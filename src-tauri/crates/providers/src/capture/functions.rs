//! Functions of OpenAI Chat Completions from before it had tools: `functions`, `function_call`, and turns of the role `function`. They
//! say what tools say, and are put where a body of today has those.

use std::collections::BTreeMap;

use measure::Phrase;
use serde_json::{Map, Value, json};

use crate::capture::fields::Fields;
use crate::capture::notes;

/// Puts functions, the choice of one, calls and their results where a body of today has them. What has another shape than these stays
/// as it is. A note tells it, because lanes of other APIs are sent tools.
pub(super) fn as_tools(fields: &mut Fields, told: &mut Vec<Phrase>) {
    let mut is_read = false;
    if !fields.0.contains_key("tools")
        && let Some(functions) = fields.take("functions", definitions)
    {
        fields.0.insert("tools".to_owned(), functions.into());
        is_read = true;
    }
    if !fields.0.contains_key("tool_choice")
        && let Some(choice) = fields.take("function_call", choice)
    {
        fields.0.insert("tool_choice".to_owned(), choice);
        is_read = true;
    }
    let mut calls = Calls::default();
    let messages = fields.0.get_mut("messages").and_then(Value::as_array_mut).into_iter().flatten();
    for message in messages.filter_map(Value::as_object_mut) {
        is_read |= calls.read(message);
    }
    if is_read {
        told.push(notes::functions());
    }
}

/// The tools that these functions are, if each has a name.
fn definitions(functions: &Value) -> Option<Vec<Value>> {
    let tool = |function: &Value| {
        function.get("name")?.as_str()?;
        Some(json!({ "type": "function", "function": function }))
    };
    functions.as_array()?.iter().map(tool).collect()
}

fn choice(asked: &Value) -> Option<Value> {
    match asked {
        Value::String(word) => matches!(word.as_str(), "auto" | "none").then(|| asked.clone()),
        Value::Object(one) if one.len() == 1 => {
            let name = one.get("name")?.as_str()?;
            Some(json!({ "type": "function", "function": { "name": name } }))
        }
        _ => None,
    }
}

/// The calls of a conversation, which had no ids: a function's result follows its call.
#[derive(Default)]
struct Calls {
    made: usize,
    /// The ids of the last calls, by the names of their functions.
    last: BTreeMap<String, String>,
}

impl Calls {
    /// Reads a turn; whether there was a function in it.
    fn read(&mut self, message: &mut Map<String, Value>) -> bool {
        let is_call = |call: &Value| {
            let call = call.as_object().filter(|call| call.len() == 2);
            call.is_some_and(|call| {
                ["name", "arguments"]
                    .iter()
                    .all(|name| call.get(*name).is_some_and(Value::is_string))
            })
        };
        let role = message.get("role").and_then(Value::as_str).unwrap_or_default();
        if role == "assistant"
            && message.get("tool_calls").is_none_or(Value::is_null)
            && message.get("function_call").is_some_and(is_call)
        {
            let function = message.shift_remove("function_call").unwrap_or_default();
            self.made += 1;
            let id = format!("function_call_{}", self.made);
            if let Some(name) = function.get("name").and_then(Value::as_str) {
                self.last.insert(name.to_owned(), id.clone());
            }
            let call = json!({ "id": id, "type": "function", "function": function });
            message.insert("tool_calls".to_owned(), json!([call]));
            return true;
        }
        if role == "function"
            && let Some(name) = message.get("name").and_then(Value::as_str)
        {
            let id = self.last.get(name).cloned().unwrap_or_else(|| format!("call_of_{name}"));
            message.insert("role".to_owned(), "tool".into());
            message.insert("tool_call_id".to_owned(), id.into());
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::capture::fields::Captured;
    use crate::capture::read_capture;
    use crate::capture::tests::asked;
    use crate::dialects::dialect::Dialect;

    fn read(body: &Value) -> Captured {
        read_capture(&body.to_string(), None).unwrap_or_else(|error| panic!("{error}: {body}")).0
    }

    fn of_old() -> Value {
        json!({
            "model": "gpt-4-0613", "function_call": { "name": "weather" },
            "functions": [{ "name": "weather", "description": "Reads", "parameters": { "type": "object" } }],
            "messages": [
                { "role": "user", "content": "Bern?" },
                { "role": "assistant", "content": null, "function_call": { "name": "weather", "arguments": "{ \"in\": 1}" } },
                { "role": "function", "name": "weather", "content": "Rain." },
                { "role": "assistant", "content": "", "function_call": { "name": "weather", "arguments": "{}" } },
                { "role": "function", "name": "weather", "content": "Sun." },
            ],
        })
    }

    #[test]
    fn functions_of_old_are_sent_word_for_word_to_their_own_api_and_as_tools_elsewhere() {
        let body = of_old();
        let captured = read(&body);
        let chat = asked(&captured, Dialect::OpenaiChat);
        assert_eq!(chat.refusals(), [], "it was taken there");
        let sent = chat.body(None);
        for name in ["functions", "function_call", "messages"] {
            assert_eq!(sent[name], body[name], "{name} as it was pasted");
        }
        assert!(sent.get("tools").is_none() && sent.get("tool_choice").is_none(), "once: {sent}");
        assert!(
            captured.notes.iter().any(|note| note.to_string().contains("`function_call`")),
            "and it is told"
        );

        let anthropic = asked(&captured, Dialect::Anthropic);
        assert_eq!(anthropic.refusals(), [], "nothing in it is of one API alone");
        let sent = anthropic.body(None);
        assert_eq!(sent["tools"][0]["name"], "weather");
        assert_eq!(sent["tool_choice"], json!({ "type": "tool", "name": "weather" }));
        let at = |place: &str| sent.pointer(place).cloned().expect("an id");
        let (first, second) = (at("/messages/1/content/0/id"), at("/messages/3/content/0/id"));
        assert_eq!(at("/messages/2/content/0/tool_use_id"), first, "each result is of its call");
        assert_eq!(at("/messages/4/content/0/tool_use_id"), second, "which are two: {sent}");
        assert_ne!(first, second);
    }

    #[test]
    fn an_edited_turn_of_a_conversation_with_functions_of_old_is_sent_with_tools() {
        let mut captured = read(&of_old());
        captured.payload.turns[0].parts[0] = crate::request::turn::Part::text("Basel?");
        let sent = asked(&captured, Dialect::OpenaiChat).body(None);
        assert_eq!(sent["messages"][0]["content"], "Basel?");
        assert_eq!(sent["tools"][0]["function"]["name"], "weather", "{sent}");
        assert!(sent.get("functions").is_none(), "one of the two: {sent}");
    }

    #[test]
    fn what_is_no_function_of_old_stays_as_it_is() {
        let turn = json!([{ "role": "user", "content": "Hi" }]);
        for body in [
            json!({ "model": "m", "messages": turn, "functions": [7] }),
            json!({ "model": "m", "messages": turn, "function_call": { "name": "f", "more": 1 } }),
            json!({ "model": "m", "messages": turn, "tools": [], "functions": [{ "name": "f" }] }),
        ] {
            let captured = read(&body);
            let sent = asked(&captured, Dialect::OpenaiChat).body(None);
            for name in ["functions", "function_call"] {
                assert_eq!(sent.get(name), body.get(name), "{body}");
            }
            assert!(!asked(&captured, Dialect::Cohere).refusals().is_empty(), "{body}");
        }
    }
}
