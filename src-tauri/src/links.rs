//! Deep links, from a second start or from the system.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tauri::ipc::Channel;
use tauri::{AppHandle, Manager};

/// The receiver of links.
#[derive(Default)]
pub(crate) struct DeepLinks(Mutex<State>);

#[derive(Default)]
struct State {
    /// The latest link that arrived before the window was ready.
    waiting: Option<String>,
    window: Option<Channel<String>>,
}

impl DeepLinks {
    pub(crate) fn first(link: Option<String>) -> Self {
        Self(Mutex::new(State { waiting: link, window: None }))
    }

    /// Follows a link, now or as soon as the window is ready.
    pub(crate) fn follow(&self, link: String) {
        let mut state = self.state();
        match &state.window {
            // A reloaded window is not ready yet; the link waits.
            Some(window) if window.send(link.clone()).is_ok() => {}
            _ => state.waiting = Some(link),
        }
    }

    /// Sends every link to `window` from now on, first a waiting one.
    pub(crate) fn send_to(&self, window: Channel<String>) {
        let mut state = self.state();
        if let Some(link) = state.waiting.take() {
            let _gone = window.send(link);
        }
        state.window = Some(window);
    }

    /// The page is gone: a link waits for the next one.
    pub(crate) fn wait(&self) {
        self.state().window = None;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts the window in front of the others.
pub(crate) fn raise(handle: &AppHandle) {
    if let Some(window) = handle.get_webview_window("main") {
        // A window manager may refuse each of these; the link is still followed.
        let _as_it_was = window.unminimize();
        let _as_it_was = window.show();
        let _as_it_was = window.set_focus();
    }
}
