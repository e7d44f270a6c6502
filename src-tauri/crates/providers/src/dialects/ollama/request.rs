//! Writes a request as Ollama's own chat.

use serde_json::{Map, Value};

use crate::dialects::ledger::Ledger;
use crate::dialects::ollama::messages::messages;
use crate::difference;
use crate::extra::Extra;
use crate::request::Request;
use crate::request::payload::Payload;
use crate::request::place::Place;
use crate::request::response_format::ResponseFormat;
use crate::request::tool::{Function, Tool, ToolChoice};
use crate::request::uncarried;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(
    request: &Request,
    terms: &Terms<'_>,
    without: Option<Extra>,
    ledger: &mut Ledger,
) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), request.model.clone().into());
    body.insert("messages".into(), messages(request, ledger).into());
    body.insert("stream".into(), true.into());
    // Otherwise Ollama silently truncates a prompt that does not fit and drops the beginning of a text that grows too
    // long, so the measured length would differ from the requested one.
    body.insert("truncate".into(), false.into());
    body.insert("shift".into(), false.into());
    let think = match terms.thought {
        ThinkingForm::Unset => None,
        ThinkingForm::Off => Some(Value::from(false)),
        ThinkingForm::On | ThinkingForm::Budget(_) => Some(Value::from(true)),
        ThinkingForm::Word(effort) => Some(effort.word().into()),
    };
    if let Some(think) = think.filter(|_| without != Some(Extra::Thinking)) {
        body.insert("think".into(), think);
    }
    let mut options = Map::new();
    if let Some(limit) = terms.limit {
        options.insert("num_predict".into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        options.insert("temperature".into(), temperature.into());
    }
    payload(request, terms, &mut body, &mut options, ledger);
    if !options.is_empty() {
        body.insert("options".into(), options.into());
    }
    body.into()
}

fn payload(
    request: &Request,
    terms: &Terms<'_>,
    body: &mut Map<String, Value>,
    options: &mut Map<String, Value>,
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
    match tool_choice {
        None => {}
        Some(ToolChoice::Auto) => {
            let why = difference::model_decides_alone();
            ledger.left_out(difference::tool_choice(), Some("auto"), why);
        }
        Some(_) => {
            ledger.lacks("tool_choice", uncarried::tool_choice(), uncarried::leave_to_model());
        }
    }
    ledger.no_parallel_calls(*parallel_tool_calls);
    match response_format {
        None => {}
        Some(ResponseFormat::Text) => {
            let why = difference::text_unasked();
            ledger.left_out(difference::response_format(), Some("text"), why);
        }
        Some(ResponseFormat::Json) => {
            body.insert("format".into(), "json".into());
        }
        Some(ResponseFormat::Schema(format)) => {
            let schema = ledger.schema_alone(format);
            body.insert("format".into(), schema.into_owned());
        }
    }
    if !stop.is_empty() {
        options.insert("stop".into(), stop.clone().into());
    }
    if let Some(top_p) = terms.top_p {
        options.insert("top_p".into(), top_p.into());
    }
    if let Some(seed) = seed {
        options.insert("seed".into(), (*seed).into());
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
    function.insert("name".into(), name.clone().into());
    if let Some(description) = description {
        function.insert("description".into(), description.clone().into());
    }
    if let Some(parameters) = parameters {
        function.insert("parameters".into(), parameters.clone());
    }
    let mut whole = Map::new();
    whole.insert("type".into(), "function".into());
    whole.insert("function".into(), function.into());
    ledger.own("tools", Place::Tool(name), own, &mut whole);
    Some(whole.into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;
    use crate::effort::Effort;

    #[test]
    fn limits_stand_among_the_options() {
        let mut asked = request(Dialect::Ollama);
        assert_eq!(
            asked.body(None),
            json!({
                "model": "m", "stream": true, "options": { "num_predict": 64, "temperature": 0.5 },
                "truncate": false, "shift": false,
                "messages": [
                    { "role": "system", "content": "Be brief." },
                    { "role": "user", "content": "Hi" },
                ],
            }),
            "every field stands where the dialect has it"
        );
        asked.effort = Some(Effort::None);
        assert_eq!(asked.body(None)["think"], false, "none is none");
    }

    #[test]
    fn a_model_that_does_not_think_is_retried_without_an_effort() {
        let asked = Request { effort: Some(Effort::High), ..request(Dialect::Ollama) };
        assert_eq!(asked.body(None)["think"], "high", "by a word");
        let refused = r#"{"error":"\"m\" does not support thinking"}"#;
        let extra = asked.spares(400, refused);
        assert_eq!(extra, Some(Extra::Thinking), "only the server knows which of its models think");
        assert_eq!(asked.body(extra).get("think"), None, "the second request does not say");
        let unset = Request { effort: None, ..asked };
        assert_eq!(unset.spares(400, refused), None, "what was not asked for cannot be left out");
    }
}
