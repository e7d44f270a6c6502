//! The arguments of `paceline gate`. The doc comments here are the help that `--help` prints.

use std::path::PathBuf;

use clap::Args;

use crate::plan::arguments::{KeyArguments, NetworkArguments};

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct GateArguments {
    /// The limits, in a TOML file: what is raced (`[race]`, with the options of `paceline race`), `rounds` and `budget_usd` at
    /// most, and each `[[limit]]`
    pub(crate) limits: PathBuf,
    /// What limits with `worse_by_at_most` are held against: a file written by --write-baseline, the id of a run or a unique
    /// prefix, or `last:TAG` for the newest run with a tag
    #[arg(long, value_name = "FILE|RUN|last:TAG")]
    pub(crate) baseline: Option<String>,
    /// Race nothing and judge this race, by its id or a unique prefix; repeat to judge several together
    #[arg(long = "run", value_name = "RUN")]
    pub(crate) runs: Vec<String>,
    /// Write what was measured as a baseline: a small file without texts
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Tag the runs
    #[arg(long, value_name = "TAG", conflicts_with_all = ["no_save", "runs"])]
    pub(crate) tag: Option<String>,
    /// Write `JUnit` XML: a test for each limit of each contender
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write a comment for a pull request, in Markdown
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Write the numbers in Bencher Metric Format
    #[arg(long, value_name = "FILE")]
    pub(crate) bencher: Option<PathBuf>,
    /// Write the numbers as `customSmallerIsBetter` of github-action-benchmark
    #[arg(long, value_name = "FILE")]
    pub(crate) smaller_is_better: Option<PathBuf>,
    /// Write the outcome as a badge, in SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) badge: Option<PathBuf>,
    /// Annotate for GitHub Actions, and add to the job's summary
    #[arg(long, conflicts_with = "json")]
    pub(crate) github: bool,
    /// Print one JSON document, and nothing else, on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not save to the history
    #[arg(long)]
    pub(crate) no_save: bool,
    /// Run this command as a check, in this gate, without being asked: as it is written after `command:`, word for word; repeat for
    /// several
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    pub(crate) allow_command: Vec<String>,
    /// Start even if today's spending could exceed the daily cap set in the window
    #[arg(long)]
    pub(crate) over_cap: bool,
    #[command(flatten)]
    pub(crate) keys: KeyArguments,
    #[command(flatten)]
    pub(crate) network: NetworkArguments,
}
