//! The dialect `openai-chat`: parses events into text and facts, including the variants of compatible servers.

use std::borrow::Cow;

use measure::ReasoningType;
use serde_json::Value;

use crate::catalogue::Provider;
use crate::dialects::ledger::Ledger;
use crate::extra::Extra;
use crate::request::Request;
use crate::terms::Terms;
use crate::wire::decoder::{Fact, Message, Pieces, ReadEvents, Sense};
use crate::wire::response::{Usage, UsageReports, tokens};

use super::Wire;

mod calls;
mod chunk;
mod content;
mod growth;
mod messages;
mod request;
use calls::Calls;
use chunk::{Chunk, Delta, ToolCall};
use content::Text;
use growth::Growth;

/// OpenAI's chat completions, and the variants of compatible servers.
pub(super) struct OpenaiChat;

impl Wire for OpenaiChat {
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

    fn usage(&self, verbatim: &[Value], provider: &Provider) -> Usage {
        usage(verbatim, provider.reasoning_is_exclusive())
    }
}

#[derive(Default)]
struct Events {
    /// Reasoning in a gateway's `reasoning_details`.
    details: Growth,
    /// The answer, for servers whose details repeat the whole text.
    answer: Growth,
    calls: Calls,
}

impl ReadEvents for Events {
    fn read(&mut self, message: &Message<'_>, pieces: &mut Pieces<'_>) -> Sense {
        if message.is_done() {
            pieces.done();
            return Sense::Ours;
        }
        let Ok(chunk) = serde_json::from_slice::<Chunk<'_>>(message.data) else {
            return Sense::Gibberish;
        };
        self.read_chunk(chunk, message, pieces)
    }
}

impl Events {
    fn read_chunk(
        &mut self,
        chunk: Chunk<'_>,
        message: &Message<'_>,
        pieces: &mut Pieces<'_>,
    ) -> Sense {
        if message.is_error() || chunk.error.is_some() {
            match chunk.error {
                Some(error) => pieces.fault(error.get()),
                None => pieces.fault(&String::from_utf8_lossy(message.data)),
            }
        }
        facts(&chunk, pieces);
        let sense = if chunk.is_openai_chat() { Sense::Ours } else { Sense::Foreign };
        let usage = chunk.usage().and_then(|raw| serde_json::from_str::<Value>(raw.get()).ok());
        let tokens_so_far =
            usage.as_ref().and_then(|usage| tokens(usage.get("completion_tokens")?));
        let (mut finish, mut is_unread) = (None, false);
        for choice in chunk.choices.into_iter().flatten() {
            // One answer is measured: the first.
            if choice.index.unwrap_or(0.0) >= 0.5 {
                is_unread |= choice.has_text();
                continue;
            }
            if message.is_bare && choice.message.is_some() {
                pieces.not_streamed();
            }
            if let Some(said) = choice.delta.or(choice.message.map(|whole| *whole)) {
                // A running count belongs to a chunk with more to follow; on the last one it is the usage.
                pieces.tokens_so_far(tokens_so_far.filter(|_| choice.finish_reason.is_none()));
                self.delta(said, chunk.diffusing == Some(true), pieces);
            }
            finish = finish.or(choice.finish_reason);
        }
        if is_unread {
            pieces.unread();
        }
        if let Some(usage) = usage {
            pieces.times(&usage);
            pieces.usage(usage);
        }
        if let Some(Text(reason)) = finish {
            pieces.finish(&reason);
            if reason == "error" {
                pieces.fault("the provider ended the answer with the finish reason `error`");
            }
        }
        sense
    }

    fn delta(&mut self, delta: Delta<'_>, replaces: bool, pieces: &mut Pieces<'_>) {
        let details = delta.reasoning_details();
        let detailed = details.text.as_deref().map(|text| self.details.news(text));
        let content = delta.content.unwrap_or_default();
        if content.is_unread {
            pieces.unread();
        }
        let fields =
            [delta.reasoning_content, delta.reasoning, delta.reasoning_text, delta.thinking];
        let shown = fields.into_iter().flatten().map(|text| text.0).find(|text| !text.is_empty());
        let shown =
            shown.or(detailed.map(Cow::Borrowed)).unwrap_or_else(|| content.thinking.clone());
        match details.kind.or(content.is_summary.then_some(ReasoningType::Summary)) {
            // Encrypted reasoning beside visible reasoning hides nothing.
            Some(ReasoningType::Redacted) if pieces.reasoning_type() != ReasoningType::None => {}
            Some(kind) => pieces.reasoned(kind),
            None => {}
        }
        pieces.reasoning(&shown, ReasoningType::Verbatim);
        let answer = content.text;
        if let Some(Text(refusal)) = delta.refusal.filter(|_| answer.is_empty()) {
            pieces.refusal(&refusal);
        }
        if replaces {
            pieces.rewrite(&answer);
        } else if self.details.is_whole() {
            pieces.answer(self.answer.news(&answer));
        } else {
            pieces.answer(&answer);
        }
        for call in
            delta.tool_calls.into_iter().flatten().chain(delta.function_call.map(ToolCall::of))
        {
            self.calls.read(call, pieces);
        }
    }
}

fn text_of<'a>(text: Option<&'a Text<'_>>) -> Option<&'a str> {
    text.map(|text| &*text.0)
}

fn facts(chunk: &Chunk<'_>, pieces: &mut Pieces<'_>) {
    pieces.fact(Fact::Model, text_of(chunk.model.as_ref()));
    pieces.fact(Fact::Backend, text_of(chunk.provider.as_ref()));
    pieces.fact(Fact::Fingerprint, text_of(chunk.system_fingerprint.as_ref()));
    pieces.tier(text_of(chunk.service_tier.as_ref()));
    for raw in [chunk.time_info, chunk.perf_metrics, chunk.timings].into_iter().flatten() {
        if let Ok(times) = serde_json::from_str::<Value>(raw.get()) {
            pieces.times(&times);
        }
    }
    // Groq repeats the usage in its own field, which matters if the usual field is empty.
    if let (None, Some(usage)) = (chunk.usage(), chunk.x_groq.as_ref().and_then(|groq| groq.usage))
        && let Ok(usage) = serde_json::from_str::<Value>(usage.get())
    {
        pieces.times(&usage);
        pieces.usage(usage);
    }
}

/// The usage of one stream. `reasoning_exclusive` is the assumption for a provider without a total.
fn usage(verbatim: &[Value], reasoning_exclusive: bool) -> Usage {
    let said = UsageReports(verbatim);
    let count = |paths: &[&str]| said.count(paths);
    let in_total = count(&["/prompt_tokens"]);
    let completion = count(&["/completion_tokens"]);
    let reasoning = count(&["/completion_tokens_details/reasoning_tokens", "/reasoning_tokens"]);
    let total = count(&["/total_tokens"]);
    let excludes = match (in_total, completion, reasoning, total) {
        (Some(input), Some(output), Some(reasoning), Some(total)) if reasoning > 0 => {
            if input + output == total {
                false
            } else {
                input + output + reasoning == total || reasoning_exclusive
            }
        }
        _ => reasoning_exclusive,
    };
    // With the user's own backend key, a gateway reports only its fee, and the backend's charge separately.
    let is_byok = verbatim.iter().any(|usage| usage.get("is_byok") == Some(&Value::Bool(true)));
    let upstream = said.number(&["/cost_details/upstream_inference_cost"]).filter(|_| is_byok);
    let upstream = upstream.unwrap_or(0.0);
    Usage {
        in_total,
        cached_read: count(&[
            "/prompt_tokens_details/cached_tokens",
            "/prompt_cache_hit_tokens",
            "/cached_tokens",
        ]),
        cached_write: count(&["/prompt_tokens_details/cache_write_tokens"]),
        out_total: completion
            .map(|output| if excludes { output + reasoning.unwrap_or(0) } else { output }),
        reasoning,
        accepted_prediction: count(&["/completion_tokens_details/accepted_prediction_tokens"]),
        rejected_prediction: count(&["/completion_tokens_details/rejected_prediction_tokens"]),
        reported_usd: said
            .number(&["/cost", "/cost/total_cost", "/estimated_cost"])
            .map(|fee| fee + upstream)
            .or_else(|| said.number(&["/cost_in_usd_ticks"]).map(|ticks| ticks / 1e10)),
        ..Usage::default()
    }
}

#[cfg(test)]
mod tests;
