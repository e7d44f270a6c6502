//! Since when a contender fails more often, or less.
//!
//! A day is one observation, the share of its requests that failed, since those share the luck of the day: an outage of an hour fails all of
//! its requests. Sought is a step to a new level ([`measure::change_point`]), by ranks and with its p-value by permutation of the days, so
//! that no assumption is made of how failures come within a day. Two things would make days differ that do not:
//!
//! - what was asked: of each request counts by how much it failed more than requests with its prompt do;
//! - how much was asked: among few requests a share is seldom near its mean, so of each day as many count as three of four days have,
//!   drawn at random, and days with fewer are left out.

use std::collections::BTreeMap;

use measure::{Amount, CHANGE_FROM, Phrase, SplitMix64, change_point};
use serde::Serialize;

use crate::days::{Wall, Zone};
use crate::group::Group;
use crate::request::{Outcome, float, small};
use crate::wording::days as say;

/// A day since when a contender fails more often, or less.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct DayFailures {
    /// Which contender.
    pub place: u32,
    /// The first local date of the new level, as `YYYY-MM-DD`.
    pub date: String,
    /// Days measured before it.
    pub days_before: u32,
    /// Days measured from it on.
    pub days_after: u32,
    /// The share of requests that failed before, 0 to 1.
    pub before: f64,
    /// The share of those that failed from it on.
    pub after: f64,
    /// Probability of so clear a change without one, among all series examined.
    pub p: f64,
}

/// The failures of one contender, day by day.
pub(crate) struct FailureSeries {
    days: Vec<Day>,
    /// How many requests failed of all that can be compared with other days.
    failed: usize,
}

struct Day {
    wall: Wall,
    failed: usize,
    all: usize,
    /// By how much its requests failed more often than those with their prompts, in 10^−9 of a request.
    excess: i64,
}

/// A request: whether it failed, and how often those with its prompt do.
type Ended = (bool, f64);

impl FailureSeries {
    /// That of a contender's requests, without prompts that were asked on one day only; `None` if no day can be compared with another.
    pub(crate) fn of(group: &Group<'_>, zone: Zone<'_>) -> Option<Self> {
        let mut prompts: BTreeMap<_, Vec<(Wall, bool)>> = BTreeMap::new();
        for request in &group.points {
            let wall = Wall { hour: 0, ..Wall::at(request.at_s, zone) };
            let asked = prompts.entry((request.asked(), request.set_row)).or_default();
            asked.push((wall, request.outcome == Outcome::Failed));
        }
        prompts.retain(|_, asked| {
            let first = asked.first().map(|(wall, _)| *wall);
            asked.iter().any(|(wall, _)| Some(*wall) != first)
        });
        let mut by_day: BTreeMap<Wall, Vec<Ended>> = BTreeMap::new();
        for asked in prompts.into_values() {
            let failed = asked.iter().filter(|(_, failed)| *failed).count();
            let own = float(failed) / float(asked.len());
            for (wall, failed) in asked {
                by_day.entry(wall).or_default().push((failed, own));
            }
        }
        let failed = by_day.values().flatten().filter(|(failed, _)| *failed).count();
        let mut sizes: Vec<usize> = by_day.values().map(Vec::len).collect();
        sizes.sort_unstable();
        let size = *sizes.get(sizes.len() / 4)?;
        let days = by_day.into_iter().filter(|(_, ended)| ended.len() >= size);
        let days = days.map(|(wall, ended)| Day::of(wall, ended, size)).collect();
        Some(Self { days, failed })
    }

    /// Number of its days.
    pub(crate) fn days(&self) -> usize {
        self.days.len()
    }

    /// Whether so many failed requests are all in it, over days enough for a change.
    pub(crate) fn knows(&self, failed: u32) -> bool {
        self.days() >= CHANGE_FROM && small(self.failed) == failed
    }

    /// Whether its days differ at all.
    pub(crate) fn scatters(&self) -> bool {
        self.days.windows(2).any(|pair| matches!(pair, [a, b] if a.excess != b.excess))
    }

    /// Its most likely step with its own p-value.
    pub(crate) fn step(&self, place: u32) -> Option<DayFailures> {
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let excess: Vec<f64> = self.days.iter().map(|day| day.excess as f64).collect();
        let found = change_point(&excess)?;
        let (before, after) = self.days.split_at_checked(found.at)?;
        let share = |days: &[Day]| {
            let count = |of: fn(&Day) -> usize| float(days.iter().map(of).sum());
            count(|day| day.failed) / count(|day| day.all)
        };
        let (date, days_before, days_after) =
            (after.first()?.wall.date(), small(before.len()), small(after.len()));
        let (before, after) = (share(before), share(after));
        Some(DayFailures { place, date, days_before, days_after, before, after, p: found.p })
    }
}

impl Day {
    /// That of these requests, of which so many count for how it differs from others.
    fn of(wall: Wall, mut ended: Vec<Ended>, size: usize) -> Self {
        let (all, failed) = (ended.len(), ended.iter().filter(|(failed, _)| *failed).count());
        SplitMix64::new(wall.day.unsigned_abs()).shuffle(&mut ended);
        let excess: f64 =
            ended.iter().take(size).map(|(failed, own)| f64::from(*failed) - own).sum();
        #[expect(clippy::cast_possible_truncation, reason = "as many as the requests of a day")]
        let excess = (excess * 1e9).round() as i64;
        Self { wall, failed, all, excess }
    }
}

impl DayFailures {
    pub(crate) fn sentence(&self, called: Phrase) -> Phrase {
        let said = if self.after > self.before { say::fails_more } else { say::fails_less };
        let share = Amount::share;
        let (before, after) = (share(self.before), share(self.after));
        said(called, &self.date, after, before, self.days_before.into(), self.days_after.into())
    }
}

#[cfg(test)]
#[path = "day_failures_tests.rs"]
mod tests;
