//! The dialect `cohere`: Cohere's chat, version 2, as events.

use measure::ReasoningType;
use serde_json::Value;

use super::{Wire, json};
use crate::catalogue::Provider;
use crate::dialects::ledger::Ledger;
use crate::extra::Extra;
use crate::request::Request;
use crate::terms::Terms;
use crate::wire::decoder::{Message, Pieces, ReadEvents, Sense};
use crate::wire::response::{Usage, UsageReports};

mod messages;
mod request;

/// Cohere's chat, version 2.
pub(super) struct Cohere;

impl Wire for Cohere {
    fn models_path(&self) -> &'static str {
        "/v1/models?page_size=1000&endpoint=chat"
    }

    fn body(
        &self,
        request: &Request,
        terms: &Terms<'_>,
        _: Option<Extra>,
        ledger: &mut Ledger,
    ) -> Value {
        request::body(request, terms, ledger)
    }

    fn events(&self) -> Box<dyn ReadEvents> {
        Box::new(Events)
    }

    /// Two counts: tokens read and written, for speed, and billed tokens.
    fn usage(&self, verbatim: &[Value], _: &Provider) -> Usage {
        let said = UsageReports(verbatim);
        Usage {
            in_total: said.count(&["/tokens/input_tokens"]),
            cached_read: said.count(&["/cached_tokens"]),
            out_total: said.count(&["/tokens/output_tokens"]),
            billed_in: said.count(&["/billed_units/input_tokens"]),
            billed_out: said.count(&["/billed_units/output_tokens"]),
            ..Usage::default()
        }
    }
}

struct Events;

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
            "content-start" | "content-delta" => {
                pieces.reasoning(said("/delta/message/content/thinking"), ReasoningType::Verbatim);
                pieces.answer(said("/delta/message/content/text"));
            }
            // The model's plan for its tools, before it calls them.
            "tool-plan-delta" => {
                pieces.reasoning(said("/delta/message/tool_plan"), ReasoningType::Verbatim);
            }
            "tool-call-start" | "tool-call-delta" => {
                let index = event.get("index").and_then(Value::as_u64);
                if kind == "tool-call-start" {
                    pieces.tool_call(index, said("/delta/message/tool_calls/function/name"));
                }
                pieces.arguments(index, said("/delta/message/tool_calls/function/arguments"));
            }
            "message-end" => end(&event, pieces),
            "message-start" | "content-end" | "tool-call-end" | "citation-start"
            | "citation-end" | "debug" => {}
            _ if event.get("finish_reason").is_some() && event.get("message").is_some() => {
                unstreamed_message(&event, pieces);
            }
            _ if message.is_error() || event.get("error").is_some() => {
                pieces.fault(&String::from_utf8_lossy(message.data));
            }
            _ => return Sense::Foreign,
        }
        Sense::Ours
    }
}

fn end(event: &Value, pieces: &mut Pieces<'_>) {
    if let Some(usage) = event.pointer("/delta/usage").filter(|usage| usage.is_object()) {
        pieces.usage(usage.clone());
    }
    let error = event.pointer("/delta/error").filter(|error| !json::is_empty(error));
    let reason = json::text(event, "/delta/finish_reason");
    if let Some(reason) = reason {
        pieces.finish(reason);
    }
    match (error, reason) {
        (Some(error), _) => pieces.fault(error.as_str().unwrap_or(&error.to_string())),
        (None, Some("ERROR" | "TIMEOUT")) => {
            pieces.fault("the provider ended the answer with an error and did not say which");
        }
        _ => {}
    }
    pieces.done();
}

/// The whole answer, from a server that does not stream.
fn unstreamed_message(event: &Value, pieces: &mut Pieces<'_>) {
    pieces.not_streamed();
    let plan = json::text(event, "/message/tool_plan").unwrap_or_default();
    pieces.reasoning(plan, ReasoningType::Verbatim);
    let calls = event.pointer("/message/tool_calls").and_then(Value::as_array);
    for call in calls.into_iter().flatten() {
        pieces.tool_call(None, json::text(call, "/function/name").unwrap_or_default());
        pieces.whole_arguments(call.pointer("/function/arguments"));
    }
    let parts = event.pointer("/message/content").and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        let said = |path| json::text(part, path).unwrap_or_default();
        pieces.reasoning(said("/thinking"), ReasoningType::Verbatim);
        pieces.answer(said("/text"));
    }
    if let Some(usage) = event.get("usage").filter(|usage| usage.is_object()) {
        pieces.usage(usage.clone());
    }
    if let Some(reason) = json::text(event, "/finish_reason") {
        pieces.finish(reason);
    }
}

#[cfg(test)]
mod tests;
