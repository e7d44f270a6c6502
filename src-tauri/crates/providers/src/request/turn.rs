//! The turns of a conversation and their parts.

use std::borrow::Cow;
use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use measure::Json;
use measure::Phrase;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::request::uncounted;

/// Who says a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Instructions.
    System,
    /// Instructions under the name that OpenAI gives them. Every other dialect sends them as the system's.
    Developer,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// The tools that the model called.
    Tool,
}

/// One turn of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Turn {
    /// Who says it.
    pub role: Role,
    /// What is said, in order.
    pub parts: Vec<Part>,
    /// Fields that only the payload's own dialect has, verbatim.
    #[specta(optional, type = BTreeMap<String, Json>)]
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub own: Map<String, Value>,
}

/// One part of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Part {
    /// What it holds.
    pub content: Content,
    /// Marks the end of a prefix that the provider is to cache.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache: Option<CacheMark>,
    /// Fields that only the payload's own dialect has, verbatim.
    #[specta(optional, type = BTreeMap<String, Json>)]
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub own: Map<String, Value>,
}

/// What a part holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Content {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// An image.
    Image {
        /// Where its bytes are.
        source: Source,
        /// How closely it is looked at, in the dialect's word.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        detail: Option<String>,
    },
    /// A document, such as a PDF.
    Document {
        /// Where its bytes are.
        source: Source,
        /// Its title or file name.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A tool that the model called.
    ToolCall {
        /// The call's id, by which its result is found.
        id: String,
        /// The tool's name.
        name: String,
        /// Its arguments: an object or, if the model wrote no valid one, its text.
        #[specta(type = Json)]
        arguments: Value,
    },
    /// What a tool returned.
    ToolResult {
        /// The id of the call.
        call_id: String,
        /// The tool's name; absent where the call's id says it.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What it returned: text, images and documents.
        output: Vec<Part>,
        /// Whether the tool failed.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
    },
    /// A part that only the payload's own dialect has, such as a thinking block, verbatim.
    Own {
        /// The part.
        #[specta(type = Json)]
        value: Value,
    },
}

/// Where the bytes of an image or a document are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// In the request.
    Base64 {
        /// The media type, such as `image/png`.
        media_type: String,
        /// The bytes in Base64.
        data: String,
    },
    /// At an address from which the provider fetches them.
    Url {
        /// The address.
        url: String,
        /// The media type, if it is known.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        media_type: Option<String>,
    },
}

/// The end of a prefix that the provider is to cache.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct CacheMark {
    /// How long it is kept, in the provider's word, such as `5m` or `1h`; absent for the provider's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttl: Option<String>,
}

impl Turn {
    /// A turn of text.
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self { role, parts: vec![Part::text(text)], own: Map::new() }
    }

    /// Its text, if it is nothing else: one part without a mark or a field of its own.
    pub fn plain(&self) -> Option<&str> {
        plain(&self.parts).filter(|_| self.own.is_empty())
    }
}

/// Whether one of these parts is an empty text beside others, as many clients write beside the calls of tools. It says nothing, and
/// several APIs refuse it.
pub(crate) fn is_silent(part: &Part, among: &[Part]) -> bool {
    among.len() > 1 && plain(std::slice::from_ref(part)) == Some("")
}

/// The text of parts that are one text without more.
pub(crate) fn plain(parts: &[Part]) -> Option<&str> {
    match parts {
        [Part { content: Content::Text { text }, cache: None, own }] if own.is_empty() => {
            Some(text)
        }
        _ => None,
    }
}

/// The text of a tool's result that is one text without more, or nothing at all.
pub(crate) fn plain_result(output: &[Part]) -> Option<&str> {
    if output.is_empty() { Some("") } else { plain(output) }
}

impl Part {
    /// A part of text.
    pub fn text(text: impl Into<String>) -> Self {
        Content::Text { text: text.into() }.into()
    }
}

impl Part {
    /// Adds what a model reads of it as text.
    pub(crate) fn texts<'a>(&'a self, into: &mut Vec<Cow<'a, str>>) {
        match &self.content {
            Content::Text { text } => into.push(text.into()),
            Content::ToolCall { name, arguments, .. } => {
                into.push(name.into());
                into.push(arguments.to_string().into());
            }
            Content::ToolResult { output, .. } => {
                for part in output {
                    part.texts(into);
                }
            }
            Content::Own { value } => readable(value, into),
            Content::Image { .. } | Content::Document { .. } => {}
        }
    }

    /// What it is if only the provider knows how many tokens it has.
    pub(crate) fn uncounted(&self) -> Option<Phrase> {
        match &self.content {
            Content::Image { .. } => Some(uncounted::images()),
            Content::Document { .. } => Some(uncounted::documents()),
            Content::ToolResult { output, .. } => output.iter().find_map(Self::uncounted),
            Content::Own { value } => uncounted::holds_file(value).then(uncounted::files),
            Content::Text { .. } | Content::ToolCall { .. } => None,
        }
    }

    /// Whether an image or a document in it, or in a tool's result, has data that is no Base64.
    pub(crate) fn has_no_bytes(&self) -> bool {
        match &self.content {
            Content::Image { source: Source::Base64 { data, .. }, .. }
            | Content::Document { source: Source::Base64 { data, .. }, .. } => !is_base64(data),
            Content::ToolResult { output, .. } => output.iter().any(Self::has_no_bytes),
            _ => false,
        }
    }

    /// Visits the Base64 of its image or document, of those of a tool's result, and of a part that is a dialect's own, such as
    /// sound.
    pub(crate) fn for_each_base64(&mut self, visit: &mut dyn FnMut(&mut String)) {
        match &mut self.content {
            Content::Image { source: Source::Base64 { data, .. }, .. }
            | Content::Document { source: Source::Base64 { data, .. }, .. } => visit(data),
            Content::ToolResult { output, .. } => {
                for part in output {
                    part.for_each_base64(visit);
                }
            }
            Content::Own { value } => each_base64_within(value, visit),
            _ => {}
        }
    }
}

/// Visits what is Base64 by its length and its characters, or stands in the place of it.
pub(crate) fn each_base64_within(value: &mut Value, visit: &mut dyn FnMut(&mut String)) {
    /// Characters of the shortest; what is shorter may be an id or a signature.
    const SHORTEST: usize = 4_096;
    match value {
        Value::String(text) => {
            // The same bytes stand in a part without the address around them, and are kept once.
            let at = base64_at(text).unwrap_or(0);
            let data = text.get(at..).unwrap_or_default();
            let is_large = || is_base64(data) || text.starts_with("data:");
            if is_held_apart(data) || data.len() >= SHORTEST && is_large() {
                let mut data = text.split_off(at);
                visit(&mut data);
                text.push_str(&data);
            }
        }
        Value::Array(values) => {
            for value in values {
                each_base64_within(value, visit);
            }
        }
        Value::Object(fields) => {
            for value in fields.values_mut() {
                each_base64_within(value, visit);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Where the Base64 begins that an address holds, if it does.
fn base64_at(address: &str) -> Option<usize> {
    const MARK: &str = ";base64,";
    let at = address.starts_with("data:").then(|| address.find(MARK)).flatten()?;
    Some(at + MARK.len())
}

/// What stands in the place of Base64 that is kept apart, before 64 hexadecimal digits of its hash. Base64 has no colon.
pub const BY_HASH: &str = "sha256:";

/// Whether it stands in the place of Base64 that is kept apart.
pub(crate) fn is_held_apart(data: &str) -> bool {
    data.strip_prefix(BY_HASH)
        .is_some_and(|hash| hash.len() == 64 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Whether it has the characters of Base64 alone: of either alphabet, with line breaks.
pub(crate) fn is_base64(data: &str) -> bool {
    let end = data.trim_end_matches(['=', '\n', '\r']);
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"+/-_\n\r".contains(&byte);
    !end.is_empty() && data.len() - end.len() <= 8 && end.bytes().all(is_letter)
}

/// The texts of a part that is a dialect's own, without signatures and what is encrypted: nobody knows how many tokens a
/// model reads of those.
fn readable<'a>(value: &'a Value, into: &mut Vec<Cow<'a, str>>) {
    /// Characters of a word that is longer than any of a language.
    const LONGEST_WORD: usize = 256;
    match value {
        Value::String(text) => {
            if text.len() <= LONGEST_WORD || text.contains(char::is_whitespace) {
                into.push(text.into());
            }
        }
        Value::Array(values) => values.iter().for_each(|value| readable(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| readable(value, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether it is a tool call of Chat Completions that no other dialect has, such as one with free text: no part of a message
/// has a field of either name.
pub(crate) fn is_own_call(content: &Content) -> bool {
    let Content::Own { value } = content else { return false };
    ["function", "custom"].iter().any(|name| value.get(name).is_some_and(Value::is_object))
}

impl From<Content> for Part {
    fn from(content: Content) -> Self {
        Self { content, cache: None, own: Map::new() }
    }
}

impl Source {
    /// Its bytes as an address that holds them, or the address where they are.
    pub(crate) fn as_url(&self) -> String {
        match self {
            Self::Base64 { media_type, data } => format!("data:{media_type};base64,{data}"),
            Self::Url { url, .. } => url.clone(),
        }
    }

    /// The source that the bytes of a file are: an address that holds them, or Base64 alone, whose media type is told by the
    /// file's name. A file at an address is none.
    pub(crate) fn of_file(data: &str, name: Option<&str>) -> Option<Self> {
        if data.starts_with("data:") {
            // Of bytes that nobody said a kind of, no dialect knows more.
            let is_told = |source: &Self| matches!(source, Self::Base64 { media_type, .. } if !media_type.is_empty());
            return Some(Self::of_url(data)).filter(is_told);
        }
        let (_, ending) = name?.rsplit_once('.')?;
        let media_type = match ending.to_ascii_lowercase().as_str() {
            "pdf" => "application/pdf",
            "txt" => "text/plain",
            "md" => "text/markdown",
            "csv" => "text/csv",
            "html" | "htm" => "text/html",
            "json" => "application/json",
            "xml" => "application/xml",
            _ => return None,
        };
        let held = || Self::Base64 { media_type: media_type.to_owned(), data: data.to_owned() };
        is_base64(data).then(held)
    }

    /// The source that an address names: its own bytes, if it holds them (RFC 2397), with their media type in lower case and without
    /// parameters.
    pub(crate) fn of_url(url: &str) -> Self {
        let held = url.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:"));
        let held = held.and_then(|_| url.get(5..)?.split_once(','));
        let Some((head, data)) = held else {
            return Self::Url { url: url.to_owned(), media_type: None };
        };
        let mut parts = head.split(';').map(str::trim);
        let media_type = parts.next().unwrap_or_default().to_ascii_lowercase();
        let data = if parts.any(|part| part.eq_ignore_ascii_case("base64")) {
            data.to_owned()
        } else {
            STANDARD.encode(percent_decode_str(data).collect::<Vec<u8>>())
        };
        Self::Base64 { media_type, data }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_holds_bytes_is_read_in_each_of_its_forms() {
        let held = |url: &str| match Source::of_url(url) {
            Source::Base64 { media_type, data } => Some((media_type, data)),
            Source::Url { .. } => None,
        };
        let of = |kind: &str, data: &str| Some((kind.to_owned(), data.to_owned()));
        assert_eq!(held("data:image/png;base64,aGk="), of("image/png", "aGk="));
        assert_eq!(held("data:image/WebP;charset=utf-8;base64,aGk="), of("image/webp", "aGk="));
        assert_eq!(held("DATA:image/png;BASE64,aGk="), of("image/png", "aGk="));
        assert_eq!(held("data:image/svg+xml;utf8,%68i"), of("image/svg+xml", "aGk="), "as text");
        assert_eq!(held("data:;base64,aGk="), of("", "aGk="), "nobody said what it is");
        for url in ["https://a.example/data:,x", "data:image/png", "dat", "däta:,x"] {
            assert_eq!(held(url), None, "{url}");
        }
    }

    #[test]
    fn base64_has_the_letters_of_its_alphabets_alone() {
        for data in ["aGk=", "a-_k", "aGk\naGk=\r\n"] {
            assert!(is_base64(data), "{data:?}");
        }
        for data in ["", "====", "sha256:00", "<script>", "data:image/png;base64,aGk=", "a b"] {
            assert!(!is_base64(data), "{data:?}");
        }
    }

    #[test]
    fn what_is_large_within_a_part_of_a_dialects_own_is_visited_like_an_image() {
        let sound = "A".repeat(5_000);
        let value = serde_json::json!({ "type": "input_audio", "input_audio": { "data": sound, "format": "wav" }, "id": "short" });
        let mut part = Part::from(Content::Own { value });
        let mut visited = Vec::new();
        part.for_each_base64(&mut |data| visited.push(data.len()));
        assert_eq!(visited, [5_000], "the sound, and neither the format nor the id");
    }

    #[test]
    fn of_an_address_that_holds_bytes_the_bytes_alone_are_visited_and_put_back() {
        let picture = "aGk+".repeat(2_000);
        let whole = format!("data:image/png;base64,{picture}");
        let mut value = serde_json::json!([{ "url": whole }, "data:image/png;base64,aGk+"]);
        let mut kept = String::new();
        each_base64_within(&mut value, &mut |data| {
            kept = std::mem::replace(data, format!("{BY_HASH}{}", "0".repeat(64)));
        });
        assert_eq!(kept, picture, "as a part of the request has them");
        let hash = format!("data:image/png;base64,{BY_HASH}{}", "0".repeat(64));
        assert_eq!(value, serde_json::json!([{ "url": hash }, "data:image/png;base64,aGk+"]));
        each_base64_within(&mut value, &mut |data| kept.clone_into(data));
        assert_eq!(value[0]["url"], whole, "what stands for them is found again");
    }
}
