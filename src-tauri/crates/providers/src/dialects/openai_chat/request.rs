//! Writes a request as chat completions, in the words that each provider understands.

use serde_json::{Map, Value, json};

use crate::Request;
use crate::catalogue::{LimitParam, UsageOptIn};

pub(super) fn body(request: &Request, ask_for_usage: bool) -> Value {
    let provider = &request.provider;
    let takes = provider.takes(&request.model);
    let mut messages = Vec::new();
    if let Some(system) = request.system() {
        messages.push(json!({ "role": "system", "content": system }));
    }
    messages.push(json!({ "role": "user", "content": request.prompt }));
    let pinned = request.model.rsplit_once('@').filter(|_| provider.pins_backend);
    let mut body = Map::new();
    let model = pinned.map_or(request.model.as_str(), |(model, _)| model);
    body.insert("model".into(), model.into());
    body.insert("messages".into(), messages.into());
    body.insert("stream".into(), true.into());
    if ask_for_usage && takes.usage_opt_in == UsageOptIn::Send {
        let mut options = provider.extra_stream_options.clone();
        options.insert("include_usage".into(), true.into());
        body.insert("stream_options".into(), options.into());
    }
    if let Some((param, limit)) = takes.limit_param.zip(request.max_tokens) {
        match param {
            LimitParam::MaxTokens => body.insert("max_tokens".into(), limit.into()),
            LimitParam::MaxCompletionTokens => {
                body.insert("max_completion_tokens".into(), limit.into())
            }
            LimitParam::None => None,
        };
    }
    if let Some(temperature) = request.temperature() {
        body.insert("temperature".into(), temperature.into());
    }
    if let Some(effort) = request.effort {
        body.insert("reasoning_effort".into(), effort.word().into());
    }
    if let Some((_, backend)) = pinned {
        // A gateway that may fall back is no longer a measurement of the backend that was named.
        let only = json!({ "order": [backend], "allow_fallbacks": false });
        body.insert("provider".into(), only);
    }
    body.into()
}
