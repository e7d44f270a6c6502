//! What one lane is asked in place of the shared request.

use providers::SharedPayload;
use serde::{Deserialize, Serialize};

use crate::plan::input::Input;

/// What one lane is asked in place of the shared request, part by part, so that a long prompt can race its shortened self.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LaneRequest {
    /// Replaces the shared prompt; empty if the conversation ends with the payload's turns.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Replaces the shared system prompt; empty for none.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// Replaces the shared payload as a whole; an empty one for a plain prompt.
    #[specta(optional, type = Option<providers::Payload>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<SharedPayload>,
}

impl LaneRequest {
    /// The input of its lane: what it has, and the shared input otherwise.
    pub(crate) fn over<'a>(&'a self, shared: Input<'a>) -> Input<'a> {
        Input {
            system: self.system.as_deref().or(shared.system).filter(|system| !system.is_empty()),
            prompt: self.prompt.as_deref().unwrap_or(shared.prompt),
            payload: self.payload.as_ref().unwrap_or(shared.payload),
        }
    }
}
