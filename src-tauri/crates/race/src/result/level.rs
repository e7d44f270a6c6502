//! The results of one level of a sweep, and how they are read.

use std::collections::BTreeMap;

use measure::{
    CertifiedPercentile, Interval, LevelEvent, Metric, RightAnswers, Spread, Tail,
    UncertaintyBudget, Warning,
};
use serde::{Deserialize, Serialize};

use crate::plan::prompt_lengths::PromptLevel;
use crate::plan::step::Step;
use crate::result::backlog::Backlog;
use crate::result::feelings::feelings;
use crate::result::sample::Sample;
use crate::result::status::Status;
use crate::result::task::Task;

/// The results of one level of a sweep.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Level {
    /// Requests kept in flight; absent in an open loop.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<u32>,
    /// Length of its prompts in `o200k_base` tokens, if the sweep covers prompt lengths.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_tokens: Option<u32>,
    /// Whether all of these were the same, so that a prompt cache could help.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
    /// Requests due per second; absent in a closed loop.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// Requests sent per second, measured or not, from the first to the last of them; absent in a closed loop.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub achieved_rate: Option<f64>,
    /// Whether the level's times count from when a request was due: true for open loops since version 4 of the
    /// definitions.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_due: bool,
    /// How it ended.
    pub ended: LevelEnd,
    /// Number of measured requests.
    pub measured: u32,
    /// Number of other requests.
    pub unmeasured: u32,
    /// Measured requests, in order of sending.
    pub samples: Vec<Sample>,
    /// When each of `samples` was due, in milliseconds since the level began; empty in documents of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts_ms: Vec<f64>,
    /// What happened within the level: stalls, outages, steps of TTFT.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<LevelEvent>,
    /// Timestamp error of this machine in milliseconds, if it was calibrated.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_error_ms: Option<f64>,
    /// Warm-up and surplus requests; those cancelled at the end have status `cancelled`. They count in the level's cost
    /// but in no summary.
    pub others: Vec<Sample>,
    /// Each metric over the measured requests whose status is `ok`. Requests of one wave are in flight together and
    /// share the server's state, so the interval of a median is clustered by wave, and absent with fewer than eight
    /// waves.
    pub summary: BTreeMap<String, Spread>,
    /// The uncertainty of each number of `summary`, with its sources, in documents.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub uncertainty: BTreeMap<String, UncertaintyBudget>,
    /// What the typical values that the level shows feel like to a reader, in documents.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub feels: BTreeMap<String, String>,
    /// How many of its measured answers are right, in documents; absent without checks.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<RightAnswers>,
    /// p95 of the time to first token as the level shows it, with its interval clustered by wave. A failed request
    /// counts as slower than every other. An end of the interval is absent with too few requests or waves.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_p95: Option<Tail>,
    /// Samples of several requests each: an agent's steps in order. Empty if a sample is one request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<Task>,
    /// The times of tasks whose every step succeeded.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_ms: Option<Spread>,
    /// Length of the steady window in milliseconds. In a closed loop: from when every stream has had one answer until
    /// the last measured request ended. In an open loop: from the first measured request, and once 95 % of requests have
    /// had the time to be answered, until the last request was due. The following fields are about this window.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_ms: Option<f64>,
    /// Length of the window ÷ length of the level, 0 to 1.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady_share: Option<f64>,
    /// Mean number of requests in flight, weighted by time.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avg_inflight: Option<f64>,
    /// Output tokens arriving in the window (all requests) ÷ its length, in tokens per second; by the server's counter if it
    /// counted any of the requests.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sys_output_tps: Option<f64>,
    /// 95 % confidence interval of `sys_output_tps`: that of the mean of equal parts of the window, each as long as a request takes.
    /// Absent with fewer than eight, or if they differ too much.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sys_output_tps_ci: Option<Interval>,
    /// As above, with input tokens, which count when the first token of the answer arrives.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sys_total_tps: Option<f64>,
    /// Requests that succeed per second. In a closed loop, in the window, where each counts by the part of its duration that
    /// lies inside. In an open one, measured requests ÷ the time in which they were due or, if the `growth` of `backlog` is surely
    /// above 0 or nothing was steady, those that end in the time of `backlog`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rps: Option<f64>,
    /// 95 % confidence interval of `rps`: in a closed loop by parts of the window, as above; in an open one by the error rate and by
    /// how much `backlog` may grow, or by parts of the time of `backlog`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rps_ci: Option<Interval>,
    /// In an open loop, how fast requests came beyond what was answered; absent in documents of older versions, with too
    /// few requests, or if answers take longer than the level.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backlog: Option<Backlog>,
    /// Percentiles of the time to first token that are certified with 99 % confidence, or what that would take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub certified: Vec<CertifiedPercentile>,
    /// About how many requests the interval of its median TTFT would need, at how much of the server was busy: in an open loop
    /// without one, if a million are enough.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_needs: Option<f64>,
    /// Failed ÷ (ok + failed) measured requests, 0 to 1. Where a closed loop went on through 429s, of all
    /// requests, measured or not.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_rate: Option<f64>,
    /// 95 % confidence interval of the error rate, clustered by wave; with few waves, as for errors that affect whole
    /// waves.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_rate_ci: Option<Interval>,
    /// Requests that were refused with 429, of those that `error_rate` is of.
    pub throttled: u32,
    /// Requests per second within every limit and, where answers are checked, with a right answer; absent without limits, or where an
    /// answer within them cannot be judged. In a closed loop `rps` × the share of successful
    /// measured requests that are; in an open one, those of the requests of `rps`, over the same time.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goodput: Option<f64>,
    /// 95 % confidence interval of `goodput`; absent where its requests are those of `backlog`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goodput_ci: Option<Interval>,
    /// Requests with a right answer per second, where `rps` is of those that end in the time of `backlog`: of the same requests, over
    /// the same time. Elsewhere it follows from `rps` and the samples. Absent without checks, and in documents of older versions.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right_per_s: Option<f64>,
    /// Requests within every limit ÷ (ok + failed), 0 to 1, of those that `error_rate` is of; good and absent as in `goodput`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub good_fraction: Option<f64>,
    /// 95 % confidence interval of `good_fraction`, clustered by wave as that of the error rate.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub good_fraction_ci: Option<Interval>,
    /// How often its intervals may have been looked at while it ran, if their width decided when it ended; they still
    /// hold with 95 % confidence. Absent if it measured all its samples.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looks: Option<u32>,
    /// p95 TTFT with TTFT = ∞ for failed requests; absent if it is infinite, or with too few samples.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adj_ttft_p95_ms: Option<f64>,
    /// p99 of t(send) − t(due) − the time to connect; with fewer than 100 requests, the maximum.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send_lag_p99_ms: Option<f64>,
    /// Scheduling lag of this program's tasks that was exceeded in at most 1 % of the level's time.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sched_lag_p99_ms: Option<f64>,
    /// CPU time of this program during the level ÷ CPU time of all cores, in percent.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_pct: Option<u32>,
    /// How long Paceline waited before the level, in milliseconds, for the server to be done with the requests cancelled at
    /// the end of the previous level: as long as they may have gone on, at most 10 s, or 60 s before a level that is begun
    /// again. Absent if it did not wait.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_ms: Option<f64>,
    /// Total cost of the level's requests in dollars; absent if no cost is known. A refused request costs nothing; if
    /// another cost is unknown, the sum is flagged as an estimate.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Reasons to read the level with care.
    pub doubts: Vec<Warning>,
}

/// How a level ended.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LevelEnd {
    /// All samples were taken.
    #[default]
    Done,
    /// The provider refused a request with 429, so no more were sent.
    Throttled {
        /// The wait that it asks for, in milliseconds.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u32>,
    },
    /// The provider refused a request with 429 before any was measured, when it may still have been answering requests that
    /// were cancelled at the end of the previous level. The level was begun again after a wait.
    Occupied {
        /// The wait that it asks for, in milliseconds.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u32>,
    },
    /// The next request could have exceeded the budget.
    Budget,
    /// The user stopped it.
    Stopped,
    /// The app exited during the level.
    Interrupted,
    /// Its answers exceeded the memory limit of a level.
    TooLarge,
}

impl Level {
    /// Whether it ended on its own: it was neither stopped nor interrupted, nor begun again.
    pub fn is_whole(&self) -> bool {
        let is_part = |ended: &LevelEnd| {
            matches!(ended, LevelEnd::Stopped | LevelEnd::Interrupted | LevelEnd::Occupied { .. })
        };
        !is_part(&self.ended)
    }

    /// Whether any measured request succeeded.
    pub fn has_success(&self) -> bool {
        self.samples.iter().any(|sample| sample.status.is_ok())
    }

    /// Its load.
    pub fn step(&self) -> Step {
        match (self.prompt_tokens, self.concurrency) {
            (Some(tokens), in_flight) => Step::Prompt(PromptLevel {
                tokens,
                in_flight: in_flight.unwrap_or(1),
                cached: self.cached,
            }),
            (None, Some(streams)) => Step::Streams(streams),
            (None, None) => Step::Rate(self.rate.unwrap_or(0.0)),
        }
    }

    /// The spread of a metric as the level shows it: in an open loop TTFT and latency count from when a request was
    /// due, which includes waiting for other requests, instead of from its send.
    pub fn spread(&self, metric: Metric) -> Option<&Spread> {
        let shown = match metric {
            Metric::TtftMs if self.from_due => Metric::TtftPerceivedMs,
            Metric::LatencyMs if self.from_due => Metric::LatencyPerceivedMs,
            _ => metric,
        };
        self.summary.get(shown.id())
    }

    /// The summary with each metric as the level shows it: see [`Self::spread`].
    pub fn shown_summary(&self) -> BTreeMap<String, Spread> {
        let mut shown = self.summary.clone();
        for metric in [Metric::TtftMs, Metric::LatencyMs] {
            if let Some(spread) = self.spread(metric) {
                shown.insert(metric.id().to_owned(), spread.clone());
            }
        }
        shown
    }

    /// What its typical values feel like to a reader, by metric, as the level shows them.
    pub fn feelings(&self) -> BTreeMap<String, String> {
        feelings(&self.shown_summary(), &self.samples)
    }

    /// The spread of its time to first token: see [`Self::spread`].
    pub fn ttft(&self) -> Option<&Spread> {
        self.spread(Metric::TtftMs)
    }

    /// The spread of its end-to-end latency: see [`Self::spread`].
    pub fn latency(&self) -> Option<&Spread> {
        self.spread(Metric::LatencyMs)
    }

    /// Whether its requests per second are those that ended in the time of its backlog.
    pub(crate) fn is_of_backlog(&self, backlog: &Backlog) -> bool {
        backlog.is_behind() || self.window_ms.is_none()
    }

    /// The requests that its error rate and good share are of, in order of sending: the measured ones that ended by themselves
    /// or, where a closed loop went on through 429s, all that did. A refused stream waits, and leaves the measured requests to others.
    pub(crate) fn counted(&self) -> Vec<&Sample> {
        let is_ended_by_one =
            matches!(self.ended, LevelEnd::Throttled { .. } | LevelEnd::Occupied { .. });
        let is_all = self.concurrency.is_some() && !is_ended_by_one && self.refused() > 0;
        let others = self.others.iter().filter(|_| is_all);
        others.chain(&self.samples).filter(|sample| !sample.status.is_ours()).collect()
    }

    /// Number of its requests, measured or not, that the provider refused with 429.
    pub(crate) fn refused(&self) -> usize {
        self.requests().filter(|sample| sample.status == Status::Throttled).count()
    }

    /// Every request of the level, the measured ones first.
    pub fn requests(&self) -> impl Iterator<Item = &Sample> {
        self.samples.iter().chain(&self.others)
    }
}
