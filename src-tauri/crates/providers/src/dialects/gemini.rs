//! The dialect `gemini`: Google's `streamGenerateContent`, on Gemini and on Vertex.

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

mod contents;
mod request;

/// Google's `streamGenerateContent`.
pub(super) struct Gemini;

impl Wire for Gemini {
    fn models_path(&self) -> &'static str {
        "/models?pageSize=1000"
    }

    fn auth(&self) -> Auth {
        Auth::XGoogApiKey
    }

    fn model_in_path<'a>(&self, model: &'a str) -> &'a str {
        model.strip_prefix("models/").unwrap_or(model)
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

    /// Each chunk counts everything so far, so only the last one matters. Answer and reasoning are billed.
    /// `candidatesTokenCount` excludes reasoning, unless the total shows that it includes it.
    fn usage(&self, verbatim: &[Value], _: &Provider) -> Usage {
        let said = UsageReports(verbatim.last().map(std::slice::from_ref).unwrap_or_default());
        let in_total = said.count(&["/promptTokenCount"]);
        let answer = said.count(&["/candidatesTokenCount"]);
        let thoughts = said.count(&["/thoughtsTokenCount"]);
        let tools = said.count(&["/toolUsePromptTokenCount"]).unwrap_or(0);
        let total = said.count(&["/totalTokenCount"]);
        let includes = thoughts.is_some_and(|thoughts| thoughts > 0)
            && total.is_some()
            && in_total.zip(answer).map(|(input, answer)| input + answer + tools) == total;
        let out_total = match (answer, thoughts) {
            (None, None) => None,
            (answer, _) if includes => answer,
            (answer, thoughts) => Some(answer.unwrap_or(0) + thoughts.unwrap_or(0)),
        };
        Usage {
            in_total,
            cached_read: said.count(&["/cachedContentTokenCount"]),
            out_total,
            reasoning: thoughts,
            ..Usage::default()
        }
    }
}

struct Events;

impl ReadEvents for Events {
    fn read(&mut self, message: &Message<'_>, pieces: &mut Pieces<'_>) -> Sense {
        let Ok(event) = serde_json::from_slice::<Value>(message.data) else {
            return Sense::Gibberish;
        };
        let Value::Array(chunks) = event else { return chunk(&event, pieces) };
        // A server that ignores `alt=sse` writes all chunks into one array, readable only when complete: it is an
        // answer, but not a stream.
        pieces.not_streamed();
        let senses: Vec<Sense> = chunks.iter().map(|event| chunk(event, pieces)).collect();
        if senses.contains(&Sense::Ours) { Sense::Ours } else { Sense::Foreign }
    }
}

fn chunk(event: &Value, pieces: &mut Pieces<'_>) -> Sense {
    if event.get("error").is_some_and(|error| !error.is_null()) {
        pieces.fault(&event.to_string());
        return Sense::Ours;
    }
    let known = ["candidates", "usageMetadata", "promptFeedback"];
    if !known.iter().any(|field| event.get(field).is_some()) {
        return Sense::Foreign;
    }
    pieces.fact(Fact::Model, json::text(event, "/modelVersion"));
    pieces.fact(Fact::RequestId, json::text(event, "/responseId"));
    // Gemini names the tier, and Vertex the kind of traffic.
    for path in ["/usageMetadata/serviceTier", "/usageMetadata/trafficType"] {
        pieces.tier(json::text(event, path));
    }
    let candidate = event.pointer("/candidates/0");
    let finish = candidate
        .and_then(|candidate| json::text(candidate, "/finishReason"))
        .or_else(|| json::text(event, "/promptFeedback/blockReason"));
    let usage = event.get("usageMetadata").filter(|usage| usage.is_object());
    // Counts include everything up to and including this chunk. The last chunk's may include hidden tokens.
    pieces.tokens_so_far(usage.filter(|_| finish.is_none()).and_then(written));
    let parts = candidate.and_then(|candidate| candidate.pointer("/content/parts"));
    for part in parts.and_then(Value::as_array).into_iter().flatten() {
        read_part(part, pieces);
    }
    // One answer is measured: the first.
    let others = event.get("candidates").and_then(Value::as_array).into_iter().flatten().skip(1);
    if others
        .filter_map(|other| json::text(other, "/content/parts/0/text"))
        .any(|text| !text.is_empty())
    {
        pieces.unread();
    }
    if let Some(usage) = usage {
        pieces.usage(usage.clone());
    }
    if let Some(reason) = finish {
        pieces.finish(reason);
        // The chunk with the reason is the last; no marker follows.
        pieces.done();
    }
    Sense::Ours
}

fn written(usage: &Value) -> Option<u32> {
    let answer = usage.get("candidatesTokenCount").and_then(tokens);
    let thoughts = usage.get("thoughtsTokenCount").and_then(tokens);
    (answer.is_some() || thoughts.is_some())
        .then(|| answer.unwrap_or(0).saturating_add(thoughts.unwrap_or(0)))
}

fn read_part(part: &Value, pieces: &mut Pieces<'_>) {
    let said = json::text(part, "/text").unwrap_or_default();
    if part.get("thought") == Some(&Value::Bool(true)) {
        // The service shows its reasoning only as a summary.
        pieces.reasoning(said, ReasoningType::Summary);
    } else {
        pieces.answer(said);
    }
    if let Some(call) = part.get("functionCall") {
        if let Some(name) = json::text(call, "/name") {
            pieces.tool_call(None, name);
        }
        pieces.whole_arguments(call.get("args"));
        // Arguments in pieces are values with their places, whose texts do not add up to JSON.
        if let Some(parts) = call.get("partialArgs").filter(|parts| !json::is_empty(parts)) {
            pieces.mixed_calls();
            pieces.whole_arguments(Some(parts));
        }
    }
}

#[cfg(test)]
mod tests;
