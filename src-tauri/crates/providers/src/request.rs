//! A request, independent of the dialect.

pub(crate) mod as_pasted;
pub(crate) mod payload;
pub(crate) mod place;
pub(crate) mod refusal;
pub(crate) mod response_format;
pub(crate) mod shared_payload;
pub(crate) mod tool;
pub(crate) mod turn;
pub(crate) mod uncarried;
pub(crate) mod uncounted;

use std::borrow::Cow;
use std::sync::Arc;

use crate::catalogue::Provider;
use crate::catalogue::inputs::Inputs;
use crate::effort::Effort;
use crate::request::as_pasted::AsPasted;
use crate::request::payload::Payload;
use crate::request::turn::{Role, Turn};

/// One request, independent of the dialect: a conversation of the system prompt, the payload's turns and the prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The provider.
    pub provider: Provider,
    /// The model as the provider calls it.
    pub model: String,
    /// The system prompt.
    pub system: Option<String>,
    /// The user prompt. Empty if the payload's turns end the conversation.
    pub prompt: String,
    /// Output token limit; absent for the provider's default.
    pub max_tokens: Option<u32>,
    /// Sampling temperature; absent for the provider's default.
    pub temperature: Option<f64>,
    /// Reasoning effort; absent for the provider's default.
    pub effort: Option<Effort>,
    /// What it carries beside these; shared, because a sweep sends it thousands of times.
    pub payload: Arc<Payload>,
    /// The model's names for its inputs, if the dialect leaves them to the model.
    pub inputs: Inputs,
}

impl Request {
    /// The system prompt, if it is not empty.
    pub(crate) fn system(&self) -> Option<&str> {
        self.system.as_deref().filter(|system| !system.is_empty())
    }

    /// The words of the captured body that it is, if the lane is of that body's dialect.
    pub(crate) fn as_pasted(&self) -> Option<&AsPasted> {
        let pasted = self.payload.as_pasted.as_ref();
        pasted.filter(|pasted| pasted.dialect == self.provider.dialect)
    }

    /// The whole input as text, to count its tokens.
    pub fn input_text(&self) -> String {
        input_text(self.system.as_deref(), Some(&*self.payload), &self.prompt)
    }

    /// Every turn of the conversation, each with its number from 1.
    pub(crate) fn conversation(&self) -> impl Iterator<Item = (usize, Cow<'_, Turn>)> {
        let system = self.system().map(|text| Cow::Owned(Turn::text(Role::System, text)));
        let turns = self.payload.turns.iter().map(Cow::Borrowed);
        let is_asked = !self.prompt.is_empty();
        let prompt = is_asked.then(|| Cow::Owned(Turn::text(Role::User, &*self.prompt)));
        (1..).zip(system.into_iter().chain(turns).chain(prompt))
    }
}

/// The whole input of a request as text, to count its tokens: a line for each of its parts.
pub fn input_text(system: Option<&str>, payload: Option<&Payload>, prompt: &str) -> String {
    let payload = payload.filter(|payload| !payload.is_empty()).map(Payload::text);
    let parts = [system, payload.as_deref(), Some(prompt)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}
