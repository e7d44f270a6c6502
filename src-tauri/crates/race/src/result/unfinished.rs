//! Explanations of requests that ended without a failure and without a complete answer.

use measure::Phrase;
use providers::{Ending, FaultClass};

use crate::result::status::Status;

/// The explanation.
pub(crate) struct UnfinishedNote {
    pub(crate) class: FaultClass,
    /// What happened, including the provider's finish reason.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) advice: Phrase,
}

impl UnfinishedNote {
    /// The explanation of a request that ended with `status`, if the status has one; `word` is the provider's finish
    /// reason, `reasoned` its count of reasoning tokens.
    pub(crate) fn of(status: Status, word: Option<&str>, reasoned: Option<u64>) -> Option<Self> {
        let ending = word.map_or(Ending::Unknown, Ending::of);
        let by = word.map(|word| format!(" (`{word}`)")).unwrap_or_default();
        let (class, message, advice) = match (status, ending) {
            (Status::Filtered, _) => (
                FaultClass::Filtered,
                format!("One of the provider's filters stopped the prompt or the answer{by}."),
                filtered(),
            ),
            (Status::Refused, _) => {
                (FaultClass::Refused, format!("The model declined to answer{by}."), declined())
            }
            (Status::OkEmpty, Ending::Limit) => (
                FaultClass::Empty,
                format!(
                    "The limit was reached before any text of the answer came{by}{}.",
                    thought(reasoned)
                ),
                raise_limit(),
            ),
            (Status::OkEmpty, _) => (
                FaultClass::Empty,
                format!("The answer ended without text{by}{}.", thought(reasoned)),
                no_text(),
            ),
            (Status::Truncated, Ending::ContextFull) => (
                FaultClass::Truncated,
                format!("The model's context was full before the answer ended{by}."),
                context_full(),
            ),
            (Status::Truncated, Ending::Paused) => (
                FaultClass::Truncated,
                format!(
                    "The model paused in the middle of its turn{by} and waits for a request to continue."
                ),
                paused(),
            ),
            (Status::Truncated, Ending::Cancelled) => (
                FaultClass::Truncated,
                format!("The provider stopped the answer before its end{by}."),
                stopped_there(),
            ),
            (Status::Truncated, _) => (
                FaultClass::Truncated,
                "The stream ended without a finish reason and without its end marker.".to_owned(),
                cut_off(),
            ),
            (Status::ErrorStream, Ending::Failed) => (
                FaultClass::InStream,
                format!("The provider ended the answer as failed{by} and did not say why."),
                ended_failed(),
            ),
            _ => return None,
        };
        Some(Self { class, message, advice })
    }
}

measure::phrases! {
    fn filtered() = "unfinished.filtered", "It counts in no average. Change the prompt or the system prompt; other lanes may have other filters.";
    fn declined() = "unfinished.declined", "It counts in no average. Change the prompt, or race it with another model.";
    fn raise_limit() = "unfinished.raise_limit", "Raise max tokens or lower the reasoning effort: a model that reasons spends the same tokens on it.";
    fn no_text() = "unfinished.no_text", "It counts in no average. Run the lane again; if it repeats, check the model, the prompt and the dialect.";
    fn context_full() = "unfinished.context_full", "The answer is cut off. Shorten the prompt, or choose a model with a longer context.";
    fn paused() = "unfinished.paused", "The answer is unfinished. Run the lane again, or change the prompt so that it needs no long use of tools.";
    fn stopped_there() = "unfinished.stopped_there", "The answer is cut off, and not by you. Run the lane again.";
    fn cut_off() = "unfinished.cut_off", "The answer is cut off. The server or something on the way gave up; run the lane again.";
    fn ended_failed() = "unfinished.ended_failed", "What had arrived is kept. Run the lane again; if it repeats, report it to the provider.";
}

fn thought(reasoned: Option<u64>) -> String {
    match reasoned.filter(|tokens| *tokens > 0) {
        Some(1) => "; 1 token of reasoning was counted".to_owned(),
        Some(tokens) => format!("; {tokens} tokens of reasoning were counted"),
        None => String::new(),
    }
}

#[cfg(test)]
#[path = "unfinished_tests.rs"]
mod tests;
