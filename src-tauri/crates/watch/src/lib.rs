//! What repeated races say over weeks: since when a number of a contender has a new level, and how sure that is.
//!
//! Pure: no clock, no I/O, no tasks. When turns are due is a [`Rhythm`]. A number is given turn by turn ([`Turn`]); the pattern of the week is learned
//! ([`pattern`]), and what remains is tested after every turn ([`LevelTest`], [`RateTest`]) and after every day ([`LevelTest::end_day`]). What a change comes
//! from is told by what moved with it ([`causes_of`]).

mod calendar;
mod change_causes;
mod explain;
mod fisher;
mod float;
mod hours;
mod level_test;
mod local_time;
mod machine;
mod model_signs;
mod network;
mod over_time;
mod pattern;
mod phase_moves;
mod rate_test;
mod reference;
mod rhythm;
mod shift_bets;
mod slow_change;
mod step;
mod turn;
mod turn_facts;
mod usual_days;

pub use calendar::turns_of_causes;
pub use change_causes::{
    ChangeCauses, MachineCause, ModelChange, ModelSign, NetworkCause, PhaseMove, RequestPhase,
    UnexplainedChange, WatchedNumber,
};
pub use explain::causes_of;
pub use level_test::{LevelAlarm, LevelTest};
pub use local_time::{ZoneOffset, day_s, local_day, local_hour_of_week, local_minute};
pub use over_time::{
    Outage, ROLLING_S, RequestCounts, Stretch, TurnNumber, TurnNumbers, between, counts_by_hour,
    hours_of_week, median_of, outages, rolling_median, stretches,
};
pub use pattern::{WeekPattern, hour_of_week};
pub use rate_test::{RateAlarm, RateTest};
pub use rhythm::{ActiveHours, DueTurn, Rhythm, RhythmError, Weekday, every};
pub use slow_change::SlowChange;
pub use step::{Direction, Step};
pub use turn::Turn;
pub use turn_facts::{LaneFacts, TurnFacts};
