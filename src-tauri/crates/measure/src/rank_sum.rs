//! The Wilcoxon rank-sum test of two samples, exact.
//!
//! Under the null hypothesis every value is as likely to belong to either sample. That is all the test assumes: not how
//! the values scatter. F. Wilcoxon (1945), "Individual comparisons by ranking methods"; H. B. Mann and D. R. Whitney
//! (1947); W. J. Conover, *Practical Nonparametric Statistics*, 5.1.

use crate::binomial::as_f64;
use crate::signed_rank::{doubled_ranks, normal_below};

/// Above this number of values the normal approximation is used: the exact distribution takes n⁴ steps.
const MOST_EXACT: usize = 40;

/// The two-sided p-value of two samples of finite values: the chance that as many values, drawn from all of them, have a
/// sum of ranks at least as far from its mean. Equal values share a rank; 1 if either sample is empty.
pub fn p_value(a: &[f64], b: &[f64]) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 1.0;
    }
    let all: Vec<f64> = a.iter().chain(b).copied().collect();
    let ranks = doubled_ranks(&all);
    let of_a: usize = ranks.iter().take(a.len()).sum();
    let n = all.len();
    // The mean of a doubled rank is n + 1, so that of their sum is whole.
    let mean = a.len() * (n + 1);
    let away = of_a.abs_diff(mean);
    if n > MOST_EXACT {
        let middle = as_f64(n + 1);
        let squares: f64 = ranks.iter().map(|rank| (as_f64(*rank) - middle).powi(2)).sum();
        let variance = as_f64(a.len()) * as_f64(b.len()) / (as_f64(n) * as_f64(n - 1)) * squares;
        // A sum of doubled ranks moves by two where no values are equal; half a step is the correction for continuity.
        let beyond = as_f64(away.saturating_sub(1));
        return if variance > 0.0 {
            (2.0 * normal_below(-beyond / variance.sqrt())).min(1.0)
        } else {
            1.0
        };
    }
    let chances = distribution(&ranks, a.len());
    let far = chances.iter().enumerate().filter(|(sum, _)| sum.abs_diff(mean) >= away);
    far.map(|(_, chance)| chance).sum::<f64>().min(1.0)
}

/// The probability of each sum of `size` of these ranks.
fn distribution(ranks: &[usize], size: usize) -> Vec<f64> {
    let total: usize = ranks.iter().sum();
    // The probability that of the ranks so far as many belong to the sample, with this sum: drawn without replacement.
    let mut by_size = vec![vec![0.0; total + 1]; size + 1];
    if let Some(nothing) = by_size.first_mut().and_then(|sums| sums.first_mut()) {
        *nothing = 1.0;
    }
    for (drawn, rank) in ranks.iter().enumerate() {
        let left = as_f64(ranks.len() - drawn);
        for taken in (0..=size.min(drawn)).rev() {
            let chance = as_f64(size - taken) / left;
            let (low, high) = by_size.split_at_mut(taken + 1);
            let Some(own) = low.last_mut() else { continue };
            let mut more = high.first_mut();
            for (sum, share) in own.iter_mut().enumerate() {
                let with = more.as_mut().and_then(|sums| sums.get_mut(sum + rank));
                if let Some(with) = with {
                    *with += *share * chance;
                }
                *share *= 1.0 - chance;
            }
        }
    }
    by_size.pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::percentile::{finite_sorted, percentile};
    use crate::random::SplitMix64;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn the_p_value_is_the_share_of_all_divisions_that_are_as_one_sided() {
        let low = [1.0, 2.0, 3.0, 4.0];
        let high = [5.0, 6.0, 7.0, 8.0];
        assert!(near(p_value(&low, &high), 2.0 / 70.0), "two of 8 over 4");
        assert!(near(p_value(&high, &low), 2.0 / 70.0), "from either side");
        assert!(near(p_value(&[9.0], &low), 2.0 / 5.0), "the highest or the lowest of five");
        assert!(near(p_value(&[1.0, 2.0, 4.0], &[3.0, 5.0, 6.0]), 4.0 / 20.0), "sums 6, 7, 14, 15");
        assert!(near(p_value(&[], &low), 1.0), "nothing is no evidence");
    }

    #[test]
    fn equal_values_share_a_rank_and_all_equal_say_nothing() {
        assert!(near(p_value(&[1.0, 1.0], &[1.0, 1.0, 1.0]), 1.0), "every division is alike");
        assert!(near(p_value(&[1.0; 30], &[1.0; 30]), 1.0), "of many as well");
        // Ranks 1.5, 1.5, 3.5, 3.5: sums 3, 5 (four times), 7.
        assert!(near(p_value(&[1.0, 1.0], &[2.0, 2.0]), 2.0 / 6.0), "two of six");
    }

    #[test]
    fn the_approximation_agrees_with_the_exact_test_where_it_takes_over() {
        let mut random = SplitMix64::new(3);
        for shift in [0.0, 0.4, 0.8] {
            let mut draw =
                |n: usize, by: f64| -> Vec<f64> { (0..n).map(|_| random.normal() + by).collect() };
            let (a, b) = (draw(20, 0.0), draw(20, shift));
            let exact = p_value(&a, &b);
            // One value more, in the middle of all, hardly moves it.
            let all = finite_sorted(a.iter().chain(&b).copied());
            let more = [b, vec![percentile(&all, 0.5).expect("forty")]].concat();
            let near = p_value(&a, &more);
            assert!((exact - near).abs() < 0.03, "{exact} and {near}");
        }
    }
}
