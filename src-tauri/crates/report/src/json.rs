//! Values to JSON, with errors that say which value.

use serde::Serialize;

use crate::ReportError;

pub(crate) fn to_json(what: &str, value: &impl Serialize) -> Result<String, ReportError> {
    serde_json::to_string(value).map_err(|error| unwritable(what, &error))
}

pub(crate) fn unwritable(what: &str, error: &impl std::fmt::Display) -> ReportError {
    ReportError::Unwritable { what: what.to_owned(), reason: error.to_string() }
}
