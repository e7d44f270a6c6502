//! When the turns of a watch are due: on the grid of the local day, shifted within its slot, at active hours, for so long.
//!
//! The number of a turn is that of its slot: local seconds since 1970 ÷ the length of a slot, so it is known from the time alone. A
//! turn is never due twice: not after a kill, not after the clock was set back, and not in the hour that is repeated when daylight
//! saving ends. A slot of the hour that is left out when it begins does not exist.

use serde::{Deserialize, Serialize};

use crate::local_time::{SECONDS_A_DAY, ZoneOffset, instant, local_s};

/// Minutes of a day.
const MINUTES_A_DAY: u32 = 1_440;
/// The shortest slot, in minutes.
const LEAST_MINUTES: u32 = 5;
/// The farthest that a turn is shifted within its slot, in seconds, and the share of the slot that it is at most.
const MOST_SHIFT_S: u64 = 300;
const SHIFT_SHARE: u64 = 2;
/// Days in which the next turn is sought: the longest pause between active days, and one that daylight saving takes.
const DAYS_AHEAD: u32 = 9;

/// A day of the week.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "lowercase")]
pub enum Weekday {
    /// Monday.
    Mon,
    /// Tuesday.
    Tue,
    /// Wednesday.
    Wed,
    /// Thursday.
    Thu,
    /// Friday.
    Fri,
    /// Saturday.
    Sat,
    /// Sunday.
    Sun,
}

impl Weekday {
    /// All, from Monday.
    pub const ALL: [Self; 7] =
        [Self::Mon, Self::Tue, Self::Wed, Self::Thu, Self::Fri, Self::Sat, Self::Sun];

    /// That of a local day, counted from 1970-01-01, which was a Thursday.
    pub fn of_day(day: i64) -> Self {
        let index = usize::try_from((day + 3).rem_euclid(7)).unwrap_or(0);
        Self::ALL.get(index).copied().unwrap_or(Self::Mon)
    }

    /// Its short name: `Mon`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mon => "Mon",
            Self::Tue => "Tue",
            Self::Wed => "Wed",
            Self::Thu => "Thu",
            Self::Fri => "Fri",
            Self::Sat => "Sat",
            Self::Sun => "Sun",
        }
    }
}

/// Hours of a local day at which slots begin; past midnight if it ends before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ActiveHours {
    /// The first minute of the day, 0 to 1439.
    pub from_minute: u32,
    /// The first minute that is not among them, 1 to 1440.
    pub until_minute: u32,
}

impl ActiveHours {
    /// Whether a minute of the local day, 0 to 1439, is among them.
    pub fn holds(self, minute: u32) -> bool {
        if self.from_minute < self.until_minute {
            (self.from_minute..self.until_minute).contains(&minute)
        } else {
            minute >= self.from_minute || minute < self.until_minute
        }
    }
}

/// How often, when and for how long.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Rhythm {
    /// Minutes from one turn to the next: 5 to 1440, and a day is a whole number of them.
    pub every_minutes: u32,
    /// The active hours; absent for the whole day.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<ActiveHours>,
    /// The active days; empty for all.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<Weekday>,
    /// When it ends, in seconds since 1970; absent if it does not.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_s: Option<f64>,
}

/// Why something is no rhythm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RhythmError {
    /// A day is no whole number of such slots; the nearest length that is one.
    #[error(
        "a day has to be a whole number of turns, from one a day to one every {LEAST_MINUTES} minutes; the nearest is every \
         {nearest} minutes"
    )]
    NotOfADay {
        /// In minutes.
        nearest: u32,
    },
    /// Hours that are none, or hold no slot.
    #[error("no turn begins in these hours")]
    NoHours,
}

/// A turn that is due at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueTurn {
    /// The number of its slot.
    pub number: u32,
    /// When it is due, in seconds since 1970.
    pub due_s: i64,
}

/// How often a rhythm has a turn: `5 min`, `1 h`, `1 day`.
pub fn every(minutes: u32) -> String {
    match minutes {
        1_440 => "1 day".to_owned(),
        minutes if minutes.is_multiple_of(60) => format!("{} h", minutes / 60),
        minutes => format!("{} min", measure::format::count(minutes)),
    }
}

impl Rhythm {
    /// Checks that it is one.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), RhythmError> {
        let fits = |minutes: u32| MINUTES_A_DAY.is_multiple_of(minutes);
        let every = self.every_minutes;
        if !(LEAST_MINUTES..=MINUTES_A_DAY).contains(&every) || !fits(every) {
            let known = (LEAST_MINUTES..=MINUTES_A_DAY).filter(|minutes| fits(*minutes));
            let nearest = known.min_by_key(|minutes| minutes.abs_diff(every));
            return Err(RhythmError::NotOfADay { nearest: nearest.unwrap_or(MINUTES_A_DAY) });
        }
        if let Some(hours) = self.hours {
            let is_one = hours.from_minute < MINUTES_A_DAY
                && (1..=MINUTES_A_DAY).contains(&hours.until_minute);
            if !is_one || !self.slots().any(|minute| hours.holds(minute)) {
                return Err(RhythmError::NoHours);
            }
        }
        Ok(())
    }

    /// The minutes of the day at which slots begin.
    fn slots(&self) -> impl Iterator<Item = u32> {
        let every = self.every_minutes.max(1);
        (0..MINUTES_A_DAY / every).map(move |slot| slot * every)
    }

    fn slot_s(&self) -> i64 {
        i64::from(self.every_minutes.max(1)) * 60
    }

    /// How many turns are due in 30 days, as active days fall on average.
    pub fn turns_in_30_days(&self) -> u32 {
        let active = |minute: &u32| self.hours.is_none_or(|hours| hours.holds(*minute));
        let a_day = u32::try_from(self.slots().filter(active).count()).unwrap_or(u32::MAX);
        let days = if self.days.is_empty() {
            7
        } else {
            Weekday::ALL.iter().filter(|day| self.days.contains(day)).count()
        };
        let days = u32::try_from(days).unwrap_or(7);
        a_day.saturating_mul(30).saturating_mul(days).div_ceil(7)
    }

    /// The number of the slot that a time is in. Times before 1970 are in the first.
    pub fn slot_at(&self, at_s: i64, zone: ZoneOffset) -> u32 {
        u32::try_from(local_s(at_s, zone).max(0) / self.slot_s()).unwrap_or(u32::MAX)
    }

    /// When the turn of a slot is due, in seconds since 1970; `None` if the slot is not active, does not exist, or is after the
    /// rhythm's end. `seed` tells watches apart, so that they are not all due at once.
    pub fn due_s(&self, number: u32, seed: u64, zone: ZoneOffset) -> Option<i64> {
        let begins = i64::from(number) * self.slot_s();
        let day = begins.div_euclid(SECONDS_A_DAY);
        let minute = u32::try_from(begins.rem_euclid(SECONDS_A_DAY) / 60).unwrap_or(0);
        let is_active = self.hours.is_none_or(|hours| hours.holds(minute))
            && (self.days.is_empty() || self.days.contains(&Weekday::of_day(day)));
        if !is_active {
            return None;
        }
        let due = instant(begins + self.shift_s(number, seed), zone)?;
        #[expect(clippy::cast_precision_loss, reason = "seconds are exact")]
        let is_over = self.until_s.is_some_and(|until| due as f64 >= until);
        (!is_over).then_some(due)
    }

    /// The first turn that is due in slot `from` or later; `None` if the rhythm is over by then.
    pub fn first_from(&self, from: u32, seed: u64, zone: ZoneOffset) -> Option<DueTurn> {
        let ahead = DAYS_AHEAD.saturating_mul(MINUTES_A_DAY / self.every_minutes.max(1));
        let each = from..=from.saturating_add(ahead);
        let due = |number| self.due_s(number, seed, zone).map(|due_s| DueTurn { number, due_s });
        each.into_iter().find_map(due)
    }

    /// How far the turn of a slot is shifted within it, in seconds.
    fn shift_s(&self, number: u32, seed: u64) -> i64 {
        let most = (u64::from(self.every_minutes) * 60 / SHIFT_SHARE).clamp(1, MOST_SHIFT_S);
        let seed = seed ^ u64::from(number).rotate_left(32);
        let mixed = measure::SplitMix64::new(seed).next_bits();
        i64::try_from(mixed % most).unwrap_or(0)
    }
}

#[cfg(test)]
#[path = "rhythm_tests.rs"]
mod tests;
