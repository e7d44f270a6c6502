//! A judge, from the arguments.

use std::path::Path;

use race::{JudgePlan, LanePlan};

use crate::plan::lane;
use crate::plan::text_file::{LARGEST_TEXT, from_file};

/// The judge that is written as a lane, with what it judges by in a file; `None` if there is to be none.
///
/// # Errors
/// All problems.
pub(crate) fn read(
    text: Option<&str>,
    criteria: Option<&Path>,
    max_tokens: Option<u32>,
) -> Result<Option<JudgePlan>, Vec<String>> {
    let Some(text) = text else { return Ok(None) };
    let lane = lane::parse(text).map_err(|problem| format!("--judge: {problem}"));
    let criteria =
        criteria.map(|file| from_file(file, "what a judge judges by", LARGEST_TEXT)).transpose();
    match (lane, criteria) {
        (Ok(lane), Ok(criteria)) => {
            Ok(Some(JudgePlan { lane: LanePlan { max_tokens, ..lane }, criteria }))
        }
        (lane, criteria) => Err(lane.err().into_iter().chain(criteria.err()).collect()),
    }
}
