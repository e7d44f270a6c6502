//! What a lane is asked, before its dialect writes it.

use providers::{Payload, SharedPayload, input_text};

/// The input of a lane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Input<'a> {
    /// The system prompt.
    pub system: Option<&'a str>,
    /// The prompt; empty if the payload's turns end the conversation.
    pub prompt: &'a str,
    /// What it carries beside these.
    pub payload: &'a SharedPayload,
}

impl<'a> Input<'a> {
    /// The prompt or, if it is empty, the last text of the turns.
    pub(crate) fn last_text(&self) -> Option<&'a str> {
        if self.prompt.trim().is_empty() { self.payload.last_text() } else { Some(self.prompt) }
    }

    /// All of it that a model reads as text, to count its tokens.
    pub fn text(&self) -> String {
        input_text(self.system, Some(self.payload as &Payload), self.prompt)
    }

    /// Whether nothing is asked.
    pub(crate) fn is_empty(&self) -> bool {
        let has_turns = !self.payload.turns.is_empty();
        self.prompt.trim().is_empty() && !has_turns && !self.payload.asks_what_is_stored()
    }
}
