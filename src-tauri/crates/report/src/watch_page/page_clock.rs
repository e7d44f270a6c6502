//! The clock of a page.

use watch::ZoneOffset;

/// Local time: an offset, and a time as a clock on the wall shows it, `Tue 2026-11-24 14:05`.
#[derive(Clone, Copy)]
pub struct PageClock<'a> {
    /// The offset of local time from UTC.
    pub zone: ZoneOffset<'a>,
    /// A time in words.
    pub written: &'a dyn Fn(i64) -> String,
}
