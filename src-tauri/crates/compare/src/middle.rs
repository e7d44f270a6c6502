//! The middle of measured values.

use measure::percentile;

/// The median of those that are numbers; `None` if none is.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.retain(|value| value.is_finite());
    values.sort_by(f64::total_cmp);
    percentile(&values, 0.5)
}
