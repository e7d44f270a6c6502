//! The arguments of `paceline race`. The doc comments here are the help that `--help` prints.

use clap::Args;

use crate::plan::arguments::AskArguments;

#[derive(Args)]
pub(crate) struct RaceArguments {
    #[command(flatten)]
    pub(crate) ask: AskArguments,
    /// Number of measured rounds
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) repeat: u32,
    /// Number of warm-up rounds before them, not measured
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) warmup: u32,
}
