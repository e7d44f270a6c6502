//! How unsure a number is, and why: its uncertainty budget.
//!
//! Each part is a standard uncertainty in the number's own unit. Parts are combined as the root of the sum of their squares, and ± is
//! twice that, about 95 %: JCGM 100:2008, *Guide to the expression of uncertainty in measurement*, 5.1.2 and 6.2.1. What may lie
//! anywhere within ±a has a standard uncertainty of a ÷ √3 (4.3.7), and the difference of two such ends of a width a has a ÷ √6 (4.3.9).
//!
//! A part that applies and is not known is named, never taken for 0: then ± is a lower bound.

use serde::{Deserialize, Serialize};

use crate::{Metric, Spread, Unit};

/// Where a part of an uncertainty comes from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum UncertaintySource {
    /// The clock is read late, by the error that this machine's certificate shows.
    Stamp,
    /// How many of the tokens belong to the phase is an estimate.
    Count,
    /// How many tokens were there with the first read is an estimate.
    FirstRead,
    /// Requests differ, and there are only so many.
    Sampling,
}

impl UncertaintySource {
    /// All of them, in reading order.
    pub const ALL: [Self; 4] = [Self::Stamp, Self::Count, Self::FirstRead, Self::Sampling];

    /// Its name inside a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stamp => "timestamps",
            Self::Count => "token count",
            Self::FirstRead => "first read",
            Self::Sampling => "sampling",
        }
    }

    /// The formula of its standard uncertainty, and the source of that.
    pub const fn formula(self) -> &'static str {
        match self {
            Self::Stamp => {
                "e = p99 of the error of TTFT that this machine was calibrated with; of a time since the send e ÷ √3, of a time between two reads e ÷ √6, of a rate its value × that ÷ its time (JCGM 100:2008, 4.3.7 and 5.1.6). Unknown without a certificate."
            }
            Self::Count => {
                "Where the server does not split its count between reasoning and answer: the speed × |server's count ÷ o200k_base − 1| ÷ √3, as if all by which the counters differ were in one phase. A count of the server's own is exact."
            }
            Self::FirstRead => {
                "Where no running count tells n_first: the speed × 1 token ÷ √3 ÷ (N − n_first), since a cut in a text moves at most one token's boundary."
            }
            Self::Sampling => {
                "Width of the 95 % confidence interval of the median ÷ (2 × 1.96). Unknown where too few requests, or waves of a level, carry one."
            }
        }
    }
}

/// One part.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct UncertaintyPart {
    /// Where it comes from.
    pub source: UncertaintySource,
    /// The standard uncertainty, in the number's unit; 0 or more.
    pub standard: f64,
}

/// The uncertainty of one number, and what it is made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct UncertaintyBudget {
    /// Twice the combined standard uncertainty, in the number's unit; a lower bound where a part is not known.
    pub plus_minus: f64,
    /// The source of the largest known part.
    pub largest: UncertaintySource,
    /// Every known part that applies to the number.
    pub parts: Vec<UncertaintyPart>,
    /// Sources that apply, and of which nothing is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<UncertaintySource>,
}

/// How a number was measured. Absent means unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct HowMeasured {
    /// p99 of the error of a timestamp of this machine, in milliseconds.
    pub stamp_error_ms: Option<f64>,
    /// Median time that a rate was computed over, in milliseconds.
    pub over_ms: Option<f64>,
    /// Median of the tokens that a rate was computed from, without those of the first read.
    pub tokens: Option<f64>,
    /// Whether the tokens of a first read were estimated in any request.
    pub is_first_read_estimated: bool,
    /// Whether the tokens of a phase were estimated in any request.
    pub is_split_estimated: bool,
    /// Median of |server's count ÷ `o200k_base` − 1|.
    pub counters_differ: Option<f64>,
}

/// How the errors of a metric come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ErrorModel {
    /// A time that ends with a read, and begins with what this app did.
    SinceSend,
    /// A time between two reads.
    BetweenReads,
    /// Tokens after the first read ÷ the time since it; `phase` if they are those of one phase.
    Rate { phase: bool },
    /// The same of characters, which are counted exactly.
    CharacterRate,
    /// Tokens ÷ a time since the send.
    WholeRate,
    /// A count, a price, or what another clock measured.
    SamplingOnly,
}

impl Metric {
    /// By its unit, but for what ends or begins otherwise than most numbers of that unit.
    const fn error_model(self) -> ErrorModel {
        match self {
            Self::ThinkingTimeMs
            | Self::DecodeTimeMs
            | Self::StreamTailMs
            | Self::IclP50Ms
            | Self::IclP99Ms
            | Self::MaxGapMs => ErrorModel::BetweenReads,
            Self::RequestWrittenMs | Self::ConnectTimeMs | Self::RttMs => ErrorModel::SamplingOnly,
            Self::AnswerTps | Self::ReasoningTps => ErrorModel::Rate { phase: true },
            Self::TpotMs => ErrorModel::Rate { phase: false },
            Self::E2eTps | Self::PrefillTps => ErrorModel::WholeRate,
            other => match other.definition().unit {
                Unit::Duration | Unit::Milliseconds => ErrorModel::SinceSend,
                Unit::TokensPerSecond => ErrorModel::Rate { phase: false },
                Unit::CharactersPerSecond => ErrorModel::CharacterRate,
                _ => ErrorModel::SamplingOnly,
            },
        }
    }
}

/// Deviations of a normal distribution within a 95 % interval.
const Z95: f64 = 1.959_964;

/// Standard uncertainties of which a ± is.
const COVERAGE: f64 = 2.0;

impl UncertaintyBudget {
    /// The budget of the typical value of a metric; `None` if no part of it is known.
    pub fn of(metric: Metric, spread: &Spread, how: &HowMeasured) -> Option<Self> {
        let value = spread.middle().abs();
        let mut parts = Vec::new();
        let mut unknown = Vec::new();
        let model = metric.error_model();
        for source in UncertaintySource::ALL.into_iter().filter(|one| applies(*one, model, how)) {
            match standard(source, model, (value, spread), how) {
                Some(standard) => parts.push(UncertaintyPart { source, standard }),
                None => unknown.push(source),
            }
        }
        let largest = parts.iter().max_by(|a, b| a.standard.total_cmp(&b.standard))?.source;
        let squares: f64 = parts.iter().map(|part| part.standard.powi(2)).sum();
        Some(Self { plus_minus: COVERAGE * squares.sqrt(), largest, parts, unknown })
    }

    /// The budget in words: `±12.0 ms, mostly sampling`.
    pub fn sentence(&self, metric: Metric) -> String {
        let size = metric.definition().unit.written(self.plus_minus);
        let least = if self.unknown.is_empty() { "" } else { "at least " };
        let mostly = match self.parts.as_slice() {
            [only] => only.source.name().to_owned(),
            _ => format!("mostly {}", self.largest.name()),
        };
        let unknown: Vec<&str> = self.unknown.iter().map(|source| source.name()).collect();
        if unknown.is_empty() {
            return format!("{least}±{size}, {mostly}");
        }
        format!("{least}±{size}, {mostly}; {} unknown", crate::format::list(&unknown))
    }
}

/// Whether a source has a part in numbers of this kind.
fn applies(source: UncertaintySource, model: ErrorModel, how: &HowMeasured) -> bool {
    match source {
        UncertaintySource::Sampling => true,
        UncertaintySource::Stamp => model != ErrorModel::SamplingOnly,
        UncertaintySource::Count => {
            model == ErrorModel::Rate { phase: true } && how.is_split_estimated
        }
        UncertaintySource::FirstRead => {
            matches!(model, ErrorModel::Rate { .. }) && how.is_first_read_estimated
        }
    }
}

/// The standard uncertainty of a part that applies; `None` if it is unknown.
fn standard(
    source: UncertaintySource,
    model: ErrorModel,
    (value, spread): (f64, &Spread),
    how: &HowMeasured,
) -> Option<f64> {
    let (sqrt_3, sqrt_6) = (3_f64.sqrt(), 6_f64.sqrt());
    let standard = match source {
        UncertaintySource::Sampling => spread.ci.map(|ci| (ci.high - ci.low) / (2.0 * Z95)),
        UncertaintySource::Stamp => {
            let error = how.stamp_error_ms?;
            let over = |width: f64| {
                let time = how.over_ms.filter(|ms| *ms > 0.0);
                time.map(|ms| value * error / width / ms)
            };
            match model {
                ErrorModel::SinceSend => Some(error / sqrt_3),
                ErrorModel::BetweenReads => Some(error / sqrt_6),
                ErrorModel::Rate { .. } | ErrorModel::CharacterRate => over(sqrt_6),
                ErrorModel::WholeRate => over(sqrt_3),
                ErrorModel::SamplingOnly => None,
            }
        }
        UncertaintySource::Count => how.counters_differ.map(|share| value * share.abs() / sqrt_3),
        UncertaintySource::FirstRead => {
            let tokens = how.tokens.filter(|tokens| *tokens > 0.0);
            tokens.map(|tokens| value / sqrt_3 / tokens)
        }
    };
    standard.filter(|standard| standard.is_finite())
}

#[cfg(test)]
#[path = "uncertainty_tests.rs"]
mod tests;
