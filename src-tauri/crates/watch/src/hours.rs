//! What was measured hour by hour: from this the pattern of the week, the level and the values of the days come.

use std::collections::VecDeque;

use measure::percentile;

use crate::float::{days_between, float};
use crate::pattern::WeekPattern;

/// Hours of days that are kept: eight weeks.
const MOST: usize = 8 * 168;
/// Days on either side whose mean an hour is compared with, so that a week is whole and a drift is no pattern.
const BESIDE: i64 = 3;
/// Days of which the level is the median.
const DAYS_OF_LEVEL: i64 = 7;
/// Hours from which on a level is theirs.
const LEVEL_FROM: usize = 3;
/// The farthest that an hour of a merged level counts as, on the logarithmic scale.
const FARTHEST: f64 = 0.35;
/// The deviation of a day's own luck that is assumed before any was seen, and its weight in days.
const DAY_DEVIATION: f64 = 0.03;
const ASSUMED_DAYS: f64 = 4.0;
/// Days of which the day's own luck is learned.
const DAYS_OF_LUCK: usize = 28;

/// The turns of an hour of a day at one level.
#[derive(Debug, Clone, Copy)]
struct HourOfDay {
    /// How many levels were before it.
    level: usize,
    date: i64,
    hour_of_week: u8,
    turns: f64,
    /// The mean of its values.
    mean: f64,
}

/// A day at one level: the mean of its turns, without the pattern.
#[derive(Debug, Clone, Copy)]
struct Day {
    level: usize,
    date: i64,
    turns: f64,
    mean: f64,
}

/// Hours of days, the latest at the end.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hours(VecDeque<HourOfDay>);

impl Hours {
    /// Adds a turn; `level` counts the levels before its own.
    pub(crate) fn add(&mut self, level: usize, day: i64, hour_of_week: u8, value: f64) {
        match self.0.back_mut() {
            Some(hour)
                if (hour.level, hour.date, hour.hour_of_week) == (level, day, hour_of_week) =>
            {
                hour.turns += 1.0;
                hour.mean += (value - hour.mean) / hour.turns;
            }
            _ => self.0.push_back(HourOfDay {
                level,
                date: day,
                hour_of_week,
                turns: 1.0,
                mean: value,
            }),
        }
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }

    /// Makes the hours of level number `from` those of level number `to`: what went up and came down within a day was no other level.
    /// An hour that was farther away than [`FARTHEST`] is counted as that far, so that an outage is no pattern.
    pub(crate) fn merge(&mut self, from: usize, to: usize, level: f64, pattern: &WeekPattern) {
        for hour in self.0.iter_mut().rev().take_while(|hour| hour.level >= from) {
            let expected = level + pattern.at(hour.hour_of_week).value;
            hour.mean = expected + (hour.mean - expected).clamp(-FARTHEST, FARTHEST);
            hour.level = to;
        }
    }

    /// The pattern of the week, better than the one before. `variance` is that of a turn, were neighbours not alike.
    pub(crate) fn pattern(&self, before: &WeekPattern, variance: f64) -> WeekPattern {
        let days = self.each_day(before);
        let mut observations: Vec<(u8, f64)> = (self.0.iter())
            .map(|hour| (hour.hour_of_week, hour.mean - level_beside(&days, hour)))
            .collect();
        let hours = float(self.0.len().max(1));
        // What all hours have in common is the level's.
        let mean = observations.iter().map(|(_, value)| value).sum::<f64>() / hours;
        for (_, value) in &mut observations {
            *value -= mean;
        }
        WeekPattern::of(&observations, variance / self.turns_in_an_hour())
    }

    /// How many turns an hour has, on average.
    pub(crate) fn turns_in_an_hour(&self) -> f64 {
        let turns: f64 = self.0.iter().map(|hour| hour.turns).sum();
        (turns / float(self.0.len().max(1))).max(1.0)
    }

    /// The level in the last days of level number `level`: the median of its hours without the pattern, and how many turns and days that
    /// is. `None` with too few hours.
    pub(crate) fn level(&self, level: usize, pattern: &WeekPattern) -> Option<(f64, f64, f64)> {
        let last = self.0.back()?.date;
        let own: Vec<&HourOfDay> = (self.0.iter().rev())
            .take_while(|hour| hour.level == level && hour.date > last - DAYS_OF_LEVEL)
            .collect();
        let mut values: Vec<f64> =
            own.iter().map(|hour| hour.mean - pattern.at(hour.hour_of_week).value).collect();
        values.sort_unstable_by(f64::total_cmp);
        let median = percentile(&values, 0.5).filter(|_| own.len() >= LEVEL_FROM)?;
        let turns = own.iter().map(|hour| hour.turns).sum();
        let days = own.last().map_or(1.0, |first| days_between(first.date, last) + 1.0);
        Some((median, turns, days))
    }

    /// The value of each day of level number `level`, the pattern taken out.
    pub(crate) fn days(&self, level: usize, pattern: &WeekPattern) -> Vec<(i64, f64)> {
        let own = self.each_day(pattern).into_iter().filter(|day| day.level == level);
        own.map(|day| (day.date, day.mean)).collect()
    }

    /// The standard deviation of a day's own luck: of what pattern and level leave of a day, beyond what its turns explain.
    pub(crate) fn day_deviation(&self, pattern: &WeekPattern, variance: f64) -> f64 {
        let days = self.each_day(pattern);
        // From one day to the next of a level, so that a drift is no luck: such differences have twice the variance.
        let pairs = days.windows(2).rev().take(DAYS_OF_LUCK).filter_map(|pair| match pair {
            [one, next] if one.level == next.level => {
                let by_chance = variance / one.turns + variance / next.turns;
                Some(((next.mean - one.mean).powi(2) - by_chance) / 2.0)
            }
            _ => None,
        });
        let (n, excess) = pairs.fold((0.0, 0.0), |(n, sum), pair| (n + 1.0, sum + pair));
        let assumed = DAY_DEVIATION * DAY_DEVIATION;
        ((excess + ASSUMED_DAYS * assumed) / (n + ASSUMED_DAYS)).max(assumed * 0.01).sqrt()
    }

    fn each_day(&self, pattern: &WeekPattern) -> Vec<Day> {
        let mut days: Vec<Day> = Vec::new();
        for hour in &self.0 {
            let value = hour.mean - pattern.at(hour.hour_of_week).value;
            match days.last_mut() {
                Some(day) if (day.level, day.date) == (hour.level, hour.date) => {
                    day.turns += hour.turns;
                    day.mean += (value - day.mean) * hour.turns / day.turns;
                }
                _ => days.push(Day {
                    level: hour.level,
                    date: hour.date,
                    turns: hour.turns,
                    mean: value,
                }),
            }
        }
        days
    }
}

/// The mean of the days beside an hour's, at its level.
fn level_beside(days: &[Day], hour: &HourOfDay) -> f64 {
    let first =
        days.partition_point(|day| (day.level, day.date) < (hour.level, hour.date - BESIDE));
    let beside = days
        .iter()
        .skip(first)
        .take_while(|day| day.level == hour.level && day.date <= hour.date + BESIDE);
    let (turns, sum) = beside
        .fold((0.0, 0.0), |(turns, sum), day| (turns + day.turns, sum + day.mean * day.turns));
    if turns > 0.0 { sum / turns } else { hour.mean }
}
