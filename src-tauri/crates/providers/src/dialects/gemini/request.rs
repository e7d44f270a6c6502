//! Writes a request as `streamGenerateContent`.

use serde_json::{Map, Value, json};

use crate::request::Request;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>) -> Value {
    let mut body = Map::new();
    if let Some(system) = request.system() {
        body.insert("systemInstruction".into(), json!({ "parts": [{ "text": system }] }));
    }
    let contents = json!([{ "role": "user", "parts": [{ "text": request.prompt }] }]);
    body.insert("contents".into(), contents);
    let mut config = Map::new();
    if let Some(limit) = terms.limit {
        config.insert("maxOutputTokens".into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        config.insert("temperature".into(), temperature.into());
    }
    let thinking = match terms.thought {
        ThinkingForm::Unset => None,
        ThinkingForm::Off => Some(json!({ "thinkingBudget": 0 })),
        ThinkingForm::On => Some(json!({ "includeThoughts": true })),
        ThinkingForm::Budget(tokens) => {
            Some(json!({ "thinkingBudget": tokens, "includeThoughts": true }))
        }
        ThinkingForm::Word(effort) => {
            Some(json!({ "thinkingLevel": effort.word(), "includeThoughts": true }))
        }
    };
    if let Some(thinking) = thinking {
        config.insert("thinkingConfig".into(), thinking);
    }
    if !config.is_empty() {
        body.insert("generationConfig".into(), config.into());
    }
    body.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;

    #[test]
    fn the_model_stands_in_the_path_and_not_in_the_body() {
        let asked = request(Dialect::Gemini);
        assert_eq!(
            asked.body(None),
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
}
