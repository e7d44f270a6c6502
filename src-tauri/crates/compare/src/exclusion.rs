//! Who is not in a chart.

use measure::Phrase;
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::wording::contenders as lacking;

/// A contender that cannot be placed in a chart, and why.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Exclusion {
    /// Which contender.
    pub place: u32,
    /// Why, in a few words.
    pub why: Phrase,
}

impl Exclusion {
    /// That of one who lacks something; of one that was never answered, this is why.
    pub(crate) fn of(one: &ContenderSummary, lack: Phrase) -> Self {
        let is_silent = one.good == 0 && one.failed > 0;
        let why = if is_silent { lacking::all_failed(one.failed.into()) } else { lack };
        Self { place: one.place, why }
    }
}
