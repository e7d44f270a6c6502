//! What of a request only the provider can count: input that is no text, what it stores, and what it does by itself.

use measure::Phrase;
use serde_json::{Map, Value};

measure::phrases! {
    pub(super) fn images() = "uncounted.images", "images";
    pub(super) fn documents() = "uncounted.documents", "documents";
    pub(super) fn files() = "uncounted.files", "files";
    pub(super) fn own_tools() = "uncounted.own_tools", "tools of its own";
    fn stored_turns() = "uncounted.stored_turns", "earlier turns that it stores";
    fn stored_prompts() = "uncounted.stored_prompts", "prompts that it stores";
    fn stored_prefixes() = "uncounted.stored_prefixes", "prefixes that it stores";
    fn searches() = "uncounted.searches", "searches";
    fn plugins() = "uncounted.plugins", "plugins";
    fn sounds() = "uncounted.sounds", "answers in sound";
}

/// A field, and what it is about.
type Named = (&'static str, fn() -> Phrase);

/// Fields of a body by which more is read, searched or answered than stands in the request, and what that is.
const FIELDS: [Named; 10] = [
    ("previous_response_id", stored_turns),
    ("previous_interaction_id", stored_turns),
    ("conversation", stored_turns),
    ("prompt", stored_prompts),
    ("cachedContent", stored_prefixes),
    ("cached_content", stored_prefixes),
    ("web_search_options", searches),
    ("plugins", plugins),
    ("mcp_servers", own_tools),
    ("audio", sounds),
];

/// Fields of a part that hold a file or lead to one, whichever API's it is.
const FILES: [&str; 13] = [
    "file_id",
    "file_data",
    "file_url",
    "fileData",
    "fileUri",
    "file_uri",
    "inlineData",
    "inline_data",
    "image_url",
    "video_url",
    "audio_url",
    "input_audio",
    "input_image_mask",
];

/// What the fields of a body that are sent as they are let the provider read or do besides; `None` if nothing.
pub(super) fn of_fields(fields: &Map<String, Value>) -> Option<Phrase> {
    let is_set = |name: &str| fields.get(name).is_some_and(|value| !value.is_null());
    FIELDS.iter().find(|(name, _)| is_set(name)).map(|(_, what)| what())
}

/// Whether a part that is sent as it is holds a file or leads to one, at any depth.
pub(super) fn holds_file(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().any(|(name, value)| {
            let is_source = name == "source" && value.get("type").is_some_and(is_of_files);
            is_source || (FILES.contains(&name.as_str()) && !value.is_null()) || holds_file(value)
        }),
        Value::Array(values) => values.iter().any(holds_file),
        _ => false,
    }
}

/// Whether Anthropic's kind of a source is one of bytes, of an address or of a stored file.
fn is_of_files(kind: &Value) -> bool {
    kind.as_str().is_some_and(|kind| ["base64", "url", "file"].contains(&kind))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::request::payload::Payload;
    use crate::request::turn::{Content, Role, Turn};

    #[test]
    fn a_part_with_a_file_is_counted_by_nobody_here_and_a_thought_is() {
        let what = |value| {
            let part = Content::Own { value }.into();
            let turns = vec![Turn { parts: vec![part], ..Turn::text(Role::User, "") }];
            Payload { turns, ..Payload::default() }.uncounted().map(|what| what.to_string())
        };
        for file in [
            json!({ "type": "input_audio", "input_audio": { "data": "UklG", "format": "wav" } }),
            json!({ "type": "input_file", "file_id": "file-1" }),
            json!({ "type": "computer_call_output", "output": { "image_url": "data:image/png;base64,iVBO" } }),
            json!({ "fileData": { "fileUri": "https://example.com/v" }, "videoMetadata": { "fps": 2 } }),
            json!({ "type": "document", "source": { "type": "file", "file_id": "f" }, "citations": { "enabled": true } }),
            json!({ "type": "x", "content": [{ "type": "image", "source": { "type": "base64", "data": "iVBO" } }] }),
        ] {
            assert_eq!(what(file.clone()).as_deref(), Some("files"), "{file}");
        }
        for text in [
            json!({ "type": "thinking", "thinking": "Hm.", "signature": "EqQB" }),
            json!({ "type": "refusal", "refusal": "No." }),
            json!({ "type": "search_result", "source": "https://example.com", "title": "A", "content": [] }),
            json!({ "type": "document", "source": { "type": "text", "data": "A page." } }),
        ] {
            assert_eq!(what(text.clone()), None, "{text}");
        }
    }

    #[test]
    fn what_the_provider_stores_or_does_by_itself_is_counted_by_nobody_here() {
        for (name, value, told) in [
            ("previous_response_id", json!("resp_1"), Some("earlier turns that it stores")),
            ("prompt", json!({ "id": "pmpt_1" }), Some("prompts that it stores")),
            ("cachedContent", json!("cachedContents/1"), Some("prefixes that it stores")),
            ("web_search_options", json!({}), Some("searches")),
            ("previous_response_id", json!(null), None),
            ("user", json!("u-1"), None),
        ] {
            let fields = [(name.to_owned(), value.clone())].into_iter().collect();
            let payload = Payload { fields, ..Payload::default() };
            let what = payload.uncounted().map(|what| what.to_string());
            assert_eq!(what.as_deref(), told, "{name}: {value}");
        }
    }
}
