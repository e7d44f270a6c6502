//! What stops races that follow one another: the first Ctrl+C, or SIGTERM, stops the one that is under way, and no other begins.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use race::Controls;
use tokio_util::sync::CancellationToken;

use crate::terminal::stop::{self, RunEnd};

/// The switch. Clones are the same one.
#[derive(Clone, Default)]
pub(crate) struct StopSwitch(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    asked: Condvar,
    token: CancellationToken,
}

#[derive(Default)]
struct State {
    controls: Option<Controls>,
    is_asked: bool,
}

impl StopSwitch {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listens from now on.
    pub(crate) fn listen(&self) -> RunEnd {
        let switch = self.clone();
        stop::when_asked(move || switch.ask(), true)
    }

    fn ask(&self) {
        let mut state = self.state();
        state.is_asked = true;
        if let Some(controls) = &state.controls {
            controls.stop();
        }
        self.0.asked.notify_all();
        self.0.token.cancel();
    }

    /// What is cancelled once everything is to stop.
    pub(crate) fn token(&self) -> &CancellationToken {
        &self.0.token
    }

    /// The race that is begun next; one that was to be stopped before it began stops at once.
    pub(crate) fn watch(&self, controls: Controls) {
        let mut state = self.state();
        if state.is_asked {
            controls.stop();
        }
        state.controls = Some(controls);
    }

    /// Whether everything is to stop.
    pub(crate) fn is_asked(&self) -> bool {
        self.state().is_asked
    }

    /// Waits that long, or until everything is to stop. Returns whether it is.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let waited = self.0.asked.wait_timeout_while(self.state(), time, |state| !state.is_asked);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_is_woken_by_the_switch_and_stays_stopped() {
        let switch = StopSwitch::default();
        assert!(!switch.wait(Duration::ZERO), "nobody asked");
        let waiting = switch.clone();
        let waits = std::thread::spawn(move || waiting.wait(Duration::from_secs(600)));
        assert!(!switch.token().is_cancelled(), "nor anything else that is under way");
        switch.ask();
        assert!(switch.token().is_cancelled(), "that is stopped too");
        assert!(waits.join().expect("it ends"), "long before its time");
        assert!(switch.is_asked() && switch.wait(Duration::from_secs(600)), "from then on at once");
    }
}
