//! The checked answers of one contender.

use std::collections::BTreeSet;

use checks::CheckVerdict;
use measure::RightAnswers;

use crate::request::{MeasuredRequest, Outcome};

/// How many answers of a contender are right, over its requests that ended by themselves, of which one that failed is not right; `None`
/// if none was checked. Requests of
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
    // A row without a check is right and wrong in no answer, and its failures are in no share.
    let is_unchecked =
        |one: &&&MeasuredRequest| one.outcome == Outcome::Good && one.verdict.is_none();
    let row = |one: &MeasuredRequest| Some((one.prompt.clone(), one.set_row?));
    let unchecked: BTreeSet<(String, u32)> =
        asked.iter().filter(is_unchecked).filter_map(|one| row(one)).collect();
    let is_failed = |one: &&&MeasuredRequest| {
        is_unanswered(one) && !row(one).is_some_and(|row| unchecked.contains(&row))
    };
    let failed = asked.iter().filter(is_failed).count();
    RightAnswers::of(answers, failed, ms.map(|ms| ms / 1e3), usd)
}

/// Whether a request failed, so that there is no answer to check.
fn is_unanswered(one: &MeasuredRequest) -> bool {
    one.outcome == Outcome::Failed && one.verdict.is_none()
}

/// Whether a request came to a right answer, where answers were checked: one that failed did not. `None` if that is unknown.
pub(crate) fn came_right(one: &MeasuredRequest) -> Option<bool> {
    if is_unanswered(one) { Some(false) } else { one.verdict.and_then(known) }
}

/// Whether an answer with this verdict is right; `None` if that is unknown.
fn known(verdict: CheckVerdict) -> Option<bool> {
    match verdict {
        CheckVerdict::Right => Some(true),
        CheckVerdict::Wrong => Some(false),
        CheckVerdict::Unknown => None,
    }
}
