//! Values to JSON, with errors that name the value.

use serde::Serialize;

use crate::ReportError;

pub(crate) fn to_json(what: &str, value: &impl Serialize) -> Result<String, ReportError> {
    serde_json::to_string(value).map_err(|error| unwritable(what, &error))
}

/// The word an enum of words is written as.
pub(crate) fn to_word(value: &impl Serialize) -> Result<String, ReportError> {
    Ok(to_json("A word", value)?.trim_matches('"').to_owned())
}

pub(crate) fn unwritable(what: &str, error: &impl std::fmt::Display) -> ReportError {
    ReportError::Unwritable { what: what.to_owned(), reason: error.to_string() }
}
