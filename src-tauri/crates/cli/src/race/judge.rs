//! The judge of a race, from the arguments.

use race::{JudgePlan, LanePlan};

use crate::plan::lane;
use crate::plan::text_file::{LARGEST_TEXT, from_file};
use crate::race::arguments::RaceArguments;

/// The judge; `None` if there is to be none.
///
/// # Errors
/// All problems.
pub(crate) fn read(arguments: &RaceArguments) -> Result<Option<JudgePlan>, Vec<String>> {
    let Some(text) = &arguments.judge else { return Ok(None) };
    let lane = lane::parse(text).map_err(|problem| format!("--judge: {problem}"));
    let file = arguments.judge_prompt.as_ref();
    let criteria =
        file.map(|file| from_file(file, "what a judge judges by", LARGEST_TEXT)).transpose();
    match (lane, criteria) {
        (Ok(lane), Ok(criteria)) => {
            let max_tokens = arguments.judge_max_tokens;
            Ok(Some(JudgePlan { lane: LanePlan { max_tokens, ..lane }, criteria }))
        }
        (lane, criteria) => Err(lane.err().into_iter().chain(criteria.err()).collect()),
    }
}
