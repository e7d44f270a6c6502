//! Judgement rules, each defined once: how many samples a median needs, when two values tie, and which value leads.

use crate::better::Better;
use crate::percentile::{finite_sorted, percentile};

/// Minimum number of samples for a median. Below it the mean is shown instead, and charts draw the point hollow.
pub const MEDIAN_FROM: u32 = 5;

/// Accepted chance of any false verdict on one metric of a race, all lanes together.
pub const ALPHA: f64 = 0.05;

/// The confidence of every interval of the app.
pub const CONFIDENCE: f64 = 1.0 - ALPHA;

/// Minimum number of rounds for a significant difference between two lanes: with fewer, even unanimous rounds are
/// likelier than [`ALPHA`].
pub const VERDICT_FROM: u32 = 6;

/// Two values tie if they differ by less than this share of the smaller one.
pub const TIE: f64 = 0.02;

/// Metrics that grow with the answer are compared only if the longest answer has at most this many times the tokens of the
/// shortest. Otherwise the contender that writes less would be faster.
pub const ALIKE_LENGTH: f64 = 1.1;

/// Whether there are enough samples for a median.
pub fn carries_median(samples: usize) -> bool {
    samples >= MEDIAN_FROM as usize
}

/// Whether two values are a tie: equal, or less than 2 % of the smaller one apart.
pub fn is_tie(a: f64, b: f64) -> bool {
    let difference = (a - b).abs();
    difference == 0.0 || difference < TIE * a.abs().min(b.abs())
}

/// The best value and its owner; among equal values, the first. Non-finite values are ignored; `None` if none is left.
pub fn leader<Who>(
    values: impl IntoIterator<Item = (Who, f64)>,
    better: Better,
) -> Option<(Who, f64)> {
    let known = values.into_iter().filter(|(_, value)| value.is_finite());
    known.min_by(|(_, a), (_, b)| match better {
        Better::Lower => a.total_cmp(b),
        Better::Higher => b.total_cmp(a),
    })
}

/// The typical value: the median, or the mean if there are too few values for a median.
pub fn middle(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let sorted = finite_sorted(values);
    if carries_median(sorted.len()) {
        return percentile(&sorted, 0.5);
    }
    let n = u32::try_from(sorted.len()).ok().filter(|n| *n > 0)?;
    Some(sorted.iter().sum::<f64>() / f64::from(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_is_less_than_two_percent_of_the_smaller_one_in_either_order() {
        for (a, b, tied) in [
            (1_000.0, 1_019.0, true),
            (1_000.0, 1_021.0, false),
            (100.0, 102.0, false),
            (-1.0, 1.0, false),
            (0.0, 0.0, true),
            (0.0, 0.001, false),
        ] {
            assert_eq!(is_tie(a, b), tied, "{a} and {b}");
            assert_eq!(is_tie(b, a), tied, "{b} and {a}");
        }
        assert!(!is_tie(f64::NAN, 1.0), "what is no number ties with nothing");
    }

    #[test]
    fn few_samples_are_stood_for_by_their_mean_and_five_by_their_median() {
        let few = middle([100.0, 110.0, 400.0]).expect("there are values");
        assert!((few - 203.333_333).abs() < 1e-3, "three carry no median: {few}");
        assert_eq!(middle([100.0, 110.0, 400.0, 105.0, 104.0]), Some(105.0), "five carry one");
        assert_eq!(middle([]), None, "nothing has no middle");
        assert!(!carries_median(4) && carries_median(5), "the same five everywhere");
    }

    #[test]
    fn the_leader_is_the_best_by_the_numbers_own_direction() {
        let values = [("a", 3.0), ("b", 1.0), ("c", f64::NAN), ("d", 1.0)];
        assert_eq!(
            leader(values, Better::Lower),
            Some(("b", 1.0)),
            "the first of two that are equal"
        );
        assert_eq!(leader(values, Better::Higher), Some(("a", 3.0)), "more is better of a rate");
        assert_eq!(leader([("c", f64::NAN)], Better::Lower), None, "nobody has a number");
    }
}
