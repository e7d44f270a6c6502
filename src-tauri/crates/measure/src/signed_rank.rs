//! The Wilcoxon signed-rank test of paired differences, exact, and the interval that belongs to it.
//!
//! Under the null hypothesis the two contenders are interchangeable within a round, so each difference is as likely to
//! have either sign, whatever its size. That is all the test assumes. F. Wilcoxon (1945), "Individual comparisons by
//! ranking methods"; W. J. Conover, *Practical Nonparametric Statistics*, 5.7.

use crate::interval::Interval;

/// Above this number of differences the normal approximation is used: the exact distribution takes n³ steps, and the
/// two differ by less than 0.0002 here.
const MOST_EXACT: usize = 200;

/// The two-sided p-value of `differences`: the chance of signs at least as one-sided as these if each is a fair coin.
/// Differences of 0 say nothing and are left out; 1 if none is left.
pub fn p_value(differences: &[f64]) -> f64 {
    let known: Vec<f64> = differences.iter().copied().filter(|each| *each != 0.0).collect();
    let sizes: Vec<f64> = known.iter().map(|each| each.abs()).collect();
    let ranks = doubled_ranks(&sizes);
    let total: usize = ranks.iter().sum();
    let positive: usize =
        known.iter().zip(&ranks).filter(|(each, _)| **each > 0.0).map(|(_, rank)| rank).sum();
    let smaller = positive.min(total - positive);
    if known.len() > MOST_EXACT {
        let (mean, deviation) = moments(&ranks);
        return (2.0 * normal_below((as_f64(smaller) + 1.0 - mean) / deviation)).min(1.0);
    }
    let up_to_smaller: f64 = distribution(&ranks, smaller).iter().sum();
    (2.0 * up_to_smaller).min(1.0)
}

/// The Hodges–Lehmann estimate of the middle of `differences`, and its interval at confidence 1 − `alpha`, absent with
/// too few differences. `None` without differences. Differences must be finite.
///
/// The estimate is the median of the Walsh averages `(dᵢ + dⱼ) / 2, i ≤ j`; the interval's ends are their `c + 1`th
/// from either end, where `c` is the largest sum of ranks at which the test rejects. So the interval excludes 0 exactly
/// when the test rejects (with ties among the differences it is a little wider). J. L. Hodges and E. L. Lehmann (1963),
/// "Estimates of location based on rank tests".
pub fn estimate(differences: &[f64], alpha: f64) -> Option<(f64, Option<Interval>)> {
    middle_and_ends(differences, critical(differences.len(), alpha))
}

/// As [`estimate`], with an interval that leaves out this many averages on either side; with only the middle, none.
pub(crate) fn middle_and_ends(
    differences: &[f64],
    skip: Option<usize>,
) -> Option<(f64, Option<Interval>)> {
    of_numbers(of_every_two(differences, |one, other| one.midpoint(*other)), skip)
}

/// The estimate of how many times the second of each pair the first is, and, leaving out as many as [`middle_and_ends`] does, its
/// interval: the factors `r` at which the test does not reject the differences `aᵢ − r·bᵢ`. So it excludes 1 exactly where that of
/// the differences excludes 0. `None` without pairs. Values must be finite and above 0.
///
/// `(aᵢ − r·bᵢ) + (aⱼ − r·bⱼ)` is above 0 exactly where `r` is below `(aᵢ + aⱼ) ÷ (bᵢ + bⱼ)`. So these ratios, `i ≤ j`, take the
/// place of the Walsh averages.
pub(crate) fn ratio(pairs: &[(f64, f64)], skip: Option<usize>) -> Option<(f64, Option<Interval>)> {
    let of_two = |one: &(f64, f64), other: &(f64, f64)| (one.0 + other.0) / (one.1 + other.1);
    of_numbers(of_every_two(pairs, of_two), skip)
}

/// The median of these numbers, and the interval that leaves out `skip` of them on either side. They are selected and not
/// sorted, since there are n²/2 of them after each round.
fn of_numbers(mut numbers: Vec<f64>, skip: Option<usize>) -> Option<(f64, Option<Interval>)> {
    let last = numbers.len().checked_sub(1)?;
    let mut at = |place: usize| {
        let is_known = place <= last;
        is_known.then(|| *numbers.select_nth_unstable_by(place, f64::total_cmp).1)
    };
    let middle = at(last / 2)?.midpoint(at(last.div_ceil(2))?);
    let mut ends = |skip: usize| Some((at(skip)?, at(last.checked_sub(skip)?)?));
    let interval = skip.and_then(&mut ends).map(|(low, high)| Interval { low, high });
    Some((middle, interval))
}

/// A number of every two of `values`, and of each with itself.
fn of_every_two<T>(values: &[T], number: impl Fn(&T, &T) -> f64) -> Vec<f64> {
    let mut numbers = Vec::with_capacity(values.len() * (values.len() + 1) / 2);
    for (at, one) in values.iter().enumerate() {
        numbers.extend(values.iter().skip(at).map(|other| number(one, other)));
    }
    numbers
}

/// The largest sum of ranks at which the test rejects, which is how many Walsh averages the interval leaves out on
/// either side; `None` if even the most one-sided signs are likelier than `alpha`: below six differences at 5 %.
pub(crate) fn critical(n: usize, alpha: f64) -> Option<usize> {
    let ranks: Vec<usize> = (1..=n).collect();
    if n > MOST_EXACT {
        let (mean, deviation) = moments(&ranks);
        let sum = mean - normal_above(alpha / 2.0) * deviation - 0.5;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a positive count"
        )]
        return Some(sum.floor().max(0.0) as usize);
    }
    let half = n * (n + 1) / 4;
    let chances = distribution(&ranks, half);
    let mut below = 0.0;
    let rejected = chances.iter().take_while(|chance| {
        below += **chance;
        2.0 * below <= alpha
    });
    rejected.count().checked_sub(1)
}

/// The probability of each sum, up to `most`, of the ranks with a positive sign.
fn distribution(ranks: &[usize], most: usize) -> Vec<f64> {
    let total: usize = ranks.iter().sum();
    let mut chances = vec![0.0; total.min(most) + 1];
    if let Some(nothing) = chances.first_mut() {
        *nothing = 1.0;
    }
    let mut reach = 0;
    for rank in ranks {
        reach = (reach + rank).min(chances.len() - 1);
        for sum in (0..=reach).rev() {
            let with = sum.checked_sub(*rank).and_then(|rest| chances.get(rest)).copied();
            if let Some(chance) = chances.get_mut(sum) {
                *chance = 0.5 * (*chance + with.unwrap_or(0.0));
            }
        }
    }
    chances
}

/// Mean and standard deviation of the sum of the ranks with a positive sign.
fn moments(ranks: &[usize]) -> (f64, f64) {
    let sum: f64 = ranks.iter().map(|rank| as_f64(*rank)).sum();
    let squares: f64 = ranks.iter().map(|rank| as_f64(*rank).powi(2)).sum();
    (sum / 2.0, squares.sqrt() / 2.0)
}

/// Twice the rank of each value, counted from 1. Equal values share the mean of their ranks; doubled, it is whole.
pub(crate) fn doubled_ranks(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    let value = |at: usize| values.get(at).copied().unwrap_or(f64::NAN);
    order.sort_by(|a, b| value(*a).total_cmp(&value(*b)));
    let mut ranks = vec![0; values.len()];
    let mut below = 0;
    for equal in order.chunk_by(|a, b| value(*a).total_cmp(&value(*b)).is_eq()) {
        for at in equal {
            if let Some(rank) = ranks.get_mut(*at) {
                *rank = 2 * below + equal.len() + 1;
            }
        }
        below += equal.len();
    }
    ranks
}

/// The value that a standard normal variable exceeds with probability `p`, 0 < `p` ≤ 0.5, to within 0.00045. M.
/// Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions*, 26.2.23.
pub fn normal_above(p: f64) -> f64 {
    let t = (-2.0 * p.ln()).sqrt();
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - above / below
}

/// The probability that a standard normal variable is at most `z`, `z` ≤ 0, to within 0.0000001. Ibid., 26.2.17.
pub(crate) fn normal_below(z: f64) -> f64 {
    let t = 1.0 / (1.0 - 0.231_641_9 * z);
    let series = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt() * series
}

#[expect(clippy::cast_precision_loss, reason = "sums of ranks are far below 2^52")]
fn as_f64(whole: usize) -> f64 {
    whole as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{ALPHA, VERDICT_FROM};
    use crate::random::SplitMix64;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn the_p_value_is_the_share_of_all_signs_that_are_as_one_sided() {
        assert!(near(p_value(&[1.0, 2.0, 3.0, 4.0, 5.0]), 2.0 / 32.0), "two of 32");
        assert!(near(p_value(&[-1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), 4.0 / 64.0), "sums 0 and 1, twice");
        assert!(
            near(p_value(&[-3.0, 1.0, 2.0, 4.0, 5.0, 6.0, 7.0]), 10.0 / 128.0),
            "sums up to 3 are made by {{}}, 1, 2, 3 and 1 + 2"
        );
        assert!(near(p_value(&[1.0, -1.0]), 1.0), "as often as not");
        assert!(near(p_value(&[]), 1.0), "nothing is no evidence");
    }

    #[test]
    fn differences_of_nothing_are_left_out_and_ties_share_a_rank() {
        assert!(near(p_value(&[0.0, 1.0, 2.0, 3.0]), 2.0 / 8.0), "three differences are left");
        // Ranks 1.5, 1.5, 3: the sums are 0, 1.5, 1.5, 3, 3, 4.5, 4.5, 6.
        assert!(near(p_value(&[-1.0, 1.0, 2.0]), 6.0 / 8.0), "0 and twice 1.5, from either end");
        assert_eq!(doubled_ranks(&[5.0, 1.0, 5.0]), [5, 2, 5], "2.5, 1 and 2.5");
    }

    /// Critical sums of the signed-rank test at 5 %, two-sided, as tables print them (Conover, table A12).
    #[test]
    fn the_interval_leaves_out_as_many_averages_as_the_tables_say() {
        for (n, sum) in [(6, 0), (7, 2), (8, 3), (9, 5), (10, 8), (15, 25), (20, 52), (25, 89)] {
            assert_eq!(critical(n, 0.05), Some(sum), "of {n} differences");
        }
        let least = (1..9).find(|n| critical(*n, ALPHA).is_some());
        assert_eq!(least, Some(VERDICT_FROM as usize), "five of five on one side happen in 6.25 %");
    }

    #[test]
    fn the_estimate_is_the_median_of_the_walsh_averages() {
        let (middle, interval) = estimate(&[1.0, 2.0, 9.0], 0.05).expect("three differences");
        assert!(near(middle, 3.5), "1, 1.5, 2, 5, 5.5, 9: the middle two are 2 and 5");
        assert_eq!(interval, None, "three carry no interval");
        let six = [4.0, 1.0, 6.0, 2.0, 5.0, 3.0];
        let (middle, interval) = estimate(&six, 0.05).expect("six");
        assert!(near(middle, 3.5), "they lie evenly about 3.5");
        let range = Interval { low: 1.0, high: 6.0 };
        assert_eq!(interval, Some(range), "six carry their whole range and no less");
    }

    #[test]
    fn the_interval_excludes_nothing_exactly_where_the_test_rejects() {
        let mut random = SplitMix64::new(3);
        for n in [6, 7, 9, 10, 15, 30, 201] {
            let mut rejected = 0;
            for _ in 0..if n > MOST_EXACT { 5 } else { 100 } {
                let differences: Vec<f64> = (0..n).map(|_| random.normal() + 0.4).collect();
                let (_, interval) = estimate(&differences, 0.05).expect("there are differences");
                let excluded = interval.is_some_and(|interval| !interval.contains(0.0));
                assert_eq!(excluded, p_value(&differences) <= 0.05, "{differences:?}");
                rejected += usize::from(excluded);
            }
            assert!(rejected > 0, "both ways were tried with {n}");
        }
    }

    #[test]
    fn the_interval_of_a_ratio_excludes_one_exactly_where_that_of_the_difference_excludes_nothing()
    {
        let mut random = SplitMix64::new(8);
        for n in [6, 8, 12, 30] {
            let mut excluded = [0; 2];
            for _ in 0..100 {
                let mut one = |level: f64| 100.0 * (level + 0.7 * random.normal()).exp();
                let pairs: Vec<(f64, f64)> = (0..n).map(|_| (one(0.5), one(0.0))).collect();
                let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
                let (_, of_difference) = estimate(&differences, 0.05).expect("there are rounds");
                let (middle, of_ratio) =
                    ratio(&pairs, critical(n, 0.05)).expect("there are rounds");
                let (of_difference, of_ratio) = of_difference.zip(of_ratio).expect("enough");
                let out = !of_ratio.contains(1.0);
                assert_eq!(out, !of_difference.contains(0.0), "{pairs:?}");
                assert!(of_ratio.contains(middle), "an estimate lies in its interval");
                excluded[usize::from(out)] += 1;
            }
            assert!(excluded.iter().all(|many| *many > 0), "both ways were tried with {n}");
        }
        let twice: Vec<(f64, f64)> =
            (1..9).map(|at| (2.0 * f64::from(at), f64::from(at))).collect();
        let exact = Some(Interval { low: 2.0, high: 2.0 });
        assert_eq!(
            ratio(&twice, critical(8, 0.05)),
            Some((2.0, exact)),
            "twice in every round is twice"
        );
    }

    #[test]
    fn the_normal_approximation_joins_the_exact_distribution() {
        let ranks: Vec<usize> = (1..=MOST_EXACT).map(|rank| 2 * rank).collect();
        let (mean, deviation) = moments(&ranks);
        let exact: f64 = distribution(&ranks, 2 * 8_000).iter().sum();
        let approximate = normal_below((2.0 * 8_000.0 + 1.0 - mean) / deviation);
        assert!((exact - approximate).abs() < 2e-4, "{exact} and {approximate}");
        assert!((normal_above(0.025) - 1.959_964).abs() < 4.5e-4, "the 97.5 % quantile");
        assert!((normal_below(-1.959_964) - 0.025).abs() < 1e-6, "and back");
    }
}
