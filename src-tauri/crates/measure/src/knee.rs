//! The knee of a contender: the load up to which more requests in flight bring more throughput.
//!
//! A knee is reported only where the data support it: where the elasticity of throughput, Δln X ÷ Δln N, is below ½
//! between two loads with confidence, where a substantial part of the requests surely waits, or where requests fail.
//! Where it lies follows from Little's law: N requests in flight, of which X · (TTFT − TTFT₀) wait for a place. J. D.
//! C. Little (1961); N. J. Gunther, *Guerrilla Capacity Planning* (2007). Errors are those of [`Waves`], since requests
//! that are in flight together share the server's state.

use serde::{Deserialize, Serialize};

use crate::binomial::as_f64;
use crate::interval::Interval;
use crate::waves::Waves;

/// Below this elasticity throughput no longer follows the load: it is 1 in proportion, and 0 for a full server.
const ELASTIC: f64 = 0.5;
/// Standard errors between an elasticity and [`ELASTIC`] from which there is a knee: ten comparisons at 0.5 % each
/// amount to one at 5 %.
const SURE: f64 = 2.6;
/// Standard errors in half a 95 % interval; slightly more than 1.96, since an error is estimated from few waves.
const WITHIN: f64 = 2.1;
/// Smallest relative standard error of a throughput: a level begins and ends with whole requests.
const FLOOR: f64 = 0.01;
/// Requests queue if more than this share of those in flight waits, and surely more than [`SOME_WAIT`].
const MANY_WAIT: f64 = 0.25;
/// See [`MANY_WAIT`].
const SOME_WAIT: f64 = 0.1;
/// A level fails if more than this share of its requests surely does.
const FAILING: f64 = 0.01;
/// The confidence of an interval whose ends are each wrong with a chance of 0.5 %.
const SURE_OF_FAILURES: f64 = 0.99;

/// The results of one load.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LoadLevel {
    /// Requests in flight, or per second.
    pub load: f64,
    /// Mean number of requests in flight, in an open loop; absent in a closed one, where it is the load.
    pub in_flight: Option<f64>,
    /// Successful requests per second.
    pub throughput: Option<f64>,
    /// Its relative standard error: that of the mean latency, as a share of it; ∞ with too few waves to estimate it.
    pub throughput_error: f64,
    /// The 95 % interval of a throughput that was counted over parts of the time, as in an open loop; absent otherwise.
    pub throughput_ci: Option<Interval>,
    /// Mean time to first token in milliseconds, and its standard error.
    pub ttft_ms: Option<(f64, f64)>,
    /// Mean latency in milliseconds, and its standard error.
    pub latency_ms: Option<(f64, f64)>,
    /// The share of requests that fail; absent without requests.
    pub failing: Option<Failing>,
    /// Whether requests of an open loop surely came faster than they were answered.
    pub is_growing: bool,
    /// Whether the provider refused requests with 429, and the load could not be held.
    pub is_refused: bool,
    /// Whether it is past a limit that the user set; absent if there is none.
    pub is_over_limit: Option<bool>,
}

impl LoadLevel {
    /// Whether it has results: a level that sent nothing has no numbers and no knee.
    fn is_known(&self) -> bool {
        let fails = self.failing.is_some_and(|failing| failing.share > 0.0);
        self.throughput.is_some() || fails || self.is_refused || self.is_growing
    }
}

/// The share of a level's requests that fail, 0 to 1, with bounds as sure as a knee must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Failing {
    /// The share that was seen.
    pub share: f64,
    /// Its 99 % interval: each end is wrong with a chance of 0.5 %.
    pub within: Interval,
}

impl Failing {
    /// Of requests in order of sending, by whether each failed; `None` without any.
    pub fn of(failed: &[bool], waves: Waves) -> Option<Self> {
        let number = as_f64(failed.iter().filter(|failed| **failed).count());
        let within = waves.with_confidence(SURE_OF_FAILURES).share_interval(failed)?;
        Some(Self { share: number / as_f64(failed.len()), within })
    }

    /// Whether more than 1 % surely fail, and surely more than at the `lowest` load.
    ///
    /// The difference of the two shares is bounded by the interval of each: R. G. Newcombe, "Interval estimation for the
    /// difference between independent proportions" (1998), method 10, with the bounds of a level's waves; G. Y. Zou and A.
    /// Donner (2008). A lower bound alone rises with the number of requests, which differs from level to level.
    fn is_more_than(self, lowest: Option<Self>) -> bool {
        let is_known = self.within.low > FAILING;
        let Some(lowest) = lowest.filter(|_| is_known) else { return is_known };
        let below = (self.share - self.within.low).hypot(lowest.within.high - lowest.share);
        self.share - lowest.share > below
    }
}

/// The mean of `values` in order of sending, and its standard error, as a [`LoadLevel`] holds them. `None` with too few
/// waves.
pub fn mean_and_error(values: &[f64], waves: Waves) -> Option<(f64, f64)> {
    waves.mean_and_error(values, SURE)
}

/// How throughput follows the load up to the highest one: 1 in proportion, 0 for a full server.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoadElasticity {
    /// Δln throughput ÷ Δln load, against a load of at most 1 ÷ 1.4 of it.
    pub value: f64,
    /// Its 95 % interval.
    pub ci: Interval,
}

impl LoadElasticity {
    /// Up to the highest load of `levels`, in any order; `None` if its throughput or the lower one's is unknown.
    pub fn at_most(levels: &[LoadLevel]) -> Option<Self> {
        let mut levels: Vec<LoadLevel> =
            levels.iter().copied().filter(LoadLevel::is_known).collect();
        levels.sort_by(|a, b| a.load.total_cmp(&b.load));
        let (highest, below) = levels.split_last()?;
        let found = elasticity(about_half(below, highest)?, highest)?;
        Some(Self { value: found.value, ci: found.within() })
    }

    /// Whether throughput surely follows the load rather than not.
    pub fn follows(&self) -> bool {
        self.ci.low > ELASTIC
    }
}

/// Why a load is past the knee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum KneeReason {
    /// More load brings hardly any more throughput.
    Throughput,
    /// Requests of an open loop come faster than they are answered.
    Backlog,
    /// A substantial part of the requests in flight waits longer for the first token than at low load.
    Waiting,
    /// More requests fail than at the lowest load.
    Failures,
    /// The provider refused a request with 429.
    Refused,
    /// TTFT is past the user's limit.
    Limit,
}

/// Where a contender's throughput stops following its load, as loads: requests in flight, or per second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KneePoint {
    /// The highest measured load that is good, below the first that is past the knee.
    pub last_good: f64,
    /// The lowest measured load past the knee.
    pub first_bad: f64,
    /// The measured load at which it shows: `first_bad`, or a higher one from which it follows.
    pub seen_at: f64,
    /// What shows it.
    pub evidence: KneeEvidence,
}

/// What a knee rests on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct KneeEvidence {
    /// Why the load is past the knee.
    pub reason: KneeReason,
    /// Elasticity of throughput up to that load, Δln(throughput) ÷ Δln(load): 1 in proportion, 0 for a full server.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elasticity: Option<f64>,
    /// The 95 % interval of the elasticity.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elasticity_ci: Option<Interval>,
    /// The load that would use the full throughput at the speed of low load, estimated from how many requests wait at
    /// higher loads: where the server is full, if its own speed does not depend on the load. Absent if it cannot be
    /// known.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_at: Option<f64>,
    /// The 95 % interval of that estimate.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_at_ci: Option<Interval>,
}

/// An estimate and its standard error.
#[derive(Clone, Copy)]
struct Estimate {
    value: f64,
    error: f64,
}

impl Estimate {
    /// The 95 % interval.
    fn within(self) -> Interval {
        Interval { low: self.value - WITHIN * self.error, high: self.value + WITHIN * self.error }
    }
}

impl KneePoint {
    /// The knee of `levels`, loads all in flight or all per second, in any order; `None` if none of them is surely past
    /// it.
    pub fn of(levels: &[LoadLevel]) -> Option<Self> {
        let mut levels: Vec<LoadLevel> =
            levels.iter().copied().filter(LoadLevel::is_known).collect();
        levels.sort_by(|a, b| a.load.total_cmp(&b.load));
        let levels = &levels[..];
        let (at, reason, elasticity) =
            (1..levels.len()).find_map(|at| past(levels, at).map(|(why, e)| (at, why, e)))?;
        let seen_at = levels.get(at)?.load;
        // Failures and limits do not say where a server is full.
        let is_full =
            matches!(reason, KneeReason::Throughput | KneeReason::Backlog | KneeReason::Waiting);
        let full = full_at(levels, at, reason).filter(|_| is_full);
        // A load at which more than one request surely waits is not a good one, even if throughput cannot show it.
        let is_good = |level: &&LoadLevel| {
            let most = full.map_or(f64::INFINITY, |full| match level.in_flight {
                Some(_) => full.value + WITHIN * full.error,
                None => full.value.round().max(1.0),
            });
            level.load < seen_at && level.load <= most
        };
        let last_good = levels.iter().rev().find(is_good).or(levels.first())?.load;
        let first_bad = levels.iter().map(|level| level.load).find(|load| *load > last_good)?;
        Some(Self {
            last_good,
            first_bad,
            seen_at,
            evidence: KneeEvidence {
                reason,
                elasticity: elasticity.map(|estimate| estimate.value),
                elasticity_ci: elasticity.map(Estimate::within),
                full_at: full.map(|full| full.value),
                // No load is below nothing.
                full_at_ci: full
                    .map(Estimate::within)
                    .map(|ci| Interval { low: ci.low.max(0.0), ..ci }),
            },
        })
    }

    /// The load to measure next, to locate the knee more exactly; `None` once it is located. `levels` are those
    /// measured so far.
    pub fn next(&self, levels: &[LoadLevel]) -> Option<u32> {
        let is_measured = |load: f64| levels.iter().any(|level| (level.load - load).abs() < 0.5);
        let open = |load: f64| {
            let load = load.round();
            let is_open = load >= 1.0 && load < self.highest(levels) && !is_measured(load);
            is_open.then_some(load)
        };
        let next = match self.evidence.full_at {
            // Slightly above it few requests wait, and their number is known best there; then the load itself.
            Some(full) => {
                let above = (full + (full * 0.05).max(2.0)).round();
                let near = levels
                    .iter()
                    .any(|level| level.load > full && level.load <= full + (full * 0.1).max(3.0));
                if near { open(full) } else { open(above).or_else(|| open(full)) }
            }
            None => open((self.last_good * self.first_bad).sqrt())
                .filter(|load| *load > self.last_good && *load < self.first_bad),
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number of streams, checked to be at least 1"
        )]
        next.map(|load| load as u32)
    }

    fn highest(&self, levels: &[LoadLevel]) -> f64 {
        levels.iter().map(|level| level.load).fold(self.first_bad, f64::max)
    }
}

/// Whether the level at an index is past the knee: the reason, and the elasticity up to it.
fn past(levels: &[LoadLevel], at: usize) -> Option<(KneeReason, Option<Estimate>)> {
    let level = levels.get(at)?;
    let below = levels.get(..at)?;
    let elasticity = about_half(below, level).and_then(|from| elasticity(from, level));
    let lowest = levels.first().and_then(|first| first.failing);
    // Of a provider that refuses the lowest load as well, refusals say nothing about the load.
    let refuses_all = levels.first().is_some_and(|first| first.is_refused)
        || lowest.is_some_and(|lowest| {
            lowest.share > 0.0 && !level.failing.is_some_and(|own| own.is_more_than(Some(lowest)))
        });
    if level.is_refused && !refuses_all {
        return Some((KneeReason::Refused, elasticity));
    }
    if level.is_over_limit == Some(true) {
        return Some((KneeReason::Limit, elasticity));
    }
    if level.failing.is_some_and(|failing| failing.is_more_than(lowest)) {
        return Some((KneeReason::Failures, elasticity));
    }
    if elasticity.is_some_and(|e| e.value + SURE * e.error < ELASTIC) {
        return Some((KneeReason::Throughput, elasticity));
    }
    if level.is_growing {
        return Some((KneeReason::Backlog, elasticity));
    }
    // A limit that the user set defines which wait is too long.
    if level.is_over_limit.is_some() {
        return None;
    }
    let ttft_0 = pooled(below.iter().take(1).filter_map(|level| level.ttft_ms))?;
    let waiting = waiting(level, ttft_0)?;
    let in_flight = level.in_flight.unwrap_or(level.load);
    let queues = waiting.value > MANY_WAIT * in_flight
        && waiting.value - SURE * waiting.error > SOME_WAIT * in_flight;
    queues.then_some((KneeReason::Waiting, elasticity))
}

/// The level to compare another with, of those below it in order of load. Steps of very unequal size say little on their
/// own: it is about half.
fn about_half<'a>(below: &'a [LoadLevel], level: &LoadLevel) -> Option<&'a LoadLevel> {
    below.iter().rev().find(|lower| lower.load * 1.4 <= level.load)
}

/// How many requests of a level wait for a place, by how much longer than at low load they are in flight before their
/// first token.
fn waiting(level: &LoadLevel, ttft_0: Estimate) -> Option<Estimate> {
    let (ttft, error) = level.ttft_ms?;
    let throughput = level.throughput?;
    let waiting = throughput * (ttft - ttft_0.value) / 1e3;
    let of_ttft = throughput * error.hypot(ttft_0.error) / 1e3;
    let error = of_ttft.hypot(waiting * level.throughput_error.max(FLOOR)).max(0.1);
    Some(Estimate { value: waiting, error })
}

fn elasticity(from: &LoadLevel, to: &LoadLevel) -> Option<Estimate> {
    let known = |level: &LoadLevel| level.throughput.filter(|throughput| *throughput > 0.0);
    let step = (to.load / from.load).ln();
    let error = |level: &LoadLevel| level.throughput_error.max(FLOOR);
    let gained = (known(to)? / known(from)?).ln();
    let error = error(from).hypot(error(to)) / step;
    (step > 0.0 && error.is_finite()).then_some(Estimate { value: gained / step, error })
}

/// The load at which the server is full, from the levels from `first_bad` on, the index of the first one past the knee.
///
/// Of N requests in flight, X · (TTFT − TTFT₀) wait and the others are served. If TTFT does not rise as the server
/// fills (requests are served more slowly, not later), the load is X · R₀, where R₀ is the latency at low load. In an
/// open loop a full server's throughput is the rate it can serve; if only some requests wait, it may serve more.
fn full_at(levels: &[LoadLevel], first_bad: usize, reason: KneeReason) -> Option<Estimate> {
    let bad = levels.get(first_bad..)?;
    if bad.first()?.in_flight.is_some() {
        let served = bad.iter().filter_map(|level| {
            let value = level.throughput?;
            let of_one = || value * level.throughput_error.max(FLOOR);
            // So that of a single level it is the level's own interval.
            let within = level.throughput_ci.map(|ci| (ci.high - value) / WITHIN);
            let error = within.map_or_else(of_one, |error| error.max(value * 1e-3));
            Some(Estimate { value, error })
        });
        let served = weighed(&served.collect::<Vec<_>>());
        return served.filter(|_| reason != KneeReason::Waiting);
    }
    let guess = bad.first()?.load;
    // At half of a full load hardly any request waits.
    let idle = || levels.iter().filter(move |level| level.load <= guess / 4.0 || level.load <= 1.0);
    let ttft_0 = pooled(idle().filter_map(|level| level.ttft_ms))?;
    let latency_0 = pooled(idle().filter_map(|level| level.latency_ms))?;
    let by_waiting = |level: &LoadLevel| {
        let Estimate { value, error } = waiting(level, ttft_0)?;
        // A request that does not wait for its first token is slowed down elsewhere.
        (value > SURE * error).then_some(Estimate { value: level.load - value, error })
    };
    let by_throughput = |level: &LoadLevel| {
        let served = level.throughput? * latency_0.value / 1e3;
        let relative = level.throughput_error.max(FLOOR).hypot(latency_0.error / latency_0.value);
        Some(Estimate { value: served, error: served * relative })
    };
    let waited: Vec<Estimate> = bad.iter().filter_map(by_waiting).collect();
    let served = weighed(&bad.iter().filter_map(by_throughput).collect::<Vec<_>>());
    let waited = weighed(&waited).filter(|waited| waited.value > 0.0);
    match (waited, served) {
        // If the two contradict each other, TTFT rises for another reason than a queue.
        (Some(waited), Some(served))
            if (waited.value - served.value).abs()
                > 3.0 * waited.error.hypot(served.error) + 0.1 * served.value =>
        {
            Some(served)
        }
        (Some(waited), _) => Some(waited),
        (None, served) => served,
    }
}

/// The mean of several estimates of one value, weighted by their errors.
fn weighed(all: &[Estimate]) -> Option<Estimate> {
    let weight = |each: &Estimate| 1.0 / each.error.powi(2);
    let sum: f64 = all.iter().map(weight).sum();
    let value = all.iter().map(|each| each.value * weight(each)).sum::<f64>() / sum;
    (sum.is_finite() && sum > 0.0).then(|| Estimate { value, error: sum.sqrt().recip() })
}

fn pooled(all: impl Iterator<Item = (f64, f64)>) -> Option<Estimate> {
    let all: Vec<Estimate> =
        all.map(|(value, error)| Estimate { value, error: error.max(value * 1e-3) }).collect();
    weighed(&all)
}

#[cfg(test)]
#[path = "knee_tests.rs"]
mod tests;
