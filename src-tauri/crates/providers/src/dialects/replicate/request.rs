//! Writes a request as a prediction. What a model takes is its own; these are the names that language models share.

use serde_json::{Map, Value, json};

use crate::catalogue::LimitParam;
use crate::terms::{Terms, Thought};
use crate::{Effort, Request};

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
    json!({ "input": input, "stream": true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
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
                "stream": true,
            }),
            "every field stands where language models look for it"
        );
        let named = Request { model: "meta/meta-llama-3-8b-instruct".into(), ..asked };
        assert_eq!(
            named.url().expect("an address").path(),
            "/v1/models/meta/meta-llama-3-8b-instruct/predictions",
            "the model's two names are two parts of the path"
        );
    }
}
