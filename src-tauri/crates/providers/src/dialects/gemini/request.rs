//! Writes a request as `streamGenerateContent`.

use serde_json::{Map, Value, json};

use crate::{Effort, Request};

pub(super) fn body(request: &Request) -> Value {
    let mut body = Map::new();
    if let Some(system) = request.system() {
        body.insert("systemInstruction".into(), json!({ "parts": [{ "text": system }] }));
    }
    let contents = json!([{ "role": "user", "parts": [{ "text": request.prompt }] }]);
    body.insert("contents".into(), contents);
    let mut config = Map::new();
    if let Some(limit) = request.max_tokens {
        config.insert("maxOutputTokens".into(), limit.into());
    }
    if let Some(temperature) = request.temperature() {
        config.insert("temperature".into(), temperature.into());
    }
    if let Some(effort) = request.effort {
        config.insert("thinkingConfig".into(), thinking(effort, &request.model));
    }
    if !config.is_empty() {
        body.insert("generationConfig".into(), config.into());
    }
    body.into()
}

/// Models before the third generation are given a budget of tokens, later ones a level. Not proven against the live
/// service.
fn thinking(effort: Effort, model: &str) -> Value {
    let by_budget = ["gemini-1", "gemini-2"].iter().any(|generation| model.contains(generation));
    match (effort, by_budget) {
        (Effort::None, true) => json!({ "thinkingBudget": 0 }),
        (Effort::None | Effort::Minimal, false) => {
            json!({ "thinkingLevel": "minimal", "includeThoughts": true })
        }
        (_, true) => {
            let budget = match effort {
                Effort::None | Effort::Minimal => 512,
                Effort::Low => 1_024,
                Effort::Medium => 8_192,
                Effort::High | Effort::XHigh | Effort::Max => 24_576,
            };
            json!({ "thinkingBudget": budget, "includeThoughts": true })
        }
        (_, false) => {
            let level = if effort == Effort::Max { Effort::High } else { effort };
            json!({ "thinkingLevel": level.word(), "includeThoughts": true })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use crate::dialects::testing::request;

    #[test]
    fn the_model_stands_in_the_path_and_not_in_the_body() {
        let asked = request(Dialect::Gemini);
        assert_eq!(
            body(&asked),
            json!({
                "systemInstruction": { "parts": [{ "text": "Be brief." }] },
                "contents": [{ "role": "user", "parts": [{ "text": "Hi" }] }],
                "generationConfig": { "maxOutputTokens": 64, "temperature": 0.5 },
            }),
            "every field stands where the dialect has it"
        );
        let named = Request { model: "models/gemini-2.5-flash".into(), ..asked };
        let url = named.url().expect("an address");
        assert_eq!(
            (url.path(), url.query()),
            ("/v1/models/gemini-2.5-flash:streamGenerateContent", Some("alt=sse")),
            "a model is found under either of its names, and asked for as a stream"
        );
    }

    #[test]
    fn an_effort_is_a_budget_or_a_level_by_the_models_generation() {
        assert_eq!(
            thinking(Effort::None, "gemini-2.5-flash"),
            json!({ "thinkingBudget": 0 }),
            "no thinking is a budget of nothing"
        );
        assert_eq!(
            thinking(Effort::High, "gemini-3-pro"),
            json!({ "thinkingLevel": "high", "includeThoughts": true }),
            "and what is thought is shown"
        );
    }
}
