//! The dialects. Each has one file that parses events and one that writes the request; `wire` holds what they share.

pub(crate) mod dialect;

use crate::dialects::dialect::Dialect;

pub(crate) mod anthropic;
mod cohere;
mod gemini;
mod gemini_interactions;
pub(crate) mod json;
pub(crate) mod ledger;
mod ollama;
mod openai_chat;
mod openai_responses;
mod openai_tools;
mod replicate;
mod wire;

pub(crate) use wire::Wire;

impl Dialect {
    /// Its implementation.
    pub(crate) fn wire(self) -> &'static dyn Wire {
        match self {
            Self::OpenaiChat => &openai_chat::OpenaiChat,
            Self::OpenaiResponses => &openai_responses::OpenaiResponses,
            Self::Anthropic => &anthropic::Anthropic,
            Self::Gemini => &gemini::Gemini,
            Self::GeminiInteractions => &gemini_interactions::GeminiInteractions,
            Self::Cohere => &cohere::Cohere,
            Self::Ollama => &ollama::Ollama,
            Self::Replicate => &replicate::Replicate,
        }
    }
}

#[cfg(test)]
mod carried_cases;
#[cfg(test)]
mod carried_tests;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tier_tests;
#[cfg(test)]
mod tool_call_tests;
