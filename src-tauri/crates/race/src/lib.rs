//! Runs contenders side by side on one clock.
//!
//! **Invariant:** a lane that fails is a result; only a race that could not start is an error.
//! **Invariant:** everything that waits can be cancelled, and a cancelled lane keeps what it measured.

mod frame;
mod plan;
mod run;

pub use frame::{Frame, LaneFrame, Phase, RaceEvent};
pub use plan::{LanePlan, Plan, Preflight, Problem};
pub use measure::Recording;
pub use run::{Lane, Run, RunState, SCHEMA, Sample, Status};
