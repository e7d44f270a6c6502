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
    let mut body = Map::new();
    body.insert("model".into(), request.model.clone().into());
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
    body.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    fn asked_of(provider: &str) -> Value {
        let request = Request {
            provider: catalogue::provider(provider).expect("in the catalogue").clone(),
            model: "m".into(),
            system: Some("Be brief.".into()),
            prompt: "Hi".into(),
            max_tokens: Some(64),
            temperature: Some(0.0),
            effort: None,
        };
        request.body(true)
    }

    #[test]
    fn each_provider_is_asked_in_the_words_it_understands() {
        let openai = asked_of("openai");
        assert_eq!(
            openai["max_completion_tokens"], 64,
            "OpenAI's reasoning models refuse max_tokens"
        );
        assert_eq!(
            openai["stream_options"]["include_obfuscation"], false,
            "padding would blur the timing"
        );
        assert_eq!(
            openai["stream_options"]["include_usage"], true,
            "usage comes only when asked for"
        );
        let mistral = asked_of("mistral");
        assert_eq!(
            mistral.get("stream_options"),
            None,
            "Mistral answers 422 to it and sends usage anyway"
        );
        assert_eq!(mistral["max_tokens"], 64, "and knows only max_tokens");
        let morph = asked_of("morph");
        let fields: Vec<&String> = morph.as_object().expect("an object").keys().collect();
        assert_eq!(fields, ["messages", "model", "stream"], "Morph takes nothing else");
        let openrouter = asked_of("openrouter");
        assert_eq!(openrouter.get("stream_options"), None, "OpenRouter always sends usage");
        assert_eq!(
            asked_of("fireworks")["perf_metrics_in_response"],
            true,
            "its own times come only when asked for"
        );
    }
}
