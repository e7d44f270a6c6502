//! What a contender is asked, before it is written in a dialect.

use serde::{Deserialize, Serialize};

use crate::Provider;
use crate::catalogue::{Temperature, UsageOptIn, UsageTrouble};
use crate::dialect::Dialect;

/// How much a reasoning model is asked to think, in the field's own words. A model that does not know the word refuses.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
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
    /// More than much.
    #[serde(rename = "xhigh")]
    XHigh,
    /// As much as it can.
    Max,
}

impl Effort {
    /// Every effort, rising.
    pub const ALL: [Self; 7] =
        [Self::None, Self::Minimal, Self::Low, Self::Medium, Self::High, Self::XHigh, Self::Max];

    /// The word for it, on the wire, on the command line and in documents.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::XHigh => "xhigh",
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
    /// The system prompt, where there is one.
    pub(crate) fn system(&self) -> Option<&str> {
        self.system.as_deref().filter(|system| !system.is_empty())
    }

    /// The temperature, where the provider understands one.
    pub(crate) fn temperature(&self) -> Option<f64> {
        let takes = self.provider.takes(&self.model);
        self.temperature.filter(|_| takes.temperature != Temperature::Refused)
    }

    /// Whether a refusal of `stream_options` is answered with a second attempt without it. Only servers whose
    /// manners are unknown get one; it is counted and shown.
    pub(crate) fn may_ask_again(&self, status: u16, body: &str) -> bool {
        self.provider.dialect == Dialect::OpenaiChat
            && self.provider.takes(&self.model).usage_opt_in == UsageOptIn::Send
            && self.provider.usage_trouble == UsageTrouble::AskAgain
            && matches!(status, 400 | 422)
            && body.contains("stream_options")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn an_effort_has_one_word_everywhere() {
        for effort in Effort::ALL {
            let word = serde_json::to_value(effort).expect("a word");
            assert_eq!(word, effort.word(), "documents call it as the wire does");
        }
        assert!(Effort::ALL.is_sorted(), "they rise");
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
}
