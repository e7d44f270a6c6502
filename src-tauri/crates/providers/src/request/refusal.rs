//! What a lane cannot carry of a request.

use std::fmt;

use measure::Phrase;

/// A field of a request that a lane cannot carry. It prevents the start, because nothing is left out in silence.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// The field, as the document names it, such as `seed` or `turns`.
    pub field: &'static str,
    /// What the lane cannot carry and what to change, in one or two sentences.
    pub message: Phrase,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}
