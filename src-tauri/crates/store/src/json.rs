//! Values to text in a column and back, with errors that name the value.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::HistoryError;

pub(crate) fn to_json(
    what: impl FnOnce() -> String,
    value: &impl Serialize,
) -> Result<String, HistoryError> {
    serde_json::to_string(value).map_err(|source| HistoryError::Unwritable { what: what(), source })
}

pub(crate) fn from_json<T: DeserializeOwned>(
    what: impl FnOnce() -> String,
    text: &str,
) -> Result<T, HistoryError> {
    serde_json::from_str(text)
        .map_err(|error| HistoryError::Unreadable { what: what(), reason: error.to_string() })
}

/// The word a plain enum is written as, so that a column reads like the document.
pub(crate) fn to_word(
    what: impl FnOnce() -> String,
    value: &impl Serialize,
) -> Result<String, HistoryError> {
    Ok(to_json(what, value)?.trim_matches('"').to_owned())
}

pub(crate) fn from_word<T: DeserializeOwned>(
    what: impl FnOnce() -> String,
    word: String,
) -> Result<T, HistoryError> {
    serde_json::from_value(serde_json::Value::String(word))
        .map_err(|error| HistoryError::Unreadable { what: what(), reason: error.to_string() })
}
