//! Writes a conversation as the messages of Ollama's own chat: each has one text, and its images beside it.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Map, Value, json};

use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::Ledger;
use crate::difference::{self, Difference};
use crate::request::Request;
use crate::request::place::Place;
use crate::request::turn::{Content, Part, Role, Source, Turn};
use crate::request::uncarried;

const TURNS: &str = "turns";
const API: Dialect = Dialect::Ollama;

/// The calls so far: the tool of each, and which of each tool no result has answered yet.
#[derive(Default)]
struct Called {
    names: BTreeMap<String, String>,
    open: BTreeMap<String, VecDeque<String>>,
}

impl Called {
    fn add(&mut self, id: &str, name: &str) {
        self.names.insert(id.to_owned(), name.to_owned());
        self.open.entry(name.to_owned()).or_default().push_back(id.to_owned());
    }

    /// Takes the call that a result answers from those of its tool. Whether another of them was called before it.
    fn answers_out_of_order(&mut self, id: &str) -> bool {
        let open = self.names.get(id).and_then(|name| self.open.get_mut(name));
        let at = open.as_ref().and_then(|open| open.iter().position(|called| called == id));
        if let (Some(open), Some(at)) = (open, at) {
            open.remove(at);
        }
        at.is_some_and(|at| at > 0)
    }
}

/// The messages of a request.
pub(super) fn messages(request: &Request, ledger: &mut Ledger) -> Vec<Value> {
    let mut messages = Vec::new();
    // Results are found by the tool's name, because calls have no ids.
    let mut called = Called::default();
    for (number, turn) in request.conversation() {
        let place = Place::Turn(number);
        let role = match turn.role {
            Role::System | Role::Developer => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Tool => {
                for part in &turn.parts {
                    messages.extend(result(part, &turn.own, &mut called, number, ledger));
                }
                continue;
            }
        };
        for part in &turn.parts {
            if let Content::ToolCall { id, name, .. } = &part.content {
                called.add(id, name);
                ledger.left_out(difference::call_ids(), None, difference::found_by_name());
            }
        }
        messages.push(message(role, &turn, place, ledger));
    }
    messages
}

fn message(role: &str, turn: &Turn, place: Place<'_>, ledger: &mut Ledger) -> Value {
    let (mut texts, mut images, mut calls) = (Vec::new(), Vec::new(), Vec::<Value>::new());
    let mut message = Map::new();
    for part in &turn.parts {
        let Part { content, cache, own } = part;
        ledger.no_cache(TURNS, place, cache.as_ref());
        match content {
            Content::Text { text } => {
                if !calls.is_empty() {
                    ledger.refuse(TURNS, uncarried::text_after_call(place.begins(), API.title()));
                }
                texts.push(text.as_str());
            }
            Content::Image { source: Source::Base64 { data, .. }, detail } => {
                if let Some(detail) = detail {
                    let why = difference::images_alike();
                    ledger.left_out(difference::image_detail(), Some(detail), why);
                }
                images.push(data.as_str());
            }
            Content::Image { source: Source::Url { .. }, .. } => {
                ledger.refuse(TURNS, uncarried::image_at_address(place.begins(), API.title()));
            }
            Content::ToolCall { id: _, name, arguments } => {
                let arguments = ledger.object(name, place, arguments);
                calls.push(json!({ "function": { "name": name, "arguments": arguments } }));
            }
            Content::Document { .. } => {
                ledger.refuse(TURNS, uncarried::document(place.begins(), API.title()));
            }
            Content::ToolResult { .. } => {
                ledger.refuse(TURNS, uncarried::misplaced_call(place.begins(), API.title()));
            }
            Content::Own { value } => {
                // A part that every lane is to send has no place in a message either.
                if ledger.takes_part(value, place) {
                    ledger.refuse(TURNS, uncarried::part(place.begins(), API.title()));
                }
            }
        }
        ledger.own(TURNS, place, own, &mut message);
    }
    message.insert("role".into(), role.into());
    // Several texts are joined, because a message has one.
    message.insert("content".into(), texts.join("\n").into());
    if texts.len() > 1 {
        ledger.differs(Difference {
            field: difference::text_parts(),
            asked: None,
            sent: None,
            why: difference::one_text_each(),
        });
    }
    if !images.is_empty() {
        message.insert("images".into(), images.into());
    }
    if !calls.is_empty() {
        message.insert("tool_calls".into(), calls.into());
    }
    ledger.own(TURNS, place, &turn.own, &mut message);
    message.into()
}

fn result(
    part: &Part,
    of_turn: &Map<String, Value>,
    called: &mut Called,
    number: usize,
    ledger: &mut Ledger,
) -> Option<Value> {
    let (place, of_result) = (Place::Turn(number), Place::Result(number));
    let Part { content, cache, own } = part;
    let Content::ToolResult { call_id, name, output, is_error } = content else {
        ledger.refuse(TURNS, uncarried::more_than_results(place.begins()));
        return None;
    };
    ledger.no_cache(TURNS, place, cache.as_ref());
    ledger.no_error_mark(*is_error, output, of_result);
    if called.answers_out_of_order(call_id) {
        ledger.refuse(TURNS, uncarried::result_out_of_order(of_result.begins(), API.title()));
    }
    let name = name.as_ref().or_else(|| called.names.get(call_id));
    if name.is_none() {
        ledger.refuse(TURNS, uncarried::nameless_result(of_result.begins(), API.title()));
    }
    let mut message = Map::new();
    message.insert("role".into(), "tool".into());
    message.extend(name.map(|name| ("tool_name".to_owned(), name.clone().into())));
    let mut texts = Vec::new();
    for part in output {
        if let Content::Text { text } = &part.content {
            texts.push(text.as_str());
        } else {
            ledger.refuse(TURNS, uncarried::result_is_text(of_result.begins(), API.title()));
        }
        ledger.no_cache(TURNS, place, part.cache.as_ref());
        ledger.own(TURNS, place, &part.own, &mut message);
    }
    message.insert("content".into(), texts.join("\n").into());
    if texts.len() > 1 {
        ledger.left_out(difference::text_parts(), None, difference::one_text_each());
    }
    ledger.own(TURNS, place, own, &mut message);
    ledger.own(TURNS, place, of_turn, &mut message);
    Some(message.into())
}
