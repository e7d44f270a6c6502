//! Queries over many runs: points, comparisons, spending, past speeds.

pub(crate) mod cause_facts;
mod chain_answers;
pub(crate) mod compare_source;
mod image_times;
pub(crate) mod pace;
pub(crate) mod playbacks;
pub(crate) mod points;
pub(crate) mod spend;
pub(crate) mod watched;
