//! The dialect `gemini-interactions`: Google's Interactions, as events of steps.

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
use crate::wire::response::{Usage, UsageReports, tokens};

mod request;
mod steps;

/// Google's Interactions.
pub(super) struct GeminiInteractions;

impl Wire for GeminiInteractions {
    fn models_path(&self) -> &'static str {
        "/models?pageSize=1000"
    }

    fn auth(&self) -> Auth {
        Auth::XGoogApiKey
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
        Box::new(Events::default())
    }

    /// The output count excludes reasoning, which is billed as well; the input count includes cached tokens.
    fn usage(&self, verbatim: &[Value], _: &Provider) -> Usage {
        let said = UsageReports(verbatim);
        let thoughts = said.count(&["/total_thought_tokens"]);
        let output = said.count(&["/total_output_tokens"]);
        let out_total = match (output, thoughts) {
            (None, None) => None,
            (output, thoughts) => Some(output.unwrap_or(0).saturating_add(thoughts.unwrap_or(0))),
        };
        Usage {
            in_total: said.count(&["/total_input_tokens"]),
            cached_read: said.count(&["/total_cached_tokens"]),
            out_total,
            reasoning: thoughts,
            ..Usage::default()
        }
    }
}

#[derive(Default)]
struct Events {
    /// Whether output has arrived in pieces, so that its repetition at the end is ignored.
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
        let name = || message.name.and_then(|name| str::from_utf8(name).ok());
        let kind = json::text(&event, "/event_type").or_else(name).unwrap_or_default();
        let index = event.get("index").and_then(Value::as_u64);
        match kind {
            "interaction.created" | "interaction.start" | "interaction.status_update" => {
                facts(event.get("interaction"), pieces);
            }
            "step.start" | "content.start" => {
                self.step(event.get("step").or_else(|| event.get("content")), index, pieces);
            }
            "step.delta" | "content.delta" => {
                let so_far = event.pointer("/metadata/total_usage");
                pieces.tokens_so_far(so_far.and_then(written));
                self.delta(event.get("delta"), index, pieces);
                usage(so_far, pieces);
            }
            "interaction.completed" | "interaction.complete" => {
                self.end(event.get("interaction"), pieces);
            }
            _ if message.is_error() || kind == "error" || has_error(&event) => {
                pieces.fault(&String::from_utf8_lossy(message.data));
            }
            _ if ["interaction.", "step.", "content."].iter().any(|of| kind.starts_with(of)) => {}
            // The whole answer, from a server that does not stream.
            _ if json::text(&event, "/object") == Some("interaction")
                || event.get("steps").is_some() =>
            {
                pieces.not_streamed();
                self.end(Some(&event), pieces);
            }
            _ => return Sense::Foreign,
        }
        Sense::Ours
    }
}

impl Events {
    /// A step begins. Most begin empty; initial content is part of the step.
    fn step(&mut self, step: Option<&Value>, index: Option<u64>, pieces: &mut Pieces<'_>) {
        let Some(step) = step else { return };
        match json::text(step, "/type").unwrap_or_default() {
            "thought" => {
                for part in list(step, "/summary") {
                    summary(json::text(part, "/text"), pieces);
                }
                if json::text(step, "/signature").is_some_and(|signature| !signature.is_empty()) {
                    signed(pieces);
                }
            }
            "model_output" => {
                for part in list(step, "/content") {
                    self.answer(json::text(part, "/text"), pieces);
                }
                if let Some(error) = step.get("error").filter(|error| !json::is_empty(error)) {
                    pieces.fault(&error.to_string());
                }
            }
            "text" => self.answer(json::text(step, "/text"), pieces),
            kind if kind.ends_with("_call") => self.call(step, index, pieces),
            _ => {}
        }
    }

    fn delta(&mut self, delta: Option<&Value>, index: Option<u64>, pieces: &mut Pieces<'_>) {
        let Some(delta) = delta else { return };
        match json::text(delta, "/type").unwrap_or_default() {
            "text" => self.answer(json::text(delta, "/text"), pieces),
            "thought_summary" => summary(json::text(delta, "/content/text"), pieces),
            "thought_signature" => signed(pieces),
            "arguments_delta" => {
                self.answered = true;
                pieces.arguments(index, json::text(delta, "/arguments").unwrap_or_default());
            }
            kind if kind.ends_with("_call") => self.call(delta, index, pieces),
            _ => {}
        }
    }

    fn answer(&mut self, text: Option<&str>, pieces: &mut Pieces<'_>) {
        self.answered |= text.is_some_and(|text| !text.is_empty());
        pieces.answer(text.unwrap_or_default());
    }

    fn call(&mut self, call: &Value, index: Option<u64>, pieces: &mut Pieces<'_>) {
        self.answered = true;
        pieces.tool_call(index, json::text(call, "/name").unwrap_or_default());
        pieces.whole_arguments(call.get("arguments"));
    }

    fn end(&mut self, interaction: Option<&Value>, pieces: &mut Pieces<'_>) {
        let Some(interaction) = interaction else { return pieces.done() };
        facts(Some(interaction), pieces);
        if !self.answered {
            for step in list(interaction, "/steps") {
                self.step(Some(step), None, pieces);
            }
        }
        usage(interaction.get("usage"), pieces);
        match json::text(interaction, "/status") {
            // A failure has its own event, or a list of errors.
            Some("failed") if !pieces.reply_failed() => {
                let errors = interaction.get("errors").filter(|errors| !json::is_empty(errors));
                let said = errors.and_then(|errors| errors.get(0));
                pieces.fault(&said.map_or_else(
                    || "the provider ended the interaction with the status `failed`".to_owned(),
                    Value::to_string,
                ));
            }
            Some(status) if !pieces.reply_failed() => pieces.finish(status),
            _ => {}
        }
        pieces.done();
    }
}

/// The service shows its reasoning only as a summary.
fn summary(text: Option<&str>, pieces: &mut Pieces<'_>) {
    let text = text.unwrap_or_default();
    if !text.is_empty() && pieces.reasoning_type() == ReasoningType::Redacted {
        pieces.reasoned(ReasoningType::Summary);
    }
    pieces.reasoning(text, ReasoningType::Summary);
}

/// A signature implies reasoning, which may not have been shown.
fn signed(pieces: &mut Pieces<'_>) {
    if pieces.reasoning_type() == ReasoningType::None {
        pieces.reasoned(ReasoningType::Redacted);
    }
}

fn list<'a>(value: &'a Value, path: &str) -> &'a [Value] {
    value.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn facts(interaction: Option<&Value>, pieces: &mut Pieces<'_>) {
    let Some(interaction) = interaction else { return };
    pieces.fact(Fact::Model, json::text(interaction, "/model"));
    pieces.tier(json::text(interaction, "/service_tier"));
    // It is empty if nothing was stored.
    pieces.fact(Fact::RequestId, json::text(interaction, "/id"));
}

fn usage(usage: Option<&Value>, pieces: &mut Pieces<'_>) {
    if let Some(usage) = usage.filter(|usage| usage.is_object()) {
        pieces.usage(usage.clone());
    }
}

/// Tokens written so far, reasoning included.
fn written(usage: &Value) -> Option<u32> {
    let output = usage.get("total_output_tokens").and_then(tokens);
    let thoughts = usage.get("total_thought_tokens").and_then(tokens);
    (output.is_some() || thoughts.is_some())
        .then(|| output.unwrap_or(0).saturating_add(thoughts.unwrap_or(0)))
}

fn has_error(event: &Value) -> bool {
    event.get("error").is_some_and(|error| !error.is_null()) && event.get("object").is_none()
}

#[cfg(test)]
mod tests;
