//! The capacity of a contender: the highest load at which it keeps a service level.

use measure::{CapacityRange, LimitTest, LoadTest, Waves, next_load};
use serde::{Deserialize, Serialize};

use crate::plan::capacity_target::{CapacityTarget, ServiceLimit};
use crate::plan::load::Load;
use crate::plan::step::Step;
use crate::result::level::Level;
use crate::result::served::is_good;

/// The range of loads in which a contender's capacity lies, with 95 % confidence at each end, provided that no load is
/// served better than a lower one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Capacity {
    /// The target service level.
    pub target: CapacityTarget,
    /// The highest measured load that surely keeps it; absent if none does.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Step>,
    /// The lowest measured load that surely does not; absent if there is none.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub past: Option<Step>,
    /// The highest measured load.
    pub highest: Step,
}

/// A request of a level, as a service level sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ServedRequest {
    /// Its TTFT in milliseconds as the level shows it; ∞ if it failed.
    pub(crate) ttft_ms: f64,
    /// Whether it counts for goodput, if the target has a share of good requests; absent if its checks cannot say.
    pub(crate) is_good: Option<bool>,
}

impl Capacity {
    /// The capacity that `levels` show; `None` if it was not sought, or nothing was measured.
    pub fn of(load: &Load, levels: &[&Level]) -> Option<Self> {
        let target = load.capacity?;
        let range = CapacityRange::of(&tested(target, load, levels));
        let measured = levels.iter().filter(|level| served(load, level).next().is_some());
        Some(Self {
            target,
            within: range.within.map(|load| target.step(load)),
            past: range.past.map(|load| target.step(load)),
            highest: measured
                .map(|level| level.step())
                .max_by(|a, b| a.load().total_cmp(&b.load()))?,
        })
    }
}

/// What the requests of one load, in order of sending, say about a service level: what holds whether those are good of which it is unknown, or
/// not.
pub(crate) fn load_test(
    target: CapacityTarget,
    served: &[ServedRequest],
    waves: Waves,
) -> LoadTest {
    let best = load_test_if(target, served, waves, true);
    if served.iter().all(|one| one.is_good.is_some()) {
        return best;
    }
    let worst = load_test_if(target, served, waves, false);
    let verdict = best.verdict.filter(|_| best.verdict == worst.verdict);
    LoadTest { verdict, is_settled: best.is_settled && worst.is_settled, ..best }
}

/// The same if requests of which it is unknown are good, or are not.
fn load_test_if(
    target: CapacityTarget,
    served: &[ServedRequest],
    waves: Waves,
    unknown_is_good: bool,
) -> LoadTest {
    let times: Vec<f64> = served.iter().map(|one| one.ttft_ms).collect();
    let tests: Vec<LimitTest> = target
        .limits()
        .map(|(limit, may_be)| {
            let is_past = |one: &ServedRequest| match limit {
                ServiceLimit::TtftP95(limit_ms) => one.ttft_ms > limit_ms,
                ServiceLimit::Errors => one.ttft_ms.is_infinite(),
                ServiceLimit::NotGood => !one.is_good.unwrap_or(unknown_is_good),
            };
            let over: Vec<bool> = served.iter().map(is_past).collect();
            LimitTest::of(&over, &times, may_be, waves)
        })
        .collect();
    LoadTest::of(&tests)
}

/// The next level of a sweep that seeks a capacity.
pub(crate) fn next_step(target: CapacityTarget, load: &Load, levels: &[&Level]) -> Option<Step> {
    let climb: Vec<f64> = load.steps().into_iter().map(Step::load).collect();
    let tested = tested(target, load, levels);
    next_load(&tested, &climb, !target.per_second).map(|load| target.step(load))
}

fn tested(target: CapacityTarget, load: &Load, levels: &[&Level]) -> Vec<(f64, LoadTest)> {
    let of = |level: &&Level| {
        let served: Vec<ServedRequest> = served(load, level).collect();
        let waves = level.waves().with_values(served.len(), level.samples.len());
        if level.is_below_its_load() {
            // What was measured is a lower load, because this one was refused.
            let refused = LoadTest { verdict: Some(false), seems_past: true, is_settled: true };
            return (level.step().load(), refused);
        }
        let test = load_test(target, &served, waves);
        // Where requests come faster than they are answered, the wait grows beyond any limit, however few were measured of it.
        if target.ttft_p95_ms.is_some() && level.backlog.is_some_and(|backlog| backlog.grows()) {
            return (
                level.step().load(),
                LoadTest { verdict: Some(false), seems_past: true, ..test },
            );
        }
        (level.step().load(), test)
    };
    levels.iter().map(of).collect()
}

fn served<'a>(load: &'a Load, level: &'a Level) -> impl Iterator<Item = ServedRequest> {
    level.timed().map(|(sample, ttft_ms)| ServedRequest {
        ttft_ms,
        is_good: load.limits.as_ref().map_or(Some(false), |limits| is_good(limits, sample)),
    })
}

#[cfg(test)]
mod tests {
    use measure::Interval;

    use super::*;
    use crate::plan::load::Limits;
    use crate::result::backlog::Backlog;
    use crate::result::knee::tests::{answered, level};
    use crate::result::status::Status;
    use crate::testing::sample;

    const TARGET: CapacityTarget = CapacityTarget {
        ttft_p95_ms: Some(500.0),
        error_rate: None,
        good_fraction: None,
        most: 64,
        per_second: false,
    };

    /// A level of many waves, in which every request has about this TTFT.
    fn at(streams: u32, ttft_ms: f64) -> Level {
        let about = |number: u32| ttft_ms * (1.0 + f64::from(number * 37 % 100) / 1e3);
        let samples = (0..200.max(20 * streams)).map(|number| answered(about(number), 1e3));
        Level { samples: samples.collect(), ..level(streams, ttft_ms, f64::from(streams)) }
    }

    fn sought(target: CapacityTarget) -> Load {
        Load { concurrency: Vec::new(), capacity: Some(target), ..Load::default() }
    }

    #[test]
    fn it_climbs_until_the_limit_is_past_and_then_halves_what_is_left() {
        let load = sought(TARGET);
        let serve = |streams: u32| at(streams, if streams > 11 { 900.0 } else { 100.0 });
        let mut asked: Vec<Level> = Vec::new();
        while let Some(Step::Streams(next)) =
            next_step(TARGET, &load, &asked.iter().collect::<Vec<_>>())
        {
            asked.push(serve(next));
        }
        let tried: Vec<Option<u32>> = asked.iter().map(|level| level.concurrency).collect();
        assert_eq!(tried, [1, 2, 4, 8, 16, 11, 13, 12].map(Some), "up, and then between");
        let found = Capacity::of(&load, &asked.iter().collect::<Vec<_>>()).expect("it was sought");
        assert_eq!(found.within, Some(Step::Streams(11)), "the last that keeps it");
        assert_eq!(found.past, Some(Step::Streams(12)), "and the first that does not");
    }

    #[test]
    fn errors_and_requests_that_are_not_good_are_limits_too() {
        let mut failing = at(4, 100.0);
        let failed = sample(Status::ErrorHttp);
        for one in failing.samples.iter_mut().step_by(5) {
            *one = failed.clone();
        }
        let verdict = |target: CapacityTarget, level: &Level| {
            let load = Load {
                limits: Some(Limits { ttft_ms: Some(50.0), ..Limits::default() }),
                ..sought(target)
            };
            tested(target, &load, &[level]).first().and_then(|(_, test)| test.verdict)
        };
        let none = CapacityTarget { ttft_p95_ms: None, ..TARGET };
        let errors = CapacityTarget { error_rate: Some(0.05), ..none };
        assert_eq!(verdict(errors, &failing), Some(false), "one of five fails");
        assert_eq!(verdict(errors, &at(4, 100.0)), Some(true), "none of 200 does");
        let good = CapacityTarget { good_fraction: Some(0.95), ..none };
        assert_eq!(verdict(good, &at(4, 100.0)), Some(false), "none is within 50 ms");
        assert_eq!(verdict(good, &at(4, 40.0)), Some(true), "all are");
        let known = |right: Option<bool>, every: usize, share: f64| {
            let mut level = at(4, 40.0);
            for one in level.samples.iter_mut().step_by(every) {
                one.checks = vec![checks::CheckResult {
                    check: "language:en".into(),
                    verdict: checks::CheckVerdict::Unknown,
                    reason: None,
                    check_phrase: None,
                    reason_phrase: None,
                    tool_call_error: None,
                }];
                one.right = right;
            }
            verdict(CapacityTarget { good_fraction: Some(share), ..none }, &level)
        };
        assert_eq!(known(Some(false), 5, 0.95), Some(false), "one of five answers is wrong");
        assert_eq!(known(None, 5, 0.95), None, "of one of five nobody knows, which decides");
        assert_eq!(known(None, 200, 0.8), Some(true), "of one of 200, which does not");
    }

    #[test]
    fn a_rate_at_which_the_queue_surely_grows_is_past_any_limit_of_a_wait() {
        let target = CapacityTarget { per_second: true, ..TARGET };
        let growing = |low: f64| Level {
            concurrency: None,
            rate: Some(16.0),
            backlog: Some(Backlog {
                growth: 0.14,
                growth_ci: Interval { low, high: 0.23 },
                answered_per_s: 14.4,
                answered_ci: None,
                answered_error: Some(0.02),
            }),
            samples: vec![answered(154.0, 1e3); 12],
            ..Level::default()
        };
        let past =
            |level: &Level| Capacity::of(&sought(target), &[level]).expect("it was sought").past;
        assert_eq!(past(&growing(0.05)), Some(Step::Rate(16.0)), "however short the wait was yet");
        assert_eq!(past(&growing(-0.05)), None, "it may be kept up with");
    }

    #[test]
    fn a_sweep_that_sought_none_has_none() {
        assert_eq!(Capacity::of(&Load::default(), &[&at(1, 100.0)]), None, "it was not asked for");
        assert_eq!(Capacity::of(&sought(TARGET), &[]), None, "nothing was measured");
    }
}
