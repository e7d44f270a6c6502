//! What a search asks for, once it is read.

use serde::Serialize;

/// What is looked for: all of it at once.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Query {
    pub(crate) words: Vec<Phrase>,
    pub(crate) filters: Vec<(Filter, Presence)>,
}

/// Whether what follows is to be there, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Yes,
    No,
}

/// A word, or several that follow each other.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Phrase {
    pub(crate) text: String,
    /// Quoted: just so, and not as the beginning of longer words.
    pub(crate) is_quoted: bool,
    pub(crate) wanted: Presence,
}

/// What a run must be like.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Filter {
    Model(String),
    Provider(String),
    Tag(String),
    /// The word of a status or of a state; `failed` for any lane that did not end well.
    Status(String),
    Kind(String),
    /// Of a number: at most or at least so much.
    Number(Quantity, Bound, f64),
    Since(DatePoint),
    Until(DatePoint),
    Starred,
    Hidden,
    Simulated,
    HasNote,
    HasTags,
}

/// A number that can be bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// Some lane's median TTFT, in milliseconds.
    Ttft,
    /// Some lane's median output speed, in tokens per second.
    Tps,
    /// What is known of the whole run's cost, in dollars.
    Cost,
    /// The whole run's output tokens.
    Tokens,
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
    /// So many seconds before now.
    Ago(f64),
    /// The beginning of a day in UTC, in seconds since 1970.
    Day(f64),
    /// The beginning of this day in UTC.
    Today,
}

/// One filter of the language, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
pub struct SearchFilter {
    /// How it begins, with its sign.
    pub begins: &'static str,
    /// An example, whole.
    pub example: &'static str,
    /// What it finds.
    pub finds: &'static str,
}
