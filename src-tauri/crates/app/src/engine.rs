//! The engine's threads.

use std::io;

use tokio::runtime::{Builder, Runtime};

/// The engine's own threads, separate from the host's: threads that draw or print do not read streams.
///
/// # Errors
/// If the system cannot start threads.
pub fn engine() -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(race::reading_threads())
        .thread_name("engine")
        .enable_all()
        .build()
}
