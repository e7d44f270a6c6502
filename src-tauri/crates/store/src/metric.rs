//! The numbers that can be asked over many requests at once.

use serde::{Deserialize, Serialize};

/// One of a request's [`Numbers`](crate::Numbers).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the number of the same name, in `measure::METRICS`")]
pub enum Metric {
    TtftMs,
    TtftPerceivedMs,
    TtfatMs,
    TtfsMs,
    ThinkingTimeMs,
    LatencyMs,
    LatencyPerceivedMs,
    ConnectTimeMs,
    DecodeTps,
    AnswerTps,
    ReasoningTps,
    E2eTps,
    TpotMs,
    MaxGapMs,
    CostUsd,
    InTokens,
    CachedReadTokens,
    OutTokens,
    AnswerTokens,
    ReasoningTokens,
}

impl Metric {
    /// All of them, in reading order.
    pub const ALL: [Self; 20] = [
        Self::TtftMs,
        Self::TtftPerceivedMs,
        Self::TtfatMs,
        Self::TtfsMs,
        Self::ThinkingTimeMs,
        Self::LatencyMs,
        Self::LatencyPerceivedMs,
        Self::ConnectTimeMs,
        Self::DecodeTps,
        Self::AnswerTps,
        Self::ReasoningTps,
        Self::E2eTps,
        Self::TpotMs,
        Self::MaxGapMs,
        Self::CostUsd,
        Self::InTokens,
        Self::CachedReadTokens,
        Self::OutTokens,
        Self::AnswerTokens,
        Self::ReasoningTokens,
    ];

    /// Its name in the document, with its unit; the table `numbers` calls its column the same.
    pub fn id(self) -> &'static str {
        match self {
            Self::TtftMs => "ttft_ms",
            Self::TtftPerceivedMs => "ttft_perceived_ms",
            Self::TtfatMs => "ttfat_ms",
            Self::TtfsMs => "ttfs_ms",
            Self::ThinkingTimeMs => "thinking_time_ms",
            Self::LatencyMs => "latency_ms",
            Self::LatencyPerceivedMs => "latency_perceived_ms",
            Self::ConnectTimeMs => "connect_time_ms",
            Self::DecodeTps => "decode_tps",
            Self::AnswerTps => "answer_tps",
            Self::ReasoningTps => "reasoning_tps",
            Self::E2eTps => "e2e_tps",
            Self::TpotMs => "tpot_ms",
            Self::MaxGapMs => "max_gap_ms",
            Self::CostUsd => "cost_usd",
            Self::InTokens => "in_tokens",
            Self::CachedReadTokens => "cached_read_tokens",
            Self::OutTokens => "out_tokens",
            Self::AnswerTokens => "answer_tokens",
            Self::ReasoningTokens => "reasoning_tokens",
        }
    }

    /// Whether it rests on a count of tokens that the provider or this app may have made, so that numbers by different
    /// counters are not one population.
    pub fn depends_on_counter(self) -> bool {
        matches!(
            self,
            Self::DecodeTps
                | Self::AnswerTps
                | Self::ReasoningTps
                | Self::E2eTps
                | Self::TpotMs
                | Self::OutTokens
        )
    }

    /// How many of a histogram's whole steps make one: microseconds, thousandths of a token per second, billionths of a
    /// dollar, tokens.
    pub(crate) fn steps(self) -> f64 {
        match self {
            Self::CostUsd => 1e9,
            Self::InTokens
            | Self::CachedReadTokens
            | Self::OutTokens
            | Self::AnswerTokens
            | Self::ReasoningTokens => 1.0,
            _ => 1e3,
        }
    }
}
