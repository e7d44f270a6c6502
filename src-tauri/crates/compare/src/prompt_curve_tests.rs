use measure::SplitMix64;

use super::*;
use crate::fixtures::point;
use crate::request::MeasuredRequest;

const LENGTHS: [f64; 4] = [1_000.0, 5_000.0, 20_000.0, 60_000.0];

/// Runs of eight requests of each length, whose times scatter by `sigma` around the truth.
fn measured(
    (runs, lengths): (usize, &[f64]),
    sigma: f64,
    random: &mut SplitMix64,
    truth: &dyn Fn(f64) -> f64,
) -> Vec<MeasuredRequest> {
    let mut all = Vec::new();
    for run in 0..runs {
        let luck = 20.0 * random.normal();
        for (round, tokens) in (0..).zip(lengths.iter().flat_map(|tokens| [*tokens; 8])) {
            let ttft_ms = truth(tokens) * (1.0 + sigma * random.normal()) + luck;
            all.push(MeasuredRequest {
                run: format!("run-{run}"),
                round,
                in_tokens: Some(tokens),
                ttft_ms: Some(ttft_ms),
                ..point("a")
            });
        }
    }
    all
}

fn curve(requests: &[MeasuredRequest]) -> Option<PromptCurve> {
    let mut known: Vec<TimedPrompt<'_>> = requests
        .iter()
        .map(|one| (one.in_tokens.unwrap_or(0.0), one.ttft_ms.unwrap_or(0.0), one))
        .collect();
    known.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
    PromptCurve::of(&known)
}

#[test]
fn a_square_is_followed_between_the_lengths_and_at_them() {
    let square = |tokens: f64| 100.0 + 3e-7 * tokens * tokens;
    for runs in [1, 4] {
        let found = measured((runs, &LENGTHS), 0.01, &mut SplitMix64::new(7), &square);
        let curve = curve(&found).expect("it is no line");
        for tokens in [1_000.0, 2_500.0, 5_000.0, 10_000.0, 30_000.0, 50_000.0, 60_000.0] {
            let predicted = square(20_000.0) + curve.more_ms(20_000.0, tokens, SlopeEnd::Estimate);
            let off = predicted / square(tokens) - 1.0;
            assert!(off.abs() < 0.05, "{runs} runs, {tokens}: {predicted} is off by {off}");
        }
    }
}

#[test]
fn a_straight_server_is_bent_in_at_most_one_of_twenty() {
    let mut random = SplitMix64::new(11);
    let straight = |tokens: f64| 150.0 + 0.03 * tokens;
    for runs in [1, 2, 4, 8] {
        let bent = (0..400)
            .filter(|_| curve(&measured((runs, &LENGTHS), 0.1, &mut random, &straight)).is_some())
            .count();
        // 5 % of 400, and two standard errors of that.
        assert!(bent <= 29, "{runs} runs: {bent} of 400");
    }
}

#[test]
fn a_time_between_two_lengths_is_between_theirs() {
    // A cache that ends, as a step.
    let step = |tokens: f64| if tokens > 6_000.0 { 900.0 } else { 100.0 };
    let found = measured((4, &LENGTHS), 0.01, &mut SplitMix64::new(3), &step);
    let curve = curve(&found).expect("it is no line");
    for tokens in (1..60).map(|thousand| f64::from(thousand) * 1e3) {
        let predicted = 100.0 + curve.more_ms(1_000.0, tokens, SlopeEnd::Estimate);
        assert!((80.0..920.0).contains(&predicted), "{tokens}: {predicted}");
    }
}

#[test]
fn two_lengths_or_a_few_requests_are_a_line() {
    let square = |tokens: f64| 100.0 + 3e-7 * tokens * tokens;
    let two = measured((4, &LENGTHS[..2]), 0.01, &mut SplitMix64::new(5), &square);
    assert_eq!(curve(&two), None, "through two points goes a line");
    let mut few = measured((1, &LENGTHS), 0.01, &mut SplitMix64::new(5), &square);
    few.retain(|one| one.round % 8 < 3);
    assert_eq!(curve(&few), None, "how sure three are is unknown");
}

#[test]
fn the_ends_of_the_interval_hold_the_truth() {
    let square = |tokens: f64| 100.0 + 3e-7 * tokens * tokens;
    let mut random = SplitMix64::new(13);
    let truth = square(20_000.0) - square(5_000.0);
    let mut held = 0;
    for _ in 0..200 {
        let found = measured((5, &LENGTHS), 0.05, &mut random, &square);
        let Some(curve) = curve(&found) else { continue };
        let errors = curve.errors_at(0.05);
        let end = |end: SlopeEnd| curve.more_ms(5_000.0, 20_000.0, end);
        held +=
            u32::from(end(SlopeEnd::Low(errors)) <= truth && truth <= end(SlopeEnd::High(errors)));
    }
    assert!(held >= 186, "{held} of 200");
}
