//! What a contender is asked, before it is written in a dialect.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use crate::Provider;
use crate::catalogue::{UsageOptIn, UsageTrouble};
use crate::dialects::Dialect;

/// How much a reasoning model is asked to think, in the field's own words. A model that does not know the word refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// Not at all.
    None,
    /// As little as it can.
    Minimal,
    /// A little.
    Low,
    /// As it does by itself, mostly.
    Medium,
    /// Much.
    High,
    /// As much as it can.
    Max,
}

impl Effort {
    /// Every effort, rising.
    pub const ALL: [Self; 6] =
        [Self::None, Self::Minimal, Self::Low, Self::Medium, Self::High, Self::Max];

    /// The word for it, on the wire, on the command line and in documents.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Max => "max",
        }
    }
}

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
    /// How much to think; absent leaves it to the provider.
    pub effort: Option<Effort>,
}

impl Request {
    /// Where it goes: the provider's base address with the path of its row or of its dialect.
    pub(crate) fn url(&self) -> Result<Url, url::ParseError> {
        let provider = &self.provider;
        let wire = provider.dialect.wire();
        let path = provider.path.as_deref().unwrap_or(wire.path());
        let model = in_path(wire.model_in_path(&self.model));
        Url::parse(&joined(&provider.base_url, &path.replace("{model}", &model)))
    }

    /// The body. `ask_for_usage` is false for the second attempt at a server that refused `stream_options`.
    pub(crate) fn body(&self, ask_for_usage: bool) -> Value {
        let mut body = self.provider.dialect.wire().body(self, ask_for_usage);
        if let Value::Object(fields) = &mut body {
            fields.extend(self.provider.extra_body.clone());
        }
        body
    }

    /// The system prompt, where there is one.
    pub(crate) fn system(&self) -> Option<&str> {
        self.system.as_deref().filter(|system| !system.is_empty())
    }

    /// The temperature, where the provider understands one.
    pub(crate) fn temperature(&self) -> Option<f64> {
        self.temperature.filter(|_| self.provider.temperature)
    }

    /// Whether a refusal of `stream_options` is answered with a second attempt without it. Only servers whose
    /// manners are unknown get one; it is counted and shown.
    pub(crate) fn may_ask_again(&self, status: u16, body: &str) -> bool {
        self.provider.dialect == Dialect::OpenaiChat
            && self.provider.usage_opt_in == UsageOptIn::Send
            && self.provider.usage_trouble == UsageTrouble::AskAgain
            && matches!(status, 400 | 422)
            && body.contains("stream_options")
    }
}

/// A base address and a path after it. A segment that ends the one and starts the other stands once: people paste
/// `https://api.anthropic.com/v1` for an address to which `/v1/messages` is added.
pub(crate) fn joined(base_url: &str, path: &str) -> String {
    let base = base_url.trim_end_matches('/');
    let first = path.split('/').nth(1).filter(|first| !first.is_empty());
    let host_ends = base.find("://").map_or(0, |scheme| scheme + 3);
    let repeated = first.filter(|first| {
        base.get(host_ends..)
            .and_then(|rest| rest.split_once('/'))
            .is_some_and(|(_, path)| path.rsplit('/').next() == Some(*first))
    });
    let base =
        repeated.map_or(base, |first| base.get(..base.len() - first.len() - 1).unwrap_or(base));
    format!("{base}{path}")
}

/// What a model's name must not bring into a path of its own. Slashes and colons separate its parts there as they do in
/// the name.
const NOT_IN_PATH: &AsciiSet = &CONTROLS.add(b' ').add(b'?').add(b'#').add(b'%');

fn in_path(model: &str) -> String {
    utf8_percent_encode(model, NOT_IN_PATH).to_string()
}

#[cfg(test)]
#[path = "request_tests.rs"]
mod every_row;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn only_a_server_with_unknown_manners_is_asked_a_second_time() {
        let request = |provider: &str| Request {
            provider: catalogue::provider(provider).expect("in the catalogue").clone(),
            model: "m".into(),
            system: None,
            prompt: "Hi".into(),
            max_tokens: None,
            temperature: None,
            effort: None,
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

    #[test]
    fn a_segment_that_a_person_pasted_with_the_address_is_not_said_twice() {
        for (base, path, whole) in [
            ("https://a.example/v1", "/chat/completions", "https://a.example/v1/chat/completions"),
            ("https://a.example/v1", "/v1/messages", "https://a.example/v1/messages"),
            ("https://a.example/", "/v1/messages", "https://a.example/v1/messages"),
            ("https://v1", "/v1/messages", "https://v1/v1/messages"),
            ("http://[::1]:9/api", "/api/chat", "http://[::1]:9/api/chat"),
        ] {
            assert_eq!(joined(base, path), whole, "one address, however it was pasted");
        }
    }

    #[test]
    fn a_model_in_a_path_cannot_add_a_query_of_its_own() {
        assert_eq!(
            in_path("meta/llama-3:8b?x=1#y z"),
            "meta/llama-3:8b%3Fx=1%23y%20z",
            "its own separators stand, others are written out"
        );
    }
}
