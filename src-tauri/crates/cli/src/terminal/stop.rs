//! Ctrl+C and SIGTERM: the first stops the run and keeps its measurements, the second exits at once. Once the run is
//! over, the first exits too: its results may be on their way into a pipe that nobody reads.
//!
//! Signals have their own thread, so that they are handled whatever the threads that read streams are doing.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::runtime::{Builder, Runtime};

use crate::terminal::output;

/// Exit status of a program ended by Ctrl+C.
const INTERRUPTED: i32 = 130;

/// Whether a run is over, for the signal handler.
#[derive(Clone, Default)]
pub(crate) struct RunEnd(Arc<AtomicBool>);

impl RunEnd {
    /// Marks the run as over and saved; there is nothing left to stop.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Calls `stop` at the first request to stop, by the user or the service manager, and exits at the second, or at the first
/// after the run's end; what has been saved by then stays. With `aloud` it prints a message to standard error, which would
/// disturb a live view.
pub(crate) fn when_asked(stop: impl FnOnce() + Send + 'static, aloud: bool) -> RunEnd {
    let end = RunEnd::default();
    let is_over = end.clone();
    // Without it, the system's own handling of the signals ends the program.
    let Ok(mut signals) = Signals::new() else { return end };
    std::thread::spawn(move || {
        let is_over = || is_over.0.load(Ordering::Acquire);
        if !signals.heard() {
            return;
        }
        if !is_over() {
            stop();
            if aloud {
                output::say("Stopping; what was measured is kept. Ctrl+C again leaves at once.");
            }
            if !signals.heard() {
                return;
            }
        }
        std::process::exit(INTERRUPTED);
    });
    end
}

/// Ctrl+C and, except on Windows, SIGTERM.
pub(crate) struct Signals {
    runtime: Runtime,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl Signals {
    /// From now on signals are handled here instead of ending the program.
    ///
    /// # Errors
    /// If the system has no more threads or files for it.
    #[cfg(unix)]
    pub(crate) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let runtime = Builder::new_current_thread().enable_io().build()?;
        let within = runtime.enter();
        let interrupt = signal(SignalKind::interrupt())?;
        let terminate = signal(SignalKind::terminate())?;
        drop(within);
        Ok(Self { runtime, interrupt, terminate })
    }

    /// From now on Ctrl+C is handled here instead of ending the program.
    ///
    /// # Errors
    /// If the system has no more threads or files for it.
    #[cfg(windows)]
    pub(crate) fn new() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_io().build()?;
        let within = runtime.enter();
        let interrupt = tokio::signal::windows::ctrl_c()?;
        drop(within);
        Ok(Self { runtime, interrupt })
    }

    /// Waits for the next one. Returns `false` if no more can come.
    #[cfg(unix)]
    pub(crate) fn heard(&mut self) -> bool {
        let Self { runtime, interrupt, terminate } = self;
        runtime.block_on(async {
            tokio::select! {
                heard = interrupt.recv() => heard.is_some(),
                heard = terminate.recv() => heard.is_some(),
            }
        })
    }

    /// Waits for the next one. Returns `false` if no more can come.
    #[cfg(windows)]
    pub(crate) fn heard(&mut self) -> bool {
        self.runtime.block_on(self.interrupt.recv()).is_some()
    }
}
