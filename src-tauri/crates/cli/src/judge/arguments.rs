//! The arguments of `paceline judge`. The doc comments here are the help that `--help` prints.

use std::path::PathBuf;

use clap::Args;

use crate::plan::arguments::{KeyArguments, NetworkArguments};

#[derive(Args)]
pub(crate) struct JudgeArguments {
    /// The race: its id, or a unique prefix
    pub(crate) run: String,
    /// Who judges, written as a --lane; may be left out if the race names its judge and that was not asked, or not everything. A race
    /// has one judge: another can be asked only while nothing was paid to the first
    #[arg(long, value_name = "LANE")]
    pub(crate) judge: Option<String>,
    /// Read what the judge judges by from a file, in place of correct, complete and clear; `-` reads standard input
    #[arg(long, value_name = "FILE", requires = "judge")]
    pub(crate) judge_prompt: Option<PathBuf>,
    /// Maximum output tokens of each request to the judge, its reasoning included [default: 1024]
    #[arg(long, value_name = "N", requires = "judge")]
    pub(crate) judge_max_tokens: Option<u32>,
    #[command(flatten)]
    pub(crate) keys: KeyArguments,
    #[command(flatten)]
    pub(crate) network: NetworkArguments,
    /// Print the run as one JSON document, and nothing else, on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Start even if today's spending could exceed the daily cap set in the window
    #[arg(long)]
    pub(crate) over_cap: bool,
}
