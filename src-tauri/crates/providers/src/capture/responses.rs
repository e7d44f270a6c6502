//! Reads a body of OpenAI Responses.

use serde_json::{Map, Value};

use crate::capture::chat::{arguments, choice, format, function, options};
use crate::capture::fields::{CaptureError, Captured, Fields, breakpoint, push, shape};
use crate::capture::notes;
use crate::capture::unread;
use crate::dialects::dialect::Dialect;
use crate::request::place::Place;
use crate::request::tool::Tool;
use crate::request::turn::{Content, Part, Role, Source, Turn};

/// Items that are the same whether they were answered or written.
pub(super) const ANSWERED: [&str; 3] = ["message", "function_call", "function_call_output"];
/// What only an answered item has.
pub(super) const OF_AN_ANSWER: [&str; 2] = ["id", "status"];

/// Whether an item says that the model refused, which is a valid one only with its marks.
pub(super) fn is_refusal(item: &Map<String, Value>) -> bool {
    let parts = item.get("content").and_then(Value::as_array);
    parts.into_iter().flatten().any(|part| part["type"] == "refusal")
}

pub(super) fn read(body: Map<String, Value>) -> Result<Captured, CaptureError> {
    let mut captured = Captured::new(Dialect::OpenaiResponses);
    let mut fields = Fields(body);
    captured.streams(&mut fields);
    options(&mut fields, &mut captured.notes);
    // Nothing is stored unless the user asks for it.
    fields.drop_if("store", &false.into());
    captured.model = fields.text("model");
    captured.max_tokens = fields.count("max_output_tokens");
    captured.temperature = fields.number("temperature");
    captured.service_tier = fields.text("service_tier");
    if let Some(mut reasoning) = fields.object("reasoning") {
        captured.effort = reasoning.effort("effort");
        if captured.effort.is_some() {
            // A summary is asked for with every effort.
            reasoning.drop_if("summary", &"auto".into());
        }
        fields.put_back("reasoning", reasoning);
    }
    let payload = &mut captured.payload;
    if let Some(instructions) = fields.text("instructions") {
        payload.turns.push(Turn::text(Role::System, instructions));
    }
    match fields.0.shift_remove("input") {
        Some(Value::String(text)) => payload.turns.push(Turn::text(Role::User, text)),
        Some(Value::Array(items)) => {
            let is_answered = |item: &Value| {
                let kind = item.get("type").and_then(Value::as_str).unwrap_or("message");
                ANSWERED.contains(&kind)
                    && OF_AN_ANSWER.iter().any(|name| item.get(name).is_some())
                    && !item.as_object().is_some_and(is_refusal)
            };
            if items.iter().any(is_answered) {
                captured.notes.push(notes::item_ids());
            }
            for (number, item) in (1..).zip(items) {
                self::item(item, number, &mut payload.turns)?;
            }
        }
        None | Some(Value::Null) => {}
        Some(_) => {
            return Err(shape(Place::Field("input"), unread::no_input()));
        }
    }
    payload.tools = fields.list("tools").unwrap_or_default().iter().map(tool).collect();
    payload.tool_choice = fields.take("tool_choice", |value| choice(value, "/name"));
    payload.parallel_tool_calls = fields.bool("parallel_tool_calls");
    payload.top_p = fields.number("top_p");
    if let Some(mut text) = fields.object("text") {
        payload.response_format = text.take("format", |value| format(value, Some(value)));
        fields.put_back("text", text);
    }
    captured.keep(fields);
    Ok(captured)
}

fn tool(value: &Value) -> Tool {
    let read = || {
        let mut fields = Fields(value.as_object()?.clone());
        (fields.text("type")? == "function").then(|| function(fields))?
    };
    read().map_or_else(|| Tool::Own(value.clone()), Tool::Function)
}

/// One item of the input. Items of the model that follow one another are one turn.
fn item(value: Value, number: usize, turns: &mut Vec<Turn>) -> Result<(), CaptureError> {
    let place = Place::Item(number);
    let Value::Object(whole) = &value else {
        return Err(shape(place, unread::no_item()));
    };
    let mut item = Fields(whole.clone()).without_nulls();
    let kind = item.text("type").unwrap_or_else(|| "message".to_owned());
    if ANSWERED.contains(&kind.as_str()) && !is_refusal(whole) {
        for name in OF_AN_ANSWER {
            let _ = item.text(name);
        }
    }
    match kind.as_str() {
        "message" => {
            let role = match item.text("role").as_deref() {
                Some("system") => Role::System,
                Some("developer") => Role::Developer,
                Some("user") => Role::User,
                Some("assistant") => Role::Assistant,
                _ => {
                    return Err(shape(
                        place,
                        unread::role(vec!["`system`", "`developer`", "`user`", "`assistant`"]),
                    ));
                }
            };
            let content = item.0.shift_remove("content").unwrap_or_default();
            let parts = parts(content);
            push(turns, role, parts, item.0);
        }
        "function_call" => {
            let fault = || shape(place, unread::partial_item());
            let content = Content::ToolCall {
                id: item.text("call_id").ok_or_else(fault)?,
                name: item.text("name").ok_or_else(fault)?,
                arguments: arguments(&item.text("arguments").ok_or_else(fault)?),
            };
            answer(turns, Part { content, cache: None, own: item.0 });
        }
        "function_call_output" => {
            let Some(call_id) = item.text("call_id") else {
                return Err(shape(place, unread::result_without_call()));
            };
            let output = parts(item.0.shift_remove("output").unwrap_or_default());
            let content = Content::ToolResult { call_id, name: None, output, is_error: false };
            let part = Part { content, cache: None, own: item.0 };
            push(turns, Role::Tool, vec![part], Map::new());
        }
        _ => answer(turns, Content::Own { value }.into()),
    }
    Ok(())
}

/// Adds a call or another item to the turn of the model, or begins one. A message is a turn of its own, so that two stay two.
fn answer(turns: &mut Vec<Turn>, part: Part) {
    match turns.last_mut() {
        // A message without parts stays one only if nothing is added to it.
        Some(last)
            if last.role == Role::Assistant && last.own.is_empty() && !last.parts.is_empty() =>
        {
            last.parts.push(part);
        }
        _ => turns.push(Turn { role: Role::Assistant, parts: vec![part], own: Map::new() }),
    }
}

fn parts(content: Value) -> Vec<Part> {
    match content {
        Value::Null => Vec::new(),
        Value::String(text) => vec![Part::text(text)],
        Value::Array(parts) => parts
            .into_iter()
            .map(|value| part(&value).unwrap_or_else(|| Content::Own { value }.into()))
            .collect(),
        value => vec![Content::Own { value }.into()],
    }
}

fn part(value: &Value) -> Option<Part> {
    let mut fields = Fields(value.as_object()?.clone()).without_nulls();
    let cache = breakpoint(&mut fields);
    let content = match fields.text("type")?.as_str() {
        "input_text" => Content::Text { text: fields.text("text")? },
        "output_text" => {
            let empty = Value::Array(Vec::new());
            fields.drop_if("annotations", &empty);
            fields.drop_if("logprobs", &empty);
            Content::Text { text: fields.text("text")? }
        }
        "input_image" => {
            let (url, detail) = (fields.text("image_url")?, fields.text("detail"));
            Content::Image { source: Source::of_url(&url), detail }
        }
        "input_file" => {
            let name = fields.text("filename");
            let source = match fields.text("file_data") {
                Some(data) => Source::of_file(&data, name.as_deref())?,
                None => Source::Url { url: fields.text("file_url")?, media_type: None },
            };
            Content::Document { source, name }
        }
        _ => return None,
    };
    Some(Part { content, cache, own: fields.0 })
}
