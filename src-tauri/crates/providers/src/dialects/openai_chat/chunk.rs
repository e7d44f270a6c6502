//! The shape of a chunk: every field that any server of this dialect is known to send and that matters to us. Text is
//! borrowed from the network buffer where it needs no unescaping.

use std::borrow::Cow;
use std::fmt;

use measure::ReasoningType;
use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

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

    /// Whether it has anything by which to know the dialect.
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
    /// A number in every server seen, though not an integer in all.
    pub(crate) index: Option<f64>,
    #[serde(borrow)]
    pub(crate) delta: Option<Delta<'a>>,
    /// The whole answer, where the server does not stream: apart, so that a chunk of a stream is half as much to move.
    #[serde(borrow)]
    pub(crate) message: Option<Box<Delta<'a>>>,
    #[serde(borrow)]
    pub(crate) finish_reason: Option<Text<'a>>,
}

#[derive(Deserialize)]
pub(crate) struct Delta<'a> {
    #[serde(borrow)]
    pub(crate) content: Option<Content<'a>>,
    #[serde(borrow)]
    pub(crate) reasoning_content: Option<Text<'a>>,
    #[serde(borrow)]
    pub(crate) reasoning: Option<Text<'a>>,
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
    #[serde(borrow)]
    pub(crate) function: Option<Function<'a>>,
}

#[derive(Deserialize)]
pub(crate) struct Function<'a> {
    #[serde(borrow)]
    pub(crate) name: Option<Text<'a>>,
    #[serde(borrow)]
    pub(crate) arguments: Option<Text<'a>>,
}

#[derive(Deserialize)]
struct ReasoningDetail {
    #[serde(rename = "type")]
    kind: Option<String>,
    text: Option<String>,
    summary: Option<String>,
}

/// What a gateway's `reasoning_details` add to the plain field.
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

/// A string; anything else in its place is passed over rather than refused.
pub(crate) struct Text<'a>(pub(crate) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor).map(|content| Self(content.text))
    }
}

/// The content of a delta: a string, nothing, or a list of parts of which some are thoughts.
#[derive(Default)]
pub(crate) struct Content<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) thinking: Cow<'a, str>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("text or a list of parts")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Content { text: Cow::Borrowed(text), ..Content::default() })
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Content { text: Cow::Owned(text.to_owned()), ..Content::default() })
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Content::default())
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Content::default())
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Content::default())
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Content::default())
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Content::default())
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Content::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let (mut text, mut thinking) = (String::new(), String::new());
        while let Some(part) = parts.next_element::<Value>()? {
            let plain = |value: Option<&Value>| {
                value.and_then(Value::as_str).unwrap_or_default().to_owned()
            };
            if part.get("type").and_then(Value::as_str) == Some("thinking") {
                match part.get("thinking") {
                    Some(Value::Array(inner)) => {
                        for one in inner {
                            thinking.push_str(&plain(one.get("text")));
                        }
                    }
                    other => thinking.push_str(&plain(other)),
                }
            } else {
                text.push_str(&plain(part.get("text")));
            }
        }
        Ok(Content { text: Cow::Owned(text), thinking: Cow::Owned(thinking) })
    }
}
