//! Writes a request as Cohere's chat, version 2.

use serde_json::{Map, Value, json};

use crate::{Effort, Request};

pub(super) fn body(request: &Request) -> Value {
    let mut messages = Vec::new();
    if let Some(system) = request.system() {
        messages.push(json!({ "role": "system", "content": system }));
    }
    messages.push(json!({ "role": "user", "content": request.prompt }));
    let mut body = Map::new();
    body.insert("model".into(), request.model.clone().into());
    body.insert("messages".into(), messages.into());
    body.insert("stream".into(), true.into());
    if let Some(limit) = request.max_tokens {
        body.insert("max_tokens".into(), limit.into());
    }
    if let Some(temperature) = request.temperature() {
        body.insert("temperature".into(), temperature.into());
    }
    if let Some(effort) = request.effort {
        body.insert("thinking".into(), thinking(effort));
    }
    body.into()
}

/// The dialect knows thinking on, off, and a budget of tokens; the words become budgets. Not proven against the live
/// service.
fn thinking(effort: Effort) -> Value {
    let budget = match effort {
        Effort::None => return json!({ "type": "disabled" }),
        Effort::High | Effort::XHigh | Effort::Max => return json!({ "type": "enabled" }),
        Effort::Minimal => 512,
        Effort::Low => 2_048,
        Effort::Medium => 8_192,
    };
    json!({ "type": "enabled", "token_budget": budget })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use crate::dialects::testing::request;

    #[test]
    fn usage_is_not_asked_for_because_the_dialect_has_no_such_field() {
        let mut asked = request(Dialect::Cohere);
        assert_eq!(
            body(&asked),
            json!({
                "model": "m", "stream": true, "max_tokens": 64, "temperature": 0.5,
                "messages": [
                    { "role": "system", "content": "Be brief." },
                    { "role": "user", "content": "Hi" },
                ],
            }),
            "every field stands where the dialect has it"
        );
        asked.effort = Some(Effort::None);
        assert_eq!(body(&asked)["thinking"], json!({ "type": "disabled" }), "none is none");
    }
}
