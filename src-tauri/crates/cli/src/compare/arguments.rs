//! The arguments of `paceline compare`. The doc comments here are the help that `--help` prints.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use compare::{Aspect, CompareQuestion, CostOf, LoadLevel, Workload};
use measure::Warning;

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
    /// Only requests of sweeps over prompt lengths whose prompts have this many tokens [default: requests of no such sweep, or the
    /// shortest length]
    #[arg(long, value_name = "N")]
    pub(crate) prompt_tokens: Option<u32>,
    /// Pool requests that differ in this, which are separate contenders otherwise; several, separated by commas
    #[arg(long, value_name = "ASPECT", value_delimiter = ',', value_parser = aspects())]
    pub(crate) pool_over: Vec<Aspect>,
    /// Leave out requests with this warning, by its id as in `--json`, such as `client_limited`; several, separated by
    /// commas
    #[arg(long, value_name = "WARNING", value_delimiter = ',', value_parser = warning)]
    pub(crate) leave_out: Vec<Warning>,
    /// Only prompts that every contender was asked; a longer prompt alone makes a time longer
    #[arg(long)]
    pub(crate) common_prompts: bool,
    /// Compare prices per million tokens, 3 in to 1 out, instead of measured cost per request
    #[arg(long)]
    pub(crate) per_million: bool,
    /// Prompt length of the job to predict, in tokens [default: 500]
    #[arg(long, value_name = "N")]
    pub(crate) input_tokens: Option<u32>,
    /// Answer length of that job, in tokens [default: 300]
    #[arg(long, value_name = "N")]
    pub(crate) output_tokens: Option<u32>,
    /// Call only contenders best, fastest or cheapest that answered at least this share of requests right, such as `95%` or `0.95`, where one that failed is not right;
    /// the others are left out with their share
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) least_right: Option<f64>,
    /// Also print how uncertain each number is, with the largest part of that
    #[arg(long)]
    pub(crate) explain: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

fn aspects() -> impl TypedValueParser<Value = Aspect> {
    PossibleValuesParser::new(Aspect::ALL.map(Aspect::id)).try_map(|id| {
        let found = Aspect::ALL.into_iter().find(|aspect| aspect.id() == id);
        found.ok_or("there is no such aspect")
    })
}

fn warning(id: &str) -> Result<Warning, String> {
    Warning::ALL.into_iter().find(|warning| warning.id() == id).ok_or_else(|| {
        let ids: Vec<&str> = Warning::ALL.into_iter().map(Warning::id).collect();
        format!("there is no such warning; there are {}", ids.join(", "))
    })
}

/// A share of 1, or in percent.
fn share(text: &str) -> Result<f64, String> {
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    let share = number.trim().parse::<f64>().map(|number| number / whole);
    share
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "a share is from 0 to 1, or from 0% to 100%, such as 0.95 or 95%".to_owned())
}

impl CompareArguments {
    /// The question to compare by.
    pub(crate) fn question(&self) -> CompareQuestion {
        let workload = Workload::default();
        CompareQuestion {
            simulated: self.simulated,
            load: self.in_flight.map(LoadLevel::InFlight),
            every_load: self.every_load,
            swept_length: self.prompt_tokens,
            common_only: self.common_prompts,
            pool_over: self.pool_over.clone(),
            leave_out: self.leave_out.clone(),
            cost_of: if self.per_million { CostOf::MillionTokens } else { CostOf::Request },
            workload: Workload {
                in_tokens: self.input_tokens.map_or(workload.in_tokens, f64::from),
                out_tokens: self.output_tokens.map_or(workload.out_tokens, f64::from),
                ..workload
            },
            least_right: self.least_right,
            ..CompareQuestion::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_written_as_a_number_or_in_percent() {
        assert_eq!(share("95%"), Ok(0.95), "in percent");
        assert_eq!(share("0.95"), Ok(0.95), "or of 1");
        for wrong in ["95", "-1%", "101%", "NaN", "most", ""] {
            assert!(share(wrong).is_err(), "{wrong} is no share");
        }
    }
}
