//! System notifications when a long run ends while the window is in the background.

use std::sync::Arc;
use std::time::Duration;

use app::desktop_notice;
use providers::Clock;
use tauri::{AppHandle, Manager};

use crate::state::App;

/// Minimum duration of a run for a notification.
const LONG: Duration = Duration::from_secs(20);

/// How long the desktop has to take it.
const ANSWER: Duration = Duration::from_secs(10);

/// A run that may take long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Work {
    /// Its name, such as `Race`.
    name: &'static str,
    /// Number of lanes.
    lanes: usize,
    began: Clock,
}

impl Work {
    pub(crate) fn begin(name: &'static str, lanes: usize) -> Self {
        Self { name, lanes, began: Clock::start() }
    }

    /// Shows a notification if the run took long, the window is in the background, and the user wants it. It never
    /// shows the prompt, because others may see the screen.
    pub(crate) fn end(self, handle: &AppHandle) {
        let took = Duration::from_nanos(self.began.now_ns());
        let is_seen = || {
            let window = handle.get_webview_window("main");
            window.is_some_and(|window| window.is_focused().unwrap_or(false))
        };
        if took < LONG || is_seen() {
            return;
        }
        let app = Arc::clone(&handle.state::<Arc<App>>());
        tauri::async_runtime::spawn_blocking(move || {
            if app::Preferences::load(&app.history).is_ok_and(|preferences| preferences.notify) {
                let (title, text) = self.words(took);
                // Without a notification service the failure cannot be reported either.
                let _unseen = app.engine.block_on(desktop_notice(title, text, ANSWER));
            }
        });
    }

    fn words(self, took: Duration) -> (String, String) {
        let lanes = if self.lanes == 1 { "lane" } else { "lanes" };
        let seconds = took.as_secs();
        let took = if seconds < 120 {
            format!("{seconds} s")
        } else {
            format!("{} min {} s", seconds / 60, seconds % 60)
        };
        (format!("{} over", self.name), format!("{} {lanes}, {took}.", self.lanes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_says_what_ended_and_how_long_it_took() {
        let words =
            |name, lanes, seconds| Work::begin(name, lanes).words(Duration::from_secs(seconds));
        assert_eq!(words("Race", 1, 21), ("Race over".into(), "1 lane, 21 s.".into()), "one lane");
        let sweep = words("Sweep", 3, 605);
        assert_eq!(sweep, ("Sweep over".into(), "3 lanes, 10 min 5 s.".into()), "long work");
    }
}
