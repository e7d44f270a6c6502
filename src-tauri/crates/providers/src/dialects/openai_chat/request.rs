//! Writes a request as chat completions, with the fields that each provider understands.

use serde_json::{Map, Value, json};

use crate::catalogue::family::{LimitParam, UsageOptIn};
use crate::dialects::ledger::Ledger;
use crate::dialects::openai_chat::messages::messages;
use crate::dialects::openai_tools::{choice, function, schema};
use crate::effort::Effort;
use crate::extra::Extra;
use crate::request::Request;
use crate::request::payload::Payload;
use crate::request::place::Place;
use crate::request::response_format::ResponseFormat;
use crate::request::tool::Tool;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(
    request: &Request,
    terms: &Terms<'_>,
    without: Option<Extra>,
    ledger: &mut Ledger,
) -> Value {
    let provider = &request.provider;
    // After `@` comes a backend, or the user's own preset, which is part of the model's name.
    let pinned = request.model.rsplit_once('@');
    let pinned =
        pinned.filter(|(_, backend)| provider.pins_backend && !backend.starts_with("preset/"));
    let mut body = Map::new();
    let model = pinned.map_or(request.model.as_str(), |(model, _)| model);
    body.insert("model".into(), model.into());
    body.insert("messages".into(), messages(request, ledger).into());
    body.insert("stream".into(), true.into());
    if without != Some(Extra::StreamOptions) && terms.usage_opt_in == UsageOptIn::Send {
        let mut options = provider.extra_stream_options.clone();
        options.insert("include_usage".into(), true.into());
        body.insert("stream_options".into(), options.into());
    }
    if let Some((param, limit)) = terms.limit_param.zip(terms.limit) {
        match param {
            LimitParam::MaxTokens => body.insert("max_tokens".into(), limit.into()),
            LimitParam::MaxCompletionTokens => {
                body.insert("max_completion_tokens".into(), limit.into())
            }
            LimitParam::MaxOutputTokens => body.insert("max_output_tokens".into(), limit.into()),
            LimitParam::None => None,
        };
    }
    if let Some(temperature) = terms.temperature {
        body.insert("temperature".into(), temperature.into());
    }
    let effort = match terms.thought {
        // "On" and a budget are expressed only by fields of the row.
        ThinkingForm::Unset | ThinkingForm::On | ThinkingForm::Budget(_) => None,
        ThinkingForm::Off => Some(Effort::None),
        ThinkingForm::Word(effort) => Some(effort),
    };
    if let Some(effort) = effort {
        body.insert("reasoning_effort".into(), effort.word().into());
    }
    payload(request, terms, &mut body, ledger);
    if let Some((_, backend)) = pinned {
        // If the gateway may fall back, the measurement is no longer that of the named backend.
        let only = json!({ "order": [backend], "allow_fallbacks": false });
        body.insert("provider".into(), only);
    }
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
    let tools: Vec<Value> = tools
        .iter()
        .filter_map(|tool| match tool {
            Tool::Function(tool) => {
                let (written, own) = function(tool, ledger);
                let mut whole = Map::new();
                whole.insert("type".into(), "function".into());
                whole.insert("function".into(), written.into());
                ledger.own("tools", Place::Tool(&tool.name), &own, &mut whole);
                Some(whole.into())
            }
            Tool::Own(value) => ledger.takes_tool(value).then(|| value.clone()),
        })
        .collect();
    if !tools.is_empty() {
        body.insert("tools".into(), tools.into());
    }
    if let Some(asked) = tool_choice {
        let one = |name: &str| json!({ "type": "function", "function": { "name": name } });
        body.insert("tool_choice".into(), choice(asked, one));
    }
    if let Some(parallel) = parallel_tool_calls {
        body.insert("parallel_tool_calls".into(), (*parallel).into());
    }
    if let Some(format) = response_format {
        let format = match format {
            ResponseFormat::Text => json!({ "type": "text" }),
            ResponseFormat::Json => json!({ "type": "json_object" }),
            ResponseFormat::Schema(asked) => {
                json!({ "type": "json_schema", "json_schema": schema(asked, ledger) })
            }
        };
        body.insert("response_format".into(), format);
    }
    if !stop.is_empty() {
        body.insert("stop".into(), stop.clone().into());
    }
    if let Some(top_p) = terms.top_p {
        body.insert("top_p".into(), top_p.into());
    }
    if let Some(seed) = seed {
        let name = request.provider.seed_param.as_deref().unwrap_or("seed");
        body.insert(name.into(), (*seed).into());
    }
    if let Some(prediction) = prediction {
        let prediction = json!({ "type": "content", "content": prediction });
        body.insert("prediction".into(), prediction);
    }
}
