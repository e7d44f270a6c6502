//! The checked answers of one contender.

use std::collections::BTreeSet;

use checks::CheckVerdict;
use measure::RightAnswers;

use crate::request::MeasuredRequest;

/// How many answers of a contender are right, over its requests that ended by themselves; `None` if none was checked. Requests of
/// runs without checks are left out, with their time and cost. The interval of the share is that of answers to these prompts.
pub(crate) fn right_answers(ended: &[&MeasuredRequest]) -> Option<RightAnswers> {
    let is_checked = |one: &&&MeasuredRequest| one.verdict.is_some();
    let runs: BTreeSet<&str> =
        ended.iter().filter(is_checked).map(|one| one.run.as_str()).collect();
    let asked: Vec<&MeasuredRequest> =
        ended.iter().copied().filter(|one| runs.contains(one.run.as_str())).collect();
    let answers = asked.iter().filter_map(|one| one.verdict).map(known);
    let ms = asked.iter().map(|one| one.took_ms).sum::<Option<f64>>();
    let usd = asked.iter().map(|one| one.spent_usd).sum::<Option<f64>>();
    RightAnswers::of(answers, ms.map(|ms| ms / 1e3), usd)
}

/// Whether an answer with this verdict is right; `None` if that is unknown.
pub(crate) fn known(verdict: CheckVerdict) -> Option<bool> {
    match verdict {
        CheckVerdict::Right => Some(true),
        CheckVerdict::Wrong => Some(false),
        CheckVerdict::Unknown => None,
    }
}
