//! Where in its interval a contender's slope of TTFT over the length of prompts is taken: see [`crate::prompt_slope`].

use std::cmp::Ordering;

/// Where in its interval a slope is taken, so that a verdict can be held at both ends.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) enum SlopeEnd {
    /// Its estimate.
    #[default]
    Estimate,
    /// So many standard errors below it.
    Low(f64),
    /// So many above it.
    High(f64),
}

impl SlopeEnd {
    /// The end, so many standard errors away, that makes predictions larger, or smaller; the estimate if they do not rest on it.
    /// `predictions` are those with a slope at an end.
    pub(crate) fn that_makes(
        is_larger: bool,
        errors: f64,
        predictions: impl Fn(Self) -> Vec<Option<f64>>,
    ) -> Self {
        let (low, high) = (predictions(Self::Low(errors)), predictions(Self::High(errors)));
        let moved: f64 = low
            .into_iter()
            .zip(high)
            .map(|ends| match ends {
                (Some(low), Some(high)) => high - low,
                (None, None) => 0.0,
                // Too large for a number.
                _ => f64::INFINITY,
            })
            .sum();
        match moved.total_cmp(&0.0) {
            Ordering::Equal => Self::Estimate,
            Ordering::Greater if is_larger => Self::High(errors),
            Ordering::Less if !is_larger => Self::High(errors),
            Ordering::Greater | Ordering::Less => Self::Low(errors),
        }
    }
}
