//! Waiting on a connection, and for how long.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::Sleep;

use crate::link::Link;

/// Waits for `step`, driving the connection in the same task: what the connection reads, `step` sees at once, so the
/// socket's last stamp is the stamp of what `step` returns. `None` when the silence was too long.
pub(crate) async fn driven<T>(
    link: &mut Link,
    silence: &mut Silence,
    mut step: impl FnMut(&mut Context<'_>) -> Poll<T>,
) -> Option<T> {
    poll_fn(|context| {
        link.drive(context);
        if let Poll::Ready(value) = step(context) {
            return Poll::Ready(Some(value));
        }
        silence.poll(context, link).map(|()| None)
    })
    .await
}

/// A timer that any byte puts off. It is set once and looked at when it fires, instead of being set at every read.
pub(crate) struct Silence {
    limit: Duration,
    since_ns: u64,
    timer: Pin<Box<Sleep>>,
}

impl Silence {
    pub(crate) fn new(limit: Duration, since_ns: u64) -> Self {
        Self { limit, since_ns, timer: Box::pin(tokio::time::sleep(limit)) }
    }

    /// Sets how long silence is borne from now on, counted from the last byte heard.
    pub(crate) fn bear(&mut self, limit: Duration) {
        if limit != self.limit {
            *self = Self::new(limit, self.since_ns);
        }
    }

    fn poll(&mut self, context: &mut Context<'_>, link: &Link) -> Poll<()> {
        while self.timer.as_mut().poll(context).is_ready() {
            let heard_ns = link.last_read.at_ns().max(self.since_ns);
            let silent_for = Duration::from_nanos(link.clock.now_ns().saturating_sub(heard_ns));
            let Some(left) = self.limit.checked_sub(silent_for).filter(|left| !left.is_zero())
            else {
                return Poll::Ready(());
            };
            self.timer = Box::pin(tokio::time::sleep(left));
        }
        Poll::Pending
    }
}
