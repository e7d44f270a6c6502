//! What the tests of this crate share.

use std::time::Duration;

/// How long something takes: on Linux in processor time of this thread, which does not depend on the machine's other work.
#[cfg(target_os = "linux")]
pub(crate) fn time_of(run: impl FnOnce()) -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let worked = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        let part = |value: i64| u64::try_from(value).unwrap_or_default();
        Duration::from_secs(part(time.tv_sec)) + Duration::from_nanos(part(time.tv_nsec))
    };
    let began = worked();
    run();
    worked().saturating_sub(began)
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::disallowed_methods, reason = "a test of how long something takes")]
pub(crate) fn time_of(run: impl FnOnce()) -> Duration {
    let began = std::time::Instant::now();
    run();
    began.elapsed()
}
