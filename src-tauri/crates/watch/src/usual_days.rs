//! By how much turns differ from what is usual at their slots, and how sure that is, a day being one observation.
//!
//! The turns of a day share its luck, and neighbours are alike. So the turns since a change are one observation: the median of what they differ
//! from the usual value of their slot, which is the median of the days before. Each day before is another, of the same slots. The interval is that of
//! Student's t for one new observation: s · √(1 + 1 ÷ days).

use std::collections::{BTreeMap, BTreeSet};

use measure::{percentile, student};

use crate::calendar::{Calendar, KindOfSlot};
use crate::float::float;

/// Least number of turns since a change, of days before it, and of these for the value of a slot.
const LEAST_SINCE: usize = 3;
const LEAST_DAYS: usize = 4;
const LEAST_OF_SLOT: usize = 3;

/// A difference from what is usual, with a confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Shift {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Shift {
    /// Whether the interval is on one side of 0.
    pub(crate) fn is_sure(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// The difference between these turns and the usual ones, each its number and its value; `alpha` is the chance that the interval does not hold it.
/// `None` with too few of either.
pub(crate) fn shift(
    since: &[(u32, f64)],
    usual: &[(u32, f64)],
    calendar: Calendar,
    alpha: f64,
) -> Option<Shift> {
    let mut slots = BTreeMap::<KindOfSlot, Vec<f64>>::new();
    for (turn, value) in usual {
        slots.entry(calendar.kind(*turn)).or_default().push(*value);
    }
    let usual_of: BTreeMap<KindOfSlot, f64> = (slots.into_iter())
        .filter(|(_, values)| values.len() >= LEAST_OF_SLOT)
        .filter_map(|(kind, mut values)| Some((kind, median(&mut values)?)))
        .collect();
    let differs =
        |(turn, value): &(u32, f64)| Some((*turn, value - usual_of.get(&calendar.kind(*turn))?));
    let since: Vec<(u32, f64)> = since.iter().filter_map(differs).collect();
    if since.len() < LEAST_SINCE {
        return None;
    }
    let wanted: BTreeSet<KindOfSlot> = since.iter().map(|(turn, _)| calendar.kind(*turn)).collect();
    let mut days = BTreeMap::<i64, (usize, Vec<f64>)>::new();
    for (turn, value) in usual.iter().filter_map(differs) {
        let kind = calendar.kind(turn);
        if wanted.contains(&kind) {
            let of_kind = wanted.iter().filter(|one| one.is_weekend == kind.is_weekend).count();
            let (expected, values) = days.entry(calendar.day(turn)).or_default();
            *expected = of_kind;
            values.push(value);
        }
    }
    // Of a day with half of its turns or fewer, the rest could be anything.
    let mut days: Vec<f64> = (days.into_values())
        .filter(|(expected, values)| 2 * values.len() >= *expected)
        .filter_map(|(_, mut values)| median(&mut values))
        .collect();
    let n = float(days.len());
    if days.len() < LEAST_DAYS {
        return None;
    }
    let mut values: Vec<f64> = since.into_iter().map(|(_, value)| value).collect();
    let mean = days.iter().sum::<f64>() / n;
    for day in &mut days {
        *day -= mean;
    }
    let squares: f64 = days.iter().map(|day| day * day).sum();
    // A day is part of its own usual value, which takes one of n from what it differs.
    let deviation = (squares / (n - 1.0)).sqrt() * n / (n - 1.0);
    let value = median(&mut values)? - mean;
    let half = student::critical(alpha, n - 1.0) * deviation * (1.0 + 1.0 / n).sqrt();
    Some(Shift { value, low: value - half, high: value + half })
}

/// The median of these values, which are sorted.
pub(crate) fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    percentile(values, 0.5)
}

#[cfg(test)]
mod tests {
    use measure::SplitMix64;

    use super::*;

    /// Hourly turns of ten working days and four hours of the next, whose luck is that of the day and of the turn.
    fn turns(random: &mut SplitMix64, moved: f64) -> [Vec<(u32, f64)>; 2] {
        // The first Monday of 1970 is day 4.
        let days = [4_u32, 5, 6, 7, 8, 11, 12, 13, 14, 15, 18];
        let mut all = days.iter().map(|day| {
            let luck = 3.0 * random.normal();
            let of_day = (9..13).map(|slot| {
                let usual = f64::from(slot) * 10.0;
                (day * 24 + slot, usual + luck + 5.0 * random.normal())
            });
            of_day.collect::<Vec<_>>()
        });
        let usual: Vec<(u32, f64)> = all.by_ref().take(10).flatten().collect();
        let since = all.flatten().map(|(turn, value)| (turn, value + moved)).collect();
        [since, usual]
    }

    #[test]
    fn an_interval_holds_the_difference_in_95_of_100_cases() {
        let mut random = SplitMix64::new(7);
        let mut held = 0;
        for _ in 0..2_000 {
            let [since, usual] = turns(&mut random, 20.0);
            let found = shift(&since, &usual, Calendar::new(24), 0.05).expect("enough");
            held += u32::from(found.low <= 20.0 && 20.0 <= found.high);
        }
        assert!((1_860..=1_960).contains(&held), "{held} of 2000");
    }

    #[test]
    fn of_few_turns_or_days_nothing_is_said() {
        let mut random = SplitMix64::new(8);
        let [since, usual] = turns(&mut random, 20.0);
        let calendar = Calendar::new(24);
        assert_eq!(shift(&since[..2], &usual, calendar, 0.05), None, "two turns");
        assert_eq!(shift(&since, &usual[..12], calendar, 0.05), None, "three days");
        let other: Vec<(u32, f64)> = usual.iter().map(|(turn, value)| (turn + 8, *value)).collect();
        assert_eq!(shift(&since, &other, calendar, 0.05), None, "other hours");
    }
}
