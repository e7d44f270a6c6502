//! When a later step of a chain is asked.

use checks::Check;
use serde::{Deserialize, Serialize};

/// The longest name by which an answer picks a step, in characters.
pub(crate) const LONGEST_STEP_NAME: usize = 60;

/// When a later step of a chain is asked, by the answer of the step that was asked before it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "when", rename_all = "snake_case")]
pub enum StepRule {
    /// Whenever there is an answer: a pipeline.
    #[default]
    Always,
    /// If the answer fails a check, if a check cannot say, or if there is no answer: a cascade.
    CheckFails {
        /// The checks that decide; those of the plan and of its rows if empty.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        checks: Vec<Check>,
    },
    /// If the answer says this name before that of any other of the steps beside it: a router.
    Says {
        /// The name, in any case, as a word of the answer.
        name: String,
    },
    /// If the answer says none of the names of the steps before it.
    Otherwise,
}

impl StepRule {
    /// Whether it is one of several steps of which an answer picks one.
    pub(crate) fn is_branch(&self) -> bool {
        matches!(self, Self::Says { .. } | Self::Otherwise)
    }
}

/// Where a text first says a name as a word, in bytes: in any case, and not as a part of a longer word. Scripts that write no spaces
/// have no words' ends.
pub(crate) fn said_at(lower: &str, name: &str) -> Option<usize> {
    let name = name.trim().to_lowercase();
    if name.is_empty() {
        return None;
    }
    let goes_on = |end: Option<char>, beside: Option<char>| match (end, beside) {
        (Some(end), Some(beside)) => is_of_word(end) && is_of_word(beside),
        _ => false,
    };
    let found = lower.match_indices(&name).find(|(at, found)| {
        let before = lower.get(..*at).and_then(|text| text.chars().next_back());
        let after = lower.get(at + found.len()..).and_then(|text| text.chars().next());
        !goes_on(name.chars().next(), before) && !goes_on(name.chars().next_back(), after)
    });
    found.map(|(at, _)| at)
}

/// Whether a character belongs to a word of a script that separates words.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{2e80}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_said_as_a_word_in_any_case() {
        for (text, name, at) in [
            ("code", "Code", Some(0)),
            ("the route is: code.", "code", Some(14)),
            ("{\"route\": \"code\"}", "code", Some(11)),
            ("decode this", "code", None),
            ("codes", "code", None),
            ("decode, then code", "code", Some(13)),
            ("选择代码分支", "代码", Some(6)),
            ("c++", "c++", Some(0)),
            ("anything", "", None),
        ] {
            assert_eq!(said_at(text, name), at, "{text}: {name}");
        }
    }
}
