//! Writes a request as Messages.

use serde_json::{Map, Value, json};

use crate::dialects::anthropic::messages::{conversation, mark};
use crate::dialects::ledger::Ledger;
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
    if let Some(limit) = terms.limit {
        body.insert("max_tokens".into(), limit.into());
    }
    let (system, messages) = conversation(request, ledger);
    if let Some(system) = system {
        body.insert("system".into(), system);
    }
    body.insert("messages".into(), messages.into());
    body.insert("stream".into(), true.into());
    if let Some(temperature) = terms.temperature {
        body.insert("temperature".into(), temperature.into());
    }
    match terms.thought {
        ThinkingForm::Unset => {}
        ThinkingForm::Off => {
            body.insert("thinking".into(), json!({ "type": "disabled" }));
        }
        ThinkingForm::On => {
            body.insert("thinking".into(), json!({ "type": "enabled" }));
        }
        ThinkingForm::Budget(tokens) => {
            let thinking = json!({ "type": "enabled", "budget_tokens": tokens });
            body.insert("thinking".into(), thinking);
        }
        ThinkingForm::Word(effort) => {
            body.insert("output_config".into(), json!({ "effort": effort.word() }));
        }
    }
    payload(request, terms, &mut body, ledger);
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
    let tools: Vec<Value> = tools.iter().filter_map(|asked| tool(asked, ledger)).collect();
    if !tools.is_empty() {
        body.insert("tools".into(), tools.into());
    }
    if let Some(choice) = choice(tool_choice.as_ref(), *parallel_tool_calls, ledger) {
        body.insert("tool_choice".into(), choice);
    }
    match response_format {
        None => {}
        Some(ResponseFormat::Text) => {
            let why = difference::text_unasked();
            ledger.left_out(difference::response_format(), Some("text"), why);
        }
        Some(ResponseFormat::Json) => {
            let instead = uncarried::give_schema();
            ledger.lacks("response_format", uncarried::json_alone(), instead);
        }
        Some(ResponseFormat::Schema(format)) => {
            let schema = ledger.schema_alone(format);
            let config = body.entry("output_config").or_insert_with(|| json!({}));
            if let Some(config) = config.as_object_mut() {
                config.insert("format".into(), json!({ "type": "json_schema", "schema": schema }));
            }
        }
    }
    if !stop.is_empty() {
        body.insert("stop_sequences".into(), stop.clone().into());
    }
    if let Some(top_p) = terms.top_p {
        body.insert("top_p".into(), top_p.into());
    }
    if seed.is_some() {
        ledger.lacks("seed", uncarried::seed(), uncarried::remove_it());
    }
    ledger.no_prediction(prediction.is_some());
}

fn tool(tool: &Tool, ledger: &mut Ledger) -> Option<Value> {
    let tool = match tool {
        Tool::Function(tool) => tool,
        Tool::Own(value) => {
            return ledger.takes_tool(value).then(|| value.clone());
        }
    };
    let Function { name, description, parameters, strict, cache, own } = tool;
    let mut written = Map::new();
    written.insert("name".into(), name.clone().into());
    if let Some(description) = description {
        written.insert("description".into(), description.clone().into());
    }
    // A schema is required, and this is the one of a function without arguments.
    let empty = || json!({ "type": "object", "properties": {} });
    written.insert("input_schema".into(), parameters.clone().unwrap_or_else(empty));
    if let Some(strict) = strict {
        written.insert("strict".into(), (*strict).into());
    }
    let place = Place::Tool(name);
    mark(cache.as_ref(), "tools", place, &mut written, ledger);
    ledger.own("tools", place, own, &mut written);
    Some(written.into())
}

fn choice(
    asked: Option<&ToolChoice>,
    parallel: Option<bool>,
    ledger: &mut Ledger,
) -> Option<Value> {
    let mut choice = match asked {
        None if parallel.is_none() => return None,
        None | Some(ToolChoice::Auto) => json!({ "type": "auto" }),
        Some(ToolChoice::Required) => json!({ "type": "any" }),
        Some(ToolChoice::Tool(name)) => json!({ "type": "tool", "name": name }),
        Some(ToolChoice::None) => {
            if parallel.is_some() {
                let why = difference::no_tool_called();
                ledger.left_out(difference::parallel_calls(), None, why);
            }
            return Some(json!({ "type": "none" }));
        }
    };
    if let (Some(parallel), Some(choice)) = (parallel, choice.as_object_mut()) {
        choice.insert("disable_parallel_tool_use".into(), (!parallel).into());
    }
    Some(choice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;
    use crate::effort::Effort;

    #[test]
    fn a_limit_is_always_set_because_the_dialect_wants_one() {
        let mut asked = request(Dialect::Anthropic);
        assert_eq!(
            asked.body(None),
            json!({
                "model": "m", "max_tokens": 64, "system": "Be brief.",
                "messages": [{ "role": "user", "content": "Hi" }], "stream": true, "temperature": 0.5,
            }),
            "every field stands where the dialect has it"
        );
        asked.max_tokens = None;
        assert_eq!(asked.body(None)["max_tokens"], 4_096, "without one it would be refused");
        assert!(!asked.adjustments().is_empty(), "and what was not asked for is said");
    }

    #[test]
    fn thinking_by_a_budget_does_not_eat_the_answer() {
        for (effort, limit) in [(Effort::Low, 256), (Effort::High, 8_000), (Effort::Max, 1)] {
            let asked = Request {
                model: "claude-sonnet-4-5".into(),
                effort: Some(effort),
                max_tokens: Some(limit),
                ..request(Dialect::Anthropic)
            };
            let body = asked.body(None);
            let budget = body["thinking"]["budget_tokens"].as_u64().expect("a budget");
            let most = body["max_tokens"].as_u64().expect("a limit");
            assert!(budget >= 1_024, "{budget}: the dialect takes no smaller one");
            assert_eq!(most - budget, u64::from(limit), "what was asked for is left to the answer");
            let said = asked.adjustments();
            let fields: Vec<_> = said.iter().map(|said| said.field.as_str()).collect();
            assert_eq!(fields, ["effort", "temperature", "max tokens"], "and all of it is said");
        }
    }
}
