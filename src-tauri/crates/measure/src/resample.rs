//! Confidence intervals of medians, by resampling.

use serde::{Deserialize, Serialize};

use crate::judge::carries_median;
use crate::percentile::{finite_sorted, percentile};
use crate::random::SplitMix64;

/// Above this number of samples the interval is computed from the median's ranks, which needs no resampling and agrees
/// to three digits: n/2 ± 1.96 √n/2 (Conover, *Practical Nonparametric Statistics*, 3.2).
const MOST_DRAWN: usize = 10_000;

/// Number of resampled medians behind an interval. Each draw gives two.
const RESAMPLES: usize = 2_000;

/// Seed of the generator, so that the same samples always have the same interval.
const SEED: u64 = 0x5061_6365_6c69_6e65;

/// The 95 % confidence interval of a median.
///
/// It is the percentile bootstrap of Efron and Tibshirani (1993), *An Introduction to the Bootstrap*, chapter 13: draw
/// as many samples as there are, with repetition, take their median, do so 2,000 times, and leave out the outer 2.5 %
/// on either side. It assumes no shape, which suits times with a long tail. Of few samples it claims a little
/// much: from five it is their whole range, which holds the true median in 15 of 16 cases, 94 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of the median of `values`; `None` below five of them. Values that are not finite are left out, and
    /// their order does not matter.
    pub fn of_median(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        Self::of_sorted(&finite_sorted(values))
    }

    /// As [`Self::of_median`], for values that are finite and sorted.
    pub(crate) fn of_sorted(sorted: &[f64]) -> Option<Self> {
        if !carries_median(sorted.len()) {
            return None;
        }
        if sorted.len() > MOST_DRAWN {
            return Self::of_ranks(sorted);
        }
        let mut medians = resampled_medians(sorted, SEED);
        medians.sort_by(f64::total_cmp);
        Some(Self { low: percentile(&medians, 0.025)?, high: percentile(&medians, 0.975)? })
    }

    fn of_ranks(sorted: &[f64]) -> Option<Self> {
        #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^52 samples")]
        let aside = 0.98 / (sorted.len() as f64).sqrt();
        let (low, high) = (percentile(sorted, 0.5 - aside)?, percentile(sorted, 0.5 + aside)?);
        Some(Self { low, high })
    }

    /// The interval of median(`after`) − median(`before`) for samples that are not paired: each side is resampled on
    /// its own. `None` if either side has fewer than five samples.
    pub fn of_median_difference(
        before: impl IntoIterator<Item = f64>,
        after: impl IntoIterator<Item = f64>,
    ) -> Option<Self> {
        let (before, after) = (finite_sorted(before), finite_sorted(after));
        if !carries_median(before.len().min(after.len())) {
            return None;
        }
        if before.len().max(after.len()) > MOST_DRAWN {
            return Self::of_many(&before, &after);
        }
        let (before, after) = (resampled_medians(&before, SEED), resampled_medians(&after, !SEED));
        let mut differences: Vec<f64> =
            before.iter().zip(&after).map(|(before, after)| after - before).collect();
        differences.sort_by(f64::total_cmp);
        Some(Self { low: percentile(&differences, 0.025)?, high: percentile(&differences, 0.975)? })
    }

    /// As above for many samples: the two sides are independent, so the squares of their errors add up.
    fn of_many(before: &[f64], after: &[f64]) -> Option<Self> {
        let (was, is) = (Self::of_sorted(before)?, Self::of_sorted(after)?);
        let (from, to) = (percentile(before, 0.5)?, percentile(after, 0.5)?);
        let down = (to - is.low).hypot(was.high - from);
        let up = (is.high - to).hypot(from - was.low);
        Some(Self { low: to - from - down, high: to - from + up })
    }

    /// Whether it contains `value`, ends included.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The resampled medians in the order of their draws.
///
/// A value is drawn by its rank, so a draw is kept as a count per rank and nothing has to be sorted. Each draw is also
/// used mirrored, with the highest rank for the lowest. The mirrored draw is equally likely, and it makes the interval
/// of the negated values exactly the negated interval, so the order of two contenders in a comparison does not matter.
/// Hall (1989), "Antithetic resampling for the bootstrap".
fn resampled_medians(sorted: &[f64], seed: u64) -> Vec<f64> {
    let mut random = SplitMix64::new(seed);
    let mut drawn = vec![0_usize; sorted.len()];
    let mut medians = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES / 2 {
        drawn.fill(0);
        for _ in 0..sorted.len() {
            if let Some(times) = drawn.get_mut(random.below(sorted.len())) {
                *times += 1;
            }
        }
        let (left, right) = middle(&drawn);
        let of = |left: Option<&f64>, right: Option<&f64>| Some(left?.midpoint(*right?));
        medians.extend(of(sorted.get(left), sorted.get(right)));
        medians.extend(of(sorted.iter().nth_back(left), sorted.iter().nth_back(right)));
    }
    medians
}

/// The ranks of the two middle values of a draw; equal if the number of values is odd. A draw has as many values as
/// there are ranks.
fn middle(drawn: &[usize]) -> (usize, usize) {
    let before = drawn.len().div_ceil(2);
    let at_least = |most: usize| {
        let mut seen = 0;
        drawn.iter().take_while(|times| (seen += *times, seen < most).1).count()
    };
    (at_least(before), at_least(drawn.len() / 2 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_the_first(n: u32) -> Option<Interval> {
        Interval::of_median((1..=n).map(f64::from))
    }

    #[test]
    fn the_middle_of_a_draw_is_one_value_or_two() {
        assert_eq!(middle(&[0, 0, 3]), (2, 2), "all three were the highest");
        assert_eq!(middle(&[1, 1, 1]), (1, 1), "the second of three");
        assert_eq!(middle(&[2, 0, 0, 2]), (0, 3), "the second and third of four lie far apart");
        assert_eq!(middle(&[1, 2, 1, 0]), (1, 1), "the second and third of four are the same");
    }

    /// The median of a draw of `n` values, `n` odd, is at most the `k`th of them when more than half of the draw is:
    /// with the chance that a binomial of `n` and `k/n` is at least `(n + 1)/2`. The lower end is the first `k` for
    /// which that is over 2.5 %.
    #[test]
    fn an_interval_is_the_one_that_the_binomial_gives() {
        let is = |low, high| Some(Interval { low, high });
        assert_eq!(of_the_first(5), is(1.0, 5.0), "5.8 % of medians are the lowest of five");
        assert_eq!(of_the_first(7), is(2.0, 6.0), "1.0 % are the lowest of seven, 10.8 % the next");
        assert_eq!(of_the_first(11), is(3.0, 9.0), "0.7 % up to the second, 5.1 % to the third");
        assert_eq!(of_the_first(13), is(4.0, 10.0), "1.6 % up to the third, 7.1 % to the fourth");
    }

    /// Of six, each of the 46,656 draws was made and counted; the others are binomials as above.
    #[test]
    fn medians_are_drawn_as_often_as_they_should_be() {
        for (n, most, expected) in [
            (5, 1.0, 0.0579),
            (6, 1.5, 0.0349),
            (6, 2.0, 0.1160),
            (11, 3.0, 0.0512),
            (31, 11.0, 0.0479),
            (101, 42.0, 0.0438),
        ] {
            let samples: Vec<f64> = (1..=n).map(f64::from).collect();
            let medians = resampled_medians(&samples, SEED);
            assert_eq!(medians.len(), RESAMPLES, "each draw gives two");
            let up_to = medians.iter().filter(|median| **median <= most).count();
            let share = f64::from(u32::try_from(up_to).unwrap()) / 2_000.0;
            assert!(
                (share - expected).abs() < 0.02,
                "the share of 2,000 draws strays by 0.005, and four times that is no accident: {share} of {n}"
            );
        }
    }

    #[test]
    fn an_interval_holds_the_true_median_about_as_often_as_it_says() {
        let mut random = SplitMix64::new(7);
        let holds = (0..2_000)
            .filter(|_| {
                // Uniform over 0 to 999, so that the true median is 499.5.
                let eleven: Vec<f64> = (0..11)
                    .map(|_| f64::from(u32::try_from(random.below(1_000)).unwrap()))
                    .collect();
                Interval::of_median(eleven).is_some_and(|interval| interval.contains(499.5))
            })
            .count();
        assert!(
            (1_836..=1_902).contains(&holds),
            "from the third to the ninth of eleven is right in 93.5 %, 1,869 of 2,000 give or take three deviations: \
             {holds}"
        );
    }

    #[test]
    fn the_same_samples_have_the_same_interval_in_any_order() {
        let one = Interval::of_median([31.0, 4.5, 15.0, 9.25, 26.0, 5.0]);
        let other = Interval::of_median([5.0, 26.0, 9.25, 15.0, 4.5, 31.0]);
        assert_eq!(one, other, "a number shown twice is the same number");
    }

    #[test]
    fn the_interval_of_negated_samples_is_the_interval_negated() {
        let samples = [31.0, 4.5, 15.0, 9.25, 26.0, 5.0, 80.0, 11.0];
        let one = Interval::of_median(samples).expect("eight carry an interval");
        let mirror = Interval::of_median(samples.map(|value| -value)).expect("so do they");
        assert!((one.low + mirror.high).abs() < 1e-9, "the lower end is the upper one, mirrored");
        assert!((one.high + mirror.low).abs() < 1e-9, "the upper end is the lower one, mirrored");
    }

    #[test]
    fn the_difference_of_two_medians_lies_between_what_either_side_could_be() {
        let (before, after) = ([1.0, 2.0, 3.0, 4.0, 5.0], [101.0, 102.0, 103.0, 104.0, 105.0]);
        let told = Interval::of_median_difference(before, after).expect("five each");
        assert!(told.contains(100.0), "the medians are 100 apart: {told:?}");
        assert!(told.low >= 96.0 && told.high <= 104.0, "no draw is further apart: {told:?}");
        let wider = told.high - told.low;
        let paired = Interval::of_median([100.0; 5]).expect("five");
        assert!(wider > paired.high - paired.low, "what is not paired is less sure");
        assert_eq!(
            Interval::of_median_difference(before, [1.0, 2.0, 3.0, 4.0]),
            None,
            "four samples have no median"
        );
        let same = Interval::of_median_difference(before, before).expect("five each");
        assert!(same.contains(0.0) && same.low < 0.0, "drawn apart, they differ by chance alone");
    }

    /// Of two normal medians the variance of the difference is the sum of their variances.
    #[test]
    fn the_interval_of_a_difference_is_wider_than_either_by_the_square_root_of_two() {
        let even: Vec<f64> = (0..401).map(f64::from).collect();
        let one = Interval::of_median(even.iter().copied()).expect("many");
        let both = Interval::of_median_difference(even.clone(), even).expect("many");
        let ratio = (both.high - both.low) / (one.high - one.low);
        assert!((1.3..1.53).contains(&ratio), "1.41 times as wide: {ratio}");
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
    }

    #[test]
    fn of_very_many_samples_the_ranks_give_the_interval_that_drawing_gives() {
        let even = |n: u32| (0..n).map(move |i| f64::from(i) / f64::from(n));
        let drawn = Interval::of_median(even(10_000)).expect("many");
        let ranked = Interval::of_median(even(10_001)).expect("one more");
        for (a, b) in [(drawn.low, ranked.low), (drawn.high, ranked.high)] {
            assert!((a - b).abs() < 0.001, "one sample more changes no digit that counts: {a} {b}");
        }
        let apart = |n: u32| {
            let shifted = even(n).map(|value| value + 1.0);
            Interval::of_median_difference(even(n), shifted).expect("many")
        };
        let (few, many) = (apart(10_000), apart(10_001));
        assert!(many.contains(1.0), "the medians are 1 apart: {many:?}");
        let (few, many) = (few.high - few.low, many.high - many.low);
        assert!((few / many - 1.0).abs() < 0.06, "as wide either way: {few} and {many}");
    }

    #[test]
    fn an_interval_that_too_few_samples_carry_is_absent() {
        assert_eq!(of_the_first(4), None, "four samples have no median shown, so no interval");
        let four = [1.0, 2.0, 3.0, 4.0, f64::NAN, f64::INFINITY];
        assert_eq!(Interval::of_median(four), None, "a value that is no number is no sample");
        let alike = Interval::of_median([7.0; 5]);
        assert_eq!(alike, Some(Interval { low: 7.0, high: 7.0 }), "five alike are sure");
    }
}
