//! Service tiers: the field with which a request asks for a faster answer at a higher price, or a
//! later one at a lower price.

use crate::catalogue::{Provider, TierRequest, provider};
use crate::dialects::dialect::Dialect;

impl Provider {
    /// The service tiers that a request can ask for.
    pub fn service_tiers(&self) -> impl Iterator<Item = &str> {
        self.service_tiers.keys().map(String::as_str)
    }

    /// The service tier its requests ask for, if they name one.
    pub fn service_tier(&self) -> Option<&str> {
        self.service_tier.as_deref()
    }

    /// Whether this field of its requests is there to ask for their service tier.
    pub(crate) fn asks_for_tier_by(&self, field: &str) -> bool {
        let asked = self.service_tier.as_deref().map(|word| self.service_tiers.get(word));
        asked.is_some_and(|tier| match tier {
            Some(tier) if !tier.body.is_empty() || !tier.headers.is_empty() => {
                tier.body.contains_key(field)
            }
            _ => field == "service_tier",
        })
    }

    /// Whether any word is sent as a tier: who answers at an own address that speaks chat completions, and what it calls its
    /// tiers, is not known.
    fn takes_any_tier(&self) -> bool {
        let is_own = self.id == "custom" || provider(&self.id).is_none();
        is_own && self.dialect == Dialect::OpenaiChat
    }

    /// The row with requests that ask for the service tier `word`; `None` if it has no such tier.
    pub fn in_tier(&self, word: &str) -> Option<Self> {
        let plain = TierRequest::default();
        let any = || self.takes_any_tier().then_some(&plain);
        let TierRequest { body, headers } = self.service_tiers.get(word).or_else(any)?;
        let mut row = self.clone();
        row.service_tier = Some(word.to_owned());
        // A tier without fields of its own is requested by its word.
        if body.is_empty() && headers.is_empty() {
            row.extra_body.insert("service_tier".to_owned(), word.into());
        }
        row.extra_body.extend(body.clone());
        row.headers.extend(headers.clone());
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use serde_json::{Map, Value};

    use super::*;
    use crate::catalogue::{KeyNeed, catalogue, custom};
    use crate::dialects::testing::request;
    use crate::request::Request;

    #[test]
    fn a_service_tier_is_asked_for_as_its_provider_wants() {
        let request = |provider: Provider| Request { provider, ..request(Dialect::OpenaiChat) };
        let mut listed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let lines = include_str!("service_tiers.txt").lines();
        for line in lines.filter(|line| !line.starts_with('#')) {
            let parts: Vec<&'static str> = line.split(" | ").collect();
            let [id, words, fields, headers] = parts[..] else { panic!("not four parts: {line}") };
            let row = crate::provider(id).unwrap_or_else(|| panic!("`{id}` is no row"));
            let base = request(row.clone()).body(None);
            for word in words.split(' ') {
                listed.entry(id).or_default().insert(word);
                let json = |text: &str| -> Value {
                    serde_json::from_str(&text.replace("WORD", word)).expect("an object")
                };
                let asked = row.in_tier(word).unwrap_or_else(|| panic!("{id} has no tier {word}"));
                assert_eq!(asked.service_tier(), Some(word), "{id}: the row says which");
                let own = asked.own_headers();
                let own: Map<_, _> = own
                    .filter(|(name, _)| !row.headers.contains_key(*name))
                    .map(|(name, value)| (name.to_owned(), value.into()))
                    .collect();
                assert_eq!(Value::from(own), json(headers), "{id} {word}: the headers");
                let mut body = request(asked).body(None);
                let sent = body.as_object_mut().expect("an object");
                sent.retain(|name, value| base.get(name) != Some(value));
                assert_eq!(body, json(fields), "{id} {word}: beside what every request has");
            }
            assert_eq!(row.in_tier("no_such_tier"), None, "{id}: it has no other");
        }
        for row in catalogue() {
            let known: BTreeSet<&str> = row.service_tiers().collect();
            assert_eq!(
                known,
                listed.remove(row.id.as_str()).unwrap_or_default(),
                "`{}`: src/catalogue/service_tiers.txt says what asks for each of its tiers",
                row.id
            );
        }
    }

    #[test]
    fn an_own_address_is_asked_for_a_tier_as_the_vendor_of_its_dialect_is() {
        let own = |dialect| {
            custom("house", "House", dialect, "http://127.0.0.1:8000/v1", KeyNeed::Optional)
                .expect("an address")
        };
        let asked = |dialect, word: &str| own(dialect).in_tier(word).map(|row| row.extra_body);
        let field = |name: &str, word: &str| Some(Map::from_iter([(name.into(), word.into())]));
        assert_eq!(asked(Dialect::OpenaiChat, "flex"), field("service_tier", "flex"));
        assert_eq!(asked(Dialect::OpenaiChat, "on_demand"), field("service_tier", "on_demand"));
        assert_eq!(asked(Dialect::OpenaiResponses, "priority"), field("service_tier", "priority"));
        assert_eq!(asked(Dialect::Gemini, "flex"), field("serviceTier", "flex"));
        assert_eq!(asked(Dialect::Gemini, "on_demand"), None, "which is no tier of that dialect");
        assert_eq!(asked(Dialect::Cohere, "flex"), None, "which has none");
    }
}
