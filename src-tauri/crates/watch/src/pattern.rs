//! The pattern of the week: by how much a number differs from its level at each hour of each weekday.
//!
//! An hour of one day is one observation, its mean, since the turns of an hour share its luck. The effect of an hour of the week is the
//! sum of three: of the hour of the day, of that hour on working days or weekends, and of that hour on its weekday. Each is the mean of
//! its observations, drawn towards 0 as far as chance explains it: effect = mean · τ² ÷ (τ² + v ÷ n), where v is the variance of an
//! hour's observations, n their number, and τ² the variance of true effects (empirical Bayes; C. N. Morris 1983, "Parametric empirical
//! Bayes inference"). What was never seen is 0, with the whole uncertainty of τ: at the first weekend nothing is known of weekends.

use std::collections::{BTreeMap, BTreeSet};

/// Hours of a week.
const HOURS: usize = 168;
/// Standard deviation assumed of true effects before any were seen: hours, days and weekdays differ by about so much, on the
/// logarithmic scale.
const ASSUMED: [f64; 3] = [0.35, 0.3, 0.1];
/// The weight of that assumption, in groups of observations.
const ASSUMED_GROUPS: f64 = 4.0;

/// The hour of the week of a local time: `weekday` from 0 for Monday, `hour` from 0 to 23. Values beyond are taken as the last.
pub fn hour_of_week(weekday: u32, hour: u32) -> u8 {
    u8::try_from(weekday.min(6) * 24 + hour.min(23)).unwrap_or(0)
}

/// The effect of an hour of the week.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct HourEffect {
    /// What is to be added to the level.
    pub value: f64,
    /// The standard deviation of that.
    pub deviation: f64,
    /// Whether the hour was seen on such a day, a working day or one of a weekend. Of one that never was, nothing can be said.
    pub is_known: bool,
}

/// The effects of all hours of the week.
#[derive(Debug, Clone, PartialEq)]
pub struct WeekPattern {
    effects: Vec<HourEffect>,
}

impl Default for WeekPattern {
    /// That of a number of which nothing is known.
    fn default() -> Self {
        let variance: f64 = ASSUMED.iter().map(|one| one * one).sum();
        let unknown = HourEffect { value: 0.0, deviation: variance.sqrt(), is_known: false };
        Self { effects: vec![unknown; HOURS] }
    }
}

impl WeekPattern {
    /// The pattern of observations, each the mean of an hour of one day less the level at that time. `noise` is the variance of an
    /// observation, for as long as no hour was seen twice.
    pub fn of(observations: &[(u8, f64)], noise: f64) -> Self {
        if observations.is_empty() {
            return Self::default();
        }
        let mut left: Vec<(u8, f64)> = observations.to_vec();
        let variance = variance_within(&left).unwrap_or(noise).max(noise * 0.1).max(1e-12);
        let mut effects = vec![HourEffect::default(); HOURS];
        let kinds: BTreeSet<u8> = left.iter().map(|(hour, _)| by_kind_of_day(*hour)).collect();
        for (hour, effect) in (0..).zip(effects.iter_mut()) {
            effect.is_known = kinds.contains(&by_kind_of_day(hour));
        }
        for (group_of, assumed) in [by_hour, by_kind_of_day, by_weekday].into_iter().zip(ASSUMED) {
            let groups = Groups::of(&left, group_of);
            let shrunk = groups.shrunk(variance, assumed);
            for (hour, effect) in (0..).zip(effects.iter_mut()) {
                let own = shrunk.get(group_of(hour));
                effect.value += own.value;
                effect.deviation = effect.deviation.hypot(own.deviation);
            }
            for (hour, value) in &mut left {
                *value -= shrunk.get(group_of(*hour)).value;
            }
        }
        Self { effects }
    }

    /// The effect of an hour of the week.
    pub fn at(&self, hour_of_week: u8) -> HourEffect {
        self.effects.get(usize::from(hour_of_week)).copied().unwrap_or_default()
    }
}

/// Groups of the three kinds of effects.
fn by_hour(hour_of_week: u8) -> u8 {
    hour_of_week % 24
}

fn by_kind_of_day(hour_of_week: u8) -> u8 {
    let is_weekend = hour_of_week >= 5 * 24;
    by_hour(hour_of_week) + if is_weekend { 24 } else { 0 }
}

fn by_weekday(hour_of_week: u8) -> u8 {
    hour_of_week
}

/// The variance of observations of the same hour of the week about their mean; absent if none was seen twice.
fn variance_within(observations: &[(u8, f64)]) -> Option<f64> {
    let groups = Groups::of(observations, by_weekday);
    let degrees: f64 = groups.0.values().map(|group| group.n - 1.0).sum();
    let squares: f64 =
        groups.0.values().map(|group| group.squares - group.n * group.mean().powi(2)).sum();
    // A few pairs say little.
    (degrees >= 12.0).then(|| (squares / degrees).max(0.0))
}

#[derive(Debug, Clone, Copy, Default)]
struct Group {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Group {
    fn mean(&self) -> f64 {
        if self.n > 0.0 { self.sum / self.n } else { 0.0 }
    }
}

struct Groups(BTreeMap<u8, Group>);

impl Groups {
    fn of(observations: &[(u8, f64)], group_of: fn(u8) -> u8) -> Self {
        let mut groups = BTreeMap::<u8, Group>::new();
        for (hour, value) in observations {
            let group = groups.entry(group_of(*hour)).or_default();
            group.n += 1.0;
            group.sum += value;
            group.squares += value * value;
        }
        Self(groups)
    }

    /// The effect of each group, of observations with this variance, true effects being of about the assumed deviation.
    fn shrunk(&self, variance: f64, assumed: f64) -> Shrunk {
        // The variance of true effects by moments: E mean² = τ² + v ÷ n.
        let moments: f64 =
            self.0.values().map(|group| group.mean().powi(2) - variance / group.n).sum();
        let groups = f64::from(u8::try_from(self.0.len()).unwrap_or(u8::MAX));
        let assumed = assumed * assumed;
        let true_variance =
            ((moments + ASSUMED_GROUPS * assumed) / (groups + ASSUMED_GROUPS)).max(assumed * 0.01);
        let effect = |group: &Group| {
            let by_chance = variance / group.n;
            let weight = true_variance / (true_variance + by_chance);
            HourEffect {
                value: group.mean() * weight,
                deviation: (weight * by_chance).sqrt(),
                is_known: true,
            }
        };
        let known = self.0.iter().map(|(group, seen)| (*group, effect(seen))).collect();
        Shrunk {
            known,
            unknown: HourEffect { value: 0.0, deviation: true_variance.sqrt(), is_known: false },
        }
    }
}

struct Shrunk {
    known: BTreeMap<u8, HourEffect>,
    unknown: HourEffect,
}

impl Shrunk {
    fn get(&self, group: u8) -> HourEffect {
        self.known.get(&group).copied().unwrap_or(self.unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Observations of so many weeks: an hour of the night is 0, an hour of a working day `busy`, with a scatter that sums to 0.
    fn weeks(weeks: u8, busy: f64) -> Vec<(u8, f64)> {
        let hour = |week: u8, hour_of_week: u8| {
            let is_busy = hour_of_week < 5 * 24 && (8..20).contains(&(hour_of_week % 24));
            let scatter = if (week + hour_of_week).is_multiple_of(2) { 0.01 } else { -0.01 };
            (hour_of_week, if is_busy { busy } else { 0.0 } + scatter)
        };
        (0..weeks).flat_map(|week| (0..168).map(move |one| hour(week, one))).collect()
    }

    #[test]
    fn busy_hours_are_learned_and_how_sure_they_are_is_told() {
        let pattern = WeekPattern::of(&weeks(4, 0.3), 0.0001);
        let (busy, night) = (pattern.at(10), pattern.at(2));
        assert!((busy.value - night.value - 0.3).abs() < 0.02, "{busy:?} {night:?}");
        assert!(busy.is_known && busy.deviation < 0.02, "{busy:?}");
    }

    #[test]
    fn an_hour_of_a_kind_of_day_that_was_never_seen_is_not_known() {
        let working_days: Vec<(u8, f64)> =
            weeks(1, 0.3).into_iter().filter(|(hour, _)| *hour < 5 * 24).collect();
        let pattern = WeekPattern::of(&working_days, 0.0001);
        let saturday = pattern.at(hour_of_week(5, 10));
        assert!(pattern.at(hour_of_week(4, 10)).is_known);
        assert!(!saturday.is_known && saturday.deviation > 0.1, "{saturday:?}");
        assert!(!WeekPattern::default().at(0).is_known, "of nothing, nothing");
    }

    #[test]
    fn of_one_noisy_observation_little_is_believed() {
        let pattern = WeekPattern::of(&[(0, 1.0), (1, -1.0)], 4.0);
        assert!(pattern.at(0).value < 0.3, "chance explains it: {:?}", pattern.at(0));
    }
}
