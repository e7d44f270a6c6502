//! Who is not in a chart.

use measure::Phrase;
use serde::Serialize;

/// A contender that cannot be placed in a chart, and why.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Exclusion {
    /// Which contender.
    pub place: u32,
    /// Why, in a few words.
    pub why: Phrase,
}
