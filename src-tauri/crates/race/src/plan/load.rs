//! The load of a sweep, level by level, and its limits.

use measure::Phrase;
use serde::{Deserialize, Serialize};

use crate::plan::capacity_target::CapacityTarget;
use crate::plan::prompt_lengths::PromptLengths;
use crate::plan::step::{Ladder, MOST_LADDER_LEVELS, Step, doubled};
use crate::plan::wording;
use crate::workload::Preset;

/// Maximum number of warm-up requests, and of surplus requests, per stream of a closed loop.
pub(crate) const MOST_BESIDE_PER_STREAM: u32 = 2;
/// Longest time for which requests settle a level of an open loop, and likewise keep its load up, in seconds.
const SETTLING_S: f64 = 10.0;
/// Maximum number of requests in flight; more than that would measure this machine.
pub const MOST_STREAMS: u32 = 512;
/// Maximum number of requests per second; more than that would measure this machine.
const MOST_RATE: f64 = 1_000.0;
/// Maximum number of measured requests per level; more than that is a typing error.
pub(crate) const MOST_SAMPLES: u32 = 10_000;
/// Maximum number of waves per level; more than that is a typing error.
const MOST_WAVES: u32 = 1_000;
/// Waves of a level by default: two more than the minimum for an interval of the median, since some requests may fail.
const USUAL_WAVES: u32 = measure::WAVES_FROM + 2;
/// Measured requests of a level at a rate at most, unless the user chooses: as many as the highest usual level of a closed loop
/// measures.
pub const USUAL_MOST_AT_A_RATE: u32 = 320;

/// The load of a sweep: one contender at a time, at rising load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Load {
    /// Requests in flight, one entry per level, in order: a closed loop, in which the next request starts when one
    /// ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub concurrency: Vec<u32>,
    /// Requests per second, one entry per level: an open loop, in which requests are sent when they are due, whether or
    /// not earlier ones have ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rates: Vec<f64>,
    /// Arrival process of an open loop.
    #[serde(default)]
    pub arrivals: Arrivals,
    /// Measured requests in each level, or more if `waves` or `most_samples` asks for more; at least 1.
    pub samples: u32,
    /// Maximum number of measured requests of a level of an open loop: after `samples` it goes on for as many as the
    /// interval of its median TTFT takes, by how much of the server is busy, if these are no more than this. If absent, every
    /// level measures `samples`. It has no effect in a closed loop, nor beside `settled_within` or `capacity`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_samples: Option<u32>,
    /// Minimum number of waves measured in each level: a level of N in flight measures this many times N requests if
    /// that exceeds `samples`. If absent, every level measures `samples`. It has no effect in an open loop.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waves: Option<u32>,
    /// Whether every prompt begins with unique words, so that prompt caches do not help.
    pub unique_prompts: bool,
    /// A published method, whose prompts replace those of the plan; the plan shows the first of them.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
    /// Prompts that requests use in turn instead of the plan's prompt, in plans that were written before there was
    /// [`Plan::set`](crate::Plan::set).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<String>,
    /// Whether every answer is forced to the length of the token limit, on servers that support it.
    #[serde(default)]
    pub force_length: bool,
    /// Whether each request makes a new connection. The connection is not part of TTFT, but the user waits for it.
    pub cold: bool,
    /// Whether the levels are found during the sweep: from 1, doubled each time, until one is past the knee, and then levels
    /// between those two.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Ladder>,
    /// Whether the levels are found during the sweep: from 1, doubled each time, until a service level is no longer kept, and
    /// then levels between those two.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<CapacityTarget>,
    /// Precision of the median TTFT at which a level ends, as a share of the median in each direction, above 0 and at
    /// most 1; `samples` and `waves` are then its maximum. Absent if a level measures all of them.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_within: Option<f64>,
    /// Prompt lengths that the sweep covers instead of loads, with generated prompts; `concurrency` then holds one
    /// number.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lengths: Option<PromptLengths>,
    /// Goodput limits of a request.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// Budget of the whole sweep in dollars. It is checked before each request, with requests in flight counted at
    /// their maximum cost.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_usd: Option<f64>,
    /// Budget of the whole sweep in output tokens, checked in the same way.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_tokens: Option<u32>,
    /// What to do when a request is refused with 429.
    #[serde(default)]
    pub on_throttle: OnThrottle,
    /// Seed of the random arrivals: the same seed gives the same times.
    pub seed: u32,
    /// The id of the run whose unique prompts are repeated; absent for new prompts.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
}

/// Arrival process of an open loop.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Arrivals {
    /// At equal intervals.
    #[default]
    Constant,
    /// A Poisson process, as with independent users.
    Poisson,
}

/// What to do when a request is refused with 429.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum OnThrottle {
    /// The contender's part ends, because a provider that asks to wait is not pressed further.
    #[default]
    Stop,
    /// The level goes on, so that the error rate under overload is measured. In a closed loop the refused stream waits as
    /// long as the provider asks, at most 10 s.
    Continue,
}

/// Goodput limits: a request counts if it is within all of them. An absent limit does not apply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Limits {
    /// Maximum TTFT, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<f64>,
    /// Maximum TPOT, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tpot_ms: Option<f64>,
    /// Maximum latency, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<f64>,
}

impl Limits {
    /// Limits by use, from bands on which published guides agree.
    pub const PRESETS: [(&'static str, Self); 4] = [
        ("voice", Self { ttft_ms: Some(300.0), tpot_ms: Some(67.0), latency_ms: None }),
        ("chat", Self { ttft_ms: Some(500.0), tpot_ms: Some(33.0), latency_ms: None }),
        ("coding", Self { ttft_ms: Some(1_000.0), tpot_ms: Some(10.0), latency_ms: None }),
        ("batch", Self { ttft_ms: None, tpot_ms: None, latency_ms: Some(60_000.0) }),
    ];
}

/// Maximum number of requests that an open loop sends before the measured ones, and likewise after them.
pub(crate) fn most_beside(rate: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rate is positive, and the cast saturates"
    )]
    let most = (rate * SETTLING_S).ceil() as u32;
    most.max(1)
}

/// Number of requests before the first check whether a level is settled, if its waves are fewer.
const FIRST_LOOK: u32 = 20;
/// Number of waves before the first check: fewer are hardly ever worth enough requests for an interval that shares its
/// error with other checks.
const FIRST_WAVES: u32 = 2 * measure::WAVES_FROM;

impl Default for Load {
    /// At 1, 8 and 32 in flight, as in commonly quoted comparisons: 50 requests or ten waves, each with a unique
    /// prompt.
    fn default() -> Self {
        Self {
            concurrency: vec![1, 8, 32],
            rates: Vec::new(),
            arrivals: Arrivals::Constant,
            samples: 50,
            most_samples: None,
            waves: Some(USUAL_WAVES),
            unique_prompts: true,
            preset: None,
            prompts: Vec::new(),
            force_length: false,
            cold: false,
            ladder: None,
            capacity: None,
            settled_within: None,
            lengths: None,
            limits: None,
            budget_usd: None,
            budget_tokens: None,
            on_throttle: OnThrottle::Stop,
            seed: 1,
            nonce: None,
        }
    }
}

impl Load {
    /// The levels known before the start. Those of a ladder double; the levels that narrow down the knee follow from
    /// its results.
    pub fn steps(&self) -> Vec<Step> {
        if let Some(lengths) = &self.lengths {
            let in_flight = self.concurrency.first().copied().unwrap_or(1);
            return lengths.levels(in_flight).map(Step::Prompt).collect();
        }
        let streams = self.concurrency.iter().copied().map(Step::Streams);
        let mut steps: Vec<Step> =
            streams.chain(self.rates.iter().copied().map(Step::Rate)).collect();
        if let Some(ladder) = self.ladder {
            steps.extend(doubled(ladder.most).map(Step::Streams));
        }
        if let Some(target) = self.capacity {
            steps.extend(doubled(target.most).map(|load| target.step(f64::from(load))));
        }
        steps
    }

    /// Whether later levels follow from the results of earlier ones.
    pub fn is_adaptive(&self) -> bool {
        self.ladder.is_some() || self.capacity.is_some()
    }

    /// Problems that prevent the start, in sentences that say what to do.
    pub(crate) fn problems(&self) -> Vec<Phrase> {
        let mut problems = self.problems_of_lengths();
        if self.lengths.is_none() && self.steps().is_empty() {
            problems.push(wording::no_levels());
        }
        let sought = self.capacity.filter(|target| !target.per_second).map(|target| target.most);
        let streams = self.concurrency.iter().copied();
        let streams = streams.chain(self.ladder.map(|ladder| ladder.most)).chain(sought);
        if let Some(level) = streams.clone().find(|level| !(1..=MOST_STREAMS).contains(level)) {
            problems.push(wording::streams(level.into(), MOST_STREAMS.into()));
        }
        let sought = self.capacity.filter(|target| target.per_second);
        let sought = sought.map(|target| f64::from(target.most));
        let mut rates = self.rates.iter().copied().chain(sought);
        if let Some(rate) = rates.find(|rate| !(*rate > 0.0 && *rate <= MOST_RATE)) {
            problems.push(wording::rate(&rate.to_string(), MOST_RATE.into()));
        }
        let samples = [self.samples, self.most_samples.unwrap_or(1)];
        if samples.iter().any(|samples| !(1..=MOST_SAMPLES).contains(samples)) {
            problems.push(wording::samples(MOST_SAMPLES.into()));
        }
        if self.waves.is_some_and(|waves| !(1..=MOST_WAVES).contains(&waves)) {
            problems.push(wording::waves(MOST_WAVES.into()));
        }
        if self.settled_within.is_some_and(|share| !(share > 0.0 && share <= 1.0)) {
            problems.push(wording::settled_share());
        }
        if self.settled_within.is_some() && self.capacity.is_some() {
            problems.push(wording::settled_or_capacity());
        }
        let has_limits = self.limits.is_some();
        problems.extend(self.capacity.and_then(|target| target.problem(has_limits)));
        let is_loop = self.preset.is_some_and(|preset| preset.method().steps > 1);
        let is_rate = self.capacity.is_some_and(|target| target.per_second);
        if is_loop && (is_rate || !self.rates.is_empty()) {
            problems.push(wording::agent_rate());
        }
        if self.budget_usd.is_some_and(|usd| !(usd.is_finite() && usd > 0.0)) {
            problems.push(wording::budget());
        }
        problems
    }

    fn problems_of_lengths(&self) -> Vec<Phrase> {
        let Some(lengths) = &self.lengths else { return Vec::new() };
        let mut problems = lengths.problems();
        let has_other_axis =
            !self.rates.is_empty() || self.is_adaptive() || self.concurrency.len() > 1;
        if has_other_axis {
            problems.push(wording::one_axis());
        }
        if self.preset.is_some() || !self.prompts.is_empty() {
            problems.push(wording::own_prompts());
        }
        if !self.unique_prompts {
            problems.push(wording::lengths_need_unique());
        }
        problems
    }

    /// Maximum number of requests that a level sends, including unmeasured ones. The engine keeps to it; see
    /// `ClosedLoop` and `OpenLoop`. A request that met a closed connection and was sent again counts once.
    pub(crate) fn most_requests_at(&self, step: Step) -> u32 {
        let measured = self.measured_requests(step);
        let beside = match step {
            Step::Rate(rate) => most_beside(rate),
            _ => step.streams().unwrap_or(1).saturating_mul(MOST_BESIDE_PER_STREAM),
        };
        measured.saturating_add(beside.saturating_mul(2))
    }

    /// Measured requests of a level: the samples, times the steps of each.
    pub(crate) fn measured_requests(&self, step: Step) -> u32 {
        let steps = self.preset.map_or(1, |preset| preset.method().steps.max(1));
        self.samples_at(step).saturating_mul(steps)
    }

    /// Samples of a level: the given number, or enough for the given number of waves; at a rate, the most that its median may
    /// take.
    pub(crate) fn samples_at(&self, step: Step) -> u32 {
        let more = match step.streams() {
            Some(streams) => streams.saturating_mul(self.waves.unwrap_or_default()),
            None => self.most_at_a_rate().unwrap_or_default(),
        };
        self.samples.max(more)
    }

    /// Maximum number of measured requests of a level that goes on for as long as its median takes: see `most_samples`.
    pub fn most_at_a_rate(&self) -> Option<u32> {
        self.most_samples.filter(|_| !self.rates.is_empty() && !self.ends_by_its_requests())
    }

    /// Whether what its requests show ends a level, and not their number.
    pub fn ends_by_its_requests(&self) -> bool {
        self.settled_within.is_some() || self.capacity.is_some()
    }

    /// The numbers of measured requests after which it is checked whether a level is settled, in order: after sixteen
    /// waves, each time after twice as many, and at its end. Empty if it measures all its samples.
    pub(crate) fn looks(&self, step: Step) -> Vec<u32> {
        let most = self.measured_requests(step);
        // In an open loop the number of streams is unknown before the start.
        let streams = step.streams().unwrap_or(1);
        let first = streams.saturating_mul(FIRST_WAVES).max(FIRST_LOOK);
        let looks = std::iter::successors(Some(first), |at| at.checked_mul(2));
        let of = |_: f64| looks.take_while(|at| *at < most).chain([most]).collect();
        self.settled_within.map_or_else(Vec::new, of)
    }

    /// Maximum number of levels of a contender.
    pub fn most_levels(&self) -> u32 {
        let levels = if self.is_adaptive() { MOST_LADDER_LEVELS } else { self.steps().len() };
        u32::try_from(levels).unwrap_or(u32::MAX)
    }

    /// Maximum number of requests per contender: see [`Self::most_requests_at`]. A ladder narrows down the knee below
    /// its highest level.
    pub fn most_requests(&self) -> u32 {
        let steps = self.steps();
        let highest = steps.last().filter(|_| self.is_adaptive());
        let between = highest.map_or(0, |highest| {
            let levels = MOST_LADDER_LEVELS.saturating_sub(steps.len());
            self.most_requests_at(*highest)
                .saturating_mul(u32::try_from(levels).unwrap_or(u32::MAX))
        });
        steps.into_iter().map(|step| self.most_requests_at(step)).fold(between, u32::saturating_add)
    }
}

#[cfg(test)]
#[path = "load_tests.rs"]
mod tests;
