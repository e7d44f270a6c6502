//! Writes a request as Messages.

use serde_json::{Map, Value, json};

use crate::request::Request;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), request.model.clone().into());
    if let Some(limit) = terms.limit {
        body.insert("max_tokens".into(), limit.into());
    }
    if let Some(system) = request.system() {
        body.insert("system".into(), system.into());
    }
    body.insert("messages".into(), json!([{ "role": "user", "content": request.prompt }]));
    body.insert("stream".into(), true.into());
    if let Some(temperature) = terms.temperature {
        body.insert("temperature".into(), temperature.into());
    }
    match terms.thought {
        ThinkingForm::Unset => {}
        ThinkingForm::Off => {
            body.insert("thinking".into(), json!({ "type": "disabled" }));
        }
        ThinkingForm::On => {
            body.insert("thinking".into(), json!({ "type": "enabled" }));
        }
        ThinkingForm::Budget(tokens) => {
            let thinking = json!({ "type": "enabled", "budget_tokens": tokens });
            body.insert("thinking".into(), thinking);
        }
        ThinkingForm::Word(effort) => {
            body.insert("output_config".into(), json!({ "effort": effort.word() }));
        }
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
    fn a_limit_is_always_set_because_the_dialect_wants_one() {
        let mut asked = request(Dialect::Anthropic);
        assert_eq!(
            asked.body(None),
            json!({
                "model": "m", "max_tokens": 64, "system": "Be brief.",
                "messages": [{ "role": "user", "content": "Hi" }], "stream": true, "temperature": 0.5,
            }),
            "every field stands where the dialect has it"
        );
        asked.max_tokens = None;
        assert_eq!(asked.body(None)["max_tokens"], 4_096, "without one it would be refused");
        assert!(!asked.adjustments().is_empty(), "and what was not asked for is said");
    }

    #[test]
    fn thinking_by_a_budget_does_not_eat_the_answer() {
        for (effort, limit) in [(Effort::Low, 256), (Effort::High, 8_000), (Effort::Max, 1)] {
            let asked = Request {
                model: "claude-sonnet-4-5".into(),
                effort: Some(effort),
                max_tokens: Some(limit),
                ..request(Dialect::Anthropic)
            };
            let body = asked.body(None);
            let budget = body["thinking"]["budget_tokens"].as_u64().expect("a budget");
            let most = body["max_tokens"].as_u64().expect("a limit");
            assert!(budget >= 1_024, "{budget}: the dialect takes no smaller one");
            assert_eq!(most - budget, u64::from(limit), "what was asked for is left to the answer");
            let said = asked.adjustments();
            let fields: Vec<_> = said.iter().map(|said| said.field.as_str()).collect();
            assert_eq!(fields, ["effort", "temperature", "max tokens"], "and all of it is said");
        }
    }
}
