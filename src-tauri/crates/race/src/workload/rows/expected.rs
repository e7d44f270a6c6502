//! What a row expects of its answer.

use checks::{Check, ExpectedNumber, NumberTaken, WholeText, written};
use serde_json::Value;

/// The check for an expected answer: a number is the answer's last number, a text is the whole answer.
///
/// # Errors
/// What is wrong with it.
pub(super) fn of_value(expected: &Value) -> Result<Check, String> {
    match expected {
        Value::String(text) => Ok(whole(text)),
        Value::Number(number) => {
            let value = number.as_f64().filter(|value| value.is_finite());
            value.map(last_number).ok_or_else(|| "no answer has such a number.".to_owned())
        }
        _ => Err("an expected answer is a text or a number. For JSON give \"checks\" with a `json-schema:…`, for a call of a tool with a `tool-call-equals:…`.".to_owned()),
    }
}

/// The same of a cell of a table.
pub(super) fn of_cell(text: &str) -> Check {
    let number = text.trim().parse::<f64>().ok();
    // `inf` and `nan` are words.
    number.filter(|value| value.is_finite()).map_or_else(|| whole(text), last_number)
}

/// Checks from a JSON list, each as in a document or as on the command line.
///
/// # Errors
/// What is wrong with the first that cannot be read.
pub(super) fn of_list(list: &Value) -> Result<Vec<Check>, String> {
    let Value::Array(all) = list else {
        return Err("checks are a list, such as [\"icontains:Paris\"].".to_owned());
    };
    all.iter().map(of_check).collect()
}

/// The same of a cell of a table.
pub(super) fn of_list_cell(text: &str) -> Result<Vec<Check>, String> {
    let list: Value = serde_json::from_str(text).map_err(|error| {
        format!("checks are a JSON list, such as [\"icontains:Paris\"]; this is none: {error}.")
    })?;
    of_list(&list)
}

/// A check as in a document or as on the command line.
///
/// # Errors
/// What is wrong with it.
pub(super) fn of_check(check: &Value) -> Result<Check, String> {
    match check {
        Value::String(text) => written(text),
        Value::Object(_) => serde_json::from_value(check.clone())
            .map_err(|error| format!("this is no check as a document has it: {error}.")),
        _ => Err("a check is a text such as \"icontains:Paris\", or an object with its \"kind\"."
            .to_owned()),
    }
}

fn whole(text: &str) -> Check {
    Check::Equals(WholeText { text: text.to_owned(), ignore_case: false })
}

fn last_number(value: f64) -> Check {
    Check::Number(ExpectedNumber { value, tolerance: None, taken: NumberTaken::Last })
}
