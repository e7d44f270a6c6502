//! What the rounds that two contenders of a race share say of the two, by themselves: the one place for a race and for whoever
//! compares what one race measured, so that the two never judge the same rounds differently.

use crate::confidence_sequence;
use crate::interval::Interval;
use crate::judge::{ALPHA, TIE};
use crate::percentile::{finite_sorted, percentile};
use crate::signed_rank;
use crate::stopping::Stopping;

/// Two contenders, A and B, over the rounds in which both have a value.
///
/// In a race of a planned length, the exact signed-rank test with the Hodges–Lehmann estimate and its interval; in one that was to
/// end when it was settled, evidence and an interval that hold after every round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairOfRounds {
    /// Hodges–Lehmann estimate of A − B, in the metric's unit.
    pub difference: f64,
    /// 95 % confidence interval of that; absent with too few rounds.
    pub ci: Option<Interval>,
    /// The p-value of no difference, two-sided.
    pub p: f64,
    /// Estimate of A ÷ B; absent if a value is not above 0.
    pub ratio: Option<f64>,
    /// 95 % confidence interval of that, which excludes 1 exactly where that of the difference excludes 0.
    pub ratio_ci: Option<Interval>,
    /// The smaller of the two medians, without its sign.
    size: f64,
}

impl PairOfRounds {
    /// Of the values of A and B, round by round in chronological order; `None` without a round. Values must be finite.
    pub fn of(pairs: &[(f64, f64)], stopping: Stopping) -> Option<Self> {
        let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
        // A race that is watched has intervals of its own.
        let skip = match stopping {
            Stopping::Planned => signed_rank::critical(pairs.len(), ALPHA),
            Stopping::WhenSettled => None,
        };
        let (difference, planned) = signed_rank::middle_and_ends(&differences, skip)?;
        let of_ratio = pairs.iter().all(|(a, b)| *a > 0.0 && *b > 0.0);
        let of_ratio = of_ratio.then(|| signed_rank::ratio(pairs, skip)).flatten();
        let (ratio, planned_ratio) = of_ratio.unzip();
        let (ci, p, ratio_ci) = match stopping {
            Stopping::Planned => {
                (planned, signed_rank::p_value(&differences), planned_ratio.flatten())
            }
            Stopping::WhenSettled => (
                confidence_sequence::interval(&differences, ALPHA),
                confidence_sequence::anytime_p(&differences),
                ratio.and_then(|_| confidence_sequence::ratio(pairs, ALPHA)),
            ),
        };
        let median = |of: fn(&(f64, f64)) -> f64| {
            percentile(&finite_sorted(pairs.iter().map(of)), 0.5).map(f64::abs)
        };
        let size = median(|(a, _)| *a)?.min(median(|(_, b)| *b)?);
        Some(Self { difference, ci, p, ratio, ratio_ci, size })
    }

    /// Whether the two surely differ by less than [`TIE`], so that they are alike for any use: two one-sided tests, D. J.
    /// Schuirmann (1987). By their ratio, or, where that is not known, by the difference beside the smaller median.
    pub fn is_alike(&self) -> bool {
        let by_difference = |ci: Interval| {
            let margin = TIE * self.size;
            -margin <= ci.low && ci.high <= margin
        };
        let by_ratio = |ci: Interval| 1.0 / (1.0 + TIE) <= ci.low && ci.high <= 1.0 + TIE;
        match self.ratio {
            Some(_) => self.ratio_ci.is_some_and(by_ratio),
            None => self.ci.is_some_and(by_difference),
        }
    }
}
