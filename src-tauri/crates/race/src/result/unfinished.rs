//! Explanations of requests that ended without a failure and without a complete answer.

use measure::{Count, Phrase};
use providers::{Ending, FaultClass};

use crate::result::status::Status;

/// The explanation.
pub(crate) struct UnfinishedNote {
    pub(crate) class: FaultClass,
    /// What happened, including the provider's finish reason.
    pub(crate) message: Phrase,
    /// What to do about it.
    pub(crate) advice: Phrase,
}

impl UnfinishedNote {
    /// The explanation of a request that ended with `status`, if the status has one; `word` is the provider's finish
    /// reason, `reasoned` its count of reasoning tokens.
    pub(crate) fn of(status: Status, word: Option<&str>, reasoned: Option<u64>) -> Option<Self> {
        let ending = word.map_or(Ending::Unknown, Ending::of);
        let by = || word.map(by_word);
        let counted = || reasoned.filter(|tokens| *tokens > 0).map(|tokens| thought(count(tokens)));
        let (class, message, advice) = match (status, ending) {
            (Status::Filtered, _) => (FaultClass::Filtered, was_filtered(by()), filtered()),
            (Status::Refused, _) => (FaultClass::Refused, has_declined(by()), declined()),
            (Status::OkEmpty, Ending::Limit) => {
                (FaultClass::Empty, reached_limit(by(), counted()), raise_limit())
            }
            (Status::OkEmpty, _) => (FaultClass::Empty, had_no_text(by(), counted()), no_text()),
            (Status::Truncated, Ending::ContextFull) => {
                (FaultClass::Truncated, was_full(by()), context_full())
            }
            (Status::Truncated, Ending::Paused) => {
                (FaultClass::Truncated, has_paused(by()), paused())
            }
            (Status::Truncated, Ending::Cancelled) => {
                (FaultClass::Truncated, was_stopped(by()), stopped_there())
            }
            (Status::Truncated, _) => (FaultClass::Truncated, was_cut_off(), cut_off()),
            (Status::ErrorStream, Ending::Failed) => {
                (FaultClass::InStream, has_failed(by()), ended_failed())
            }
            _ => return None,
        };
        Some(Self { class, message, advice })
    }
}

measure::phrases! {
    fn by_word(word: &str) = "unfinished.by_word", " (`{word}`)";
    fn thought(n: Count) = "unfinished.thought", "; {n} {n:token|tokens} of reasoning {n:was|were} counted";
    fn was_filtered(by: Option<Phrase>) = "unfinished.was_filtered", "One of the provider's filters stopped the prompt or the answer{by}.";
    fn has_declined(by: Option<Phrase>) = "unfinished.has_declined", "The model declined to answer{by}.";
    fn reached_limit(by: Option<Phrase>, thought: Option<Phrase>) = "unfinished.reached_limit", "The limit was reached before any text of the answer came{by}{thought}.";
    fn had_no_text(by: Option<Phrase>, thought: Option<Phrase>) = "unfinished.had_no_text", "The answer ended without text{by}{thought}.";
    fn was_full(by: Option<Phrase>) = "unfinished.was_full", "The model's context was full before the answer ended{by}.";
    fn has_paused(by: Option<Phrase>) = "unfinished.has_paused", "The model paused in the middle of its turn{by} and waits for a request to continue.";
    fn was_stopped(by: Option<Phrase>) = "unfinished.was_stopped", "The provider stopped the answer before its end{by}.";
    fn was_cut_off() = "unfinished.was_cut_off", "The stream ended without a finish reason and without its end marker.";
    fn has_failed(by: Option<Phrase>) = "unfinished.has_failed", "The provider ended the answer as failed{by} and did not say why.";
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

fn count(tokens: u64) -> Count {
    u32::try_from(tokens).unwrap_or(u32::MAX).into()
}

#[cfg(test)]
#[path = "unfinished_tests.rs"]
mod tests;
