//! Writes a request as Cohere's chat, version 2.

use serde_json::{Map, Value, json};

use crate::request::Request;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>) -> Value {
    let mut messages = Vec::new();
    if let Some(system) = request.system() {
        messages.push(json!({ "role": "system", "content": system }));
    }
    messages.push(json!({ "role": "user", "content": request.prompt }));
    let mut body = Map::new();
    body.insert("model".into(), request.model.clone().into());
    body.insert("messages".into(), messages.into());
    body.insert("stream".into(), true.into());
    if let Some(limit) = terms.limit {
        body.insert("max_tokens".into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        body.insert("temperature".into(), temperature.into());
    }
    let thinking = match terms.thought {
        ThinkingForm::Unset => return body.into(),
        ThinkingForm::Off => json!({ "type": "disabled" }),
        ThinkingForm::On | ThinkingForm::Word(_) => json!({ "type": "enabled" }),
        ThinkingForm::Budget(tokens) => json!({ "type": "enabled", "token_budget": tokens }),
    };
    body.insert("thinking".into(), thinking);
    body.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;
    use crate::effort::Effort;

    #[test]
    fn usage_is_not_asked_for_because_the_dialect_has_no_such_field() {
        let mut asked = request(Dialect::Cohere);
        assert_eq!(
            asked.body(None),
            json!({
                "model": "m", "stream": true, "max_tokens": 64, "temperature": 0.5,
                "messages": [
                    { "role": "system", "content": "Be brief." },
                    { "role": "user", "content": "Hi" },
                ],
            }),
            "every field stands where the dialect has it"
        );
        asked.model = "command-a-reasoning-08-2025".into();
        asked.effort = Some(Effort::None);
        assert_eq!(asked.body(None)["thinking"], json!({ "type": "disabled" }), "none is none");
    }
}
