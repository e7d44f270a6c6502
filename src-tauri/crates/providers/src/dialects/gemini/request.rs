//! Writes a request as `streamGenerateContent`.

use serde_json::{Map, Value, json};

use crate::dialects::gemini::contents::conversation;
use crate::dialects::ledger::Ledger;
use crate::difference;
use crate::request::Request;
use crate::request::payload::Payload;
use crate::request::place::Place;
use crate::request::response_format::ResponseFormat;
use crate::request::tool::{Function, Tool, ToolChoice};
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>, ledger: &mut Ledger) -> Value {
    let mut body = Map::new();
    let (system, contents) = conversation(request, ledger);
    if let Some(system) = system {
        body.insert("systemInstruction".into(), system);
    }
    body.insert("contents".into(), contents.into());
    let mut config = Map::new();
    if let Some(limit) = terms.limit {
        config.insert("maxOutputTokens".into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        config.insert("temperature".into(), temperature.into());
    }
    let thinking = match terms.thought {
        ThinkingForm::Unset => None,
        ThinkingForm::Off => Some(json!({ "thinkingBudget": 0 })),
        ThinkingForm::On => Some(json!({ "includeThoughts": true })),
        ThinkingForm::Budget(tokens) => {
            Some(json!({ "thinkingBudget": tokens, "includeThoughts": true }))
        }
        ThinkingForm::Word(effort) => {
            Some(json!({ "thinkingLevel": effort.word(), "includeThoughts": true }))
        }
    };
    if let Some(thinking) = thinking {
        config.insert("thinkingConfig".into(), thinking);
    }
    payload(request, terms, &mut body, &mut config, ledger);
    if !config.is_empty() {
        body.insert("generationConfig".into(), config.into());
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
    let tools = self::tools(tools, ledger);
    if !tools.is_empty() {
        body.insert("tools".into(), tools.into());
    }
    if let Some(choice) = tool_choice {
        let calling = match choice {
            ToolChoice::Auto => json!({ "mode": "AUTO" }),
            ToolChoice::None => json!({ "mode": "NONE" }),
            ToolChoice::Required => json!({ "mode": "ANY" }),
            ToolChoice::Tool(name) => json!({ "mode": "ANY", "allowedFunctionNames": [name] }),
        };
        body.insert("toolConfig".into(), json!({ "functionCallingConfig": calling }));
    }
    ledger.no_parallel_calls(*parallel_tool_calls);
    match response_format {
        None => {}
        Some(ResponseFormat::Text) => {
            config.insert("responseMimeType".into(), "text/plain".into());
        }
        Some(ResponseFormat::Json) => {
            config.insert("responseMimeType".into(), "application/json".into());
        }
        Some(ResponseFormat::Schema(format)) => {
            let schema = ledger.schema_alone(format);
            config.insert("responseMimeType".into(), "application/json".into());
            config.insert("responseJsonSchema".into(), schema.into_owned());
        }
    }
    if !stop.is_empty() {
        config.insert("stopSequences".into(), stop.clone().into());
    }
    if let Some(top_p) = terms.top_p {
        config.insert("topP".into(), top_p.into());
    }
    if let Some(seed) = seed {
        config.insert("seed".into(), (*seed).into());
    }
    ledger.no_prediction(prediction.is_some());
}

/// The tools in their order; functions that follow one another stand in one.
fn tools(tools: &[Tool], ledger: &mut Ledger) -> Vec<Value> {
    let is_function = |tool: &Tool| matches!(tool, Tool::Function(_));
    let mut written = Vec::new();
    for tools in tools.chunk_by(|one, next| is_function(one) && is_function(next)) {
        let mut functions = Vec::new();
        for tool in tools {
            match tool {
                Tool::Function(tool) => functions.push(function(tool, ledger)),
                Tool::Own(value) if ledger.takes_tool(value) => written.push(value.clone()),
                Tool::Own(_) => {}
            }
        }
        if !functions.is_empty() {
            written.push(json!({ "functionDeclarations": functions }));
        }
    }
    written
}

fn function(tool: &Function, ledger: &mut Ledger) -> Value {
    let Function { name, description, parameters, strict, cache, own } = tool;
    ledger.no_cache("tools", Place::Tool(name), cache.as_ref());
    if let Some(strict) = strict {
        let why = difference::no_strict();
        ledger.left_out(difference::strict_tools(), Some(&strict.to_string()), why);
    }
    let mut function = Map::new();
    function.insert("name".into(), name.clone().into());
    if let Some(description) = description {
        function.insert("description".into(), description.clone().into());
    }
    if let Some(parameters) = parameters {
        function.insert("parametersJsonSchema".into(), parameters.clone());
    }
    ledger.own("tools", Place::Tool(name), own, &mut function);
    function.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;

    #[test]
    fn the_model_is_in_the_path_and_not_in_the_body() {
        let asked = request(Dialect::Gemini);
        assert_eq!(
            asked.body(None),
            json!({
                "systemInstruction": { "parts": [{ "text": "Be brief." }] },
                "contents": [{ "role": "user", "parts": [{ "text": "Hi" }] }],
                "generationConfig": { "maxOutputTokens": 64, "temperature": 0.5 },
            }),
            "every field stands where the dialect has it"
        );
        let named = Request { model: "models/gemini-2.5-flash".into(), ..asked };
        let url = named.url().expect("an address");
        assert_eq!(
            (url.path(), url.query()),
            ("/v1/models/gemini-2.5-flash:streamGenerateContent", Some("alt=sse")),
            "a model is found under either of its names, and asked for as a stream"
        );
    }
}
