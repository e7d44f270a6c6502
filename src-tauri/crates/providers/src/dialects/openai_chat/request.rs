//! Writes a request as chat completions, in the words that each provider understands.

use serde_json::{Map, Value, json};

use crate::Request;
use crate::catalogue::{LimitParam, UsageOptIn};

pub(super) fn body(request: &Request, ask_for_usage: bool) -> Value {
    let provider = &request.provider;
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
    if ask_for_usage && provider.usage_opt_in == UsageOptIn::Send {
        let mut options = provider.extra_stream_options.clone();
        options.insert("include_usage".into(), true.into());
        body.insert("stream_options".into(), options.into());
    }
    if let Some((param, limit)) = provider.limit_param.zip(request.max_tokens) {
        let name = match param {
            LimitParam::MaxTokens => "max_tokens",
            LimitParam::MaxCompletionTokens => "max_completion_tokens",
        };
        body.insert(name.into(), limit.into());
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
