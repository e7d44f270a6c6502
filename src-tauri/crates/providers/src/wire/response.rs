//! What a request brought besides timed text: counts, reasons, and what the server says of itself.

use std::collections::BTreeMap;

use measure::ReasoningType;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalogue::Provider;
use crate::error::fault::Fault;

/// Longest name of a service tier that is kept, in letters.
pub(crate) const LONGEST_TIER: usize = 64;

/// Token counts as the provider gives them, brought to one meaning. Absent means it did not say.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Usage {
    /// All input tokens, cached ones included.
    pub in_total: Option<u64>,
    /// Input tokens read from the provider's cache, part of `in_total`.
    pub cached_read: Option<u64>,
    /// Input tokens written to the provider's cache.
    pub cached_write: Option<u64>,
    /// All output tokens, reasoning included.
    pub out_total: Option<u64>,
    /// Reasoning tokens, normally part of `out_total`.
    pub reasoning: Option<u64>,
    /// Input tokens on the bill, where the provider bills another number than it counts.
    pub billed_in: Option<u64>,
    /// Output tokens on the bill, where the provider bills another number than it counts.
    pub billed_out: Option<u64>,
    /// The provider's own figure of what the request cost, in dollars.
    pub reported_usd: Option<f64>,
}

impl Usage {
    /// Reads the usage objects that `provider` sent in one stream, word for word and in order.
    pub fn of(verbatim: &[Value], provider: &Provider) -> Self {
        provider.dialect.wire().usage(verbatim, provider)
    }
}

/// What a server says of itself. It stands beside our own measurement and is never mixed with it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ServerReport {
    /// Time the request waited in its queue, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue_ms: Option<f64>,
    /// Time it took to load the model before anything else, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_ms: Option<f64>,
    /// Time it took to read the prompt (prefill), in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_ms: Option<f64>,
    /// Time it took to write the answer (decode), in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion_ms: Option<f64>,
    /// Time to first token, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<f64>,
    /// Time for the whole request, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_ms: Option<f64>,
    /// Time the request took before the response began, in milliseconds, from the `openai-processing-ms` header or from
    /// that of Google's front end in `server-timing`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processing_ms: Option<f64>,
    /// Tokens per second.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tps: Option<f64>,
    /// The model that answered, where the server names one.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The backend behind a gateway.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// The system's fingerprint.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system_fingerprint: Option<String>,
    /// The tier that answered, where the server names one: `default`, `flex`, `priority`, `fast` and the like.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_tier: Option<String>,
    /// The request's id, for the provider's support.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Rate-limit headers, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rate_limits: BTreeMap<String, String>,
}

impl ServerReport {
    /// Takes over whatever times a chunk reports, wherever its provider puts them.
    pub(crate) fn read_times(&mut self, report: &Value) {
        // Groq and Cerebras give seconds, under the usage or under `time_info`; SambaNova under the usage; Fireworks
        // under `perf_metrics`. llama.cpp gives milliseconds, under `timings`.
        const SECONDS: f64 = 1e3;
        const MILLISECONDS: f64 = 1.0;
        let read = |field: &mut Option<f64>, unit: f64, names: &[&str]| {
            let found = names.iter().find_map(|name| number(report.get(name)?));
            *field = found.map(|value| value * unit).or(*field);
        };
        read(&mut self.queue_ms, SECONDS, &["queue_time"]);
        read(&mut self.prompt_ms, SECONDS, &["prompt_time"]);
        read(&mut self.prompt_ms, MILLISECONDS, &["prompt_ms"]);
        read(&mut self.completion_ms, SECONDS, &["completion_time"]);
        read(&mut self.completion_ms, MILLISECONDS, &["predicted_ms"]);
        read(&mut self.ttft_ms, SECONDS, &["time_to_first_token", "server-time-to-first-token"]);
        read(
            &mut self.total_ms,
            SECONDS,
            &["total_time", "total_latency", "server-processing-time"],
        );
        read(
            &mut self.tps,
            1.0,
            &["predicted_per_second", "completion_tokens_after_first_per_sec"],
        );
    }
}

/// Everything a request brought besides its raw log.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, which a stream shows or does not"
)]
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reply {
    /// Why the model says it stopped; the first reason given.
    pub finish_reason: Option<String>,
    /// Whether the terminal marker came.
    pub done: bool,
    /// How reasoning reached us, as far as the stream itself shows.
    pub reasoning_type: ReasoningType,
    /// Whether the model reasoned before any text was shown, in a form that shows none of it.
    pub reasoned_unseen: bool,
    /// Whether the model declined in words that its dialect sets apart from an answer.
    pub refused: bool,
    /// Whether the answer came as one JSON body instead of a stream.
    pub not_streamed: bool,
    /// What the server says of itself.
    pub server: ServerReport,
    /// What failed.
    pub fault: Option<Fault>,
    /// Requests sent: more than 1 when one was refused for an option, or met a connection that the server had closed.
    pub attempts: u32,
    /// Whether one of them met a connection that the server had closed. It may have seen that one all the same.
    pub stale: bool,
}

/// A JSON number, or a string that is one: some servers quote their numbers.
pub(crate) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().trim_end_matches('s').parse().ok(),
        _ => None,
    }
    .filter(|number| number.is_finite())
}

/// The usage objects of one stream, in order: a later value replaces an earlier one, field by field, because counts are
/// cumulative and may come in pieces.
pub(crate) struct Said<'a>(pub(crate) &'a [Value]);

impl Said<'_> {
    /// The last number that stands at one of `paths`, written as JSON pointers.
    pub(crate) fn number(&self, paths: &[&str]) -> Option<f64> {
        self.0
            .iter()
            .rev()
            .find_map(|usage| paths.iter().find_map(|path| number(usage.pointer(path)?)))
    }

    /// The same as a count of tokens: some servers write counts as fractions, and some write −1 for what they do not
    /// know.
    pub(crate) fn count(&self, paths: &[&str]) -> Option<u64> {
        let count =
            |usage: &Value, path: &&str| number(usage.pointer(path)?).filter(|count| *count >= 0.0);
        let counts = |usage| paths.iter().find_map(|path| count(usage, path));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "counts are cut to the range of what they count"
        )]
        self.0.iter().rev().find_map(counts).map(|count| count.round().min(9e15) as u64)
    }
}

/// A running count of tokens, where the value is one.
pub(crate) fn tokens(value: &Value) -> Option<u32> {
    let count = number(value).filter(|count| (0.0..=f64::from(u32::MAX)).contains(count))?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "its range was just checked"
    )]
    Some(count as u32)
}
