//! What a contender is asked, before it is written in a dialect.

use serde::{Deserialize, Serialize};

use crate::catalogue::Provider;
use crate::catalogue::inputs::Inputs;
use crate::catalogue::{UsageOptIn, UsageTrouble};
use crate::dialects::dialect::Dialect;
use crate::terms::Thought;

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
    /// What the model calls what it is asked, where its dialect leaves that to the model.
    pub inputs: Inputs,
}

impl Request {
    /// The system prompt, where there is one.
    pub(crate) fn system(&self) -> Option<&str> {
        self.system.as_deref().filter(|system| !system.is_empty())
    }

    /// The option that a refusal names and that the request can go without: it is then sent a second time without it,
    /// which is counted and shown. Anything else that is refused is a result.
    pub(crate) fn spares(&self, status: u16, body: &str) -> Option<Extra> {
        if !matches!(status, 400 | 422) {
            return None;
        }
        match self.provider.dialect {
            // Only a server whose manners are unknown: the others are asked for usage where they send it.
            Dialect::OpenaiChat => {
                let asks = self.provider.takes(&self.model).usage_opt_in == UsageOptIn::Send
                    && self.provider.usage_trouble == UsageTrouble::AskAgain;
                (asks && body.contains("stream_options")).then_some(Extra::Usage)
            }
            // Refused to an organisation that is not verified, whatever the model.
            Dialect::OpenaiResponses => {
                let asks = matches!(self.terms().thought, Thought::Word(_));
                (asks && body.contains("reasoning.summary")).then_some(Extra::Summary)
            }
            // Which of its models think, only the server knows.
            Dialect::Ollama => {
                let asks = !matches!(self.terms().thought, Thought::Unset | Thought::Off);
                (asks && body.contains("does not support thinking")).then_some(Extra::Thinking)
            }
            _ => None,
        }
    }
}

/// An option that a request is better with and can go without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// Token counts, `stream_options`.
    Usage,
    /// A summary of what is thought, `reasoning.summary`.
    Summary,
    /// Thinking, `think`.
    Thinking,
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
            inputs: Inputs::Usual,
        };
        let body = r#"{"error":{"message":"Unknown field: stream_options"}}"#;
        assert_eq!(
            request("custom").spares(400, body),
            Some(Extra::Usage),
            "an address of the person's own may not know the field"
        );
        assert_eq!(request("custom").spares(429, body), None, "another failure is a result");
        assert_eq!(
            request("custom").spares(400, "bad temperature"),
            None,
            "another parameter is a result"
        );
        assert_eq!(request("openai").spares(400, body), None, "a provider we know is asked once");
    }

    #[test]
    fn a_summary_that_an_unverified_organisation_may_not_ask_is_gone_without() {
        let body = r#"{"error":{"message":"Your organization must be verified to generate reasoning summaries.","param":"reasoning.summary","code":"unsupported_value"}}"#;
        let mut asked = Request {
            provider: catalogue::provider("openai-responses").expect("in the catalogue").clone(),
            model: "gpt-5.4-mini".into(),
            system: None,
            prompt: "Hi".into(),
            max_tokens: None,
            temperature: None,
            effort: Some(Effort::Low),
            inputs: Inputs::Usual,
        };
        assert_eq!(
            asked.spares(400, body),
            Some(Extra::Summary),
            "the effort can still be measured"
        );
        assert_eq!(
            asked.body(Some(Extra::Summary))["reasoning"],
            serde_json::json!({ "effort": "low" }),
            "the second request has the effort and no summary"
        );
        asked.effort = None;
        assert_eq!(asked.spares(400, body), None, "what was not asked for cannot be left out");
    }
}
