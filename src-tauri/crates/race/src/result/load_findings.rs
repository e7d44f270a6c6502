//! The findings of a sweep over loads, in sentences: its capacity if sought, otherwise its knee.

use measure::{Interval, KneeReason, Unit, Warning, format};

use crate::plan::capacity_target::CapacityTarget;
use crate::plan::load::Load;
use crate::plan::step::Step;
use crate::result::capacity::Capacity;
use crate::result::knee::{Knee, elasticity_at_most};
use crate::result::level::Level;

/// The finding of complete levels under `load`, without the contender's name; `None` for a single level, which cannot
/// show a knee. A sweep that sought a capacity reports that, because its levels end too early for a knee.
pub(crate) fn finding(load: &Load, levels: &[&Level]) -> Option<String> {
    match load.capacity {
        Some(_) => Capacity::of(load, levels).map(|capacity| of_capacity(&capacity)),
        None => match Knee::of(load, levels) {
            Some(knee) => Some(of_knee(&knee, levels)),
            None => without_knee(load, levels),
        },
    }
}

/// The highest load that keeps a service level, as far as it is certain.
fn of_capacity(Capacity { target, within, past, highest }: &Capacity) -> String {
    let answer = match (within, past) {
        (Some(within), Some(past)) => format!("is at least {within} and below {past}"),
        (Some(within), None) => format!(
            "is at least {within}; the limits are not surely broken at any load up to {highest}"
        ),
        (None, Some(past)) => {
            format!("is below {past}; the limits are not surely kept at any load")
        }
        (None, None) => {
            return format!(
                "Capacity with {} is unknown: too few requests.",
                service_level(target)
            );
        }
    };
    // A level's own interval of its error rate takes a failure for one of a whole wave where few show how they come.
    let shares = match (target.error_rate, target.good_fraction) {
        (Some(_), Some(_)) => {
            " and failures and requests outside the goodput limits do not come in whole waves"
        }
        (Some(_), None) => " and failures do not come in whole waves",
        (None, Some(_)) => " and requests outside the goodput limits do not come in whole waves",
        (None, None) => "",
    };
    format!(
        "Capacity with {} {answer} (95 % confidence at each end, if more load is never served better{shares}).",
        service_level(target)
    )
}

/// A service level in words: “p95 TTFT under 500 ms and errors under 1 %”.
fn service_level(target: &CapacityTarget) -> String {
    let ttft = target.ttft_p95_ms.map(|ms| format!("p95 TTFT under {}", format::duration(ms)));
    let errors =
        target.error_rate.map(|rate| format!("errors under {}", Unit::Share.written(rate)));
    let good = target
        .good_fraction
        .map(|share| format!("over {} within the goodput limits", Unit::Share.written(share)));
    let limits: Vec<String> = [ttft, errors, good].into_iter().flatten().collect();
    limits.join(" and ")
}

/// An elasticity of throughput by load in words. What rounds to zero has no sign.
fn in_proportion(elasticity: f64, ci: Interval) -> String {
    let text = |value: f64| format!("{:.2}", (value * 100.0).round() / 100.0 + 0.0);
    format!(
        "elasticity {}, 95 % CI {} to {}; 1 is in proportion",
        text(elasticity),
        text(ci.low),
        text(ci.high)
    )
}

/// Where throughput stops following the load.
fn of_knee(
    Knee { last_good, seen_at: bad, evidence: found, .. }: &Knee,
    levels: &[&Level],
) -> String {
    let at_knee = levels.iter().find(|level| level.step() == *bad);
    let why = match (found.reason, found.elasticity.zip(found.elasticity_ci)) {
        (KneeReason::Throughput, Some((elasticity, ci))) => format!(
            "at {bad} throughput no longer follows the load ({})",
            in_proportion(elasticity, ci)
        ),
        (KneeReason::Throughput, None) => format!("at {bad} throughput no longer follows the load"),
        (KneeReason::Backlog, _) => {
            let growth = at_knee.and_then(|level| level.backlog).map(|backlog| backlog.growth);
            let growth = growth.map_or_else(String::new, |share| {
                format!(
                    ": of those that came, {} were not yet answered",
                    Unit::Share.written(share)
                )
            });
            format!("at {bad} requests come faster than they are answered{growth}")
        }
        (KneeReason::Waiting, _) => {
            format!(
                "at {bad} an estimated quarter or more of an answer's time, and surely more than a tenth, is extra wait for its first token"
            )
        }
        (KneeReason::Failures, _) => format!("at {bad} more requests fail"),
        (KneeReason::Refused, _) => {
            let held = at_knee.filter(|level| level.is_below_its_load()).and_then(|level| {
                let (refused, all) = (level.refused(), level.requests().count());
                Some(format!(
                    " in {} of {}{}, and {:.1} were in flight on average",
                    format::count(u32::try_from(refused).ok()?),
                    format::several(all, "request"),
                    // The level's error rate is of the measured ones alone.
                    if level.others.is_empty() { "" } else { ", measured or not" },
                    level.avg_inflight?
                ))
            });
            format!("{bad} was refused with 429{}", held.unwrap_or_default())
        }
        (KneeReason::Limit, _) => format!("at {bad} p95 TTFT is past the limit"),
    };
    let full = found.full_at.zip(found.full_at_ci).map(|(full, ci)| {
        let ci = format!("95 % CI {:.1} to {:.1}", ci.low, ci.high);
        match bad {
            Step::Streams(_) | Step::Prompt(_) => format!(
                " Its full throughput is what {full:.1} in flight ({ci}) would bring at the speed of low load."
            ),
            Step::Rate(_) => format!(" It serves about {full:.1} requests per second ({ci})."),
        }
    });
    format!(
        "The knee is at {last_good}, the last good load measured: {why}.{}",
        full.unwrap_or_default()
    )
}

/// Why levels show no knee; `None` if there is only one.
fn without_knee(load: &Load, levels: &[&Level]) -> Option<String> {
    let known: Vec<&&Level> = levels.iter().filter(|level| level.has_success()).collect();
    if known.is_empty() && !levels.is_empty() {
        return Some("Whether there is a knee is unknown: no request succeeded.".to_owned());
    }
    let most =
        known.iter().map(|level| level.step()).max_by(|a, b| a.load().total_cmp(&b.load()))?;
    (known.len() > 1).then(|| {
        let few = known.iter().filter(|level| level.doubts.contains(&Warning::FewWaves));
        let few: Vec<String> = few.map(|level| level.step().to_string()).collect();
        let hidden = match few[..] {
            [] => String::new(),
            _ => format!(
                " The waves measured at {} are too few, or differ too much, to be sure of it.",
                few.join(", ")
            ),
        };
        let follows =
            match elasticity_at_most(load, &known.iter().map(|one| **one).collect::<Vec<_>>()) {
                None => "whether throughput follows the load is unknown".to_owned(),
                // It may be anything: the number would only look like one.
                Some(found) if found.ci.low < 0.0 && found.ci.high > 1.0 => {
                    "whether throughput follows the load is unknown".to_owned()
                }
                Some(found) => format!(
                    "{} ({})",
                    if found.follows() {
                        // What is taken back in the next sentence is not asserted in this one.
                        if few.is_empty() {
                            "throughput follows the load"
                        } else {
                            "throughput seems to follow the load"
                        }
                    } else {
                        "whether throughput follows the load is not settled"
                    },
                    in_proportion(found.value, found.ci)
                ),
            };
        let is_shown =
            if follows.starts_with("throughput") { "No knee" } else { "No knee is shown" };
        format!("{is_shown} up to {most}: {follows}.{hidden}")
    })
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
        finding(load, &levels.iter().collect::<Vec<_>>())
    }

    /// A server of ten seats, one second per answer, half of it before the first token.
    fn seats(streams: u32) -> Level {
        let rps = f64::from(streams.min(10));
        level(streams, 500.0 + 1e3 * (f64::from(streams) / rps - 1.0), rps)
    }

    #[test]
    fn an_elasticity_that_rounds_to_zero_has_no_sign() {
        let said = in_proportion(-0.001, Interval { low: -0.004, high: 0.2 });
        assert_eq!(said, "elasticity 0.00, 95 % CI 0.00 to 0.20; 1 is in proportion");
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
                    answered_error: 0.02,
                }),
                ..level(10, 100.0, answered)
            }
        };
        let rates = Load { rates: vec![60.0, 140.0], ..Load::default() };
        let said = told(&rates, &[open(60.0), open(140.0)]).expect("it is told");
        assert!(
            said.contains("at 140 requests per second requests come faster than they are answered: of those that came, 16 % were not yet answered. It serves about 118"),
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
            of_capacity(&Capacity { target, within, past, highest })
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
