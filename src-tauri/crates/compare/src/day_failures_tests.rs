//! Tests of the failures over the days.

use measure::Metric;

use super::*;
use crate::fixtures::{gathered, rounds};
use crate::request::MeasuredRequest;
use crate::trend::{Trend, trend};

/// A Saturday.
const FIRST: i64 = 1_795_219_200;

/// A contender's requests of each day: so many, of which so many failed; the others waited for about 200 ms.
fn over(days: &[(usize, usize)], seed: u64) -> Vec<MeasuredRequest> {
    let mut random = SplitMix64::new(seed);
    let mut all = Vec::new();
    for (day, (asked, failed)) in (0_u32..).zip(days) {
        let values: Vec<(bool, f64)> =
            (0..*asked).map(|at| (at < *failed, 200.0 * (0.05 * random.normal()).exp())).collect();
        all.extend(rounds("a", &values, |request, (failed, ms)| {
            request.run = format!("run-{day:02}");
            request.at_s = FIRST + i64::from(day) * 86_400;
            request.ttft_ms = Some(ms);
            if failed {
                request.outcome = Outcome::Failed;
                (request.ttft_ms, request.ttfat_ms, request.latency_ms) = (None, None, None);
                (request.decode_tps, request.cost_usd) = (None, None);
            }
        }));
    }
    all
}

fn found(requests: &[MeasuredRequest]) -> Trend {
    let groups = gathered(requests);
    let zone = Zone { minutes: 0, changes: &[] };
    trend(&groups.iter().collect::<Vec<_>>(), Metric::TtftMs, zone)
}

#[test]
fn a_provider_that_fails_since_some_day_is_told_with_the_day_and_both_shares() {
    let days: Vec<(usize, usize)> = (0..24).map(|day| (20, if day < 18 { 0 } else { 6 })).collect();
    let told = found(&over(&days, 1));
    let [one] = &told.failures[..] else { panic!("since the nineteenth day: {}", told.sentence) };
    assert_eq!((one.date.as_str(), one.days_before, one.days_after), ("2026-12-09", 18, 6));
    assert_eq!(
        told.sentence.to_string(),
        "a fails more often since 2026-12-09: in 30 % of its requests, and in 0 % before (18 days before, 6 since). Chance brings so clear a change in at most 5 % of histories without one."
    );
    let back: Vec<(usize, usize)> = days.iter().rev().copied().collect();
    let told = found(&over(&back, 1)).sentence.to_string();
    assert!(told.starts_with("a fails less often since 2026-11-27: in 0 % of its"), "{told}");
}

#[test]
fn a_provider_that_has_answered_on_one_day_only_is_told_since_when_it_fails() {
    let days: Vec<(usize, usize)> = (0..12).map(|day| (10, if day < 4 { 0 } else { 10 })).collect();
    let mut all = over(&days, 1);
    all.retain(|one| one.outcome == Outcome::Failed || one.run == "run-00");
    all.extend(over(&[(10, 0); 4], 2).into_iter().map(|one| MeasuredRequest {
        outcome: Outcome::Failed,
        ttft_ms: None,
        ..one
    }));
    let told = found(&all).sentence.to_string();
    assert!(!told.contains("All requests are from one day"), "eleven have failures: {told}");
}

#[test]
fn one_day_of_failures_is_no_change_and_failures_that_come_and_go_are_told_as_looked_at() {
    let outage: Vec<(usize, usize)> =
        (0..24).map(|day| (20, if day == 20 { 20 } else { usize::from(day % 3 == 0) })).collect();
    let told = found(&over(&outage, 1)).sentence.to_string();
    let but = "of answered requests; 28 of 480 requests failed, and no day is known from which on more or fewer did.";
    assert!(told.contains(but), "{told}");
}

#[test]
fn prompts_that_fail_are_no_change_of_the_contender() {
    let days: Vec<(usize, usize)> = (0..24).map(|day| (20, if day < 12 { 0 } else { 6 })).collect();
    let mut all = over(&days, 1);
    for one in all.iter_mut().filter(|one| one.run.as_str() >= "run-12") {
        one.prompt = "a longer one".to_owned();
    }
    let told = found(&all);
    assert_eq!(told.failures, [], "each is compared with itself: {}", told.sentence);
}

#[test]
fn of_histories_without_a_change_at_most_one_in_twenty_has_one_named() {
    // On each day an outage fails a part of the requests with a chance of a third, and each fails by itself with one of 3 %.
    let clustered = |sizes: fn(usize) -> usize, seed: u64| {
        let mut random = SplitMix64::new(seed);
        let day = |day: usize| {
            let asked = sizes(day);
            let part = if random.unit() < 0.33 { random.unit() } else { 0.0 };
            let share = 0.03 + 0.97 * part;
            (asked, (0..asked).filter(|_| random.unit() < share).count())
        };
        over(&(0..24).map(day).collect::<Vec<_>>(), seed)
    };
    let growing: fn(usize) -> usize = |day| 3 + 2 * day;
    for sizes in [|_| 20, growing] {
        let named = (0..300_u64).filter(|seed| {
            let told = found(&clustered(sizes, *seed));
            !(told.failures.is_empty() && told.changes.is_empty() && told.drifts.is_empty())
        });
        let named = named.count();
        assert!(named <= 22, "{named} of 300");
    }
}

#[test]
fn a_rate_of_failures_that_rises_to_a_third_is_mostly_found() {
    let found = (0..60_u64).filter(|seed| {
        let mut random = SplitMix64::new(*seed);
        let day = |day: usize| {
            let share = if day < 20 { 0.02 } else { 0.3 * (0.5 + random.unit()) };
            (12 + day % 5, (0..12 + day % 5).filter(|_| random.unit() < share).count())
        };
        let told = found(&over(&(0..26).map(day).collect::<Vec<_>>(), *seed));
        told.failures.first().is_some_and(|one| one.after > one.before)
    });
    let found = found.count();
    assert!(found >= 40, "{found} of 60, six days since");
}
