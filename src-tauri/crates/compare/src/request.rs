//! A measured request, as stored in the history.

use std::sync::Arc;

use checks::CheckVerdict;
use cost::{Price, TokenSource};
use measure::{Amount, Metric, Stopping, Warning};
use serde::{Deserialize, Serialize};

use crate::carried_numbers::CarriedNumbers;

/// How a request ended, as far as it matters for a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It succeeded and its numbers count. A success without a token has no speed.
    Good,
    /// The provider or the connection failed. It counts in the error rate and in no speed.
    Failed,
    /// The user or the app stopped it. It is not the provider's failure and counts nowhere.
    Stopped,
}

/// The load of a lane. Speeds under different loads cannot be compared.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum LoadLevel {
    /// Requests in flight; 1 in a race.
    InFlight(u32),
    /// Requests due per 1,000 seconds, whether or not earlier ones have ended.
    Per1000Seconds(u32),
}

impl LoadLevel {
    /// Whether the lane has one request in flight at a time.
    pub fn is_single(self) -> bool {
        self == Self::InFlight(1)
    }

    /// Requests a second, of those per 1,000 seconds, with as many digits as it takes.
    pub(crate) fn a_second(per_1000_seconds: u32) -> Amount {
        let digits = match per_1000_seconds {
            n if n.is_multiple_of(1_000) => 0,
            n if n.is_multiple_of(100) => 1,
            n if n.is_multiple_of(10) => 2,
            _ => 3,
        };
        Amount::digits(f64::from(per_1000_seconds) / 1e3, digits)
    }

    /// As a suffix of a name; empty for one request at a time.
    pub(crate) fn suffix(self) -> String {
        match self {
            Self::InFlight(1) => String::new(),
            Self::InFlight(n) => format!(" ({n} at once)"),
            Self::Per1000Seconds(n) => {
                format!(" ({} a second)", Self::a_second(n))
            }
        }
    }
}

/// The settings of a lane, besides its model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestSettings {
    /// The address.
    pub address: Option<String>,
    /// The dialect.
    pub dialect: Option<String>,
    /// Reasoning effort; `None` for the provider's default.
    pub effort: Option<String>,
    /// Service tier in the provider's own word; `None` for the account's default.
    pub service_tier: Option<String>,
    /// Fingerprint of what it carries beside prompts, turns and settings, and of what its lane has of its own; `None` for a
    /// plain prompt.
    pub request: Option<String>,
}

/// The warnings of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Warnings(u64);

impl Warnings {
    fn bit(warning: Warning) -> u64 {
        let place = Warning::ALL.iter().position(|each| *each == warning);
        place.map_or(0, |place| 1 << place)
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this is one of them.
    pub fn has(self, warning: Warning) -> bool {
        self.0 & Self::bit(warning) != 0
    }

    /// Whether any of these is one of them.
    pub(crate) fn has_any(self, warnings: &[Warning]) -> bool {
        warnings.iter().any(|warning| self.has(*warning))
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Warning> {
        Warning::ALL.into_iter().filter(move |warning| self.has(*warning))
    }
}

impl FromIterator<Warning> for Warnings {
    fn from_iter<T: IntoIterator<Item = Warning>>(warnings: T) -> Self {
        Self(warnings.into_iter().fold(0, |set, warning| set | Self::bit(warning)))
    }
}

/// One measured request. Times are milliseconds, rates tokens per second, money dollars; `None` is unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredRequest {
    /// The run it belongs to; ids sort by time.
    pub run: String,
    /// Start of that run, in seconds since 1970 UTC.
    pub at_s: i64,
    /// What decided the number of rounds of its race; `Planned` outside races.
    pub stopping: Stopping,
    /// Its lane in the run, from 0.
    pub lane: u32,
    /// Its round in the lane, from 0. Requests of one run and round were sent together.
    pub round: u32,
    /// Whether it went to a simulated provider.
    pub simulated: bool,
    /// The provider's id.
    pub provider: String,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// Version of the definitions its numbers were computed under.
    pub def_version: u32,
    /// Fingerprint of its prompt.
    pub prompt: String,
    /// Length of its prompt in `o200k_base` tokens, where its sweep goes over lengths; otherwise `None`.
    pub swept_length: Option<u32>,
    /// Length of what it asked in `o200k_base` tokens, if that is known of it; that of its sweep counts before it.
    pub prompt_tokens: Option<f64>,
    /// Output token limit; `None` for the provider's default.
    pub max_tokens: Option<u32>,
    /// Sampling temperature; `None` for the provider's default.
    pub temperature: Option<f64>,
    /// The lane's other settings.
    pub asked_with: Arc<RequestSettings>,
    /// The model that answered, as the server names it; of a chain, those of the steps that every round of it asks.
    pub answered_by: Option<Arc<str>>,
    /// The service tier that answered, as the server names it.
    pub answered_tier: Option<Arc<str>>,
    /// Its warnings, and those of its level.
    pub warnings: Warnings,
    /// Load of its lane.
    pub load: LoadLevel,
    /// Whether the requests of its round were sent at one start gun, as in a race.
    pub raced: bool,
    /// One-line description of the machine.
    pub machine: Option<Arc<str>>,
    /// Timestamp error of that machine in milliseconds; `None` if it was not calibrated.
    pub ttft_error_ms: Option<f64>,
    /// Whether each request of its run made a new connection; otherwise connections were warm.
    pub cold: bool,
    /// How it ended.
    pub outcome: Outcome,
    /// Time to first token.
    pub ttft_ms: Option<f64>,
    /// Time to first answer token.
    pub ttfat_ms: Option<f64>,
    /// End-to-end latency.
    pub latency_ms: Option<f64>,
    /// Output speed.
    pub decode_tps: Option<f64>,
    /// Output speed in `o200k_base` tokens, the same unit for every tokenizer.
    pub neutral_tps: Option<f64>,
    /// Output speed of the answer alone.
    pub answer_tps: Option<f64>,
    /// Input tokens, cached ones included.
    pub in_tokens: Option<f64>,
    /// Input tokens read from the prompt cache.
    pub cached_tokens: Option<f64>,
    /// Output tokens, reasoning included, by `counted`.
    pub out_tokens: Option<f64>,
    /// Reasoning tokens among them, as the server counts.
    pub reasoning_tokens: Option<f64>,
    /// `o200k_base` tokens of the text of its answer alone; `None` in runs from before they were kept.
    pub answer_neutral: Option<f64>,
    /// What only requests with tools or a predicted output have; `None` if none of it is known.
    pub carried: Option<Box<CarriedNumbers>>,
    /// Who counted the output tokens.
    pub counted: Option<TokenSource>,
    /// What the checks of its answer came to; `None` if nothing was checked.
    pub verdict: Option<CheckVerdict>,
    /// The row of a prompt set that it answered, from 0; `None` without a set.
    pub set_row: Option<u32>,
    /// Time from sending to its end, however it ended; known where answers were checked.
    pub took_ms: Option<f64>,
    /// What it cost however it ended: its cost, or nothing if it was refused.
    pub spent_usd: Option<f64>,
    /// Cost at the prices of its day.
    pub cost_usd: Option<f64>,
    /// Whether its chain went on to a later step; `None` for a single request.
    pub climbed: Option<bool>,
    /// Current price of its model.
    pub price: Option<Arc<Price>>,
    /// The most input tokens that its model reads, as its server counts them; `None` if that is not known.
    pub context: Option<u32>,
    /// The question's metric, if it is not among these.
    pub asked_for: Option<(Metric, f64)>,
}

impl MeasuredRequest {
    /// Whether its answer is known to be wrong.
    pub fn is_wrong(&self) -> bool {
        self.verdict == Some(CheckVerdict::Wrong)
    }

    /// A successful request of a race of which nothing else is known. Tests and simulations state what they need on top of it;
    /// the history states every field.
    pub fn new(provider: &str, model: &str) -> Self {
        Self {
            run: String::new(),
            at_s: 0,
            stopping: Stopping::Planned,
            lane: 0,
            round: 0,
            simulated: false,
            provider: provider.to_owned(),
            label: provider.to_owned(),
            model: model.to_owned(),
            def_version: measure::DEF_VERSION,
            prompt: String::new(),
            swept_length: None,
            prompt_tokens: None,
            max_tokens: None,
            temperature: None,
            asked_with: Arc::default(),
            answered_by: None,
            answered_tier: None,
            warnings: Warnings::default(),
            load: LoadLevel::InFlight(1),
            raced: true,
            machine: None,
            ttft_error_ms: None,
            cold: false,
            outcome: Outcome::Good,
            ttft_ms: None,
            ttfat_ms: None,
            latency_ms: None,
            decode_tps: None,
            neutral_tps: None,
            answer_tps: None,
            in_tokens: None,
            cached_tokens: None,
            out_tokens: None,
            reasoning_tokens: None,
            answer_neutral: None,
            carried: None,
            counted: None,
            verdict: None,
            set_row: None,
            took_ms: None,
            spent_usd: None,
            cost_usd: None,
            climbed: None,
            price: None,
            context: None,
            asked_for: None,
        }
    }

    /// Metrics that every comparison needs. Of the others, a point has only the question's.
    pub const RESTS_ON: [Metric; 16] = [
        Metric::TtftMs,
        Metric::TtfatMs,
        Metric::LatencyMs,
        Metric::DecodeTps,
        Metric::NeutralTps,
        Metric::AnswerTps,
        Metric::CostUsd,
        Metric::InTokensServer,
        Metric::CachedReadTokens,
        Metric::OutTokens,
        Metric::ReasoningTokensServer,
        Metric::AnswerTokensNeutral,
        Metric::ToolCallMs,
        Metric::ToolArgumentsMs,
        Metric::AcceptedPredictionTokens,
        Metric::RejectedPredictionTokens,
    ];

    /// One of its numbers.
    pub fn value(&self, metric: Metric) -> Option<f64> {
        let carried = |of: fn(&CarriedNumbers) -> Option<f64>| self.carried.as_deref().and_then(of);
        match metric {
            Metric::TtftMs => self.ttft_ms,
            Metric::TtfatMs => self.ttfat_ms,
            Metric::LatencyMs => self.latency_ms,
            Metric::DecodeTps => self.decode_tps,
            Metric::NeutralTps => self.neutral_tps,
            Metric::AnswerTps => self.answer_tps,
            Metric::CachedReadTokens => self.cached_tokens,
            Metric::CostUsd => self.cost_usd,
            Metric::InTokensServer => self.in_tokens,
            Metric::OutTokens => self.out_tokens,
            Metric::ReasoningTokensServer => self.reasoning_tokens,
            Metric::AnswerTokensNeutral => self.answer_neutral,
            Metric::ToolCallMs => carried(|own| own.tool_call_ms),
            Metric::ToolArgumentsMs => carried(|own| own.tool_arguments_ms),
            Metric::AcceptedPredictionTokens => carried(|own| own.accepted_prediction_tokens),
            Metric::RejectedPredictionTokens => carried(|own| own.rejected_prediction_tokens),
            Metric::CachedShare => {
                let all = self.in_tokens.filter(|tokens| *tokens > 0.0)?;
                Some(self.cached_tokens? / all)
            }
            other => self.asked_for.filter(|(metric, _)| *metric == other).map(|(_, value)| value),
        }
    }

    /// Output tokens of its answer; all of them if no reasoning was counted. Absent if it ended before its answer began.
    pub(crate) fn answer_tokens(&self) -> Option<f64> {
        let answer = self.out_tokens? - self.reasoning_tokens.unwrap_or(0.0);
        (answer > 0.0).then_some(answer)
    }

    /// Input tokens that the model had to read: without those from the cache.
    pub(crate) fn uncached_tokens(&self) -> Option<f64> {
        Some((self.in_tokens? - self.cached_tokens.unwrap_or(0.0)).max(0.0))
    }

    /// Length of its prompt in `o200k_base` tokens; `None` if that is not known, or if it carried more than text.
    pub(crate) fn prompt_length(&self) -> Option<f64> {
        let length = self.swept_length.map(f64::from).or(self.prompt_tokens);
        length.filter(|_| self.asked_with.request.is_none())
    }

    /// The part of that which the model had to read: the share that did not come from the cache.
    pub(crate) fn uncached_length(&self) -> Option<f64> {
        let cached = self.cached_tokens.filter(|tokens| *tokens > 0.0);
        let share = cached.zip(self.in_tokens).map_or(0.0, |(cached, all)| cached / all);
        Some(self.prompt_length()? * (1.0 - share.clamp(0.0, 1.0)))
    }

    /// Its prompt fingerprint and output token limit.
    pub(crate) fn asked(&self) -> (&str, Option<u32>) {
        (&self.prompt, self.max_tokens)
    }
}

/// A count as a float.
pub(crate) fn float(count: usize) -> f64 {
    f64::from(small(count))
}

/// A count as `u32`, the type that the window receives.
pub(crate) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_follows_the_name_unless_it_is_one() {
        let answer =
            [LoadLevel::InFlight(1), LoadLevel::InFlight(8), LoadLevel::Per1000Seconds(2_500)]
                .map(LoadLevel::suffix);
        assert_eq!(answer, ["", " (8 at once)", " (2.5 a second)"], "as people say it");
    }
}
