//! The wire protocols. Each has one file that turns events into pieces and one that writes the request; what they share
//! in reading is in `reader`, in writing in `request`.

pub(crate) mod dialect;

use serde_json::Value;

use crate::catalogue::Provider;
use crate::dialects::dialect::{Auth, Dialect};
use crate::request::Extra;
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
    /// How it is written and read.
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

/// How a dialect is written and read.
pub(crate) trait Wire: Sync {
    /// A model's name as it stands in the path.
    fn model_in_path<'a>(&self, model: &'a str) -> &'a str {
        model
    }

    /// Where the list of models is, after the provider's base address.
    fn models_path(&self) -> &'static str {
        "/models"
    }

    /// The header a key stands in, where the provider's row names no other.
    fn auth(&self) -> Auth {
        Auth::Bearer
    }

    /// Headers that every request of the dialect has.
    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// What the request asks to be answered with.
    fn accept(&self) -> &'static str {
        "text/event-stream"
    }

    /// The body of `request` on its `terms`. `without` is the option that the second attempt leaves out.
    fn body(&self, request: &Request, terms: &Terms<'_>, without: Option<Extra>) -> Value;

    /// Whether the request is answered with where the stream is, which a second request reads.
    fn is_made_first(&self) -> bool {
        false
    }

    /// A reader for one stream.
    fn events(&self) -> Box<dyn ReadEvents>;

    /// What the usage objects of one stream come to, given word for word and in order.
    fn usage(&self, verbatim: &[Value], provider: &Provider) -> Usage;
}

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tier_tests;
