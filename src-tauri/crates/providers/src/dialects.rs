//! The wire protocols. Each has one file that turns events into pieces and one that writes the request; what they share
//! in reading is in `reader`, in writing in `request`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::reader::ReadEvents;
use crate::reply::Usage;
use crate::{EndpointError, Provider, Request};

mod anthropic;
mod cohere;
mod gemini;
pub(crate) mod json;
mod ollama;
mod openai_chat;
mod openai_responses;
mod replicate;

/// A wire protocol.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// OpenAI's chat completions, and what the many servers make of them.
    #[default]
    OpenaiChat,
    /// OpenAI's Responses.
    OpenaiResponses,
    /// Anthropic's Messages.
    Anthropic,
    /// Google's `streamGenerateContent`, on Gemini and on Vertex.
    Gemini,
    /// Cohere's chat, version 2.
    Cohere,
    /// Ollama's own chat: a line of JSON for each piece.
    Ollama,
    /// Replicate's predictions: one request makes the prediction, a second one streams it.
    Replicate,
}

impl Dialect {
    /// Every dialect, in the order of the contract.
    pub const ALL: [Self; 7] = [
        Self::OpenaiChat,
        Self::OpenaiResponses,
        Self::Anthropic,
        Self::Gemini,
        Self::Cohere,
        Self::Ollama,
        Self::Replicate,
    ];

    /// Its name on the command line and in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenaiChat => "openai-chat",
            Self::OpenaiResponses => "openai-responses",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Cohere => "cohere",
            Self::Ollama => "ollama",
            Self::Replicate => "replicate",
        }
    }

    /// How it is written and read.
    pub(crate) fn wire(self) -> &'static dyn Wire {
        match self {
            Self::OpenaiChat => &openai_chat::OpenaiChat,
            Self::OpenaiResponses => &openai_responses::OpenaiResponses,
            Self::Anthropic => &anthropic::Anthropic,
            Self::Gemini => &gemini::Gemini,
            Self::Cohere => &cohere::Cohere,
            Self::Ollama => &ollama::Ollama,
            Self::Replicate => &replicate::Replicate,
        }
    }
}

impl std::str::FromStr for Dialect {
    type Err = EndpointError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|dialect| dialect.name() == name)
            .ok_or_else(|| EndpointError::UnknownDialect { name: name.to_owned() })
    }
}

/// The header a key stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Auth {
    /// `Authorization: Bearer KEY`.
    Bearer,
    /// `x-api-key: KEY`.
    XApiKey,
    /// `x-goog-api-key: KEY`.
    XGoogApiKey,
    /// `api-key: KEY`.
    ApiKey,
}

/// How a dialect is written and read.
pub(crate) trait Wire: Sync {
    /// Where a request goes, after the provider's base address; `{model}` stands for the model's name.
    fn path(&self) -> &'static str;

    /// How the provider's base address ends, where the paths do not begin with a version of their own.
    fn version(&self) -> &'static str {
        "/v1"
    }

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

    /// The body. `ask_for_usage` is false for the second attempt at a server that refused to be asked for it.
    fn body(&self, request: &Request, ask_for_usage: bool) -> Value;

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
mod tests {
    use super::*;

    #[test]
    fn a_dialect_has_one_name_everywhere() {
        for dialect in Dialect::ALL {
            assert_eq!(
                dialect.name().parse(),
                Ok(dialect),
                "the command line reads what it writes"
            );
            assert_eq!(
                serde_json::to_value(dialect).ok(),
                Some(dialect.name().into()),
                "documents call it by the same name"
            );
        }
    }
}
