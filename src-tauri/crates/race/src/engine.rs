//! Sends the requests of a race or a sweep and records the responses.

pub(crate) mod attempt;
pub(crate) mod budget;
pub(crate) mod calibrate;
mod chain_end;
pub(crate) mod closed_loop;
mod closed_loop_streams;
pub(crate) mod command_checks;
pub(crate) mod controls;
mod docket;
pub(crate) mod host_monitor;
pub(crate) mod input_names;
pub(crate) mod judgement_so_far;
pub(crate) mod judging;
pub(crate) mod lane;
pub(crate) mod later_steps;
mod leftover;
pub(crate) mod level_executor;
pub(crate) mod level_progress;
mod level_samples;
pub(crate) mod open_loop;
mod open_loop_sender;
mod pictures;
pub(crate) mod race;
pub(crate) mod sweep;
pub(crate) mod sweep_state;
pub(crate) mod threads;
