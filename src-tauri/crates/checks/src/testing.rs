//! What the tests of this crate share.

use std::time::{Duration, Instant};

/// How long something takes.
#[expect(clippy::disallowed_methods, reason = "a test of how long something takes")]
pub(crate) fn time_of(run: impl FnOnce()) -> Duration {
    let began = Instant::now();
    run();
    began.elapsed()
}
