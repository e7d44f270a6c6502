//! Summary statistics of many samples of one metric. None claims more than the samples support.

use serde::{Deserialize, Serialize};

use crate::interval::Interval;
use crate::judge::MEDIAN_FROM;
use crate::percentile::{finite_sorted, mean_of_sorted, percentile};

/// The spread of one metric over a lane's successful samples. A percentile is absent with fewer than `1/(1−p)` samples
/// (p50 from 5, p90 and p5 from 10 and 20, p95 from 20, p99 from 100), the rule `llmeter` documents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Spread {
    /// Number of samples with a value.
    pub n: u32,
    /// Their arithmetic mean.
    pub mean: f64,
    /// 5th percentile; for a rate this is the slow tail.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p5: Option<f64>,
    /// Median.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p50: Option<f64>,
    /// 95 % confidence interval of the median, or of a cost of its mean; absent below six samples. In a level it assumes that no wave of requests
    /// resembles the one before, and is absent below eight waves, or if they differ too much.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ci: Option<Interval>,
    /// 90th percentile.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p90: Option<f64>,
    /// 95th percentile.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p95: Option<f64>,
    /// 99th percentile.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p99: Option<f64>,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
}

impl Spread {
    /// Summarises `values`; `None` if there are none. Non-finite values are ignored.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let sorted = finite_sorted(values);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let n = u32::try_from(sorted.len()).unwrap_or(u32::MAX);
        let from = |least: u32, p: f64| (n >= least).then(|| percentile(&sorted, p)).flatten();
        Some(Self {
            n,
            mean: mean_of_sorted(&sorted)?,
            p5: from(20, 0.05),
            p50: from(MEDIAN_FROM, 0.50),
            ci: Interval::of_sorted(&sorted),
            p90: from(10, 0.90),
            p95: from(20, 0.95),
            p99: from(100, 0.99),
            min,
            max,
        })
    }
}

impl Spread {
    /// The typical value: the median, or the mean if there are too few samples for a median.
    pub fn middle(&self) -> f64 {
        self.p50.unwrap_or(self.mean)
    }

    /// Whether there are too few samples for a median.
    pub fn is_weak(&self) -> bool {
        self.n < MEDIAN_FROM
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 1e-9)
    }

    #[test]
    fn percentiles_interpolate_like_numpy() {
        let spread = Spread::of((1..=20).map(f64::from)).expect("there are values");
        assert!(close(spread.p50, 10.5), "numpy.percentile(range(1, 21), 50) is 10.5");
        assert!(close(spread.p95, 19.05), "numpy.percentile(range(1, 21), 95) is 19.05");
        assert!(close(spread.p5, 1.95), "numpy.percentile(range(1, 21), 5) is 1.95");
    }

    #[test]
    fn a_percentile_that_too_few_samples_carry_is_absent() {
        let four = Spread::of([1.0, 2.0, 3.0, 4.0]).expect("there are values");
        assert_eq!(four.p50, None, "four samples do not carry a median");
        assert!((four.mean - 2.5).abs() < 1e-12, "the mean is still known");
        let nineteen = Spread::of((0..19).map(f64::from)).expect("there are values");
        assert_eq!(nineteen.p95, None, "the p95 of 19 samples would be their maximum");
        assert_eq!(nineteen.p99, None, "the p99 of 19 samples would be their maximum");
        assert!(nineteen.p90.is_some(), "ten samples carry a p90");
    }

    #[test]
    fn an_interval_comes_with_a_median_of_six_and_never_without() {
        let six = Spread::of([3.0, 1.0, 5.0, 2.0, 4.0, 6.0]).expect("there are values");
        let whole = Interval { low: 1.0, high: 6.0 };
        assert_eq!(six.ci, Some(whole), "six samples say no more than their range");
        let five = Spread::of([1.0, 2.0, 3.0, 4.0, 5.0]).expect("there are values");
        assert_eq!(five.ci, None, "the range of five holds the median in less than 95 % of cases");
        let written = serde_json::to_value(&five).expect("a spread is JSON");
        assert_eq!(written.get("ci"), None, "what is unknown is not written");
        let before: Spread = serde_json::from_str(r#"{"n":1,"mean":2.0,"min":2.0,"max":2.0}"#)
            .expect("a spread that was kept before intervals were");
        assert_eq!(before.ci, None, "a run kept earlier can still be read");
    }

    #[test]
    fn a_quantile_never_leaves_the_values() {
        let values = [10.0, 20.0, 40.0];
        assert!(close(percentile(&values, 0.25), 15.0), "numpy.quantile(values, 0.25) is 15");
        assert!(close(percentile(&values, 1.0), 40.0), "the last is the largest");
        assert!(close(percentile(&values, 1.5), 40.0), "there is nothing above the largest");
        assert!(close(percentile(&values, -0.5), 10.0), "there is nothing below the smallest");
        assert_eq!(percentile(&values, f64::NAN), None, "no rank, no value");
        assert_eq!(percentile(&[], 0.5), None, "no values, no median");
    }

    #[test]
    fn nothing_in_is_nothing_out() {
        assert_eq!(Spread::of([]), None, "no samples have no spread");
        assert_eq!(Spread::of([f64::NAN]), None, "a value that is no number is no sample");
    }
}
