//! What a comparison says: every sentence and clause of its answers, by topic.

pub(crate) mod cards;
pub(crate) mod change;
pub(crate) mod conditions;
pub(crate) mod contenders;
pub(crate) mod cost_speed;
pub(crate) mod days;
pub(crate) mod hedging;
pub(crate) mod job;
pub(crate) mod lengths;
pub(crate) mod nothing;
pub(crate) mod open;
pub(crate) mod quality;
pub(crate) mod ranking;
pub(crate) mod samples;
pub(crate) mod use_cases;
