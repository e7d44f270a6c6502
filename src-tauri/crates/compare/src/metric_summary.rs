//! The metrics that contenders are compared by.

use cost::TokenSource;
use measure::{Amount, Better, Metric, Phrase, Spread, Unit, percentile};
use serde::Serialize;

use crate::dependence::{Dependence, OfRuns};
use crate::request::MeasuredRequest;
use crate::wording::cards;

/// The better direction of a metric; lower if neither is.
pub(crate) fn better(metric: Metric) -> Better {
    metric.definition().better.unwrap_or(Better::Lower)
}

/// The value of a metric for a successful request. One that depends on tokens, such as a speed, is taken only from
/// requests counted by `counted`.
pub(crate) fn value(
    metric: Metric,
    point: &MeasuredRequest,
    counted: Option<TokenSource>,
) -> Option<f64> {
    let is_of_another = metric.needs_one_counter() && point.counted != counted;
    point.value(metric).filter(|value| value.is_finite() && !is_of_another)
}

/// A value of a metric; durations are in seconds, as in the charts beside the words.
pub(crate) fn amount(metric: Metric, value: f64) -> Amount {
    match metric.definition().unit {
        Unit::Duration => Amount::seconds(value),
        unit => Amount::of(unit, value),
    }
}

/// A speed in words, with its token unit unless it is each server's own.
pub(crate) fn speed(metric: Metric, tps: f64) -> Phrase {
    match metric {
        Metric::NeutralTps => cards::o200k_speed(Amount::rate(tps)),
        _ => cards::figure(Amount::of(Unit::TokensPerSecond, tps).into()),
    }
}

/// The spread of one number, with the values a chart needs.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct MetricSummary {
    /// The typical value: the median, or the mean below five samples; of a cost always the mean.
    pub middle: f64,
    /// 25th percentile, by the same interpolation as the others; absent below five samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p25: Option<f64>,
    /// 75th percentile; absent below five samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p75: Option<f64>,
    /// All other statistics.
    pub spread: Spread,
}

impl MetricSummary {
    /// Summarises `values` as if they were independent; `None` if there are none. Non-finite values are ignored.
    fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let spread = Spread::of(sorted.iter().copied())?;
        let carried = |p| (!spread.is_weak()).then(|| percentile(&sorted, p)).flatten();
        Some(Self { middle: spread.middle(), p25: carried(0.25), p75: carried(0.75), spread })
    }

    /// As [`Self::of`], for values in order of run, lane and round; the interval accounts for what they share.
    pub(crate) fn of_dependent(values: OfRuns<'_, f64>, dependence: Dependence) -> Option<Self> {
        let finite: OfRuns<'_, f64> =
            values.into_iter().filter(|(_, value)| value.is_finite()).collect();
        let mut all = Self::of(finite.iter().map(|(_, value)| *value))?;
        all.spread.ci = dependence.median_interval(&finite);
        Some(all)
    }

    /// The same as the summary of this metric, which decides what its typical value is.
    #[must_use]
    pub(crate) fn of_metric(self, metric: Metric) -> Self {
        Self { middle: self.spread.typical(metric), ..self }
    }

    /// Whether there are too few samples for a median, so that charts draw the mark hollow.
    pub fn is_weak(&self) -> bool {
        self.spread.is_weak()
    }

    /// The slow tail: p95 of a time or p5 of a rate; with fewer than twenty samples, the worst. Also whether it is the
    /// worst.
    pub fn tail(&self, better: Better) -> (f64, bool) {
        let (carried, worst) = match better {
            Better::Lower => (self.spread.p95, self.spread.max),
            Better::Higher => (self.spread.p5, self.spread.min),
        };
        carried.map_or((worst, true), |value| (value, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> MetricSummary {
        MetricSummary::of(values.iter().copied()).expect("there are values")
    }

    #[test]
    fn quarters_interpolate_like_the_other_percentiles() {
        let five = of(&[4.0, 1.0, 3.0, 2.0, 5.0]);
        assert_eq!(
            (five.p25, five.p75),
            (Some(2.0), Some(4.0)),
            "the second and the fourth of five"
        );
        assert!((five.middle - 3.0).abs() < 1e-12, "the median");
    }

    #[test]
    fn four_samples_have_a_middle_and_no_quarters() {
        let four = of(&[1.0, 2.0, 3.0, 10.0]);
        assert!((four.middle - 4.0).abs() < 1e-12, "their mean");
        assert_eq!((four.p25, four.p75), (None, None), "too few carry a quarter");
        assert!(four.is_weak(), "its mark is hollow");
        assert_eq!(MetricSummary::of([f64::NAN]), None, "nothing is summed up to nothing");
    }

    #[test]
    fn the_tail_of_few_is_the_worst_and_says_so() {
        let few = of(&[1.0, 2.0, 9.0]);
        assert_eq!(few.tail(Better::Lower), (9.0, true), "the longest time");
        assert_eq!(few.tail(Better::Higher), (1.0, true), "the lowest rate");
        let many: Vec<f64> = (1..=21).map(f64::from).collect();
        assert_eq!(of(&many).tail(Better::Lower), (20.0, false), "p95 of 1 to 21");
        assert_eq!(of(&many).tail(Better::Higher), (2.0, false), "p5 of 1 to 21");
    }
}
