//! Exports runs as JSON, CSV, Markdown and a self-contained HTML page, and imports them.
//!
//! **Invariant:** no export contains a key, because the history has none; all foreign text is escaped, and none
//! steers the terminal or turns the page in which it is read.
//!
//! **Invariant:** it reads no clock and no facts about the machine: the caller passes them as [`Origin`].

mod bounds;
mod chains;
mod conditions;
mod document;
mod error;
mod export;
mod exported_run;
mod feelings;
mod files;
mod finish;
mod import;
mod imported_judge;
mod json;
mod judged;
mod markdown;
mod names;
mod page;
mod plain;
mod prompt_lengths;
mod question_table;
mod right_answers;
mod summaries;
mod table;
mod watch_page;

pub use chains::chains;
pub use error::ReportError;
pub use export::{Export, ExportFormat, ExportText, document_of, export};
pub use exported_run::Origin;
pub use feelings::{feelings, feelings_in_words};
pub use files::{stem, write_into, write_new, write_over};
pub use import::{LARGEST_EXPORT, check_beginning, import, import_until, take_in_until};
pub use json::write_json;
pub use judged::judged;
pub use plain::plain;
pub use prompt_lengths::{between_prompt_ends, prompt_lengths};
pub use question_table::{QuestionTable, question_table};
pub use right_answers::{
    PER_RIGHT, checked, per_right, right_answers, right_answers_between, right_answers_of,
    right_cell, wrong_answers,
};
pub use summaries::{NumberRow, every_number, service_tiers, tool_calls};
pub use watch_page::{PageChange, PageClock, PageContender, PageWatch, WATCH_PAGE_MARK, WatchPage};

#[cfg(test)]
#[path = "../../store/src/fixtures.rs"]
mod fixtures;
#[cfg(test)]
mod tests;
