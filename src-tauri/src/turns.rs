//! The turns of watches, taken by the window while it is open, if the user wants that, on a thread that sleeps while there is nothing to
//! do.
//!
//! **Invariant:** a turn and a race of the user's never run at once: both take the one track.

use std::sync::Arc;
use std::time::Duration;

use app::{Application, AskedTurn, Preferences, WatchHost, WatchNews, WatchRunner, Which};
use race::Controls;
use store::{HistoryError, Watch};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use crate::state::{ActiveRun, App};
use crate::watching::{TURN, TurnStop, WatchingNews};

/// Begins to take turns, if the user wants that, and whenever somebody asks for one. A history that can only be read takes none.
pub(crate) fn begin(app: &Arc<App>) {
    if app.history.is_read_only() {
        return;
    }
    let takes = Preferences::load(&app.history).is_ok_and(|preferences| preferences.watches);
    app.watching.set_takes(takes);
    let app = Arc::clone(app);
    std::thread::spawn(move || {
        loop {
            app.watching.sleep();
            if let Err(error) = take_turns(&app) {
                tracing::error!(%error, "turns of watches are taken no more");
                app.history.add_notice(format!("No more turns of watches are taken here. {error}"));
                app.watching.set_takes(false);
            }
            app.watching.state().held.clear();
            app.watching.tell(WatchingNews::Changed);
        }
    });
}

/// Takes turns until nobody wants that any more.
fn take_turns(app: &Arc<App>) -> Result<(), HistoryError> {
    let stopping = app.watching.state().telling.clone();
    let mut host = WindowHost { app: Arc::clone(app), stopping };
    let mut runner = WatchRunner::new(Arc::clone(&app.history));
    loop {
        let (asked, takes) = {
            let mut state = app.watching.state();
            (std::mem::take(&mut state.asked), state.takes)
        };
        for id in asked {
            take_asked(&mut host, &mut runner, &id)?;
        }
        if !takes {
            return Ok(());
        }
        runner.go_on(&mut host, Which::AllToCome)?;
    }
}

fn take_asked(
    host: &mut WindowHost,
    runner: &mut WatchRunner,
    id: &str,
) -> Result<(), HistoryError> {
    let Some(watch) = host.app.history.watch(id)? else { return Ok(()) };
    let why = match runner.take_asked(host, watch)? {
        AskedTurn::Taken(taken) if taken.run.is_some() => None,
        AskedTurn::Taken(taken) => Some(taken.turn.why),
        AskedTurn::Busy | AskedTurn::TakenElsewhere => Some(None),
        AskedTurn::Removed => None,
    };
    host.app.watching.tell(match why {
        Some(why) => WatchingNews::NotTaken { watch: id.to_owned(), why },
        None => WatchingNews::Changed,
    });
    Ok(())
}

/// The window as the one who takes turns.
struct WindowHost {
    app: Arc<App>,
    stopping: CancellationToken,
}

impl WatchHost for WindowHost {
    type Error = HistoryError;

    fn engine(&self) -> (&Application, &Runtime) {
        (&self.app.application, &self.app.engine)
    }

    fn joined(&mut self, _: &[Watch]) -> Result<(), HistoryError> {
        Ok(())
    }

    fn is_stopping(&self) -> bool {
        let state = self.app.watching.state();
        !state.takes || !state.asked.is_empty()
    }

    fn stopping(&self) -> &CancellationToken {
        &self.stopping
    }

    fn wait(&self, most: Duration) {
        self.app.watching.wait(most);
    }

    fn may_begin(&self, watch: &Watch) -> bool {
        if self.app.take_track(TURN, ActiveRun::Turn(TurnStop::default())).is_err() {
            return false;
        }
        self.app.watching.state().running = Some(watch.id.clone());
        self.app.watching.tell(WatchingNews::Begun { watch: watch.id.clone() });
        true
    }

    fn begun(&self, controls: Controls) {
        if let Some(ActiveRun::Turn(stop)) = self.app.track(Some(TURN)) {
            stop.begun(controls);
        }
    }

    fn ended(&self) {
        self.app.free_track();
        self.app.watching.state().running = None;
    }

    fn tell(&mut self, watch: &Watch, news: WatchNews<'_>) -> Result<(), HistoryError> {
        let id = &watch.id;
        match news {
            WatchNews::Held(_) => {
                self.app.watching.state().held.insert(id.clone());
            }
            WatchNews::Ended(why) => {
                tracing::info!(watch = id, ?why, "no more turns are taken");
                self.app.watching.state().held.remove(id);
            }
            WatchNews::Trouble(error) => {
                tracing::warn!(watch = id, %error, "something of a watch cannot be used");
            }
            WatchNews::TakenElsewhere
            | WatchNews::Missed(_)
            | WatchNews::Taken(_)
            | WatchNews::Alarm(_) => {}
        }
        self.app.watching.tell(WatchingNews::Changed);
        Ok(())
    }
}
