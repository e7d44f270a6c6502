//! Why there is nothing to compare, and what to do about it.

use measure::{Phrase, Warning};

use crate::conditions::warning_tags;
use crate::wording::nothing as say;

/// The requests that a question found, while it looked for contenders.
pub(crate) struct Found<'a> {
    /// Whether it is about simulated requests.
    pub(crate) simulated: bool,
    /// Real requests, and simulated ones.
    pub(crate) of_either_kind: (u32, u32),
    /// How many were left out for their warnings, and for which.
    pub(crate) left_out: (u32, &'a [Warning]),
    /// Whether any were there before those with other prompts than everybody's were taken away.
    pub(crate) had_any: bool,
}

/// Why nobody can be compared, of a question that found no contender.
pub(crate) fn nothing(found: &Found<'_>) -> Phrase {
    let (real, simulated) = found.of_either_kind;
    match (found.left_out, found.had_any, found.simulated) {
        (_, true, _) => say::none_in_common(),
        ((n, leave_out), ..) if n > 0 => say::all_left_out(n.into(), warning_tags(leave_out)),
        (_, _, false) if simulated > 0 => say::all_simulated(simulated.into()),
        (_, _, true) if real > 0 => say::none_simulated(real.into()),
        _ => say::none_measured(),
    }
}

#[cfg(test)]
#[path = "nothing_tests.rs"]
mod tests;
