//! The knee of a sweep: the load up to which more load brings more throughput, and which level a ladder measures next.

use measure::{
    Failing, KneeEvidence, KneePoint, LoadElasticity, LoadLevel, Metric, mean_and_error,
};
use serde::{Deserialize, Serialize};

use crate::plan::load::Load;
use crate::plan::step::{MOST_LADDER_LEVELS, Step};
use crate::result::capacity;
use crate::result::level::{Level, LevelEnd};

/// A level is over the limit of a ladder if surely more than this share of its requests is, because its p95 then is.
const OVER_LIMIT: f64 = 0.05;
/// The confidence of an interval whose lower end is wrong with a chance of 0.5 %, as sure as a knee must be.
const SURE: f64 = 0.99;

/// Where a contender's throughput stops following its load. Absent if no level is surely past it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Knee {
    /// The highest measured load that is good, below the first that is past the knee.
    pub last_good: Step,
    /// The lowest measured load past the knee.
    pub first_bad: Step,
    /// The measured load at which it shows: `first_bad`, or a higher one from which it follows.
    pub seen_at: Step,
    /// What shows it.
    #[serde(flatten)]
    pub evidence: KneeEvidence,
}

impl Knee {
    /// The knee of a contender's `levels`, in any order; each must have been measured to its end. Levels that differ by their
    /// prompts have none.
    pub fn of(load: &Load, levels: &[&Level]) -> Option<Self> {
        if load.lengths.is_some() {
            return None;
        }
        let step = |value: f64| {
            levels.iter().map(|level| level.step()).find(|step| (step.load() - value).abs() < 1e-9)
        };
        let knee = KneePoint::of(&load_levels(load, levels))?;
        Some(Self {
            last_good: step(knee.last_good)?,
            first_bad: step(knee.first_bad)?,
            seen_at: step(knee.seen_at)?,
            evidence: knee.evidence,
        })
    }
}

/// The next level of a contender whose levels so far are `whole`, in order of measurement; `None` after its last.
pub(crate) fn next_step(load: &Load, whole: &[&Level]) -> Option<Step> {
    if whole.iter().any(|level| level.ended != LevelEnd::Done) {
        return None;
    }
    let steps = load.steps();
    if !load.is_adaptive() {
        return steps.get(whole.len()).copied();
    }
    // More load brings nothing if no request succeeds.
    let is_refused = !whole.is_empty() && !whole.iter().any(|level| level.has_success());
    if whole.len() >= MOST_LADDER_LEVELS || is_refused {
        return None;
    }
    if let Some(target) = load.capacity {
        return capacity::next_step(target, load, whole);
    }
    let levels = load_levels(load, whole);
    match KneePoint::of(&levels) {
        Some(knee) => knee.next(&levels).map(Step::Streams),
        None => steps.into_iter().find(|step| whole.iter().all(|level| level.step() != *step)),
    }
}

/// The elasticity of throughput up to the highest load of these levels; `None` if it is unknown.
pub(crate) fn elasticity_at_most(load: &Load, levels: &[&Level]) -> Option<LoadElasticity> {
    LoadElasticity::at_most(&load_levels(load, levels))
}

fn load_levels(load: &Load, levels: &[&Level]) -> Vec<LoadLevel> {
    levels.iter().map(|level| load_level(load, level)).collect()
}

/// What a level says about the knee.
fn load_level(load: &Load, level: &Level) -> LoadLevel {
    let is_open = level.concurrency.is_none();
    let ok = || level.samples.iter().filter(|sample| sample.status.is_ok());
    let of = |metric: Metric| {
        let values: Vec<f64> = ok().filter_map(|sample| sample.value(metric)).collect();
        mean_and_error(&values, level.waves().with_values(values.len(), level.samples.len()))
    };
    let latency = of(if level.from_due { Metric::LatencyPerceivedMs } else { Metric::LatencyMs });
    let relative = match &level.backlog {
        // How many were answered varies as such; in a closed loop, as the latency does.
        Some(backlog) => backlog.answered_error,
        None => latency.filter(|(mean, _)| *mean > 0.0).map(|(mean, error)| error / mean),
    };
    // What an open loop's requests per second say follows the load until they fail: it counts them where they were due.
    let answered = level.backlog.map_or(level.rps, |backlog| Some(backlog.answered_per_s));
    LoadLevel {
        load: level.step().load(),
        in_flight: level.avg_inflight.filter(|_| is_open),
        throughput: answered.filter(|per_s| *per_s > 0.0),
        throughput_error: relative.unwrap_or(f64::INFINITY),
        throughput_ci: level.backlog.and_then(|backlog| backlog.answered_ci),
        ttft_ms: of(if level.from_due { Metric::TtftPerceivedMs } else { Metric::TtftMs }),
        latency_ms: latency,
        failing: level.failing(),
        is_growing: level.backlog.is_some_and(|backlog| backlog.grows()),
        is_refused: matches!(level.ended, LevelEnd::Throttled { .. }) || level.is_below_its_load(),
        is_over_limit: load
            .ladder
            .and_then(|ladder| ladder.ttft_p95_ms)
            .map(|limit_ms| is_over(limit_ms, level)),
    }
}

impl Level {
    /// The share of its requests that fail, among those that ended by themselves.
    fn failing(&self) -> Option<Failing> {
        let ended = self.samples.iter().filter(|sample| !sample.status.is_ours());
        let failed: Vec<bool> = ended.map(|sample| !sample.status.is_ok()).collect();
        Failing::of(&failed, self.waves().with_values(failed.len(), self.samples.len()))
    }
}

/// Whether surely more than one request in twenty exceeds a limit of TTFT; a failed one does.
fn is_over(limit_ms: f64, level: &Level) -> bool {
    let over: Vec<bool> = level.times_to_first_token().map(|time| time > limit_ms).collect();
    let waves = level.waves().with_values(over.len(), level.samples.len()).with_confidence(SURE);
    waves.share_interval(&over).is_some_and(|share| share.low > OVER_LIMIT)
}

#[cfg(test)]
#[path = "knee_tests.rs"]
pub(crate) mod tests;
