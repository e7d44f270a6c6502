//! The price of an answer by its service tier: sooner for more, or later for less.

use crate::price::{Price, ServicePrice};
use crate::service_tier::{ANY, ServiceTier, is_standard};

impl Price {
    /// The prices of the tier that answered, named in the provider's own word, and whether they are certain. Without a
    /// word, the standard prices are; if the book has none for the tier, they are the best available.
    #[must_use]
    pub fn answered_by(&self, tier: Option<&str>) -> (Self, bool) {
        let standard = || Self { service: Vec::new(), ..self.clone() };
        let Some(word) = tier.map(str::to_ascii_lowercase) else { return (standard(), true) };
        let named = ServiceTier::named(&word);
        if self.is_own() {
            // The user's own price applies in every tier.
            return (standard(), true);
        }
        if self.service_tier.map_or(named.is_empty(), |own| named.contains(&own)) {
            // A price that has already been charged is that of the tier that answered.
            return (standard(), !named.is_empty() || word == ANY || is_standard(&word));
        }
        let own = self.listed(named);
        own.map_or_else(|| (standard(), false), |own| (self.of_tier(own), true))
    }

    /// The prices of every tier that may answer a request for the tier `asked`, in the provider's own word; none if one
    /// of them is unknown. A request that names no tier, or leaves it to the provider, may be answered by any tier in
    /// the book, because the account decides. A provider without room in a tier may answer in its standard one.
    pub(crate) fn possible(&self, asked: Option<&str>) -> Option<Vec<Self>> {
        let standard = Self { service: Vec::new(), ..self.clone() };
        let word = asked.map(str::to_ascii_lowercase).filter(|word| word != ANY);
        if self.is_own() || word.as_deref().is_some_and(is_standard) {
            return Some(vec![standard]);
        }
        let Some(word) = word else {
            let others = self.service.iter().filter(|own| own.tier != ServiceTier::Fast);
            let others = others.map(|own| self.of_tier(own));
            return Some(std::iter::once(standard).chain(others).collect());
        };
        let named = ServiceTier::named(&word);
        // A later answer costs no more than the standard tier; a faster one may cost any amount.
        let is_later = matches!(named, [ServiceTier::Flex | ServiceTier::Batch]);
        let own = self.listed(named);
        (own.is_some() || is_later).then(|| {
            let own = own.map(|own| self.of_tier(own));
            std::iter::once(standard).chain(own).collect()
        })
    }

    /// The prices of the first of `tiers` that the book has.
    fn listed(&self, tiers: &[ServiceTier]) -> Option<&ServicePrice> {
        tiers.iter().find_map(|tier| self.service.iter().find(|own| own.tier == *tier))
    }

    fn of_tier(&self, own: &ServicePrice) -> Self {
        let ServicePrice { tier, rates, tiers } = own;
        // If only the standard tier has a long-context price, this tier's price is unknown beyond that length.
        let beyond = self.tiers.first().filter(|_| tiers.is_empty()).map(|tier| tier.above);
        Self {
            service_tier: Some(*tier),
            service: Vec::new(),
            tiers: tiers.clone(),
            off_peak: None,
            holds_up_to: self.holds_up_to.or(beyond),
            rates: *rates,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::is_same_tier;
    use crate::price::{Rates, Tier};

    fn terra() -> Price {
        let flex = ServicePrice {
            tier: ServiceTier::Flex,
            rates: Rates::new(500_000, 2_500_000),
            tiers: vec![Tier { above: 272_000, rates: Rates::new(1_000_000, 3_750_000) }],
        };
        let priority = ServicePrice {
            tier: ServiceTier::Priority,
            rates: Rates::new(2_000_000, 10_000_000),
            tiers: Vec::new(),
        };
        let book = crate::Book::shipped();
        let terra = book.price("openai", "gpt-6.1-terra").expect("it is listed");
        Price { service: vec![flex, priority], ..terra }
    }

    #[test]
    fn the_tier_that_answered_is_charged_and_not_the_requested_one() {
        for (word, output) in [
            ("default", 5_000_000),
            ("flex", 2_500_000),
            ("priority", 10_000_000),
            ("fast", 10_000_000),
            ("ON_DEMAND", 5_000_000),
            ("ON_DEMAND_FLEX", 2_500_000),
        ] {
            let (price, certain) = terra().answered_by(Some(word));
            assert_eq!((price.rates.output, certain), (output, true), "`{word}` has a price");
            assert!(price.service.is_empty(), "a sample keeps the price it was charged, alone");
            let (again, certain) = price.answered_by(Some(word));
            assert_eq!((again, certain), (price, true), "`{word}` charged again is the same");
        }
        let (silent, certain) = terra().answered_by(None);
        assert_eq!(
            (silent.rates.output, certain),
            (5_000_000, true),
            "no word is the standard tier"
        );
        let (flex, _) = terra().answered_by(Some("flex"));
        assert_eq!(flex.service_tier, Some(ServiceTier::Flex), "and the price says which");
        assert_eq!(flex.tiers[0].rates.output, 3_750_000, "with long-context prices of its own");
    }

    #[test]
    fn a_tier_without_a_price_is_charged_as_the_standard_one_and_marked_estimated() {
        let own = Price { source: "you".into(), ..terra() };
        assert!(own.answered_by(Some("scale")).1, "a price of the user's own is theirs to know");
        for word in ["scale", "performance", "batch", "provisioned_throughput", ""] {
            let (price, certain) = terra().answered_by(Some(word));
            assert_eq!((price.rates.output, certain), (5_000_000, false), "`{word}` has no price");
            assert_eq!(price.service_tier, None, "so the price is not called `{word}`");
        }
        let (priority, _) = terra().answered_by(Some("priority"));
        assert_eq!(priority.holds_up_to, Some(272_000), "beyond it no priority price is known");
    }

    #[test]
    fn a_request_for_a_tier_may_be_answered_by_it_or_by_the_standard_one() {
        let outputs = |asked| {
            let possible = terra().possible(asked)?;
            Some(possible.iter().map(|price| price.rates.output).collect::<Vec<_>>())
        };
        let (standard, flex, priority) = (5_000_000, 2_500_000, 10_000_000);
        for (asked, expected) in [
            (None, Some(vec![standard, flex, priority])),
            (Some("auto"), Some(vec![standard, flex, priority])),
            (Some("default"), Some(vec![standard])),
            (Some("flex"), Some(vec![standard, flex])),
            (Some("fast"), Some(vec![standard, priority])),
            // No list has their price, which may be any amount.
            (Some("ultrafast"), None),
            (Some("performance"), None),
        ] {
            assert_eq!(outputs(asked), expected, "{asked:?}");
        }
        let fast = ServicePrice {
            tier: ServiceTier::Fast,
            rates: Rates::new(9_000_000, 9_000_000),
            tiers: Vec::new(),
        };
        let opus = Price { service: vec![fast], ..terra() };
        let outputs = |asked| opus.possible(asked).map(|possible| possible.len());
        assert_eq!(outputs(None), Some(1), "fast mode answers only who asks for it");
        assert_eq!(outputs(Some("fast")), Some(2), "and then it may");
        assert_eq!(outputs(Some("priority")), None, "which is another tier there");
        let unlisted = Price { service: Vec::new(), ..terra() };
        assert!(unlisted.possible(Some("flex")).is_some(), "flex costs no more than standard");
        assert!(unlisted.possible(Some("priority")).is_none(), "priority may");
        let own = Price { source: "you".into(), ..unlisted };
        assert!(own.possible(Some("priority")).is_some(), "a price of the user's own holds");
    }

    #[test]
    fn a_tier_is_the_same_under_any_of_its_names() {
        for (asked, answered) in [
            ("fast", "priority"),
            ("flex", "ON_DEMAND_FLEX"),
            ("standard_only", "standard"),
            ("on_demand", "default"),
            ("auto", "flex"),
            ("performance", "performance"),
        ] {
            assert!(is_same_tier(asked, answered), "{asked} is {answered}");
        }
        for (asked, answered) in [("priority", "default"), ("flex", "default"), ("default", "flex")]
        {
            assert!(!is_same_tier(asked, answered), "{asked} is not {answered}");
        }
    }
}
