//! Timeouts of a request.

use std::time::Duration;

use crate::limits;

/// How long a request may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// From the request to its first visible text, whatever else arrives: a server that sends only comments is not waited
    /// for longer.
    pub first: Duration,
    /// Between two reads after it. Any byte counts, even of a comment.
    pub idle: Duration,
    /// The whole request, second attempts included.
    pub total: Duration,
}

impl Default for Timeouts {
    /// Ten minutes before the first token, for models that reason first; one minute between chunks; an hour in all.
    fn default() -> Self {
        Self {
            first: limits::FIRST_TOKEN_TIME,
            idle: limits::IDLE_TIME,
            total: limits::REQUEST_TIME,
        }
    }
}
