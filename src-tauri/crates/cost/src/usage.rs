//! The token counts that money is charged for, in one shape for every provider.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Who counted a number of tokens. Counts from different sources are never mixed inside one aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TokenSource {
    /// The provider, in the usage it sent: what it bills for, in its own tokenizer's tokens.
    Server,
    /// This crate, over the whole text with `o200k_base`: comparable between providers, billed by none.
    Neutral,
    /// Nobody: one token assumed for each chunk that arrived. An estimate, and a poor one.
    Chunks,
}

/// One request's token counts, normalised so that `cached_read` and `cached_write` are parts of
/// `in_total`, and `reasoning` is a part of `out_total`.
///
/// Providers differ in what their fields include: Anthropic's input leaves the cache out, Gemini's and
/// xAI's output leaves reasoning out. Whoever fills this in has already added those.
/// An absent part (`cached_read`, `cached_write`, `reasoning`) is charged at the plain rate of its whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// All input tokens, cached ones included. Without it there is no cost.
    pub in_total: Option<u64>,
    /// Input tokens read from the provider's prompt cache.
    pub cached_read: Option<u64>,
    /// Input tokens written to the provider's prompt cache.
    pub cached_write: Option<u64>,
    /// All output tokens, reasoning included. Without it there is no cost.
    pub out_total: Option<u64>,
    /// Output tokens spent on reasoning, shown or hidden.
    pub reasoning: Option<u64>,
    /// Input tokens on the bill, where the provider bills another number than the model read.
    pub billed_in: Option<u64>,
    /// Output tokens on the bill, where the provider bills another number than the model wrote.
    pub billed_out: Option<u64>,
    /// Who counted. Where input and output were counted by different sources, the weaker of the two.
    pub counted_by: TokenSource,
}
