//! Writes a request as an interaction.

use serde_json::{Map, Value};

use crate::effort::Effort;
use crate::request::Request;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>) -> Value {
    let mut body = Map::new();
    let model = request.model.strip_prefix("models/").unwrap_or(&request.model);
    body.insert("model".into(), model.into());
    if let Some(system) = request.system() {
        body.insert("system_instruction".into(), system.into());
    }
    body.insert("input".into(), request.prompt.clone().into());
    body.insert("stream".into(), true.into());
    // The service stores every interaction unless asked not to.
    body.insert("store".into(), false.into());
    let mut config = Map::new();
    if let Some(limit) = terms.limit {
        config.insert("max_output_tokens".into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        config.insert("temperature".into(), temperature.into());
    }
    let level = match terms.thought {
        ThinkingForm::Unset | ThinkingForm::On | ThinkingForm::Budget(_) => None,
        ThinkingForm::Off => Some(Effort::Minimal),
        ThinkingForm::Word(effort) => Some(effort),
    };
    if let Some(level) = level {
        config.insert("thinking_level".into(), level.word().into());
        // Without a summary, reasoning is a silent wait.
        config.insert("thinking_summaries".into(), "auto".into());
    }
    if !config.is_empty() {
        body.insert("generation_config".into(), config.into());
    }
    body.into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;

    #[test]
    fn an_interaction_is_asked_for_without_being_kept() {
        let asked = request(Dialect::GeminiInteractions);
        assert_eq!(
            asked.body(None),
            json!({
                "model": "m", "system_instruction": "Be brief.", "input": "Hi", "stream": true, "store": false,
                "generation_config": { "max_output_tokens": 64, "temperature": 0.5 },
            }),
            "every field stands where the SDK has it, and nothing is stored"
        );
        let named = Request { model: "models/gemini-3.8-flash".into(), ..asked.clone() };
        assert_eq!(named.body(None)["model"], "gemini-3.8-flash", "under either of its names");
        let thinking = Request { effort: Some(Effort::Low), ..asked };
        let config = &thinking.body(None)["generation_config"];
        assert_eq!(
            (&config["thinking_level"], &config["thinking_summaries"]),
            (&json!("low"), &json!("auto")),
            "what is thought is shown as far as the service shows it"
        );
    }

    #[test]
    fn a_request_with_nothing_set_has_no_settings() {
        let mut asked = request(Dialect::GeminiInteractions);
        (asked.max_tokens, asked.temperature, asked.system) = (None, None, None);
        assert_eq!(
            asked.body(None),
            json!({ "model": "m", "input": "Hi", "stream": true, "store": false }),
            "the provider's own defaults are left alone"
        );
    }
}
