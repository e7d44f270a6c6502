//! Writes a request as Ollama's own chat.

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
    if let Some(effort) = request.effort {
        body.insert("think".into(), think(effort));
    }
    let mut options = Map::new();
    if let Some(limit) = request.max_tokens {
        options.insert("num_predict".into(), limit.into());
    }
    if let Some(temperature) = request.temperature() {
        options.insert("temperature".into(), temperature.into());
    }
    if !options.is_empty() {
        body.insert("options".into(), options.into());
    }
    body.into()
}

/// Thinking is off, or on with one of three words.
fn think(effort: Effort) -> Value {
    match effort {
        Effort::None => false.into(),
        Effort::Minimal | Effort::Low => "low".into(),
        Effort::Medium => "medium".into(),
        Effort::High | Effort::XHigh | Effort::Max => "high".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use crate::dialects::testing::request;

    #[test]
    fn limits_stand_among_the_options() {
        let mut asked = request(Dialect::Ollama);
        assert_eq!(
            body(&asked),
            json!({
                "model": "m", "stream": true, "options": { "num_predict": 64, "temperature": 0.5 },
                "messages": [
                    { "role": "system", "content": "Be brief." },
                    { "role": "user", "content": "Hi" },
                ],
            }),
            "every field stands where the dialect has it"
        );
        asked.effort = Some(Effort::None);
        assert_eq!(body(&asked)["think"], false, "none is none");
    }
}
