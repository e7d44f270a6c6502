//! The uncertainty budget of a number: how uncertain it is, and why.
//!
//! Each part is a standard uncertainty in the number's own unit. Parts are combined as the root of the sum of their
//! squares, and ± is twice that, about 95 %: JCGM 100:2008, *Guide to the expression of uncertainty in measurement*,
//! 5.1.2 and 6.2.1. A value anywhere within ±a has a standard uncertainty of a ÷ √3 (4.3.7); the difference between two
//! such values, each within a width of a, has a ÷ √6 (4.3.9).
//!
//! A timestamp is late and never early, by up to the error e that the calibration shows. A time since the send is then too
//! long by e ÷ 2 on average, which is a bias and no part of ± (3.2.4, 4.3.7); what is left of it lies within e ÷ 2 on either
//! side. A number is shown as it was measured, and its budget says by how much it is off.
//!
//! A part that applies but is not known is named and never taken as 0; ± is then a lower bound.

use serde::{Deserialize, Serialize};

use crate::{Interval, Metric, Spread, Tail, Unit};

/// Where a part of an uncertainty comes from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum UncertaintySource {
    /// The clock is read late, by the error that this machine's calibration shows.
    Stamp,
    /// How many of the tokens belong to the phase is an estimate.
    Count,
    /// How many tokens came with the first read is an estimate.
    FirstRead,
    /// Requests vary, and only so many were measured.
    Sampling,
}

impl UncertaintySource {
    /// All of them, in reading order.
    pub const ALL: [Self; 4] = [Self::Stamp, Self::Count, Self::FirstRead, Self::Sampling];

    /// Its name in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stamp => "timestamps",
            Self::Count => "token count",
            Self::FirstRead => "first read",
            Self::Sampling => "sampling",
        }
    }

    /// The formula of its standard uncertainty, with the source.
    pub const fn formula(self) -> &'static str {
        match self {
            Self::Stamp => {
                "e = p99 of this machine's TTFT error by calibration; a timestamp is late by 0 to e. Time since the send: too long by e ÷ 2, and e ÷ √12 beside that. Time between two reads: e ÷ √6. Rate: its value × that ÷ its time, and too low if its time is too long (JCGM 100:2008, 3.2.4, 4.3.7 and 5.1.6). Unknown without a calibration."
            }
            Self::Count => {
                "If the server does not split its count between reasoning and answer: speed × |server's count ÷ o200k_base − 1| ÷ √3, as if the whole difference between the counters were in one phase. The server's own split is exact."
            }
            Self::FirstRead => {
                "Without a running count for n_first: speed × 1 token ÷ √3 ÷ (N − n_first), since cutting a text moves the boundary of at most one token."
            }
            Self::Sampling => {
                "Width of the 95 % confidence interval of the median, p95 or rate ÷ (2 × 1.96). Unknown with too few requests for an interval. In a level it assumes that no wave of requests resembles the one before, and is unknown with too few waves, or waves that differ too much."
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

/// The uncertainty of one number, and its parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct UncertaintyBudget {
    /// Twice the combined standard uncertainty, in the number's unit; a lower bound if a part is unknown.
    pub plus_minus: f64,
    /// By how much the number is too high on average because timestamps are late, in its own unit; below 0 if it is too low.
    /// `plus_minus` is about the number less this. Absent where lateness has no side, or is unknown.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bias: Option<f64>,
    /// Where the number lies, instead of ±: present where it surely lies farther to one side of what was measured than to the other,
    /// as a skewed median does, so that ± would hold what it cannot be and not what it can. Each end is known as well as ± is.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<Interval>,
    /// The source of the largest known part.
    pub largest: UncertaintySource,
    /// Every known part that applies to the number.
    pub parts: Vec<UncertaintyPart>,
    /// Sources that apply but are unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<UncertaintySource>,
}

/// How a number was measured. Absent means unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct HowMeasured {
    /// p99 of this machine's timestamp error, in milliseconds.
    pub stamp_error_ms: Option<f64>,
    /// Median time over which a rate was computed, in milliseconds.
    pub over_ms: Option<f64>,
    /// Median number of tokens from which a rate was computed, without those of the first read.
    pub tokens: Option<f64>,
    /// Whether the tokens of a first read were estimated for any request.
    pub is_first_read_estimated: bool,
    /// Whether the tokens of a phase were estimated for any request.
    pub is_split_estimated: bool,
    /// Median of |server's count ÷ `o200k_base` − 1|.
    pub counters_differ: Option<f64>,
}

/// How the errors of a metric arise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ErrorModel {
    /// A time from an action of this app to a read.
    SinceSend,
    /// A time between two reads.
    BetweenReads,
    /// Tokens after the first read ÷ the time since it; `phase` if they are those of one phase.
    Rate { phase: bool },
    /// What is counted exactly, such as characters or requests, ÷ the time in which it came.
    CountedRate,
    /// Tokens ÷ a time since the send.
    WholeRate,
    /// A count, a price, or a value measured by another clock.
    SamplingOnly,
}

impl Metric {
    /// By its unit, except for metrics that begin or end differently from most metrics of that unit.
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
                Unit::CharactersPerSecond => ErrorModel::CountedRate,
                _ => ErrorModel::SamplingOnly,
            },
        }
    }
}

/// Standard deviations in half a 95 % interval of a normal distribution.
const Z95: f64 = 1.959_964;

/// A bias below this share of ± is left out of the sentence.
const NOTABLE: f64 = 0.05;

/// From this factor between the distances of its two ends on, an interval is told by its ends and not by ±.
const LOPSIDED: f64 = 1.5;

/// Standard uncertainties in a ±.
const COVERAGE: f64 = 2.0;

impl UncertaintyBudget {
    /// The budget of the typical value of a metric; `None` if no part of it is known.
    pub fn of(metric: Metric, spread: &Spread, how: &HowMeasured) -> Option<Self> {
        Self::of_value(metric.error_model(), (spread.typical(metric), spread.ci), how)
    }

    /// The budget of a percentile of a metric; `None` if the percentile falls on a failed request, or no part is known.
    pub fn of_tail(metric: Metric, tail: &Tail, how: &HowMeasured) -> Option<Self> {
        let ci = tail.low.zip(tail.high).map(|(low, high)| Interval { low, high });
        Self::of_value(metric.error_model(), (tail.value?, ci), how)
    }

    /// The budget of what comes per second over a time of `over_ms`, with its interval. A share has none: its interval, which lies to one
    /// side of it where it is 0 or 1, says all.
    pub fn of_rate(value: f64, ci: Option<Interval>, how: &HowMeasured) -> Option<Self> {
        Self::of_value(ErrorModel::CountedRate, (value, ci), how)
    }

    fn of_value(
        model: ErrorModel,
        (value, ci): (f64, Option<Interval>),
        how: &HowMeasured,
    ) -> Option<Self> {
        let (measured, value) = (value, value.abs());
        let mut parts = Vec::new();
        let mut unknown = Vec::new();
        for source in UncertaintySource::ALL.into_iter().filter(|one| applies(*one, model, how)) {
            match standard(source, model, (value, ci), how) {
                Some(standard) => parts.push(UncertaintyPart { source, standard }),
                None => unknown.push(source),
            }
        }
        let largest = parts.iter().max_by(|a, b| a.standard.total_cmp(&b.standard))?.source;
        let squares: f64 = parts.iter().map(|part| part.standard.powi(2)).sum();
        let bias = bias(model, value, how);
        let sampling: f64 = parts
            .iter()
            .filter(|part| part.source == UncertaintySource::Sampling)
            .map(|part| part.standard.powi(2))
            .sum();
        let others = (squares - sampling).max(0.0).sqrt();
        let middle = measured - bias.unwrap_or(0.0);
        let ends = ci.and_then(|ci| ends((measured, middle), ci, others));
        Some(Self { plus_minus: COVERAGE * squares.sqrt(), bias, ends, largest, parts, unknown })
    }

    /// The bias, where it is worth a word beside ±: above this share of it.
    pub fn notable_bias(&self) -> Option<f64> {
        self.bias.filter(|bias| bias.abs() > NOTABLE * self.plus_minus)
    }

    /// The budget in words: `±12.0 ms about 3.00 ms less, mostly sampling`, or `80.1 ms to 405 ms, mostly sampling`.
    pub fn sentence(&self, unit: Unit) -> String {
        let about = self.notable_bias().map(|bias| {
            let side = if bias > 0.0 { "less" } else { "more" };
            format!(" about {} {side}", unit.written(bias.abs()))
        });
        let size = unit.written(self.plus_minus) + &about.unwrap_or_default();
        let size = match self.ends {
            Some(ends) => format!("{} to {}", unit.written(ends.low), unit.written(ends.high)),
            None => format!("±{size}"),
        };
        let least = if self.unknown.is_empty() { "" } else { "at least " };
        let mostly = match self.parts.as_slice() {
            [only] => only.source.name().to_owned(),
            _ => format!("mostly {}", self.largest.name()),
        };
        let unknown: Vec<&str> = self.unknown.iter().map(|source| source.name()).collect();
        if unknown.is_empty() {
            return format!("{least}{size}, {mostly}");
        }
        format!("{least}{size}, {mostly}; {} unknown", crate::format::list(&unknown))
    }
}

/// The ends of a number that lies around `middle`, whose sampling alone reaches to those of `ci` and whose `others` are standard
/// uncertainties beside it; `None` where ± says as much.
fn ends((measured, middle): (f64, f64), ci: Interval, others: f64) -> Option<Interval> {
    let (down, up) = ((measured - ci.low).max(0.0), (ci.high - measured).max(0.0));
    // Each reach is that of a normal distribution as wide, as for ±.
    let reach = |to: f64| COVERAGE * (to / Z95).hypot(others);
    let (low, high) = (reach(down), reach(up));
    let is_lopsided = low.max(high) > LOPSIDED * low.min(high);
    // A number that cannot be below 0 is not said to be.
    let least = if ci.low >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
    is_lopsided.then(|| Interval { low: (middle - low).max(least), high: middle + high })
}

/// Whether a source contributes to numbers of this kind.
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

/// By how much a number is too high because timestamps are late; `None` if that has no side, or is unknown.
fn bias(model: ErrorModel, value: f64, how: &HowMeasured) -> Option<f64> {
    let late = how.stamp_error_ms? / 2.0;
    match model {
        ErrorModel::SinceSend => Some(late),
        ErrorModel::WholeRate => how.over_ms.filter(|ms| *ms > 0.0).map(|ms| -value * late / ms),
        // Both ends are as late as each other.
        ErrorModel::BetweenReads
        | ErrorModel::Rate { .. }
        | ErrorModel::CountedRate
        | ErrorModel::SamplingOnly => None,
    }
}

/// The standard uncertainty of a part that applies; `None` if it is unknown.
fn standard(
    source: UncertaintySource,
    model: ErrorModel,
    (value, ci): (f64, Option<Interval>),
    how: &HowMeasured,
) -> Option<f64> {
    let (sqrt_3, sqrt_6, sqrt_12) = (3_f64.sqrt(), 6_f64.sqrt(), 12_f64.sqrt());
    let standard = match source {
        UncertaintySource::Sampling => ci.map(|ci| (ci.high - ci.low) / (2.0 * Z95)),
        UncertaintySource::Stamp => {
            let error = how.stamp_error_ms?;
            let over = |width: f64| {
                let time = how.over_ms.filter(|ms| *ms > 0.0);
                time.map(|ms| value * error / width / ms)
            };
            match model {
                ErrorModel::SinceSend => Some(error / sqrt_12),
                ErrorModel::BetweenReads => Some(error / sqrt_6),
                ErrorModel::Rate { .. } | ErrorModel::CountedRate => over(sqrt_6),
                ErrorModel::WholeRate => over(sqrt_12),
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
