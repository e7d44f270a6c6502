//! The thread that builds a race's frames, so that counting new tokens does not delay tasks that take timestamps.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;

use crate::view::frame::RaceEvent;
use crate::view::live::Live;
use crate::view::live_state::RaceState;

/// Interval of frames: thirty per second is faster than anyone can read.
const FRAME: Duration = Duration::from_millis(33);

pub(crate) struct Pictures {
    over: Sender<()>,
    thread: std::thread::JoinHandle<()>,
}

impl Pictures {
    pub(crate) fn start(state: Arc<RaceState>, events: UnboundedSender<RaceEvent>) -> Self {
        let (over, is_over) = channel::<()>();
        let thread = std::thread::spawn(move || {
            let mut live = Live::new(state);
            let mut listening = true;
            while listening && is_over.recv_timeout(FRAME) == Err(RecvTimeoutError::Timeout) {
                listening = events.send(RaceEvent::Frame(live.frame())).is_ok();
            }
            // The last frame, including the end of the last lane.
            let _unheard = events.send(RaceEvent::Frame(live.frame()));
        });
        Self { over, thread }
    }

    /// Sends the last frame. Waits for the thread.
    pub(crate) fn stop(self) {
        drop(self.over);
        let _panicked = self.thread.join();
    }
}
