//! Writes a conversation as the messages of Cohere's chat, version 2.

use serde_json::{Map, Value, json};

use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::Ledger;
use crate::dialects::openai_tools::arguments;
use crate::difference;
use crate::request::Request;
use crate::request::place::Place;
use crate::request::turn::{Content, Part, Role, Turn, plain, plain_result};
use crate::request::uncarried;

const TURNS: &str = "turns";
const API: Dialect = Dialect::Cohere;

/// The messages of a request.
pub(super) fn messages(request: &Request, ledger: &mut Ledger) -> Vec<Value> {
    let mut messages = Vec::new();
    for (number, turn) in request.conversation() {
        let place = Place::Turn(number);
        match turn.role {
            Role::System | Role::Developer => {
                messages.push(message("system", &turn, place, ledger));
            }
            Role::User => messages.push(message("user", &turn, place, ledger)),
            Role::Assistant => messages.push(answer(&turn, place, ledger)),
            Role::Tool => results(&turn, number, ledger, &mut messages),
        }
    }
    messages
}

fn message(role: &str, turn: &Turn, place: Place<'_>, ledger: &mut Ledger) -> Value {
    let mut message = Map::new();
    message.insert("role".into(), role.into());
    message.insert("content".into(), content(&turn.parts, place, ledger));
    ledger.own(TURNS, place, &turn.own, &mut message);
    message.into()
}

fn content(parts: &[Part], place: Place<'_>, ledger: &mut Ledger) -> Value {
    match plain(parts) {
        Some(text) => text.into(),
        None => parts.iter().filter_map(|each| part(each, place, ledger)).collect::<Value>(),
    }
}

fn part(part: &Part, place: Place<'_>, ledger: &mut Ledger) -> Option<Value> {
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
            ledger.refuse(TURNS, uncarried::document(place.begins(), API.title()));
            return None;
        }
        Content::Own { value } => {
            return ledger.takes_part(value, place).then(|| value.clone());
        }
        Content::ToolCall { .. } | Content::ToolResult { .. } => {
            ledger.refuse(TURNS, uncarried::misplaced_call(place.begins(), API.title()));
            return None;
        }
    };
    if let Value::Object(written) = &mut written {
        ledger.own(TURNS, place, own, written);
    }
    Some(written)
}

fn answer(turn: &Turn, place: Place<'_>, ledger: &mut Ledger) -> Value {
    let is_call = |part: &&Part| matches!(part.content, Content::ToolCall { .. });
    let texts: Vec<Part> = turn.parts.iter().filter(|part| !is_call(part)).cloned().collect();
    let called = turn.parts.iter().position(|part| is_call(&part));
    // What is another dialect's own is refused as that, and is no text.
    let is_foreign = ledger.is_foreign();
    let is_said = |part: &Part| {
        let is_refused = is_foreign && matches!(part.content, Content::Own { .. });
        !is_call(&part) && !is_refused
    };
    if called.is_some_and(|at| turn.parts.iter().skip(at).any(is_said)) {
        ledger.refuse(TURNS, uncarried::text_after_call(place.begins(), API.title()));
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

fn results(turn: &Turn, number: usize, ledger: &mut Ledger, messages: &mut Vec<Value>) {
    let place = Place::Turn(number);
    for part in &turn.parts {
        let Part { content: given, cache, own } = part;
        let Content::ToolResult { call_id, name, output, is_error } = given else {
            ledger.refuse(TURNS, uncarried::more_than_results(place.begins()));
            continue;
        };
        ledger.no_cache(TURNS, place, cache.as_ref());
        if let Some(name) = name {
            ledger.left_out(difference::result_name(), Some(name), difference::found_by_id());
        }
        ledger.no_error_mark(*is_error, output, Place::Result(number));
        if output.iter().any(|part| !matches!(part.content, Content::Text { .. })) {
            let place = Place::Result(number);
            ledger.refuse(TURNS, uncarried::result_is_text(place.begins(), API.title()));
        }
        let mut message = Map::new();
        message.insert("role".into(), "tool".into());
        message.insert("tool_call_id".into(), call_id.clone().into());
        let written = match plain_result(output) {
            Some(text) => text.into(),
            None => content(output, place, ledger),
        };
        message.insert("content".into(), written);
        ledger.own(TURNS, place, own, &mut message);
        ledger.own(TURNS, place, &turn.own, &mut message);
        messages.push(message.into());
    }
}
