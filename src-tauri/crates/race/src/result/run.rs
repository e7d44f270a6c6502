//! A run as history keeps it and as `--json` prints it: the document `paceline.run/1`.

use std::collections::BTreeMap;

use cost::{MinuteOfWeek, Price, TokenSource};
use measure::{ClientLoad, Connection, ReasoningType, Speed, Spread, Warning};
use providers::{Adjustment, Dialect, Fault, Provider, ServerReport};
use serde::{Deserialize, Serialize};
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

use crate::plan::{Plan, Workload};
use crate::result::level::{Level, LevelEnd};
use crate::result::output_length::AskedLength;
use crate::result::sample::Asked;

/// Name and version of the document's shape.
pub const SCHEMA: &str = "paceline.run/1";

/// What a run is: the two differ in what is repeated, and in what is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// Lanes side by side, round by round, each round with one start gun.
    Race,
    /// One lane at a time at rising load, level by level.
    Sweep,
}

impl RunKind {
    /// The word it is written as.
    pub fn word(self) -> &'static str {
        match self {
            Self::Race => "race",
            Self::Sweep => "sweep",
        }
    }
}

/// How far a run came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It is under way.
    Running,
    /// Every lane ended by itself.
    Finished,
    /// The person stopped it.
    Stopped,
    /// The app went away in the middle; what had arrived is kept.
    Interrupted,
}

/// One race, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Run {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// Unique, and sorts by time.
    pub id: String,
    /// Whether it is a race or a sweep.
    pub kind: RunKind,
    /// When the start gun was fired or, before that, when the run was made; RFC 3339 in UTC.
    pub started_at: String,
    /// How far it came.
    pub state: RunState,
    /// Whether any lane was simulated. Such runs never mix with real ones.
    pub simulated: bool,
    /// Version of the definitions its numbers were computed under.
    pub def_version: u32,
    /// The machine it was measured on, in a line; absent for a run that was made before this was kept.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// How far a TTFT in it may be off by that machine's own doing, in milliseconds, where it was calibrated before; a
    /// sweep's levels say it themselves.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_error_ms: Option<f64>,
    /// What was asked for.
    pub plan: Plan,
    /// What came of it; muted lanes are not among them.
    pub lanes: Vec<Lane>,
}

impl Run {
    /// Who was asked what in one of its lanes. `prompt` is the whole input text.
    pub fn asked<'a>(
        &'a self,
        lane: &'a Lane,
        provider: &'a Provider,
        prompt: &'a str,
    ) -> Asked<'a> {
        let same = self
            .lanes
            .iter()
            .filter(|other| (&other.provider, &other.base_url) == (&lane.provider, &lane.base_url));
        Asked {
            provider,
            model: &lane.model,
            prompt,
            price: lane.price.as_ref(),
            sent: self.minute_of_week(),
            sharing: u32::try_from(same.count()).unwrap_or(u32::MAX),
            length: self.length_asked(lane),
            is_adjusted: !lane.adjustments.is_empty(),
        }
    }

    /// How far a TTFT anywhere in it may be off by its machine's own doing, in milliseconds: the most of all its levels.
    pub fn most_ttft_error_ms(&self) -> Option<f64> {
        let levels = self.lanes.iter().flat_map(|lane| &lane.levels);
        levels
            .filter_map(|level| level.ttft_error_ms)
            .chain(self.ttft_error_ms)
            .max_by(f64::total_cmp)
    }

    /// How many tokens one of its lanes was asked for. A race sets a limit that an answer need not reach; a sweep asks for
    /// a length, because what is compared is the same work.
    fn length_asked(&self, lane: &Lane) -> Option<AskedLength> {
        let own = self.plan.lanes.get(lane.place as usize).and_then(|planned| planned.max_tokens);
        let tokens = own.or(self.plan.max_tokens)?;
        Some(match self.plan.workload() {
            Workload::Sweep(_) => AskedLength::Wanted(tokens),
            Workload::Rounds { .. } => AskedLength::AtMost(tokens),
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
    /// Its place in the plan, from 0.
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
    /// Whether it was one of ours on loopback.
    pub simulated: bool,
    /// What it cost when the run began, where anybody knew. A price that changes later changes no run.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// What it was sent otherwise than the plan asks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adjustments: Vec<Adjustment>,
    /// One per measured round, in order; a sweep's are in its levels.
    pub samples: Vec<Sample>,
    /// Each metric over the samples whose status is `ok`.
    pub summary: BTreeMap<String, Spread>,
    /// A sweep's levels, in the order in which they were run; a race has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Level>,
}

impl Lane {
    /// The levels that were not stopped in their middle: those that a sweep which goes on has behind it, and that are
    /// compared with each other.
    pub fn whole_levels(&self) -> impl Iterator<Item = &Level> {
        self.levels.iter().filter(|level| level.ended != LevelEnd::Stopped)
    }

    /// Every request of the lane: level by level, each with its measured ones first, or round by round.
    pub fn requests(&self) -> impl Iterator<Item = &Sample> {
        self.levels.iter().flat_map(Level::requests).chain(&self.samples)
    }
}

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A finish reason or the terminal marker, and some text. An answer that was cut at its limit is one too, with a
    /// doubt: what there is of it was measured like any other.
    Ok,
    /// As `ok`, without a visible token. Its name is from a time when it counted as ok.
    OkEmpty,
    /// A filter of the provider's withheld the answer, the rest of it, or the prompt.
    Filtered,
    /// The model declined.
    Refused,
    /// The stream ended without either, or for a reason that leaves the answer unfinished: the model's context was full,
    /// it paused, or somebody else stopped it.
    Truncated,
    /// An error inside a success.
    ErrorStream,
    /// A status that is not success.
    ErrorHttp,
    /// 429.
    Throttled,
    /// The network failed.
    ErrorNet,
    /// Nothing came for too long before the first token.
    TimeoutFirst,
    /// Nothing came for too long between two chunks.
    TimeoutIdle,
    /// The person stopped it; no failure of the provider's.
    Cancelled,
    /// The app went away in the middle; no failure of the provider's.
    Interrupted,
}

impl Status {
    /// Whether it ended by our doing, and not by the provider's.
    pub fn is_ours(self) -> bool {
        matches!(self, Self::Cancelled | Self::Interrupted)
    }

    /// Whether what was asked for came. Only such a sample enters summaries, comparisons and medals, and only where all
    /// are such does a command end with success: a refusal, a filtered or an empty answer is quick work, and no answer.
    pub fn is_ok(self) -> bool {
        self == Self::Ok
    }

    /// Whether the provider ended it as it ends answers, so that its counts are those of the bill.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Ok | Self::OkEmpty | Self::Filtered | Self::Refused)
    }
}

/// One request: its numbers, its texts, and what failed. Absent means unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Sample {
    /// How it ended.
    pub status: Status,
    /// What the arrival times say.
    #[serde(flatten)]
    pub speed: Speed,
    /// Who counted the tokens that the speeds use.
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
    /// `out_tokens_server` less the reasoning.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_tokens_server: Option<u32>,
    /// All shown output, counted here with `o200k_base`.
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
    /// Input tokens ÷ TTFT, in tokens per second: the least that the prefill did, since the network and any queue are in
    /// it. Only where nothing else of the run asked the same server at once, the server says that nothing was cached,
    /// and the model did not reason unseen.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefill_tps: Option<f64>,
    /// (output tokens − the most that were asked for) ÷ the latter, in percent, as the server counts; of a request that
    /// ended well.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub osl_diff_pct: Option<f64>,
    /// How reasoning reached us.
    pub reasoning_type: ReasoningType,
    /// Why the model says it stopped, in the provider's word.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// What it cost, in dollars.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Who says what it cost.
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
    pub connection: Option<Connection>,
    /// What this machine did while it ran.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strain: Option<ClientLoad>,
    /// What the server says of itself, never mixed with our own measurement.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<ServerReport>,
    /// Requests sent, 2 when an option was refused and left out the second time.
    pub attempts: u32,
    /// When each 100th token had arrived, in milliseconds since the start gun.
    pub ticks_ms: Vec<f64>,
    /// When the request left, in milliseconds since the start gun.
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
    /// The reasoning, where it was shown.
    pub reasoning: String,
    /// What failed.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

impl Sample {
    /// Whether the provider turned the request away, or never saw it: then it costs nothing. A model that declines has
    /// worked for its answer.
    pub fn is_refused(&self) -> bool {
        matches!(self.status, Status::ErrorHttp | Status::Throttled) || self.sent_at_ms.is_none()
    }
}
