//! A row, with what its request says beside it.

use measure::Phrase;

use crate::workload::row::Row;
use crate::workload::rows::asked_settings::AskedSettings;

/// A row, with what its request says beside it.
pub(super) struct AskedRow {
    pub(super) row: Row,
    /// Settings of a plan that its request asks for.
    pub(super) settings: AskedSettings,
    /// What of its request is read differently than it stands there, is left out, or goes to some lanes only, each in a sentence.
    pub(super) notes: Vec<Phrase>,
}

impl AskedRow {
    /// A row that asks for no setting.
    pub(super) fn of(row: Row) -> Self {
        Self { row, settings: AskedSettings::default(), notes: Vec::new() }
    }
}
