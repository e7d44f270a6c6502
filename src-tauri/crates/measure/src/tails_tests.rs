use super::*;
use crate::SplitMix64;

fn close(value: Option<f64>, expected: f64, within: f64, why: &str) {
    let value = value.unwrap_or(f64::NAN);
    assert!((value - expected).abs() <= within, "{why}: {value} and not {expected}");
}

#[test]
fn the_ranks_around_a_median_are_those_of_the_binomial() {
    for (n, low, high) in [
        (6, Some(0), Some(5)),
        (7, Some(0), Some(6)),
        (9, Some(1), Some(7)),
        (15, Some(3), Some(11)),
        (5, None, None),
    ] {
        assert_eq!(quantile_ranks(n, 0.5, 0.95), (low, high), "the table of Conover, of {n}");
    }
}

#[test]
fn the_end_of_a_tail_that_no_request_reaches_is_unknown() {
    let twenty = Tail::of((1..=20).map(f64::from), 0, 0.95).expect("there are values");
    close(twenty.value, 19.05, 1e-9, "numpy.percentile(range(1, 21), 95)");
    assert_eq!(twenty.high, None, "the largest of 20 is below the true p95 in 36 of 100 cases");
    assert!(twenty.low.is_some(), "how low it can be is known");
    let many = Tail::of((1..=100).map(f64::from), 0, 0.95).expect("there are values");
    assert_eq!((many.low, many.high), (Some(90.0), Some(100.0)), "the ranks of 100");
    assert_eq!(Tail::of([], 0, 0.95), None, "of nothing there is no tail");
    assert_eq!(Tail::of([1.0], 0, 1.5), None, "there is no such percentile");
}

#[test]
fn a_failed_request_is_slower_than_all_others() {
    let good: Vec<f64> = (1..=19).map(f64::from).collect();
    let one = Tail::of(good.clone(), 1, 0.5).expect("there are values");
    close(one.value, 10.5, 1e-9, "the median of 19 and one that never came");
    assert_eq!(one.n, 20, "it is a request");
    let tail = Tail::of(good, 1, 0.95).expect("there are values");
    assert_eq!(tail.value, None, "a p95 between the slowest and one that never came is none");
    let none = Tail::of([], 3, 0.5).expect("requests were sent");
    assert_eq!((none.value, none.low, none.high), (None, None, None), "all of them failed");
}

#[test]
fn intervals_of_tails_hold_the_truth_as_often_as_they_say() {
    let mut random = SplitMix64::new(5);
    for (n, p) in [(30_usize, 0.5), (100, 0.95), (200, 0.9), (800, 0.99)] {
        let truth = -(1.0_f64 - p).ln();
        let times = 2_000;
        let held = (0..times)
            .filter(|_| {
                let drawn: Vec<f64> = (0..n).map(|_| -random.unit().ln()).collect();
                let tail = Tail::of(drawn, 0, p).expect("there are values");
                tail.low.is_none_or(|low| low <= truth)
                    && tail.high.is_none_or(|high| truth <= high)
            })
            .count();
        assert!(held * 100 >= times * 94, "p{p} of {n}: {held} of {times}");
    }
}

#[test]
fn a_certified_percentile_needs_as_many_requests_as_mlperf_asks() {
    for (p, needs) in [(0.90, 64), (0.95, 130), (0.97, 219), (0.99, 662)] {
        assert_eq!(requests_to_certify(p, 0.99), needs, "the minimum of its rules for {p}");
    }
    let values = |n: u32| (1..=n).map(f64::from);
    let few = CertifiedPercentile::of(values(300), 0, 0.99, 0.99).expect("within 0 and 1");
    assert_eq!((few.bound, few.n, few.needs), (None, 300, 662), "300 say nothing of it");
    let enough = CertifiedPercentile::of(values(662), 0, 0.99, 0.99).expect("within 0 and 1");
    assert_eq!(enough.bound, Some(662.0), "662 certify it by their slowest");
    let more = CertifiedPercentile::of(values(2_000), 0, 0.99, 0.99).expect("within 0 and 1");
    assert!(
        more.bound.is_some_and(|bound| (1_980.0..2_000.0).contains(&bound)),
        "more are nearer: {more:?}"
    );
    let failed = CertifiedPercentile::of(values(652), 10, 0.99, 0.99).expect("within 0 and 1");
    assert_eq!((failed.bound, failed.n), (None, 662), "ten that failed leave it unbounded");
    assert_eq!(
        CertifiedPercentile::of(values(9), 0, 1.0, 0.99),
        None,
        "a maximum cannot be certified"
    );
}

#[test]
fn a_share_of_few_is_as_wide_as_clopper_and_pearson_found() {
    let of = |events, of| share_interval(events, of, 0.95).expect("there are some");
    let none = of(0, 5);
    close(Some(none.low), 0.0, 1e-12, "none of five may be none");
    close(Some(none.high), 0.5218, 1e-4, "R: binom.test(0, 5)");
    close(share_at_most(0, 5, 0.95), 0.4507, 1e-4, "0 of 5, one-sided");
    let some = of(4, 20);
    close(Some(some.low), 0.0573, 1e-4, "R: binom.test(4, 20)");
    close(Some(some.high), 0.4366, 1e-4, "R: binom.test(4, 20)");
    let all = of(6, 6);
    close(Some(all.low), 0.5407, 1e-4, "R: binom.test(6, 6)");
    close(Some(all.high), 1.0, 1e-12, "it can be all of them");
    assert_eq!(share_interval(0, 0, 0.95), None, "of nothing there is no share");
    assert_eq!(share_interval(2, 1, 0.95), None, "nor of more than there are");
}

#[test]
fn a_million_requests_are_judged_at_once() {
    let values: Vec<f64> = (0..1_000_000).map(f64::from).collect();
    let tail = Tail::of(values, 0, 0.99).expect("there are values");
    let (low, high) = tail.low.zip(tail.high).expect("a million carry a p99");
    assert!(low < 990_000.0 && high > 990_000.0 && high - low < 500.0, "{low} to {high}");
}
