//! Exports and imports, with the time and this machine.

use report::{Export, ExportText, Origin, ReportError};
use store::{History, ImportSummary};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use crate::machine;

/// Exports runs of the history, with the current time and this machine.
///
/// # Errors
/// As [`report::export`].
pub fn export(history: &History, wanted: &Export) -> Result<ExportText, ReportError> {
    report::export(history, wanted, &origin(history))
}

/// How far the clock of another machine may be ahead of this one's: a run keeps the time of where it was measured.
const CLOCKS_APART: Duration = Duration::DAY;

/// Imports exported runs, none of which may begin in the future.
///
/// # Errors
/// As [`report::import_until`].
pub fn import(history: &History, document: &str) -> Result<ImportSummary, ReportError> {
    report::import_until(history, document, latest_start())
}

/// When a run may have begun at the latest.
pub(crate) fn latest_start() -> OffsetDateTime {
    store::now().saturating_add(CLOCKS_APART)
}

/// The version, time and machine of an export. An unreadable calibration counts as none.
pub fn origin(history: &History) -> Origin {
    Origin {
        version: env!("CARGO_PKG_VERSION"),
        at: store::now().format(&Rfc3339).unwrap_or_default(),
        machine: machine(),
        calibration: history.calibration().ok().flatten(),
    }
}
