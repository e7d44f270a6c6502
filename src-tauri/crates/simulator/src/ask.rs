//! Parses and validates a chat completion request.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value, json};

use crate::form::Form;
use crate::judge;
use crate::knobs::{AnswerAs, Knobs};
use crate::profile::Profile;
use crate::response::ApiError;
use crate::text;

/// A chat completion request.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) profile: &'static Profile,
    pub(crate) knobs: Knobs,
    /// The model as the request named it.
    pub(crate) model: String,
    pub(crate) stream: bool,
    pub(crate) has_stream_options: bool,
    pub(crate) wants_usage: bool,
    pub(crate) max_tokens: Option<u32>,
    pub(crate) prompt_tokens: u32,
    /// How many of them are in the cache.
    pub(crate) cached_tokens: u32,
    /// Distinguishes prompts.
    pub(crate) prompt_hash: u64,
    /// Subject of the prompt.
    pub(crate) subject: String,
    /// The tools that may be called, with examples of their arguments.
    pub(crate) tools: Vec<Form>,
    /// The form of the answer, if the request gives one.
    pub(crate) form: Option<Form>,
    /// What the last message of the user gives as an update to be applied.
    pub(crate) update: Option<String>,
    /// What it says as a judge of two answers.
    pub(crate) verdict: Option<String>,
    /// Distinguishes schemas of answers.
    pub(crate) schema_hash: Option<u64>,
    /// The number of its images.
    pub(crate) images: u32,
    /// The length of the output that it predicts, in tokens.
    pub(crate) predicted_tokens: Option<u32>,
    /// The service tier that it asks for.
    pub(crate) service_tier: Option<String>,
}

impl Ask {
    /// The request with its prompt found in the cache of earlier prompts, except for the last token, which every model
    /// reads.
    pub(crate) fn found_in_cache(mut self) -> Self {
        self.cached_tokens = self.prompt_tokens.saturating_sub(1);
        self
    }

    /// The same, with the time for reading its prompt and its images included in its time to first token.
    pub(crate) fn with_prompt_read(mut self) -> Self {
        let read = u64::from(self.prompt_tokens - self.cached_tokens);
        let images_ns = self.knobs.image_ns.saturating_mul(u64::from(self.images));
        let more_ns = self.knobs.input_ns.saturating_mul(read).saturating_add(images_ns);
        self.knobs.ttft_ns = self.knobs.ttft_ns.saturating_add(more_ns);
        self
    }

    /// Parses the body of a request.
    pub(crate) fn from_body(body: &[u8]) -> Result<Self, ApiError> {
        const NOT_JSON: &str = "We could not parse the JSON body of your request.";
        let body: Value = serde_json::from_slice(body)
            .ok()
            .filter(Value::is_object)
            .ok_or_else(|| ApiError::invalid(None, None, NOT_JSON))?;

        let (profile, mut knobs, model) = model_of(&body)?;
        let tools = tools_of(&body);
        if knobs.answer_as == AnswerAs::Fitting {
            let calls = !tools.is_empty() && wants_calls(&body);
            knobs.answer_as = if calls { AnswerAs::ToolCalls } else { AnswerAs::Text };
        }
        let schema = body.pointer("/response_format/json_schema/schema");
        let is_json =
            body.pointer("/response_format/type").is_some_and(|kind| kind == "json_object");
        let any = json!({ "type": "object", "properties": { "answer": { "type": "string" } } });
        let form = schema.or(is_json.then_some(&any)).map(|schema| Form::of("", schema));
        let prompt = prompt_of(&body)?;
        let stream = optional(&body, "stream", Value::as_bool, "true or false")?.unwrap_or(false);
        let choices = optional(&body, "n", Value::as_u64, "1")?.unwrap_or(1);
        if choices != 1 {
            return Err(wrong("n", "1"));
        }
        Ok(Self {
            has_stream_options: body.get("stream_options").is_some_and(|value| !value.is_null()),
            wants_usage: wants_usage(&body, stream)?,
            max_tokens: max_tokens_of(&body)?,
            prompt_tokens: text::prompt_tokens(&prompt.all),
            cached_tokens: 0,
            prompt_hash: hash_of(&model, &prompt.all),
            schema_hash: schema.map(|schema| hash_of(profile.model, &schema.to_string())),
            images: images_of(&body),
            predicted_tokens: predicted_of(&body).map(|text| text::prompt_tokens(&text)),
            service_tier: optional(&body, "service_tier", owned_text, "a string")?,
            tools,
            form,
            subject: text::subject(&prompt.last),
            update: update_of(&prompt.last),
            verdict: judge::verdict(knobs.judge, &prompt.last),
            profile,
            knobs,
            model,
            stream,
        })
    }
}

fn hash_of(model: &str, prompt: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (model, prompt).hash(&mut hasher);
    hasher.finish()
}

fn wrong(param: &'static str, expected: &str) -> ApiError {
    let message = format!("Invalid value for '{param}': expected {expected}.");
    ApiError::invalid(Some(param), Some("invalid_value"), message)
}

fn missing(param: &'static str) -> ApiError {
    let message = format!("Missing required parameter: '{param}'.");
    ApiError::invalid(Some(param), Some("missing_required_parameter"), message)
}

/// A parameter that may be absent or null, but not of another type.
fn optional<T>(
    body: &Value,
    param: &'static str,
    read: fn(&Value) -> Option<T>,
    expected: &str,
) -> Result<Option<T>, ApiError> {
    match body.get(param) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => read(value).map(Some).ok_or_else(|| wrong(param, expected)),
    }
}

fn model_of(body: &Value) -> Result<(&'static Profile, Knobs, String), ApiError> {
    let model = optional(body, "model", owned_text, "a string")?.ok_or_else(|| missing("model"))?;
    let (name, turns) = model.split_once('?').unwrap_or((&model, ""));
    let profile = Profile::named(name).ok_or_else(|| ApiError::model_not_found(&model))?;
    let knobs = profile.knobs().turned(turns).map_err(|error| {
        ApiError::invalid(Some("model"), Some("invalid_knob"), error.to_string())
    })?;
    Ok((profile, knobs, model))
}

fn owned_text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// The number of images in all messages.
fn images_of(body: &Value) -> u32 {
    let messages = body.get("messages").and_then(Value::as_array).into_iter().flatten();
    let parts = messages.filter_map(|message| message.get("content")?.as_array()).flatten();
    let images = parts.filter(|part| part.get("type").is_some_and(|kind| kind == "image_url"));
    u32::try_from(images.count()).unwrap_or(u32::MAX)
}

/// The output that a request predicts.
fn predicted_of(body: &Value) -> Option<String> {
    match body.pointer("/prediction/content")? {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            Some(parts.iter().filter_map(|part| part.get("text")?.as_str()).collect())
        }
        _ => None,
    }
}

/// What stands between `<update>` and `</update>`.
fn update_of(prompt: &str) -> Option<String> {
    let (_, rest) = prompt.split_once("<update>")?;
    rest.rsplit_once("</update>").map(|(update, _)| update.to_owned())
}

/// The functions that a request allows to be called; the one that it names, if it names one.
fn tools_of(body: &Value) -> Vec<Form> {
    let named = body.pointer("/tool_choice/function/name");
    let tools = body.get("tools").and_then(Value::as_array).into_iter().flatten();
    let functions = tools.filter_map(|tool| tool.get("function"));
    functions
        .filter(|function| named.is_none_or(|name| function.get("name") == Some(name)))
        .filter_map(|function| {
            let name = function.get("name")?.as_str()?;
            Some(Form::of(name, function.get("parameters").unwrap_or(&Value::Null)))
        })
        .collect()
}

/// Whether a model would call a tool now: it may, and is not reading what one returned.
fn wants_calls(body: &Value) -> bool {
    let is_forbidden = body.get("tool_choice").is_some_and(|choice| choice == "none");
    let last = body.get("messages").and_then(Value::as_array).and_then(|messages| messages.last());
    let is_result = last.and_then(|message| message.get("role")).is_some_and(|role| role == "tool");
    !is_forbidden && !is_result
}

struct Prompt {
    /// Every message, and the tools and the form of the answer as JSON, which models read too.
    all: String,
    /// The last message of the user.
    last: String,
}

fn prompt_of(body: &Value) -> Result<Prompt, ApiError> {
    let messages = match body.get("messages") {
        None | Some(Value::Null) => return Err(missing("messages")),
        Some(Value::Array(messages)) if !messages.is_empty() => messages,
        Some(_) => return Err(wrong("messages", "an array of at least one message")),
    };
    let mut prompt = Prompt { all: String::new(), last: String::new() };
    for message in messages {
        let text = match message.get("content") {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(parts)) => {
                let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
                texts.collect::<Vec<_>>().join("\n")
            }
            // An assistant's message that only calls tools has no content.
            None | Some(Value::Null) if message.get("role").is_some() => String::new(),
            _ => return Err(wrong("messages", "each message to have a role and content")),
        };
        prompt.all.push_str(&text);
        prompt.all.push('\n');
        if let Some(calls) = message.get("tool_calls") {
            prompt.all.push_str(&calls.to_string());
        }
        if message.get("role").and_then(Value::as_str) == Some("user") {
            prompt.last = text;
        }
    }
    for name in ["tools", "response_format"] {
        if let Some(value) = body.get(name) {
            prompt.all.push_str(&value.to_string());
        }
    }
    Ok(prompt)
}

fn max_tokens_of(body: &Value) -> Result<Option<u32>, ApiError> {
    for param in ["max_completion_tokens", "max_tokens"] {
        let limit = optional(body, param, Value::as_u64, "a positive whole number")?;
        match limit.map(u32::try_from) {
            None => {}
            Some(Ok(limit @ 1..)) => return Ok(Some(limit)),
            Some(_) => return Err(wrong(param, "a positive whole number")),
        }
    }
    Ok(None)
}

fn wants_usage(body: &Value, stream: bool) -> Result<bool, ApiError> {
    match body.get("stream_options") {
        None | Some(Value::Null) => Ok(false),
        Some(options) if stream => {
            Ok(options.get("include_usage").and_then(Value::as_bool).unwrap_or(false))
        }
        Some(_) => Err(wrong("stream_options", "`stream` to be true with it")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ask(change: impl FnOnce(&mut Value)) -> Result<Ask, ApiError> {
        let mut body = json!({
            "model": "scripted?tokens=3",
            "messages": [{ "role": "user", "content": "Why do rivers bend?" }],
        });
        change(&mut body);
        Ask::from_body(body.to_string().as_bytes())
    }

    fn refusal(change: impl FnOnce(&mut Value)) -> (u16, Option<&'static str>) {
        let error = ask(change).expect_err("a wrong request");
        (error.status, error.param)
    }

    #[test]
    fn a_refusal_names_the_parameter() {
        let without = |name: &'static str| {
            move |body: &mut Value| {
                body.as_object_mut().expect("an object").remove(name);
            }
        };
        assert_eq!(refusal(without("messages")), (400, Some("messages")), "nothing to answer");
        assert_eq!(refusal(without("model")), (400, Some("model")), "nobody to answer");
        assert_eq!(refusal(|body| body["messages"] = json!([])), (400, Some("messages")), "empty");
        assert_eq!(refusal(|body| body["max_tokens"] = json!(0)), (400, Some("max_tokens")), "0");
        assert_eq!(refusal(|body| body["stream"] = json!("yes")), (400, Some("stream")), "kind");
        assert_eq!(refusal(|body| body["n"] = json!(2)), (400, Some("n")), "one answer only");
        assert_eq!(refusal(|body| body["model"] = json!("gpt")), (404, None), "no such model");
        assert_eq!(
            refusal(|body| body["model"] = json!("scripted?loud=1")),
            (400, Some("model")),
            "a knob stands in the model"
        );
    }

    #[test]
    fn the_newer_name_of_the_limit_wins() {
        let asked = ask(|body| {
            body["max_tokens"] = json!(5);
            body["max_completion_tokens"] = json!(9);
        });
        assert_eq!(asked.expect("both are allowed").max_tokens, Some(9), "as at OpenAI");
    }

    #[test]
    fn a_prompt_in_parts_is_read() {
        let asked = ask(|body| {
            body["messages"] = json!([
                { "role": "system", "content": "Be brief." },
                { "role": "user", "content": [{ "type": "text", "text": "Compare rivers, please" }] },
            ]);
        });
        assert_eq!(asked.expect("parts are allowed").subject, "rivers", "the user's");
    }
}
