//! Writes a conversation as the input of an interaction.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::{Ledger, shown};
use crate::difference::{self, Difference};
use crate::request::Request;
use crate::request::place::Place;
use crate::request::turn::{Content, Part, Role, Source, Turn, plain_result};
use crate::request::uncarried;

const TURNS: &str = "turns";
const API: Dialect = Dialect::GeminiInteractions;

/// The instruction and the input of a request. The instruction is one text, so several turns of the system's are joined.
pub(super) fn input(request: &Request, ledger: &mut Ledger) -> (Option<String>, Value) {
    let turns: Vec<(usize, Cow<'_, Turn>)> = request.conversation().collect();
    let is_system = |turn: &Turn| matches!(turn.role, Role::System | Role::Developer);
    let first = turns.iter().position(|(_, turn)| !is_system(turn)).unwrap_or(turns.len());
    let (head, rest) = turns.split_at(first);
    let instruction = (!head.is_empty()).then(|| instruction(head, ledger));
    if let [(_, turn)] = rest
        && turn.role == Role::User
        && let Some(text) = turn.plain()
    {
        return (instruction, text.into());
    }
    let mut writer = Writer { ledger, steps: Vec::new() };
    for (number, turn) in rest {
        writer.turn(turn, Place::Turn(*number));
    }
    (instruction, writer.steps.into())
}

fn instruction(turns: &[(usize, Cow<'_, Turn>)], ledger: &mut Ledger) -> String {
    let mut texts = Vec::new();
    for (number, turn) in turns {
        let place = Place::Turn(*number);
        for part in &turn.parts {
            ledger.no_cache(TURNS, place, part.cache.as_ref());
            match &part.content {
                Content::Text { text } => texts.push(text.as_str()),
                _ => ledger.refuse(TURNS, uncarried::system_is_text(place.begins(), API.title())),
            }
        }
        for name in turn.own.keys().chain(turn.parts.iter().flat_map(|part| part.own.keys())) {
            let message = uncarried::of_instructions(&shown(name), place.within(), API.title());
            ledger.refuse(TURNS, message);
        }
    }
    if texts.len() > 1 {
        ledger.differs(Difference {
            field: difference::system_parts(),
            asked: None,
            sent: None,
            why: difference::one_instruction(),
        });
    }
    texts.join("\n")
}

struct Writer<'a> {
    ledger: &'a mut Ledger,
    steps: Vec<Value>,
}

impl Writer<'_> {
    fn turn(&mut self, turn: &Turn, place: Place<'_>) {
        let kind = match turn.role {
            Role::User | Role::Tool => "user_input",
            Role::Assistant => "model_output",
            Role::System | Role::Developer => {
                let message = uncarried::late_system(place.begins(), API.title());
                self.ledger.refuse(TURNS, message);
                return;
            }
        };
        let mut of_turn = Some(&turn.own);
        let is_step = |part: &Part| {
            matches!(
                part.content,
                Content::ToolCall { .. } | Content::ToolResult { .. } | Content::Own { .. }
            )
        };
        for parts in turn.parts.chunk_by(|one, next| !is_step(one) && !is_step(next)) {
            let written = match parts {
                [part] if is_step(part) => self.step(part, place),
                parts => {
                    let content: Vec<_> =
                        parts.iter().filter_map(|part| self.content(part, place)).collect();
                    Some(Map::from_iter([
                        ("type".to_owned(), kind.into()),
                        ("content".to_owned(), content.into()),
                    ]))
                }
            };
            let Some(mut written) = written else { continue };
            if let Some(own) = of_turn.take() {
                self.ledger.own(TURNS, place, own, &mut written);
            }
            self.steps.push(written.into());
        }
        // A turn without parts may still have something of its own, such as the id of an answer in sound.
        if let Some(own) = of_turn.filter(|own| !own.is_empty()) {
            let mut empty = Map::from_iter([
                ("type".to_owned(), kind.into()),
                ("content".to_owned(), Value::Array(Vec::new())),
            ]);
            self.ledger.own(TURNS, place, own, &mut empty);
            self.steps.push(empty.into());
        }
    }

    fn step(&mut self, part: &Part, place: Place<'_>) -> Option<Map<String, Value>> {
        let Part { content, cache, own } = part;
        self.ledger.no_cache(TURNS, place, cache.as_ref());
        let mut step = match content {
            Content::ToolCall { id, name, arguments } => {
                let arguments = self.ledger.object(name, place, arguments);
                json!({ "type": "function_call", "id": id, "name": name, "arguments": arguments })
            }
            Content::ToolResult { call_id, name, output, is_error } => {
                let result = match plain_result(output) {
                    Some(text) => text.into(),
                    None => output
                        .iter()
                        .filter_map(|part| self.content(part, place))
                        .collect::<Value>(),
                };
                let mut step =
                    json!({ "type": "function_result", "call_id": call_id, "result": result });
                if let Some(step) = step.as_object_mut() {
                    step.extend(name.clone().map(|name| ("name".to_owned(), name.into())));
                    step.extend(is_error.then(|| ("is_error".to_owned(), true.into())));
                }
                step
            }
            Content::Own { value } => {
                let is_taken = self.ledger.takes_part(value, place);
                value.clone().as_object().filter(|_| is_taken)?.clone().into()
            }
            Content::Text { .. } | Content::Image { .. } | Content::Document { .. } => return None,
        };
        let step = step.as_object_mut()?;
        self.ledger.own(TURNS, place, own, step);
        Some(std::mem::take(step))
    }

    fn content(&mut self, part: &Part, place: Place<'_>) -> Option<Value> {
        let Part { content, cache, own } = part;
        self.ledger.no_cache(TURNS, place, cache.as_ref());
        let mut written = match content {
            Content::Text { text } => Map::from_iter([
                ("type".to_owned(), "text".into()),
                ("text".to_owned(), text.clone().into()),
            ]),
            Content::Image { source, detail } => {
                if let Some(detail) = detail {
                    let why = difference::images_alike();
                    self.ledger.left_out(difference::image_detail(), Some(detail), why);
                }
                bytes("image", source)
            }
            Content::Document { source, name } => {
                if let Some(name) = name {
                    let why = difference::nameless_document();
                    self.ledger.left_out(difference::document_name(), Some(name), why);
                }
                bytes("document", source)
            }
            Content::Own { value } => {
                let is_taken = self.ledger.takes_part(value, place);
                value.as_object().filter(|_| is_taken)?.clone()
            }
            Content::ToolCall { .. } | Content::ToolResult { .. } => {
                let message = uncarried::call_in_result(place.begins(), API.title());
                self.ledger.refuse(TURNS, message);
                return None;
            }
        };
        self.ledger.own(TURNS, place, own, &mut written);
        Some(written.into())
    }
}

fn bytes(kind: &str, source: &Source) -> Map<String, Value> {
    let mut written = Map::from_iter([("type".to_owned(), kind.into())]);
    match source {
        Source::Base64 { media_type, data } => {
            written.insert("mime_type".into(), media_type.clone().into());
            written.insert("data".into(), data.clone().into());
        }
        Source::Url { url, media_type } => {
            written.insert("uri".into(), url.clone().into());
            written.extend(media_type.clone().map(|kind| ("mime_type".to_owned(), kind.into())));
        }
    }
    written
}
