//! The request's own fields that a model is known to refuse. They are sent word for word or not at all, unlike the plan's settings, which
//! are adapted to each model.

use serde_json::{Map, Value};

use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::{Ledger, shown};
use crate::request::Request;
use crate::request::uncarried;
use crate::terms::{MESSAGES_LEAST_BUDGET, Terms};

/// Fields that set the sampling beside `temperature` and `top_p`. Anthropic refuses `top_k` where it refuses a temperature, as OpenAI's
/// reasoning models do the others: "Reasoning models: not supported", learn.microsoft.com, November 2026.
const SAMPLING: [&str; 4] = ["top_k", "presence_penalty", "frequency_penalty", "logit_bias"];

/// Refuses what this model takes no value of, or not this one. `body` is the whole body.
pub(super) fn check_known(
    request: &Request,
    terms: &Terms<'_>,
    body: &Map<String, Value>,
    ledger: &mut Ledger,
) {
    let own = &request.payload.fields;
    if ledger.is_foreign() {
        // Each of its own fields is refused already.
        return;
    }
    let model = shown(&request.model);
    if let Some(why) = &terms.no_sampling {
        for name in SAMPLING.into_iter().filter(|name| own.contains_key(*name)) {
            let message = uncarried::no_sampling(name, &model, why.clone());
            ledger.refuse("fields", message);
        }
    }
    if request.provider.dialect == Dialect::Anthropic {
        check_thinking(request, terms, body, ledger);
    }
}

/// Refuses what a model of Messages is known to answer with an error of how it is to think: of what was pasted the way and its budget,
/// and a tool that has to be called, which any request may ask for.
fn check_thinking(
    request: &Request,
    terms: &Terms<'_>,
    body: &Map<String, Value>,
    ledger: &mut Ledger,
) {
    let model = shown(&request.model);
    let Some(thinking) = body.get("thinking") else { return };
    let Some(kind) = thinking.get("type").and_then(Value::as_str) else { return };
    let choice = body.get("tool_choice").and_then(|choice| choice.get("type")?.as_str());
    if !terms.forced_tools && kind != "disabled" && matches!(choice, Some("any" | "tool")) {
        ledger.refuse("tool_choice", uncarried::forced_tool(&model));
    }
    let is_own = request.payload.fields.contains_key("thinking");
    let Some(known) = terms.thinking_types.filter(|_| is_own) else { return };
    if !known.iter().any(|known| known == kind) {
        let known = known.iter().map(|known| format!("`{known}`")).collect();
        ledger.refuse("fields", uncarried::thinking_type(&shown(kind), &model, known));
        return;
    }
    let least = MESSAGES_LEAST_BUDGET;
    let budget = thinking.get("budget_tokens").filter(|budget| !budget.is_null());
    let message = match (kind, budget) {
        ("enabled", None) => uncarried::no_budget(&model, least.into()),
        ("enabled", Some(budget)) => match (tokens(budget), terms.limit) {
            (Some(asked), _) if asked < least => {
                uncarried::least_budget(asked.into(), &model, least.into())
            }
            (Some(asked), Some(limit)) if asked >= limit && !thinks_between_tools(request) => {
                uncarried::budget_beyond_limit(asked.into(), limit.into())
            }
            _ => return,
        },
        (kind, Some(_)) => uncarried::budget_alone(&shown(kind)),
        (_, None) => return,
    };
    ledger.refuse("fields", message);
}

/// A number of tokens, the largest that is told if it is beyond that.
fn tokens(value: &Value) -> Option<u32> {
    value.as_u64().map(|tokens| u32::try_from(tokens).unwrap_or(u32::MAX))
}

/// Whether a preliminary feature was asked for with which the budget is that of all thoughts between calls, beyond one answer's limit.
fn thinks_between_tools(request: &Request) -> bool {
    let headers = &request.payload.headers;
    headers.iter().any(|(name, value)| {
        name.eq_ignore_ascii_case("anthropic-beta") && value.contains("interleaved-thinking")
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::catalogue;
    use crate::dialects::testing::request;
    use crate::effort::Effort;
    use crate::request::as_pasted::AsPasted;
    use crate::request::payload::Payload;
    use crate::request::tool::{Function, Tool, ToolChoice};

    fn refused(row: &str, model: &str, effort: Option<Effort>, own: &Value) -> Vec<String> {
        asked(row, model, effort, own).refusals().iter().map(ToString::to_string).collect()
    }

    fn asked(row: &str, model: &str, effort: Option<Effort>, own: &Value) -> Request {
        let provider = catalogue::provider(row).expect("in the catalogue").clone();
        let mut asked = request(provider.dialect);
        asked.provider = provider;
        asked.model = model.to_owned();
        asked.effort = effort;
        asked.max_tokens = Some(4_096);
        let dialect = asked.provider.dialect;
        let pasted =
            AsPasted { dialect, effort, fields: Map::new(), without: vec!["thinking".to_owned()] };
        asked.payload = Arc::new(Payload {
            dialect: Some(dialect),
            fields: own.as_object().expect("an object").clone(),
            as_pasted: Some(pasted),
            ..Payload::default()
        });
        asked
    }

    #[test]
    fn a_way_of_thinking_that_a_model_is_known_to_refuse_is_refused_by_name() {
        let enabled = json!({ "thinking": { "type": "enabled", "budget_tokens": 2048 } });
        let adaptive = json!({ "thinking": { "type": "adaptive" } });
        for (model, own, is_refused) in [
            ("claude-opus-5-5", &enabled, true),
            ("claude-sonnet-5", &enabled, true),
            ("claude-opus-4-7", &enabled, true),
            ("claude-sonnet-4-6", &enabled, false),
            ("claude-sonnet-4-5", &enabled, false),
            ("claude-sonnet-4-5", &adaptive, true),
            ("claude-opus-5-5", &adaptive, false),
            ("a-model-of-tomorrow", &enabled, false),
        ] {
            let said = refused("anthropic", model, None, own);
            assert_eq!(said.len(), usize::from(is_refused), "{model}: {said:?}");
            assert!(said.iter().all(|said| said.contains(model)), "{said:?}");
        }
        let said = refused("anthropic", "claude-sonnet-5-5", None, &enabled);
        assert!(said[0].contains("only `adaptive` and `between_tools`"), "what it takes: {said:?}");
    }

    #[test]
    fn a_budget_that_a_model_is_known_to_refuse_is_refused_by_name() {
        let of = |kind: &str, budget: Option<u64>| {
            let mut thinking = json!({ "type": kind });
            if let Some(budget) = budget {
                thinking["budget_tokens"] = budget.into();
            }
            json!({ "thinking": thinking })
        };
        for (model, own, part) in [
            ("claude-sonnet-4-6", of("adaptive", Some(2_048)), "`adaptive` takes none"),
            ("claude-opus-5-5", of("adaptive", Some(2_048)), "`adaptive` takes none"),
            ("claude-sonnet-4-5", of("enabled", Some(512)), "at least 1,024"),
            ("claude-sonnet-4-5", of("enabled", Some(8_192)), "less than max tokens, 4,096"),
            ("claude-sonnet-4-5", of("enabled", None), "has no `budget_tokens`"),
            ("claude-3-5-haiku", of("enabled", Some(2_048)), "only `disabled`"),
            ("claude-sonnet-4-6", of("adaptive", None), ""),
            ("claude-sonnet-4-5", of("disabled", None), ""),
            ("a-model-of-tomorrow", of("enabled", Some(1)), ""),
        ] {
            let said = refused("anthropic", model, None, &own);
            assert_eq!(said.len(), usize::from(!part.is_empty()), "{model} {own}: {said:?}");
            assert!(said.iter().all(|said| said.contains(part)), "{model} {own}: {said:?}");
        }
    }

    #[test]
    fn a_tool_that_has_to_be_called_is_refused_where_a_model_thinks_and_cannot() {
        let enabled = json!({ "type": "enabled", "budget_tokens": 2_048 });
        let adaptive = json!({ "type": "adaptive" });
        for (model, thinking, choice, is_refused) in [
            ("claude-sonnet-4-5", Some(&enabled), ToolChoice::Required, true),
            ("claude-sonnet-4-6", Some(&adaptive), ToolChoice::Tool("f".to_owned()), true),
            ("claude-sonnet-4-6", Some(&adaptive), ToolChoice::Auto, false),
            ("claude-sonnet-4-6", None, ToolChoice::Required, false),
            ("claude-opus-4-8", Some(&adaptive), ToolChoice::Required, false),
        ] {
            let own = thinking.map_or(json!({}), |thinking| json!({ "thinking": thinking }));
            let mut asked = asked("anthropic", model, None, &own);
            let payload = Arc::make_mut(&mut asked.payload);
            let tool = Function { name: "f".to_owned(), ..Function::default() };
            payload.tools = vec![Tool::Function(tool)];
            payload.tool_choice = Some(choice);
            let said: Vec<String> = asked.refusals().iter().map(ToString::to_string).collect();
            assert_eq!(said.len(), usize::from(is_refused), "{model}: {said:?}");
        }
    }

    #[test]
    fn sampling_beside_pasted_thinking_is_what_the_model_takes_while_it_thinks() {
        let enabled = json!({ "type": "enabled", "budget_tokens": 2_048 });
        let adaptive = json!({ "type": "adaptive" });
        let off = json!({ "type": "disabled" });
        for (row, model, thinking, temperature, top_p, sent) in [
            ("anthropic", "claude-sonnet-4-5", &enabled, 0.5, 0.9, [false, false]),
            ("anthropic", "claude-sonnet-4-5", &enabled, 1.0, 0.95, [true, true]),
            ("anthropic", "claude-sonnet-4-6", &adaptive, 0.5, 0.97, [false, true]),
            ("anthropic", "claude-sonnet-4-6", &off, 0.5, 0.9, [true, true]),
            ("anthropic", "claude-opus-5-5", &adaptive, 0.5, 0.9, [false, false]),
            ("deepseek", "deepseek-v4-pro", &off, 0.5, 0.9, [true, true]),
        ] {
            let mut asked = asked(row, model, None, &json!({ "thinking": thinking }));
            asked.temperature = Some(temperature);
            Arc::make_mut(&mut asked.payload).top_p = Some(top_p);
            let body = asked.body(None);
            let is_sent = ["temperature", "top_p"].map(|name| body.get(name).is_some());
            assert_eq!(is_sent, sent, "{model} {thinking}: {body}");
            let told: Vec<String> = asked.adjustments().into_iter().map(|one| one.field).collect();
            let left = ["temperature", "top_p"].map(|name| !told.iter().any(|told| told == name));
            assert_eq!(left, sent, "{model}: what is left out is told: {told:?}");
            Arc::make_mut(&mut asked.payload).fields.insert("top_k".to_owned(), 5.into());
            let said: Vec<String> = asked.refusals().iter().map(ToString::to_string).collect();
            let is_taken = sent[0] && thinking == &off;
            assert_eq!(said.iter().any(|said| said.contains("`top_k`")), !is_taken, "{said:?}");
        }
    }

    #[test]
    fn sampling_that_a_model_is_known_to_refuse_is_refused_by_name() {
        for (row, model, name, effort, is_refused) in [
            ("anthropic", "claude-opus-5-5", "top_k", None, true),
            ("anthropic", "claude-sonnet-4-5", "top_k", None, false),
            ("anthropic", "claude-sonnet-4-5", "top_k", Some(Effort::Low), true),
            ("openai", "gpt-6-luna", "presence_penalty", None, true),
            ("openai", "gpt-4.1", "presence_penalty", None, false),
            ("openai", "gpt-6-luna", "logprobs", None, false),
        ] {
            let said = refused(row, model, effort, &json!({ name: 1 }));
            assert_eq!(said.len(), usize::from(is_refused), "{model}: {said:?}");
            assert!(said.iter().all(|said| said.contains(name)), "{said:?}");
        }
    }
}
