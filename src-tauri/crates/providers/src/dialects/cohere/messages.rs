//! Writes a conversation as the messages of Cohere's chat, version 2.

use serde_json::{Map, Value, json};

use crate::dialects::ledger::{FAILED, Ledger, NAMED};
use crate::dialects::openai_tools::arguments;
use crate::request::Request;
use crate::request::turn::{Content, Part, Role, Turn, plain};

const TURNS: &str = "turns";

/// The messages of a request.
pub(super) fn messages(request: &Request, ledger: &mut Ledger) -> Vec<Value> {
    let mut messages = Vec::new();
    for (number, turn) in request.conversation() {
        let place = format!("turn {number}");
        match turn.role {
            Role::System | Role::Developer => {
                messages.push(message("system", &turn, &place, ledger));
            }
            Role::User => messages.push(message("user", &turn, &place, ledger)),
            Role::Assistant => messages.push(answer(&turn, &place, ledger)),
            Role::Tool => results(&turn, &place, ledger, &mut messages),
        }
    }
    messages
}

fn message(role: &str, turn: &Turn, place: &str, ledger: &mut Ledger) -> Value {
    let mut message = Map::new();
    message.insert("role".into(), role.into());
    message.insert("content".into(), content(&turn.parts, place, ledger));
    ledger.own(TURNS, place, &turn.own, &mut message);
    message.into()
}

fn content(parts: &[Part], place: &str, ledger: &mut Ledger) -> Value {
    match plain(parts) {
        Some(text) => text.into(),
        None => parts.iter().filter_map(|each| part(each, place, ledger)).collect::<Value>(),
    }
}

fn part(part: &Part, place: &str, ledger: &mut Ledger) -> Option<Value> {
    let Part { content, cache, own } = part;
    ledger.no_cache(TURNS, place, cache.as_ref());
    let mut written = match content {
        Content::Text { text } => json!({ "type": "text", "text": text }),
        Content::Image { source, detail } => {
            let mut image = Map::from_iter([("url".to_owned(), source.as_url().into())]);
            image.extend(detail.clone().map(|detail| ("detail".to_owned(), detail.into())));
            json!({ "type": "image_url", "image_url": image })
        }
        Content::Document { .. } => {
            ledger.refuse(TURNS, format!(
                "{place} has a document, and Cohere v2 Chat takes its text only. Replace it by its text for this lane."
            ));
            return None;
        }
        Content::Own { value } => {
            return ledger.takes_part(value, place).then(|| value.clone());
        }
        Content::ToolCall { .. } | Content::ToolResult { .. } => {
            ledger.refuse(TURNS, format!(
                "{place} has a tool call or result where Cohere v2 Chat has none. Give it a turn of its own role."
            ));
            return None;
        }
    };
    if let Value::Object(written) = &mut written {
        ledger.own(TURNS, place, own, written);
    }
    Some(written)
}

fn answer(turn: &Turn, place: &str, ledger: &mut Ledger) -> Value {
    let is_call = |part: &&Part| matches!(part.content, Content::ToolCall { .. });
    let texts: Vec<Part> = turn.parts.iter().filter(|part| !is_call(part)).cloned().collect();
    let called = turn.parts.iter().position(|part| is_call(&part));
    if called.is_some_and(|at| turn.parts.iter().skip(at).any(|part| !is_call(&part))) {
        ledger.refuse(TURNS, format!(
            "{place} has text after a tool call, and Cohere v2 Chat has only text before them. Move it for this lane."
        ));
    }
    let mut message = Map::new();
    message.insert("role".into(), "assistant".into());
    if !texts.is_empty() {
        message.insert("content".into(), content(&texts, place, ledger));
    }
    let mut calls = Vec::new();
    for part in &turn.parts {
        let Part { content: Content::ToolCall { id, name, arguments: given }, cache, own } = part
        else {
            continue;
        };
        ledger.no_cache(TURNS, place, cache.as_ref());
        let mut call = Map::new();
        call.insert("id".into(), id.clone().into());
        call.insert("type".into(), "function".into());
        call.insert("function".into(), json!({ "name": name, "arguments": arguments(given) }));
        ledger.own(TURNS, place, own, &mut call);
        calls.push(Value::from(call));
    }
    if !calls.is_empty() {
        message.insert("tool_calls".into(), calls.into());
    }
    ledger.own(TURNS, place, &turn.own, &mut message);
    message.into()
}

fn results(turn: &Turn, place: &str, ledger: &mut Ledger, messages: &mut Vec<Value>) {
    for part in &turn.parts {
        let Part { content: given, cache, own } = part;
        let Content::ToolResult { call_id, name, output, is_error } = given else {
            ledger.refuse(TURNS, format!(
                "{place} holds more than what tools returned. Give the rest a turn of its own role."
            ));
            continue;
        };
        ledger.no_cache(TURNS, place, cache.as_ref());
        if let Some(name) = name {
            ledger.left_out("tool result's name", Some(name), NAMED);
        }
        if *is_error {
            ledger.left_out("tool result's error", None, FAILED);
        }
        if output.iter().any(|part| !matches!(part.content, Content::Text { .. })) {
            ledger.refuse(TURNS, format!(
                "A tool result of {place} is more than text, and Cohere v2 Chat takes only text there. Replace it by text for this lane."
            ));
        }
        let mut message = Map::new();
        message.insert("role".into(), "tool".into());
        message.insert("tool_call_id".into(), call_id.clone().into());
        message.insert("content".into(), content(output, place, ledger));
        ledger.own(TURNS, place, own, &mut message);
        ledger.own(TURNS, place, &turn.own, &mut message);
        messages.push(message.into());
    }
}
