//! The form of an answer.

use measure::Json;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The form that an answer must have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ResponseFormat {
    /// Text.
    Text,
    /// Any JSON object.
    Json,
    /// JSON that fits a schema.
    Schema(SchemaFormat),
}

/// A JSON Schema that an answer must fit.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SchemaFormat {
    /// Its name. Dialects that need one send `response` if there is none.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the answer is for.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The JSON Schema.
    #[specta(type = Json)]
    pub schema: Value,
    /// Whether the answer must fit it exactly; absent for the provider's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict: Option<bool>,
}
