//! The simulator's clock, and the timer that wakes its thread.

use std::io;
use std::time::{Duration, Instant, SystemTime};

/// Nanoseconds since the simulator started: the unit of all its deadlines and timestamps.
pub(crate) type Nanos = u64;

/// The only place in the simulator where time is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    started: Instant,
    started_unix_s: u64,
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "a provider's truth needs a clock of its own")]
    pub(crate) fn start() -> Self {
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Self {
            started: Instant::now(),
            started_unix_s: since_1970.map_or(0, |elapsed| elapsed.as_secs()),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "a provider's truth needs a clock of its own")]
    pub(crate) fn now(&self) -> Nanos {
        let elapsed = Instant::now().saturating_duration_since(self.started);
        u64::try_from(elapsed.as_nanos()).unwrap_or(Nanos::MAX)
    }

    /// Seconds since 1970 at `now`, for the `created` field of an answer.
    pub(crate) fn unix_s(&self, now: Nanos) -> u64 {
        self.started_unix_s.saturating_add(now / 1_000_000_000)
    }
}

/// Wakes the poll at a deadline. A poll's timeout has a granularity of a millisecond on Linux, so a timer descriptor is
/// used there, which is finer and not subject to timer slack.
#[cfg(target_os = "linux")]
pub(crate) struct Alarm {
    timer: std::os::fd::OwnedFd,
    armed_for: Option<Nanos>,
}

#[cfg(target_os = "linux")]
impl Alarm {
    pub(crate) fn new(registry: &mio::Registry, token: mio::Token) -> io::Result<Self> {
        use rustix::time::{TimerfdClockId, TimerfdFlags, timerfd_create};
        use std::os::fd::AsRawFd;

        let flags = TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK;
        let timer = timerfd_create(TimerfdClockId::Monotonic, flags)?;
        let mut source = mio::unix::SourceFd(&timer.as_raw_fd());
        registry.register(&mut source, token, mio::Interest::READABLE)?;
        Ok(Self { timer, armed_for: None })
    }

    /// Waits for sockets or for `deadline`, whichever comes first; without a deadline it uses no CPU time.
    pub(crate) fn wait(
        &mut self,
        poll: &mut mio::Poll,
        events: &mut mio::Events,
        clock: Clock,
        deadline: Option<Nanos>,
    ) -> io::Result<()> {
        use rustix::time::{Itimerspec, TimerfdTimerFlags, Timespec, timerfd_settime};

        let Some(deadline) = deadline else {
            return poll.poll(events, None);
        };
        let left = Duration::from_nanos(deadline.saturating_sub(clock.now()));
        if left.is_zero() {
            return poll.poll(events, Some(left));
        }
        if self.armed_for != Some(deadline) {
            let once = Itimerspec {
                it_interval: Timespec { tv_sec: 0, tv_nsec: 0 },
                it_value: Timespec {
                    tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
                    tv_nsec: left.subsec_nanos().into(),
                },
            };
            timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &once)?;
            self.armed_for = Some(deadline);
        }
        poll.poll(events, None)
    }
}

/// Wakes the poll at a deadline. A poll's timeout is rounded up to a millisecond here, so the last fraction is slept
/// instead, which is finer.
#[cfg(not(target_os = "linux"))]
pub(crate) struct Alarm;

#[cfg(not(target_os = "linux"))]
impl Alarm {
    #[expect(clippy::unnecessary_wraps, reason = "creating the alarm can fail on Linux")]
    pub(crate) fn new(_registry: &mio::Registry, _token: mio::Token) -> io::Result<Self> {
        Ok(Self)
    }

    /// Waits for sockets or for `deadline`, whichever comes first; without a deadline it uses no CPU time.
    #[expect(clippy::unused_self, reason = "the alarm has state on Linux")]
    pub(crate) fn wait(
        &mut self,
        poll: &mut mio::Poll,
        events: &mut mio::Events,
        clock: Clock,
        deadline: Option<Nanos>,
    ) -> io::Result<()> {
        let Some(deadline) = deadline else {
            return poll.poll(events, None);
        };
        let left = Duration::from_nanos(deadline.saturating_sub(clock.now()));
        if cfg!(unix) {
            return poll.poll(events, Some(left));
        }
        let whole = Duration::from_millis(u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
        poll.poll(events, Some(whole))?;
        if whole.is_zero() && events.is_empty() {
            std::thread::sleep(left);
        }
        Ok(())
    }
}
