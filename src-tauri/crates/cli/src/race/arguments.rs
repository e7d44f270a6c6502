//! What `paceline race` can be told. The doc comments here are the help that `--help` prints.

use clap::Args;

use crate::plan::arguments::AskArguments;

#[derive(Args)]
pub(crate) struct RaceArguments {
    #[command(flatten)]
    pub(crate) ask: AskArguments,
    /// How many measured rounds to run
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) repeat: u32,
    /// How many rounds to run first, not measured
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) warmup: u32,
}
