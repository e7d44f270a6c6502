//! Waiting on a connection, with a timeout.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::Sleep;

use crate::net::connection::Connection;

/// Waits for `step`, driving the connection in the same task: what the connection reads, `step` sees at once, so the
/// socket's last timestamp belongs to what `step` returns. `None` on timeout.
pub(crate) async fn driven<T>(
    connection: &mut Connection,
    idle_timer: &mut IdleTimer,
    mut step: impl FnMut(&mut Context<'_>) -> Poll<T>,
) -> Option<T> {
    let wakes = Arc::clone(&connection.own_wakes);
    wakes
        .poll(|context| {
            connection.drive(context);
            if let Poll::Ready(value) = step(context) {
                return Poll::Ready(Some(value));
            }
            idle_timer.poll(context, connection).map(|()| None)
        })
        .await
}

/// Maximum time of one timer. Moving a timer to an earlier time wakes the thread that polls all sockets, and that would
/// happen at the first token, when the timeout usually gets shorter and every lane waits to be read.
const LONGEST_NAP: Duration = Duration::from_secs(5);

/// A timer that any byte resets. It is checked when it fires instead of being set again at every read.
pub(crate) struct IdleTimer {
    limit: Duration,
    since_ns: u64,
    nap: Duration,
    timer: Pin<Box<Sleep>>,
}

impl IdleTimer {
    pub(crate) fn new(limit: Duration, since_ns: u64) -> Self {
        let nap = limit.min(LONGEST_NAP);
        Self { limit, since_ns, nap, timer: Box::pin(tokio::time::sleep(nap)) }
    }

    /// Sets the idle timeout from now on, counted from the last byte.
    pub(crate) fn bear(&mut self, limit: Duration) {
        self.limit = limit;
        if limit < self.nap {
            *self = Self::new(limit, self.since_ns);
        }
    }

    fn poll(&mut self, context: &mut Context<'_>, connection: &Connection) -> Poll<()> {
        while self.timer.as_mut().poll(context).is_ready() {
            let heard_ns = connection.stamps.read_ns().max(self.since_ns);
            let silent_for =
                Duration::from_nanos(connection.clock.now_ns().saturating_sub(heard_ns));
            let Some(left) = self.limit.checked_sub(silent_for).filter(|left| !left.is_zero())
            else {
                return Poll::Ready(());
            };
            self.nap = left.min(LONGEST_NAP);
            self.timer = Box::pin(tokio::time::sleep(self.nap));
        }
        Poll::Pending
    }
}
