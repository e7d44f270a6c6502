//! The events of a stream.

use crate::knobs::FaultKind;

/// One event of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    Role,
    /// The tokens `from..to`, counted over the shown reasoning and then the answer.
    Tokens {
        from: u32,
        to: u32,
    },
    Finish,
    Usage,
    Error(FaultKind),
    Done,
}
