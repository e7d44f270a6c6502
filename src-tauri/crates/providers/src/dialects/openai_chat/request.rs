//! Writes a request as chat completions, with the fields that each provider understands.

use serde_json::{Map, Value, json};

use crate::catalogue::family::{LimitParam, UsageOptIn};
use crate::effort::Effort;
use crate::extra::Extra;
use crate::request::Request;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>, without: Option<Extra>) -> Value {
    let provider = &request.provider;
    let mut messages = Vec::new();
    if let Some(system) = request.system() {
        messages.push(json!({ "role": "system", "content": system }));
    }
    messages.push(json!({ "role": "user", "content": request.prompt }));
    // After `@` comes a backend, or the user's own preset, which is part of the model's name.
    let pinned = request.model.rsplit_once('@');
    let pinned =
        pinned.filter(|(_, backend)| provider.pins_backend && !backend.starts_with("preset/"));
    let mut body = Map::new();
    let model = pinned.map_or(request.model.as_str(), |(model, _)| model);
    body.insert("model".into(), model.into());
    body.insert("messages".into(), messages.into());
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
    if let Some((_, backend)) = pinned {
        // If the gateway may fall back, the measurement is no longer that of the named backend.
        let only = json!({ "order": [backend], "allow_fallbacks": false });
        body.insert("provider".into(), only);
    }
    body.into()
}
