//! The inputs of a level's summary: its requests and its times.

use measure::{ClientLoad, Recording};
use serde::{Deserialize, Serialize};

use crate::result::sample::Sample;

/// The agent whose step a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Agent {
    /// Unique in the sweep; later agents have higher numbers.
    pub(crate) number: u64,
    /// Number of its steps.
    pub(crate) steps: u32,
}

/// One completed request of a level.
pub(crate) struct LevelRequest {
    /// Whether it is measured.
    pub(crate) is_measured: bool,
    /// The agent whose step it is; absent if a sample is one request.
    pub(crate) agent: Option<Agent>,
    pub(crate) sample: Sample,
    pub(crate) recording: Recording,
}

/// The times of a level, in nanoseconds on the run's clock.
pub(crate) struct Times {
    /// When its first request was due.
    pub(crate) began_ns: u64,
    /// When the last of its requests had ended.
    pub(crate) over_ns: u64,
    /// The steady window of a closed loop; that of an open loop follows from its requests.
    pub(crate) window: Option<(u64, u64)>,
    /// The state of this machine during the level.
    pub(crate) strain: Option<ClientLoad>,
}
