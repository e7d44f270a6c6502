//! Local days and hours of a moment.

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
    /// Converts seconds since 1970 UTC to local time, `utc_offset_minutes` ahead of UTC.
    pub(crate) fn at(seconds: i64, utc_offset_minutes: i32) -> Self {
        let local = seconds + i64::from(utc_offset_minutes) * 60;
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

/// `UTC`, `UTC+1`, `UTC−3:30`.
pub(crate) fn zone(utc_offset_minutes: i32) -> String {
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

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date, weekday) in [
            (0, "1970-01-01", 3),
            (951_782_400, "2000-02-29", 1),
            (1_709_251_199, "2024-02-29", 3),
            (1_795_219_200, "2026-11-21", 5),
            (-1, "1969-12-31", 2),
        ] {
            let wall = Wall::at(seconds, 0);
            assert_eq!((wall.date().as_str(), wall.weekday()), (date, weekday), "at {seconds}");
        }
    }

    #[test]
    fn the_day_is_the_one_where_the_person_is() {
        let late = 1_795_219_200 + 23 * 3_600 + 1_800;
        let here = |offset| (Wall::at(late, offset).date(), Wall::at(late, offset).hour);
        assert_eq!(here(0), ("2026-11-21".to_owned(), 23), "half past eleven at night in UTC");
        assert_eq!(here(60), ("2026-11-22".to_owned(), 0), "past midnight in Berlin");
        assert_eq!(here(-210), ("2026-11-21".to_owned(), 20), "eight in the evening in St. John's");
        assert_eq!(
            [0, 60, -210].map(zone),
            ["UTC", "UTC+1", "UTC−3:30"],
            "each told by its distance from UTC"
        );
    }
}
