//! The lengths of prompts that sweeps went over: one is compared at a time, because a median over several is a time that no request
//! took.

use std::collections::BTreeSet;

use measure::{Amount, Phrase, PhraseValue, Unit};

use crate::request::MeasuredRequest;
use crate::wording::conditions as say;

/// The length of prompts that is compared, and every length that sweeps went over; `None` is requests of no such sweep, which come
/// first.
pub(crate) fn of(
    requests: &[&MeasuredRequest],
    asked: Option<u32>,
) -> (Option<u32>, Vec<Option<u32>>) {
    let all: BTreeSet<Option<u32>> = requests.iter().map(|one| one.swept_length).collect();
    let asked = asked.filter(|length| all.contains(&Some(*length)));
    let length = asked.or_else(|| all.first().copied().flatten());
    (length, all.into_iter().collect())
}

/// Which lengths of prompts are not in the numbers, as a condition.
pub(crate) fn words(length: Option<u32>, all: &[Option<u32>]) -> Option<Phrase> {
    let tokens = |tokens: u32| PhraseValue::from(Amount::of(Unit::Tokens, tokens.into()));
    let others = all.iter().filter(|each| **each != length).filter_map(|each| each.map(tokens));
    let others: Vec<PhraseValue> = others.collect();
    if others.is_empty() {
        return None;
    }
    Some(match length {
        Some(length) => say::one_length(length.into(), others),
        None => say::other_lengths(others),
    })
}
