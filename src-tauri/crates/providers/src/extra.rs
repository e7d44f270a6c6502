//! Optional parts of a request, which the second attempt leaves out if a server refuses them.

use crate::catalogue::family::UsageOptIn;
use crate::dialects::dialect::Dialect;
use crate::request::Request;
use crate::terms::ThinkingForm;

/// An optional part of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// Token counts and other options of the stream, `stream_options`.
    StreamOptions,
    /// A reasoning summary, `reasoning.summary`.
    Summary,
    /// Reasoning, `think`.
    Thinking,
}

impl Extra {
    /// The field that is left out.
    pub(crate) fn field(self) -> &'static str {
        match self {
            Self::StreamOptions => "stream_options",
            Self::Summary => "reasoning.summary",
            Self::Thinking => "think",
        }
    }
}

impl Request {
    /// The refused option, if the request can do without it. It is then sent a second time without the option, which is
    /// counted and shown. Any other refusal is a result.
    pub(crate) fn spares(&self, status: u16, body: &str) -> Option<Extra> {
        if !matches!(status, 400 | 422) {
            return None;
        }
        let terms = self.terms();
        let refuses = |name: &str| body.contains(name);
        let refuses_options = refuses("stream_options") || refuses("include_usage");
        match self.provider.dialect {
            // Models of a provider differ in whether they refuse it; without the server's token counts we use our own.
            Dialect::OpenaiChat => (terms.usage_opt_in == UsageOptIn::Send && refuses_options)
                .then_some(Extra::StreamOptions),
            Dialect::OpenaiResponses => {
                let has_options = !self.provider.extra_stream_options.is_empty();
                // Refused for unverified organisations, for every model.
                let has_summary = matches!(terms.thought, ThinkingForm::Word(_));
                // FastAPI names a field by the parts of its path.
                let names_parts = refuses("\"reasoning\"") && refuses("\"summary\"");
                let summary = has_summary && (refuses("reasoning.summary") || names_parts);
                let options = (has_options && refuses_options).then_some(Extra::StreamOptions);
                summary.then_some(Extra::Summary).or(options)
            }
            // Only the server knows which of its models reason.
            Dialect::Ollama => {
                let asks = !matches!(terms.thought, ThinkingForm::Unset | ThinkingForm::Off);
                (asks && refuses("does not support thinking")).then_some(Extra::Thinking)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::catalogue::inputs::Inputs;
    use crate::effort::Effort;

    #[test]
    fn options_that_a_server_refuses_are_left_out_the_second_time() {
        let request = |provider: &str, model: &str| Request {
            provider: catalogue::provider(provider).expect("in the catalogue").clone(),
            model: model.into(),
            system: None,
            prompt: "Hi".into(),
            max_tokens: None,
            temperature: None,
            effort: None,
            payload: std::sync::Arc::default(),
            inputs: Inputs::Usual,
        };
        let body = r#"{"error":{"message":"Unknown field: stream_options"}}"#;
        for (provider, model) in [
            ("custom", "m"),
            // Known to accept it, as far as their models were tried.
            ("openai", "gpt-6-sol"),
            ("openai-responses", "gpt-6-sol"),
        ] {
            let asked = request(provider, model);
            let spared = asked.spares(400, body);
            assert_eq!(spared, Some(Extra::StreamOptions), "{provider}: nobody can set it");
            assert!(asked.body(None).get("stream_options").is_some(), "{provider}: it was asked");
            assert_eq!(asked.body(spared).get("stream_options"), None, "{provider}: and is not");
            assert_eq!(asked.spares(429, body), None, "{provider}: another failure is a result");
            let other = asked.spares(400, "bad temperature");
            assert_eq!(other, None, "{provider}: another parameter is a result");
        }
        for (provider, model) in [("mistral", "m"), ("morph", "morph-v3-fast"), ("anthropic", "m")]
        {
            let spared = request(provider, model).spares(400, body);
            assert_eq!(spared, None, "{provider}: what was not asked for cannot be left out");
        }
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
            payload: std::sync::Arc::default(),
            inputs: Inputs::Usual,
        };
        assert_eq!(
            asked.spares(400, body),
            Some(Extra::Summary),
            "the effort can still be measured"
        );
        let parts = r#"{"detail":[{"type":"extra_forbidden","loc":["body","reasoning","summary"],"msg":"Extra inputs are not permitted"}]}"#;
        assert_eq!(asked.spares(422, parts), Some(Extra::Summary), "as FastAPI names the field");
        assert_eq!(
            asked.body(Some(Extra::Summary))["reasoning"],
            serde_json::json!({ "effort": "low" }),
            "the second request has the effort and no summary"
        );
        asked.effort = None;
        assert_eq!(asked.spares(400, body), None, "what was not asked for cannot be left out");
    }
}
