//! Writes a conversation as Messages.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use measure::Phrase;
use serde_json::{Map, Value, json};

use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::{Ledger, shown};
use crate::difference::{self, Difference};
use crate::request::Request;
use crate::request::place::Place;
use crate::request::turn::{
    CacheMark, Content, Part, Role, Source, Turn, is_silent, plain, plain_result,
};
use crate::request::uncarried;

const TURNS: &str = "turns";
/// How long a marked prefix is kept, in the dialect's words.
const TTLS: [&str; 2] = ["5m", "1h"];

/// The system prompt and the messages of a request. Results of tools stand in a message of the user, together with what
/// the user then says.
pub(super) fn conversation(request: &Request, ledger: &mut Ledger) -> (Option<Value>, Vec<Value>) {
    let turns: Vec<(usize, Cow<'_, Turn>)> = request.conversation().collect();
    let is_system = |turn: &Turn| matches!(turn.role, Role::System | Role::Developer);
    let first = turns.iter().position(|(_, turn)| !is_system(turn)).unwrap_or(turns.len());
    let (head, rest) = turns.split_at(first);
    let system = match head {
        [] => None,
        [(_, turn)] if turn.plain().is_some() => turn.plain().map(Value::from),
        head => {
            let mut blocks = Vec::new();
            for (number, turn) in head {
                let place = Place::Turn(*number);
                refuse_own(turn, place, ledger);
                blocks.extend(turn.parts.iter().filter_map(|part| block(part, place, ledger)));
            }
            Some(blocks.into())
        }
    };
    let mut messages: Vec<Value> = Vec::new();
    let mut was_results = false;
    for (number, turn) in rest {
        let place = Place::Turn(*number);
        let role = match turn.role {
            Role::System | Role::Developer => "system",
            Role::User | Role::Tool => "user",
            Role::Assistant => "assistant",
        };
        let goes_on = was_results && role == "user";
        was_results = turn.role == Role::Tool;
        let content = match plain(&turn.parts) {
            Some(text) if !goes_on => text.into(),
            _ => blocks(&turn.parts, place, ledger).into(),
        };
        if goes_on
            && turn.own.is_empty()
            && let Some(before) = messages.last_mut().and_then(|last| last.get_mut("content"))
            && let (Value::Array(before), Value::Array(after)) = (before, &content)
        {
            before.extend(after.iter().cloned());
            continue;
        }
        let mut message = Map::new();
        message.insert("role".into(), role.into());
        message.insert("content".into(), content);
        ledger.own(TURNS, place, &turn.own, &mut message);
        messages.push(message.into());
    }
    (system, messages)
}

/// The system prompt is no message, so a field of one has no place.
fn refuse_own(turn: &Turn, place: Place<'_>, ledger: &mut Ledger) {
    for name in turn.own.keys() {
        let api = Dialect::Anthropic.title();
        ledger.refuse(TURNS, uncarried::of_instructions(&shown(name), place.within(), api));
    }
}

/// Marks the end of a prefix that is to be cached.
pub(super) fn mark(
    mark: Option<&CacheMark>,
    field: &'static str,
    place: Place<'_>,
    into: &mut Map<String, Value>,
    ledger: &mut Ledger,
) {
    let Some(CacheMark { ttl }) = mark else { return };
    let mut control = Map::from_iter([("type".to_owned(), "ephemeral".into())]);
    if let Some(ttl) = ttl {
        if !TTLS.contains(&ttl.as_str()) {
            let api = Dialect::Anthropic.title();
            let message = uncarried::cache_time(place.within(), &shown(ttl), api, TTLS.to_vec());
            ledger.refuse(field, message);
        }
        control.insert("ttl".into(), ttl.clone().into());
    }
    into.insert("cache_control".into(), control.into());
}

/// The kinds of images that this API takes.
const IMAGES: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/// The id of a call in the letters that this API takes, each other one as an underscore and its number: a call and its result have the
/// same, and no model reads it.
fn call_id<'a>(id: &'a str, ledger: &mut Ledger) -> Cow<'a, str> {
    let is_taken = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    if id.chars().all(is_taken) {
        return Cow::Borrowed(id);
    }
    let in_letters = |letter: char| match letter {
        letter if is_taken(letter) => letter.to_string(),
        letter => format!("_{:x}", u32::from(letter)),
    };
    let taken: String = id.chars().map(in_letters).collect();
    ledger.differs(Difference {
        field: difference::call_ids(),
        asked: Some(Phrase::verbatim(&shown(id))),
        sent: Some(Phrase::verbatim(&shown(&taken))),
        why: difference::letters_of_ids(),
    });
    Cow::Owned(taken)
}

/// The blocks of a turn or of a result.
fn blocks(parts: &[Part], place: Place<'_>, ledger: &mut Ledger) -> Vec<Value> {
    let spoken = parts.iter().filter(|part| !is_silent(part, parts));
    spoken.filter_map(|part| block(part, place, ledger)).collect()
}

fn block(part: &Part, place: Place<'_>, ledger: &mut Ledger) -> Option<Value> {
    let Part { content, cache, own } = part;
    let mut written = match content {
        Content::Text { text } => json!({ "type": "text", "text": text }),
        Content::Image { source, detail } => {
            if let Some(detail) = detail {
                let why = difference::images_alike();
                ledger.left_out(difference::image_detail(), Some(detail), why);
            }
            ledger.no_media_type(source);
            let source = match source {
                Source::Base64 { media_type, data } => {
                    if !IMAGES.contains(&media_type.as_str()) {
                        let (kind, api) = (shown(media_type), Dialect::Anthropic.title());
                        let kinds = IMAGES.to_vec();
                        let message = uncarried::kind_of_image(place.within(), &kind, api, kinds);
                        ledger.refuse(TURNS, message);
                    }
                    json!({ "type": "base64", "media_type": media_type, "data": data })
                }
                Source::Url { url, .. } => json!({ "type": "url", "url": url }),
            };
            json!({ "type": "image", "source": source })
        }
        Content::Document { source, name } => {
            ledger.no_media_type(source);
            let mut document =
                json!({ "type": "document", "source": document(source, place, ledger) });
            if let (Some(name), Some(document)) = (name, document.as_object_mut()) {
                document.insert("title".into(), name.clone().into());
            }
            document
        }
        Content::ToolCall { id, name, arguments } => {
            let arguments = ledger.object(name, place, arguments);
            json!({ "type": "tool_use", "id": call_id(id, ledger), "name": name, "input": arguments })
        }
        Content::ToolResult { call_id, name, output, is_error } => {
            if let Some(name) = name {
                let why = difference::found_by_id();
                ledger.left_out(difference::result_name(), Some(name), why);
            }
            let content: Value = match plain_result(output) {
                Some(text) => text.into(),
                None => blocks(output, place, ledger).into(),
            };
            let mut result = json!({ "type": "tool_result", "tool_use_id": self::call_id(call_id, ledger), "content": content });
            if let (true, Some(result)) = (*is_error, result.as_object_mut()) {
                result.insert("is_error".into(), true.into());
            }
            result
        }
        Content::Own { value } => {
            return ledger.takes_part(value, place).then(|| value.clone());
        }
    };
    if let Value::Object(written) = &mut written {
        mark(cache.as_ref(), TURNS, place, written, ledger);
        ledger.own(TURNS, place, own, written);
    }
    Some(written)
}

/// The source of a document: plain text as text, and a PDF by its bytes or its address.
fn document(source: &Source, place: Place<'_>, ledger: &mut Ledger) -> Value {
    match source {
        Source::Url { url, .. } => json!({ "type": "url", "url": url }),
        Source::Base64 { media_type, data } if media_type == "text/plain" => {
            let text = STANDARD.decode(data).ok().and_then(|bytes| String::from_utf8(bytes).ok());
            if text.is_none() {
                ledger.refuse(TURNS, uncarried::no_text(place.within()));
            }
            json!({ "type": "text", "media_type": media_type, "data": text })
        }
        Source::Base64 { media_type, data } => {
            if media_type != "application/pdf" {
                let api = Dialect::Anthropic.title();
                let kind = shown(media_type);
                ledger.refuse(TURNS, uncarried::kind_of_document(place.within(), &kind, api));
            }
            json!({ "type": "base64", "media_type": media_type, "data": data })
        }
    }
}
