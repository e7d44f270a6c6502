//! The threads that the engine runs on.

use std::io;

use tokio::runtime::{Builder, Runtime};

/// The engine's own threads, apart from the host's: those that draw or print stamp no stream.
///
/// # Errors
/// When the system gives no threads.
pub fn engine() -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(race::reading_threads())
        .thread_name("engine")
        .enable_all()
        .build()
}
