//! A waker for a task that drives both ends of a channel.
//!
//! A lane's task drives its connection and reads its body, and each tells the other's waker that there is more to do.
//! Both wakers are the task's own, so every event would put the task back into the run queue and wake a second thread
//! to look for work, which costs more than reading the event. A wake that comes while the task is being polled is
//! therefore only remembered, and the task looks again before it goes to sleep.

use std::future::poll_fn;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

const IDLE: u8 = 0;
const POLLING: u8 = 1;
const WOKEN_WHILE_POLLING: u8 = 2;

/// Maximum number of polls before other tasks run. A runtime makes a task yield by waking it, which would otherwise
/// loop forever.
const LOOKS: usize = 8;

/// The waker of one connection, kept as long as the connection.
pub(crate) struct OwnWakes {
    shared: Arc<WakeState>,
    waker: Waker,
}

struct WakeState {
    state: AtomicU8,
    task: Mutex<Waker>,
}

impl Wake for WakeState {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let remembered = self.state.compare_exchange(
            POLLING,
            WOKEN_WHILE_POLLING,
            Ordering::AcqRel,
            Ordering::Acquire,
        );
        if remembered == Err(IDLE) {
            self.task.lock().unwrap_or_else(PoisonError::into_inner).wake_by_ref();
        }
    }
}

impl Default for OwnWakes {
    fn default() -> Self {
        let shared = Arc::new(WakeState {
            state: AtomicU8::new(IDLE),
            task: Mutex::new(Waker::noop().clone()),
        });
        Self { waker: Waker::from(Arc::clone(&shared)), shared }
    }
}

impl OwnWakes {
    /// Polls `step` until it is ready, again at once if it woke itself.
    pub(crate) async fn poll<T>(&self, mut step: impl FnMut(&mut Context<'_>) -> Poll<T>) -> T {
        poll_fn(|context| {
            {
                let mut task = self.shared.task.lock().unwrap_or_else(PoisonError::into_inner);
                if !task.will_wake(context.waker()) {
                    task.clone_from(context.waker());
                }
            }
            for _ in 0..LOOKS {
                self.shared.state.store(POLLING, Ordering::Release);
                let outcome = step(&mut Context::from_waker(&self.waker));
                let before = self.shared.state.swap(IDLE, Ordering::AcqRel);
                // Woken by itself or, just now, by the socket: in both cases there is more to read.
                if outcome.is_ready() || before != WOKEN_WHILE_POLLING {
                    return outcome;
                }
            }
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::pin;
    use std::sync::atomic::AtomicU32;

    #[derive(Default)]
    struct Counting(AtomicU32);

    impl Wake for Counting {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_task_that_wakes_itself_looks_again_without_going_through_the_queue() {
        let wakes = OwnWakes::default();
        let outside = Arc::new(Counting::default());
        let waker = Waker::from(Arc::clone(&outside));
        let mut looks = 0;
        let mut work = pin!(wakes.poll(|context| {
            looks += 1;
            if looks < 5 {
                context.waker().wake_by_ref();
                Poll::Pending
            } else {
                Poll::Ready(looks)
            }
        }));
        let outcome = work.as_mut().poll(&mut Context::from_waker(&waker));
        assert_eq!(outcome, Poll::Ready(5), "each wake is answered by a look, in one poll");
        assert_eq!(outside.0.load(Ordering::Relaxed), 0, "and nobody else was woken");
    }

    #[test]
    fn a_task_that_never_stops_waking_itself_lets_others_have_their_turn() {
        let wakes = OwnWakes::default();
        let outside = Arc::new(Counting::default());
        let waker = Waker::from(Arc::clone(&outside));
        let mut work = pin!(wakes.poll(|context| {
            context.waker().wake_by_ref();
            Poll::<()>::Pending
        }));
        assert!(work.as_mut().poll(&mut Context::from_waker(&waker)).is_pending(), "it gives way");
        assert_eq!(outside.0.load(Ordering::Relaxed), 1, "and comes back by the queue");
    }

    #[test]
    fn a_wake_from_outside_reaches_the_task() {
        let wakes = OwnWakes::default();
        let outside = Arc::new(Counting::default());
        let waker = Waker::from(Arc::clone(&outside));
        let mut inner = None;
        {
            let mut work = pin!(wakes.poll(|context| {
                inner = Some(context.waker().clone());
                Poll::<()>::Pending
            }));
            assert!(
                work.as_mut().poll(&mut Context::from_waker(&waker)).is_pending(),
                "nothing has come"
            );
        }
        inner.expect("the step was polled").wake();
        assert_eq!(
            outside.0.load(Ordering::Relaxed),
            1,
            "a socket that becomes readable wakes the task"
        );
    }
}
