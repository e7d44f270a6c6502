//! One module per table, which reads and writes its rows.

pub(crate) mod alarms;
pub(crate) mod annotate;
pub(crate) mod annotations;
pub(crate) mod attachments;
pub(crate) mod chain_steps;
pub(crate) mod earlier;
pub(crate) mod endpoints;
pub(crate) mod index_check;
pub(crate) mod judges;
pub(crate) mod lane_providers;
pub(crate) mod lanes;
pub(crate) mod model_bill;
mod noticed_changes;
pub(crate) mod numbers;
pub(crate) mod recording_codec;
pub(crate) mod recordings;
mod right_numbers;
pub(crate) mod run_index;
pub(crate) mod run_rows;
pub(crate) mod runs;
pub(crate) mod samples;
pub(crate) mod texts;
pub(crate) mod timeline_codec;
pub(crate) mod votes;
pub(crate) mod watch_changes;
pub(crate) mod watch_turns;
pub(crate) mod watches;
