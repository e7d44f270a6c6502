//! Checks of answers: what an answer must contain, be, fit or call, and whether it does.
//!
//! **Invariant:** pure. It reads no clock, does no I/O and starts no task. **Invariant:** every check ends. Patterns are
//! matched in linear time, schemas resolve nothing outside themselves, and what would take too many steps is *unknown*,
//! never right or wrong. **Invariant:** a reason is at most [`LONGEST_REASON`] characters long and has no control
//! characters, whatever the answer holds.

mod answer;
mod check;
mod checker;
mod command;
mod compiling;
mod language;
mod length;
mod merged;
mod misspelt;
mod negation;
mod number;
mod pattern;
mod possible_arguments;
mod quote;
mod refusal;
mod schema;
mod schema_graph;
mod schema_work;
mod sentences;
#[cfg(test)]
mod testing;
mod text;
mod title;
mod tool_call;
mod tool_call_equals;
mod unusable;
mod verdict;
mod whole_json;
mod wording;
mod written;

/// The templates of everything that checks say in phrases.
pub const PHRASES: &[&[measure::Template]] = &[
    length::PHRASES,
    misspelt::PHRASES,
    number::PHRASES,
    title::PHRASES,
    unusable::PHRASES,
    wording::PHRASES,
];

/// The templates of the titles of checks, by which the window names a check before any answer.
pub const TITLES: &[&[measure::Template]] = &[length::PHRASES, number::PHRASES, title::PHRASES];

pub use answer::{Answer, Call, Tool};
pub use check::{
    Check, ContainedText, ExpectedCall, ExpectedCalls, ExpectedNumber, ForeignCheck, JsonForm,
    LengthRange, LengthUnit, MOST_CHECKS, MergedFile, Negation, NumberTaken, OwnCommand, Pattern,
    Schema, SpokenLanguage, Tolerance, TrailingSpace, WholeText,
};
pub use checker::{Checker, CompiledChecks, CompiledTools, Compiler};
pub use command::{CommandEnd, LONGEST_COMMAND};
pub use quote::{LONGEST_REASON, is_hidden};
pub use verdict::{CheckResult, CheckVerdict, ToolCallError, all_right};
pub use written::{WRITTEN_FORMS, written};
