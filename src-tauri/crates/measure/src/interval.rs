//! Confidence intervals of medians.

use serde::{Deserialize, Serialize};

use crate::binomial::quantile_ranks;
use crate::judge::CONFIDENCE;
use crate::percentile::finite_sorted;

/// A 95 % confidence interval, of a median unless otherwise stated.
///
/// The interval of a median lies between two of the values, chosen by rank: how many values lie below a median is
/// binomial, whatever the distribution, so it contains the true median in at least 95 of 100 cases. W. J. Conover,
/// *Practical Nonparametric Statistics*, 3.2. Five values have none: even their whole range contains the median in only
/// 15 of 16 cases, 94 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of the median of `values`; `None` below six of them. Non-finite values are ignored, and the order
    /// does not matter.
    pub fn of_median(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        Self::of_sorted(&finite_sorted(values))
    }

    /// As [`Self::of_median`], for finite, sorted values.
    pub(crate) fn of_sorted(sorted: &[f64]) -> Option<Self> {
        let (low, high) = quantile_ranks(sorted.len(), 0.5, CONFIDENCE);
        Some(Self { low: *sorted.get(low?)?, high: *sorted.get(high?)? })
    }

    /// An interval that contains the next value of the same kind in at least 95 of 100 cases, whatever the distribution: between
    /// the `k`th smallest and the `k`th largest of `n` values, `k = ⌊(n + 1) · 2.5 %⌋`, since the next is as likely to take any rank
    /// among them. `None` below 39. Non-finite values are ignored, and the order does not matter.
    pub fn of_next(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let sorted = finite_sorted(values);
        // 2.5 % is one in forty.
        let skipped = ((sorted.len() + 1) / 40).checked_sub(1)?;
        let last = sorted.len().checked_sub(1 + skipped)?;
        Some(Self { low: *sorted.get(skipped)?, high: *sorted.get(last)? })
    }

    /// Whether it contains `value`, ends inclusive.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The same, as wide as it takes to hold this value, which rounding may have put beside an interval of no width.
    #[must_use]
    pub fn holding(self, value: f64) -> Self {
        Self { low: self.low.min(value), high: self.high.max(value) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    fn of_the_first(n: u32) -> Option<Interval> {
        Interval::of_median((1..=n).map(f64::from))
    }

    /// Two-sided 95 %, from the binomial distribution, as tables print the ranks.
    #[test]
    fn an_interval_lies_between_the_ranks_that_the_binomial_gives() {
        for (n, low, high) in [
            (6, 1.0, 6.0),
            (7, 1.0, 7.0),
            (8, 1.0, 8.0),
            (9, 2.0, 8.0),
            (10, 2.0, 9.0),
            (15, 4.0, 12.0),
            (20, 6.0, 15.0),
            (25, 8.0, 18.0),
        ] {
            assert_eq!(of_the_first(n), Some(Interval { low, high }), "of {n} values");
        }
    }

    #[test]
    fn an_interval_that_too_few_samples_carry_is_absent() {
        assert_eq!(of_the_first(5), None, "the whole range of five holds the median in 93.75 %");
        let five = [1.0, 2.0, 3.0, 4.0, 5.0, f64::NAN, f64::INFINITY];
        assert_eq!(Interval::of_median(five), None, "a value that is no number is no sample");
        let alike = Interval::of_median([7.0; 6]);
        assert_eq!(alike, Some(Interval { low: 7.0, high: 7.0 }), "six alike are sure");
    }

    #[test]
    fn the_next_value_is_between_all_of_39_and_within_the_second_of_79() {
        let next = |n: u32| Interval::of_next((1..=n).map(f64::from));
        assert_eq!(next(38), None, "2 in 39 are outside");
        assert_eq!(next(39), Some(Interval { low: 1.0, high: 39.0 }), "1 in 40 on either side");
        assert_eq!(next(79), Some(Interval { low: 2.0, high: 78.0 }), "2 in 80 on either side");
    }

    #[test]
    fn an_interval_holds_the_true_median_at_least_as_often_as_it_says() {
        let mut random = SplitMix64::new(7);
        for n in [6, 7, 11, 15] {
            let holds = (0..2_000)
                .filter(|_| {
                    let values = (0..n).map(|_| random.unit());
                    Interval::of_median(values).is_some_and(|interval| interval.contains(0.5))
                })
                .count();
            assert!(
                holds >= 1_871,
                "95 % of 2,000 are 1,900, give or take three deviations: {holds}"
            );
        }
    }

    #[test]
    fn the_same_samples_have_the_same_interval_in_any_order() {
        let one = Interval::of_median([31.0, 4.5, 15.0, 9.25, 26.0, 5.0]);
        let other = Interval::of_median([5.0, 26.0, 9.25, 15.0, 4.5, 31.0]);
        assert_eq!(one, other, "a number shown twice is the same number");
        let mirror = Interval::of_median([-31.0, -4.5, -15.0, -9.25, -26.0, -5.0]);
        let negated = mirror.map(|ci| Interval { low: -ci.high, high: -ci.low });
        assert_eq!(one, negated, "and which direction is better decides nothing");
    }

    #[test]
    fn more_samples_narrow_an_interval_by_the_square_root() {
        let width = |n: u32| {
            let even = (0..n).map(|i| f64::from(i) / f64::from(n));
            Interval::of_median(even).map_or(f64::NAN, |interval| interval.high - interval.low)
        };
        let ratio = width(100) / width(1_600);
        assert!(
            (3.5..4.5).contains(&ratio),
            "16 times the samples, a quarter of the width: {ratio}"
        );
        let of_a_million = width(1_000_000);
        assert!(
            (0.001_9..0.002_1).contains(&of_a_million),
            "1.96 ÷ √n of them, as the normal distribution says: {of_a_million}"
        );
    }
}
