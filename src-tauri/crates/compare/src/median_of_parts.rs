//! The median of one run by its parts, and how sure it is.

use measure::{BatchCorrelation, Interval, Waves, normal_above};

use crate::evidence::{Evidence, Number, finite};
use crate::middle::median;
use crate::request::float;

/// The median of one run by its parts, and how sure it is.
pub(crate) struct MedianOfParts {
    pub(crate) middle: f64,
    pub(crate) n: usize,
    /// Its standard error and the degrees of freedom of that; absent if the median is not known.
    pub(crate) error: Option<(f64, f64)>,
}

impl MedianOfParts {
    /// Rounds of a race are independent, as the race takes them. Batches of a level resemble each other, so their error is
    /// that of so many alike ones, and the median is known where waves carry its interval.
    pub(crate) fn of((one, number): (&Evidence, Number<'_>)) -> Option<Self> {
        let values = one.parts.iter().filter_map(|part| finite(number(&part.middles)));
        let values: Vec<f64> = values.collect();
        let (ratio, freedom, interval) = if one.raced {
            let interval = Interval::of_median(values.iter().copied());
            (1.0, float(values.len()) - 1.0, interval)
        } else {
            let alike = BatchCorrelation::of(&values);
            (alike.variance_ratio, alike.freedom, Waves::of(1.0).median_interval(&values))
        };
        let n = values.len();
        let mut sorted = values;
        sorted.sort_by(f64::total_cmp);
        let error = interval.and_then(|_| error_of_median(&sorted));
        let error = error.map(|error| (error * ratio.sqrt(), freedom));
        Some(Self { middle: median(sorted)?, n, error })
    }
}

/// The median of independent values and its standard error; `None` with too few.
pub(crate) fn median_with_error(values: &[f64]) -> Option<(f64, f64)> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Some((median(sorted.clone())?, error_of_median(&sorted)?))
}

/// The standard error of the median of sorted values: the distance between two order statistics ÷ the width in which a
/// normal variable would lie as often. Price and Bonett (2002), with their choice of the order statistics.
fn error_of_median(sorted: &[f64]) -> Option<f64> {
    let n = float(sorted.len());
    let rank = (f64::midpoint(n, 1.0) - n.sqrt()).round().max(1.0);
    // The probability that at most rank − 1 of n values are below the median.
    let (mut chance, mut outside, mut below) = (0.5_f64.powf(n), 0.0, 0.0);
    if chance == 0.0 {
        // With this many values the binomial is normal.
        outside = f64::NAN;
    }
    while below < rank {
        outside += chance;
        chance *= (n - below) / (below + 1.0);
        below += 1.0;
    }
    let z = if outside.is_nan() {
        (n + 1.0 - 2.0 * rank) / n.sqrt()
    } else {
        normal_above(outside.clamp(1e-12, 0.5))
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rank is from 1 to the number of values"
    )]
    let rank = rank as usize;
    let (low, high) = (sorted.get(rank - 1)?, sorted.get(sorted.len() - rank)?);
    Some((high - low) / (2.0 * z)).filter(|error| error.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_median_is_that_of_its_order_statistics() {
        let five = error_of_median(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("five");
        // The whole range contains the median in 15 of 16 cases: 1.8627 deviations on either side.
        assert!((five - 4.0 / (2.0 * 1.862_7)).abs() < 2e-3, "{five}");
        let many: Vec<f64> = (0..2_001).map(f64::from).collect();
        let many = error_of_median(&many).expect("many");
        // The median of n uniform values scatters by the range ÷ 2√n.
        assert!((many / (2_000.0 / (2.0 * 2_001_f64.sqrt())) - 1.0).abs() < 0.03, "{many}");
    }
}
