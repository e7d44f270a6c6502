//! The shape of any JSON value, for documents and the window; values themselves are those of `serde_json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Any JSON value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(untagged)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(BTreeMap<String, Json>),
}
