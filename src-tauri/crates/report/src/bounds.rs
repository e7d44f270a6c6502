//! The bounds of names and facts in a file from elsewhere.

use crate::plain::is_steering;

/// Longest name of a lane, its provider, its model, a judge, a machine or a finish reason, in characters.
pub(crate) const LONGEST_NAME: usize = 1_000;
/// Longest text of one request, in bytes: far more than is read of any stream.
pub(crate) const LONGEST_TEXT: usize = 16 * 1024 * 1024;
/// Longest of a request's other texts, in bytes: far more than is kept of any refusal.
pub(crate) const LONGEST_FACT: usize = 64 * 1024;

/// Whether a name is longer than [`LONGEST_NAME`].
pub(crate) fn is_long(name: &str) -> bool {
    name.chars().nth(LONGEST_NAME).is_some()
}

/// Whether a name would steer a terminal, or turn the line round in which it is shown.
pub(crate) fn is_unseemly(name: &str) -> bool {
    name.contains(|c: char| is_steering(c) || c.is_control())
}
