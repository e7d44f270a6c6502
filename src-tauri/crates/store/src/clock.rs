//! The day and time of this machine, within the years that a date as text can hold.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::datetime;

/// The last moment that RFC 3339 can write.
const LAST: OffsetDateTime = datetime!(9999-12-31 23:59:59 UTC);

/// The current time. A clock set before 1970 counts as 1970, one after 9999 as the end of 9999: neither may keep a run from being
/// measured.
#[expect(clippy::disallowed_methods, reason = "it asks for the day, and measures nothing")]
pub fn now() -> OffsetDateTime {
    clamped(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn clamped(since_1970: Duration) -> OffsetDateTime {
    let nanoseconds = i128::try_from(since_1970.as_nanos()).unwrap_or(i128::MAX);
    let nanoseconds = nanoseconds.min(LAST.unix_timestamp_nanos());
    OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).unwrap_or(LAST)
}

/// Seconds since 1970; 0 for an invalid time.
pub(crate) fn seconds(at: &str) -> f64 {
    let Ok(at) = OffsetDateTime::parse(at, &Rfc3339) else { return 0.0 };
    #[expect(clippy::cast_precision_loss, reason = "today's seconds keep their microseconds")]
    let seconds = at.unix_timestamp_nanos() as f64 / 1e9;
    seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_clock_says_is_written_and_read_back() {
        for since_1970 in [Duration::ZERO, Duration::from_secs(1_764_000_000), Duration::MAX] {
            let at = clamped(since_1970);
            let written = at.format(&Rfc3339).unwrap();
            assert_eq!(OffsetDateTime::parse(&written, &Rfc3339).unwrap(), at, "{written}");
        }
        assert_eq!(clamped(Duration::MAX).year(), 9999);
    }
}
