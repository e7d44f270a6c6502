//! What `paceline compare` can be told. The doc comments here are the help that `--help` prints.

use clap::Args;
use compare::{CompareQuestion, CostOf, LoadLevel, Workload};

#[derive(Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
pub(crate) struct CompareArguments {
    /// The runs to compare, by their ids or as much of their beginning as no other run shares [default: all]
    pub(crate) runs: Vec<String>,
    /// Compare simulated requests in place of real ones; the two never mix
    #[arg(long)]
    pub(crate) simulated: bool,
    /// Only requests with so many in flight at once, 1 for races [default: the fewest there are]
    #[arg(long, value_name = "N")]
    pub(crate) in_flight: Option<u32>,
    /// Requests under every load, each load of a contender beside the others
    #[arg(long, conflicts_with = "in_flight")]
    pub(crate) every_load: bool,
    /// Compare the prices of a million tokens, 3 in to 1 out, in place of what the requests cost
    #[arg(long)]
    pub(crate) per_million: bool,
    /// Prompt of the job that is reckoned with, in tokens [default: 500]
    #[arg(long, value_name = "N")]
    pub(crate) input_tokens: Option<u32>,
    /// Answer of that job, in tokens [default: 300]
    #[arg(long, value_name = "N")]
    pub(crate) output_tokens: Option<u32>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl CompareArguments {
    /// What is asked of the requests.
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
