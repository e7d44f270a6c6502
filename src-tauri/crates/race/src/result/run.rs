//! A run as the history stores it and `--json` prints it: the document `paceline.run/1`.

use std::collections::{BTreeMap, BTreeSet};

use cost::{MinuteOfWeek, Price, TokenSource};
use measure::{ClientLoad, ConnectionTiming, DEF_VERSION, ReasoningType, Speed, Spread, Warning};
use providers::{Adjustment, Dialect, Fault, Provider, ServerReport};
use serde::{Deserialize, Serialize};
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

use crate::plan::{Plan, Workload};
use crate::result::capacity::Capacity;
use crate::result::knee::Knee;
use crate::result::level::Level;
use crate::result::output_length::RequestedLength;
use crate::result::sample::SampleContext;

/// Name and version of the document format.
pub const SCHEMA: &str = "paceline.run/1";

/// The kind of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// Lanes side by side, round by round, each round with one start gun.
    Race,
    /// One lane at a time at rising load, level by level.
    Sweep,
}

impl RunKind {
    /// Its name in documents.
    pub fn word(self) -> &'static str {
        match self {
            Self::Race => "race",
            Self::Sweep => "sweep",
        }
    }
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It is running.
    Running,
    /// Every lane ended on its own.
    Finished,
    /// The user stopped it.
    Stopped,
    /// The app exited during the run; what had arrived is kept.
    Interrupted,
}

/// A complete run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Run {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// Unique, and sorts by time.
    pub id: String,
    /// Whether it is a race or a sweep.
    pub kind: RunKind,
    /// When the start gun was fired or, before that, when the run was created; RFC 3339 in UTC.
    pub started_at: String,
    /// Its state.
    pub state: RunState,
    /// Whether any lane was simulated. Such runs never mix with real ones.
    pub simulated: bool,
    /// Version of the metric definitions of its numbers.
    pub def_version: u32,
    /// One-line description of the machine; absent in runs from before it was recorded.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// Timestamp error of that machine in milliseconds, if it was calibrated; for a sweep it is stored with each level.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_error_ms: Option<f64>,
    /// The plan.
    pub plan: Plan,
    /// The results, without muted lanes.
    pub lanes: Vec<Lane>,
}

impl Run {
    /// A run that is about to begin, of `lanes` without results. `id` must be unique; `started_at` is RFC 3339 in UTC.
    pub(crate) fn begun(
        kind: RunKind,
        id: String,
        started_at: String,
        plan: Plan,
        lanes: Vec<Lane>,
    ) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            id,
            kind,
            started_at,
            state: RunState::Running,
            simulated: lanes.iter().any(|lane| lane.simulated),
            def_version: DEF_VERSION,
            machine: None,
            ttft_error_ms: None,
            plan,
            lanes,
        }
    }

    /// The request of one of its lanes. `prompt` is the whole input text.
    pub fn sample_context<'a>(
        &'a self,
        lane: &'a Lane,
        provider: &'a Provider,
        prompt: &'a str,
    ) -> SampleContext<'a> {
        let same = self
            .lanes
            .iter()
            .filter(|other| (&other.provider, &other.base_url) == (&lane.provider, &lane.base_url));
        SampleContext {
            provider,
            model: &lane.model,
            prompt,
            price: lane.price.as_ref(),
            sent: self.minute_of_week(),
            sharing: u32::try_from(same.count()).unwrap_or(u32::MAX),
            machine_ms: None,
            length: self.length_asked(lane),
            is_adjusted: !lane.adjustments.is_empty(),
        }
    }

    /// The timestamp error of its machine in milliseconds; the maximum over its levels.
    pub fn most_ttft_error_ms(&self) -> Option<f64> {
        let levels = self.lanes.iter().flat_map(|lane| &lane.levels);
        levels
            .filter_map(|level| level.ttft_error_ms)
            .chain(self.ttft_error_ms)
            .max_by(f64::total_cmp)
    }

    /// The output length requested from one of its lanes. A race sets a limit; a sweep sets a target, because it
    /// compares equal work.
    fn length_asked(&self, lane: &Lane) -> Option<RequestedLength> {
        let own = self.plan.lanes.get(lane.place as usize).and_then(|planned| planned.max_tokens);
        let tokens = own.or(self.plan.max_tokens)?;
        Some(match self.plan.workload() {
            Workload::Sweep(_) => RequestedLength::Wanted(tokens),
            Workload::Rounds { .. } => RequestedLength::AtMost(tokens),
        })
    }

    /// When it began, for prices that vary with the hour.
    fn minute_of_week(&self) -> Option<MinuteOfWeek> {
        let began =
            OffsetDateTime::parse(&self.started_at, &Rfc3339).ok()?.to_offset(UtcOffset::UTC);
        let day = u16::from(began.weekday().number_days_from_monday());
        Some((day * 24 + u16::from(began.hour())) * 60 + u16::from(began.minute()))
    }
}

/// One contender's part of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Lane {
    /// Index in the plan, from 0.
    pub place: u32,
    /// The provider's id.
    pub provider: String,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// The wire protocol spoken.
    pub dialect: Dialect,
    /// Where requests went.
    pub base_url: String,
    /// Whether it is a simulated provider.
    pub simulated: bool,
    /// Its price when the run began, if known. Later price changes do not affect a run.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// How its requests differ from the plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adjustments: Vec<Adjustment>,
    /// One per measured round, in order; a sweep's are in its levels.
    pub samples: Vec<Sample>,
    /// Each metric over the samples whose status is `ok`.
    pub summary: BTreeMap<String, Spread>,
    /// A sweep's levels, in the order in which they were run; a race has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Level>,
    /// The knee of its levels, in documents: see [`Run::with_knees`].
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knee: Option<Knee>,
    /// The capacity that its levels show, in documents of a sweep that sought it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<Capacity>,
}

impl Lane {
    /// The levels that were not cut midway. Only these are skipped by a resumed sweep and compared with each other.
    pub fn whole_levels(&self) -> impl Iterator<Item = &Level> {
        self.levels.iter().filter(|level| level.is_whole())
    }

    /// Every request of the lane: level by level with measured ones first, or round by round.
    pub fn requests(&self) -> impl Iterator<Item = &Sample> {
        self.levels.iter().flat_map(Level::requests).chain(&self.samples)
    }

    /// The fields that its server refused and that were left out at the second attempt, each once, in order.
    pub fn left_out(&self) -> BTreeSet<String> {
        self.requests().filter_map(|sample| sample.left_out.clone()).collect()
    }
}

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A finish reason or the terminal marker, and some text. This includes an answer cut at its limit, which gets a
    /// warning but is measured like any other.
    Ok,
    /// As `ok`, but without visible text. The name dates from when it counted as ok.
    OkEmpty,
    /// A filter of the provider blocked the prompt, the answer, or the rest of it.
    Filtered,
    /// The model declined.
    Refused,
    /// The stream ended without either, or for a reason that leaves the answer unfinished: the context was full, the
    /// model paused, or the provider stopped it.
    Truncated,
    /// An error inside a success.
    ErrorStream,
    /// A status that is not success.
    ErrorHttp,
    /// 429.
    Throttled,
    /// The network failed.
    ErrorNet,
    /// Timeout before the first token.
    TimeoutFirst,
    /// Timeout between two chunks.
    TimeoutIdle,
    /// The whole request took too long.
    Deadline,
    /// The user stopped it; not a failure of the provider.
    Cancelled,
    /// The app exited during the request; not a failure of the provider.
    Interrupted,
}

impl Status {
    /// Whether Paceline ended it, not the provider.
    pub fn is_ours(self) -> bool {
        matches!(self, Self::Cancelled | Self::Interrupted)
    }

    /// Whether it succeeded with an answer. Only such samples enter summaries, comparisons and medals, and a command
    /// exits with success only if all samples are such: a refusal, a filtered or an empty answer is fast, but not an
    /// answer.
    pub fn is_ok(self) -> bool {
        self == Self::Ok
    }

    /// Whether the provider ended it regularly, so that its counts are those of the bill.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Ok | Self::OkEmpty | Self::Filtered | Self::Refused)
    }
}

/// One request: its numbers, its texts and its failure. Absent means unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Sample {
    /// How it ended.
    pub status: Status,
    /// The speed metrics.
    #[serde(flatten)]
    pub speed: Speed,
    /// Who counted the tokens of the speeds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_source: Option<TokenSource>,
    /// All output tokens, as the server counts.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_tokens_server: Option<u32>,
    /// Reasoning tokens, as the server counts; part of `out_tokens_server`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens_server: Option<u32>,
    /// `out_tokens_server` − `reasoning_tokens_server`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_tokens_server: Option<u32>,
    /// All visible output, counted here with `o200k_base`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_tokens_neutral: Option<u32>,
    /// (server − neutral) ÷ neutral, in percent.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count_diff_pct: Option<f64>,
    /// All input tokens, cached ones included, as the server counts.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_tokens_server: Option<u32>,
    /// Input tokens served from the provider's cache.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_read_tokens: Option<u32>,
    /// Input tokens written to the provider's cache.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_write_tokens: Option<u32>,
    /// Input tokens ÷ TTFT, in tokens per second: a lower bound, because TTFT includes the network and any queue.
    /// Present only if the run had no other request in flight to the same server, the server confirms that nothing was
    /// cached, and there was no hidden reasoning.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefill_tps: Option<f64>,
    /// (output tokens − requested tokens) ÷ requested tokens, in percent, by the server's count, for a request that
    /// succeeded.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub osl_diff_pct: Option<f64>,
    /// How reasoning was delivered.
    pub reasoning_type: ReasoningType,
    /// The provider's finish reason.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// Cost in dollars.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// How the cost was determined.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_source: Option<cost::CostSource>,
    /// The price it was computed with.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Reasons to read these numbers with care.
    pub doubts: Vec<Warning>,
    /// The connection it used.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<ConnectionTiming>,
    /// The state of this machine during the request.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strain: Option<ClientLoad>,
    /// The server's own report, never mixed with our measurements.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerReport>,
    /// Number of attempts; 2 if an option was refused and left out the second time.
    pub attempts: u32,
    /// The field of the request that the server refused and that the second attempt left out.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// Arrival of every 100th token, in milliseconds since the start gun.
    pub ticks_ms: Vec<f64>,
    /// When the request was sent, in milliseconds since the start gun.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_at_ms: Option<f64>,
    /// When the request ended, in milliseconds since the start gun.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at_ms: Option<f64>,
    /// When it failed, in milliseconds since the send.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_at_ms: Option<f64>,
    /// The answer.
    pub text: String,
    /// Names and arguments of tool calls, in order of arrival.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tools: String,
    /// The reasoning, if it was shown.
    pub reasoning: String,
    /// The failure.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

impl Sample {
    /// Whether the provider rejected the request or never saw it, so that it costs nothing. A model that declines is
    /// charged for its answer.
    pub fn is_refused(&self) -> bool {
        matches!(self.status, Status::ErrorHttp | Status::Throttled) || self.sent_at_ms.is_none()
    }
}
