//! Sets of prompts as people write them, read into rows: JSON Lines, a JSON list, or CSV, each row with what makes its answer right.
//!
//! **Invariant:** nothing of a row is dropped. What cannot be carried is refused by its name, with the line it stands in.

mod asked;
mod asked_notes;
mod asked_row;
mod asked_settings;
mod batch;
mod bounds;
mod elsewhere;
mod expected;
mod fault;
mod json_row;
mod json_text;
pub(crate) mod leaderboard;
mod prompt_table;
pub(crate) mod promptfoo;
mod promptfoo_files;
pub(crate) mod why;
pub(crate) mod wording;
mod yaml;

use std::collections::BTreeMap;

use checks::Check;
use measure::Phrase;
use serde::de::IgnoredAny;
use serde_json::Value;

pub use asked_settings::AskedSettings;
pub use fault::SetError;
pub use leaderboard::with_right_calls;
pub use promptfoo_files::with_files;

use crate::workload::row::Row;
use crate::workload::rows::asked_notes::RowNotes;
use crate::workload::rows::asked_row::AskedRow;
use crate::workload::rows::asked_settings::Common;
use crate::workload::rows::bounds::{Length, few, short, small};
use crate::workload::rows::fault::{Fault, column};
use crate::workload::table::{NumberedRow, numbered_rows_of_csv};
use crate::workload::template::Template;

/// Columns of a table that say what makes an answer right.
const CHECK_COLUMNS: [&str; 3] = ["expected", "check", "checks"];
/// Columns of a table that is a set of prompts by itself.
const OWN_COLUMNS: [&str; 3] = ["name", "prompt", "system"];

/// A set of prompts that was written in a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WrittenSet {
    /// Its rows, in their order.
    pub rows: Vec<Row>,
    /// The settings of a plan that its requests ask for.
    pub settings: AskedSettings,
    /// What of its requests is read differently than it stands there, is left out, or goes to some lanes only, each in a sentence.
    pub notes: Vec<Phrase>,
}

/// What was read of the rows so far, beside themselves.
#[derive(Default)]
struct SoFar {
    common: Common,
    notes: RowNotes,
}

/// Reads a set of prompts:
///
/// - JSON Lines: each line a prompt as a JSON string, or an object that is a row;
/// - a JSON list of the same;
/// - the same list in YAML;
/// - a configuration of promptfoo in YAML or JSON, with a row for each prompt with each test; what of its assertions no check is stays a
///   check that says nothing;
/// - CSV with a column `prompt`, and of `name`, `system`, `expected`, `check` and `checks` those that are needed.
///
/// A row asks with `prompt`, with `messages` of OpenAI Chat Completions (and `tools`, `tool_choice`, `response_format`), or with a
/// whole `request` as it was sent elsewhere. It says what makes its answer right with `expected` (a text that the answer is, or a
/// number that is its last), with `check` (as on the command line, `icontains:Paris`), or with `checks`, a list of either form.
///
/// A row may also be a sample of `OpenAI` evals (`input`, `ideal`), or a question with functions as in the Berkeley function calling
/// leaderboard (`question`, `function`, and `ground_truth`, which [`with_right_calls`] puts in from the file beside it), a line of a batch as the vendors take it (`custom_id` with `body` or
/// `params`, `key` with `request`), or a body that names its model; a whole batch of Anthropic's is such a set. Settings of a plan that whole requests ask for, such as
/// a token limit, are returned beside the rows, in all of which they are the same.
///
/// # Errors
/// A [`SetError`] with the line of the first row that cannot be read.
pub fn read_rows(text: &str) -> Result<WrittenSet, SetError> {
    let text = text.trim_start_matches('\u{feff}');
    if let Some(why) = pointer(text) {
        return Err(SetError::at(1, column(1), why));
    }
    let mut so_far = SoFar::default();
    let rows = match text.trim_start().chars().next() {
        None => return Err(SetError::Empty),
        Some('{') if promptfoo::is_one(text) => {
            of_promptfoo(&json_text::value_of(text)?, &mut so_far)?
        }
        Some('{') if batch::is_one(text) => of_batch(text, &mut so_far)?,
        Some('[') if !is_line_by_line(text) => of_list(text, &mut so_far)?,
        Some('{' | '[' | '"') => of_lines(text, &mut so_far)?,
        Some(_) if yaml::is_one(text) => of_yaml(yaml::value_of(text)?, &mut so_far)?,
        Some(_) => of_table(text)?,
    };
    let SoFar { common, notes } = so_far;
    Ok(WrittenSet { rows: bounded(rows)?, settings: common.settings(), notes: notes.told() })
}

/// The prompt filled in from each row of a table, whose columns `expected`, `check` and `checks` say what makes an answer right
/// unless the prompt has a variable of that name.
///
/// # Errors
/// A [`SetError`] with the line of the first row that cannot be read.
pub fn filled_rows(prompt: &str, table: &str) -> Result<Vec<Row>, SetError> {
    let template = Template::parse(prompt)?;
    let rows = numbered_rows_of_csv(table)?;
    let variables = template.variables();
    let mut bytes = 0;
    let of_row = |(at, (line, values)): (usize, NumberedRow)| {
        let prompt = template.fill(&values)?;
        short(&mut bytes, &prompt)?;
        let is_check = |name: &&str| !variables.contains(name);
        let columns: Vec<&str> = CHECK_COLUMNS.into_iter().filter(is_check).collect();
        let mut checks = checks_of_columns(line, &values, &columns)?;
        let of_promptfoo = promptfoo::checks_of_columns(&values);
        checks.extend(
            of_promptfoo
                .map_err(|(column, why)| SetError::at(line, why::named_column(&column), why))?,
        );
        Ok(Row { name: at.to_string(), prompt, checks, ..Row::default() })
    };
    bounded((1..).zip(rows).map(of_row).collect::<Result<_, SetError>>()?)
}

/// The row that a JSON value is, as [`read_rows`] reads it; `number` is its own, from 1.
pub(super) fn row_of(value: Value, number: usize) -> Result<Row, SetError> {
    json_row::read_alone(value, number).map_err(|fault| fault.in_text(number, ""))
}

/// A row of JSON, whose settings are those of the rows before it.
fn row_like_others(value: Value, at: usize, so_far: &mut SoFar) -> Result<Row, Fault> {
    let AskedRow { row, settings, notes } = json_row::read(value, at)?;
    so_far.common.add(settings)?;
    so_far.notes.add(notes);
    Ok(row)
}

/// What is said of a text that only says where the prompts are.
fn pointer(text: &str) -> Option<Phrase> {
    if text.starts_with(['{', '[', '"']) {
        return None;
    }
    if text.starts_with("version https://git-lfs.github.com/") {
        return Some(why::pointer());
    }
    let is_class = |line: &str| line.trim_start().starts_with("class: evals.");
    text.lines().any(is_class).then(why::registry)
}

fn bounded(rows: Vec<Row>) -> Result<Vec<Row>, SetError> {
    match rows.len() {
        0 => Err(SetError::Empty),
        many => few(many).map(|()| rows),
    }
}

/// Whether the first line is a JSON value by itself.
fn is_line_by_line(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let others = text.lines().filter(|line| !line.trim().is_empty()).count() > 1;
    others && serde_json::from_str::<IgnoredAny>(first).is_ok()
}

fn of_lines(text: &str, so_far: &mut SoFar) -> Result<Vec<Row>, SetError> {
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    few(lines().count())?;
    small(text)?;
    let of_line = |(at, (line, written)): (usize, (usize, &str))| {
        let value: Value = serde_json::from_str(written).map_err(|error| {
            let place = column(error.column().max(1));
            SetError::at(line, place, why::no_json_line(&error.to_string()))
        })?;
        row_like_others(value, at, so_far).map_err(|fault| fault.in_text(line, written))
    };
    (1..).zip(lines()).map(of_line).collect()
}

fn of_list(text: &str, so_far: &mut SoFar) -> Result<Vec<Row>, SetError> {
    let no_list = |error: serde_json::Error| SetError::json(&error, why::no_list);
    let Length(many) = serde_json::from_str(text).map_err(no_list)?;
    few(many)?;
    small(text)?;
    let values: Vec<Value> = serde_json::from_str(text).map_err(no_list)?;
    let of_value = |(at, value): (usize, Value)| {
        row_like_others(value, at, so_far).map_err(|fault| fault.in_list(text, at))
    };
    (1..).zip(values).map(of_value).collect()
}

/// A whole batch as Anthropic's API takes one.
fn of_batch(text: &str, so_far: &mut SoFar) -> Result<Vec<Row>, SetError> {
    let mut whole = json_text::value_of(text)?;
    let requests = match whole.get_mut("requests") {
        Some(Value::Array(requests)) => std::mem::take(requests),
        _ => Vec::new(),
    };
    few(requests.len())?;
    let of_request = |(at, value): (usize, Value)| {
        let fault = |fault: Fault| SetError::within(why::request(&at.to_string()), fault.told());
        row_like_others(value, at, so_far).map_err(fault)
    };
    (1..).zip(requests).map(of_request).collect()
}

/// The rows of a configuration of promptfoo, whose requests ask for no setting of a plan.
fn of_promptfoo(document: &Value, so_far: &mut SoFar) -> Result<Vec<Row>, SetError> {
    let rows = promptfoo::rows(document)?;
    Ok(rows
        .into_iter()
        .map(|asked| {
            so_far.notes.add(asked.notes);
            asked.row
        })
        .collect())
}

/// A configuration of promptfoo, or a list of rows.
fn of_yaml(value: Value, so_far: &mut SoFar) -> Result<Vec<Row>, SetError> {
    let Value::Array(all) = value else { return of_promptfoo(&value, so_far) };
    few(all.len())?;
    let of_value = |(at, value): (usize, Value)| {
        row_like_others(value, at, so_far)
            .map_err(|fault| SetError::within(why::row(&at.to_string()), fault.told()))
    };
    (1..).zip(all).map(of_value).collect()
}

fn of_table(text: &str) -> Result<Vec<Row>, SetError> {
    let rows = numbered_rows_of_csv(text)?;
    let of_row = |(at, (line, mut values)): (usize, NumberedRow)| {
        let is_known = |name: &str| OWN_COLUMNS.contains(&name) || CHECK_COLUMNS.contains(&name);
        if let Some(other) = values.keys().find(|name| !is_known(name)) {
            let known: Vec<&str> = OWN_COLUMNS.into_iter().chain(CHECK_COLUMNS).collect();
            let why = why::unknown_column(&known.join(", "));
            return Err(SetError::at(1, why::named_column(other), why));
        }
        let checks = checks_of_columns(line, &values, &CHECK_COLUMNS)?;
        let mut taken = |name: &str| values.remove(name).filter(|text| !text.trim().is_empty());
        let prompt = taken("prompt")
            .ok_or_else(|| SetError::at(line, why::named_column("prompt"), why::no_prompt()))?;
        let name = taken("name").unwrap_or_else(|| at.to_string());
        Ok(Row { name, prompt, system: taken("system"), checks, ..Row::default() })
    };
    (1..).zip(rows).map(of_row).collect()
}

/// The checks of a row of a table, from those of its columns that say what makes an answer right.
fn checks_of_columns(
    line: usize,
    values: &BTreeMap<String, String>,
    columns: &[&str],
) -> Result<Vec<Check>, SetError> {
    let mut checks = Vec::new();
    for column in columns {
        let Some(text) = values.get(*column).filter(|text| !text.trim().is_empty()) else {
            continue;
        };
        let found = match *column {
            "expected" => Ok(vec![expected::of_cell(text)]),
            "check" => checks::written(text.trim()).map(|check| vec![check]),
            _ => expected::of_list_cell(text),
        };
        let at = |why| SetError::at(line, why::named_column(column), why);
        checks.extend(found.map_err(at)?);
    }
    Ok(checks)
}

#[cfg(test)]
#[path = "rows/tests.rs"]
mod tests;
