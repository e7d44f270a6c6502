//! The dialect `anthropic`: Messages, as events.

use measure::ReasoningType;
use serde_json::Value;

use super::dialect::Auth;
use super::{Wire, json};
use crate::catalogue::Provider;
use crate::dialects::ledger::Ledger;
use crate::extra::Extra;
use crate::request::Request;
use crate::terms::Terms;
use crate::wire::decoder::{Fact, Message, Pieces, ReadEvents, Sense};
use crate::wire::response::{Usage, UsageReports};

mod messages;
mod request;

/// The version of the API, as every request names it.
pub(crate) const VERSION: &str = "2023-06-01";

/// Anthropic's Messages.
pub(super) struct Anthropic;

impl Wire for Anthropic {
    fn models_path(&self) -> &'static str {
        "/v1/models?limit=1000"
    }

    fn auth(&self) -> Auth {
        Auth::XApiKey
    }

    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[("anthropic-version", VERSION)]
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
        Box::new(Events { thinking: ReasoningType::Summary })
    }

    /// Unlike elsewhere, `input_tokens` does not include cached tokens.
    fn usage(&self, verbatim: &[Value], _: &Provider) -> Usage {
        let said = UsageReports(verbatim);
        let cached_read = said.count(&["/cache_read_input_tokens"]);
        let cached_write = said.count(&["/cache_creation_input_tokens"]);
        let uncached = said.count(&["/input_tokens"]);
        Usage {
            in_total: uncached
                .map(|tokens| tokens + cached_read.unwrap_or(0) + cached_write.unwrap_or(0)),
            cached_read,
            cached_write,
            out_total: said.count(&["/output_tokens"]),
            reasoning: said.count(&["/output_tokens_details/thinking_tokens"]),
            ..Usage::default()
        }
    }
}

struct Events {
    /// Claude 3.7 streams its reasoning; later models stream a summary written by another model, so the text on the
    /// wire does not match the token count.
    thinking: ReasoningType,
}

impl ReadEvents for Events {
    fn read(&mut self, message: &Message<'_>, pieces: &mut Pieces<'_>) -> Sense {
        let Ok(event) = serde_json::from_slice::<Value>(message.data) else {
            return Sense::Gibberish;
        };
        let index = event.get("index").and_then(Value::as_u64);
        match json::text(&event, "/type") {
            Some("message_start") => {
                // An output count from before there was any output: a placeholder.
                let mut message = event.get("message").cloned();
                let usage = message.as_mut().and_then(|message| message.get_mut("usage"));
                if let Some(usage) = usage.and_then(Value::as_object_mut) {
                    usage.remove("output_tokens");
                }
                self.begin(message.as_ref(), pieces);
            }
            Some("content_block_start") => self.block(event.get("content_block"), index, pieces),
            Some("content_block_delta") => self.delta(event.get("delta"), index, pieces),
            Some("message_delta") => {
                usage(event.get("usage"), pieces);
                if let Some(reason) = json::text(&event, "/delta/stop_reason") {
                    // Each of these events replaces the previous one's facts about the message.
                    pieces.forget_finish();
                    pieces.finish(reason);
                }
            }
            Some("message_stop") => pieces.done(),
            Some("ping") => pieces.alive(),
            Some("content_block_stop") => {}
            // The whole answer, from a server that does not stream.
            Some("message") => {
                pieces.not_streamed();
                self.begin(Some(&event), pieces);
                for block in
                    event.pointer("/content").and_then(Value::as_array).into_iter().flatten()
                {
                    self.block(Some(block), None, pieces);
                }
                if let Some(reason) = json::text(&event, "/stop_reason") {
                    pieces.finish(reason);
                }
            }
            _ if message.is_error() || event.get("error").is_some() => {
                pieces.fault(&String::from_utf8_lossy(message.data));
            }
            _ => return Sense::Foreign,
        }
        Sense::Ours
    }
}

fn usage(usage: Option<&Value>, pieces: &mut Pieces<'_>) {
    let Some(usage) = usage.filter(|usage| usage.is_object()) else { return };
    // "fast" is a mode besides the tiers, and one that differs in speed.
    let fast = json::text(usage, "/speed").filter(|speed| *speed != "standard");
    if !pieces.is_tier("fast") {
        pieces.tier(fast.or_else(|| json::text(usage, "/service_tier")));
    }
    pieces.usage(usage.clone());
}

impl Events {
    fn begin(&mut self, message: Option<&Value>, pieces: &mut Pieces<'_>) {
        let Some(message) = message else { return };
        let model = json::text(message, "/model");
        if model.is_some_and(|model| model.contains("claude-3-7")) {
            self.thinking = ReasoningType::Verbatim;
        }
        pieces.fact(Fact::Model, model);
        usage(message.get("usage"), pieces);
    }

    /// A block begins. Most begin empty; initial content is part of the block.
    fn block(&self, block: Option<&Value>, index: Option<u64>, pieces: &mut Pieces<'_>) {
        let Some(block) = block else { return };
        let said = |path| json::text(block, path).unwrap_or_default();
        match said("/type") {
            "text" => pieces.answer(said("/text")),
            "thinking" => pieces.reasoning(said("/thinking"), self.thinking),
            "redacted_thinking" => pieces.reasoned(ReasoningType::Redacted),
            "tool_use" | "server_tool_use" | "mcp_tool_use" => {
                pieces.tool_call(index, said("/name"));
                pieces.whole_arguments(block.get("input"));
            }
            _ => {}
        }
    }

    fn delta(&self, delta: Option<&Value>, index: Option<u64>, pieces: &mut Pieces<'_>) {
        let Some(delta) = delta else { return };
        let said = |path| json::text(delta, path).unwrap_or_default();
        match said("/type") {
            "text_delta" => pieces.answer(said("/text")),
            "thinking_delta" => pieces.reasoning(said("/thinking"), self.thinking),
            "input_json_delta" => pieces.arguments(index, said("/partial_json")),
            // A signature of reasoning that was not shown.
            "signature_delta" if pieces.reasoning_type() == ReasoningType::None => {
                pieces.reasoned(ReasoningType::Redacted);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
