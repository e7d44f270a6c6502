//! Writes a request as Cohere's chat, version 2.

use serde_json::{Map, Value, json};

use crate::dialects::cohere::messages::messages;
use crate::dialects::ledger::{Ledger, shown};
use crate::difference;
use crate::request::Request;
use crate::request::payload::Payload;
use crate::request::place::Place;
use crate::request::response_format::ResponseFormat;
use crate::request::tool::{Function, Tool, ToolChoice};
use crate::request::uncarried;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>, ledger: &mut Ledger) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), request.model.clone().into());
    body.insert("messages".into(), messages(request, ledger).into());
    body.insert("stream".into(), true.into());
    if let Some(limit) = terms.limit {
        body.insert("max_tokens".into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        body.insert("temperature".into(), temperature.into());
    }
    payload(request, terms, &mut body, ledger);
    let thinking = match terms.thought {
        ThinkingForm::Unset => return body.into(),
        ThinkingForm::Off => json!({ "type": "disabled" }),
        ThinkingForm::On | ThinkingForm::Word(_) => json!({ "type": "enabled" }),
        ThinkingForm::Budget(tokens) => json!({ "type": "enabled", "token_budget": tokens }),
    };
    body.insert("thinking".into(), thinking);
    body.into()
}

fn payload(
    request: &Request,
    terms: &Terms<'_>,
    body: &mut Map<String, Value>,
    ledger: &mut Ledger,
) {
    // Every field is named, so that a new one does not compile until it is answered for.
    let Payload {
        dialect: _,
        turns: _,
        tools,
        tool_choice,
        parallel_tool_calls,
        response_format,
        stop,
        top_p: _,
        seed,
        prediction,
        headers: _,
        fields: _,
        as_pasted: _,
    } = &*request.payload;
    functions(tools, body, ledger);
    match tool_choice {
        None => {}
        Some(ToolChoice::Auto) => {
            let why = difference::model_decides();
            ledger.left_out(difference::tool_choice(), Some("auto"), why);
        }
        Some(ToolChoice::None) => {
            body.insert("tool_choice".into(), "NONE".into());
        }
        Some(ToolChoice::Required) => {
            body.insert("tool_choice".into(), "REQUIRED".into());
        }
        Some(ToolChoice::Tool(name)) => {
            let what = uncarried::choice_of_one(&shown(name));
            ledger.lacks("tool_choice", what, uncarried::require_any());
        }
    }
    ledger.no_parallel_calls(*parallel_tool_calls);
    match response_format {
        None => {}
        Some(ResponseFormat::Text) => {
            body.insert("response_format".into(), json!({ "type": "text" }));
        }
        Some(ResponseFormat::Json) => {
            body.insert("response_format".into(), json!({ "type": "json_object" }));
        }
        Some(ResponseFormat::Schema(format)) => {
            let schema = ledger.schema_alone(format);
            let format = json!({ "type": "json_object", "json_schema": schema });
            body.insert("response_format".into(), format);
        }
    }
    if !stop.is_empty() {
        body.insert("stop_sequences".into(), stop.clone().into());
    }
    if let Some(top_p) = terms.top_p {
        body.insert("p".into(), top_p.into());
    }
    if let Some(seed) = seed {
        body.insert("seed".into(), (*seed).into());
    }
    ledger.no_prediction(prediction.is_some());
}

fn functions(tools: &[Tool], body: &mut Map<String, Value>, ledger: &mut Ledger) {
    let mut written = Vec::new();
    for tool in tools {
        let tool = match tool {
            Tool::Function(tool) => tool,
            Tool::Own(value) => {
                if ledger.takes_tool(value) {
                    written.push(value.clone());
                }
                continue;
            }
        };
        let Function { name, description, parameters, strict: _, cache, own } = tool;
        let place = Place::Tool(name);
        ledger.no_cache("tools", place, cache.as_ref());
        let mut function = Map::new();
        function.insert("name".into(), name.clone().into());
        if let Some(description) = description {
            function.insert("description".into(), description.clone().into());
        }
        // A schema is required, and this is the one of a function without arguments.
        let empty = || json!({ "type": "object", "properties": {} });
        function.insert("parameters".into(), parameters.clone().unwrap_or_else(empty));
        let mut whole = Map::new();
        whole.insert("type".into(), "function".into());
        whole.insert("function".into(), function.into());
        ledger.own("tools", place, own, &mut whole);
        written.push(whole.into());
    }
    if !written.is_empty() {
        body.insert("tools".into(), written.into());
    }
    let strict = |tool: &Tool| match tool {
        Tool::Function(tool) => tool.strict,
        Tool::Own(_) => None,
    };
    // One setting for all tools.
    let Some(first) = tools.first().and_then(strict) else {
        if tools.iter().any(|tool| strict(tool).is_some()) {
            ledger.lacks("tools", uncarried::mixed_strict(), uncarried::strict_alike());
        }
        return;
    };
    if tools.iter().all(|tool| strict(tool) == Some(first)) {
        body.insert("strict_tools".into(), first.into());
    } else {
        ledger.lacks("tools", uncarried::mixed_strict(), uncarried::strict_alike());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;
    use crate::effort::Effort;

    #[test]
    fn usage_is_not_asked_for_because_the_dialect_has_no_such_field() {
        let mut asked = request(Dialect::Cohere);
        assert_eq!(
            asked.body(None),
            json!({
                "model": "m", "stream": true, "max_tokens": 64, "temperature": 0.5,
                "messages": [
                    { "role": "system", "content": "Be brief." },
                    { "role": "user", "content": "Hi" },
                ],
            }),
            "every field stands where the dialect has it"
        );
        asked.model = "command-a-reasoning-08-2025".into();
        asked.effort = Some(Effort::None);
        assert_eq!(asked.body(None)["thinking"], json!({ "type": "disabled" }), "none is none");
    }
}
