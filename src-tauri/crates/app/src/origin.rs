//! Exports, with the time and the machine that they are made at.

use report::{Export, ExportText, Origin, ReportError};
use store::History;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::machine;

/// Writes runs of the history down, as of now and on this machine.
///
/// # Errors
/// As [`report::export`].
pub fn export(history: &History, wanted: &Export) -> Result<ExportText, ReportError> {
    report::export(history, wanted, &origin(history))
}

/// This version, now and here. A calibration that cannot be read counts as none.
pub fn origin(history: &History) -> Origin {
    Origin {
        version: env!("CARGO_PKG_VERSION"),
        at: OffsetDateTime::now_utc().format(&Rfc3339).unwrap_or_default(),
        machine: machine(),
        certificate: history.certificate().ok().flatten(),
    }
}
