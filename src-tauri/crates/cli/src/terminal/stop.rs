//! Ctrl+C: the first stops what runs and keeps what it measured, the second leaves at once.

use crate::terminal::output;

/// What a shell reports for a program that Ctrl+C ended.
const INTERRUPTED: i32 = 130;

/// Waits for the person, or whoever manages this process, to have had enough. `aloud` says so on standard error, which
/// a view that redraws itself in place would not survive.
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

/// Waits for Ctrl+C or, on Unix, for the signal that services are stopped with. `false` where signals cannot be heard.
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

/// Waits for Ctrl+C. `false` where it cannot be heard.
#[cfg(not(unix))]
pub(crate) async fn interrupted() -> bool {
    tokio::signal::ctrl_c().await.is_ok()
}
