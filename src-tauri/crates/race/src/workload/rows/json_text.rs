//! A whole text as one value of JSON.

use serde_json::Value;

use crate::workload::rows::bounds::small;
use crate::workload::rows::fault::SetError;
use crate::workload::rows::why;

/// # Errors
/// Where it is none, or that its values would take too much memory.
pub(super) fn value_of(text: &str) -> Result<Value, SetError> {
    small(text)?;
    serde_json::from_str(text).map_err(|error| SetError::json(&error, why::no_json))
}
