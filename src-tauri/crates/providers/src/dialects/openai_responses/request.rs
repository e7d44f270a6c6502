//! Writes a request as Responses.

use serde_json::{Map, Value, json};

use crate::dialects::ledger::Ledger;
use crate::dialects::openai_responses::items::input;
use crate::dialects::openai_tools::{choice, function, schema};
use crate::difference;
use crate::extra::Extra;
use crate::request::Request;
use crate::request::payload::Payload;
use crate::request::place::Place;
use crate::request::response_format::ResponseFormat;
use crate::request::tool::Tool;
use crate::request::uncarried;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(
    request: &Request,
    terms: &Terms<'_>,
    without: Option<Extra>,
    ledger: &mut Ledger,
) -> Value {
    let mut body = Map::new();
    body.insert("model".into(), request.model.clone().into());
    let (instructions, input) = input(request, ledger);
    if let Some(instructions) = instructions {
        body.insert("instructions".into(), instructions.into());
    }
    // A prompt that is stored there, or turns, may be all that is asked.
    let asks_nothing_else = input == json!([]) && request.payload.asks_what_is_stored();
    if !asks_nothing_else {
        body.insert("input".into(), input);
    }
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
    payload(request, terms, &mut body, ledger);
    body.into()
}

fn payload(
    request: &Request,
    terms: &Terms<'_>,
    body: &mut Map<String, Value>,
    ledger: &mut Ledger,
) {
    // Every field is named, so that a new one does not compile until it is answered for.
    let Payload {
        dialect: _,
        turns: _,
        tools,
        tool_choice,
        parallel_tool_calls,
        response_format,
        stop,
        top_p: _,
        seed,
        prediction,
        headers: _,
        fields: _,
        as_pasted: _,
    } = &*request.payload;
    let tools: Vec<Value> = tools
        .iter()
        .filter_map(|tool| match tool {
            Tool::Function(tool) => {
                let (mut written, own) = function(tool, ledger);
                if tool.strict.is_none() {
                    let why = difference::strict_unasked();
                    ledger.left_out(difference::strict_tools(), None, why);
                }
                written.insert("type".into(), "function".into());
                ledger.own("tools", Place::Tool(&tool.name), &own, &mut written);
                Some(written.into())
            }
            Tool::Own(value) => ledger.takes_tool(value).then(|| value.clone()),
        })
        .collect();
    if !tools.is_empty() {
        body.insert("tools".into(), tools.into());
    }
    if let Some(asked) = tool_choice {
        let one = |name: &str| json!({ "type": "function", "name": name });
        body.insert("tool_choice".into(), choice(asked, one));
    }
    if let Some(parallel) = parallel_tool_calls {
        body.insert("parallel_tool_calls".into(), (*parallel).into());
    }
    if let Some(format) = response_format {
        let format = match format {
            ResponseFormat::Text => json!({ "type": "text" }),
            ResponseFormat::Json => json!({ "type": "json_object" }),
            ResponseFormat::Schema(asked) => {
                let mut format = schema(asked, ledger);
                format.insert("type".into(), "json_schema".into());
                format.into()
            }
        };
        body.insert("text".into(), json!({ "format": format }));
    }
    if !stop.is_empty() {
        ledger.lacks("stop", uncarried::stop_texts(), uncarried::remove_them());
    }
    if let Some(top_p) = terms.top_p {
        body.insert("top_p".into(), top_p.into());
    }
    if seed.is_some() {
        ledger.lacks("seed", uncarried::seed(), uncarried::remove_it());
    }
    if prediction.is_some() {
        let instead = uncarried::prediction_elsewhere();
        ledger.lacks("prediction", uncarried::prediction(), instead);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;
    use crate::effort::Effort;

    #[test]
    fn a_stored_prompt_may_be_all_that_is_asked() {
        let stored = json!({ "id": "pmpt_68b0", "variables": { "city": "Oslo" } });
        let asking = |name: &str, value: &Value| {
            let mut asked = request(Dialect::OpenaiResponses);
            let fields = Map::from_iter([(name.to_owned(), value.clone())]);
            (asked.prompt, asked.system) = (String::new(), None);
            let dialect = Some(Dialect::OpenaiResponses);
            asked.payload = Payload { dialect, fields, ..Payload::default() }.into();
            asked
        };
        let asked = asking("prompt", &stored);
        assert_eq!(
            (asked.body(None)["prompt"].clone(), asked.body(None).get("input")),
            (stored, None)
        );
        assert_eq!(asked.refusals(), [], "a lane of OpenAI's carries it");
        let other = asking("metadata", &json!({ "a": "b" }));
        assert_eq!(other.body(None)["input"], json!([]), "what stores nothing asks nothing");
    }

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
