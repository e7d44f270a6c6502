//! The spread of one number over a selection of requests, however many: exact while they are few, from a histogram
//! beyond that, and it says which.

use cost::TokenSource;
use hdrhistogram::Histogram;
use measure::{Interval, Spread};
use serde::{Deserialize, Serialize};

use crate::{HistoryError, Metric};

/// Up to this many values, percentiles are exact.
const MOST_EXACT: usize = 10_000;
/// Digits of a value that a histogram keeps: a percentile is off by at most one part in a thousand.
const DIGITS: u8 = 3;

/// The spread of one number over the measured requests of a selection whose status is `ok`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Pool {
    /// Absent where no request has the number, or where it rests on tokens that different sources counted.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// How the percentiles of the spread were found.
    pub percentiles: Percentiles,
    /// Who counted the tokens that the number rests on; empty for one that rests on none. More than one is not one
    /// population.
    pub token_sources: Vec<TokenSource>,
}

/// How percentiles were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Percentiles {
    /// From the values themselves by linear interpolation (type 7 of Hyndman and Fan), up to 10,000 of them.
    Exact,
    /// From an `HdrHistogram` of three digits: each is off by at most 0.1 %. The interval of the median is then that of
    /// its ranks, n/2 ± 1.96 √n/2 (Conover, *Practical Nonparametric Statistics*, 3.2).
    Histogram,
}

/// Values as they come.
pub(crate) struct Pooled {
    steps: f64,
    few: Vec<f64>,
    many: Option<Many>,
}

/// More values than are kept one by one.
struct Many {
    histogram: Histogram<u64>,
    sum: f64,
    min: f64,
    max: f64,
}

impl Pooled {
    pub(crate) fn of(metric: Metric) -> Self {
        Self { steps: metric.steps(), few: Vec::new(), many: None }
    }

    pub(crate) fn push(&mut self, value: f64) -> Result<(), HistoryError> {
        if let Some(many) = &mut self.many {
            return many.push(value, self.steps);
        }
        self.few.push(value);
        if self.few.len() > MOST_EXACT {
            let mut many = Many {
                histogram: Histogram::new(DIGITS).map_err(|error| unpooled(&error))?,
                sum: 0.0,
                min: f64::INFINITY,
                max: f64::NEG_INFINITY,
            };
            for value in std::mem::take(&mut self.few) {
                many.push(value, self.steps)?;
            }
            self.many = Some(many);
        }
        Ok(())
    }

    pub(crate) fn spread(self) -> (Option<Spread>, Percentiles) {
        match self.many {
            None => (Spread::of(self.few), Percentiles::Exact),
            Some(many) => (Some(many.spread(self.steps)), Percentiles::Histogram),
        }
    }
}

impl Many {
    fn push(&mut self, value: f64, steps: f64) -> Result<(), HistoryError> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "no number of a request is negative, and none is near 2^64 steps"
        )]
        let step = (value * steps).round() as u64;
        self.histogram.record(step).map_err(|error| unpooled(&error))?;
        self.sum += value;
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        Ok(())
    }

    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^52 requests")]
    fn spread(&self, steps: f64) -> Spread {
        let n = self.histogram.len() as f64;
        let at =
            |p: f64| (self.histogram.value_at_quantile(p) as f64 / steps).clamp(self.min, self.max);
        let aside = 0.98 / n.sqrt();
        Spread {
            n: u32::try_from(self.histogram.len()).unwrap_or(u32::MAX),
            mean: self.sum / n,
            p5: Some(at(0.05)),
            p50: Some(at(0.5)),
            ci: Some(Interval { low: at(0.5 - aside), high: at(0.5 + aside) }),
            p90: Some(at(0.9)),
            p95: Some(at(0.95)),
            p99: Some(at(0.99)),
            min: self.min,
            max: self.max,
        }
    }
}

fn unpooled(error: &dyn std::fmt::Display) -> HistoryError {
    HistoryError::Unreadable {
        what: "A number of a request".to_owned(),
        reason: format!("it fits no histogram ({error})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(metric: Metric, values: impl IntoIterator<Item = f64>) -> (Spread, Percentiles) {
        let mut pooled = Pooled::of(metric);
        for value in values {
            pooled.push(value).expect("a value within range");
        }
        let (spread, percentiles) = pooled.spread();
        (spread.expect("there are values"), percentiles)
    }

    #[test]
    fn ten_thousand_values_are_summed_up_exactly_and_one_more_by_a_histogram_that_says_so() {
        let (exact, how) = pool(Metric::TtftMs, (1..=10_000).map(f64::from));
        assert_eq!(how, Percentiles::Exact, "each value is still there");
        assert_eq!(exact.p50, Some(5_000.5), "type 7 interpolates");
        let (coarse, how) = pool(Metric::TtftMs, (1..=10_001).map(f64::from));
        assert_eq!(how, Percentiles::Histogram, "and it says which");
        for (found, known) in [(coarse.p50, 5_001.0), (coarse.p95, 9_501.0), (coarse.p5, 501.0)] {
            let off = (found.expect("many carry it") - known).abs() / known;
            assert!(off < 0.001, "three digits hold: {found:?} is {known} within 0.1 %");
        }
        assert!((coarse.mean - 5_001.0).abs() < 1e-9, "the mean is exact all the same");
        assert_eq!((coarse.min, coarse.max), (1.0, 10_001.0), "and so are the ends");
        let ci = coarse.ci.expect("a median has its interval");
        assert!(ci.low < 5_001.0 && ci.high > 5_001.0 && ci.high - ci.low < 210.0, "{ci:?}");
    }

    #[test]
    fn the_smallest_costs_and_the_longest_waits_keep_their_digits() {
        let (cost, _) = pool(Metric::CostUsd, (0..20_000).map(|_| 0.000_001_23));
        assert_eq!(cost.p50, Some(0.000_001_23), "a thousandth of a cent is many steps");
        let (wait, _) = pool(Metric::LatencyMs, (0..20_000).map(|_| 3_600_000.0));
        assert_eq!(wait.p99, Some(3_600_000.0), "an hour fits");
    }
}
