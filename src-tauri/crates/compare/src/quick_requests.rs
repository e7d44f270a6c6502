//! Requests too quick for a speed: they are the fastest of those asked the same, so the speeds of the others are not typical.

use std::borrow::Cow;
use std::collections::BTreeMap;

use measure::{PaceSelection, SHORTEST_WRITING_NS, Warning, ms};

use crate::request::{LoadLevel, MeasuredRequest, Outcome};

/// What requests have in common that were asked the same of the same contender.
type Asked<'a> = (
    (&'a str, &'a str, &'a str),
    (&'a str, Option<u32>, LoadLevel),
    (Option<&'a str>, Option<&'a str>),
);

/// These requests, without the speeds of those asked the same of which more than one in twenty were too quick for one, among
/// those without the warnings that are `left_out`.
pub(crate) fn without_selected_paces<'a>(
    points: &'a [MeasuredRequest],
    left_out: &[Warning],
) -> Cow<'a, [MeasuredRequest]> {
    if !points.iter().any(is_too_quick) {
        return Cow::Borrowed(points);
    }
    let mut shares: BTreeMap<Asked<'_>, PaceSelection> = BTreeMap::new();
    for one in points.iter().filter(|one| one.outcome == Outcome::Good) {
        if !one.warnings.has_any(left_out) {
            let was_read_late = one.warnings.iter().any(Warning::is_of_late_reading);
            shares.entry(asked(one)).or_default().add(is_too_quick(one), was_read_late);
        }
    }
    let is_selected = |one: &MeasuredRequest| {
        shares.get(&asked(one)).is_some_and(|selection| selection.is_of_the_slower())
    };
    let without = |one: &MeasuredRequest| {
        let mut one = one.clone();
        (one.decode_tps, one.neutral_tps, one.answer_tps) = (None, None, None);
        one.asked_for = one.asked_for.filter(|(metric, _)| !metric.is_pace());
        one
    };
    let kept = points.iter().map(|one| if is_selected(one) { without(one) } else { one.clone() });
    Cow::Owned(kept.collect())
}

fn asked(one: &MeasuredRequest) -> Asked<'_> {
    (
        (&one.provider, &one.label, &one.model),
        (&one.prompt, one.max_tokens, one.load),
        (one.asked_with.effort.as_deref(), one.asked_with.request.as_deref()),
    )
}

/// Whether its text of several tokens came within 5 ms.
fn is_too_quick(one: &MeasuredRequest) -> bool {
    let wrote_ms = one.latency_ms.zip(one.ttft_ms).map(|(latency, ttft)| latency - ttft);
    let has_none = one.decode_tps.is_none() && one.outcome == Outcome::Good;
    has_none
        && wrote_ms.is_some_and(|wrote| wrote < ms(SHORTEST_WRITING_NS))
        && one.out_tokens.is_some_and(|tokens| tokens > 1.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writing(wrote_ms: f64) -> MeasuredRequest {
        MeasuredRequest {
            ttft_ms: Some(20.0),
            latency_ms: Some(20.0 + wrote_ms),
            out_tokens: Some(8.0),
            decode_tps: Some(7e3 / wrote_ms).filter(|_| wrote_ms >= ms(SHORTEST_WRITING_NS)),
            ..MeasuredRequest::new("quick", "m")
        }
    }

    fn speeds(quick: usize, slow: usize) -> usize {
        let quick = std::iter::repeat_n(writing(4.0), quick);
        let all: Vec<_> = quick.chain(std::iter::repeat_n(writing(6.0), slow)).collect();
        without_selected_paces(&all, &[]).iter().filter(|one| one.decode_tps.is_some()).count()
    }

    #[test]
    fn speeds_are_left_out_where_the_fastest_requests_have_none() {
        assert_eq!(speeds(0, 20), 20, "each has one");
        assert_eq!(speeds(1, 20), 20, "one of 21 changes nothing");
        assert_eq!(speeds(10, 10), 0, "the slower half is not typical");
        let other = MeasuredRequest { prompt: "another".to_owned(), ..writing(6.0) };
        let all = [writing(4.0), writing(6.0), other];
        let left = without_selected_paces(&all, &[]);
        assert!(left[2].decode_tps.is_some(), "another prompt is another question");
    }

    #[test]
    fn who_was_read_late_or_is_left_out_counts_for_nothing() {
        let warned = |warning, wrote_ms| MeasuredRequest {
            warnings: [warning].into_iter().collect(),
            ..writing(wrote_ms)
        };
        let left = |quick: MeasuredRequest, left_out: &[Warning]| {
            let all: Vec<_> =
                [quick.clone(), quick].into_iter().chain(vec![writing(6.0); 20]).collect();
            let left = without_selected_paces(&all, left_out);
            left.iter().filter(|one| one.decode_tps.is_some()).count()
        };
        for late in [Warning::ClientLimited, Warning::ClockGap] {
            assert_eq!(left(warned(late, 4.0), &[]), 20, "this machine stood still: {late:?}");
        }
        let buffered = || warned(Warning::Buffered, 4.0);
        assert_eq!(left(buffered(), &[]), 0, "the slower ones are not typical");
        assert_eq!(left(buffered(), &[Warning::Buffered]), 20, "of what is left, none was quick");
    }
}
