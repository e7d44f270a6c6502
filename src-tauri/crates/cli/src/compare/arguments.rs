//! The arguments of `paceline compare`. The doc comments here are the help that `--help` prints.

use clap::Args;
use compare::{CompareQuestion, CostOf, LoadLevel, Workload};

#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
pub(crate) struct CompareArguments {
    /// Runs to compare, by id or unique prefix [default: all]
    pub(crate) runs: Vec<String>,
    /// Compare simulated requests instead of real ones; the two never mix
    #[arg(long)]
    pub(crate) simulated: bool,
    /// Only requests with this many in flight; 1 for races [default: the lowest load]
    #[arg(long, value_name = "N")]
    pub(crate) in_flight: Option<u32>,
    /// Requests under every load, each load a separate contender
    #[arg(long, conflicts_with = "in_flight")]
    pub(crate) every_load: bool,
    /// Compare prices per million tokens, 3 in to 1 out, instead of measured cost per request
    #[arg(long)]
    pub(crate) per_million: bool,
    /// Prompt length of the job to predict, in tokens [default: 500]
    #[arg(long, value_name = "N")]
    pub(crate) input_tokens: Option<u32>,
    /// Answer length of that job, in tokens [default: 300]
    #[arg(long, value_name = "N")]
    pub(crate) output_tokens: Option<u32>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl CompareArguments {
    /// The question to compare by.
    pub(crate) fn question(&self) -> CompareQuestion {
        let workload = Workload::default();
        CompareQuestion {
            simulated: self.simulated,
            load: self.in_flight.map(LoadLevel::InFlight),
            every_load: self.every_load,
            cost_of: if self.per_million { CostOf::MillionTokens } else { CostOf::Request },
            workload: Workload {
                in_tokens: self.input_tokens.map_or(workload.in_tokens, f64::from),
                out_tokens: self.output_tokens.map_or(workload.out_tokens, f64::from),
                ..workload
            },
            ..CompareQuestion::default()
        }
    }
}
