//! A judge, from the arguments.

use std::path::PathBuf;

use clap::Args;
use race::{JudgePlan, LanePlan};

use crate::plan::lane;
use crate::plan::text_file::{LARGEST_TEXT, from_file};

/// How a judge is asked, beside who judges. The doc comments here are the help that `--help` prints.
#[derive(Args)]
pub(crate) struct JudgeSettings {
    /// Read what the judge judges by from a file, in place of correct, complete and clear; `-` reads standard input
    #[arg(id = "judge_prompt", long = "judge-prompt", value_name = "FILE", requires = "judge")]
    criteria: Option<PathBuf>,
    /// Maximum output tokens of each request to the judge, its reasoning included [default: 1024]
    #[arg(
        id = "judge_max_tokens",
        long = "judge-max-tokens",
        value_name = "N",
        requires = "judge"
    )]
    max_tokens: Option<u32>,
}

/// The judge that is written as a lane, asked so; `None` if there is to be none.
///
/// # Errors
/// All problems.
pub(crate) fn read(
    text: Option<&str>,
    JudgeSettings { criteria, max_tokens }: &JudgeSettings,
) -> Result<Option<JudgePlan>, Vec<String>> {
    let Some(text) = text else { return Ok(None) };
    let lane = lane::parse(text).map_err(|problem| format!("--judge: {problem}"));
    let criteria = criteria.as_deref();
    let criteria = criteria.map(|file| from_file(file, "what a judge judges by", LARGEST_TEXT));
    match (lane, criteria.transpose()) {
        (Ok(lane), Ok(criteria)) => {
            Ok(Some(JudgePlan { lane: LanePlan { max_tokens: *max_tokens, ..lane }, criteria }))
        }
        (lane, criteria) => Err(lane.err().into_iter().chain(criteria.err()).collect()),
    }
}
