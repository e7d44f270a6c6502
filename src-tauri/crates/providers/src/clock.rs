//! The one clock of a race.

use std::time::{Duration, Instant};

/// Nanoseconds on the monotonic clock since the moment a run was anchored. Copies share the anchor.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    anchor: Instant,
}

impl Clock {
    /// A clock that starts now.
    #[expect(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn start() -> Self {
        Self { anchor: Instant::now() }
    }

    /// Nanoseconds since the anchor.
    pub fn now_ns(self) -> u64 {
        u64::try_from(self.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn elapsed(self) -> Duration {
        self.anchor.elapsed()
    }
}
