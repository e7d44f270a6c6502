//! The point at which the level of a daily series changes.
//!
//! - **The statistic**: the series is split at every point that leaves three days on either side; the split whose sides
//!   differ most in their ranks counts (A. N. Pettitt 1979, "A non-parametric approach to the change-point problem",
//!   with the weight of each split as in its two-sample test). One bad day is no change.
//! - **Where it is**: at the split whose sides scatter least about their own medians, Σ|value − median| (least absolute
//!   deviations; J. Bai 1995, "Least absolute deviation estimation of a shift"). The split of the clearest ranks tends to
//!   the middle of the series: by simulation its day is wrong in a third of steps near an end, however large they are.
//! - **Its p-value**: how often the same days in another order have as large a statistic. Permutations are drawn until
//!   twenty have (J. Besag and P. Clifford 1991, "Sequential Monte Carlo p-values").
//! - **Correlated days** would be mistaken for changes. So the statistic is divided by √((1 + r) ÷ (1 − r)), by which
//!   the correlation widens its scatter; r is the lag-1 correlation of the residuals. Over few days r is hardly known,
//!   so among correlated days false alarms become rarer but do not reach 5 %.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::random::SplitMix64;

/// Minimum number of days for finding a change: with seven, no order is rarer than 5 %.
pub const CHANGE_FROM: usize = 8;

/// Minimum number of days on either side of a change.
const SIDE: usize = 3;

/// The number of permutations with as large a statistic after which no more are drawn, and the maximum number drawn.
const ENOUGH: u32 = 20;
const MOST: u32 = 9_999;

/// The most likely change of a series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangePoint {
    /// Number of values before the change.
    pub at: usize,
    /// The chance of so clear a change in a series without one.
    pub p: f64,
}

/// The most likely change of a series. `None` if it is shorter than [`CHANGE_FROM`], or all its values are equal.
pub fn change_point(values: &[f64]) -> Option<ChangePoint> {
    let mut ranks = ranks(values);
    if values.len() < CHANGE_FROM || ranks.iter().all(|rank| *rank == 0.0) {
        return None;
    }
    let widths = widths(ranks.len());
    let least = Split::of(&ranks, &widths)?.clearness(&ranks)? - 1e-9;
    let (at, _) = closest_split(values)?;
    let mut random = SplitMix64::new(values.len() as u64);
    let (mut as_clear, mut drawn) = (0, 0);
    while as_clear < ENOUGH && drawn < MOST {
        random.shuffle(&mut ranks);
        drawn += 1;
        let other = Split::of(&ranks, &widths);
        as_clear += u32::from(other.is_some_and(|other| other.is_as_clear(&ranks, least)));
    }
    let p = if as_clear == ENOUGH {
        f64::from(ENOUGH) / f64::from(drawn)
    } else {
        f64::from(as_clear + 1) / f64::from(drawn + 1)
    };
    Some(ChangePoint { at, p })
}

/// The minimum number of days at which a change can be significant at this level: with fewer, too few orders exist for
/// even the clearest change.
pub fn days_for_a_change(alpha: f64) -> usize {
    let mut days = CHANGE_FROM;
    while days < 60 && least_p(days) > alpha {
        days += 1;
    }
    days
}

/// The minimum number of days on either side of a change at which the clearest one is significant at this level, among this
/// many days; `None` if there is none. With fewer it is only if the day beside them happens to be as far off.
pub fn side_for_a_change(days: usize, alpha: f64) -> Option<usize> {
    (SIDE..=days / 2)
        .find(|side| change_point(&clear_step(days, *side)).is_some_and(|found| found.p <= alpha))
}

/// Days that scatter little, in no pattern that looks like correlation, and then go to a far level for this many days.
fn clear_step(days: usize, side: usize) -> Vec<f64> {
    let before = days - side;
    let scatter = |day: usize| float(if day.is_multiple_of(2) { day } else { before - day });
    (0..days).map(|day| if day < before { scatter(day) } else { float(days + day) }).collect()
}

/// The p-value of the clearest change among this many days: 2 ÷ the number of ways to choose half of them.
fn least_p(days: usize) -> f64 {
    let half = days / 2;
    let ways =
        (0..half).fold(1.0, |ways, chosen| ways * float(days - chosen) / float(half - chosen));
    2.0 / ways
}

/// Ranks − mean rank; equal values share the mean of their ranks.
pub(crate) fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<(f64, usize)> = values.iter().copied().zip(0..).collect();
    order.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut ranks = vec![0.0; values.len()];
    let mut below = 0;
    for equal in order.chunk_by(|(a, _), (b, _)| a.total_cmp(b).is_eq()) {
        // Twice the mean rank is the sum of the first and the last.
        let middle = (float(2 * below + equal.len()) - float(values.len())) / 2.0;
        for (_, at) in equal {
            if let Some(rank) = ranks.get_mut(*at) {
                *rank = middle;
            }
        }
        below += equal.len();
    }
    ranks
}

/// The number of values before the split whose sides are closest to their own medians, and Σ|value − median| of both.
pub(crate) fn closest_split(values: &[f64]) -> Option<(usize, f64)> {
    let n = values.len();
    let before = deviations(values.iter().copied());
    let after = deviations(values.iter().rev().copied());
    (before.iter().zip(after.iter().rev()).map(|(before, after)| before + after).enumerate())
        .filter(|(at, _)| (SIDE..=n.saturating_sub(SIDE)).contains(at))
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// Σ|value − median| of the first 0, 1, 2, … values, in O(n log n): the values below the median and those above it are kept
/// apart, each with its sum.
fn deviations(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let (mut low, mut high) = (BinaryHeap::<Ordered>::new(), BinaryHeap::<Reverse<Ordered>>::new());
    let (mut below, mut above) = (0.0, 0.0);
    let mut found = vec![0.0];
    for value in values {
        // Through the lower half, so that each half holds what belongs there.
        low.push(Ordered(value));
        below += value;
        if let Some(Ordered(most)) = low.pop() {
            below -= most;
            above += most;
            high.push(Reverse(Ordered(most)));
        }
        if high.len() > low.len()
            && let Some(Reverse(Ordered(least))) = high.pop()
        {
            above -= least;
            below += least;
            low.push(Ordered(least));
        }
        // Between the halves any level is as close; the upper end of the lower one is a median.
        let median = low.peek().map_or(0.0, |Ordered(most)| *most);
        let deviation = median * float(low.len()) - below + above - median * float(high.len());
        found.push(deviation);
    }
    found
}

/// A number with the total order of IEEE 754.
#[derive(PartialEq)]
struct Ordered(f64);

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The split whose sides differ most.
struct Split {
    /// Number of days before it.
    at: usize,
    /// The sum of their ranks.
    sum: f64,
    /// By how much its sides differ, in units of the scatter of independent days.
    difference: f64,
}

impl Split {
    /// Of these ranks, with the [widths](widths) of a series of this length.
    fn of(ranks: &[f64], widths: &[f64]) -> Option<Self> {
        let n = ranks.len();
        let mut sum = 0.0;
        let splits = ranks.iter().zip(widths).zip(1..).filter_map(|((rank, width), at)| {
            sum += rank;
            let is_inside = at >= SIDE && at + SIDE <= n;
            is_inside.then(|| Self { at, sum, difference: sum.abs() / width })
        });
        splits.max_by(|a, b| a.difference.total_cmp(&b.difference))
    }

    /// By how much its sides differ in units of the scatter of days as correlated as these: at most `difference`.
    fn clearness(&self, ranks: &[f64]) -> Option<f64> {
        let (before, after) = ranks.split_at_checked(self.at)?;
        let means = (self.sum / float(before.len()), -self.sum / float(after.len()));
        let correlation = correlation(before, after, means);
        Some(self.difference * ((1.0 - correlation) / (1.0 + correlation)).sqrt())
    }

    /// Whether it is at least this clear.
    fn is_as_clear(&self, ranks: &[f64], least: f64) -> bool {
        self.difference >= least && self.clearness(ranks).is_some_and(|own| own >= least)
    }
}

/// The scatter of the sum of ranks of each start of a series of this length.
fn widths(n: usize) -> Vec<f64> {
    (1..n).map(|before| (float(before) * float(n - before) / float(n)).sqrt()).collect()
}

/// The lag-1 correlation of the residuals, from 0 to 0.9. It is underestimated in a short series (F. H. C. Marriott and
/// J. A. Pope 1954), and more so in one to which a change was fitted: four times as much, by simulation. One standard
/// error is subtracted.
fn correlation(before: &[f64], after: &[f64], (mean_before, mean_after): (f64, f64)) -> f64 {
    let sides = [(before, mean_before), (after, mean_after)];
    let squares: f64 = sides.into_iter().flat_map(residuals).map(|one| one * one).sum();
    if squares <= 0.0 {
        return 0.0;
    }
    let next =
        |side| residuals(side).zip(residuals(side).skip(1)).map(|(one, next)| one * next).sum();
    let seen = sides.into_iter().map::<f64, _>(next).sum::<f64>() / squares;
    let days = float(before.len() + after.len());
    // A correlation that a series of this length shows by chance is ignored.
    (seen + 4.0 * (1.0 + 3.0 * seen) / days - days.sqrt().recip()).clamp(0.0, 0.9)
}

fn residuals((side, mean): (&[f64], f64)) -> impl Iterator<Item = f64> {
    side.iter().map(move |one| one - mean)
}

pub(crate) fn float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::NAN, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_found_where_it_is() {
        let series = [5.0, 5.2, 4.9, 5.1, 5.0, 5.3, 8.0, 8.1, 7.9, 8.2, 8.0, 8.3];
        let found = change_point(&series).expect("twelve days");
        assert_eq!(found.at, 6, "six days before it");
        assert!(found.p < 0.01, "2 of 924 ways to choose six of twelve: {}", found.p);
    }

    #[test]
    fn a_step_too_late_to_show_is_hardly_found_and_two_days_later_it_mostly_is() {
        let mut random = SplitMix64::new(11);
        for (days, alpha) in [(16, 0.025), (30, 0.02), (30, 0.001)] {
            let side = side_for_a_change(days, alpha).expect("some step can be told");
            let mut found = |after: usize| {
                let mut series: Vec<f64> = (0..days).map(|_| random.unit()).collect();
                for late in series.iter_mut().rev().take(after) {
                    *late += 100.0;
                }
                change_point(&series).is_some_and(|found| found.p <= alpha)
            };
            let told =
                |of: &mut dyn FnMut(usize) -> bool, after| (0..40).filter(|_| of(after)).count();
            let too_late = told(&mut found, side - 1);
            assert!(too_late <= 8, "{days} days: {too_late} of 40 with {} after it", side - 1);
            let with_two_more = told(&mut found, side + 1);
            assert!(
                with_two_more >= 30,
                "{days} days: {with_two_more} of 40 with {} after it",
                side + 1
            );
        }
    }

    #[test]
    fn a_step_near_an_end_has_its_own_day_whatever_the_scatter_before_it() {
        let mut random = SplitMix64::new(7);
        let mut right = 0;
        for _ in 0..200 {
            let day = |at: usize, noise: f64| if at < 20 { 100.0 + noise } else { 80.0 + noise };
            let series: Vec<f64> = (0..24).map(|at| day(at, random.unit() * 4.0 - 2.0)).collect();
            right += u32::from(change_point(&series).is_some_and(|found| found.at == 20));
        }
        assert_eq!(right, 200, "twenty times the scatter, four days before the end");
    }

    #[test]
    fn the_scatter_of_each_start_is_that_about_its_median() {
        let values = [3.0, -1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0, 3.0];
        for (n, found) in deviations(values.into_iter()).into_iter().enumerate() {
            let mut start: Vec<f64> = values[..n].to_vec();
            start.sort_by(f64::total_cmp);
            let median = start.get(n.saturating_sub(1) / 2).copied().unwrap_or_default();
            let own: f64 = start.iter().map(|value| (value - median).abs()).sum();
            assert!((found - own).abs() < 1e-9, "of {n}: {found}, and one by one {own}");
        }
    }

    #[test]
    fn one_bad_day_is_not_a_change() {
        let series = [5.0, 5.2, 4.9, 5.1, 5.0, 5.3, 4.8, 5.15, 4.95, 5.25, 5.05, 90.0];
        let found = change_point(&series).expect("twelve days");
        assert!(found.p > 0.05, "however bad it was: {}", found.p);
    }

    #[test]
    fn correlated_days_are_not_a_change() {
        let wave = (0..30).map(|day| (f64::from(day) / 3.0).sin());
        let found = change_point(&wave.collect::<Vec<f64>>()).expect("thirty days");
        assert!(found.p > 0.05, "a slow wave has no step: {}", found.p);
    }

    #[test]
    fn too_few_days_and_equal_days_say_nothing() {
        assert_eq!(change_point(&[1.0, 1.0, 1.0, 9.0, 9.0, 9.0, 9.0]), None, "seven days");
        assert_eq!(change_point(&[3.0; 20]), None, "nothing moved");
        let clear = [1.0, 2.0, 1.5, 1.2, 9.0, 8.0, 8.5, 9.2];
        let found = change_point(&clear).expect("eight days");
        assert!(found.p <= 0.05, "eight suffice for the clearest change: {}", found.p);
    }

    #[test]
    fn more_comparisons_need_more_days() {
        let needed = [0.05, 0.05 / 5.0, 0.05 / 20.0].map(days_for_a_change);
        assert_eq!(needed, [8, 10, 12], "2 of 70, of 252, of 924 orders");
    }
}
