//! Limits of a use, and tails in its scores.

use super::tests::{half, of};
use super::*;
use crate::fixtures::{english, is, point, sixteen};
use crate::request::{MeasuredRequest, Outcome};

#[test]
fn a_contender_beyond_a_limit_has_no_rank_and_sets_no_standard() {
    let points = [
        sixteen("a", 100.0, 10.0, (1.0, 1.0)),
        sixteen("b", 200.0, 60.0, (1.0, 1.0)),
        sixteen("c", 400.0, 60.0, (1.0, 1.0)),
    ]
    .concat();
    let answer = of(&points, &half(&[(Figure::Ttfat, 1.0)], &[(Figure::Speed, 50.0)]));
    let ranks: Vec<_> = answer.ranked.iter().map(|one| (one.place, one.rank)).collect();
    assert_eq!(ranks, [(1, Some(1)), (2, Some(2)), (0, None)], "a is too slow");
    assert!(
        answer.ranked[0].score.is_some_and(|score| is(score, 1.0)),
        "b is the best of the able"
    );
    assert_eq!(
        english(&answer.ranked[2].against),
        ["output speed 10.0 tok/s is below 50.0 tok/s"],
        "why"
    );
}

#[test]
fn failing_too_often_is_a_limit_and_no_slowness() {
    let mut points = sixteen("a", 100.0, 50.0, (1.0, 1.0));
    points.push(MeasuredRequest { outcome: Outcome::Failed, ..point("a") });
    let answer = of(&points, &half(&[(Figure::Ttfat, 1.0)], &[(Figure::ErrorRate, 0.05)]));
    assert_eq!(
        english(&answer.ranked[0].against),
        ["error rate 5.9 % is above 5.0 %, but may be 0.1 % to 29 %"],
        "one of seventeen failed"
    );
}

#[test]
fn a_limit_that_few_requests_keep_is_open() {
    let few = half(&[(Figure::Ttfat, 1.0)], &[(Figure::ErrorRate, 0.02)]);
    let answer = of(&sixteen("a", 100.0, 50.0, (1.0, 1.0)), &few);
    assert_eq!(answer.ranked[0].rank, Some(1), "nothing failed");
    assert_eq!(
        english(&answer.ranked[0].open),
        ["error rate 0 % of 16 requests may be 0 % to 21 %"],
        "and one in five may, with 95 % confidence (Clopper and Pearson)"
    );
    assert!(
        answer.sentence.to_string().ends_with(
            "Whether a keeps the limits is open: error rate 0 % of 16 requests may be 0 % to 21 %."
        ),
        "said in the sentence: {}",
        answer.sentence
    );
    let many: Vec<MeasuredRequest> =
        (0..200).map(|round| MeasuredRequest { round, ..point("a") }).collect();
    let answer = of(&many, &few);
    assert_eq!(english(&answer.ranked[0].open), Vec::<String>::new(), "of 200 at most 1.8 %");
}

#[test]
fn a_limit_that_may_be_broken_by_chance_says_so() {
    let limit = half(&[(Figure::Ttfat, 1.0)], &[(Figure::ErrorRate, 0.02)]);
    let mut points = sixteen("a", 100.0, 50.0, (1.0, 1.0));
    points.push(MeasuredRequest { outcome: Outcome::Failed, round: 16, ..point("a") });
    let against = of(&points, &limit).ranked[0].against.clone();
    assert_eq!(
        english(&against),
        ["error rate 5.9 % is above 2.0 %, but may be 0.1 % to 29 %"],
        "one of seventeen shows little"
    );
}

/// `n` rounds of one race with this TTFT, except that every tenth takes `slow_ms`.
fn with_a_tail(provider: &str, n: u32, ttft_ms: f64, slow_ms: f64) -> Vec<MeasuredRequest> {
    let one = |round: u32| {
        let waited = Some(if round % 10 == 9 { slow_ms } else { ttft_ms } + f64::from(round % 3));
        MeasuredRequest { round, ttft_ms: waited, ttfat_ms: waited, ..point(provider) }
    };
    (0..n).map(one).collect()
}

#[test]
fn a_tail_in_a_score_settles_as_much_as_its_requests_carry() {
    let by_tail = half(&[(Figure::TtfatTail, 60.0), (Figure::Ttfat, 40.0)], &[]);
    let ranks = |n| {
        let points = [with_a_tail("a", n, 100.0, 300.0), with_a_tail("b", n, 130.0, 900.0)];
        of(&points.concat(), &by_tail).ranked.iter().map(|one| (one.rank, one.rank_to)).collect()
    };
    let open: Vec<_> = ranks(20);
    assert_eq!(open, [(Some(1), Some(2)); 2], "the p95 of twenty requests has no upper end");
    let shown: Vec<_> = ranks(200);
    assert_eq!(
        shown,
        [(Some(1), Some(1)), (Some(2), Some(2))],
        "that of two hundred does, below the other's lower one"
    );
}

#[test]
fn the_worst_of_few_is_no_p95_and_a_failure_is_slower_than_one() {
    let by_tail = half(&[(Figure::Ttfat, 1.0)], &[(Figure::TtfatTail, 150.0)]);
    let eight = of(&with_a_tail("a", 8, 140.0, 140.0), &by_tail);
    assert!(
        eight.ranked[0].open[0].to_string().starts_with("worst TTFAT 0.14 s of 8 requests"),
        "eight have no p95: {:?}",
        eight.ranked[0].open
    );
    let mut failing = with_a_tail("a", 40, 100.0, 100.0);
    for point in failing.iter_mut().step_by(10) {
        point.outcome = Outcome::Failed;
    }
    let against = of(&failing, &by_tail).ranked[0].against.clone();
    assert_eq!(
        english(&against),
        ["p95 TTFAT is unbounded: too many requests failed"],
        "a tenth failed, so those that succeeded have not the p95"
    );
}

#[test]
fn tails_of_several_runs_are_compared_run_by_run() {
    let by_tail = half(&[(Figure::TtfatTail, 100.0)], &[]);
    let runs = |provider: &str, slow_ms: f64| {
        let run = |run: u32| {
            let slow_ms = slow_ms + 5.0 * f64::from(run);
            let named = move |one| MeasuredRequest { run: format!("run-{run}"), ..one };
            with_a_tail(provider, 30, 100.0, slow_ms).into_iter().map(named)
        };
        (0..6).flat_map(run).collect::<Vec<_>>()
    };
    // Their medians differ too; otherwise no prediction would distinguish them.
    let slower = runs("b", 900.0)
        .into_iter()
        .map(|one| MeasuredRequest { ttft_ms: one.ttft_ms.map(|ms| ms * 1.3), ..one });
    let points: Vec<MeasuredRequest> = runs("a", 300.0).into_iter().chain(slower).collect();
    let answer = of(&points, &by_tail);
    let ranks: Vec<_> = answer.ranked.iter().map(|one| (one.place, one.rank_to)).collect();
    assert_eq!(ranks, [(0, Some(1)), (1, Some(2))], "six runs with a p95 each: {answer:?}");
}
