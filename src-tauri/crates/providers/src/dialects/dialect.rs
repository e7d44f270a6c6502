//! The wire protocols by name.

use measure::ReasoningType;
use serde::{Deserialize, Serialize};

/// A wire protocol.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// OpenAI's chat completions, and the variants used by compatible servers.
    #[default]
    OpenaiChat,
    /// OpenAI's Responses.
    OpenaiResponses,
    /// Anthropic's Messages.
    Anthropic,
    /// Google's `streamGenerateContent`, on Gemini and on Vertex.
    Gemini,
    /// Google's Interactions.
    GeminiInteractions,
    /// Cohere's chat, version 2.
    Cohere,
    /// Ollama's own chat: a line of JSON for each piece.
    Ollama,
    /// Replicate's predictions: one request creates the prediction, a second one streams it.
    Replicate,
}

/// A dialect as shown in forms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, specta::Type)]
pub struct DialectDefinition {
    /// The dialect.
    pub id: Dialect,
    /// Its vendor's name for it.
    pub title: &'static str,
    /// What it adds to a base address, up to the model's name.
    pub path: &'static str,
    /// The version at the end of a base address; empty where its path begins with one.
    pub version: &'static str,
}

impl Dialect {
    /// Every dialect as shown in forms, in display order.
    pub fn definitions() -> Vec<DialectDefinition> {
        let definition = |id: Self| {
            let path = id.path().split("/{model}").next().unwrap_or_default();
            DialectDefinition { id, title: id.title(), path, version: id.version() }
        };
        Self::ALL.into_iter().map(definition).collect()
    }

    /// Its vendor's name for it.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::OpenaiChat => "OpenAI Chat Completions",
            Self::OpenaiResponses => "OpenAI Responses",
            Self::Anthropic => "Anthropic Messages",
            Self::Gemini => "Gemini generateContent",
            Self::GeminiInteractions => "Gemini Interactions",
            Self::Cohere => "Cohere v2 Chat",
            Self::Ollama => "Ollama Chat",
            Self::Replicate => "Replicate Predictions",
        }
    }

    /// Every dialect, in display order.
    pub const ALL: [Self; 8] = [
        Self::OpenaiChat,
        Self::OpenaiResponses,
        Self::Anthropic,
        Self::Gemini,
        Self::GeminiInteractions,
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
            Self::GeminiInteractions => "gemini-interactions",
            Self::Cohere => "cohere",
            Self::Ollama => "ollama",
            Self::Replicate => "replicate",
        }
    }

    /// How it usually delivers reasoning that is shown.
    pub fn shown_reasoning(self) -> ReasoningType {
        match self {
            Self::OpenaiResponses | Self::Anthropic | Self::Gemini | Self::GeminiInteractions => {
                ReasoningType::Summary
            }
            Self::OpenaiChat | Self::Cohere | Self::Ollama | Self::Replicate => {
                ReasoningType::Verbatim
            }
        }
    }

    /// Path of a request, relative to the provider's base address; `{model}` is replaced by the model's name.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::OpenaiChat => "/chat/completions",
            Self::OpenaiResponses => "/responses",
            Self::Anthropic => "/v1/messages",
            Self::Gemini => "/models/{model}:streamGenerateContent?alt=sse",
            Self::GeminiInteractions => "/interactions",
            Self::Cohere => "/v2/chat",
            Self::Ollama => "/api/chat",
            Self::Replicate => "/predictions",
        }
    }

    /// The version at the end of a base address, if the dialect's paths do not begin with one.
    pub(crate) fn version(self) -> &'static str {
        match self {
            Self::OpenaiChat | Self::OpenaiResponses | Self::Replicate => "/v1",
            Self::Gemini | Self::GeminiInteractions => "/v1beta",
            Self::Anthropic | Self::Cohere | Self::Ollama => "",
        }
    }
}

/// The header of a key.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_can_say_which_part_of_an_address_to_enter() {
        let told = |dialect: Dialect| {
            let known = Dialect::definitions().into_iter().find(|known| known.id == dialect);
            known.map(|known| (known.path, known.version))
        };
        assert_eq!(
            told(Dialect::Gemini),
            Some(("/models", "/v1beta")),
            "the path that the dialect adds, and the version that it does not"
        );
        assert_eq!(
            told(Dialect::Anthropic),
            Some(("/v1/messages", "")),
            "its path begins with the version"
        );
    }

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
