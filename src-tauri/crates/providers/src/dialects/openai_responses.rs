//! The dialect `openai-responses`: OpenAI's Responses, as events, including compatible servers.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use measure::ReasoningType;
use serde_json::Value;

use super::{Wire, json};
use crate::catalogue::Provider;
use crate::dialects::ledger::Ledger;
use crate::extra::Extra;
use crate::limits::MOST_CALLS;
use crate::request::Request;
use crate::terms::Terms;
use crate::wire::decoder::{Fact, Message, Pieces, ReadEvents, Sense};
use crate::wire::response::{Usage, UsageReports};

mod items;
mod request;

/// OpenAI's Responses.
pub(super) struct OpenaiResponses;

impl Wire for OpenaiResponses {
    fn body(
        &self,
        request: &Request,
        terms: &Terms<'_>,
        without: Option<Extra>,
        ledger: &mut Ledger,
    ) -> Value {
        request::body(request, terms, without, ledger)
    }

    fn events(&self) -> Box<dyn ReadEvents> {
        Box::new(Events::default())
    }

    fn usage(&self, verbatim: &[Value], _: &Provider) -> Usage {
        let said = UsageReports(verbatim);
        Usage {
            in_total: said.count(&["/input_tokens"]),
            cached_read: said.count(&["/input_tokens_details/cached_tokens"]),
            cached_write: said.count(&["/input_tokens_details/cache_write_tokens"]),
            out_total: said.count(&["/output_tokens"]),
            reasoning: said.count(&["/output_tokens_details/reasoning_tokens"]),
            reported_usd: said
                .number(&["/cost"])
                .or_else(|| said.number(&["/cost_in_usd_ticks"]).map(|ticks| ticks / 1e10)),
            ..Usage::default()
        }
    }
}

#[derive(Default)]
struct Events {
    /// Whether text has arrived in pieces, so that its repetition at the end is ignored.
    answered: bool,
    /// The tool calls that have begun, for the same reason. Some servers tell the ends of all calls only after the last
    /// one.
    called: Called,
    /// The tool call that is being written.
    call: Option<OpenCall>,
}

/// Tool calls, by the hashes of their ids, at most [`MOST_CALLS`].
#[derive(Default)]
struct Called(BTreeSet<u64>);

impl Called {
    fn add(&mut self, item: &Value, index: Option<u64>) {
        if self.0.len() < MOST_CALLS {
            self.0.insert(id(item, index));
        }
    }

    fn contains(&self, item: &Value, index: Option<u64>) -> bool {
        self.0.contains(&id(item, index))
    }
}

struct OpenCall {
    index: Option<u64>,
    has_arguments: bool,
}

impl ReadEvents for Events {
    fn read(&mut self, message: &Message<'_>, pieces: &mut Pieces<'_>) -> Sense {
        if message.is_done() {
            pieces.done();
            return Sense::Ours;
        }
        let Ok(event) = serde_json::from_slice::<Value>(message.data) else {
            return Sense::Gibberish;
        };
        let said = |path| json::text(&event, path).unwrap_or_default();
        let kind = json::kind(&event, message);
        let index = event.get("output_index").and_then(Value::as_u64);
        match kind {
            "response.created" | "response.queued" | "response.in_progress" => {
                facts(event.get("response"), pieces);
            }
            "response.output_text.delta" => {
                self.answered = true;
                pieces.answer(said("/delta"));
            }
            "response.refusal.delta" => {
                self.answered = true;
                pieces.refusal(said("/delta"));
            }
            "response.reasoning_summary_text.delta" => {
                pieces.reasoning(said("/delta"), ReasoningType::Summary);
            }
            "response.reasoning_text.delta" => {
                pieces.reasoning(said("/delta"), ReasoningType::Verbatim);
            }
            "response.output_item.added" => self.begin_call(event.get("item"), index, pieces),
            "response.output_item.done" => {
                let item = event.get("item");
                let has_begun = item.is_some_and(|item| self.called.contains(item, index));
                if !has_begun {
                    self.begin_call(item, index, pieces);
                }
                self.whole_arguments(written(item), index, pieces);
                self.call.take_if(|call| call.index == index);
            }
            "response.completed" | "response.incomplete" | "response.cancelled" => {
                self.end(event.get("response"), pieces);
            }
            "response.failed" => {
                let failed = event.get("response");
                let error = failed.and_then(|response| response.get("error"));
                pieces.fault(&error.unwrap_or(&event).to_string());
                self.end(failed, pieces);
            }
            _ if message.is_error() || kind == "error" || is_error(&event) => {
                pieces.fault(&String::from_utf8_lossy(message.data));
            }
            // Arguments of a tool call have a different event name for each kind of tool.
            _ if kind.starts_with("response.") && is_of_call(kind, ".delta") => {
                self.arguments(said("/delta"), index, pieces);
            }
            _ if kind.starts_with("response.") && is_of_call(kind, ".done") => {
                self.whole_arguments(written(Some(&event)), index, pieces);
            }
            _ if kind.starts_with("response.") => {}
            // The whole answer, from a server that does not stream.
            _ if said("/object") == "response" => {
                pieces.not_streamed();
                facts(Some(&event), pieces);
                self.end(Some(&event), pieces);
            }
            _ => return Sense::Foreign,
        }
        Sense::Ours
    }
}

impl Events {
    fn end(&mut self, response: Option<&Value>, pieces: &mut Pieces<'_>) {
        let Some(response) = response else { return pieces.done() };
        facts(Some(response), pieces);
        self.whole_answer(response, pieces);
        if let Some(usage) = response.get("usage").filter(|usage| usage.is_object()) {
            pieces.usage(usage.clone());
        }
        let reason = json::text(response, "/incomplete_details/reason")
            .or_else(|| json::text(response, "/status"));
        if let Some(reason) = reason.filter(|_| !pieces.reply_failed()) {
            pieces.finish(reason);
        }
        pieces.done();
    }

    /// What did not arrive in pieces.
    fn whole_answer(&mut self, response: &Value, pieces: &mut Pieces<'_>) {
        let (has_text, has_calls) = (self.answered, !self.called.0.is_empty());
        for item in list(response, "/output") {
            let is_message = json::text(item, "/type") == Some("message");
            for part in list(item, "/content").iter().filter(|_| is_message && !has_text) {
                pieces.answer(json::text(part, "/text").unwrap_or_default());
                pieces.refusal(json::text(part, "/refusal").unwrap_or_default());
            }
            if !has_calls {
                self.begin_call(Some(item), None, pieces);
                self.whole_arguments(written(Some(item)), None, pieces);
                self.call = None;
            }
        }
    }

    fn begin_call(&mut self, item: Option<&Value>, index: Option<u64>, pieces: &mut Pieces<'_>) {
        let said = |path| item.and_then(|item| json::text(item, path)).unwrap_or_default();
        if !said("/type").ends_with("_call") {
            return;
        }
        if let Some(item) = item {
            self.called.add(item, index);
        }
        self.call = Some(OpenCall { index, has_arguments: false });
        pieces.tool_call(index, said("/name"));
        self.whole_arguments(written(item), index, pieces);
    }

    fn is_open(&self, index: Option<u64>) -> bool {
        self.call.as_ref().is_some_and(|call| call.index == index)
    }

    fn arguments(&mut self, text: &str, index: Option<u64>, pieces: &mut Pieces<'_>) {
        if let Some(call) = self.call.as_mut().filter(|_| !text.is_empty()) {
            call.has_arguments = true;
        }
        pieces.arguments(index, text);
    }

    /// The arguments of the open call, unless they have come in pieces.
    fn whole_arguments(&mut self, text: &str, index: Option<u64>, pieces: &mut Pieces<'_>) {
        let is_missing = self.call.as_ref().is_some_and(|call| !call.has_arguments);
        if is_missing && self.is_open(index) {
            self.arguments(text, index, pieces);
        }
    }
}

/// What tells a call from the others: a hash of its id, which a server may make as long as it wants; of its index if it
/// has none.
fn id(item: &Value, index: Option<u64>) -> u64 {
    let id = json::text(item, "/call_id").or_else(|| json::text(item, "/id"));
    let mut hasher = DefaultHasher::new();
    match id {
        Some(id) => id.hash(&mut hasher),
        None => index.hash(&mut hasher),
    }
    hasher.finish()
}

/// What a tool is called with, of a call or of the event that ends it.
fn written(call: Option<&Value>) -> &str {
    let said = |path| json::text(call?, path).filter(|text| !text.is_empty());
    said("/arguments").or_else(|| said("/input")).or_else(|| said("/code")).unwrap_or_default()
}

fn list<'a>(value: &'a Value, path: &str) -> &'a [Value] {
    value.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn facts(response: Option<&Value>, pieces: &mut Pieces<'_>) {
    let Some(response) = response else { return };
    pieces.fact(Fact::Model, json::text(response, "/model"));
    pieces.tier(json::text(response, "/service_tier"));
}

fn is_error(event: &Value) -> bool {
    event.get("error").is_some_and(|error| !error.is_null()) && event.get("object").is_none()
}

/// Whether an event with this ending carries the arguments of a tool call. A tool's output is not the model's.
fn is_of_call(kind: &str, ending: &str) -> bool {
    let of = kind.strip_suffix(ending);
    of.is_some_and(|of| of.contains("_call") && !of.contains("_output"))
}

#[cfg(test)]
mod tests;
