//! Generated prompts: of an exact length, unique, in the shape of a published method, or from the user's template.
//!
//! **Invariant:** the same arguments give the same text on every machine, so a run can be repeated.

mod length;
mod needle;
mod nonce;
mod preset;
pub(crate) mod preset_source;
mod prompt_set;
mod prompts;
mod row;
pub(crate) mod rows;
mod suite;
mod suite_rows;
mod table;
mod template;
pub(crate) mod values_wording;

pub use length::{MOST_TOKENS, prompt_of};
pub use nonce::{NONCE_TOKENS, renumbered, unique};
pub(crate) use nonce::{digits, nonce_of};
pub use preset::{Method, Preset, UnknownPreset};
pub use prompt_set::PromptSet;
pub use prompts::Prompts;
pub use row::{MOST_ROWS, Row, Rows};
pub use rows::{
    AskedSettings, SetError, WrittenSet, filled_rows, read_rows, with_files, with_right_calls,
};
pub use suite::{Suite, UnknownSuite};
#[cfg(test)]
pub(crate) use suite_rows::examples as suite_examples;
pub use table::{TableError, rows_of_csv};
pub use template::{Template, TemplateError};
