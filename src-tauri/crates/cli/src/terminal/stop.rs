//! Ctrl+C, SIGTERM and, on Linux, a closed terminal: the first stops the run and keeps its measurements, the second exits at once. Once the run is
//! over, the first exits too: its results may be on their way into a pipe that nobody reads. For the same reason a
//! stopped run exits without its output if that is not read: the run is saved by then.
//!
//! Signals have their own thread, so that they are handled whatever the threads that read streams are doing.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

use crate::terminal::output::{self, MESSAGES, RESULTS};

/// Exit status of a program ended by Ctrl+C.
const INTERRUPTED: i32 = 130;
/// How long one write of a stopped run may wait for its reader, in steps of [`LOOK`].
const UNREAD_LOOKS: u32 = 20;
/// The same while the run is being saved.
const UNSAVED_LOOKS: u32 = 120;
const LOOK: Duration = Duration::from_millis(25);

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
    let end_of_run = end.clone();
    // Without it, the system's own handling of the signals ends the program.
    let Ok(mut signals) = Signals::new() else { return end };
    std::thread::spawn(move || {
        let is_over = || end_of_run.0.load(Ordering::Acquire);
        if !signals.heard() {
            return;
        }
        if !is_over() {
            stop();
            let end = end_of_run.clone();
            std::thread::spawn(move || exit_when_unread(&end));
            if aloud {
                // On a thread of its own, because nobody may read it either.
                std::thread::spawn(|| output::say(STOPPING));
            }
            if !signals.heard() {
                return;
            }
        }
        std::process::exit(INTERRUPTED);
    });
    end
}

const STOPPING: &str = "Stopping; what was measured is kept. Ctrl+C again leaves at once.";
const UNREAD: &str =
    "Standard output is not read, so the rest of the results is left out after Ctrl+C.";

/// Exits once one write of a stopped run has waited too long for its reader. While the run is being saved that is only a
/// message, which a sweep may write from within, and it may wait longer.
fn exit_when_unread(end: &RunEnd) {
    let (mut before, mut looks) = (None, 0);
    loop {
        let is_over = end.0.load(Ordering::Acquire);
        let results = RESULTS.under_way().filter(|_| is_over);
        let messages = MESSAGES.under_way();
        let now = (results.is_some() || messages.is_some()).then_some((is_over, results, messages));
        looks = if now.is_some() && now == before { looks + 1 } else { 0 };
        before = now;
        if looks >= if is_over { UNREAD_LOOKS } else { UNSAVED_LOOKS } {
            if messages.is_none() {
                output::say(UNREAD);
            }
            std::process::exit(INTERRUPTED);
        }
        std::thread::sleep(LOOK);
    }
}

/// From now on a file that reaches the limit of its size (`ulimit -f`) is an error to whoever writes it, like a full
/// disk, rather than the end of the program.
pub(crate) fn outlive_file_limits() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        /// SIGXFSZ on every system that Paceline is built for.
        const FILE_TOO_LARGE: i32 = 25;
        let Ok(runtime) = Builder::new_current_thread().enable_io().build() else { return };
        let _within = runtime.enter();
        // That there is a handler is what counts. It stays for as long as the process.
        let _as_it_was = signal(SignalKind::from_raw(FILE_TOO_LARGE));
    }
}

/// Whether a closed terminal is to end this program: `nohup` ignores its signal, and a handler would undo that. Only
/// Linux tells; elsewhere a closed terminal ends the program, and what was kept until then stays.
#[cfg(unix)]
fn ends_with_its_terminal() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|ignored| u64::from_str_radix(ignored.trim(), 16).ok());
    // SIGHUP is the first of the signals.
    ignored.is_some_and(|ignored| ignored & 1 == 0)
}

/// Ctrl+C and, except on Windows, SIGTERM; on Linux also SIGHUP.
pub(crate) struct Signals {
    runtime: Runtime,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    hang_up: Option<tokio::signal::unix::Signal>,
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
        let hang_up = ends_with_its_terminal().then(|| signal(SignalKind::hangup())).transpose()?;
        drop(within);
        Ok(Self { runtime, interrupt, terminate, hang_up })
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
        let Self { runtime, interrupt, terminate, hang_up } = self;
        let hung_up = async {
            match hang_up {
                Some(hang_up) => hang_up.recv().await,
                None => std::future::pending().await,
            }
        };
        runtime.block_on(async {
            tokio::select! {
                heard = interrupt.recv() => heard.is_some(),
                heard = terminate.recv() => heard.is_some(),
                heard = hung_up => heard.is_some(),
            }
        })
    }

    /// Waits for the next one. Returns `false` if no more can come.
    #[cfg(windows)]
    pub(crate) fn heard(&mut self) -> bool {
        self.runtime.block_on(self.interrupt.recv()).is_some()
    }
}
