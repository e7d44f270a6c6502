//! What is known of the turns that the window takes, shared by its commands and the thread that takes them.

use std::collections::BTreeSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use race::Controls;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::pages::PageChannel;

/// The track's name of a turn.
pub(crate) const TURN: &str = "turn";

/// What the page is told while it follows watches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum WatchingNews {
    /// A turn of this watch has begun.
    Begun {
        /// Its id.
        watch: String,
    },
    /// Something of watches is another than before.
    Changed,
    /// A turn that somebody asked for was not taken.
    NotTaken {
        /// The id of the watch.
        watch: String,
        /// Why, in a sentence; absent if the watch is taken by another Paceline, or a race is in the way.
        why: Option<String>,
    },
}

/// Whose turns are taken, and what is to be done.
#[derive(Default)]
pub(crate) struct State {
    /// Whether turns are taken here.
    pub(crate) takes: bool,
    /// Ids of watches of which somebody asked for a turn.
    pub(crate) asked: Vec<String>,
    /// Something was changed, so that it is looked anew.
    is_changed: bool,
    /// Ids of the watches whose turns are taken here.
    pub(crate) held: BTreeSet<String>,
    /// The id of the watch of which a turn is taken.
    pub(crate) running: Option<String>,
    /// Stops the telling that goes on.
    pub(crate) telling: CancellationToken,
    page: Option<PageChannel<WatchingNews>>,
}

/// The turns of watches that the window takes.
#[derive(Default)]
pub(crate) struct Watching {
    state: Mutex<State>,
    woken: Condvar,
}

impl Watching {
    /// What is known now.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes turns from now on, or no more. A turn that is being taken goes on.
    pub(crate) fn set_takes(&self, takes: bool) {
        let mut state = self.state();
        if state.takes && !takes {
            state.telling.cancel();
        }
        if !state.takes && takes {
            state.telling = CancellationToken::new();
        }
        state.takes = takes;
        state.is_changed = true;
        self.woken.notify_all();
    }

    /// Looks anew, because a watch was added, resumed or removed.
    pub(crate) fn look(&self) {
        self.state().is_changed = true;
        self.woken.notify_all();
    }

    /// Takes a turn of this watch as soon as nothing else is measured.
    pub(crate) fn ask(&self, watch: &str) {
        let mut state = self.state();
        if !state.asked.iter().any(|asked| asked == watch) {
            state.asked.push(watch.to_owned());
        }
        self.woken.notify_all();
    }

    /// Whether the turns of this watch are taken here.
    pub(crate) fn holds(&self, watch: &str) -> bool {
        self.state().held.contains(watch)
    }

    /// The id of the watch of which a turn is taken.
    pub(crate) fn running(&self) -> Option<String> {
        self.state().running.clone()
    }

    /// The page is told what happens from now on.
    pub(crate) fn follow(&self, page: PageChannel<WatchingNews>) {
        self.state().page = Some(page);
    }

    /// Tells the page.
    pub(crate) fn tell(&self, news: WatchingNews) {
        let page = self.state().page.clone();
        if let Some(page) = page {
            page.send(news);
        }
    }

    /// Waits that long, or until something is to be done.
    pub(crate) fn wait(&self, most: Duration) {
        let is_idle = |state: &mut State| !state.is_changed && state.asked.is_empty();
        let waited = self.woken.wait_timeout_while(self.state(), most, is_idle);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_changed = false;
    }

    /// Waits until something is to be done.
    pub(crate) fn sleep(&self) {
        let is_idle = |state: &mut State| !state.takes && state.asked.is_empty();
        let slept = self.woken.wait_while(self.state(), is_idle);
        slept.unwrap_or_else(PoisonError::into_inner).is_changed = false;
    }
}

/// Stops a turn, also one whose race has not begun yet.
#[derive(Clone, Default)]
pub(crate) struct TurnStop(Arc<Mutex<Stopping>>);

#[derive(Default)]
struct Stopping {
    is_asked: bool,
    controls: Option<Controls>,
}

impl TurnStop {
    fn state(&self) -> MutexGuard<'_, Stopping> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The race that is stopped.
    pub(crate) fn begun(&self, controls: Controls) {
        let mut state = self.state();
        if state.is_asked {
            controls.stop();
        }
        state.controls = Some(controls);
    }

    pub(crate) fn stop(&self) {
        let mut state = self.state();
        state.is_asked = true;
        if let Some(controls) = &state.controls {
            controls.stop();
        }
    }
}
