//! The better direction of a metric.

use serde::{Deserialize, Serialize};

/// Which direction of a metric is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Better {
    /// Lower is better, as with a time or a cost.
    Lower,
    /// Higher is better, as with tokens per second.
    Higher,
}
