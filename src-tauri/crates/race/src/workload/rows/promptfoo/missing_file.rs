//! What is said of a file that was not read.

use measure::Phrase;

use crate::workload::rows::promptfoo::refused;

/// What is said of a file that was not read.
pub(super) fn unread(file: &str) -> Phrase {
    let file: String = file.chars().filter(|one| !one.is_control()).take(100).collect();
    refused::file(&file)
}
