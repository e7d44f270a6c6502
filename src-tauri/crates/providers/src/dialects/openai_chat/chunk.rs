//! The format of a chunk: every relevant field that any server of this dialect is known to send. Text is borrowed from
//! the network buffer if it needs no unescaping.

use std::borrow::Cow;

use measure::ReasoningType;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::content::{Content, Text};

#[derive(Deserialize)]
pub(crate) struct Chunk<'a> {
    #[serde(borrow)]
    pub(crate) choices: Option<Vec<Choice<'a>>>,
    #[serde(borrow)]
    usage: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) error: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) model: Option<Text<'a>>,
    /// The backend behind a gateway.
    #[serde(borrow)]
    pub(crate) provider: Option<Text<'a>>,
    #[serde(borrow)]
    pub(crate) system_fingerprint: Option<Text<'a>>,
    #[serde(borrow)]
    pub(crate) service_tier: Option<Text<'a>>,
    #[serde(borrow)]
    pub(crate) x_groq: Option<XGroq<'a>>,
    #[serde(borrow)]
    pub(crate) time_info: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) perf_metrics: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) timings: Option<&'a RawValue>,
    /// Each chunk replaces the text so far.
    pub(crate) diffusing: Option<bool>,
}

impl<'a> Chunk<'a> {
    pub(crate) fn usage(&self) -> Option<&'a RawValue> {
        self.usage
    }

    /// Whether it has a field that identifies the dialect.
    pub(crate) fn is_openai_chat(&self) -> bool {
        self.choices.is_some() || self.usage.is_some() || self.error.is_some()
    }
}

#[derive(Deserialize)]
pub(crate) struct XGroq<'a> {
    #[serde(borrow)]
    pub(crate) usage: Option<&'a RawValue>,
}

#[derive(Deserialize)]
pub(crate) struct Choice<'a> {
    /// A number on every known server, but not always an integer.
    pub(crate) index: Option<f64>,
    #[serde(borrow)]
    pub(crate) delta: Option<Delta<'a>>,
    /// The whole answer, if the server does not stream. Boxed, so that a chunk of a stream is half as large.
    #[serde(borrow)]
    pub(crate) message: Option<Box<Delta<'a>>>,
    #[serde(borrow)]
    pub(crate) finish_reason: Option<Text<'a>>,
}

impl Choice<'_> {
    /// Whether it carries text of an answer or of its reasoning.
    pub(crate) fn has_text(&self) -> bool {
        let says = |delta: &Delta<'_>| {
            let content = delta.content.as_ref();
            content.is_some_and(|content| !content.text.is_empty() || !content.thinking.is_empty())
        };
        self.delta.as_ref().is_some_and(says) || self.message.as_deref().is_some_and(says)
    }
}

#[derive(Deserialize)]
pub(crate) struct Delta<'a> {
    #[serde(borrow)]
    pub(crate) content: Option<Content<'a>>,
    #[serde(borrow)]
    pub(crate) reasoning_content: Option<Text<'a>>,
    #[serde(borrow)]
    pub(crate) reasoning: Option<Text<'a>>,
    /// GitHub Copilot's name for it.
    #[serde(borrow)]
    pub(crate) reasoning_text: Option<Text<'a>>,
    /// Ollama's name for it, which other servers adopted.
    #[serde(borrow)]
    pub(crate) thinking: Option<Text<'a>>,
    reasoning_details: Option<Vec<ReasoningDetail>>,
    #[serde(borrow)]
    pub(crate) refusal: Option<Text<'a>>,
    #[serde(borrow)]
    pub(crate) tool_calls: Option<Vec<ToolCall<'a>>>,
    #[serde(borrow)]
    pub(crate) function_call: Option<Function<'a>>,
}

#[derive(Deserialize)]
pub(crate) struct ToolCall<'a> {
    /// Its place among the calls; some servers number all of them 0.
    #[serde(borrow)]
    pub(crate) index: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) id: Option<Text<'a>>,
    #[serde(borrow)]
    pub(crate) function: Option<Function<'a>>,
    /// A call with free text instead of arguments.
    #[serde(borrow)]
    pub(crate) custom: Option<Function<'a>>,
}

impl<'a> ToolCall<'a> {
    /// The only call of a server that has no list of them.
    pub(crate) fn of(function: Function<'a>) -> Self {
        Self { index: None, id: None, function: Some(function), custom: None }
    }
}

#[derive(Deserialize)]
pub(crate) struct Function<'a> {
    #[serde(borrow)]
    pub(crate) name: Option<Text<'a>>,
    /// JSON in a string; from some servers JSON as it is.
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    /// The free text of a custom call.
    #[serde(borrow)]
    input: Option<Text<'a>>,
}

impl Function<'_> {
    /// What the tool is called with, or a piece of it.
    pub(crate) fn written(self) -> String {
        let written = self.arguments.map(|raw| {
            let is_object = raw.get().starts_with('{');
            let text = || serde_json::from_str(raw.get()).unwrap_or_default();
            if is_object { raw.get().to_owned() } else { text() }
        });
        written.or(self.input.map(|text| text.0.into_owned())).unwrap_or_default()
    }
}

#[derive(Deserialize)]
struct ReasoningDetail {
    #[serde(rename = "type")]
    kind: Option<String>,
    text: Option<String>,
    summary: Option<String>,
}

/// A gateway's `reasoning_details`, in addition to the plain field.
#[derive(Default)]
pub(crate) struct Details<'a> {
    pub(crate) text: Option<Cow<'a, str>>,
    pub(crate) kind: Option<ReasoningType>,
}

impl Delta<'_> {
    pub(crate) fn reasoning_details<'b>(&self) -> Details<'b> {
        let mut details = Details::default();
        let mut text = String::new();
        for detail in self.reasoning_details.iter().flatten() {
            text.push_str(detail.text.as_deref().or(detail.summary.as_deref()).unwrap_or_default());
            details.kind = match detail.kind.as_deref() {
                Some("reasoning.summary") => Some(ReasoningType::Summary),
                Some("reasoning.encrypted") => Some(ReasoningType::Redacted),
                _ => details.kind,
            };
        }
        details.text = (!text.is_empty()).then_some(Cow::Owned(text));
        details
    }
}
