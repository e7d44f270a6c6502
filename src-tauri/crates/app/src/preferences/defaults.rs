//! The defaults of a new race or sweep.

use std::time::Duration;

use race::Timeouts;
use serde::{Deserialize, Serialize};

/// Defaults of a new race.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RaceDefaults {
    /// Output token limit of each request; absent for the provider's default.
    pub max_tokens: Option<u32>,
    /// Temperature, 0 to 2; absent for the provider's default.
    pub temperature: Option<f64>,
    /// Warm-up rounds.
    pub warmup: u32,
    /// Measured rounds, at least 1.
    pub repeat: u32,
}

impl Default for RaceDefaults {
    fn default() -> Self {
        Self { max_tokens: Some(512), temperature: None, warmup: 0, repeat: 1 }
    }
}

/// How long the requests of a new race or sweep may take, in whole seconds, each 1 to 86,400.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct RequestTimeouts {
    /// Time from the request to its first visible text, whatever else arrives.
    pub first_token_s: u32,
    /// Time without a byte after the first text.
    pub idle_s: u32,
    /// Duration of the whole request; a deadline in the plan takes precedence.
    pub request_s: u32,
}

impl Default for RequestTimeouts {
    fn default() -> Self {
        let Timeouts { first, idle, total } = Timeouts::default();
        let seconds = |time: Duration| u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
        Self { first_token_s: seconds(first), idle_s: seconds(idle), request_s: seconds(total) }
    }
}

impl From<RequestTimeouts> for Timeouts {
    fn from(set: RequestTimeouts) -> Self {
        let time = |seconds: u32| Duration::from_secs(u64::from(seconds));
        Self { first: time(set.first_token_s), idle: time(set.idle_s), total: time(set.request_s) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_that_nobody_has_set_are_the_engines_own() {
        let timeouts = Timeouts::from(RequestTimeouts::default());
        assert_eq!(timeouts, Timeouts::default(), "in whole seconds, without loss");
        let set = RequestTimeouts { first_token_s: 30, idle_s: 5, request_s: 120 };
        let Timeouts { first, idle, total } = set.into();
        let seconds = [first, idle, total].map(|time| time.as_secs());
        assert_eq!(seconds, [30, 5, 120], "each in its place");
    }
}
