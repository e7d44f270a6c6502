//! Compares contenders over any set of requests: cost against speed, latency by length, who is best for which job, how
//! samples scatter, what changed, who to choose for a use, and what hedging would have bought. Each answer says in one
//! sentence what it shows.
//!
//! **Invariant:** reads no clock, does no IO, starts no task. Every answer is a pure function of the requests it is about.
//!
//! **Invariant:** simulated requests never mix with real ones; failures are in error rates and in no speed; tokens counted
//! by two sources are never in one sum; unknown is absent, never zero.

mod champion;
mod change;
mod conditions;
mod contender;
mod cost_speed;
mod days;
mod distribution;
mod hedge;
mod metric;
mod point;
mod predict;
mod ranking;
mod trend;
mod view;
mod what_if;
mod win_map;
pub mod words;

pub use champion::Champion;
pub use change::{Became, Change, Changes, RunName};
pub use contender::Contender;
pub use cost_speed::{CostOf, CostSpeed, LeftOut, Mark, Place, SpeedBy};
pub use distribution::{Distribution, Strip};
pub use hedge::{Hedge, Outlook};
pub use metric::{FEW, Metric, Summary};
pub use point::{Counted, Outcome, Point, Tariff};
pub use predict::{BreakEven, Leader, Lengths, Line};
pub use ranking::{Figure, Limit, Part, Ranked, Ranking, Term, UseCase, use_cases};
pub use trend::{Course, Day, Hour, Trend};
pub use view::{Question, View, view};
pub use what_if::{Estimate, Preset, WhatIf, Workload};
pub use win_map::{Share, WinMap};

#[cfg(test)]
mod fixtures;
