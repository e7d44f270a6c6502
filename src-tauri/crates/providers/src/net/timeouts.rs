//! How long a request waits.

use std::time::Duration;

/// How long silence is borne. Any byte breaks it, a comment too: a server that says it is alive is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Before the first visible text.
    pub first: Duration,
    /// Between two reads after it.
    pub idle: Duration,
}

impl Default for Timeouts {
    /// Five minutes for a model that thinks before it speaks, one minute between chunks.
    fn default() -> Self {
        Self { first: Duration::from_secs(300), idle: Duration::from_secs(60) }
    }
}
