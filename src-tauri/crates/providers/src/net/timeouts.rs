//! Timeouts of a request.

use std::time::Duration;

use crate::limits;

/// How long a request may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Time from the request to its first visible text, whatever else arrives: a server that sends only comments gets
    /// no longer.
    pub first: Duration,
    /// Time between two later reads. Any byte counts, even of a comment.
    pub idle: Duration,
    /// The whole request, including second attempts.
    pub total: Duration,
}

impl Default for Timeouts {
    /// Ten minutes before the first token, for models that reason first; one minute between chunks; one hour in total.
    fn default() -> Self {
        Self {
            first: limits::FIRST_TOKEN_TIME,
            idle: limits::IDLE_TIME,
            total: limits::REQUEST_TIME,
        }
    }
}
