//! What a provider charges for one model, in integers.

use serde::{Deserialize, Serialize};
use specta::Type;

/// Micro-dollars per million tokens: 150,000 is $0.15 per million. The same number is the price of
/// one token in pico-dollars.
pub type MicroUsdPerMillion = u32;

/// One dated price, kept whole with the run that used it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Price {
    /// The row: the price book's provider prefix and the model, such as `groq/openai/gpt-oss-120b`.
    pub id: String,
    /// The day the price was published or typed in, as `YYYY-MM-DD`.
    pub dated: String,
    /// Where it comes from: `LiteLLM 1.109.1`, or `you` for a price that the person set.
    pub source: String,
    /// Input tokens.
    pub input: MicroUsdPerMillion,
    /// Output tokens.
    pub output: MicroUsdPerMillion,
    /// Input tokens read from the prompt cache; absent where the input price applies.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_read: Option<MicroUsdPerMillion>,
    /// Input tokens written to the prompt cache; absent where the input price applies.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<MicroUsdPerMillion>,
    /// Reasoning tokens; absent where the output price applies.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<MicroUsdPerMillion>,
    /// The longest input, in tokens, that these prices hold for; absent where they always hold. Beyond
    /// it the provider charges a long-context rate that is not kept here.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_up_to: Option<u32>,
    /// Whether the provider charges less at some hours of the day; these are its dearer prices.
    pub varies_by_hour: bool,
}

impl Price {
    /// The dearest price that is believed: $0.001 per token, which is $1,000 per million. Anything above
    /// is a slip of the pen, and catalogues have them.
    pub const MOST: MicroUsdPerMillion = 1_000_000_000;

    /// Whether these prices hold for an input of so many tokens.
    pub(crate) fn holds_for(&self, in_tokens: u64) -> bool {
        self.holds_up_to.is_none_or(|limit| in_tokens <= u64::from(limit))
    }
}
