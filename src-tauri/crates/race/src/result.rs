//! The results of a run: samples, levels, and the metrics computed from recordings.

pub(crate) mod calibration;
pub(crate) mod capacity;
pub(crate) mod evaluation;
pub(crate) mod interrupted_level;
pub(crate) mod knee;
pub(crate) mod lane;
pub(crate) mod level;
pub(crate) mod level_confidence;
mod level_numbers;
pub(crate) mod level_request;
pub(crate) mod level_tokens;
pub(crate) mod measurement_conditions;
pub(crate) mod output_length;
mod prompt;
mod redefined;
pub(crate) mod run;
pub(crate) mod sample;
pub(crate) mod sample_context;
pub(crate) mod shared_text;
pub(crate) mod status;
pub(crate) mod steady_window;
pub(crate) mod summary;
pub(crate) mod task;
pub(crate) mod tiers;
pub(crate) mod token_counts;
pub(crate) mod unfinished;
pub(crate) mod values;
