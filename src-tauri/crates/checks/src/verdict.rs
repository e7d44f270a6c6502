//! What a check finds.

use measure::Phrase;
use serde::{Deserialize, Serialize};

use crate::quote::bounded;
use crate::wording;

/// Whether an answer passes a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum CheckVerdict {
    /// It does.
    Right,
    /// It does not.
    Wrong,
    /// It cannot be said, for the reason given.
    Unknown,
}

/// How a tool call is wrong.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum ToolCallError {
    /// The answer called no tool.
    NoCall,
    /// The arguments are not JSON.
    BadJson,
    /// The request offered no tool of this name.
    UnknownName,
    /// The arguments do not fit the tool's schema.
    SchemaMismatch,
}

/// The result of one check of one answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct CheckResult {
    /// The check, in words.
    pub check: String,
    /// The same as a phrase, which the window writes in its language; absent in runs of earlier versions, and where something in it had
    /// to be cut or hidden.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_phrase: Option<Box<Phrase>>,
    /// Whether the answer passes.
    pub verdict: CheckVerdict,
    /// What was expected and what was found, or why it is unknown; absent if it is right.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason as a phrase, likewise; absent where all of it is a command's own words, too.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_phrase: Option<Box<Phrase>>,
    /// How a tool call is wrong, if that is what is.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_error: Option<ToolCallError>,
}

/// Whether an answer with these results is right: wrong if any check says so, unknown if none does and one is unknown,
/// and unknown without any.
pub fn all_right(results: &[CheckResult]) -> Option<bool> {
    if results.iter().any(|result| result.verdict == CheckVerdict::Wrong) {
        return Some(false);
    }
    let is_right = |result: &CheckResult| result.verdict == CheckVerdict::Right;
    (!results.is_empty() && results.iter().all(is_right)).then_some(true)
}

/// What a check found, before it is named and bounded.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Finding {
    Right,
    Wrong(Phrase),
    WrongCall(ToolCallError, Phrase),
    Unknown(Phrase),
}

impl Finding {
    /// Right if there is no fault.
    pub(crate) fn without(fault: Option<Phrase>) -> Self {
        fault.map_or(Self::Right, Self::Wrong)
    }

    /// The result of the check that is called so; a wrong answer that a limit of its length cut is told as such.
    pub(crate) fn named(self, check: &Phrase, is_cut: bool) -> CheckResult {
        let (verdict, reason, tool_call_error) = match self {
            Self::Right => (CheckVerdict::Right, None, None),
            Self::Wrong(reason) => (CheckVerdict::Wrong, Some(reason), None),
            Self::WrongCall(error, reason) => (CheckVerdict::Wrong, Some(reason), Some(error)),
            Self::Unknown(reason) => (CheckVerdict::Unknown, Some(reason), None),
        };
        let is_cut = is_cut && verdict == CheckVerdict::Wrong;
        let reason = reason.map(|reason| if is_cut { wording::cut(reason) } else { reason });
        let (reason, reason_phrase) = reason.as_ref().map(written).unzip();
        let (check, check_phrase) = written(check);
        CheckResult {
            check,
            check_phrase,
            verdict,
            reason,
            reason_phrase: reason_phrase.flatten(),
            tool_call_error,
        }
    }
}

/// A phrase in English, bounded, and the phrase itself if that is all of it.
fn written(phrase: &Phrase) -> (String, Option<Box<Phrase>>) {
    let whole = phrase.to_string();
    let text = bounded(&whole);
    let is_whole = text == whole && !phrase.is_verbatim();
    (text, is_whole.then(|| Box::new(phrase.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(verdict: CheckVerdict) -> CheckResult {
        CheckResult { verdict, ..Finding::Right.named(&Phrase::verbatim("JSON"), false) }
    }

    #[test]
    fn one_wrong_check_makes_an_answer_wrong_and_one_unknown_makes_it_unknown() {
        use CheckVerdict::{Right, Unknown, Wrong};
        let of = |verdicts: &[CheckVerdict]| {
            all_right(&verdicts.iter().copied().map(result).collect::<Vec<_>>())
        };
        assert_eq!(of(&[Right, Right]), Some(true), "all of them");
        assert_eq!(of(&[Right, Unknown, Wrong]), Some(false), "whatever is unknown beside it");
        assert_eq!(of(&[Right, Unknown]), None, "it could still be wrong");
        assert_eq!(of(&[]), None, "nothing was checked");
    }
}
