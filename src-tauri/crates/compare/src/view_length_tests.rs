//! Comparisons over prompts of several lengths.

use measure::Metric;

use super::super::*;
use crate::fixtures::{english, five, is, rounds};
use crate::workload::Workload;

/// Ten requests at each of three lengths: 100 ms, and 50 µs for each token.
fn swept(provider: &str) -> Vec<MeasuredRequest> {
    let lengths = [1_000, 10_000, 100_000].repeat(10);
    rounds(provider, &lengths, |one, tokens| {
        one.raced = false;
        one.swept_length = Some(tokens);
        one.in_tokens = Some(f64::from(tokens));
        one.ttft_ms = Some(100.0 + 0.05 * f64::from(tokens));
        one.ttfat_ms = one.ttft_ms;
    })
}

#[test]
fn prompts_of_several_lengths_are_never_one_median() {
    let points = swept("a");
    let asked = |swept_length| {
        view(&points, &CompareQuestion { swept_length, ..CompareQuestion::default() })
    };
    for (length, compared, ttft_ms) in [
        (None, 1_000, 150.0),
        (Some(10_000), 10_000, 600.0),
        (Some(100_000), 100_000, 5_100.0),
        (Some(77), 1_000, 150.0),
    ] {
        let answer = asked(length);
        let one = &answer.contenders[0];
        assert_eq!((answer.contenders.len(), one.good), (1, 10), "one contender at one length");
        assert_eq!(answer.swept_length, Some(compared), "the shortest unless another is asked for");
        assert!(one.middle(Metric::TtftMs).is_some_and(|ms| is(ms, ttft_ms)), "{length:?}");
        let said = english(&answer.conditions).join(" · ");
        assert!(said.contains("in the predictions alone"), "and it is said: {said}");
    }
    let lengths = asked(None).swept_lengths;
    assert_eq!(lengths, [1_000, 10_000, 100_000].map(Some), "what else there is");
}

#[test]
fn a_prediction_rests_on_every_length_whichever_is_compared() {
    let points = swept("a");
    let workload = Workload { in_tokens: 50_000.0, ..Workload::default() };
    for swept_length in [None, Some(10_000), Some(100_000)] {
        let answer = view(
            &points,
            &CompareQuestion { swept_length, workload, ..CompareQuestion::default() },
        );
        let wait = answer.what_if.estimates[0].wait_ms;
        assert!(wait.is_some_and(|ms| is(ms, 2_600.0)), "{swept_length:?}: {wait:?}");
    }
}

#[test]
fn requests_of_no_sweep_over_lengths_are_compared_before_those_of_one() {
    let points = [five("a", 200.0, 100.0, (1.0, 1.0)), swept("a"), swept("b")].concat();
    let answer = view(&points, &CompareQuestion::default());
    let told: Vec<(&str, u32)> =
        answer.contenders.iter().map(|one| (one.provider.as_str(), one.good)).collect();
    assert_eq!(told, [("a", 5)], "who was asked nothing else is not in it");
    assert_eq!(
        answer.swept_lengths,
        [None, Some(1_000), Some(10_000), Some(100_000)],
        "and can be asked for"
    );
}
