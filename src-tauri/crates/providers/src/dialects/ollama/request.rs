//! Writes a request as Ollama's own chat.

use serde_json::{Map, Value, json};

use crate::extra::Extra;
use crate::request::Request;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>, without: Option<Extra>) -> Value {
    let mut messages = Vec::new();
    if let Some(system) = request.system() {
        messages.push(json!({ "role": "system", "content": system }));
    }
    messages.push(json!({ "role": "user", "content": request.prompt }));
    let mut body = Map::new();
    body.insert("model".into(), request.model.clone().into());
    body.insert("messages".into(), messages.into());
    body.insert("stream".into(), true.into());
    // Otherwise Ollama silently truncates a prompt that does not fit and drops the beginning of a text that grows too
    // long, so the measured length would differ from the requested one.
    body.insert("truncate".into(), false.into());
    body.insert("shift".into(), false.into());
    let think = match terms.thought {
        ThinkingForm::Unset => None,
        ThinkingForm::Off => Some(Value::from(false)),
        ThinkingForm::On | ThinkingForm::Budget(_) => Some(Value::from(true)),
        ThinkingForm::Word(effort) => Some(effort.word().into()),
    };
    if let Some(think) = think.filter(|_| without != Some(Extra::Thinking)) {
        body.insert("think".into(), think);
    }
    let mut options = Map::new();
    if let Some(limit) = terms.limit {
        options.insert("num_predict".into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        options.insert("temperature".into(), temperature.into());
    }
    if !options.is_empty() {
        body.insert("options".into(), options.into());
    }
    body.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;
    use crate::effort::Effort;

    #[test]
    fn limits_stand_among_the_options() {
        let mut asked = request(Dialect::Ollama);
        assert_eq!(
            asked.body(None),
            json!({
                "model": "m", "stream": true, "options": { "num_predict": 64, "temperature": 0.5 },
                "truncate": false, "shift": false,
                "messages": [
                    { "role": "system", "content": "Be brief." },
                    { "role": "user", "content": "Hi" },
                ],
            }),
            "every field stands where the dialect has it"
        );
        asked.effort = Some(Effort::None);
        assert_eq!(asked.body(None)["think"], false, "none is none");
    }

    #[test]
    fn a_model_that_does_not_think_is_asked_again_without_being_told_to() {
        let asked = Request { effort: Some(Effort::High), ..request(Dialect::Ollama) };
        assert_eq!(asked.body(None)["think"], "high", "by a word");
        let refused = r#"{"error":"\"m\" does not support thinking"}"#;
        let extra = asked.spares(400, refused);
        assert_eq!(extra, Some(Extra::Thinking), "only the server knows which of its models think");
        assert_eq!(asked.body(extra).get("think"), None, "the second request does not say");
        let unset = Request { effort: None, ..asked };
        assert_eq!(unset.spares(400, refused), None, "what was not asked for cannot be left out");
    }
}
