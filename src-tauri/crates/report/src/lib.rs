//! Runs for others: whole as JSON, as a table, to read, or as a page that replays itself; and runs of others, taken in.
//!
//! **Invariant:** no key is in any of it, as none is in the history, and whatever a stranger wrote is escaped.
//!
//! **Invariant:** no clock and no machine is asked: where and when an export is made is handed in as its [`Origin`].

mod conditions;
mod document;
mod error;
mod export;
mod files;
mod import;
mod json;
mod markdown;
mod page;
mod summaries;
mod table;

pub use error::ReportError;
pub use export::{Export, ExportFormat, ExportText, Origin, export};
pub use import::import;
pub use summaries::{NumberRow, every_number};

#[cfg(test)]
#[path = "../../store/src/fixtures.rs"]
mod fixtures;
#[cfg(test)]
mod tests;
