//! The one clock of a race.

use std::time::{Duration, Instant, SystemTime};

/// Nanoseconds on the monotonic clock since the moment a run was anchored. Copies share the anchor.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    anchor: Instant,
    /// Wall-clock time at the anchor, used only to detect that the machine slept.
    wall: SystemTime,
}

impl Clock {
    /// A clock that starts now.
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn start() -> Self {
        Self { anchor: Instant::now(), wall: SystemTime::now() }
    }

    /// Wall-clock time − monotonic time since the anchor, in nanoseconds. The monotonic clock stops while the machine
    /// sleeps, and does not change when the wall clock is set.
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
