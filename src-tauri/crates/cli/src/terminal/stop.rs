//! Ctrl+C: the first stops the run and keeps its measurements, the second exits at once.

use crate::terminal::output;

/// Exit status of a program ended by Ctrl+C.
const INTERRUPTED: i32 = 130;

/// Waits for a stop request of the user or the service manager. With `aloud` it prints a message to standard error,
/// which would disturb a live view.
pub(crate) async fn when_asked(stop: impl FnOnce() + Send, aloud: bool) {
    if interrupted().await {
        stop();
        if aloud {
            output::say("Stopping; what was measured is kept. Ctrl+C again leaves at once.");
        }
    }
    if interrupted().await {
        std::process::exit(INTERRUPTED);
    }
}

/// Waits for Ctrl+C or SIGTERM. Returns `false` if signals cannot be received.
#[cfg(unix)]
pub(crate) async fn interrupted() -> bool {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return false;
    };
    tokio::select! {
        heard = interrupt.recv() => heard.is_some(),
        heard = terminate.recv() => heard.is_some(),
    }
}

/// Waits for Ctrl+C. Returns `false` if it cannot be received.
#[cfg(not(unix))]
pub(crate) async fn interrupted() -> bool {
    tokio::signal::ctrl_c().await.is_ok()
}
