//! Writes a request as Responses.

use serde_json::{Map, Value, json};

use crate::extra::Extra;
use crate::request::Request;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>, without: Option<Extra>) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), request.model.clone().into());
    if let Some(system) = request.system() {
        body.insert("instructions".into(), system.into());
    }
    body.insert("input".into(), request.prompt.clone().into());
    body.insert("stream".into(), true.into());
    // The service stores every response for thirty days unless asked not to.
    body.insert("store".into(), false.into());
    let options = &request.provider.extra_stream_options;
    if !options.is_empty() && without != Some(Extra::StreamOptions) {
        body.insert("stream_options".into(), options.clone().into());
    }
    if let Some(limit) = terms.limit {
        body.insert("max_output_tokens".into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        body.insert("temperature".into(), temperature.into());
    }
    // Models without reasoning refuse the whole field, so it is sent only if the user asked for an effort. A summary is
    // requested with it: without one, reasoning is a silent wait.
    match terms.thought {
        ThinkingForm::Unset | ThinkingForm::On | ThinkingForm::Budget(_) => {}
        ThinkingForm::Off => {
            body.insert("reasoning".into(), json!({ "effort": "none" }));
        }
        ThinkingForm::Word(effort) => {
            let effort = effort.word();
            let reasoning = if without == Some(Extra::Summary) {
                json!({ "effort": effort })
            } else {
                json!({ "effort": effort, "summary": "auto" })
            };
            body.insert("reasoning".into(), reasoning);
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
    fn a_response_is_asked_for_without_being_kept() {
        let mut asked = request(Dialect::OpenaiResponses);
        assert_eq!(
            asked.body(None),
            json!({
                "model": "m", "instructions": "Be brief.", "input": "Hi", "stream": true, "store": false,
                "max_output_tokens": 64, "temperature": 0.5,
            }),
            "every field stands where the dialect has it, and nothing is stored"
        );
        asked.effort = Some(Effort::Low);
        assert_eq!(
            asked.body(None)["reasoning"],
            json!({ "effort": "low", "summary": "auto" }),
            "thinking that was asked for is shown as far as the service shows it"
        );
        asked.effort = Some(Effort::None);
        assert_eq!(
            asked.body(None)["reasoning"],
            json!({ "effort": "none" }),
            "there is no summary of no thoughts"
        );
    }
}
