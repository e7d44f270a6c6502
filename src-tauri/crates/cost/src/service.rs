//! What a provider charges for answering sooner, or for being allowed to answer later.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Price;
use crate::price::{Rates, Tier};

/// A service tier that a provider charges other prices for than its standard one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ServiceTier {
    /// Answered when there is room, for less.
    Flex,
    /// Answered before others, for more.
    Priority,
    /// Answered as fast as the provider can, for much more.
    Ultrafast,
    /// Answered within a day, for less. No streamed request is; it is listed all the same.
    Batch,
}

/// The words for the tier that a request gets when it asks for none.
const STANDARD: [&str; 4] = ["default", "standard", "on_demand", "auto"];

impl ServiceTier {
    /// The tier that a provider's own word means, such as `flex` or Google's `ON_DEMAND_FLEX`; nothing for a word of
    /// the standard tier, and for one that no book has a price for.
    fn of(word: &str) -> Option<Self> {
        match word.strip_prefix("on_demand_").unwrap_or(word) {
            "flex" => Some(Self::Flex),
            // OpenAI bills what it calls fast as priority.
            "priority" | "fast" => Some(Self::Priority),
            "ultrafast" => Some(Self::Ultrafast),
            "batch" => Some(Self::Batch),
            _ => None,
        }
    }
}

/// The prices of one service tier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(deny_unknown_fields)]
pub struct ServicePrice {
    /// The tier they are for.
    pub tier: ServiceTier,
    /// What is charged for an input of usual length.
    pub rates: Rates,
    /// Its long-context prices, by rising length.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<Tier>,
}

impl Price {
    /// The prices of the tier that answered, named in the provider's own word, and whether they are certain. Where no
    /// word came, the standard prices are; where the book has none for the tier, they are the best there is.
    #[must_use]
    pub fn answered_by(&self, tier: Option<&str>) -> (Self, bool) {
        let standard = || Self { service: Vec::new(), ..self.clone() };
        let Some(word) = tier.map(str::to_ascii_lowercase) else { return (standard(), true) };
        let named = ServiceTier::of(&word);
        if self.is_own() {
            // What the user says they pay is what they pay, in whichever tier.
            return (standard(), true);
        }
        if named == self.service_tier {
            // A price that was charged once already is of the tier that answered.
            return (standard(), named.is_some() || STANDARD.contains(&word.as_str()));
        }
        let own = self.service.iter().find(|own| Some(own.tier) == named);
        own.map_or_else(|| (standard(), false), |own| (self.of_tier(own), true))
    }

    /// The prices of every tier that may answer: of all that the book has, because which one does is the account's to say
    /// where the request does not.
    pub(crate) fn possible(&self) -> impl Iterator<Item = Self> {
        let standard = Self { service: Vec::new(), ..self.clone() };
        let others = if self.is_own() { &[][..] } else { self.service.as_slice() };
        std::iter::once(standard).chain(others.iter().map(|own| self.of_tier(own)))
    }

    fn of_tier(&self, own: &ServicePrice) -> Self {
        let ServicePrice { tier, rates, tiers } = own;
        let Rates { input, output, cache_read, cache_write, reasoning } = *rates;
        // Where only the standard tier has a long-context price, this one's is not known beyond it.
        let beyond = self.tiers.first().filter(|_| tiers.is_empty()).map(|tier| tier.above);
        Self {
            service_tier: Some(*tier),
            service: Vec::new(),
            tiers: tiers.clone(),
            off_peak: None,
            holds_up_to: self.holds_up_to.or(beyond),
            input,
            output,
            cache_read,
            cache_write,
            reasoning,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(input: u32, output: u32) -> Rates {
        Rates { input, output, cache_read: None, cache_write: None, reasoning: None }
    }

    fn terra() -> Price {
        let flex = ServicePrice {
            tier: ServiceTier::Flex,
            rates: rates(500_000, 2_500_000),
            tiers: vec![Tier { above: 272_000, rates: rates(1_000_000, 3_750_000) }],
        };
        let priority = ServicePrice {
            tier: ServiceTier::Priority,
            rates: rates(2_000_000, 10_000_000),
            tiers: Vec::new(),
        };
        let book = crate::Book::shipped();
        let terra = book.price("openai", "gpt-6.1-terra").expect("it is listed");
        Price { service: vec![flex, priority], ..terra }
    }

    #[test]
    fn the_tier_that_answered_is_charged_and_not_the_one_that_was_asked_for() {
        for (word, output) in [
            ("default", 5_000_000),
            ("flex", 2_500_000),
            ("priority", 10_000_000),
            ("fast", 10_000_000),
            ("ON_DEMAND", 5_000_000),
            ("ON_DEMAND_FLEX", 2_500_000),
        ] {
            let (price, certain) = terra().answered_by(Some(word));
            assert_eq!((price.output, certain), (output, true), "`{word}` has a price");
            assert!(price.service.is_empty(), "a sample keeps the price it was charged, alone");
            let (again, certain) = price.answered_by(Some(word));
            assert_eq!((again, certain), (price, true), "`{word}` charged again is the same");
        }
        let (silent, certain) = terra().answered_by(None);
        assert_eq!((silent.output, certain), (5_000_000, true), "no word is the standard tier");
        let (flex, _) = terra().answered_by(Some("flex"));
        assert_eq!(flex.service_tier, Some(ServiceTier::Flex), "and the price says which");
        assert_eq!(flex.tiers[0].rates.output, 3_750_000, "with long-context prices of its own");
    }

    #[test]
    fn a_tier_without_a_price_is_charged_as_the_standard_one_and_told_as_an_estimate() {
        let own = Price { source: "you".into(), ..terra() };
        assert!(own.answered_by(Some("scale")).1, "a price of the user's own is theirs to know");
        for word in ["scale", "performance", "batch", "provisioned_throughput", ""] {
            let (price, certain) = terra().answered_by(Some(word));
            assert_eq!((price.output, certain), (5_000_000, false), "`{word}` has no price");
            assert_eq!(price.service_tier, None, "so the price is not called `{word}`");
        }
        let (priority, _) = terra().answered_by(Some("priority"));
        assert_eq!(priority.holds_up_to, Some(272_000), "beyond it no priority price is known");
    }
}
