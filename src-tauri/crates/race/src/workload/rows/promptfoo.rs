//! A configuration of promptfoo, in YAML or JSON: its prompts, each with its tests.

pub(super) mod assertion;
mod missing_file;
mod prompt;
mod provider_offers;
pub(crate) mod refused;
mod scoring;
mod test_rows;
mod texts;
pub(crate) mod unlike;

use std::collections::BTreeMap;

use measure::Phrase;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};

use crate::workload::rows::asked_row::AskedRow;
use crate::workload::rows::bounds::{few, short};
use crate::workload::rows::fault::SetError;
use crate::workload::rows::promptfoo::missing_file::unread;
use crate::workload::rows::promptfoo::prompt::{Prompt, PromptTemplate};
use crate::workload::rows::promptfoo::provider_offers::offered;
use crate::workload::rows::promptfoo::test_rows::Test;
use crate::workload::rows::why;

/// What of a configuration says how promptfoo runs and reports, and nothing of what is asked or right.
const NOT_ASKED: &[&str] = &[
    "$schema",
    "assertionTemplates",
    "commandLineOptions",
    "derivedMetrics",
    "description",
    "env",
    "evaluateOptions",
    "maxConcurrency",
    "metadata",
    "outputPath",
    "providers",
    "sharing",
    "tags",
    "targets",
    "tracing",
    "writeLatestResults",
];

/// Whether a text is such a configuration in JSON. Nothing of it is kept.
pub(super) fn is_one(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Named {
        #[serde(rename = "prompts")]
        _prompts: IgnoredAny,
    }
    serde_json::from_str::<Named>(text).is_ok()
}

/// A row for each prompt with each test, with what of it is read differently or not at all. Its providers are not read but for what they
/// offer, because lanes are named elsewhere.
///
/// # Errors
/// The first thing in it that cannot be carried, by its name.
pub(super) fn rows(document: &Value) -> Result<Vec<AskedRow>, SetError> {
    let fault = SetError::within;
    is_whole(document).map_err(|why| fault(why::configuration(), why))?;
    let prompts =
        list(document, "prompts").map_err(|why| fault(Phrase::verbatim("prompts"), why))?;
    let prompts: Vec<Prompt> = (1..)
        .zip(&prompts)
        .map(|(at, prompt)| {
            Prompt::of(prompt).map_err(|why| fault(why::prompt(&at.to_string()), why))
        })
        .collect::<Result<_, _>>()?;
    let tests = match document.get("tests") {
        None => vec![json!({})],
        Some(_) => list(document, "tests").map_err(|why| fault(Phrase::verbatim("tests"), why))?,
    };
    few(prompts.len().saturating_mul(tests.len()))?;
    let usual = document.get("defaultTest");
    let offered = offered(document).map_err(|why| fault(why::providers(), why))?;
    let (mut rows, mut bytes) = (Vec::new(), 0);
    for (number, prompt) in (1..).zip(&prompts) {
        let template = PromptTemplate::of(&prompt.text)?;
        for (at, test) in (1..).zip(&tests) {
            let place = || why::test(&at.to_string());
            let is_asked = prompt.is_asked_by(test, &prompts);
            if !is_asked.map_err(|why| fault(place(), why))? {
                continue;
            }
            let name =
                if prompts.len() > 1 { format!("{at}, prompt {number}") } else { at.to_string() };
            let test = Test::of(document, test, usual).map_err(|why| fault(place(), why))?;
            let cases = test.cases();
            few(rows.len() + cases.len())?;
            for (case, values) in (1..).zip(&cases) {
                let name =
                    if cases.len() > 1 { format!("{name}, case {case}") } else { name.clone() };
                let asked = test
                    .row((prompt, &template), values, &offered, name)
                    .map_err(|why| fault(place(), why))?;
                short(&mut bytes, &asked.row.prompt)?;
                rows.push(asked);
            }
        }
    }
    Ok(rows)
}

/// Whether it is a configuration of which nothing is lost.
///
/// # Errors
/// What of it cannot be carried.
fn is_whole(document: &Value) -> Result<(), Phrase> {
    let has = |name: &str| document.get(name).is_some();
    if !has("prompts") && !has("tests") {
        return Err(refused::no_prompts());
    }
    // Of a configuration that has tests, only those are asked.
    if has("redteam") && !has("tests") {
        return Err(refused::redteam());
    }
    let known = |name: &str| {
        ["prompts", "tests", "defaultTest", "redteam"].contains(&name) || NOT_ASKED.contains(&name)
    };
    let mut fields = document.as_object().into_iter().flat_map(Map::keys);
    match fields.find(|name| !known(name)) {
        Some(other) => Err(refused::field(other)),
        None => Ok(()),
    }
}

fn list(document: &Value, name: &str) -> Result<Vec<Value>, Phrase> {
    match document.get(name) {
        Some(Value::Array(all)) => Ok(all.clone()),
        Some(Value::String(file)) if name == "tests" || file.starts_with("file://") => {
            Err(unread(file))
        }
        Some(one @ Value::String(_)) if name == "prompts" => Ok(vec![one.clone()]),
        _ => Err(refused::no_list()),
    }
}

/// The checks in the columns of a table that are promptfoo's: `__expected`, `__expected1` and so on.
///
/// # Errors
/// Which column cannot be carried, and why.
pub(super) fn checks_of_columns(
    values: &BTreeMap<String, String>,
) -> Result<Vec<checks::Check>, (String, Phrase)> {
    let mut found = Vec::new();
    for (column, cell) in values {
        let at = |why: Phrase| (column.clone(), why);
        let Some(own) = column.strip_prefix("__") else { continue };
        match own.strip_prefix("expected") {
            _ if cell.trim().is_empty() => {}
            Some(number) if number.chars().all(|one| one.is_ascii_digit()) => {
                let all = assertion::checks_of(&assertion::of_cell(cell), values).map_err(at)?;
                for check in all {
                    let check = serde_json::from_value(check);
                    found.push(check.map_err(|error| at(why::no_check(&error.to_string())))?);
                }
            }
            _ if ["description", "metric"].contains(&own) || own.starts_with("metadata") => {}
            _ => return Err(at(refused::column())),
        }
    }
    Ok(found)
}

#[cfg(test)]
#[path = "promptfoo/tests.rs"]
mod tests;

#[cfg(test)]
#[path = "promptfoo/carried_tests.rs"]
mod carried_tests;
