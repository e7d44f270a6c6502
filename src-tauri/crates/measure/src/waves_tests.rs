use super::*;
use crate::{SplitMix64, share_interval};

/// Standard deviations in half a 95 % interval of a normal distribution.
const Z: f64 = 1.959_964;

/// Requests in waves of `size`; those of a wave share their luck.
fn in_waves(size: usize, n: usize, seed: u64) -> Vec<f64> {
    let mut random = SplitMix64::new(seed);
    let mut wave = 0.0;
    let mut one = |number: usize| {
        if number.is_multiple_of(size) {
            wave = random.normal();
        }
        wave + 0.2 * random.normal()
    };
    (0..n).map(&mut one).collect()
}

#[test]
fn a_wave_that_shares_its_luck_says_little_more_than_one_request() {
    let requests = in_waves(10, 200, 1);
    let by_wave = Waves::of(10.0);
    let worth = by_wave.worth_of_quantile(&requests, 0.5).expect("twenty waves");
    assert!(worth < 25.0, "two hundred requests of twenty waves are worth {worth}");
    let mut random = SplitMix64::new(1);
    let apart: Vec<f64> = (0..200).map(|_| random.normal()).collect();
    let worth = by_wave.worth_of_quantile(&apart, 0.5).expect("twenty waves");
    assert!(worth > 60.0, "independent ones of {worth}, since twenty batches are few");
}

#[test]
fn fewer_than_eight_waves_do_not_say_how_sure_a_median_is() {
    let requests = in_waves(10, 79, 2);
    let waves = Waves::of(10.0);
    assert_eq!(waves.median_interval(&requests), None, "7.9 waves");
    let tail = waves.tail(&requests, 0.95).expect("there are requests");
    assert_eq!((tail.low, tail.high), (None, None), "nor a tail");
    assert!(tail.value.is_some(), "which is still what was measured");
    assert!(waves.carry(80) && !waves.carry(79), "eight are enough");
    assert!(Waves::of(f64::NAN).carry(8), "what is unknown is one at a time");
}

#[test]
fn an_error_rate_is_as_sure_as_its_waves_where_errors_are_few() {
    let none = [false; 50];
    let (one, many) = (Waves::of(1.0), Waves::of(32.0));
    let exact = share_interval(0, 50, CONFIDENCE).expect("of fifty");
    let ci = one.share_interval(&none).expect("of fifty");
    assert!((ci.high - exact.high).abs() < 1e-9, "one at a time: {ci:?}, {exact:?}");
    let ci = many.share_interval(&none).expect("of fifty");
    assert!(ci.low == 0.0 && ci.high > 0.8, "1.6 waves without an error: {ci:?}");
    let ci = many.share_interval(&[true; 50]).expect("of fifty");
    assert!((0.01..0.2).contains(&ci.low), "and with nothing else: {ci:?}");
    assert_eq!(many.share_interval(&[]), None, "of nothing");
}

#[test]
fn neighbouring_failures_are_at_least_one_failure_and_no_less_sure_than_their_waves() {
    let of = |in_flight: f64, failed: &[usize]| {
        let happened: Vec<bool> = (0..40).map(|at| failed.contains(&at)).collect();
        Waves::of(in_flight).share_interval(&happened).expect("of forty")
    };
    let pair = share_interval(1, 20, CONFIDENCE).expect("of twenty");
    for in_flight in [1.0, 4.0, 32.0] {
        let (none, two, all) = (of(in_flight, &[]), of(in_flight, &[20, 21]), of(in_flight, &[3]));
        // Two neighbours of forty are as one of twenty pairs.
        assert!(two.low >= pair.low - 1e-9, "{in_flight} in flight: {two:?}, {pair:?}");
        assert!(two.low > 1e-4 && all.low > 1e-4, "a failure was seen: {two:?}, {all:?}");
        assert!(two.high > none.high, "{in_flight} in flight: {none:?}, {two:?}");
    }
    let two = of(1.0, &[20, 21]);
    assert!(two.high < 0.3, "of forty, one at a time: {two:?}");
    let turned: Vec<bool> = (0..40).map(|at| ![20, 21].contains(&at)).collect();
    let turned = Waves::of(1.0).share_interval(&turned).expect("of forty");
    let is_mirrored =
        (turned.low - (1.0 - two.high)).abs().max((turned.high - (1.0 - two.low)).abs());
    assert!(is_mirrored < 1e-9, "and the others are the rest: {turned:?}, {two:?}");
}

#[test]
fn failed_requests_are_the_slowest() {
    let mut values: Vec<f64> = (0..100).map(|n| f64::from(n * 37 % 100)).collect();
    for failed in values.iter_mut().skip(4).step_by(10) {
        *failed = f64::INFINITY;
    }
    let tail = Waves::of(1.0).tail(&values, 0.95).expect("there are requests");
    assert_eq!((tail.value, tail.high), (None, None), "one of ten failed: no p95");
    assert!(tail.low.is_some_and(|low| low > 80.0), "but it is not low: {tail:?}");
}

#[test]
fn more_frequent_checks_are_less_exact() {
    let requests = in_waves(10, 400, 3);
    let width = |waves: Waves| {
        let ci = waves.median_interval(&requests).expect("forty waves");
        ci.high - ci.low
    };
    let once = Waves::of(10.0);
    assert!(width(once.looked_at(6)) > width(once), "six looks share 5 %");
    assert!((width(once.looked_at(1)) - width(once)).abs() < 1e-12, "one look has all of it");
    let part = once.looked_at(6).with_values(200, 400);
    assert_eq!(part, Waves::of(5.0).looked_at(6), "of a part too");
}

#[test]
fn a_mean_is_as_sure_as_its_waves() {
    let (size, requests) = (10, in_waves(10, 200, 1));
    let error = |waves: Waves, values: &[f64]| waves.mean_and_error(values, Z).map(|of| of.1);
    let by_wave = error(Waves::of(10.0), &requests).expect("twenty waves");
    // The standard deviation is about 1, so that of the mean of two hundred independent values is 0.07, and of
    // twenty 0.22.
    assert!((0.2..0.5).contains(&by_wave), "waves that share their luck: {by_wave}");
    let few = error(Waves::of(10.0), &requests[..5 * size]).expect("five waves");
    assert!(few > by_wave, "five say less: {few}");
    assert_eq!(error(Waves::of(10.0), &requests[..29]), None, "2.9 say nothing");
    assert_eq!(Waves::of(2.0).mean_and_error(&[3.0; 8], Z), Some((3.0, 0.0)), "all alike");
}

#[test]
fn few_waves_are_as_unsure_as_students_distribution_has_it() {
    // Biometrika Tables for Statisticians, table 12: two-sided 1 % with two degrees of freedom.
    let z = 2.575_829;
    assert!((student(z, 2.0) - 9.925).abs() < 0.01, "{}", student(z, 2.0));
    assert!((student(Z, 5.0) - 2.571).abs() < 1e-3 && (student(Z, 1.0) - 12.706).abs() < 0.01);
    let waves: Vec<f64> = (0..5).flat_map(|wave| [f64::from(wave); 10]).collect();
    let (_, error) = Waves::of(10.0).mean_and_error(&waves, Z).expect("five waves");
    // The variance of 0 to 4 is 2.5, so that of their mean is 0.5.
    assert!(error > 0.5_f64.sqrt(), "at least as unsure as five independent means: {error}");
}

#[test]
fn part_of_a_wave_counts_as_one_request() {
    let requests = in_waves(32, 20, 5);
    let certified = Waves::of(32.0).certified(&requests, 0.95, 0.99).expect("there are requests");
    assert_eq!((certified.n, certified.bound), (1, None), "0.6 of a wave, and not none");
}

#[test]
fn a_median_at_a_rate_takes_eight_memories_of_the_queue_each_worth_two_requests() {
    let mut random = SplitMix64::new(4);
    let apart: Vec<f64> = (0..400).map(|_| random.normal()).collect();
    let queue = |utilisation| QueueMemory { utilisation, error: 0.0, variability: 1.0, n: 400 };
    // ρ ÷ (1 − √ρ)² is 32.8 at 0.7248.
    let waves = Waves::of(4.0).before_queue(queue(0.724_8));
    let worth = waves.worth_of_quantile(&apart, 0.5).expect("twelve memories");
    assert!((24.0..26.0).contains(&worth), "two each of {worth}, though they are independent");
    assert!(waves.median_interval(&apart).is_some());
    assert_eq!(waves.median_interval(&apart[..250]), None, "of 7.8");
    assert_eq!(Waves::of(4.0).needed(queue(0.724_8)), Some(270.0), "eight of 32.8, in two digits");
    let full = Waves::of(4.0).before_queue(queue(1.0));
    assert_eq!(full.median_interval(&apart), None, "which may never forget");
    assert_eq!(Waves::of(4.0).needed(queue(1.0)), None, "so no number is named");
    assert_eq!(Waves::of(4.0).unknown().median_interval(&apart), None, "nor if nothing is known");
    assert!(full.with_values(200, 400).median_interval(&apart).is_none(), "of a part neither");
}
