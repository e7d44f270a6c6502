//! Billable token counts, normalised across providers.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Who counted the tokens. Counts from different sources are never mixed in one aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TokenSource {
    /// The provider, in its usage: the billed count, by its own tokenizer.
    Server,
    /// This crate, with `o200k_base` over the whole text: comparable between providers, but not what any of them
    /// bills.
    Neutral,
    /// One token assumed per chunk: a poor estimate.
    Chunks,
}

/// One request's token counts, normalised so that `cached_read` and `cached_write` are parts of
/// `in_total`, and `reasoning` is a part of `out_total`.
///
/// Providers differ in what their fields include: Anthropic's input excludes the cache, Gemini's and xAI's output
/// exclude reasoning. Here those are already added. An absent part (`cached_read`, `cached_write`, `reasoning`) is
/// charged at the plain rate of the count that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillableTokens {
    /// All input tokens, including cached ones. Without it the cost is unknown.
    pub in_total: Option<u64>,
    /// Input tokens read from the provider's prompt cache.
    pub cached_read: Option<u64>,
    /// Input tokens written to the provider's prompt cache.
    pub cached_write: Option<u64>,
    /// All output tokens, including reasoning. Without it the cost is unknown.
    pub out_total: Option<u64>,
    /// Output tokens spent on reasoning, shown or hidden.
    pub reasoning: Option<u64>,
    /// Billed input tokens, if they differ from those that the model read.
    pub billed_in: Option<u64>,
    /// Billed output tokens, if they differ from those that the model wrote.
    pub billed_out: Option<u64>,
    /// Who counted. If input and output were counted by different sources, the less reliable one.
    pub counted_by: TokenSource,
}
