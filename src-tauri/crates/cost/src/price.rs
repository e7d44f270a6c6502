//! What a provider charges for one model, in integers.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{ServicePrice, ServiceTier};

/// Micro-dollars per million tokens: 150,000 is $0.15 per million. The same number is the price of
/// one token in pico-dollars.
pub type MicroUsdPerMillion = u32;

/// Minutes since Monday 00:00 UTC, below 10,080.
pub type MinuteOfWeek = u16;

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
    /// Long-context prices, by rising length. A request whose input is longer than a tier's limit is
    /// charged at that tier's prices as a whole, not only for what is above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<Tier>,
    /// What is charged at the quiet hours of the week, where that is less.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off_peak: Option<OffPeak>,
    /// The longest input, in tokens, that these prices hold for; absent where they always hold. Beyond
    /// it the provider charges a long-context rate that nobody told us.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds_up_to: Option<u32>,
    /// The service tier that these prices are of; absent for the standard one.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_tier: Option<ServiceTier>,
    /// What the provider charges in its other service tiers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub service: Vec<ServicePrice>,
    /// What an hour of a machine of one's own costs, in micro-dollars. Then tokens have no price of
    /// their own: time is paid for.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_hour: Option<u32>,
}

/// The prices of tokens by what became of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Rates {
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
}

/// What a long request costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Tier {
    /// Inputs of more tokens than this belong to it.
    pub above: u32,
    /// What is charged for all tokens of such a request.
    pub rates: Rates,
}

/// What the quiet hours cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct OffPeak {
    /// When they are: from a minute of the week, included, to one that is not. None reaches over Sunday midnight.
    pub windows: Vec<(MinuteOfWeek, MinuteOfWeek)>,
    /// What is charged then.
    pub rates: Rates,
}

impl Price {
    /// The dearest price that is believed: $0.001 per token, which is $1,000 per million. Anything above
    /// is a slip of the pen, and catalogues have them.
    pub const MOST: MicroUsdPerMillion = 1_000_000_000;

    /// What is charged for a request with an input of so many tokens that was sent at that minute of the week, and
    /// whether that is certain. Where the minute is not known, the dearer hours are charged.
    pub(crate) fn rates(&self, in_tokens: u64, sent: Option<MinuteOfWeek>) -> (Rates, bool) {
        let tier = self.tiers.iter().rfind(|tier| in_tokens > u64::from(tier.above));
        let is_beyond = self.holds_up_to.is_some_and(|limit| in_tokens > u64::from(limit));
        if let Some(tier) = tier {
            // No book has both a long-context rate and quiet hours for one model.
            return (tier.rates, !is_beyond && self.off_peak.is_none());
        }
        let plain = Rates {
            input: self.input,
            output: self.output,
            cache_read: self.cache_read,
            cache_write: self.cache_write,
            reasoning: self.reasoning,
        };
        match (&self.off_peak, sent) {
            (None, _) => (plain, !is_beyond),
            (Some(_), None) => (plain, false),
            (Some(quiet), Some(minute)) => {
                let is_quiet =
                    quiet.windows.iter().any(|(from, to)| (*from..*to).contains(&minute));
                (if is_quiet { quiet.rates } else { plain }, !is_beyond)
            }
        }
    }
}
