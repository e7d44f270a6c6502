//! The levels of a sweep before they are run.

use std::fmt;

use measure::format::{count, several};
use serde::{Deserialize, Serialize};

use crate::plan::prompt_lengths::PromptLevel;

/// Maximum number of levels of a ladder, including those that narrow down the knee.
pub(crate) const MOST_LADDER_LEVELS: usize = 12;

/// One level of a sweep before it is run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Requests in flight.
    Streams(u32),
    /// Requests per second.
    Rate(f64),
    /// A length of prompt, at a load that all levels share.
    Prompt(PromptLevel),
}

impl Step {
    /// Its position on the sweep's axis: requests in flight, requests per second, or tokens of a prompt.
    pub fn load(self) -> f64 {
        match self {
            Self::Streams(streams) => f64::from(streams),
            Self::Rate(rate) => rate,
            Self::Prompt(level) => f64::from(level.tokens),
        }
    }

    /// Requests kept in flight; `None` in an open loop.
    pub fn streams(self) -> Option<u32> {
        match self {
            Self::Streams(streams) => Some(streams),
            Self::Prompt(level) => Some(level.in_flight),
            Self::Rate(_) => None,
        }
    }

    /// Its prompt length, if the levels differ by that.
    pub fn prompt(self) -> Option<PromptLevel> {
        match self {
            Self::Prompt(level) => Some(level),
            Self::Streams(_) | Self::Rate(_) => None,
        }
    }
}

/// Its load in words: “8 in flight”, “2.5 requests per second”, “1,000 tokens, cached”.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Streams(streams) => write!(f, "{} in flight", count(*streams)),
            Self::Rate(rate) if (rate - 1.0).abs() < f64::EPSILON => {
                f.write_str("1 request per second")
            }
            Self::Rate(rate) => write!(f, "{rate} requests per second"),
            Self::Prompt(PromptLevel { tokens, in_flight, cached }) => {
                f.write_str(&several(*tokens as usize, "token"))?;
                if *cached {
                    f.write_str(", cached")?;
                }
                if *in_flight > 1 {
                    write!(f, ", {} in flight", count(*in_flight))?;
                }
                Ok(())
            }
        }
    }
}

/// A ladder of levels that ends at the knee and then narrows it down.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Ladder {
    /// The highest level to try.
    pub most: u32,
    /// The p95 TTFT in milliseconds that ends it; if absent, it ends when a substantial part of the
    /// requests waits.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_p95_ms: Option<f64>,
}

/// Loads from 1 that double, and the highest load.
pub(crate) fn doubled(most: u32) -> impl Iterator<Item = u32> {
    let below = std::iter::successors(Some(1_u32), |load| load.checked_mul(2))
        .take_while(move |load| *load < most);
    below.chain([most])
}
