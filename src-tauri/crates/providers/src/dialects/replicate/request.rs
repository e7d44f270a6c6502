//! Writes a request as a prediction. What a model takes is its own; these are the names that language models share.

use serde_json::{Map, Value, json};

use crate::catalogue::LimitParam;
use crate::request::{Effort, Request};
use crate::terms::{Terms, Thought};

pub(super) fn body(request: &Request, terms: &Terms<'_>) -> Value {
    let mut input = Map::new();
    input.insert("prompt".into(), request.prompt.clone().into());
    if let Some(system) = request.system() {
        input.insert(terms.system_param.unwrap_or("system_prompt").into(), system.into());
    }
    if let Some(limit) = terms.limit {
        let name = match terms.limit_param {
            Some(LimitParam::MaxCompletionTokens) => "max_completion_tokens",
            Some(LimitParam::MaxOutputTokens) => "max_output_tokens",
            _ => "max_tokens",
        };
        input.insert(name.into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        input.insert("temperature".into(), temperature.into());
    }
    let effort = match terms.thought {
        Thought::Unset | Thought::On | Thought::Budget(_) => None,
        Thought::Off => Some(Effort::None),
        Thought::Word(effort) => Some(effort),
    };
    if let Some(effort) = effort {
        input.insert("reasoning_effort".into(), effort.word().into());
    }
    json!({ "version": request.model, "input": input })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;

    #[test]
    fn what_the_model_takes_stands_in_its_input() {
        let asked = request(Dialect::Replicate);
        assert_eq!(
            asked.body(None),
            json!({
                "input": {
                    "prompt": "Hi", "system_prompt": "Be brief.", "max_tokens": 64, "temperature": 0.5,
                },
                "version": asked.model,
            }),
            "every field stands where language models look for it"
        );
    }

    #[test]
    fn every_way_to_name_a_model_is_a_version_at_one_address() {
        let hash = "5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa";
        for model in ["meta/llama-3-8b-instruct", &format!("acme/own:{hash}"), hash] {
            let asked = Request { model: model.into(), ..request(Dialect::Replicate) };
            assert_eq!(asked.url().expect("an address").path(), "/v1/predictions", "{model}");
            assert_eq!(asked.body(None)["version"], model, "official, of the community, and bare");
        }
    }
}
