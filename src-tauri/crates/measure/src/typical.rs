//! The typical value of a metric.

use crate::judge::middle;
use crate::metric::Metric;
use crate::percentile::{finite_sorted, mean_of_sorted};
use crate::spread::Spread;

/// The typical value of a metric: the mean of one that adds up, and the [`middle`] of any other. The one place that decides
/// which it is.
pub fn typical(metric: Metric, values: impl IntoIterator<Item = f64>) -> Option<f64> {
    if !metric.adds_up() {
        return middle(values);
    }
    mean_of_sorted(&finite_sorted(values))
}

impl Spread {
    /// The typical value of this metric: the mean of one that adds up, and the middle of any other.
    pub fn typical(&self, metric: Metric) -> f64 {
        if metric.adds_up() { self.mean } else { self.middle() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_adds_up_is_stood_for_by_its_mean() {
        let costs = [1.0, 1.0, 1.0, 20.0, 20.0];
        assert_eq!(typical(Metric::CostUsd, costs), Some(8.6), "five such requests cost 43");
        assert_eq!(typical(Metric::TtftMs, costs), Some(1.0), "a wait is not added up");
        assert_eq!(
            typical(Metric::CostUsd, [0.000_093; 48]),
            Some(0.000_093),
            "no rounding is beyond all of them"
        );
        assert_eq!(typical(Metric::CostUsd, []), None, "nothing has none");
    }
}
