//! Jobs whose prompts a model cannot read, where it is known how many tokens it reads: nothing is predicted of them, and the
//! sentence says so.

use measure::Phrase;
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::wording::job as say;
use crate::workload::Workload;

/// A job with a prompt that is longer than its model reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
pub struct TooLong {
    /// The most input tokens that the model reads, by the price table.
    pub context_tokens: u32,
    /// Whether the request itself is too long; otherwise it is a later step of the loop.
    pub request: bool,
}

impl TooLong {
    /// What of a workload is too long for a contender; `None` if nothing is, or if it is not known how much its model reads.
    pub(crate) fn of(one: &ContenderSummary, workload: &Workload) -> Option<Self> {
        let context_tokens = one.context?;
        let own = one.own_tokens();
        let is_beyond = |tokens: f64| own.whole(tokens) > f64::from(context_tokens);
        let request = is_beyond(workload.in_tokens);
        let is_any = request || is_beyond(workload.longest_prompt());
        is_any.then_some(Self { context_tokens, request })
    }

    /// Whether a contender cannot read the request of a workload.
    pub(crate) fn is_request(one: &ContenderSummary, workload: &Workload) -> bool {
        Self::of(one, workload).is_some_and(|own| own.request)
    }
}

/// The contenders for which the request is too long, and those for which only the loop is, each as the end of a sentence.
pub(crate) fn told(contenders: &[(&ContenderSummary, Option<TooLong>)]) -> Option<Phrase> {
    let those = |request: bool| {
        let own = contenders.iter().filter_map(|(one, too_long)| {
            let too_long = too_long.filter(|own| own.request == request)?;
            Some(say::reads_at_most(one.name.clone(), too_long.context_tokens.into()))
        });
        let own: Vec<Phrase> = own.collect();
        (!own.is_empty()).then_some(own)
    };
    let (request, steps) = (those(true).map(say::too_long), those(false).map(say::loop_too_long));
    request.into_iter().chain(steps).reduce(say::too_long_both)
}
