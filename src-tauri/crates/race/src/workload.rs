//! Generated prompts: of an exact length, unique, in the shape of a published method, or from the user's template.
//!
//! **Invariant:** the same arguments give the same text on every machine, so a run can be repeated.

mod length;
mod nonce;
mod preset;
mod prompts;
mod table;
mod template;

pub use length::{MOST_TOKENS, prompt_of};
pub use nonce::{NONCE_TOKENS, renumbered, unique};
pub(crate) use nonce::{digits, nonce_of};
pub use preset::{Method, Preset, UnknownPreset};
pub use prompts::Prompts;
pub use table::{TableError, rows_of_csv};
pub use template::{Template, TemplateError};
