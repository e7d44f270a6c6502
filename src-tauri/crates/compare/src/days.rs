//! Local days and hours of a moment.

use std::collections::BTreeSet;

use measure::Phrase;
use serde::{Deserialize, Serialize};

use crate::wording::conditions::zones;

/// Seconds in a day.
const DAY: i64 = 86_400;

/// A moment in local time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wall {
    /// Days since 1970-01-01.
    pub(crate) day: i64,
    /// 0 to 23.
    pub(crate) hour: u32,
}

impl Wall {
    /// Converts seconds since 1970 UTC to local time.
    pub(crate) fn at(seconds: i64, zone: Zone<'_>) -> Self {
        let local = seconds + i64::from(zone.minutes_at(seconds)) * 60;
        let hour = u32::try_from(local.rem_euclid(DAY) / 3_600).unwrap_or(0);
        Self { day: local.div_euclid(DAY), hour }
    }

    /// 0 for Monday to 6 for Sunday. The first of January 1970 was a Thursday.
    pub(crate) fn weekday(self) -> u32 {
        u32::try_from((self.day + 3).rem_euclid(7)).unwrap_or(0)
    }

    /// `2026-11-21`. Howard Hinnant (2013), "chrono-compatible low-level date algorithms", `civil_from_days`.
    pub(crate) fn date(self) -> String {
        let shifted = self.day + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        format!("{year:04}-{month:02}-{day:02}")
    }
}

/// A moment from which on clocks are so far ahead of UTC, such as the beginning of summer time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct UtcOffsetChange {
    /// Seconds since 1970 UTC.
    pub from_s: f64,
    /// Minutes ahead of UTC from then on.
    pub minutes: i32,
}

/// A time zone: an offset from UTC, and when it changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Zone<'a> {
    /// Minutes ahead of UTC before the first change.
    pub(crate) minutes: i32,
    /// The changes in order of time.
    pub(crate) changes: &'a [UtcOffsetChange],
}

impl Zone<'_> {
    fn minutes_at(self, seconds: i64) -> i32 {
        #[expect(clippy::cast_precision_loss, reason = "a moment has far fewer than 2^52 seconds")]
        let at = seconds as f64;
        let last = self.changes.iter().rfind(|change| change.from_s <= at);
        last.map_or(self.minutes, |change| change.minutes)
    }

    /// The offsets at these moments, as `UTC+1`, or `UTC+1 and UTC+2` where summer time began between them.
    pub(crate) fn name_at(self, moments: impl Iterator<Item = i64>) -> Phrase {
        let offsets: BTreeSet<i32> = moments.map(|at_s| self.minutes_at(at_s)).collect();
        let names: Vec<String> = offsets.into_iter().map(offset_name).collect();
        zones(if names.is_empty() { vec![offset_name(self.minutes)] } else { names })
    }
}

/// `UTC`, `UTC+1`, `UTC−3:30`.
fn offset_name(utc_offset_minutes: i32) -> String {
    let (hours, minutes) = (utc_offset_minutes.abs() / 60, utc_offset_minutes.abs() % 60);
    let sign = if utc_offset_minutes < 0 { '−' } else { '+' };
    match (hours, minutes) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(minutes: i32) -> Zone<'static> {
        Zone { minutes, changes: &[] }
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date, weekday) in [
            (0, "1970-01-01", 3),
            (951_782_400, "2000-02-29", 1),
            (1_709_251_199, "2024-02-29", 3),
            (1_795_219_200, "2026-11-21", 5),
            (-1, "1969-12-31", 2),
        ] {
            let wall = Wall::at(seconds, fixed(0));
            assert_eq!((wall.date().as_str(), wall.weekday()), (date, weekday), "at {seconds}");
        }
    }

    #[test]
    fn the_day_is_the_one_where_the_person_is() {
        let late = 1_795_219_200 + 23 * 3_600 + 1_800;
        let here = |offset| {
            let wall = Wall::at(late, fixed(offset));
            (wall.date(), wall.hour)
        };
        assert_eq!(here(0), ("2026-11-21".to_owned(), 23), "half past eleven at night in UTC");
        assert_eq!(here(60), ("2026-11-22".to_owned(), 0), "past midnight in Berlin");
        assert_eq!(here(-210), ("2026-11-21".to_owned(), 20), "eight in the evening in St. John's");
        assert_eq!(
            [0, 60, -210].map(offset_name),
            ["UTC", "UTC+1", "UTC−3:30"],
            "each told by its distance from UTC"
        );
    }

    #[test]
    fn half_past_nine_is_half_past_nine_in_summer_and_in_winter() {
        // Berlin, whose summer time began on 29 March and ended on 25 October 2026, both at 1:00 UTC.
        let changes = [(1_774_746_000.0, 120), (1_792_890_000.0, 60)]
            .map(|(from_s, minutes)| UtcOffsetChange { from_s, minutes });
        let berlin = Zone { minutes: 60, changes: &changes };
        // 9:30 there on 2 February, 1 July and 2 November.
        let mornings = [1_770_021_000, 1_782_891_000, 1_793_608_200];
        for at_s in mornings {
            assert_eq!(Wall::at(at_s, berlin).hour, 9, "whatever the season: {at_s}");
        }
        assert_eq!(Wall::at(1_774_745_999, berlin).hour, 1, "a second before two in the morning");
        assert_eq!(Wall::at(1_774_746_000, berlin).hour, 3, "it is three");
        assert_eq!(
            berlin.name_at(mornings.into_iter()).to_string(),
            "UTC+1 and UTC+2",
            "both are told"
        );
        assert_eq!(
            berlin.name_at([1_782_891_000].into_iter()).to_string(),
            "UTC+2",
            "of a summer alone one"
        );
    }
}
