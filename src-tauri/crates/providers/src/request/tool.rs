//! The tools that a model may call. None is ever run here: a call ends the answer.

use std::collections::BTreeMap;

use measure::Json;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::request::turn::CacheMark;

/// A tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Tool {
    /// A function with a JSON Schema.
    Function(Function),
    /// A tool that only the payload's own dialect has, such as a provider's web search, verbatim.
    Own(#[specta(type = Json)] Value),
}

/// A function that a model may call.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What it is for.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The JSON Schema of its arguments; absent for a function without any.
    #[specta(optional, type = Option<Json>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Value>,
    /// Whether arguments must fit the schema; absent for the provider's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict: Option<bool>,
    /// Marks the end of a prefix that the provider is to cache.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache: Option<CacheMark>,
    /// Fields that only the payload's own dialect has, verbatim.
    #[specta(optional, type = BTreeMap<String, Json>)]
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub own: Map<String, Value>,
}

/// Which tool the model is to call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoice {
    /// As the model decides.
    Auto,
    /// None.
    None,
    /// At least one.
    Required,
    /// The one of this name.
    Tool(String),
}
