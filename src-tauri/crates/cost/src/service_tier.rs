//! The service tiers that a provider charges other prices for, and the words for them.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A service tier that a provider charges other prices for than its standard one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ServiceTier {
    /// Answered when there is room, for less.
    Flex,
    /// Answered before others, for more.
    Priority,
    /// Written faster by the same model, for more, and only if the request asks for it: Anthropic's fast mode.
    Fast,
    /// Answered as fast as the provider can, for much more.
    Ultrafast,
    /// Answered within a day, for less. No streamed request is; it is listed all the same.
    Batch,
}

/// The words for the tier that a request gets when it asks for none.
const STANDARD: [&str; 4] = ["default", "standard", "standard_only", "on_demand"];
/// The word by which a request leaves the tier to the provider.
pub(crate) const ANY: &str = "auto";

/// Whether the tier that answered is the one that was asked for, each in the provider's own word.
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
    /// none for a word of the standard tier, and for one that no book has a price for.
    pub(crate) fn named(word: &str) -> &'static [Self] {
        match word.strip_prefix("on_demand_").unwrap_or(word) {
            "flex" => &[Self::Flex],
            "priority" => &[Self::Priority],
            // OpenAI bills what it calls fast as priority.
            "fast" => &[Self::Fast, Self::Priority],
            "ultrafast" => &[Self::Ultrafast],
            "batch" => &[Self::Batch],
            _ => &[],
        }
    }
}
