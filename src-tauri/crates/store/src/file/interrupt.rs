//! Work on a connection that can be ended.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use crate::error::StoreFailure;

/// Time between two interrupts of work that did not end with the first, which finds no statement at work between two.
const INTERRUPT_AGAIN: Duration = Duration::from_millis(5);

/// Does work on a connection, and looks each time after `look` whether it is to be ended. `None` if it was.
pub(crate) fn interrupted<T>(
    connection: &Connection,
    look: Duration,
    mut is_to_end: impl FnMut() -> bool + Send,
    work: impl FnOnce() -> Result<T, StoreFailure>,
) -> Result<Option<T>, StoreFailure> {
    let interrupt = connection.get_interrupt_handle();
    let done = thread::scope(|scope| {
        let (ends, has_ended) = mpsc::channel::<()>();
        scope.spawn(move || {
            let mut wait = look;
            while has_ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                if wait == INTERRUPT_AGAIN || is_to_end() {
                    interrupt.interrupt();
                    wait = INTERRUPT_AGAIN;
                }
            }
        });
        let done = work();
        drop(ends);
        done
    });
    match done {
        Err(StoreFailure::Sql(source))
            if source.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) =>
        {
            Ok(None)
        }
        done => done.map(Some),
    }
}
