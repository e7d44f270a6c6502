//! By what factor the values of one sample are larger than those of another: the estimate of Hodges and Lehmann and the
//! interval of the rank-sum test, of their ratio.
//!
//! J. L. Hodges and E. L. Lehmann (1963), "Estimates of location based on rank tests"; W. J. Conover, *Practical
//! Nonparametric Statistics*, 5.4. It assumes that the values of both scatter alike but for the factor. Infinite values, which
//! stand for failed requests, keep their ranks.

use measure::rank_sum_p;

/// The largest factor that is told.
const MOST: f64 = 1e6;
/// Halvings of an interval of logarithms: enough for 7 digits.
const HALVINGS: u32 = 32;

/// A factor, with the ends of its interval at confidence 1 − 2 · `alpha`; an end is absent with too few values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Factor {
    pub(crate) estimate: f64,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

/// The factor by which the values of `a` are larger than those of `b`, neither of them negative: 0 or infinite where all failed
/// on one side. `None` without values.
pub(crate) fn factor(a: &[f64], b: &[f64], alpha: f64) -> Option<Factor> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    if a.iter().chain(b).all(|value| *value == 0.0) {
        return Some(Factor { estimate: 1.0, low: Some(1.0), high: Some(1.0) });
    }
    let divided = |by: f64| a.iter().map(|value| value / by).collect::<Vec<_>>();
    let beyond = (Some(0.0), Some(f64::INFINITY));
    let estimate = crossing(|by| is_above(&divided(by), b) > 0.0, beyond)?;
    // One-sided: the two-sided p-value of a shift towards that side is halved.
    let rejects = |by: f64, sign: f64| {
        let moved = divided(by);
        is_above(&moved, b) * sign > 0.0 && rank_sum_p(&moved, b) / 2.0 <= alpha
    };
    let low = crossing(|by| rejects(by, 1.0), (None, beyond.1));
    let high = crossing(|by| !rejects(by, -1.0), (beyond.0, None));
    Some(Factor { estimate, low, high })
}

/// How much larger the values of `a` are than those of `b`: Mann and Whitney's statistic less its mean.
fn is_above(a: &[f64], b: &[f64]) -> f64 {
    let mut sorted = b.to_vec();
    sorted.sort_by(f64::total_cmp);
    let of_all = as_f64(a.len()) * as_f64(b.len());
    let beaten = |value: &f64| {
        let below = sorted.partition_point(|other| other < value);
        let not_above = sorted.partition_point(|other| other <= value);
        as_f64(below + not_above) / 2.0
    };
    a.iter().map(beaten).sum::<f64>() - of_all / 2.0
}

/// To how many parts of 1 a factor is told.
const DIGITS: f64 = 1e6;

/// The factor at which `holds` changes from true to false, from 1 ÷ [`MOST`] to [`MOST`]; the ends of `beyond` where it is never
/// true, and always.
fn crossing(holds: impl Fn(f64) -> bool, beyond: (Option<f64>, Option<f64>)) -> Option<f64> {
    let (mut low, mut high) = (-MOST.ln(), MOST.ln());
    if !holds(low.exp()) {
        return beyond.0;
    }
    if holds(high.exp()) {
        return beyond.1;
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if holds(middle.exp()) { low = middle } else { high = middle }
    }
    // To six digits, so that equal values have the factor 1 and not a little less.
    Some((f64::midpoint(low, high).exp() * DIGITS).round() / DIGITS)
}

fn as_f64(count: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^52 requests")]
    let number = count as f64;
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-6
    }

    #[test]
    fn values_that_are_all_larger_by_a_factor_have_that_factor() {
        let b: Vec<f64> = (1..=20).map(|n| 100.0 * 1.1_f64.powi(n)).collect();
        let a: Vec<f64> = b.iter().map(|value| value * 1.25).collect();
        let found = factor(&a, &b, 0.025).expect("both have values");
        assert!(near(found.estimate, 1.25), "{found:?}");
        let (low, high) = (found.low.expect("twenty suffice"), found.high.expect("as above"));
        assert!(low < 1.25 && 1.25 < high, "{found:?}");
        let turned = factor(&b, &a, 0.025).expect("as above");
        assert!(
            near(turned.low.expect("as above") * high, 1.0),
            "the other way round it is the same"
        );
    }

    #[test]
    fn too_few_values_have_an_estimate_and_no_interval() {
        let found = factor(&[2.0, 2.2], &[1.0, 1.1], 0.025).expect("values");
        assert_eq!((found.low, found.high), (None, None), "nothing is rejected with two of each");
        assert!((found.estimate - 2.0).abs() < 0.2, "{found:?}");
    }

    #[test]
    fn a_failed_request_is_above_every_value_whatever_the_factor() {
        let b: Vec<f64> = (1..=30).map(f64::from).collect();
        let mut a = b.clone();
        for value in a.iter_mut().take(15) {
            *value = f64::INFINITY;
        }
        let found = factor(&a, &b, 0.025);
        assert!(found.is_none_or(|found| found.low.is_none_or(|low| low > 1.0)), "{found:?}");
    }

    #[test]
    fn where_all_failed_or_cost_nothing_on_one_side_the_factor_is_at_its_end() {
        let same = factor(&[0.0; 9], &[0.0; 9], 0.025).expect("both are zero");
        assert_eq!((same.estimate, same.low, same.high), (1.0, Some(1.0), Some(1.0)));
        let dearer = factor(&[1.0; 9], &[0.0; 9], 0.025).expect("values");
        assert_eq!((dearer.low, dearer.high), (Some(f64::INFINITY), None), "than nothing");
        let failed = factor(&[f64::INFINITY; 9], &[100.0; 9], 0.025).expect("values");
        assert_eq!(failed.low, Some(f64::INFINITY), "slower than any factor");
        let stopped = factor(&[0.0; 9], &[100.0; 9], 0.025).expect("values");
        assert_eq!((stopped.estimate, stopped.high), (0.0, Some(0.0)), "no speed at all");
    }
}
