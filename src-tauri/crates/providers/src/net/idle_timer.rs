//! Waiting on a connection, with a timeout.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::Sleep;

use crate::net::clock::Clock;
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
            // A server that never pauses never lets the timer fire.
            if idle_timer.is_past(connection.stamps.read_ns()) {
                return Poll::Ready(None);
            }
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
/// A timer that fires later than this was delayed by this machine; that is not the server's silence.
const LATE: Duration = Duration::from_millis(50);
/// Time to read what is still in the socket before silence is declared.
const SECOND_LOOK: Duration = Duration::from_millis(20);

/// A timer that every byte resets, with a deadline that no byte extends. It is checked when it fires, rather than set
/// again at every read.
pub(crate) struct IdleTimer {
    clock: Clock,
    limit: Duration,
    since_ns: u64,
    /// The deadline.
    until_ns: u64,
    /// How late this machine has been since the last byte.
    late_ns: u64,
    /// When the socket was given extra time since the last byte, if it was.
    looked_twice_ns: Option<u64>,
    has_heard: bool,
    nap: Duration,
    due_ns: u64,
    timer: Pin<Box<Sleep>>,
}

impl IdleTimer {
    /// A timer of `limit` from now, with the deadline `until_ns`.
    pub(crate) fn new(limit: Duration, clock: Clock, until_ns: u64) -> Self {
        let now_ns = clock.now_ns();
        let nap = limit.min(LONGEST_NAP).min(between(now_ns, until_ns));
        Self {
            clock,
            limit,
            since_ns: now_ns,
            until_ns,
            late_ns: 0,
            looked_twice_ns: None,
            has_heard: false,
            nap,
            due_ns: now_ns.saturating_add(ns(nap)),
            timer: Box::pin(tokio::time::sleep(nap)),
        }
    }

    /// Sets the idle timeout, counted from the last byte, and the deadline.
    pub(crate) fn bear(&mut self, limit: Duration, until_ns: u64) {
        if (self.limit, self.until_ns) == (limit, until_ns) {
            return;
        }
        let is_shorter = limit < self.nap || until_ns < self.due_ns;
        (self.limit, self.until_ns) = (limit, until_ns);
        if is_shorter {
            let since_ns = self.since_ns;
            *self = Self { since_ns, ..Self::new(limit, self.clock, until_ns) };
        }
    }

    /// Whether its deadline has passed by `now_ns`, as opposed to a silence.
    pub(crate) fn is_past(&self, now_ns: u64) -> bool {
        now_ns >= self.until_ns
    }

    /// Whether anything has arrived since it was set, as far as it has checked.
    pub(crate) fn has_heard(&self) -> bool {
        self.has_heard
    }

    fn poll(&mut self, context: &mut Context<'_>, connection: &Connection) -> Poll<()> {
        while self.timer.as_mut().poll(context).is_ready() {
            let now_ns = self.clock.now_ns();
            let late_ns = now_ns.saturating_sub(self.due_ns);
            if Duration::from_nanos(late_ns) > LATE {
                // This machine slept or was delayed, so the server could not be heard.
                self.late_ns = self.late_ns.saturating_add(late_ns);
                self.until_ns = self.until_ns.saturating_add(late_ns);
            }
            let heard_ns = connection.stamps.read_ns();
            if heard_ns > self.since_ns {
                (self.since_ns, self.late_ns, self.has_heard) = (heard_ns, 0, true);
            }
            let silent_ns = now_ns.saturating_sub(self.since_ns).saturating_sub(self.late_ns);
            let left = between(silent_ns, ns(self.limit)).min(between(now_ns, self.until_ns));
            self.nap = if !left.is_zero() {
                left.min(LONGEST_NAP)
            } else if self.looked_twice_ns == Some(self.since_ns) {
                return Poll::Ready(());
            } else {
                // Whatever arrived while this machine was busy is still in the socket.
                self.looked_twice_ns = Some(self.since_ns);
                SECOND_LOOK
            };
            self.due_ns = now_ns.saturating_add(ns(self.nap));
            self.timer = Box::pin(tokio::time::sleep(self.nap));
        }
        Poll::Pending
    }
}

fn between(from_ns: u64, until_ns: u64) -> Duration {
    Duration::from_nanos(until_ns.saturating_sub(from_ns))
}

/// A duration in nanoseconds.
pub(crate) fn ns(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
