//! The dialects. Each has one file that parses events and one that writes the request; `wire` holds what they share.

pub(crate) mod dialect;

use serde_json::Value;

use crate::catalogue::Provider;
use crate::dialects::dialect::{Auth, Dialect};
use crate::extra::Extra;
use crate::request::Request;
use crate::terms::Terms;
use crate::wire::decoder::ReadEvents;
use crate::wire::response::Usage;

mod anthropic;
mod cohere;
mod gemini;
mod gemini_interactions;
pub(crate) mod json;
mod ollama;
mod openai_chat;
mod openai_responses;
mod replicate;

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

/// The implementation of a dialect.
pub(crate) trait Wire: Sync {
    /// A model's name as used in the path.
    fn model_in_path<'a>(&self, model: &'a str) -> &'a str {
        model
    }

    /// Path of the model list, relative to the provider's base address.
    fn models_path(&self) -> &'static str {
        "/models"
    }

    /// Header of the key, unless the provider's row names another.
    fn auth(&self) -> Auth {
        Auth::Bearer
    }

    /// Headers of every request of the dialect.
    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The `accept` header.
    fn accept(&self) -> &'static str {
        "text/event-stream"
    }

    /// The body of `request` under its `terms`. `without` is the option that the second attempt leaves out.
    fn body(&self, request: &Request, terms: &Terms<'_>, without: Option<Extra>) -> Value;

    /// Whether the response only names the stream, which a second request reads.
    fn is_made_first(&self) -> bool {
        false
    }

    /// An event parser for one stream.
    fn events(&self) -> Box<dyn ReadEvents>;

    /// The usage of one stream, from its usage objects, verbatim and in order.
    fn usage(&self, verbatim: &[Value], provider: &Provider) -> Usage;
}

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tier_tests;
