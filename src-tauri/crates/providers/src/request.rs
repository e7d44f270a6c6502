//! A request, independent of the dialect.

use serde::{Deserialize, Serialize};

use crate::catalogue::Provider;
use crate::catalogue::inputs::Inputs;
use crate::catalogue::{UsageOptIn, UsageTrouble};
use crate::dialects::dialect::Dialect;
use crate::terms::ThinkingForm;

/// Reasoning effort, in the field's own words. A model that does not know the word refuses.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// No reasoning.
    None,
    /// Minimal.
    Minimal,
    /// Low.
    Low,
    /// Medium, usually the default.
    Medium,
    /// High.
    High,
    /// Extra high.
    #[serde(rename = "xhigh")]
    XHigh,
    /// Maximum.
    Max,
}

impl Effort {
    /// Every effort, ascending.
    pub const ALL: [Self; 7] =
        [Self::None, Self::Minimal, Self::Low, Self::Medium, Self::High, Self::XHigh, Self::Max];

    /// Its name on the wire, on the command line and in documents.
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

/// One request, independent of the dialect.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The provider.
    pub provider: Provider,
    /// The model as the provider calls it.
    pub model: String,
    /// The system prompt.
    pub system: Option<String>,
    /// The user prompt.
    pub prompt: String,
    /// Output token limit; absent for the provider's default.
    pub max_tokens: Option<u32>,
    /// Sampling temperature; absent for the provider's default.
    pub temperature: Option<f64>,
    /// Reasoning effort; absent for the provider's default.
    pub effort: Option<Effort>,
    /// What the model calls what it is asked, where its dialect leaves that to the model.
    pub inputs: Inputs,
}

impl Request {
    /// The system prompt, if it is not empty.
    pub(crate) fn system(&self) -> Option<&str> {
        self.system.as_deref().filter(|system| !system.is_empty())
    }

    /// The refused option, if the request can do without it. It is then sent a second time without the option, which is
    /// counted and shown. Any other refusal is a result.
    pub(crate) fn spares(&self, status: u16, body: &str) -> Option<Extra> {
        if !matches!(status, 400 | 422) {
            return None;
        }
        match self.provider.dialect {
            // Only for unknown servers; known ones are asked for usage only if they support it.
            Dialect::OpenaiChat => {
                let asks = self.provider.takes(&self.model).usage_opt_in == UsageOptIn::Send
                    && self.provider.usage_trouble == UsageTrouble::AskAgain;
                (asks && body.contains("stream_options")).then_some(Extra::Usage)
            }
            // Refused for unverified organisations, for every model.
            Dialect::OpenaiResponses => {
                let asks = matches!(self.terms().thought, ThinkingForm::Word(_));
                (asks && body.contains("reasoning.summary")).then_some(Extra::Summary)
            }
            // Only the server knows which of its models reason.
            Dialect::Ollama => {
                let asks = !matches!(self.terms().thought, ThinkingForm::Unset | ThinkingForm::Off);
                (asks && body.contains("does not support thinking")).then_some(Extra::Thinking)
            }
            _ => None,
        }
    }
}

/// An optional part of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// Token counts, `stream_options`.
    Usage,
    /// A reasoning summary, `reasoning.summary`.
    Summary,
    /// Reasoning, `think`.
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
