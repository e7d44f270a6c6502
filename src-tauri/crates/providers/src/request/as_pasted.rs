//! What of a captured body stands there otherwise than its dialect would write it.

use std::collections::BTreeMap;

use measure::Json;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::dialects::dialect::Dialect;
use crate::effort::Effort;

/// Fields that a lane answers for itself, whatever was pasted: its model, its service tier, the version of its API, and how an answer
/// is streamed. `config` holds all of these in a Google SDK's own shape, which is never sent.
pub(crate) const OF_A_LANE: [&str; 9] = [
    "anthropic_version",
    "model",
    "stream",
    "stream_options",
    "service_tier",
    "serviceTier",
    "speed",
    "store",
    "config",
];

/// Fields of a captured body as they were pasted, where its dialect would write the same in other words, such as the spaces
/// in a tool call's arguments. A lane of the dialect sends them as they are, as long as they say what the request says: one
/// that was changed since is written anew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct AsPasted {
    /// The dialect of the body.
    pub dialect: Dialect,
    /// The effort it asks for. Where a lane has the same, nothing is added by which a model thinks or shows its thoughts.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// The fields of the body, verbatim.
    #[specta(optional, type = BTreeMap<String, Json>)]
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub fields: Map<String, Value>,
    /// Names of fields that the dialect would write and the body does not have.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
}

/// Fields of a body that hold the conversation, in the order in which a model reads them. What is said in it is nobody's setting.
pub(crate) const SPOKEN: [&str; 8] = [
    "system",
    "systemInstruction",
    "system_instruction",
    "instructions",
    "messages",
    "contents",
    "input",
    "prompt",
];

/// The first text of a conversation that is this one. What else stands there, such as a role, is under another name.
fn said<'a>(name: &str, value: &'a mut Value, text: &str) -> Option<&'a mut String> {
    match value {
        Value::String(said) => {
            let is_text = SPOKEN.contains(&name) || matches!(name, "text" | "content");
            (is_text && said == text).then_some(said)
        }
        Value::Array(values) => values.iter_mut().find_map(|value| said("", value, text)),
        Value::Object(fields) => {
            fields.iter_mut().find_map(|(name, value)| said(name, value, text))
        }
        _ => None,
    }
}

impl AsPasted {
    /// Puts another text in the place of the one that the request says first, so that the rest stays as it was pasted.
    pub(crate) fn say_otherwise(&mut self, text: &str, other: &str) {
        for name in SPOKEN {
            let pasted = self.fields.get_mut(name);
            if let Some(said) = pasted.and_then(|value| said(name, value, text)) {
                other.clone_into(said);
                return;
            }
        }
    }

    /// Whether a row's field of this name, for a request of this effort, would be added to what was pasted.
    pub(crate) fn adds(&self, name: &str, effort: Option<Effort>) -> bool {
        let is_unasked = effort.is_none() || self.without.iter().any(|other| other == name);
        self.effort == effort && is_unasked
    }
}
