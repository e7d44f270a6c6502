//! The arguments of `paceline judge`. The doc comments here are the help that `--help` prints.

use clap::Args;

use crate::plan::arguments::{KeyArguments, NetworkArguments};
use crate::plan::judge::JudgeSettings;

#[derive(Args)]
pub(crate) struct JudgeArguments {
    /// The race: its id, or a unique prefix
    pub(crate) run: String,
    /// Who judges, written as a --lane; may be left out if the race names its judge and that was not asked, or not everything. A race
    /// has one judge: another can be asked only while nothing was paid to the first
    #[arg(long, value_name = "LANE")]
    pub(crate) judge: Option<String>,
    #[command(flatten)]
    pub(crate) judge_settings: JudgeSettings,
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
