//! What is said of a file that was not read.

/// What is said of a file that was not read.
pub(super) fn unread(file: &str) -> String {
    let file: String = file.chars().filter(|one| !one.is_control()).take(100).collect();
    format!(
        "the file {file} is not read here. Give the configuration to `paceline race --prompts`, which reads files beside it, or write it out."
    )
}
