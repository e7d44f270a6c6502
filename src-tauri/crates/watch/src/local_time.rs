//! Local time, by an offset that is given from outside.

/// Seconds of a day.
pub(crate) const SECONDS_A_DAY: i64 = 86_400;

/// The offset of local time from UTC at a time, both in seconds, the time since 1970.
pub type ZoneOffset<'a> = &'a dyn Fn(i64) -> i64;

/// The local time at a time, in seconds as if it were UTC.
pub(crate) fn local_s(at_s: i64, zone: ZoneOffset) -> i64 {
    at_s.saturating_add(zone(at_s))
}

/// The first time at which it is this local time; `None` if it is left out where daylight saving begins.
pub(crate) fn instant(local: i64, zone: ZoneOffset) -> Option<i64> {
    // No zone changes its offset twice in two days.
    let offsets = [zone(local - SECONDS_A_DAY), zone(local + SECONDS_A_DAY)];
    let at = |offset: i64| Some(local - offset).filter(|at| local_s(*at, zone) == local);
    offsets.into_iter().filter_map(at).min()
}

/// The local day of a time, counted from 1970-01-01.
pub fn local_day(at_s: i64, zone: ZoneOffset) -> i64 {
    local_s(at_s, zone).div_euclid(SECONDS_A_DAY)
}

/// When a local day begins, and when the next one does, in seconds since 1970.
pub fn day_s(day: i64, zone: ZoneOffset) -> (i64, i64) {
    let midnight = day.saturating_mul(SECONDS_A_DAY);
    let begins = |local: i64| {
        // Where midnight is left out, the day begins with the offset after it.
        instant(local, zone).unwrap_or_else(|| local - zone(local - SECONDS_A_DAY))
    };
    (begins(midnight), begins(midnight + SECONDS_A_DAY))
}

/// The local minute of the day of a time, 0 to 1439.
pub fn local_minute(at_s: i64, zone: ZoneOffset) -> u32 {
    u32::try_from(local_s(at_s, zone).rem_euclid(SECONDS_A_DAY) / 60).unwrap_or(0)
}

/// The local hour of the week of a time: 0 for Monday from 0:00 to 1:00, up to 167.
pub fn local_hour_of_week(at_s: i64, zone: ZoneOffset) -> u8 {
    let local = local_s(at_s, zone);
    let weekday = (local.div_euclid(SECONDS_A_DAY) + 3).rem_euclid(7);
    let hour = local.rem_euclid(SECONDS_A_DAY) / 3_600;
    u8::try_from(weekday * 24 + hour).unwrap_or(0)
}
