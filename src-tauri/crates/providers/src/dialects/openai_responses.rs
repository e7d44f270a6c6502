//! The dialect `openai-responses`: OpenAI's Responses, as events, including compatible servers.

use measure::ReasoningType;
use serde_json::Value;

use super::{Wire, json};
use crate::catalogue::Provider;
use crate::dialects::ledger::Ledger;
use crate::extra::Extra;
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
            "response.output_item.added" => {
                let is_call = said("/item/type").ends_with("_call");
                pieces.tool(if is_call { said("/item/name") } else { "" });
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
            _ if kind.starts_with("response.") && is_call_delta(kind) => {
                pieces.tool(said("/delta"));
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
    fn end(&self, response: Option<&Value>, pieces: &mut Pieces<'_>) {
        let Some(response) = response else { return pieces.done() };
        facts(Some(response), pieces);
        if !self.answered {
            whole_answer(response, pieces);
        }
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
}

/// The text of a response that did not arrive in pieces.
fn whole_answer(response: &Value, pieces: &mut Pieces<'_>) {
    let list = |value: &Value, path: &str| {
        value.pointer(path).and_then(Value::as_array).cloned().unwrap_or_default()
    };
    for item in list(response, "/output") {
        if json::text(&item, "/type") == Some("message") {
            for part in list(&item, "/content") {
                pieces.answer(json::text(&part, "/text").unwrap_or_default());
                pieces.refusal(json::text(&part, "/refusal").unwrap_or_default());
            }
        }
    }
}

fn facts(response: Option<&Value>, pieces: &mut Pieces<'_>) {
    let Some(response) = response else { return };
    pieces.fact(Fact::Model, json::text(response, "/model"));
    pieces.tier(json::text(response, "/service_tier"));
}

fn is_error(event: &Value) -> bool {
    event.get("error").is_some_and(|error| !error.is_null()) && event.get("object").is_none()
}

/// Whether an event carries a piece of a tool call's arguments. A tool's output is not the model's.
fn is_call_delta(kind: &str) -> bool {
    let of = kind.strip_suffix(".delta");
    of.is_some_and(|of| of.contains("_call") && !of.contains("_output"))
}

#[cfg(test)]
mod tests;
