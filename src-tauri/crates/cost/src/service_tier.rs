//! The service tiers with prices of their own, and the providers' words for them.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A service tier whose prices differ from the provider's standard ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ServiceTier {
    /// Answered when capacity is free, at a lower price.
    Flex,
    /// Answered first, at a higher price.
    Priority,
    /// Faster output from the same model, at a higher price and only on request: Anthropic's fast mode.
    Fast,
    /// Answered as fast as the provider can, at a much higher price.
    Ultrafast,
    /// Answered within a day, at a lower price. Streamed requests never are; it is listed for completeness.
    Batch,
}

/// The words for the tier of a request that names none.
const STANDARD: [&str; 4] = ["default", "standard", "standard_only", "on_demand"];
/// The word with which a request leaves the tier to the provider.
pub(crate) const ANY: &str = "auto";

/// Whether the tier that answered is the requested one, each in the provider's own word.
#[must_use]
pub fn is_same_tier(asked: &str, answered: &str) -> bool {
    let (asked, answered) = (asked.to_ascii_lowercase(), answered.to_ascii_lowercase());
    let both = |is: fn(&str) -> bool| is(&asked) && is(&answered);
    let named = ServiceTier::named(&answered);
    asked == ANY
        || asked == answered
        || both(is_standard)
        || ServiceTier::named(&asked).iter().any(|tier| named.contains(tier))
}

pub(crate) fn is_standard(word: &str) -> bool {
    STANDARD.contains(&word)
}

impl ServiceTier {
    /// The tiers that a provider's own word may mean, such as `flex` or Google's `ON_DEMAND_FLEX`, the likeliest first;
    /// none for a word for the standard tier, or for one without a price in any book.
    pub(crate) fn named(word: &str) -> &'static [Self] {
        match word.strip_prefix("on_demand_").unwrap_or(word) {
            "flex" => &[Self::Flex],
            "priority" => &[Self::Priority],
            // OpenAI bills its "fast" as priority.
            "fast" => &[Self::Fast, Self::Priority],
            "ultrafast" => &[Self::Ultrafast],
            "batch" => &[Self::Batch],
            _ => &[],
        }
    }
}
