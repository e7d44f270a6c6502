//! Runs contenders side by side on one clock.
//!
//! **Invariant:** a lane that fails is a result; only a race that could not start is an error.
//! **Invariant:** everything that waits can be cancelled, and a cancelled lane keeps what it measured.
//! **Invariant:** a lane's task reads, stamps and records; counting tokens, drawing and saving happen elsewhere and
//! read what it recorded.

mod arrivals;
mod attempt;
mod board;
mod calibrate;
mod check;
mod conditions;
mod curve;
mod desk;
mod filled;
mod forecast;
mod frame;
mod knee;
mod lane;
mod level;
mod level_run;
mod live;
mod load;
mod medals;
mod missed;
mod nearest;
mod plan;
mod playback;
mod prompt;
mod purse;
mod race;
mod retirement;
mod run;
mod sample;
mod summary;
mod sweep;
mod sweep_board;
mod tally;
mod texts;
mod threads;
mod tiers;
mod unfinished;
mod values;
mod versus;
mod watch;
mod wording;
pub mod workload;

#[cfg(test)]
mod testing;

pub use attempt::Entry;
pub use board::Board;
pub use calibrate::{Certificate, Known, Metronome, Stamps};
pub use check::{Contender, check, notes_on, preflight, whole_prompt};
pub use conditions::{Conditions, prompt_fingerprint};
pub use curve::{Curve, Curves, LevelPoint};
pub use filled::{Filled, filled};
pub use forecast::{Forecast, LastPace, Surroundings, forecast, forecast_draft};
pub use frame::{Frame, LaneFrame, Phase, RaceEvent};
pub use knee::{Knee, past_the_knee};
pub use level::{Level, LevelEnd};
pub use live::Live;
pub use load::{Arrivals, Ladder, Limits, Load, MOST_STREAMS, Step};
pub use measure::{Pace, Recording, Spread};
pub use medals::{Honour, Medal, Medals, Unranked, leaders, medals};
pub use missed::AskedLength;
pub use plan::{LanePlan, Note, Plan, Preflight, Problem, Workload};
pub use playback::{LanePlayback, Playback, pace_of, playback};
pub use providers::Patience;
pub use race::{Controls, Race};
pub use retirement::{endings, last_day, written_day};
pub use run::{Lane, Run, RunKind, RunState, SCHEMA, Sample, Status};
pub use sample::Asked;
pub use summary::{lane_middle, summary};
pub use sweep::{Sweep, SweepControls, SweepEvent};
pub use sweep_board::{Cell, CellState, SweepBoard, SweepFrame};
pub use threads::reading_threads;
pub use versus::{Versus, versus};
pub use wording::Wording;
