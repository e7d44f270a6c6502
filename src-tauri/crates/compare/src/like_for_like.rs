//! Whether two contenders were asked, and answered, about as much, so that a number of theirs may be compared.

use measure::{ALIKE_LENGTH, ALIKE_PROMPTS, Metric};

use crate::contender::ContenderSummary;

/// Whether the answers of two contenders have about the same length, so that who writes less is not faster: in `o200k_base`
/// tokens if the speeds of both are known in them. Thinking is no part of an answer, but a wait for it.
pub(crate) fn are_as_long(one: &ContenderSummary, other: &ContenderSummary) -> bool {
    let neutral = |one: &ContenderSummary| {
        let own = one.middle(Metric::DecodeTps).filter(|tps| *tps > 0.0)?;
        Some(one.middle(Metric::NeutralTps)? / own)
    };
    let (of_one, of_other) = neutral(one).zip(neutral(other)).unwrap_or((1.0, 1.0));
    let length = |one: &ContenderSummary, per_token: f64| {
        Some(one.answer_tokens.as_ref()?.middle * per_token)
    };
    length(one, of_one)
        .zip(length(other, of_other))
        .is_none_or(|(a, b)| a.max(b) <= ALIKE_LENGTH * a.min(b))
}

/// Whether all prompts of two contenders were of about one length; unknown lengths are not compared. Medians of lengths may be equal
/// where no prompt is.
pub(crate) fn are_asked_as_much(one: &ContenderSummary, other: &ContenderSummary) -> bool {
    let lengths = one.prompt_lengths().zip(other.prompt_lengths());
    lengths.is_some_and(|((a, to_a), (b, to_b))| to_a.max(to_b) <= ALIKE_PROMPTS * a.min(b))
}
