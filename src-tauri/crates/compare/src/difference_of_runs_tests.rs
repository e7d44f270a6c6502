use measure::SplitMix64;

use super::*;
use crate::evidence::Middles;
use crate::fixtures::rounds;
use crate::request::{LoadLevel, MeasuredRequest};

const REPETITIONS: usize = 400;

/// 5.5 % of the repetitions plus two standard deviations.
const MOST_FALSE: usize = 31;

fn ttft(middles: &Middles) -> Option<f64> {
    middles.ttft_ms.map(f64::ln)
}

/// The difference between contender `a` and contender `b`.
fn difference(requests: &[MeasuredRequest]) -> Option<Difference> {
    let of = |name: &str| {
        let own: Vec<&MeasuredRequest> =
            requests.iter().filter(|one| one.provider == name).collect();
        Evidence::of(&own, Some(cost::TokenSource::Server))
    };
    Difference::of(&of("a"), &of("b"), &ttft, DifferenceDetail::Interval)
}

/// Runs of a contender with their own luck, each of `n` requests, log-normal around the run's
/// level.
fn runs(
    name: &str,
    (first, count, n): (u32, u32, usize),
    between: f64,
    random: &mut SplitMix64,
) -> Vec<MeasuredRequest> {
    let mut all = Vec::new();
    for run in first..first + count {
        let level = between * random.normal();
        let values: Vec<f64> =
            (0..n).map(|_| 300.0 * (level + 0.3 * random.normal()).exp()).collect();
        all.extend(rounds(name, &values, |one, ms| {
            one.run = format!("run-{run:04}");
            one.ttft_ms = Some(ms);
        }));
    }
    all
}

/// How many intervals do not contain 0, the true difference.
fn misses(mut draw: impl FnMut(&mut SplitMix64) -> Vec<MeasuredRequest>) -> usize {
    let mut random = SplitMix64::new(9);
    (0..REPETITIONS)
        .filter(|_| {
            let requests = draw(&mut random);
            let found = difference(&requests).expect("two contenders");
            found.interval.is_some_and(|ci| !ci.contains(0.0))
        })
        .count()
}

#[test]
fn runs_that_differ_by_themselves_rarely_make_a_difference() {
    for (count, n) in [(3, 10), (6, 10), (10, 5)] {
        let apart = misses(|random| {
            let a = runs("a", (0, count, n), 0.3, random);
            [a, runs("b", (100, count, n), 0.3, random)].concat()
        });
        assert!(apart <= MOST_FALSE, "{count} runs of {n} on either side: {apart}");
        let together = misses(|random| {
            let a = runs("a", (0, count, n), 0.3, random);
            [a, runs("b", (0, count, n), 0.3, random)].concat()
        });
        assert!(together <= MOST_FALSE, "{count} shared runs of {n}: {together}");
    }
}

#[test]
fn one_run_against_several_is_judged_by_how_those_differ() {
    let missed = misses(|random| {
        let a = runs("a", (0, 1, 10), 0.3, random);
        [a, runs("b", (100, 6, 10), 0.3, random)].concat()
    });
    assert!(missed <= MOST_FALSE, "{missed}");
}

#[test]
fn requests_of_one_run_each_rarely_differ_where_runs_do_not() {
    for n in [5, 6, 7, 10, 15, 20, 30] {
        let missed = misses(|random| {
            let a = runs("a", (0, 1, n), 0.0, random);
            [a, runs("b", (100, 1, n), 0.0, random)].concat()
        });
        assert!(missed <= MOST_FALSE, "{n} requests: {missed} of {REPETITIONS}");
    }
}

#[test]
fn the_waves_of_a_closed_loop_are_what_is_compared() {
    let mut random = SplitMix64::new(4);
    let mut wave = |name: &str, run: &str| {
        let mut all = Vec::new();
        for wave in 0..8_u32 {
            let met = 0.4 * random.normal();
            let values: Vec<f64> =
                (0..8).map(|_| 300.0 * (met + 0.1 * random.normal()).exp()).collect();
            let first = wave * 8;
            all.extend(rounds(name, &values, |one, ms| {
                one.run = run.to_owned();
                one.raced = false;
                one.load = LoadLevel::InFlight(8);
                one.ttft_ms = Some(ms);
            }));
            for (one, round) in all.iter_mut().rev().take(8).rev().zip(first..) {
                one.round = round;
            }
        }
        all
    };
    let requests = [wave("a", "1"), wave("b", "2")].concat();
    let found = difference(&requests).expect("two contenders");
    assert_eq!((found.n, found.basis), (8, Basis::OneRunEach), "eight waves, not 64 requests");
    let few: Vec<MeasuredRequest> =
        requests.into_iter().filter(|request| request.round < 32).collect();
    let found = difference(&few).expect("two contenders");
    assert_eq!(
        (found.interval, found.p.to_bits()),
        (None, 1.0_f64.to_bits()),
        "four waves are too few to know"
    );
}

/// A level of contender `name` with these TTFTs, in order of sending.
fn level(name: &str, load: LoadLevel, values: &[f64]) -> Vec<MeasuredRequest> {
    rounds(name, values, |one, ms| {
        one.run = format!("run-{name}");
        one.raced = false;
        one.load = load;
        one.ttft_ms = Some(ms);
    })
}

/// TTFTs of an open loop at this share of what eight seats can serve, after thirty requests.
fn queue(share: f64, n: usize, random: &mut SplitMix64) -> Vec<f64> {
    const SEATS: usize = 8;
    let exponential = |random: &mut SplitMix64| -(1.0 - random.unit()).ln();
    let (mut free, mut due) = ([0.0_f64; SEATS], 0.0);
    let mut one = |_| {
        due += exponential(random) / (8.0 * share);
        let seat = free.iter_mut().min_by(|a, b| a.total_cmp(b)).expect("there are seats");
        let begin = seat.max(due);
        *seat = begin + exponential(random);
        1e3 * (begin - due) + 100.0 * (0.2 * random.normal()).exp()
    };
    (0..n + 30).map(&mut one).skip(30).collect()
}

#[test]
fn two_equal_open_loops_near_capacity_rarely_differ() {
    for share in [0.8, 0.9, 0.95] {
        let missed = misses(|random| {
            let mut one =
                |name| level(name, LoadLevel::Per1000Seconds(8_000), &queue(share, 100, random));
            [one("a"), one("b")].concat()
        });
        assert!(missed <= MOST_FALSE, "at {share} of capacity: {missed} of {REPETITIONS}");
    }
}

#[test]
fn waves_that_resemble_the_one_before_rarely_make_a_difference() {
    for lasting in [0.3_f64, 0.6] {
        let missed = misses(|random| {
            let mut one = |name| {
                let mut met = random.normal();
                let mut values = Vec::new();
                for _ in 0..10 {
                    values.extend((0..8).map(|_| 300.0 * (0.2 * (met + random.normal())).exp()));
                    met = lasting * met + (1.0 - lasting * lasting).sqrt() * random.normal();
                }
                level(name, LoadLevel::InFlight(8), &values)
            };
            [one("a"), one("b")].concat()
        });
        assert!(missed <= MOST_FALSE, "a correlation of {lasting}: {missed} of {REPETITIONS}");
    }
}

#[test]
fn a_shared_race_is_compared_round_by_round() {
    let load = [1.0, 9.0, 3.0, 24.0, 1.5, 6.0, 13.0, 2.2];
    let a = rounds("a", &load, |one, by| one.ttft_ms = Some(100.0 * by));
    let b = rounds("b", &load, |one, by| one.ttft_ms = Some(120.0 * by));
    let found = difference(&[a, b].concat()).expect("two contenders");
    assert_eq!((found.n, found.basis), (8, Basis::Rounds), "what both met cancels out");
    assert!((found.estimate.exp() - 100.0 / 120.0).abs() < 1e-9, "17 % less in every round");
    assert!(found.p < 0.01 && !found.basis.knows_runs(), "sure of this run, and of no other");
}

#[test]
fn runs_in_common_are_paired_where_they_are_most_of_the_runs() {
    let mut random = SplitMix64::new(2);
    let a = runs("a", (0, 4, 6), 0.5, &mut random);
    let mut b = a.clone();
    for one in &mut b {
        one.provider = "b".to_owned();
        one.label = "b".to_owned();
        one.ttft_ms = one.ttft_ms.map(|ms| ms * 1.1);
    }
    let found = difference(&[a, b].concat()).expect("two contenders");
    assert_eq!((found.n, found.basis), (4, Basis::SharedRuns), "four runs");
    let ci = found.interval.expect("four have one");
    assert!((ci.high - ci.low) < 1e-9, "the scatter between runs cancels out");
}

/// Runs of contender `name`, `short` of a prompt and `long` of one that takes four times as long.
fn of_two_prompts(
    name: &str,
    (first, short, long): (u32, u32, u32),
    slower: f64,
    random: &mut SplitMix64,
) -> Vec<MeasuredRequest> {
    let mut all = runs(name, (first, short, 5), 0.3, random);
    let mut of_long = runs(name, (first + short, long, 5), 0.3, random);
    for one in &mut of_long {
        one.prompt = "long".to_owned();
        one.ttft_ms = one.ttft_ms.map(|ms| 4.0 * ms);
    }
    all.extend(of_long);
    for one in &mut all {
        one.ttft_ms = one.ttft_ms.map(|ms| slower * ms);
    }
    all
}

#[test]
fn who_was_asked_the_longer_prompt_more_often_is_not_slower() {
    let missed = misses(|random| {
        let a = of_two_prompts("a", (0, 9, 3), 1.0, random);
        [a, of_two_prompts("b", (100, 3, 9), 1.0, random)].concat()
    });
    assert!(missed <= MOST_FALSE, "{missed} of {REPETITIONS}");
}

#[test]
fn a_difference_shows_within_the_prompts_that_both_were_asked() {
    let mut random = SplitMix64::new(5);
    let a = of_two_prompts("a", (0, 12, 4), 2.0, &mut random);
    let b = of_two_prompts("b", (100, 4, 12), 1.0, &mut random);
    let found = difference(&[a, b].concat()).expect("two contenders");
    assert!(found.like_for_like && found.estimate > 0.0, "slower by the same prompts: {found:?}");
    assert!(found.p < 0.01, "although its runs are the shorter ones: {found:?}");
}

#[test]
fn runs_of_other_prompts_are_not_like_for_like() {
    let mut random = SplitMix64::new(6);
    let a = of_two_prompts("a", (0, 6, 0), 1.0, &mut random);
    let b = of_two_prompts("b", (100, 0, 6), 1.0, &mut random);
    let found = difference(&[a, b].concat()).expect("two contenders");
    assert!(!found.like_for_like, "none was asked of both");
}

#[test]
fn two_runs_beside_many_tell_equal_contenders_apart_no_more_often_than_promised() {
    let false_ones = |few: u32, many: u32| {
        misses(|random| {
            let others = runs("b", (few, many, 9), 0.2, random);
            [runs("a", (0, few, 9), 0.2, random), others].concat()
        })
    };
    for (few, many) in [(2, 7), (2, 20), (3, 20)] {
        let missed = false_ones(few, many);
        assert!(missed <= MOST_FALSE, "{few} against {many}: {missed} of {REPETITIONS}");
    }
}
