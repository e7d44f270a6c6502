//! Writes a request as Messages.

use serde_json::{Map, Value, json};

use crate::{Effort, Request};

/// The dialect wants a limit on the output. Where the person set none, this is it: enough for a long answer, and
/// allowed by every model. An answer that reaches it ends with `max_tokens`, which is told as a doubt.
const LIMIT: u32 = 4_096;

pub(super) fn body(request: &Request) -> Value {
    let limit = request.max_tokens.unwrap_or(LIMIT);
    let mut body = Map::new();
    body.insert("model".into(), request.model.clone().into());
    body.insert("max_tokens".into(), limit.into());
    if let Some(system) = request.system() {
        body.insert("system".into(), system.into());
    }
    body.insert("messages".into(), json!([{ "role": "user", "content": request.prompt }]));
    body.insert("stream".into(), true.into());
    if let Some(temperature) = request.temperature() {
        body.insert("temperature".into(), temperature.into());
    }
    if let Some(effort) = request.effort {
        think(&mut body, effort, &request.model, limit);
    }
    body.into()
}

/// Newer models decide how much to think and are told an effort; those up to 4.5 are given a budget of tokens, of which
/// the dialect wants at least 1,024 and fewer than the limit. Not proven against the live service.
fn think(body: &mut Map<String, Value>, effort: Effort, model: &str, limit: u32) {
    if effort == Effort::None {
        body.insert("thinking".into(), json!({ "type": "disabled" }));
        return;
    }
    let by_budget = ["claude-3", "-4-5", "-4-1", "-4-0", "-4-2025"];
    if by_budget.iter().any(|name| model.contains(name)) {
        let budget = match effort {
            Effort::None | Effort::Minimal | Effort::Low => 1_024,
            Effort::Medium => 4_096,
            Effort::High => 16_384,
            Effort::XHigh | Effort::Max => 32_000,
        };
        let budget = budget.min(limit.saturating_sub(limit / 4)).max(1_024);
        body.insert("thinking".into(), json!({ "type": "enabled", "budget_tokens": budget }));
    } else {
        let word = if effort == Effort::Minimal { Effort::Low.word() } else { effort.word() };
        body.insert("thinking".into(), json!({ "type": "adaptive" }));
        body.insert("output_config".into(), json!({ "effort": word }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::testing::request;
    use crate::{Dialect, Effort};

    #[test]
    fn a_limit_is_always_set_because_the_dialect_wants_one() {
        let mut asked = request(Dialect::Anthropic);
        assert_eq!(
            body(&asked),
            json!({
                "model": "m", "max_tokens": 64, "system": "Be brief.",
                "messages": [{ "role": "user", "content": "Hi" }], "stream": true, "temperature": 0.5,
            }),
            "every field stands where the dialect has it"
        );
        asked.max_tokens = None;
        assert_eq!(body(&asked)["max_tokens"], 4_096, "without one the request would be refused");
    }

    #[test]
    fn an_effort_is_a_budget_for_older_models_and_a_word_for_newer_ones() {
        let asked = |model: &str, effort, limit| {
            let request = Request {
                model: model.into(),
                effort: Some(effort),
                max_tokens: Some(limit),
                ..request(Dialect::Anthropic)
            };
            body(&request)
        };
        let old = asked("claude-sonnet-4-5", Effort::High, 8_000);
        assert_eq!(old["thinking"]["budget_tokens"], 6_000, "the budget stays below the limit");
        let new = asked("claude-opus-4-8", Effort::Minimal, 8_000);
        assert_eq!(
            (&new["thinking"]["type"], &new["output_config"]["effort"]),
            (&json!("adaptive"), &json!("low")),
            "the least word that the dialect has"
        );
        let off = asked("claude-opus-4-8", Effort::None, 8_000);
        assert_eq!(off["thinking"], json!({ "type": "disabled" }), "none is none");
    }
}
