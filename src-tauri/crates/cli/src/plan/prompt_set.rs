//! Sets of prompts from the arguments.

use std::path::Path;

use race::{Plan, PromptSource};

use crate::exit::Trouble;
use crate::plan::arguments::AskArguments;
use crate::plan::text_file::{LARGEST_TEXT, from_file};

/// The prompt source that the arguments name, with its file read.
///
/// # Errors
/// Why the file cannot be read.
pub(crate) fn source(arguments: &AskArguments) -> Result<PromptSource, Trouble> {
    if let Some(suite) = arguments.suite {
        return Ok(PromptSource::Suite { suite });
    }
    Ok(match (&arguments.table, &arguments.prompts) {
        (Some(table), _) => PromptSource::Filled { table: read(table)? },
        (_, Some(prompts)) => PromptSource::Set { lines: read(prompts)? },
        _ => PromptSource::Own,
    })
}

/// The prompt of a plan whose prompts come from a source, if it needs none of its own.
pub(crate) fn written(source: &PromptSource) -> Option<&'static str> {
    (!matches!(source, PromptSource::Own | PromptSource::Filled { .. })).then_some("")
}

/// The plan of a race over the set that a source is, with as many rounds as ask each of its prompts `repeat` times.
///
/// # Errors
/// Why the set cannot be read.
pub(crate) fn raced(source: &PromptSource, plan: Plan) -> Result<Plan, Trouble> {
    let plan = source.asked_by(Plan { set: None, ..plan });
    let plan = plan.map_err(|problem| Trouble::cannot_start(problem.message.to_string()))?;
    let repeat = match &plan.set {
        Some(set) => {
            let rows = u32::try_from(set.rows().len()).unwrap_or(u32::MAX);
            plan.repeat.saturating_mul(rows)
        }
        None => plan.repeat,
    };
    Ok(Plan { repeat, ..plan })
}

fn read(file: &Path) -> Result<String, Trouble> {
    from_file(file, "prompts", LARGEST_TEXT).map_err(Trouble::cannot_start)
}
