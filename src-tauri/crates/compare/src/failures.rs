//! Who fails, said wherever somebody is recommended: a time is one of answers, and counts no request that has none.

use measure::Phrase;

use crate::contender::ContenderSummary;
use crate::request::float;
use crate::wording::contenders as say;

/// Share of failed requests above which a contender is not named without it: the limit of most rankings.
const UNTOLD: f64 = 0.02;

/// Whether so many requests failed, of so many, that it is told.
pub(crate) fn is_many((failed, all): (usize, usize)) -> bool {
    all > 0 && float(failed) > UNTOLD * float(all)
}

fn fails(one: &ContenderSummary) -> bool {
    one.error_rate.is_some_and(|rate| rate > UNTOLD)
}

/// How many requests of these contenders failed; `None` if hardly any did.
pub(crate) fn failures_in_words(contenders: &[&ContenderSummary]) -> Option<Phrase> {
    told(contenders).map(say::failures)
}

/// The same of a sentence whose numbers may count failures themselves.
pub(crate) fn failures_told(contenders: &[&ContenderSummary]) -> Option<Phrase> {
    told(contenders).map(say::failures_told)
}

/// The same where requests are drawn one by one, of which those that failed have none to draw.
pub(crate) fn failures_undrawn(contenders: &[&ContenderSummary]) -> Option<Phrase> {
    told(contenders).map(say::failures_undrawn)
}

fn told(contenders: &[&ContenderSummary]) -> Option<Vec<Phrase>> {
    let told: Vec<Phrase> = contenders
        .iter()
        .filter(|one| one.good > 0 && fails(one))
        .map(|one| say::failed(one.name.clone(), one.failed.into(), (one.good + one.failed).into()))
        .collect();
    (!told.is_empty()).then_some(told)
}

/// The same beside a leader's number; `None` if hardly any of its requests failed.
pub(crate) fn failures_beside(one: &ContenderSummary) -> Option<Phrase> {
    fails(one).then(|| say::failures_beside(one.failed.into(), (one.good + one.failed).into()))
}
