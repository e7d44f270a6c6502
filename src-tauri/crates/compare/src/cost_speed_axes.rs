//! What the axes of cost against speed mean.

use measure::Metric;
use serde::{Deserialize, Serialize};

use crate::contender::ContenderSummary;
use crate::metric_summary::MetricSummary;
use crate::standing::Standing;
use crate::verdicts::Verdicts;

/// What the cost refers to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum CostOf {
    /// One measured request, in dollars, at the price of its day.
    #[default]
    Request,
    /// A million tokens, in dollars, input and output blended, at today's prices.
    MillionTokens,
}

impl CostOf {
    /// The cost of a contender.
    pub(crate) fn of(self, one: &ContenderSummary, blend: f64) -> Option<f64> {
        match self {
            Self::Request => one.middle(Metric::CostUsd),
            Self::MillionTokens => one.price.as_ref().and_then(|price| price.blended(blend)),
        }
    }

    /// How the cost of one contender compares with that of another: a price is exact, the cost of requests is measured.
    pub(crate) fn standing(
        self,
        (one, other): (&ContenderSummary, &ContenderSummary),
        blend: f64,
        verdicts: &Verdicts,
    ) -> Standing {
        match self {
            Self::Request => verdicts.standing(one.place, other.place, Metric::CostUsd),
            Self::MillionTokens => match (self.of(one, blend), self.of(other, blend)) {
                (Some(a), Some(b)) if a < b => Standing::Better,
                (Some(a), Some(b)) if a > b => Standing::Worse,
                (Some(_), Some(_)) => Standing::Alike,
                _ => Standing::Untested,
            },
        }
    }
}

/// What speed means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum SpeedBy {
    /// Output speed in `o200k_base` tokens per second, the same unit for every tokenizer, if each contender has it; otherwise as
    /// `OwnTokensPerSecond`. Higher is better.
    #[default]
    TokensPerSecond,
    /// Output speed in each server's own tokens per second: higher is better.
    OwnTokensPerSecond,
    /// End-to-end latency, in milliseconds: lower is better.
    Latency,
}

impl SpeedBy {
    /// The metric; `ranked` is the speed by which contenders are ranked.
    pub(crate) fn metric(self, ranked: Metric) -> Metric {
        match self {
            Self::TokensPerSecond => ranked,
            Self::OwnTokensPerSecond => Metric::DecodeTps,
            Self::Latency => Metric::LatencyMs,
        }
    }
}

/// A value on an axis with its interquartile range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct AxisPlace {
    /// The median, the mean of fewer than five samples or of what requests cost, or a price.
    pub at: f64,
    /// 25th percentile; absent below five samples and for a price, which has no spread.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// 75th percentile; absent if `low` is.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

impl AxisPlace {
    pub(crate) fn of(summary: &MetricSummary) -> Self {
        Self { at: summary.middle, low: summary.p25, high: summary.p75 }
    }

    pub(crate) fn exact(at: f64) -> Self {
        Self { at, low: None, high: None }
    }
}
