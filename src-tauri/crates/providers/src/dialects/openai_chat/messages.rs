//! Writes a conversation as the messages of chat completions.

use serde_json::{Map, Value, json};

use crate::catalogue::{Kind, Provider};
use crate::dialects::ledger::{FAILED, Ledger};
use crate::dialects::openai_tools::{OPENAI_TTLS, arguments, breakpoint};
use crate::request::Request;
use crate::request::turn::{CacheMark, Content, Part, Role, Source, Turn, is_own_call, plain};

const TURNS: &str = "turns";

/// The messages of a request.
pub(super) fn messages(request: &Request, ledger: &mut Ledger) -> Vec<Value> {
    let mut messages = Vec::new();
    for (number, turn) in request.conversation() {
        let place = format!("turn {number}");
        let writer = Writer { provider: &request.provider, place };
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
    place: String,
}

impl Writer<'_> {
    fn message(&self, role: &str, turn: &Turn, ledger: &mut Ledger) -> Value {
        let mut message = Map::new();
        message.insert("role".into(), role.into());
        message.insert("content".into(), self.content(&turn.parts, ledger));
        ledger.own(TURNS, &self.place, &turn.own, &mut message);
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
                    ledger.refuse(TURNS, format!(
                        "{} has a document at an address, and OpenAI Chat Completions takes only its bytes. Put the bytes into the request for this lane.",
                        self.place
                    ));
                }
                let mut file = Map::from_iter([("file_data".to_owned(), source.as_url().into())]);
                if let Some(name) = name {
                    file.insert("filename".into(), name.clone().into());
                }
                json!({ "type": "file", "file": file })
            }
            Content::Own { value } => {
                return ledger.takes_part(value, &self.place).then(|| value.clone());
            }
            Content::ToolCall { .. } | Content::ToolResult { .. } => {
                ledger.refuse(TURNS, format!(
                    "{} has a tool call or result where OpenAI Chat Completions has none. Give it a turn of its own role.",
                    self.place
                ));
                return None;
            }
        };
        if let Value::Object(written) = &mut written {
            self.mark(cache.as_ref(), written, ledger);
            ledger.own(TURNS, &self.place, own, written);
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
                if ttl.as_deref().is_some_and(|ttl| !OPENAI_TTLS.contains(&ttl)) {
                    ledger.refuse(TURNS, format!(
                        "A cache mark of {} lasts `{}`; OpenAI has {}. Change it for this lane.",
                        self.place, ttl.as_deref().unwrap_or_default(), OPENAI_TTLS.join(" and ")
                    ));
                }
                part.insert("prompt_cache_breakpoint".into(), breakpoint(ttl.as_deref()));
            }
            _ => ledger.refuse(TURNS, format!(
                "{} has a cache mark, and none is documented for {}. Remove the mark for this lane.",
                self.place, self.provider.label
            )),
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
        if called.is_some_and(|at| turn.parts.iter().skip(at).any(|part| !is_call(&part))) {
            ledger.refuse(TURNS, format!(
                "{} has text after a tool call, and OpenAI Chat Completions has only text before them. Move it for this lane.",
                self.place
            ));
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
        ledger.own(TURNS, &self.place, &turn.own, &mut message);
        message.into()
    }

    fn call(&self, part: &Part, ledger: &mut Ledger) -> Option<Value> {
        let Part { content, cache, own } = part;
        if let Content::Own { value } = content {
            let place = format!("A tool call of {}", self.place);
            return (is_own_call(content) && ledger.takes_own(TURNS, &place))
                .then(|| value.clone());
        }
        let Content::ToolCall { id, name, arguments: given } = content else { return None };
        ledger.no_cache(TURNS, &format!("A tool call of {}", self.place), cache.as_ref());
        let mut call = Map::new();
        call.insert("id".into(), id.clone().into());
        call.insert("type".into(), "function".into());
        call.insert("function".into(), json!({ "name": name, "arguments": arguments(given) }));
        ledger.own(TURNS, &format!("a tool call of {}", self.place), own, &mut call);
        Some(call.into())
    }

    /// What tools returned, a message for each.
    fn results(&self, turn: &Turn, ledger: &mut Ledger, messages: &mut Vec<Value>) {
        for part in &turn.parts {
            let Part { content, cache, own } = part;
            let Content::ToolResult { call_id, name, output, is_error } = content else {
                ledger.refuse(TURNS, format!(
                    "{} holds more than what tools returned. Give the rest a turn of its own role.",
                    self.place
                ));
                continue;
            };
            let place = format!("A tool result of {}", self.place);
            ledger.no_cache(TURNS, &place, cache.as_ref());
            if *is_error {
                ledger.left_out("tool result's error", None, FAILED);
            }
            if output.iter().any(|part| !matches!(part.content, Content::Text { .. })) {
                ledger.refuse(TURNS, format!(
                    "{place} is more than text, and OpenAI Chat Completions takes only text there. Replace it by text for this lane."
                ));
            }
            let mut message = Map::new();
            message.insert("role".into(), "tool".into());
            message.insert("tool_call_id".into(), call_id.clone().into());
            message.extend(name.clone().map(|name| ("name".to_owned(), name.into())));
            message.insert("content".into(), self.content(output, ledger));
            ledger.own(TURNS, &place, own, &mut message);
            ledger.own(TURNS, &place, &turn.own, &mut message);
            messages.push(message.into());
        }
    }
}
