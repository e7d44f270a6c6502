//! The arguments of `paceline suite`. The doc comments here are the help that `--help` prints.

use clap::{Arg, Args, Subcommand};
use race::workload::Suite;

use crate::plan::arguments::suite;
use crate::sweep::arguments::SweepArguments;

#[derive(Subcommand)]
pub(crate) enum SuiteCommand {
    /// List the suites
    List {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Say how a suite came about, what it checks and what it does not
    Show {
        /// Its name
        #[arg(value_name = "NAME", value_parser = suite)]
        suite: Suite,
    },
    /// Ask lanes the prompts of a suite and check every answer: right and wrong with the interval, seconds and dollars per right
    /// answer, and whether one lane is right more often than another. It is a sweep with 4 requests in flight
    Run(Box<SuiteRunArguments>),
}

/// Options of a sweep that a suite brings itself: they are refused, and no help shows them.
const OWN: [&str; 15] = [
    "prompt",
    "prompt_file",
    "request",
    "request_of",
    "check",
    "checks",
    "allow_command",
    "prompts",
    "table",
    "suite",
    "preset",
    "input_tokens",
    "samples",
    "waves",
    "most_samples",
];
/// The same of those that name another run, or depend on one of these.
const OTHER: [&str; 2] = ["resume", "cached"];

fn hidden(argument: Arg) -> Arg {
    let id = argument.get_id().as_str();
    let is_hidden = OWN.contains(&id) || OTHER.contains(&id);
    argument.hide(is_hidden)
}

#[derive(Args)]
#[command(mut_args(hidden))]
pub(crate) struct SuiteRunArguments {
    /// Its name
    #[arg(value_name = "NAME", value_parser = suite)]
    pub(crate) named: Suite,
    /// How often each prompt is measured
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) times: u32,
    #[command(flatten)]
    pub(crate) sweep: SweepArguments,
}
