//! Writes a conversation as the input of Responses.

use serde_json::{Map, Value, json};

use crate::catalogue::Kind;
use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::{Ledger, shown};
use crate::dialects::openai_tools::{OPENAI_TTLS, arguments, breakpoint};
use crate::difference;
use crate::request::Request;
use crate::request::place::Place;
use crate::request::turn::{CacheMark, Content, Part, Role, Source, Turn, plain, plain_result};
use crate::request::uncarried;

const TURNS: &str = "turns";
/// Types of parts that stand in a message of the model; others are items beside it.
const IN_A_MESSAGE: [&str; 2] = ["output_text", "refusal"];

/// The instructions, if the conversation begins with plain ones, and the input.
pub(super) fn input(request: &Request, ledger: &mut Ledger) -> (Option<String>, Value) {
    let mut turns = request.conversation().peekable();
    let instructions =
        turns.next_if(|(_, turn)| turn.role == Role::System && turn.plain().is_some());
    let instructions = instructions.and_then(|(_, turn)| turn.plain().map(str::to_owned));
    let turns: Vec<_> = turns.collect();
    if let [(_, turn)] = &turns[..]
        && turn.role == Role::User
        && let Some(text) = turn.plain()
    {
        return (instructions, text.into());
    }
    let is_marked =
        request.provider.id == "openai-responses" || request.provider.kind == Kind::Special;
    let is_pasted = request.as_pasted().is_some();
    let mut items = Vec::new();
    for (number, turn) in &turns {
        let (number, place) = (*number, Place::Turn(*number));
        let (items, ledger) = (&mut items, &mut *ledger);
        Writer { is_marked, is_pasted, number, place, items, ledger }.turn(turn);
    }
    (instructions, items.into())
}

struct Writer<'a> {
    /// Whether the row's documents have cache marks.
    is_marked: bool,
    /// Whether the request was pasted in this dialect, so that its own words are sent in place of these.
    is_pasted: bool,
    /// The turn, as users count.
    number: usize,
    place: Place<'static>,
    items: &'a mut Vec<Value>,
    ledger: &'a mut Ledger,
}

impl Writer<'_> {
    fn turn(&mut self, turn: &Turn) {
        match turn.role {
            Role::System => self.message("system", &turn.parts, &turn.own),
            Role::Developer => self.message("developer", &turn.parts, &turn.own),
            Role::User => self.message("user", &turn.parts, &turn.own),
            Role::Assistant => self.answer(turn),
            Role::Tool => self.results(turn),
        }
    }

    fn message(&mut self, role: &str, parts: &[Part], own: &Map<String, Value>) {
        let mut message = Map::new();
        if role == "assistant" {
            // A server tells it from other items by its type, which the vendor's own API does not need.
            message.insert("type".into(), "message".into());
        }
        message.insert("role".into(), role.into());
        let content = match plain(parts) {
            Some(text) => text.into(),
            None => parts
                .iter()
                .filter_map(|part| self.part(part, role == "assistant"))
                .collect::<Vec<_>>()
                .into(),
        };
        message.insert("content".into(), content);
        self.ledger.own(TURNS, self.place, own, &mut message);
        if role == "assistant" {
            self.complete(&mut message);
        }
        self.items.push(message.into());
    }

    /// Completes a message of the model that has parts. The vendor's types know one only as it was answered, with an id, a state and
    /// the citations of each text, and servers that check by them refuse any other. What was pasted is sent as it was pasted.
    fn complete(&mut self, message: &mut Map<String, Value>) {
        let Some(Value::Array(parts)) = message.get_mut("content") else { return };
        if parts.is_empty() {
            return;
        }
        let is_text = |part: &&mut Map<String, Value>| {
            part.get("type").is_some_and(|kind| kind == "output_text")
        };
        for part in parts.iter_mut().filter_map(Value::as_object_mut).filter(is_text) {
            part.entry("annotations").or_insert_with(|| Value::Array(Vec::new()));
        }
        let id = format!("msg_{}", self.items.len() + 1);
        message.entry("id").or_insert(id.into());
        message.entry("status").or_insert("completed".into());
        if !self.is_pasted {
            self.ledger.left_out(difference::message_ids(), None, difference::answered_parts());
        }
    }

    /// A turn of the model, item by item in its order.
    fn answer(&mut self, turn: &Turn) {
        let is_item = |part: &Part| match &part.content {
            Content::ToolCall { .. } => true,
            Content::Own { value } => {
                let kind = value.get("type").and_then(Value::as_str).unwrap_or_default();
                !IN_A_MESSAGE.contains(&kind)
            }
            _ => false,
        };
        if turn.parts.is_empty() {
            self.message("assistant", &[], &turn.own);
            return;
        }
        let mut own = Some(&turn.own);
        let none = Map::new();
        for parts in turn.parts.chunk_by(|one, next| !is_item(one) && !is_item(next)) {
            match parts {
                [part] if is_item(part) => self.item(part),
                parts => self.message("assistant", parts, own.take().unwrap_or(&none)),
            }
        }
        if let Some(own) = own.filter(|own| !own.is_empty()) {
            let names: Vec<_> = own.keys().map(|name| format!("`{}`", shown(name))).collect();
            let message = uncarried::of_message(&names.join(", "), self.place.within());
            self.ledger.refuse(TURNS, message);
        }
    }

    fn item(&mut self, part: &Part) {
        let Part { content, cache, own } = part;
        let call_place = Place::Call(self.number);
        self.ledger.no_cache(TURNS, call_place, cache.as_ref());
        match content {
            Content::ToolCall { id, name, arguments: given } => {
                let mut call = Map::new();
                call.insert("type".into(), "function_call".into());
                call.insert("call_id".into(), id.clone().into());
                call.insert("name".into(), name.clone().into());
                call.insert("arguments".into(), arguments(given).into());
                self.ledger.own(TURNS, call_place, own, &mut call);
                self.items.push(call.into());
            }
            Content::Own { value } => {
                if self.ledger.takes_part(value, self.place) {
                    self.items.push(value.clone());
                }
            }
            Content::Text { .. }
            | Content::Image { .. }
            | Content::Document { .. }
            | Content::ToolResult { .. } => self.misplaced(),
        }
    }

    fn misplaced(&mut self) {
        let api = Dialect::OpenaiResponses.title();
        self.ledger.refuse(TURNS, uncarried::misplaced_part(self.place.begins(), api));
    }

    fn part(&mut self, part: &Part, is_answer: bool) -> Option<Value> {
        let Part { content, cache, own } = part;
        let mut written = match content {
            Content::Text { text } => {
                json!({ "type": if is_answer { "output_text" } else { "input_text" }, "text": text })
            }
            Content::Image { .. } | Content::Document { .. } if is_answer => {
                self.misplaced();
                return None;
            }
            Content::Image { source, detail } => {
                self.ledger.no_media_type(source);
                // The vendor's types require it, and servers that check by them refuse an image without it.
                let detail = detail.as_deref().unwrap_or("auto");
                json!({ "type": "input_image", "image_url": source.as_url(), "detail": detail })
            }
            Content::Document { source, name } => {
                self.ledger.no_media_type(source);
                let mut file = Map::from_iter([("type".to_owned(), "input_file".into())]);
                let field = match source {
                    Source::Base64 { .. } => "file_data",
                    Source::Url { .. } => "file_url",
                };
                file.insert(field.into(), source.as_url().into());
                file.extend(name.clone().map(|name| ("filename".to_owned(), name.into())));
                file.into()
            }
            Content::Own { value } => {
                return self.ledger.takes_part(value, self.place).then(|| value.clone());
            }
            Content::ToolCall { .. } | Content::ToolResult { .. } => {
                self.misplaced();
                return None;
            }
        };
        if let Value::Object(written) = &mut written {
            self.mark(cache.as_ref(), is_answer, written);
            self.ledger.own(TURNS, self.place, own, written);
        }
        Some(written)
    }

    fn mark(&mut self, mark: Option<&CacheMark>, is_answer: bool, part: &mut Map<String, Value>) {
        let Some(CacheMark { ttl }) = mark else { return };
        let ttl = ttl.as_deref();
        if !self.is_marked || is_answer {
            self.ledger.no_cache(TURNS, self.place, mark);
        } else if let Some(ttl) = ttl.filter(|ttl| !OPENAI_TTLS.contains(ttl)) {
            let (place, known) = (self.place.within(), OPENAI_TTLS.to_vec());
            let message = uncarried::cache_time(place, &shown(ttl), "OpenAI", known);
            self.ledger.refuse(TURNS, message);
        } else {
            part.insert("prompt_cache_breakpoint".into(), breakpoint(ttl));
        }
    }

    /// What tools returned, an item for each.
    fn results(&mut self, turn: &Turn) {
        for part in &turn.parts {
            let Part { content, cache, own } = part;
            let Content::ToolResult { call_id, name, output, is_error } = content else {
                self.misplaced();
                continue;
            };
            let place = Place::Result(self.number);
            self.ledger.no_cache(TURNS, place, cache.as_ref());
            if let Some(name) = name {
                let why = difference::found_by_id();
                self.ledger.left_out(difference::result_name(), Some(name), why);
            }
            self.ledger.no_error_mark(*is_error, output, place);
            // In its own dialect a list without parts stays one.
            let of_none = if self.ledger.is_own() { plain } else { plain_result };
            let written = match of_none(output) {
                Some(text) => text.into(),
                None => output
                    .iter()
                    .filter_map(|part| self.part(part, false))
                    .collect::<Vec<_>>()
                    .into(),
            };
            let mut item = Map::new();
            item.insert("type".into(), "function_call_output".into());
            item.insert("call_id".into(), call_id.clone().into());
            item.insert("output".into(), written);
            self.ledger.own(TURNS, place, own, &mut item);
            self.ledger.own(TURNS, place, &turn.own, &mut item);
            self.items.push(item.into());
        }
    }
}
