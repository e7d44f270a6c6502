//! Turns the arrival times of one stream into the numbers people compare:
//! time to first token, decode speed, chunk gaps, stalls, their spread over many streams, and who of two is better.
//!
//! **Invariant:** reads no clock, does no IO, starts no task. Every number is a pure function of the recorded
//! [`Timeline`], so that a definition can be recomputed later for a run made today.

mod barcode;
pub mod format;
mod gaps;
mod judge;
mod level_definition;
mod metric;
mod pace;
mod pair;
mod peers;
mod percentile;
mod places;
mod replay;
mod resample;
mod speed;
mod spread;
mod timeline;
mod units;
mod warning;

pub use barcode::Barcode;
pub use judge::{MEDIAN_FROM, TIE, carries_median, is_tie, leader, middle};
pub use level_definition::{LEVEL_DEFINITIONS, definitions};
pub use metric::{Counter, Definition, METRICS, Metric, Unit, Values};
pub use pace::{Length, Line, Overtake, Pace, by_length, overtakes};
pub use pair::{Better, Comparison, Verdict};
pub use peers::{PeerReport, peer_reports};
pub use percentile::percentile;
pub use places::{ticks_ms, tokens_between};
pub use replay::{RATE_EVERY_US, RATE_WINDOW_NS, Replay, live_rate};
pub use resample::Interval;
pub use speed::{Counts, ReasoningType, Speed};
pub use spread::Spread;
pub use timeline::{
    ClientLoad, Connection, Kind, Mark, Recording, Timeline, TokensSoFar, Transcript,
};
pub use units::ms;
pub use warning::{Advice, Warning};

/// Version of the definitions below. A stored number carries it, so that two numbers are only ever compared under
/// one definition.
pub const DEF_VERSION: u32 = 3;
