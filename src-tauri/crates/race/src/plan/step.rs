//! The levels of a sweep before they are run.

use serde::{Deserialize, Serialize};

/// Levels that a ladder measures at most, those with which it closes in on the knee included.
pub(crate) const MOST_LADDER_LEVELS: usize = 12;

/// One level of a sweep before it is run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Requests in flight.
    Streams(u32),
    /// Requests per second.
    Rate(f64),
}

impl Step {
    /// The load as a number: requests in flight, or per second.
    pub fn load(self) -> f64 {
        match self {
            Self::Streams(streams) => f64::from(streams),
            Self::Rate(rate) => rate,
        }
    }
}

/// A ladder of levels that ends at the knee, and then closes in on it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Ladder {
    /// The highest level to try.
    pub most: u32,
    /// The p95 TTFT in milliseconds that ends it; without one, a good part of requests that wait ends it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_p95_ms: Option<f64>,
}

/// Loads from 1 that double, and the highest.
pub(crate) fn doubled(most: u32) -> impl Iterator<Item = u32> {
    let below = std::iter::successors(Some(1_u32), |load| load.checked_mul(2))
        .take_while(move |load| *load < most);
    below.chain([most])
}
