//! Text of a chunk: a string, null, or a list of parts.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::Value;

/// A string; anything else in its place is ignored, not an error.
pub(crate) struct Text<'a>(pub(crate) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor).map(|content| Self(content.text))
    }
}

/// The content of a delta: a string, null, or a list of parts, some of which are reasoning.
#[derive(Default)]
pub(crate) struct Content<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) thinking: Cow<'a, str>,
    /// Whether the reasoning is declared a summary.
    pub(crate) is_summary: bool,
    /// Whether something stands in its place that is no text: a number, a truth value, or an object with fields.
    pub(crate) is_unread: bool,
}

impl Content<'_> {
    const UNREAD: Self = Self {
        text: Cow::Borrowed(""),
        thinking: Cow::Borrowed(""),
        is_summary: false,
        is_unread: true,
    };
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
        Ok(Content::UNREAD)
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Content::UNREAD)
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Content::UNREAD)
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Content::UNREAD)
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut is_unread = false;
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            is_unread = true;
        }
        Ok(Content { is_unread, ..Content::default() })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
        let (mut text, mut thinking, mut is_summary) = (String::new(), String::new(), false);
        while let Some(part) = parts.next_element::<Value>()? {
            match part.get("type").and_then(Value::as_str) {
                // Mistral's.
                Some("thinking") => push_texts(part.get("thinking"), &mut thinking),
                // Databricks'.
                Some("reasoning") => {
                    is_summary = true;
                    push_texts(part.get("summary"), &mut thinking);
                }
                _ => push_texts(part.get("text"), &mut text),
            }
        }
        Ok(Content {
            text: Cow::Owned(text),
            thinking: Cow::Owned(thinking),
            is_summary,
            is_unread: false,
        })
    }
}

/// A text, or the texts of a list of parts.
fn push_texts(value: Option<&Value>, out: &mut String) {
    match value {
        Some(Value::String(text)) => out.push_str(text),
        Some(Value::Array(parts)) => {
            parts
                .iter()
                .filter_map(|part| part.get("text")?.as_str())
                .for_each(|t| out.push_str(t));
        }
        _ => {}
    }
}
