//! The findings of a sweep over loads, in sentences: its capacity if sought, otherwise its knee.

use measure::{Amount, Interval, KneeReason, Phrase, Unit, Warning};

use crate::plan::capacity_target::CapacityTarget;
use crate::plan::load::Load;
use crate::plan::step::Step;
use crate::result::capacity::Capacity;
use crate::result::knee::{Knee, elasticity_at_most};
use crate::result::level::Level;
use crate::result::level_wording::{self as say, step};

/// The finding of complete levels under `load`, without the contender's name; `None` for a single level, which cannot
/// show a knee. A sweep that sought a capacity reports that, because its levels end too early for a knee.
pub(crate) fn finding(load: &Load, levels: &[&Level]) -> Option<Phrase> {
    match load.capacity {
        Some(_) => Capacity::of(load, levels).map(|capacity| of_capacity(&capacity)),
        None => match Knee::of(load, levels) {
            Some(knee) => Some(of_knee(&knee, levels)),
            None => without_knee(load, levels),
        },
    }
}

/// The highest load that keeps a service level, as far as it is certain.
fn of_capacity(Capacity { target, within, past, highest }: &Capacity) -> Phrase {
    let level = service_level(target);
    let answer = match (within.map(step), past.map(step)) {
        (Some(within), Some(past)) => say::between(within, past),
        (Some(within), None) => say::at_least(within, step(*highest)),
        (None, Some(past)) => say::below(past),
        (None, None) => return say::capacity_unknown(level),
    };
    // A level's own interval of its error rate takes a failure for one of a whole wave where few show how they come.
    let shares = match (target.error_rate, target.good_fraction) {
        (Some(_), Some(_)) => Some(say::no_waves_of_either()),
        (Some(_), None) => Some(say::no_waves_of_failures()),
        (None, Some(_)) => Some(say::no_waves_outside()),
        (None, None) => None,
    };
    say::capacity(level, answer, shares)
}

/// A service level in words: “p95 TTFT under 500 ms and errors under 1 %”.
fn service_level(target: &CapacityTarget) -> Phrase {
    let ttft = target.ttft_p95_ms.map(|ms| say::ttft_under(Amount::of(Unit::Duration, ms)));
    let errors = target.error_rate.map(|rate| say::errors_under(Amount::share(rate)));
    let good = target.good_fraction.map(|share| say::good_over(Amount::share(share)));
    let limits = [ttft, errors, good].into_iter().flatten();
    limits.reduce(say::both).unwrap_or_else(|| Phrase::sentences([]))
}

/// An elasticity of throughput by load in words. What rounds to zero has no sign.
fn in_proportion(elasticity: f64, ci: Interval) -> Phrase {
    let rounded = |value: f64| Amount::digits((value * 100.0).round() / 100.0 + 0.0, 2);
    say::elasticity(rounded(elasticity), rounded(ci.low), rounded(ci.high))
}

/// Where throughput stops following the load.
fn of_knee(Knee { last_good, seen_at, evidence: found, .. }: &Knee, levels: &[&Level]) -> Phrase {
    let at_knee = levels.iter().find(|level| level.step() == *seen_at);
    let bad = step(*seen_at);
    let why = match (found.reason, found.elasticity.zip(found.elasticity_ci)) {
        (KneeReason::Throughput, Some((elasticity, ci))) => {
            say::no_longer_follows_by(bad, in_proportion(elasticity, ci))
        }
        (KneeReason::Throughput, None) => say::no_longer_follows(bad),
        (KneeReason::Backlog, _) => {
            match at_knee.and_then(|level| level.backlog).map(|backlog| backlog.growth) {
                Some(share) => say::backlog_of(bad, Amount::share(share)),
                None => say::backlog(bad),
            }
        }
        (KneeReason::Waiting, _) => say::waiting(bad),
        (KneeReason::Failures, _) => say::failures(bad),
        (KneeReason::Refused, _) => {
            let held = at_knee.filter(|level| level.is_below_its_load()).and_then(|level| {
                // Those that we cut are no answer of the server's.
                let ended = level.requests().filter(|sample| !sample.status.is_ours());
                let (refused, all) = (level.refused(), ended.count());
                // The reader sees how many were measured.
                let also = (!level.others.is_empty()).then(say::measured_or_not);
                let average = Amount::digits(level.avg_inflight?, 1);
                Some(say::held(refused.into(), all.into(), also, average))
            });
            say::refused(bad, held)
        }
        (KneeReason::Limit, _) => say::past_limit(bad),
    };
    let full = found.full_at.zip(found.full_at_ci).map(|(full, ci)| {
        let said = match seen_at {
            Step::Streams(_) | Step::Prompt(_) => say::full_in_flight,
            Step::Rate(_) => say::full_rate,
        };
        let [full, low, high] = [full, ci.low, ci.high].map(|number| Amount::digits(number, 1));
        said(full, low, high)
    });
    Phrase::sentences(std::iter::once(say::knee(step(*last_good), why)).chain(full))
}

/// Why levels show no knee; `None` if there is only one.
fn without_knee(load: &Load, levels: &[&Level]) -> Option<Phrase> {
    let known: Vec<&Level> = levels.iter().copied().filter(|level| level.has_success()).collect();
    if known.is_empty() && !levels.is_empty() {
        return Some(say::knee_unknown());
    }
    let most =
        known.iter().map(|level| level.step()).max_by(|a, b| a.load().total_cmp(&b.load()))?;
    if known.len() < 2 {
        return None;
    }
    let most = step(most);
    let few = known.iter().filter(|level| level.doubts.contains(&Warning::FewWaves));
    let few = few.map(|level| step(level.step())).reduce(say::steps).map(say::few_waves);
    // It may be anything: the number would only look like one.
    let found = elasticity_at_most(load, &known)
        .filter(|found| !(found.ci.low < 0.0 && found.ci.high > 1.0));
    let told = match found {
        None => say::no_knee_shown(most, say::follows_unknown()),
        Some(found) => {
            let how = in_proportion(found.value, found.ci);
            match (found.follows(), &few) {
                (true, None) => say::no_knee(most, say::follows(how)),
                // What is taken back in the next sentence is not asserted in this one.
                (true, Some(_)) => say::no_knee(most, say::seems_to_follow(how)),
                (false, _) => say::no_knee_shown(most, say::follows_not_settled(how)),
            }
        }
    };
    Some(Phrase::sentences(std::iter::once(told).chain(few)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::plan::step::Ladder;
    use crate::result::backlog::Backlog;
    use crate::result::knee::tests::level;
    use crate::result::status::Status;
    use crate::testing::sample;

    fn told(load: &Load, levels: &[Level]) -> Option<String> {
        finding(load, &levels.iter().collect::<Vec<_>>()).map(|said| said.to_string())
    }

    /// A server of ten seats, one second per answer, half of it before the first token.
    fn seats(streams: u32) -> Level {
        let rps = f64::from(streams.min(10));
        level(streams, 500.0 + 1e3 * (f64::from(streams) / rps - 1.0), rps)
    }

    #[test]
    fn an_elasticity_that_rounds_to_zero_has_no_sign() {
        let said = in_proportion(-0.001, Interval { low: -0.004, high: 0.2 }).to_string();
        assert_eq!(
            said,
            "elasticity 0.00, 95 % CI 0.00 to 0.20; 1 is in proportion, below 0.5 it no longer follows"
        );
    }

    #[test]
    fn a_knee_is_told_with_the_last_good_load_and_why() {
        let said = told(&Load::default(), &[1, 8, 16].map(seats)).expect("there is one");
        assert!(
            said.starts_with(
                "The knee is at 8 in flight, the last good load measured: at 16 in flight "
            ),
            "{said}"
        );
        assert!(said.contains("Its full throughput is what 10.0 in flight ("), "{said}");
        let ladder = Some(Ladder { most: 64, ttft_p95_ms: Some(600.0) });
        let limited = Load { concurrency: Vec::new(), ladder, ..Load::default() };
        let said = told(&limited, &[1, 8, 16].map(seats)).expect("there is one");
        assert!(said.contains("at 16 in flight p95 TTFT is past the limit"), "{said}");
    }

    #[test]
    fn what_shows_no_knee_says_so_as_far_as_that_is_known() {
        let said = told(&Load::default(), &[1, 4, 8].map(seats)).expect("it is told");
        assert!(
            said.starts_with("No knee up to 8 in flight: throughput follows the load (elasticity 1.00, 95 % CI 0."),
            "{said}"
        );
        let mut few = seats(8);
        few.doubts.push(Warning::FewWaves);
        let said = told(&Load::default(), &[seats(1), few]).expect("it is told");
        assert!(
            said.ends_with("The waves measured at 8 in flight are too few, or differ too much, to be sure of it."),
            "{said}"
        );
        assert_eq!(told(&Load::default(), &[seats(4)]), None, "one level cannot show it");
        let nothing = Level { samples: Vec::new(), summary: BTreeMap::default(), ..seats(1) };
        let said = told(&Load::default(), &[nothing]).expect("it is told");
        assert_eq!(said, "Whether there is a knee is unknown: no request succeeded.");
    }

    #[test]
    fn throughput_is_said_to_follow_the_load_only_where_that_is_sure() {
        // From 1 to 8 in flight throughput grows by 8 ^ 0.28, and its error is great.
        let slow = |streams: u32| {
            let mut level = level(streams, 100.0, f64::from(streams).powf(0.28));
            let about = level.samples[0].speed.latency_ms.expect("it is known");
            for (place, sample) in level.samples.iter_mut().enumerate() {
                let wave = place / streams as usize % 2;
                sample.speed.latency_ms = Some(about * if wave == 0 { 0.3 } else { 1.7 });
            }
            level
        };
        let said = told(&Load::default(), &[1, 8].map(slow)).expect("it is told");
        assert!(
            said.starts_with("No knee is shown up to 8 in flight: whether throughput follows the load is not settled (elasticity 0.28, 95 % CI "),
            "{said}"
        );
    }

    #[test]
    fn a_load_that_was_refused_or_never_caught_up_is_past_the_knee_and_says_so() {
        let refused = |streams: u32| {
            let mut level = seats(streams);
            if streams > 10 {
                level.avg_inflight = Some(8.0);
                level.others = vec![sample(Status::Throttled); 8];
                // What we cut at the end of the level was answered by nobody.
                level.others.extend(vec![sample(Status::Cancelled); 3]);
            }
            level
        };
        let said = told(&Load::default(), &[4, 24].map(refused)).expect("it is told");
        assert!(
            said.contains("24 in flight was refused with 429 in 8 of 248 requests, measured or not, and 8.0 were in flight on average"),
            "{said}"
        );
        let open = |rate: f64| {
            let answered = rate.min(118.0);
            let growth = 1.0 - answered / rate;
            Level {
                concurrency: None,
                rate: Some(rate),
                avg_inflight: Some(rate),
                rps: Some(answered),
                backlog: Some(Backlog {
                    growth,
                    growth_ci: Interval { low: growth - 0.05, high: growth + 0.05 },
                    answered_per_s: answered,
                    answered_ci: Some(Interval { low: answered - 9.0, high: answered + 9.0 }),
                    answered_error: Some(0.02),
                }),
                ..level(10, 100.0, answered)
            }
        };
        let rates = Load { rates: vec![60.0, 140.0], ..Load::default() };
        let said = told(&rates, &[open(60.0), open(140.0)]).expect("it is told");
        assert!(
            said.contains("at 140 requests per second requests come faster than they are answered: of those that came, 16 % were not yet answered. It serves about 118.0 requests per second (95 % CI 109.0 to 127.0)"),
            "{said}"
        );
    }

    #[test]
    fn a_capacity_is_a_range_with_its_service_level() {
        let target = CapacityTarget {
            ttft_p95_ms: Some(600.0),
            error_rate: Some(0.01),
            good_fraction: None,
            most: 64,
            per_second: false,
        };
        let range = |within, past| {
            let highest = Step::Streams(32);
            of_capacity(&Capacity { target, within, past, highest }).to_string()
        };
        let (low, high) = (Some(Step::Streams(8)), Some(Step::Streams(12)));
        let limits = "Capacity with p95 TTFT under 600 ms and errors under 1.0 %";
        assert!(range(low, high).starts_with(&format!(
            "{limits} is at least 8 in flight and below 12 in flight (95 %"
        )));
        assert!(range(low, None).contains("not surely broken at any load up to 32 in flight"));
        assert!(
            range(None, high).contains("is below 12 in flight; the limits are not surely kept")
        );
        assert!(range(None, None).contains("is unknown: too few requests"));
    }
}
