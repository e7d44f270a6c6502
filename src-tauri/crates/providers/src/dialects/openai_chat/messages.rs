//! Writes a conversation as the messages of chat completions.

use serde_json::{Map, Value, json};

use crate::catalogue::{Kind, Provider};
use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::{Ledger, shown};
use crate::dialects::openai_tools::{OPENAI_TTLS, arguments, breakpoint};
use crate::request::Request;
use crate::request::place::Place;
use crate::request::turn::{
    CacheMark, Content, Part, Role, Source, Turn, is_own_call, plain, plain_result,
};
use crate::request::uncarried;

const TURNS: &str = "turns";
const API: Dialect = Dialect::OpenaiChat;

/// The messages of a request.
pub(super) fn messages(request: &Request, ledger: &mut Ledger) -> Vec<Value> {
    let mut messages = Vec::new();
    for (number, turn) in request.conversation() {
        let writer = Writer { provider: &request.provider, number, place: Place::Turn(number) };
        match turn.role {
            Role::System => messages.push(writer.message("system", &turn, ledger)),
            Role::Developer => messages.push(writer.message("developer", &turn, ledger)),
            Role::User => messages.push(writer.message("user", &turn, ledger)),
            Role::Assistant => messages.push(writer.answer(&turn, ledger)),
            Role::Tool => writer.results(&turn, ledger, &mut messages),
        }
    }
    messages
}

struct Writer<'a> {
    provider: &'a Provider,
    /// The turn, as users count.
    number: usize,
    place: Place<'static>,
}

impl Writer<'_> {
    fn message(&self, role: &str, turn: &Turn, ledger: &mut Ledger) -> Value {
        let mut message = Map::new();
        message.insert("role".into(), role.into());
        message.insert("content".into(), self.content(&turn.parts, ledger));
        ledger.own(TURNS, self.place, &turn.own, &mut message);
        message.into()
    }

    /// Text as it is, and anything else as a list of parts.
    fn content(&self, parts: &[Part], ledger: &mut Ledger) -> Value {
        if let Some(text) = plain(parts) {
            return text.into();
        }
        parts.iter().filter_map(|part| self.part(part, ledger)).collect::<Vec<_>>().into()
    }

    fn part(&self, part: &Part, ledger: &mut Ledger) -> Option<Value> {
        let Part { content, cache, own } = part;
        let mut written = match content {
            Content::Text { text } => json!({ "type": "text", "text": text }),
            Content::Image { source, detail } => {
                ledger.no_media_type(source);
                let mut image = Map::from_iter([("url".to_owned(), source.as_url().into())]);
                if let Some(detail) = detail {
                    image.insert("detail".into(), detail.clone().into());
                }
                json!({ "type": "image_url", "image_url": image })
            }
            Content::Document { source, name } => {
                if matches!(source, Source::Url { .. }) {
                    ledger.refuse(
                        TURNS,
                        uncarried::document_at_address(self.place.begins(), API.title()),
                    );
                }
                let mut file = Map::from_iter([("file_data".to_owned(), source.as_url().into())]);
                if let Some(name) = name {
                    file.insert("filename".into(), name.clone().into());
                }
                json!({ "type": "file", "file": file })
            }
            Content::Own { value } => {
                return ledger.takes_part(value, self.place).then(|| value.clone());
            }
            Content::ToolCall { .. } | Content::ToolResult { .. } => {
                ledger.refuse(TURNS, uncarried::misplaced_call(self.place.begins(), API.title()));
                return None;
            }
        };
        if let Value::Object(written) = &mut written {
            self.mark(cache.as_ref(), written, ledger);
            ledger.own(TURNS, self.place, own, written);
        }
        Some(written)
    }

    /// A cache mark, in the words of those whose documents have one.
    fn mark(&self, mark: Option<&CacheMark>, part: &mut Map<String, Value>, ledger: &mut Ledger) {
        let Some(CacheMark { ttl }) = mark else { return };
        match self.provider.id.as_str() {
            "openrouter" => {
                let mut control = Map::from_iter([("type".to_owned(), "ephemeral".into())]);
                control.extend(ttl.clone().map(|ttl| ("ttl".to_owned(), ttl.into())));
                part.insert("cache_control".into(), control.into());
            }
            id if id == "openai" || self.provider.kind == Kind::Special => {
                if let Some(ttl) = ttl.as_deref().filter(|ttl| !OPENAI_TTLS.contains(ttl)) {
                    let (place, known) = (self.place.within(), OPENAI_TTLS.to_vec());
                    let message = uncarried::cache_time(place, &shown(ttl), "OpenAI", known);
                    ledger.refuse(TURNS, message);
                }
                part.insert("prompt_cache_breakpoint".into(), breakpoint(ttl.as_deref()));
            }
            _ => {
                let label = &self.provider.label;
                ledger.refuse(TURNS, uncarried::undocumented_mark(self.place.begins(), label));
            }
        }
    }
}

impl Writer<'_> {
    /// A turn of the model: its text, and the tools that it called after it.
    fn answer(&self, turn: &Turn, ledger: &mut Ledger) -> Value {
        let is_call = |part: &&Part| {
            matches!(part.content, Content::ToolCall { .. }) || is_own_call(&part.content)
        };
        let texts: Vec<Part> = turn.parts.iter().filter(|part| !is_call(part)).cloned().collect();
        let called = turn.parts.iter().position(|part| is_call(&part));
        // What is another dialect's own is refused as that, and is no text.
        let is_foreign = ledger.is_foreign();
        let is_said = |part: &Part| {
            let is_refused = is_foreign && matches!(part.content, Content::Own { .. });
            !is_call(&part) && !is_refused
        };
        if called.is_some_and(|at| turn.parts.iter().skip(at).any(is_said)) {
            ledger.refuse(TURNS, uncarried::text_after_call(self.place.begins(), API.title()));
        }
        let mut message = Map::new();
        message.insert("role".into(), "assistant".into());
        let content = if texts.is_empty() { Value::Null } else { self.content(&texts, ledger) };
        message.insert("content".into(), content);
        let calls: Vec<Value> =
            turn.parts.iter().filter_map(|part| self.call(part, ledger)).collect();
        if !calls.is_empty() {
            message.insert("tool_calls".into(), calls.into());
        }
        ledger.own(TURNS, self.place, &turn.own, &mut message);
        message.into()
    }

    fn call(&self, part: &Part, ledger: &mut Ledger) -> Option<Value> {
        let Part { content, cache, own } = part;
        if let Content::Own { value } = content {
            let place = Place::Call(self.number);
            return (is_own_call(content) && ledger.takes_own(TURNS, || place.begins()))
                .then(|| value.clone());
        }
        let Content::ToolCall { id, name, arguments: given } = content else { return None };
        let place = Place::Call(self.number);
        ledger.no_cache(TURNS, place, cache.as_ref());
        let mut call = Map::new();
        call.insert("id".into(), id.clone().into());
        call.insert("type".into(), "function".into());
        call.insert("function".into(), json!({ "name": name, "arguments": arguments(given) }));
        ledger.own(TURNS, place, own, &mut call);
        Some(call.into())
    }

    /// Whether a tool may return more than text here. OpenAI documents that it may not. Other servers of the dialect take images
    /// there, and what was written for one of them is sent as it is.
    fn takes_more_than_text(&self, ledger: &Ledger) -> bool {
        let is_openais = ["openai", "azure"].contains(&self.provider.id.as_str());
        ledger.is_own() && !is_openais
    }

    /// What tools returned, a message for each.
    fn results(&self, turn: &Turn, ledger: &mut Ledger, messages: &mut Vec<Value>) {
        for part in &turn.parts {
            let Part { content, cache, own } = part;
            let Content::ToolResult { call_id, name, output, is_error } = content else {
                ledger.refuse(TURNS, uncarried::more_than_results(self.place.begins()));
                continue;
            };
            let place = Place::Result(self.number);
            ledger.no_cache(TURNS, place, cache.as_ref());
            ledger.no_error_mark(*is_error, output, place);
            let is_more = output.iter().any(|part| !matches!(part.content, Content::Text { .. }));
            if is_more && !self.takes_more_than_text(ledger) {
                ledger.refuse(TURNS, uncarried::result_is_text(place.begins(), API.title()));
            }
            let mut message = Map::new();
            message.insert("role".into(), "tool".into());
            message.insert("tool_call_id".into(), call_id.clone().into());
            message.extend(name.clone().map(|name| ("name".to_owned(), name.into())));
            let content = match plain_result(output) {
                Some(text) => text.into(),
                None => self.content(output, ledger),
            };
            message.insert("content".into(), content);
            ledger.own(TURNS, place, own, &mut message);
            ledger.own(TURNS, place, &turn.own, &mut message);
            messages.push(message.into());
        }
    }
}
