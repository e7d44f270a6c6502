//! The output tokens of one request, and how its reasoning was delivered.

use serde::{Deserialize, Serialize};

/// How the model's reasoning was delivered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ReasoningType {
    /// No sign of any.
    #[default]
    None,
    /// Streamed verbatim.
    Verbatim,
    /// Streamed as a summary, so the text does not match the token count.
    Summary,
    /// Streamed, but encrypted.
    Redacted,
    /// Counted by the server and never shown.
    Hidden,
    /// Part of the answer, between `<think>` and `</think>`.
    InlineThink,
}

impl ReasoningType {
    /// Whether the visible text accounts for the counted reasoning tokens, so that they may enter a speed metric.
    pub fn is_shown_whole(self) -> bool {
        matches!(self, Self::None | Self::Verbatim | Self::InlineThink)
    }
}

/// Token counts of one request. `total`, `answer` and `reasoning` come from one counter, the request's; the neutral
/// counts are `o200k_base` tokens of the visible text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// All output tokens, reasoning included.
    pub total: Option<u64>,
    /// Output tokens of the answer.
    pub answer: Option<u64>,
    /// Output tokens of the reasoning.
    pub reasoning: Option<u64>,
    /// Whether nobody counted answer and reasoning separately, so that the split is estimated.
    pub is_split_estimated: bool,
    /// `o200k_base` tokens of the answer and of tool calls.
    pub neutral_answer: u64,
    /// `o200k_base` tokens of the reasoning's text.
    pub neutral_reasoning: u64,
    /// How reasoning was delivered.
    pub reasoning_type: ReasoningType,
}
