//! The one clock of a race.

use std::time::{Duration, Instant, SystemTime};

/// Nanoseconds on the monotonic clock since the moment a run was anchored. Copies share the anchor.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    anchor: Instant,
    /// What the wall's clock said then. No time is computed from it: it only tells when the machine had slept.
    wall: SystemTime,
}

impl Clock {
    /// A clock that starts now.
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn start() -> Self {
        Self { anchor: Instant::now(), wall: SystemTime::now() }
    }

    /// How much further the wall's clock has gone since the anchor than this one, in nanoseconds. This one stands still
    /// while the machine sleeps, and does not follow when somebody sets the other.
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn gap_ns(self) -> i64 {
        let wall_ns = match SystemTime::now().duration_since(self.wall) {
            Ok(later) => i64::try_from(later.as_nanos()).unwrap_or(i64::MAX),
            Err(set_back) => {
                i64::try_from(set_back.duration().as_nanos()).map_or(i64::MIN, |ns| -ns)
            }
        };
        wall_ns.saturating_sub(i64::try_from(self.elapsed().as_nanos()).unwrap_or(i64::MAX))
    }

    /// Nanoseconds since the anchor.
    pub fn now_ns(self) -> u64 {
        u64::try_from(self.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn elapsed(self) -> Duration {
        self.anchor.elapsed()
    }
}
