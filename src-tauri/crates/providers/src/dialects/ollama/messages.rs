//! Writes a conversation as the messages of Ollama's own chat: each has one text, and its images beside it.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Map, Value, json};

use crate::dialects::ledger::{FAILED, Ledger};
use crate::request::Request;
use crate::request::turn::{Content, Part, Role, Source, Turn};

const TURNS: &str = "turns";

/// Why ids of calls are left out.
const FOUND_BY_NAME: &str =
    "a result is found by the name of its tool, and of several by their order, in this dialect";

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
        let place = format!("turn {number}");
        let role = match turn.role {
            Role::System | Role::Developer => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Tool => {
                for part in &turn.parts {
                    messages.extend(result(part, &turn.own, &mut called, &place, ledger));
                }
                continue;
            }
        };
        for part in &turn.parts {
            if let Content::ToolCall { id, name, .. } = &part.content {
                called.add(id, name);
                ledger.left_out("ids of tool calls", None, FOUND_BY_NAME);
            }
        }
        messages.push(message(role, &turn, &place, ledger));
    }
    messages
}

fn message(role: &str, turn: &Turn, place: &str, ledger: &mut Ledger) -> Value {
    let (mut texts, mut images, mut calls) = (Vec::new(), Vec::new(), Vec::<Value>::new());
    let mut message = Map::new();
    for part in &turn.parts {
        let Part { content, cache, own } = part;
        ledger.no_cache(TURNS, place, cache.as_ref());
        match content {
            Content::Text { text } => {
                if !calls.is_empty() {
                    ledger.refuse(TURNS, format!(
                        "{place} has text after a tool call, and Ollama Chat has only text before them. Move it for this lane."
                    ));
                }
                texts.push(text.as_str());
            }
            Content::Image { source: Source::Base64 { data, .. }, detail } => {
                if let Some(detail) = detail {
                    let why = "this dialect looks at every image alike";
                    ledger.left_out("image detail", Some(detail), why);
                }
                images.push(data.as_str());
            }
            Content::Image { source: Source::Url { .. }, .. } => ledger.refuse(TURNS, format!(
                "{place} has an image at an address, and Ollama Chat takes only its bytes. Put the bytes into the request for this lane."
            )),
            Content::ToolCall { id: _, name, arguments } => {
                let arguments = ledger.object(name, place, arguments);
                calls.push(json!({ "function": { "name": name, "arguments": arguments } }));
            }
            Content::Own { .. } | Content::Document { .. } | Content::ToolResult { .. } => {
                ledger.refuse(TURNS, format!(
                    "{place} has a part that Ollama Chat has no place for. Replace it by text for this lane."
                ));
            }
        }
        ledger.own(TURNS, place, own, &mut message);
    }
    message.insert("role".into(), role.into());
    // Several texts are joined, because a message has one.
    message.insert("content".into(), texts.join("\n").into());
    if texts.len() > 1 {
        ledger.differs(
            "parts of text",
            None,
            Some("one text"),
            "a message has one, so they stand in lines of their own",
        );
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
    place: &str,
    ledger: &mut Ledger,
) -> Option<Value> {
    let Part { content, cache, own } = part;
    let Content::ToolResult { call_id, name, output, is_error } = content else {
        ledger.refuse(
            TURNS,
            format!(
                "{place} holds more than what tools returned. Give the rest a turn of its own role."
            ),
        );
        return None;
    };
    ledger.no_cache(TURNS, place, cache.as_ref());
    if *is_error {
        ledger.left_out("tool result's error", None, FAILED);
    }
    if called.answers_out_of_order(call_id) {
        ledger.refuse(TURNS, format!(
            "A tool result of {place} stands before that of an earlier call of the same tool, and Ollama Chat tells them apart by their order alone. Put the results in the order of their calls for this lane."
        ));
    }
    let name = name.as_ref().or_else(|| called.names.get(call_id));
    if name.is_none() {
        ledger.refuse(TURNS, format!(
            "A tool result of {place} does not say which tool it is of, and Ollama Chat finds it by that. Name the tool, or add its call."
        ));
    }
    let mut message = Map::new();
    message.insert("role".into(), "tool".into());
    message.extend(name.map(|name| ("tool_name".to_owned(), name.clone().into())));
    let mut texts = Vec::new();
    for part in output {
        match &part.content {
            Content::Text { text } => texts.push(text.as_str()),
            _ => ledger.refuse(TURNS, format!(
                "A tool result of {place} is more than text, and Ollama Chat takes only text there. Replace it by text for this lane."
            )),
        }
        ledger.no_cache(TURNS, place, part.cache.as_ref());
        ledger.own(TURNS, place, &part.own, &mut message);
    }
    message.insert("content".into(), texts.join("\n").into());
    ledger.own(TURNS, place, own, &mut message);
    ledger.own(TURNS, place, of_turn, &mut message);
    Some(message.into())
}
