//! Service tiers: what asks a provider to answer sooner for more, or later for less.

use crate::catalogue::{Provider, TierRequest};

impl Provider {
    /// The service tiers that a request can ask for.
    pub fn service_tiers(&self) -> impl Iterator<Item = &str> {
        self.service_tiers.keys().map(String::as_str)
    }

    /// The service tier that its requests ask for, if they name one.
    pub fn service_tier(&self) -> Option<&str> {
        self.service_tier.as_deref()
    }

    /// The row with requests that ask for the service tier `word`; `None` if it has no such tier.
    pub fn in_tier(&self, word: &str) -> Option<Self> {
        let TierRequest { body, headers } = self.service_tiers.get(word)?;
        let mut row = self.clone();
        row.service_tier = Some(word.to_owned());
        // A tier without fields of its own is asked for by its word.
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
    use serde_json::{Value, json};

    use super::*;
    use crate::catalogue::catalogue;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;
    use crate::request::Request;

    /// What asks for each service tier that the rows know: from the SDKs' types and the vendors' pages named in the rows, on
    /// 2026-11-22.
    #[test]
    fn a_service_tier_is_asked_for_as_its_provider_wants() {
        let plain = |word: &'static str| (word, json!({ "service_tier": word }), json!({}));
        let camel = |word: &'static str| (word, json!({ "serviceTier": word }), json!({}));
        let shared = |word: &'static str| {
            let headers = json!({
                "x-vertex-ai-llm-request-type": "shared",
                "x-vertex-ai-llm-shared-request-type": word,
            });
            (word, json!({}), headers)
        };
        let fast = json!({ "anthropic-beta": "fast-mode-2026-02-01" });
        let request = |provider: Provider| Request { provider, ..request(Dialect::OpenaiChat) };
        let expected = [
            ("openai", ["auto", "default", "fast", "flex", "priority"].map(plain).to_vec()),
            (
                "openai-responses",
                ["auto", "default", "fast", "flex", "priority", "ultrafast"].map(plain).to_vec(),
            ),
            (
                "anthropic",
                vec![
                    plain("auto"),
                    ("fast", json!({ "speed": "fast" }), fast),
                    plain("standard_only"),
                ],
            ),
            ("gemini", ["flex", "priority", "standard"].map(camel).to_vec()),
            ("gemini-interactions", ["flex", "priority", "standard"].map(plain).to_vec()),
            ("mistral", ["auto", "standard_only"].map(plain).to_vec()),
            ("mistral-eu", ["auto", "standard_only"].map(plain).to_vec()),
            ("mistral-us", ["auto", "standard_only"].map(plain).to_vec()),
            ("groq", ["auto", "flex", "on_demand", "performance"].map(plain).to_vec()),
            ("fireworks", vec![plain("priority")]),
            ("cerebras", ["auto", "default", "flex", "priority"].map(plain).to_vec()),
            // docs.cloud.google.com/vertex-ai flex-paygo and priority-paygo: of the shared capacity alone.
            ("vertex", ["flex", "priority"].map(shared).to_vec()),
            // learn.microsoft.com priority-processing, and flex-processing in preview.
            ("azure", ["auto", "default", "flex", "priority"].map(plain).to_vec()),
            ("azure-responses", ["auto", "default", "flex", "priority"].map(plain).to_vec()),
            // docs.aws.amazon.com/bedrock service-tiers-inference.
            ("bedrock", ["default", "flex", "priority"].map(plain).to_vec()),
        ];
        let with_tiers = catalogue().iter().filter(|row| row.service_tiers().next().is_some());
        let ids: Vec<&str> = with_tiers.map(|row| row.id.as_str()).collect();
        assert_eq!(ids, expected.each_ref().map(|(id, _)| *id), "every row with tiers is listed");
        for (id, tiers) in expected {
            let row = crate::provider(id).expect("in the catalogue");
            let known: Vec<&str> = row.service_tiers().collect();
            let listed: Vec<&str> = tiers.iter().map(|(word, ..)| *word).collect();
            assert_eq!(known, listed, "{id}: its tiers");
            let base = request(row.clone()).body(None);
            for (word, fields, headers) in tiers {
                let asked = row.in_tier(word).expect("it has it");
                assert_eq!(asked.service_tier(), Some(word), "{id}: the row says which");
                let own: Vec<_> = asked
                    .own_headers()
                    .filter(|(name, _)| !row.headers.contains_key(*name))
                    .collect();
                let own: serde_json::Map<_, _> =
                    own.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
                assert_eq!(Value::from(own), headers, "{id} {word}: the headers");
                let mut body = request(asked).body(None);
                let sent = body.as_object_mut().expect("an object");
                sent.retain(|name, value| base.get(name) != Some(value));
                assert_eq!(body, fields, "{id} {word}: beside what every request has");
            }
            assert_eq!(row.in_tier("no_such_tier"), None, "{id}: it has no other");
        }
    }
}
