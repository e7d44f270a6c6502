//! Runs contenders side by side on one clock.
//!
//! **Invariant:** a lane that fails is a result; only a race that could not start is an error.
//! **Invariant:** everything that waits can be cancelled, and a cancelled lane keeps what it measured.
//! **Invariant:** a lane's task reads, stamps and records; counting tokens, drawing and saving happen elsewhere and
//! read what it recorded.

mod board;
mod check;
mod frame;
mod lane;
mod live;
mod nearest;
mod plan;
mod race;
mod run;
mod sample;
mod summary;
pub mod workload;

pub use board::Board;
pub use check::{Contender, check, preflight, whole_prompt};
pub use frame::{Frame, LaneFrame, Phase, RaceEvent};
pub use lane::Entry;
pub use live::Live;
pub use measure::Recording;
pub use plan::{LanePlan, Plan, Preflight, Problem};
pub use providers::Patience;
pub use race::{Controls, Race};
pub use run::{Lane, Run, RunState, SCHEMA, Sample, Status};
pub use sample::Asked;
pub use summary::summary;
