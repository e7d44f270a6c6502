//! Errors of exports and imports, with advice.

use std::io;
use std::path::PathBuf;

use store::HistoryError;

/// Why an export or an import failed. A failed import has changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The history could not be read or written.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// A run that cannot be exported.
    #[error("Run {id} was not exported: {what}.")]
    NotExported {
        /// The run's id.
        id: String,
        /// What prevents the export.
        what: String,
    },
    /// A value could not be written as text.
    #[error("{what} cannot be exported: {reason}.")]
    Unwritable {
        /// Which value.
        what: String,
        /// Why not.
        reason: String,
    },
    /// A file that cannot be imported. No part of it was.
    #[error("Nothing was imported: {what}")]
    NotImported {
        /// What is wrong with it, where, and what to do, in whole sentences.
        what: String,
    },
    /// The file or its folder could not be created or written.
    #[error("Could not {doing} {}: {source}. Check that the folder exists, may be written to and has room.", file.display())]
    Io {
        /// What was attempted, as a verb.
        doing: &'static str,
        /// The file or folder.
        file: PathBuf,
        /// What the system reported.
        source: io::Error,
    },
}
