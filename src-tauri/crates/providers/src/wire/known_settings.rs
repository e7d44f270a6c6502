//! The request's own fields that a model is known to refuse. They are sent word for word or not at all, unlike the plan's settings, which
//! are adapted to each model.

use serde_json::{Map, Value};

use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::{Ledger, shown};
use crate::request::Request;
use crate::request::uncarried;
use crate::terms::Terms;

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
    let asked = body.get("thinking").filter(|_| own.contains_key("thinking"));
    let asked = asked.and_then(|thinking| thinking.get("type")?.as_str());
    let known = terms.thinking_types.filter(|_| request.provider.dialect == Dialect::Anthropic);
    if let Some((asked, known)) = asked.zip(known)
        && !known.iter().any(|known| known == asked)
    {
        let known = known.iter().map(|known| format!("`{known}`")).collect();
        ledger.refuse("fields", uncarried::thinking_type(&shown(asked), &model, known));
    }
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

    fn refused(row: &str, model: &str, effort: Option<Effort>, own: &Value) -> Vec<String> {
        let provider = catalogue::provider(row).expect("in the catalogue").clone();
        let mut asked = request(provider.dialect);
        asked.provider = provider;
        asked.model = model.to_owned();
        asked.effort = effort;
        let dialect = asked.provider.dialect;
        let pasted =
            AsPasted { dialect, effort, fields: Map::new(), without: vec!["thinking".to_owned()] };
        asked.payload = Arc::new(Payload {
            dialect: Some(dialect),
            fields: own.as_object().expect("an object").clone(),
            as_pasted: Some(pasted),
            ..Payload::default()
        });
        asked.refusals().iter().map(ToString::to_string).collect()
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
