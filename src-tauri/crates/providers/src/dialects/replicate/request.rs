//! Writes a request as a prediction. What a model takes is its own; these are the names that language models share.

use serde_json::{Map, Value, json};

use crate::Request;

pub(super) fn body(request: &Request) -> Value {
    let mut input = Map::new();
    input.insert("prompt".into(), request.prompt.clone().into());
    if let Some(system) = request.system() {
        input.insert("system_prompt".into(), system.into());
    }
    if let Some(limit) = request.max_tokens {
        input.insert("max_tokens".into(), limit.into());
    }
    if let Some(temperature) = request.temperature() {
        input.insert("temperature".into(), temperature.into());
    }
    if let Some(effort) = request.effort {
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
            body(&asked),
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
