//! Whether values rise or fall steadily, with the days or with the length of a prompt, and how fast.
//!
//! - **The slope** is the median of the slopes between all pairs of points: H. Theil (1950), P. K. Sen (1968), "Estimates of
//!   the regression coefficient based on Kendall's tau". A few bad points do not move it, and gaps between them count. Two of the
//!   same day or length have no slope.
//! - **Its p-value** is that of Kendall's S over the points: H. B. Mann (1945), with the variance of points that resemble each
//!   other by K. H. Hamed and A. R. Rao (1998), "A modified Mann-Kendall trend test for autocorrelated data". Their
//!   correlations of ranks around the line are taken to be those of an autoregression, `r` to the power of the lag, because
//!   few points do not show each of them.
//! - **Its interval** lies between two of those slopes, chosen by the same variance (Sen 1968), so that it excludes 0 where
//!   the p-value is below 5 %.

use crate::change_point::CHANGE_FROM;
use crate::change_point::{float, ranks};
use crate::interval::Interval;
use crate::judge::ALPHA;
use crate::signed_rank::normal_above;

/// Maximum number of points that are compared two by two; more are reduced by taking medians of neighbours.
const MOST_POINTS: usize = 400;
/// Maximum correlation assumed between a point and the one before.
const MOST_ALIKE: f64 = 0.9;
/// Standard errors added to the observed correlation of points.
const CARE: f64 = 0.5;

/// A steady rise or fall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TheilSen {
    /// Change per day or per token, in the unit of the values.
    pub slope: f64,
    /// 95 % confidence interval of the slope, for this series alone.
    pub ci: Interval,
    /// The standard error of the slope: half the width of its interval ÷ that of a standard normal variable's.
    pub error: f64,
    /// The line at 0.
    pub at_0: f64,
    /// Chance of so clear a trend in a series without one.
    pub p: f64,
}

impl TheilSen {
    /// The trend of points in order, each as its day or length and its value. `None` if there are fewer than [`CHANGE_FROM`], or
    /// if all of their values are equal.
    pub fn of(points: &[(f64, f64)]) -> Option<Self> {
        let (numbers, values): (Vec<f64>, Vec<f64>) =
            reduced(points, MOST_POINTS).into_iter().unzip();
        if values.len() < CHANGE_FROM || ranks(&values).iter().all(|rank| *rank == 0.0) {
            return None;
        }
        let TheilSenLine { slope, at_0, left } = TheilSenLine::of(&numbers, &values)?;
        let mut slopes = slopes(&numbers, &values);
        slopes.sort_unstable_by(f64::total_cmp);
        let deviation = deviation(&values, &left);
        let signs = slopes.iter().filter(|slope| **slope != 0.0);
        let kendall: f64 = signs.map(|slope| slope.signum()).sum();
        // Kendall's S moves in steps of two.
        let z = (kendall.abs() - 1.0).max(0.0) / deviation;
        let reach = normal_above(ALPHA / 2.0) * deviation;
        let pairs = float(slopes.len());
        let at = |rank: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a rank within the slopes"
            )]
            let index = rank.clamp(0.0, pairs - 1.0) as usize;
            slopes.get(index).copied()
        };
        let low = at(pairs.midpoint(-reach).floor())?;
        let high = at(pairs.midpoint(reach).ceil())?;
        let p = crate::student::p_value(z, NORMAL);
        let error = (high - low) / 2.0 / normal_above(ALPHA / 2.0);
        Some(Self { slope, ci: Interval { low, high }, error, at_0, p })
    }

    /// The slope alone, which takes two points that lie apart.
    pub fn slope(points: &[(f64, f64)]) -> Option<f64> {
        let (numbers, values): (Vec<f64>, Vec<f64>) =
            reduced(points, MOST_POINTS).into_iter().unzip();
        median(slopes(&numbers, &values))
    }
}

/// At most `most` points, each the median of as many neighbours.
pub(crate) fn reduced(days: &[(f64, f64)], most: usize) -> Vec<(f64, f64)> {
    let neighbours = days.chunks(days.len().div_ceil(most).max(1));
    let each = neighbours.filter_map(|some| {
        let (numbers, values): (Vec<f64>, Vec<f64>) = some.iter().copied().unzip();
        Some((median(numbers)?, median(values)?))
    });
    each.collect()
}

/// The line through points, by the median slope.
#[derive(Debug, Clone)]
pub(crate) struct TheilSenLine {
    /// Change per day or per token.
    slope: f64,
    /// The line at 0.
    at_0: f64,
    /// How far each point lies above it.
    pub(crate) left: Vec<f64>,
}

impl TheilSenLine {
    /// The line through these values on days of these numbers, or at these lengths; `None` without two.
    pub(crate) fn of(numbers: &[f64], values: &[f64]) -> Option<Self> {
        let slope = median(slopes(numbers, values))?;
        let from_line = |at_0: f64| {
            let days = numbers.iter().zip(values);
            days.map(move |(day, value)| value - slope * day - at_0).collect()
        };
        let at_0 = median(from_line(0.0))?;
        Some(Self { slope, at_0, left: from_line(at_0) })
    }

    /// The line at this point.
    pub(crate) fn at(&self, day: f64) -> f64 {
        self.at_0 + self.slope * day
    }
}

/// The slopes between all pairs of points.
fn slopes(numbers: &[f64], values: &[f64]) -> Vec<f64> {
    let days = || numbers.iter().zip(values);
    let pairs = days().enumerate().flat_map(|(index, (day, value))| {
        let later = days().skip(index + 1);
        later.map(move |(next, other)| (other - value) / (next - day))
    });
    pairs.filter(|slope| slope.is_finite()).collect()
}

/// Degrees of freedom with which Student's distribution is a normal one to six digits.
const NORMAL: f64 = 1e6;

/// The standard deviation of Kendall's S without a trend, where points scatter around the line by `left`.
fn deviation(values: &[f64], left: &[f64]) -> f64 {
    let n = float(values.len());
    let scatter = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0);
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let equal = sorted.chunk_by(|a, b| a.total_cmp(b).is_eq());
    let ties: f64 = equal.map(|alike| scatter(float(alike.len()))).sum();
    let alike = alike(&ranks(left));
    let (mut power, mut sum) = (1.0, 0.0);
    for lag in 1..values.len() {
        power *= alike;
        let left = n - float(lag);
        sum += left * (left - 1.0) * (left - 2.0) * power;
    }
    let longer = 1.0 + 2.0 * sum / (n * (n - 1.0) * (n - 2.0));
    ((scatter(n) - ties) / 18.0 * longer).sqrt()
}

/// The lag-1 correlation of these ranks around their mean, from 0 to 0.9. A short series underestimates it (F. H. C. Marriott
/// and J. A. Pope 1954), twice as much where a line was fitted to it.
fn alike(ranks: &[f64]) -> f64 {
    let n = float(ranks.len());
    let squares: f64 = ranks.iter().map(|rank| rank * rank).sum();
    let next: f64 = ranks.iter().zip(ranks.iter().skip(1)).map(|(one, next)| one * next).sum();
    let seen = if squares > 0.0 { next / squares } else { 0.0 };
    (seen + 2.0 * (1.0 + 3.0 * seen) / n + CARE / n.sqrt()).clamp(0.0, MOST_ALIKE)
}

/// In linear time, since it is taken of all pairs of days of each series that is simulated.
fn median(mut values: Vec<f64>) -> Option<f64> {
    let half = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    let is_odd = values.len() % 2 == 1;
    let (lower, upper, _) = values.select_nth_unstable_by(half, f64::total_cmp);
    let upper = *upper;
    let below = lower.iter().copied().max_by(f64::total_cmp).filter(|_| !is_odd);
    Some(below.map_or(upper, |below| below.midpoint(upper)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    fn days(value: impl FnMut(u32) -> f64, n: u32) -> Vec<(f64, f64)> {
        (0..n).map(f64::from).zip((0..n).map(value)).collect()
    }

    #[test]
    fn the_slope_is_that_of_the_line_in_spite_of_bad_days_and_gaps() {
        let mut series = days(|day| 10.0 + 0.5 * f64::from(day), 30);
        series[7].1 = 900.0;
        series.retain(|(day, _)| !(10.0..15.0).contains(day));
        let found = TheilSen::of(&series).expect("25 days");
        assert!((found.slope - 0.5).abs() < 1e-9, "half a unit a day: {}", found.slope);
        assert!((found.at_0 - 10.0).abs() < 1e-9, "from ten: {}", found.at_0);
        assert!(found.p < 1e-6 && found.ci.contains(0.5), "no doubt of it: {found:?}");
    }

    #[test]
    fn a_drift_is_found_and_its_interval_holds_it() {
        let mut random = SplitMix64::new(3);
        let (mut found, mut held) = (0, 0);
        for _ in 0..200 {
            let series = days(|day| 0.3 * f64::from(day) + random.normal(), 30);
            let trend = TheilSen::of(&series).expect("thirty days");
            found += u32::from(trend.p <= 0.01);
            held += u32::from(trend.ci.contains(0.3));
            assert_eq!(trend.p <= 0.04, trend.p <= 0.04 && !trend.ci.contains(0.0), "{trend:?}");
        }
        assert!(found >= 195, "nine deviations in thirty days: {found} of 200");
        assert!(held >= 186, "95 % of 200 are 190, less two deviations: {held}");
    }

    /// Series without a trend that have one at 5 %, of 400, where each day resembles the one before by `r`.
    fn false_trends(n: u32, r: f64) -> usize {
        let mut random = SplitMix64::new(11);
        let one = |_: usize| {
            let mut last = random.normal();
            let series = days(
                |_| {
                    last = r * last + (1.0 - r * r).sqrt() * random.normal();
                    last
                },
                n,
            );
            TheilSen::of(&series).is_some_and(|trend| trend.p <= 0.05)
        };
        (0..400).map(one).filter(|found| *found).count()
    }

    #[test]
    fn days_that_resemble_each_other_rarely_have_a_trend() {
        for n in [9, 14, 30, 60] {
            assert!(false_trends(n, 0.0) <= 29, "independent: 5 % of 400 and two deviations");
            assert!(false_trends(n, 0.3) <= 29, "{n} days, 0.3: {}", false_trends(n, 0.3));
        }
        // Of few days the correlation is hardly known.
        assert!(false_trends(30, 0.6) <= 44, "0.6: {}", false_trends(30, 0.6));
    }

    #[test]
    fn few_days_and_equal_days_have_no_trend_and_many_are_bounded() {
        assert_eq!(TheilSen::of(&days(f64::from, 7)), None, "seven days");
        assert_eq!(TheilSen::of(&days(|_| 3.0, 20)), None, "nothing moved");
        let many = TheilSen::of(&days(f64::from, 5_000)).expect("five thousand days");
        assert!((many.slope - 1.0).abs() < 1e-9, "one a day: {}", many.slope);
    }
}
