//! What a contender is asked, and how it is written in its dialect.

use serde_json::{Map, Value, json};

use crate::Provider;
use crate::catalogue::{LimitParam, UsageOptIn, UsageTrouble};

/// One request, before it is written in a dialect.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Whom to ask.
    pub provider: Provider,
    /// The model as the provider calls it.
    pub model: String,
    /// The system prompt.
    pub system: Option<String>,
    /// The user prompt.
    pub prompt: String,
    /// Most output tokens; absent leaves it to the provider.
    pub max_tokens: Option<u32>,
    /// Sampling temperature; absent leaves it to the provider.
    pub temperature: Option<f64>,
}

impl Request {
    /// Where it goes, after the provider's base address.
    pub(crate) fn path() -> &'static str {
        "/chat/completions"
    }

    /// The body. `ask_for_usage` is false for the second attempt at a server that refused `stream_options`.
    pub(crate) fn body(&self, ask_for_usage: bool) -> Value {
        let mut messages = Vec::new();
        if let Some(system) = self.system.as_deref().filter(|system| !system.is_empty()) {
            messages.push(json!({ "role": "system", "content": system }));
        }
        messages.push(json!({ "role": "user", "content": self.prompt }));
        let mut body = Map::new();
        body.insert("model".into(), self.model.clone().into());
        body.insert("messages".into(), messages.into());
        body.insert("stream".into(), true.into());
        if ask_for_usage && self.provider.usage_opt_in == UsageOptIn::Send {
            let mut options = self.provider.extra_stream_options.clone();
            options.insert("include_usage".into(), true.into());
            body.insert("stream_options".into(), options.into());
        }
        if let Some((param, limit)) = self.provider.limit_param.zip(self.max_tokens) {
            let name = match param {
                LimitParam::MaxTokens => "max_tokens",
                LimitParam::MaxCompletionTokens => "max_completion_tokens",
            };
            body.insert(name.into(), limit.into());
        }
        if let Some(temperature) = self.temperature.filter(|_| self.provider.temperature) {
            body.insert("temperature".into(), temperature.into());
        }
        body.extend(self.provider.extra_body.clone());
        body.into()
    }

    /// Whether a refusal of `stream_options` is answered with a second attempt without it. Only servers whose
    /// manners are unknown get one; it is counted and shown.
    pub(crate) fn may_ask_again(&self, status: u16, body: &str) -> bool {
        self.provider.usage_opt_in == UsageOptIn::Send
            && self.provider.usage_trouble == UsageTrouble::AskAgain
            && matches!(status, 400 | 422)
            && body.contains("stream_options")
    }
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

    #[test]
    fn only_a_server_with_unknown_manners_is_asked_a_second_time() {
        let request = |provider: &str| Request {
            provider: catalogue::provider(provider).expect("in the catalogue").clone(),
            model: "m".into(),
            system: None,
            prompt: "Hi".into(),
            max_tokens: None,
            temperature: None,
        };
        let body = r#"{"error":{"message":"Unknown field: stream_options"}}"#;
        assert!(
            request("custom").may_ask_again(400, body),
            "an address of the person's own may not know the field"
        );
        assert!(!request("custom").may_ask_again(429, body), "another failure is a result");
        assert!(
            !request("custom").may_ask_again(400, "bad temperature"),
            "another parameter is a result"
        );
        assert!(!request("openai").may_ask_again(400, body), "a provider we know is asked once");
    }
}
