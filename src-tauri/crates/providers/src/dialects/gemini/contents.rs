//! Writes a conversation as the contents of `streamGenerateContent`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::capture::whole_object::whole_object;
use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::{Ledger, shown};
use crate::difference;
use crate::request::Request;
use crate::request::place::Place;
use crate::request::turn::{Content, Part, Role, Source, Turn, is_silent, plain};
use crate::request::uncarried;

const TURNS: &str = "turns";
const API: Dialect = Dialect::Gemini;
/// The field of a function's response that says what it returned; another says that it failed.
const OUTPUT: &str = "output";
/// See [`OUTPUT`].
const ERROR: &str = "error";

/// The system instruction and the contents of a request.
pub(super) fn conversation(request: &Request, ledger: &mut Ledger) -> (Option<Value>, Vec<Value>) {
    let turns: Vec<(usize, Cow<'_, Turn>)> = request.conversation().collect();
    let is_system = |turn: &Turn| matches!(turn.role, Role::System | Role::Developer);
    let first = turns.iter().position(|(_, turn)| !is_system(turn)).unwrap_or(turns.len());
    let (head, rest) = turns.split_at(first);
    let mut writer = Writer { ledger, called: BTreeMap::new() };
    let mut system = Vec::new();
    for (number, turn) in head {
        writer.parts(turn, *number, &mut system);
        writer.refuse_own(turn, Place::Turn(*number));
    }
    let mut contents = Vec::new();
    for (number, turn) in rest {
        let place = Place::Turn(*number);
        let role = match turn.role {
            Role::User | Role::Tool => "user",
            Role::Assistant => "model",
            Role::System | Role::Developer => {
                let message = uncarried::late_system(place.begins(), API.title());
                writer.ledger.refuse(TURNS, message);
                continue;
            }
        };
        let mut parts = Vec::new();
        writer.parts(turn, *number, &mut parts);
        let mut content = Map::new();
        content.insert("role".into(), role.into());
        content.insert("parts".into(), parts.into());
        writer.ledger.own(TURNS, place, &turn.own, &mut content);
        contents.push(content.into());
    }
    ((!head.is_empty()).then(|| json!({ "parts": system })), contents)
}

struct Writer<'a> {
    ledger: &'a mut Ledger,
    /// The names of the functions that were called, by the ids of the calls.
    called: BTreeMap<String, String>,
}

impl Writer<'_> {
    fn refuse_own(&mut self, turn: &Turn, place: Place<'_>) {
        for name in turn.own.keys() {
            let message = uncarried::of_instructions(&shown(name), place.within(), API.title());
            self.ledger.refuse(TURNS, message);
        }
    }

    fn parts(&mut self, turn: &Turn, number: usize, into: &mut Vec<Value>) {
        let place = Place::Turn(number);
        let is_answer = turn.role == Role::Assistant;
        for part in turn.parts.iter().filter(|part| !(is_answer && is_silent(part, &turn.parts))) {
            let Part { content, cache, own } = part;
            self.ledger.no_cache(TURNS, place, cache.as_ref());
            let Some(mut written) = self.part(content, number) else { continue };
            self.ledger.own(TURNS, place, own, &mut written);
            into.push(written.into());
        }
    }

    fn part(&mut self, content: &Content, number: usize) -> Option<Map<String, Value>> {
        let (place, result) = (Place::Turn(number), Place::Result(number));
        let written = match content {
            Content::Text { text } => json!({ "text": text }),
            Content::Image { source, detail } => {
                if let Some(detail) = detail {
                    let why = difference::images_alike();
                    self.ledger.left_out(difference::image_detail(), Some(detail), why);
                }
                bytes(source)
            }
            Content::Document { source, name } => {
                if let Some(name) = name {
                    let why = difference::nameless_document();
                    self.ledger.left_out(difference::document_name(), Some(name), why);
                }
                bytes(source)
            }
            Content::ToolCall { id, name, arguments } => {
                let arguments = self.ledger.object(name, place, arguments);
                self.called.insert(id.clone(), name.clone());
                json!({ "functionCall": { "id": id, "name": name, "args": arguments } })
            }
            Content::ToolResult { call_id, name, output, is_error } => {
                let name = name.as_ref().or_else(|| self.called.get(call_id)).cloned();
                if name.is_none() {
                    let message = uncarried::nameless_result(result.begins(), API.title());
                    self.ledger.refuse(TURNS, message);
                }
                let response = self.response(output, *is_error, result);
                json!({ "functionResponse": { "id": call_id, "name": name, "response": response } })
            }
            Content::Own { value } => {
                let is_taken = self.ledger.takes_part(value, place);
                return value.as_object().filter(|_| is_taken).cloned();
            }
        };
        written.as_object().cloned()
    }

    /// What a function returned: the object that its text is or, for any other text, an object that holds it.
    fn response(&mut self, output: &[Part], is_error: bool, place: Place<'_>) -> Value {
        let mut texts = Vec::new();
        for part in output {
            self.ledger.no_cache(TURNS, place, part.cache.as_ref());
            if let Content::Text { text } = &part.content {
                texts.push(text.as_str());
            } else {
                let message = uncarried::result_is_text(place.begins(), API.title());
                self.ledger.refuse(TURNS, message);
            }
            for name in part.own.keys() {
                let message = uncarried::of_result(&shown(name), place.within(), API.title());
                self.ledger.refuse(TURNS, message);
            }
        }
        if let Some(text) = plain(output)
            && !is_error
            && let Some(object) = whole_object(text)
        {
            return object.into();
        }
        if texts.len() > 1 {
            self.ledger.left_out(difference::text_parts(), None, difference::one_text_each());
        }
        json!({ (if is_error { ERROR } else { OUTPUT }): texts.join("\n") })
    }
}

fn bytes(source: &Source) -> Value {
    match source {
        Source::Base64 { media_type, data } => {
            json!({ "inlineData": { "mimeType": media_type, "data": data } })
        }
        Source::Url { url, media_type } => {
            let mut file = Map::from_iter([("fileUri".to_owned(), url.clone().into())]);
            file.extend(media_type.clone().map(|kind| ("mimeType".to_owned(), kind.into())));
            json!({ "fileData": file })
        }
    }
}
