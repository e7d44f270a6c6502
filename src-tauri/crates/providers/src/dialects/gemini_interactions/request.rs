//! Writes a request as an interaction.

use serde_json::{Map, Value, json};

use crate::dialects::gemini_interactions::steps::input;
use crate::dialects::ledger::Ledger;
use crate::difference;
use crate::effort::Effort;
use crate::request::Request;
use crate::request::payload::Payload;
use crate::request::place::Place;
use crate::request::response_format::ResponseFormat;
use crate::request::tool::{Function, Tool, ToolChoice};
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>, ledger: &mut Ledger) -> Value {
    let mut body = Map::new();
    let model = request.model.strip_prefix("models/").unwrap_or(&request.model);
    body.insert("model".into(), model.into());
    let (instruction, input) = input(request, ledger);
    if let Some(instruction) = instruction {
        body.insert("system_instruction".into(), instruction.into());
    }
    body.insert("input".into(), input);
    body.insert("stream".into(), true.into());
    // The service stores every interaction unless asked not to.
    body.insert("store".into(), false.into());
    let mut config = Map::new();
    if let Some(limit) = terms.limit {
        config.insert("max_output_tokens".into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        config.insert("temperature".into(), temperature.into());
    }
    let level = match terms.thought {
        ThinkingForm::Unset | ThinkingForm::On | ThinkingForm::Budget(_) => None,
        ThinkingForm::Off => Some(Effort::Minimal),
        ThinkingForm::Word(effort) => Some(effort),
    };
    if let Some(level) = level {
        config.insert("thinking_level".into(), level.word().into());
        // Without a summary, reasoning is a silent wait.
        config.insert("thinking_summaries".into(), "auto".into());
    }
    payload(request, terms, &mut body, &mut config, ledger);
    if !config.is_empty() {
        body.insert("generation_config".into(), config.into());
    }
    body.into()
}

fn payload(
    request: &Request,
    terms: &Terms<'_>,
    body: &mut Map<String, Value>,
    config: &mut Map<String, Value>,
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
    if let Some(choice) = tool_choice {
        let choice = match choice {
            ToolChoice::Auto => "auto".into(),
            ToolChoice::None => "none".into(),
            ToolChoice::Required => "any".into(),
            ToolChoice::Tool(name) => {
                json!({ "allowed_tools": { "mode": "any", "tools": [name] } })
            }
        };
        config.insert("tool_choice".into(), choice);
    }
    ledger.no_parallel_calls(*parallel_tool_calls);
    match response_format {
        None => {}
        Some(ResponseFormat::Text) => {
            let format = json!({ "type": "text", "mime_type": "text/plain" });
            body.insert("response_format".into(), format);
        }
        Some(ResponseFormat::Json) => {
            let format = json!({ "type": "text", "mime_type": "application/json" });
            body.insert("response_format".into(), format);
        }
        Some(ResponseFormat::Schema(format)) => {
            let schema = ledger.schema_alone(format);
            let format =
                json!({ "type": "text", "mime_type": "application/json", "schema": schema });
            body.insert("response_format".into(), format);
        }
    }
    if !stop.is_empty() {
        config.insert("stop_sequences".into(), stop.clone().into());
    }
    if let Some(top_p) = terms.top_p {
        config.insert("top_p".into(), top_p.into());
    }
    if let Some(seed) = seed {
        config.insert("seed".into(), (*seed).into());
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
    ledger.no_cache("tools", Place::Tool(name), cache.as_ref());
    if let Some(strict) = strict {
        let why = difference::no_strict();
        ledger.left_out(difference::strict_tools(), Some(&strict.to_string()), why);
    }
    let mut function = Map::new();
    function.insert("type".into(), "function".into());
    function.insert("name".into(), name.clone().into());
    if let Some(description) = description {
        function.insert("description".into(), description.clone().into());
    }
    if let Some(parameters) = parameters {
        function.insert("parameters".into(), parameters.clone());
    }
    ledger.own("tools", Place::Tool(name), own, &mut function);
    Some(function.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;

    #[test]
    fn an_interaction_is_asked_for_without_being_kept() {
        let asked = request(Dialect::GeminiInteractions);
        assert_eq!(
            asked.body(None),
            json!({
                "model": "m", "system_instruction": "Be brief.", "input": "Hi", "stream": true, "store": false,
                "generation_config": { "max_output_tokens": 64, "temperature": 0.5 },
            }),
            "every field stands where the SDK has it, and nothing is stored"
        );
        let named = Request { model: "models/gemini-3.8-flash".into(), ..asked.clone() };
        assert_eq!(named.body(None)["model"], "gemini-3.8-flash", "under either of its names");
        let thinking = Request { effort: Some(Effort::Low), ..asked };
        let config = &thinking.body(None)["generation_config"];
        assert_eq!(
            (&config["thinking_level"], &config["thinking_summaries"]),
            (&json!("low"), &json!("auto")),
            "what is thought is shown as far as the service shows it"
        );
    }

    #[test]
    fn a_request_with_nothing_set_has_no_settings() {
        let mut asked = request(Dialect::GeminiInteractions);
        (asked.max_tokens, asked.temperature, asked.system) = (None, None, None);
        assert_eq!(
            asked.body(None),
            json!({ "model": "m", "input": "Hi", "stream": true, "store": false }),
            "the provider's own defaults are left alone"
        );
    }
}
