//! Accessors for JSON events.

use serde_json::Value;

use crate::wire::decoder::Message;

/// The text at `path`, a JSON pointer.
pub(crate) fn text<'a>(value: &'a Value, path: &str) -> Option<&'a str> {
    value.pointer(path)?.as_str()
}

/// The type of an event, from its data or else its name; empty if neither has one.
pub(super) fn kind<'a>(event: &'a Value, message: &Message<'a>) -> &'a str {
    let name = || message.name.and_then(|name| str::from_utf8(name).ok());
    text(event, "/type").or_else(name).unwrap_or_default()
}

/// Whether a value is empty: null, or an empty text, list or object.
pub(crate) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
