//! The time zone of this machine, with its daylight saving.

use jiff::Timestamp;
use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use measure::Phrase;

measure::phrases! {
    fn at_moment(weekday: Phrase, at: &str) = "moment.at", "{weekday} {at}";
    fn monday() = "moment.monday", "Mon";
    fn tuesday() = "moment.tuesday", "Tue";
    fn wednesday() = "moment.wednesday", "Wed";
    fn thursday() = "moment.thursday", "Thu";
    fn friday() = "moment.friday", "Fri";
    fn saturday() = "moment.saturday", "Sat";
    fn sunday() = "moment.sunday", "Sun";
    fn beyond(seconds: &str) = "moment.beyond", "{seconds} s after 1970";
}

/// A time zone.
#[derive(Debug, Clone)]
pub struct Zone(TimeZone);

impl Zone {
    /// That of this machine; UTC if it says none.
    pub fn of_system() -> Self {
        Self(TimeZone::system())
    }

    /// A zone by its name in the IANA database, such as `Europe/Berlin`; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        TimeZone::get(name).ok().map(Self)
    }

    /// The offset of local time from UTC at a time, both in seconds, the time since 1970. Beyond the years of a calendar it is 0.
    pub fn offset_s(&self, at_s: i64) -> i64 {
        let at = Timestamp::from_second(at_s);
        at.map_or(0, |at| i64::from(self.0.to_offset(at).seconds()))
    }

    /// A time as the clock on the wall shows it: `Tue 2026-11-24 14:05`.
    pub fn written(&self, at_s: i64) -> String {
        self.moment(at_s).to_string()
    }

    /// The local day of a time: `Tue 2026-11-24`.
    pub fn written_day(&self, at_s: i64) -> String {
        self.day(at_s).to_string()
    }

    /// A time as the clock on the wall shows it, in any language.
    pub fn moment(&self, at_s: i64) -> Phrase {
        self.phrase(at_s, "%Y-%m-%d %H:%M")
    }

    /// The local day of a time, in any language.
    pub fn day(&self, at_s: i64) -> Phrase {
        self.phrase(at_s, "%Y-%m-%d")
    }

    fn phrase(&self, at_s: i64, format: &str) -> Phrase {
        let Ok(at) = Timestamp::from_second(at_s) else { return beyond(&at_s.to_string()) };
        let at = at.to_zoned(self.0.clone());
        let weekday = match at.weekday() {
            Weekday::Monday => monday(),
            Weekday::Tuesday => tuesday(),
            Weekday::Wednesday => wednesday(),
            Weekday::Thursday => thursday(),
            Weekday::Friday => friday(),
            Weekday::Saturday => saturday(),
            Weekday::Sunday => sunday(),
        };
        at_moment(weekday, &at.strftime(format).to_string())
    }
}

#[cfg(test)]
mod tests {
    use watch::{day_s, local_day};

    use super::*;

    #[test]
    fn a_zone_knows_its_daylight_saving_on_each_side_of_its_change() {
        let berlin = Zone::named("Europe/Berlin").expect("it is in the database");
        for (at, hours) in
            [(1_774_746_000 - 1, 1), (1_774_746_000, 2), (1_792_890_000 - 1, 2), (1_792_890_000, 1)]
        {
            assert_eq!(berlin.offset_s(at), hours * 3_600, "{at}");
        }
        let zone = |at| berlin.offset_s(at);
        let (from, until) = day_s(local_day(1_774_746_000, &zone), &zone);
        assert_eq!(until - from, 23 * 3_600, "the day on which summer time begins");
        assert_eq!(berlin.written(1_774_746_000), "Sun 2026-03-29 03:00");
        let kathmandu = Zone::named("Asia/Kathmandu").expect("it is in the database");
        assert_eq!(kathmandu.offset_s(1_774_746_000), 5 * 3_600 + 45 * 60);
        assert!(Zone::named("Europe/Nowhere").is_none());
        assert_eq!(berlin.offset_s(i64::MAX), 0, "no calendar goes there");
    }
}
