//! The object that a text is, such as the arguments that a model wrote.

use serde_json::{Map, Value};

use crate::capture::repeated::repeated;
use crate::capture::rounded::has_rounded;

/// The object that a text is, if all of it is kept: no number is rounded, and no name stands twice.
pub(crate) fn whole_object(text: &str) -> Option<Map<String, Value>> {
    let object = serde_json::from_str(text).ok()?;
    (!has_rounded(text) && repeated(text).0.is_empty()).then_some(object)
}
