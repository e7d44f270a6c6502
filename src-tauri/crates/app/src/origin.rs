//! Exports, with their time and machine.

use report::{Export, ExportText, Origin, ReportError};
use store::History;
use time::format_description::well_known::Rfc3339;

use crate::machine;

/// Exports runs of the history, with the current time and this machine.
///
/// # Errors
/// As [`report::export`].
pub fn export(history: &History, wanted: &Export) -> Result<ExportText, ReportError> {
    report::export(history, wanted, &origin(history))
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
