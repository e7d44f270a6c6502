//! Service tiers: the field with which a request asks for a faster answer at a higher price, or a
//! later one at a lower price.

use crate::catalogue::{Provider, TierRequest};

impl Provider {
    /// The service tiers that a request can ask for.
    pub fn service_tiers(&self) -> impl Iterator<Item = &str> {
        self.service_tiers.keys().map(String::as_str)
    }

    /// The service tier its requests ask for, if they name one.
    pub fn service_tier(&self) -> Option<&str> {
        self.service_tier.as_deref()
    }

    /// The row with requests that ask for the service tier `word`; `None` if it has no such tier.
    pub fn in_tier(&self, word: &str) -> Option<Self> {
        let TierRequest { body, headers } = self.service_tiers.get(word)?;
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
    use crate::catalogue::catalogue;
    use crate::dialects::dialect::Dialect;
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
}
