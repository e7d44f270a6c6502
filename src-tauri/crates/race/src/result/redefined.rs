//! A run recomputed from its raw logs under the current definitions.
//!
//! Observations stay: how requests ended, what the server reported, what they cost, and when the load of a level was
//! steady.

use measure::{ClientLoad, DEF_VERSION, Recording, Timeline, Warning, ticks_ms};
use providers::{Provider, Usage};

use crate::plan::load::Limits;
use crate::result::chain_sample::step_logs;
use crate::result::evaluation::{TICK_TOKENS, speed};
use crate::result::lane::Lane;
use crate::result::lane_providers::LaneProviders;
use crate::result::level::Level;
use crate::result::level_request::{LevelRequest, Times};
use crate::result::run::Run;
use crate::result::sample::{Sample, StepSample};
use crate::result::summary::summary;
use crate::result::token_counts::{TokenCounts, saturating_u32};

/// Warnings of a request that follow from its raw log and the definitions.
pub(crate) const OF_A_REQUEST: [Warning; 8] = [
    Warning::Buffered,
    Warning::Short,
    Warning::TokensBundled,
    Warning::TpotApprox,
    Warning::SplitEstimated,
    Warning::UsageMissing,
    Warning::CountImpossible,
    Warning::ReasoningSummary,
];
/// Warnings of a level that follow from its requests.
const OF_A_LEVEL: [Warning; 9] = [
    Warning::CostEstimated,
    Warning::NotSteady,
    Warning::FewWaves,
    Warning::ClientLimited,
    Warning::TiersMixed,
    Warning::ModelsMixed,
    Warning::ClockGap,
    Warning::StoppedEarly,
    Warning::Adjusted,
];

/// How long before its first request a level may have begun, in nanoseconds: connections are made in that time.
const PREPARED_NS: u64 = 60_000_000_000;

impl Run {
    /// This run under the current definitions. `recordings` holds the raw log of each request: by lane, then in the
    /// order of [`Lane::requests`]; `providers` holds those of each lane. `None` unless every request has its raw
    /// log.
    pub fn redefined(
        &self,
        recordings: &[Vec<Recording>],
        providers: &[LaneProviders],
    ) -> Option<Self> {
        let is_whole = self.lanes.len() == recordings.len()
            && self.lanes.len() == providers.len()
            && self
                .lanes
                .iter()
                .zip(recordings)
                .all(|(lane, logs)| lane.requests().count() == logs.len());
        let limits = self.plan.load.as_ref().and_then(|load| load.limits);
        let lanes = self.lanes.iter().zip(recordings).zip(providers);
        let lanes =
            lanes.map(|((lane, logs), provider)| lane.redefined(logs, provider, limits.as_ref()));
        is_whole.then(|| Self { def_version: DEF_VERSION, lanes: lanes.collect(), ..self.clone() })
    }
}

impl Lane {
    fn redefined(
        &self,
        logs: &[Recording],
        providers: &LaneProviders,
        limits: Option<&Limits>,
    ) -> Self {
        let mut logs = logs.iter();
        let mut of = |samples: &[Sample]| -> Vec<(Sample, Recording)> {
            let both = samples.iter().zip(logs.by_ref());
            both.map(|(sample, log)| (sample.asked_redefined(log, providers), log.clone()))
                .collect()
        };
        let levels = self.levels.iter().map(|level| {
            let (measured, others) = (of(&level.samples), of(&level.others));
            level.redefined(measured, others, limits)
        });
        let levels: Vec<Level> = levels.collect();
        let samples: Vec<Sample> =
            of(&self.samples).into_iter().map(|(sample, _)| sample).collect();
        let summary = if samples.is_empty() { self.summary.clone() } else { summary(&samples) };
        Self { samples, summary, levels, ..self.clone() }
    }
}

impl Level {
    pub(crate) fn redefined(
        &self,
        measured: Vec<(Sample, Recording)>,
        others: Vec<(Sample, Recording)>,
        limits: Option<&Limits>,
    ) -> Self {
        let asked = |is_measured: bool| {
            move |(sample, recording)| LevelRequest { is_measured, agent: None, sample, recording }
        };
        let asked: Vec<LevelRequest> = measured
            .into_iter()
            .map(asked(true))
            .chain(others.into_iter().map(asked(false)))
            .collect();
        let times = self.times(&asked);
        let now = Self::of(self.step(), self.ended.clone(), &times, &asked, limits);
        let mut doubts = now.doubts.clone();
        doubts.extend(self.doubts.iter().filter(|doubt| !OF_A_LEVEL.contains(doubt)));
        let mut level = Self {
            doubts,
            ttft_error_ms: self.ttft_error_ms,
            tasks: self.tasks.clone(),
            task_ms: self.task_ms.clone(),
            sched_lag_p99_ms: self.sched_lag_p99_ms,
            cpu_pct: self.cpu_pct,
            settled_ms: self.settled_ms,
            cost_usd: self.cost_usd,
            ..now
        };
        if let Some(looks) = self.looks {
            level.looked_at(looks, &times, &asked, limits);
        }
        level
    }

    /// The times of the level, from its requests and the known length of its window.
    fn times(&self, asked: &[LevelRequest]) -> Times {
        let timelines = || asked.iter().map(|request| &request.recording.timeline);
        let began_ns = self.began_ns(timelines());
        let ended = |timeline: &measure::Timeline| timeline.close_ns.or(timeline.last_any_ns());
        let last_ended_ns = timelines().filter_map(ended).max().unwrap_or(began_ns);
        let whole_ms = self.window_ms.zip(self.steady_share).filter(|(_, share)| *share > 0.0);
        let over_ns = match whole_ms {
            Some((length_ms, share)) => {
                began_ns.saturating_add(nanoseconds(length_ms / share)).max(last_ended_ns)
            }
            None => last_ended_ns,
        };
        let strain = self.sched_lag_p99_ms.map(|lag_ms| ClientLoad {
            lag_us: microseconds(lag_ms),
            cpu_pct: self.cpu_pct,
            clock_gap_ms: 0,
        });
        Times { began_ns, over_ns, window: self.window(asked), strain }
    }

    /// When the level began: the first measured request was due so long after that. Otherwise when the first was due.
    /// `timelines` are those of its requests, the measured ones first.
    pub(crate) fn began_ns<'a>(
        &self,
        timelines: impl Iterator<Item = &'a Timeline> + Clone,
    ) -> u64 {
        let due = timelines.map(|timeline| timeline.plan_ns);
        let first = due.clone().min().unwrap_or(0);
        let told = due.clone().next().zip(self.starts_ms.first());
        let told = told.map(|(due, start_ms)| due.saturating_sub(nanoseconds(*start_ms)));
        told.filter(|told| *told <= first && first - told <= PREPARED_NS).unwrap_or(first)
    }

    /// The steady window of a closed loop: it begins when every stream has had one answer, and ends at the latest with the
    /// last measured request, and not before the last request was sent, since a stream that stays idle ends it.
    fn window(&self, asked: &[LevelRequest]) -> Option<(u64, u64)> {
        let (streams, length_ms) = (self.concurrency? as usize, self.window_ms?);
        let ended = |request: &LevelRequest| {
            let timeline = &request.recording.timeline;
            timeline.close_ns.or(timeline.last_any_ns())
        };
        let mut by_start: Vec<&LevelRequest> = asked.iter().collect();
        by_start.sort_by_key(|request| request.recording.timeline.plan_ns);
        let first = by_start.get(..streams)?;
        let from = first.iter().copied().filter_map(ended).max()?;
        let last_sent = by_start.last()?.recording.timeline.plan_ns;
        let last_ended =
            asked.iter().filter(|request| request.is_measured).filter_map(ended).max()?;
        let until = from.saturating_add(nanoseconds(length_ms));
        Some((from, until.max(last_sent).min(last_ended))).filter(|(from, until)| from < until)
    }
}

impl Sample {
    /// This request, of a chain or not, under the current definitions.
    fn asked_redefined(&self, recording: &Recording, providers: &LaneProviders) -> Self {
        if self.steps.is_empty() || self.steps.len() != recording.earlier().len() + 1 {
            return self.redefined(recording, providers.of_answer(self));
        }
        let logs = step_logs(recording);
        let steps = self.steps.iter().zip(&logs).map(|(own, (_, log))| StepSample {
            step: own.step,
            sample: own.sample.redefined(log, providers.of_step(own.step)),
        });
        let chain = Self::of_steps(steps.collect(), recording, providers.of_answer(self));
        let (right, checks) = (self.right, self.checks.clone());
        chain.map_or_else(|| self.clone(), |chain| Self { right, checks, ..chain })
    }

    /// This request under the current definitions: whatever follows from its raw log alone is recomputed.
    fn redefined(&self, recording: &Recording, provider: &Provider) -> Self {
        let usage = Usage::of(&recording.usage, provider);
        let counts = TokenCounts::of(recording, &usage, self.reasoning_seen());
        let (not_streamed, at_limit) = self.not_streamed_and_at_limit(recording);
        let (speed, mut doubts) = speed(recording, &counts.counts(), not_streamed, at_limit);
        doubts.retain(|doubt| *doubt != Warning::Short || self.status.is_ok());
        let has_text = recording.timeline.text().next().is_some();
        let is_uncounted = has_text && counts.source == cost::TokenSource::Neutral;
        doubts.extend(is_uncounted.then_some(Warning::UsageMissing));
        doubts.extend(counts.is_impossible.then_some(Warning::CountImpossible));
        doubts.extend(counts.is_summary_by_count.then_some(Warning::ReasoningSummary));
        doubts.extend(self.doubts.iter().filter(|doubt| !OF_A_REQUEST.contains(doubt)));
        // A charge by an impossible count is unknown, and so is a speed by it.
        let is_sound = !counts.is_impossible;
        let usage = counts.usage;
        Self {
            ticks_ms: ticks_ms(&recording.timeline, &counts.shown_neutral(recording), TICK_TOKENS),
            speed,
            doubts,
            token_source: has_text.then_some(counts.source),
            out_tokens_server: usage.out_total.map(saturating_u32),
            reasoning_tokens_server: usage.reasoning.map(saturating_u32),
            answer_tokens_server: counts.answer_by_server(),
            out_tokens_neutral: has_text.then(|| saturating_u32(counts.neutral())),
            answer_tokens_neutral: has_text.then(|| saturating_u32(counts.answer_neutral())),
            count_diff_pct: counts.count_diff_pct(),
            in_tokens_server: usage.in_total.map(saturating_u32),
            cached_read_tokens: usage.cached_read.map(saturating_u32),
            cached_share: usage.cached_share(),
            cached_write_tokens: usage.cached_write.map(saturating_u32),
            accepted_prediction_tokens: usage.accepted_prediction.map(saturating_u32),
            rejected_prediction_tokens: usage.rejected_prediction.map(saturating_u32),
            prefill_tps: self.prefill_tps.filter(|_| is_sound && !counts.is_summary_by_count),
            osl_diff_pct: self.osl_diff_pct.filter(|_| is_sound),
            reasoning_type: counts.reasoning_type,
            cost_usd: self.cost_usd.filter(|_| is_sound),
            cost_source: self.cost_source.filter(|_| is_sound),
            price: self.price.clone().filter(|_| is_sound),
            ..self.clone()
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a length of a level is positive, and a float saturates"
)]
fn nanoseconds(ms: f64) -> u64 {
    (ms * 1e6).round() as u64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a lag is positive, and a float saturates"
)]
fn microseconds(ms: f64) -> u32 {
    (ms * 1e3).round() as u32
}

#[cfg(test)]
#[path = "redefined_tests.rs"]
mod tests;
