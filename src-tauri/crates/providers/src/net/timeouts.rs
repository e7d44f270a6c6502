//! Timeouts of a request.

use std::time::Duration;

/// Idle timeouts. Any byte resets them, even a comment: a server that sends keep-alives is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Before the first visible text.
    pub first: Duration,
    /// Between two reads after it.
    pub idle: Duration,
}

impl Default for Timeouts {
    /// Five minutes before the first token, for models that reason first; one minute between chunks.
    fn default() -> Self {
        Self { first: Duration::from_secs(300), idle: Duration::from_secs(60) }
    }
}
