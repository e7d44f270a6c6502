//! Reads a body of OpenAI Chat Completions.

use measure::Phrase;
use serde_json::{Map, Value, json};

use crate::capture::fields::{CaptureError, Captured, Fields, breakpoint, push, shape};
use crate::capture::functions::as_tools;
use crate::capture::notes;
use crate::capture::rounded::beyond_doubles;
use crate::capture::unread;
use crate::capture::whole_object::whole_object;
use crate::dialects::dialect::Dialect;
use crate::request::place::Place;
use crate::request::response_format::{ResponseFormat, SchemaFormat};
use crate::request::tool::{Function, Tool, ToolChoice};
use crate::request::turn::{Content, Part, Role, Source, Turn, is_own_call};

pub(super) fn read(body: Map<String, Value>) -> Result<Captured, CaptureError> {
    let mut captured = Captured::new(Dialect::OpenaiChat);
    let mut fields = Fields(body);
    captured.streams(&mut fields);
    options(&mut fields, &mut captured.notes);
    as_tools(&mut fields, &mut captured.notes);
    captured.model = fields.text("model");
    let completion = fields.count("max_completion_tokens");
    captured.max_tokens = completion.or_else(|| fields.count("max_tokens"));
    captured.temperature = fields.number("temperature");
    captured.effort = fields.effort("reasoning_effort");
    captured.service_tier = fields.text("service_tier");
    let messages = fields.list("messages").unwrap_or_default();
    let payload = &mut captured.payload;
    payload.turns = turns(messages)?;
    payload.tools = fields.list("tools").unwrap_or_default().into_iter().map(tool).collect();
    payload.tool_choice = fields.take("tool_choice", |value| choice(value, "/function/name"));
    payload.parallel_tool_calls = fields.bool("parallel_tool_calls");
    payload.response_format =
        fields.take("response_format", |value| format(value, value.get("json_schema")));
    payload.stop = fields.texts("stop").unwrap_or_default();
    payload.top_p = fields.number("top_p");
    payload.seed = fields.integer("seed").or_else(|| fields.integer("random_seed"));
    payload.prediction = fields.take("prediction", prediction);
    fields.drop_if("n", &1.into());
    captured.keep(fields);
    Ok(captured)
}

/// Fields that a body of Anthropic's never has.
const FIELDS: [&str; 17] = [
    "response_format",
    "max_completion_tokens",
    "reasoning_effort",
    "frequency_penalty",
    "presence_penalty",
    "logit_bias",
    "logprobs",
    "n",
    "seed",
    "stop",
    "stream_options",
    "parallel_tool_calls",
    "functions",
    "prediction",
    "modalities",
    "do_sample",
    "user",
];

/// Whether a body with `messages` has what Anthropic's never have: one of these fields, a tool's own turn, a function around its definition, or
/// parts of these names. Gateways take such bodies for any model, some with Anthropic's cache marks in them.
pub(super) fn is_surely_one(body: &Map<String, Value>) -> bool {
    let each = |name: &str| body.get(name).and_then(Value::as_array).into_iter().flatten();
    let is_part = |part: &Value| match part.get("type").and_then(Value::as_str) {
        Some("image_url" | "input_audio" | "file" | "refusal") => true,
        // Mistral's, where Anthropic's is a text.
        Some("thinking") => part.get("thinking").is_some_and(Value::is_array),
        _ => false,
    };
    let is_message = |message: &Value| {
        let role = message.get("role").and_then(Value::as_str).unwrap_or_default();
        let parts = message.get("content").and_then(Value::as_array).into_iter().flatten();
        matches!(role, "tool" | "developer" | "function")
            || message.get("tool_calls").is_some()
            || parts.into_iter().any(is_part)
    };
    let has_function = |tool: &Value| tool.get("function").is_some();
    // Anthropic's system prompt is a field of its own, and its first turn is the user's.
    let starts_by_system = each("messages")
        .next()
        .is_some_and(|first| matches!(first.get("role").and_then(Value::as_str), Some("system")));
    starts_by_system
        || FIELDS.iter().any(|name| body.contains_key(*name))
        || each("tools").any(has_function)
        || each("messages").any(is_message)
}

/// What a stream is to hold beside the answer is asked for where the provider takes it.
pub(super) fn options(fields: &mut Fields, told: &mut Vec<Phrase>) {
    if let Some(mut options) = fields.object("stream_options") {
        let is_counted = options.bool("include_usage").is_some();
        let is_padded = options.bool("include_obfuscation").is_some();
        let names = [("include_usage", is_counted), ("include_obfuscation", is_padded)];
        told.extend(
            names
                .into_iter()
                .filter(|(_, is_told)| *is_told)
                .map(|(name, _)| notes::stream_option(name)),
        );
        fields.put_back("stream_options", options);
    }
}

/// A predicted output that is one text.
fn prediction(value: &Value) -> Option<String> {
    let is_known = value.as_object()?.keys().all(|key| key == "type" || key == "content");
    is_known.then(|| value.get("content")?.as_str().map(str::to_owned))?
}

/// Which tool is to be called; `path` leads to the name of one.
pub(super) fn choice(value: &Value, path: &str) -> Option<ToolChoice> {
    match value {
        Value::String(word) => match word.as_str() {
            "auto" => Some(ToolChoice::Auto),
            "none" => Some(ToolChoice::None),
            "required" | "any" => Some(ToolChoice::Required),
            _ => None,
        },
        value => {
            let name = value.pointer(path)?.as_str()?;
            let one = if path == "/name" {
                json!({ "type": "function", "name": name })
            } else {
                json!({ "type": "function", "function": { "name": name } })
            };
            (*value == one).then(|| ToolChoice::Tool(name.to_owned()))
        }
    }
}

/// A response format whose schema stands in `definition`.
pub(super) fn format(value: &Value, definition: Option<&Value>) -> Option<ResponseFormat> {
    let has_only = |known: &[&str]| {
        value.as_object().is_some_and(|own| own.keys().all(|name| known.contains(&name.as_str())))
    };
    match value.get("type")?.as_str()? {
        "text" if has_only(&["type"]) => Some(ResponseFormat::Text),
        "json_object" if has_only(&["type"]) => Some(ResponseFormat::Json),
        "json_schema"
            if value.get("json_schema").is_none() || has_only(&["type", "json_schema"]) =>
        {
            let mut definition = Fields(definition?.as_object()?.clone());
            definition.drop_if("type", &"json_schema".into());
            let format = SchemaFormat {
                name: definition.text("name"),
                description: definition.text("description"),
                strict: definition.bool("strict"),
                schema: definition.0.shift_remove("schema")?,
            };
            definition.0.is_empty().then_some(ResponseFormat::Schema(format))
        }
        _ => None,
    }
}

fn tool(value: Value) -> Tool {
    let Value::Object(whole) = &value else { return Tool::Own(value) };
    let mut whole = Fields(whole.clone());
    let is_function = whole.text("type").as_deref() == Some("function");
    match whole.object("function").filter(|_| is_function).and_then(function) {
        Some(mut function) if function.own.is_empty() => {
            function.own = whole.0;
            Tool::Function(function)
        }
        _ => Tool::Own(value),
    }
}

/// A function's own definition.
pub(super) fn function(mut fields: Fields) -> Option<Function> {
    Some(Function {
        name: fields.text("name")?,
        description: fields.text("description"),
        parameters: fields.take("parameters", |value| value.is_object().then(|| value.clone())),
        strict: fields.bool("strict"),
        cache: None,
        own: fields.0,
    })
}

fn turns(messages: Vec<Value>) -> Result<Vec<Turn>, CaptureError> {
    let mut turns = Vec::new();
    for (number, message) in (1..).zip(messages) {
        let place = Place::Turn(number);
        let Value::Object(message) = message else {
            return Err(shape(place, unread::no_message()));
        };
        let mut message = Fields(message).without_nulls();
        let role = message.text("role").unwrap_or_default();
        let content = message.0.shift_remove("content").unwrap_or_default();
        match role.as_str() {
            "system" | "developer" | "user" => {
                let role = match role.as_str() {
                    "system" => Role::System,
                    "developer" => Role::Developer,
                    _ => Role::User,
                };
                push(&mut turns, role, parts(content), message.0);
            }
            "assistant" => {
                message.drop_if("annotations", &Value::Array(Vec::new()));
                let mut said = parts(content);
                for call in message.list("tool_calls").unwrap_or_default() {
                    said.push(self::call(call, place)?);
                }
                push(&mut turns, Role::Assistant, said, message.0);
            }
            "tool" => {
                let Some(call_id) = message.text("tool_call_id") else {
                    return Err(shape(place, unread::no_call_id()));
                };
                let name = message.text("name");
                let output = parts(content);
                let result = Content::ToolResult { call_id, name, output, is_error: false };
                let part = Part { content: result, cache: None, own: message.0 };
                push(&mut turns, Role::Tool, vec![part], Map::new());
            }
            _ => {
                return Err(shape(
                    place,
                    unread::role(vec![
                        "`system`",
                        "`developer`",
                        "`user`",
                        "`assistant`",
                        "`tool`",
                    ]),
                ));
            }
        }
    }
    Ok(turns)
}

/// The parts of a message.
fn parts(content: Value) -> Vec<Part> {
    match content {
        Value::Null => Vec::new(),
        Value::String(text) => vec![Part::text(text)],
        Value::Array(parts) => parts.into_iter().map(part).collect(),
        value => vec![Content::Own { value }.into()],
    }
}

fn part(value: Value) -> Part {
    read_part(&value).unwrap_or_else(|| Content::Own { value }.into())
}

fn read_part(value: &Value) -> Option<Part> {
    let mut fields = Fields(value.as_object()?.clone()).without_nulls();
    let cache = breakpoint(&mut fields);
    let content = match fields.text("type")?.as_str() {
        "text" => Content::Text { text: fields.text("text")? },
        "image_url" => {
            // Mistral takes the address alone as well.
            if let Some(url) = fields.text("image_url") {
                Content::Image { source: Source::of_url(&url), detail: None }
            } else {
                let mut image = fields.object("image_url")?;
                let (url, detail) = (image.text("url")?, image.text("detail"));
                let source = Source::of_url(&url);
                image.0.is_empty().then_some(Content::Image { source, detail })?
            }
        }
        "file" => {
            let mut file = fields.object("file")?;
            let (data, name) = (file.text("file_data")?, file.text("filename"));
            let source = Source::of_file(&data, name.as_deref())?;
            file.0.is_empty().then_some(Content::Document { source, name })?
        }
        _ => return None,
    };
    Some(Part { content, cache, own: fields.0 })
}

fn call(value: Value, place: Place<'_>) -> Result<Part, CaptureError> {
    let fault = || shape(place, unread::partial_call());
    let Value::Object(whole) = value else { return Err(fault()) };
    if whole.get("type").is_some_and(|kind| kind != "function") {
        let own = Content::Own { value: whole.into() };
        return if is_own_call(&own) { Ok(own.into()) } else { Err(fault()) };
    }
    let mut call = Fields(whole.clone()).without_nulls();
    let _ = call.text("type");
    let mut function = call.object("function").ok_or_else(fault)?;
    let content = Content::ToolCall {
        id: call.text("id").unwrap_or_default(),
        name: function.text("name").ok_or_else(fault)?,
        arguments: arguments(&function.text("arguments").unwrap_or_default()),
    };
    if !function.0.is_empty() {
        return Ok(Content::Own { value: whole.into() }.into());
    }
    Ok(Part { content, cache: None, own: call.0 })
}

/// Arguments as the object that their text is, or as the text.
pub(super) fn arguments(text: &str) -> Value {
    if text.trim().is_empty() {
        return Map::new().into();
    }
    // What would be rounded or left out stays text, also by a reader as the window is one.
    let object = if beyond_doubles(text).is_none() { whole_object(text) } else { None };
    object.map_or_else(|| text.into(), Value::Object)
}
