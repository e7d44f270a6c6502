//! A parsed search.

use measure::Metric;
use serde::Serialize;

use crate::answer_mark::Vote;

/// A query; all of its parts must match.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Query {
    pub(crate) words: Vec<Phrase>,
    pub(crate) filters: Vec<(Filter, Presence)>,
}

/// Whether a part must or must not match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Yes,
    No,
}

/// A word or a phrase.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Phrase {
    pub(crate) text: String,
    /// Quoted: exact, without prefix matching.
    pub(crate) is_quoted: bool,
    pub(crate) wanted: Presence,
}

/// A filter.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Filter {
    Model(String),
    Provider(String),
    Tag(String),
    /// A status or a state; `failed` for any lane that failed.
    Status(String),
    Kind(String),
    /// A bound of a number.
    Number(Quantity, Bound, f64),
    Since(DatePoint),
    Until(DatePoint),
    Starred,
    Hidden,
    Simulated,
    HasNote,
    HasTags,
    HasVotes,
    /// An answer was voted so.
    Vote(Vote),
    /// A checked answer was found so.
    Check(Outcome),
}

/// A number that can have a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// Some lane's median TTFT, in milliseconds.
    Ttft,
    /// Some lane's median output speed, in tokens per second.
    Tps,
    /// The run's known cost, in dollars.
    Cost,
    /// The whole run's output tokens.
    Tokens,
    /// Some lane's share of right answers.
    Right,
    /// Some lane's typical value of this metric.
    Of(Metric),
}

/// What checks found of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Every answer of some lane is right.
    Passed,
    /// Some answer is wrong.
    Failed,
    /// Of some answer neither can be said.
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Below,
    AtMost,
    Above,
    AtLeast,
}

/// A moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum DatePoint {
    /// Seconds before now.
    Ago(f64),
    /// The beginning of a day in UTC, in seconds since 1970.
    Day(f64),
    /// The beginning of this day in UTC.
    Today,
}

/// One filter, for the help text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
pub struct SearchFilter {
    /// Its beginning, with the sign.
    pub begins: &'static str,
    /// A complete example.
    pub example: &'static str,
    /// What it finds.
    pub finds: &'static str,
}
