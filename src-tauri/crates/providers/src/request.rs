//! A request, independent of the dialect.

use crate::catalogue::Provider;
use crate::catalogue::inputs::Inputs;
use crate::effort::Effort;

/// One request, independent of the dialect.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The provider.
    pub provider: Provider,
    /// The model as the provider calls it.
    pub model: String,
    /// The system prompt.
    pub system: Option<String>,
    /// The user prompt.
    pub prompt: String,
    /// Output token limit; absent for the provider's default.
    pub max_tokens: Option<u32>,
    /// Sampling temperature; absent for the provider's default.
    pub temperature: Option<f64>,
    /// Reasoning effort; absent for the provider's default.
    pub effort: Option<Effort>,
    /// The model's names for its inputs, if the dialect leaves them to the model.
    pub inputs: Inputs,
}

impl Request {
    /// The system prompt, if it is not empty.
    pub(crate) fn system(&self) -> Option<&str> {
        self.system.as_deref().filter(|system| !system.is_empty())
    }
}
