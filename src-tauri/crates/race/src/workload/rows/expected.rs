//! What a row expects of its answer.

use checks::{Check, ExpectedNumber, NumberTaken, WholeText, written};
use measure::Phrase;
use serde_json::Value;

use crate::workload::rows::why;

/// The check for an expected answer: a number is the answer's last number, a text is the whole answer.
///
/// # Errors
/// What is wrong with it.
pub(super) fn of_value(expected: &Value) -> Result<Check, Phrase> {
    match expected {
        Value::String(text) => Ok(whole(text)),
        Value::Number(number) => {
            let value = number.as_f64().filter(|value| value.is_finite());
            value.map(last_number).ok_or_else(why::no_number)
        }
        _ => Err(why::no_expected()),
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
pub(super) fn of_list(list: &Value) -> Result<Vec<Check>, Phrase> {
    let Value::Array(all) = list else {
        return Err(why::no_checks());
    };
    all.iter().map(of_check).collect()
}

/// The same of a cell of a table.
pub(super) fn of_list_cell(text: &str) -> Result<Vec<Check>, Phrase> {
    let list: Value =
        serde_json::from_str(text).map_err(|error| why::no_list_of_checks(&error.to_string()))?;
    of_list(&list)
}

/// A check as in a document or as on the command line.
///
/// # Errors
/// What is wrong with it.
pub(super) fn of_check(check: &Value) -> Result<Check, Phrase> {
    match check {
        Value::String(text) => written(text),
        Value::Object(_) => {
            serde_json::from_value(check.clone()).map_err(|error| why::no_check(&error.to_string()))
        }
        _ => Err(why::check_is_text()),
    }
}

fn whole(text: &str) -> Check {
    Check::Equals(WholeText { text: text.to_owned(), ignore_case: false })
}

fn last_number(value: f64) -> Check {
    Check::Number(ExpectedNumber { value, tolerance: None, taken: NumberTaken::Last })
}
