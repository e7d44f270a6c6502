//! The response besides timed text: token counts, finish reason, and the server's own report.

use std::collections::BTreeMap;

use measure::ReasoningType;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalogue::Provider;
use crate::error::fault::Fault;
use crate::wire::redact::SafeText;

/// Maximum length of a service tier's name, in characters.
pub(crate) const LONGEST_TIER: usize = 64;

/// Token counts of the provider, normalised. Absent means not reported.
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
    /// Tokens of a predicted output that the answer took over, part of `out_total`.
    pub accepted_prediction: Option<u64>,
    /// Tokens of a predicted output that are not in the answer and are billed as output, part of `out_total`.
    pub rejected_prediction: Option<u64>,
    /// Billed input tokens, if they differ from those counted.
    pub billed_in: Option<u64>,
    /// Billed output tokens, if they differ from those counted.
    pub billed_out: Option<u64>,
    /// The cost that the provider reports, in dollars.
    pub reported_usd: Option<f64>,
}

impl Usage {
    /// Reads the usage objects of one stream of `provider`, verbatim and in order.
    pub fn of(verbatim: &[Value], provider: &Provider) -> Self {
        provider.dialect.wire().usage(verbatim, provider)
    }

    /// The output tokens that the model wrote: all but the rejected ones of a predicted output.
    pub fn written(&self) -> Option<u64> {
        Some(self.out_total?.saturating_sub(self.rejected_prediction.unwrap_or(0)))
    }

    /// Input tokens from the cache ÷ input tokens, 0 to 1.
    pub fn cached_share(&self) -> Option<f64> {
        let (cached, all) =
            (u32::try_from(self.cached_read?).ok()?, u32::try_from(self.in_total?).ok()?);
        (all > 0).then(|| f64::from(cached) / f64::from(all))
    }
}

/// The server's own report, shown beside our measurements and never mixed with them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ServerReport {
    /// Time in the server's queue, in milliseconds.
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
    /// The model that answered, if the server names it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<SafeText>,
    /// The backend behind a gateway.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<SafeText>,
    /// The system's fingerprint.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system_fingerprint: Option<SafeText>,
    /// The tier that answered, if the server names it: `default`, `flex`, `priority`, `fast` and the like.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_tier: Option<SafeText>,
    /// The request's id, for the provider's support.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<SafeText>,
    /// Rate-limit headers, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rate_limits: BTreeMap<SafeText, SafeText>,
}

impl ServerReport {
    /// The report of a document from elsewhere: each of its times as the usage reports of its raw log say it, if they do, and none
    /// that no request can have.
    #[must_use]
    pub fn as_logged(&self, usage: &[Value]) -> Self {
        let mut logged = Self::default();
        for report in usage {
            logged.read_times(report);
        }
        let mut own = self.clone();
        for (own, logged) in own.times_mut().into_iter().zip(logged.times_mut()) {
            *own = own.map(|own| logged.unwrap_or(own)).filter(|told| is_possible(*told));
        }
        own
    }

    fn times_mut(&mut self) -> [&mut Option<f64>; 8] {
        [
            &mut self.queue_ms,
            &mut self.load_ms,
            &mut self.prompt_ms,
            &mut self.completion_ms,
            &mut self.ttft_ms,
            &mut self.total_ms,
            &mut self.processing_ms,
            &mut self.tps,
        ]
    }

    /// Reads the times that a chunk reports, in any provider's format.
    pub(crate) fn read_times(&mut self, report: &Value) {
        // Groq and Cerebras give seconds, under the usage or under `time_info`; SambaNova under the usage; Fireworks
        // under `perf_metrics`. llama.cpp gives milliseconds, under `timings`.
        const SECONDS: f64 = 1e3;
        const MILLISECONDS: f64 = 1.0;
        let read = |field: &mut Option<f64>, unit: f64, names: &[&str]| {
            let found = names.iter().find_map(|name| number(report.get(name)?));
            *field = found.map(|value| value * unit).filter(|told| is_possible(*told)).or(*field);
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

/// The most that a server can say of a time, in milliseconds, or of a speed: far more than any request has.
const MOST_TOLD: f64 = 1e9;

/// Whether a request can have taken such a time, or had such a speed.
pub(crate) fn is_possible(told: f64) -> bool {
    (0.0..=MOST_TOLD).contains(&told)
}

/// The reply to a request, besides its raw log.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, which a stream shows or does not"
)]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply {
    /// The first finish reason.
    pub finish_reason: Option<SafeText>,
    /// Whether the terminal marker arrived.
    pub done: bool,
    /// How reasoning was delivered, as far as the stream shows.
    pub reasoning_type: ReasoningType,
    /// Whether the model reasoned before the first visible text, without showing it.
    pub reasoned_unseen: bool,
    /// Whether the model declined, in a form that its dialect distinguishes from an answer.
    pub refused: bool,
    /// Whether the answer, or an error in its place, came as one JSON body instead of a stream.
    pub not_streamed: bool,
    /// The server's own report.
    pub server: ServerReport,
    /// The failure.
    pub fault: Option<Fault>,
    /// Number of events that could not be read, exceeded a limit, or had text after the terminal marker or of another
    /// answer than the first.
    pub unread: u32,
    /// Number of attempts: more than 1 if one was refused for an option, or hit a closed connection.
    pub attempts: u32,
    /// The field that the second attempt left out, because the server refused it.
    pub left_out: Option<SafeText>,
    /// Whether one of them hit a closed connection. The server may have received it nevertheless.
    pub stale: bool,
}

/// A JSON number, or a string with one: some servers quote numbers.
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
pub(crate) struct UsageReports<'a>(pub(crate) &'a [Value]);

impl UsageReports<'_> {
    /// The last number at one of `paths` (JSON pointers).
    pub(crate) fn number(&self, paths: &[&str]) -> Option<f64> {
        self.0
            .iter()
            .rev()
            .find_map(|usage| paths.iter().find_map(|path| number(usage.pointer(path)?)))
    }

    /// As `number`, for a token count: some servers write counts as fractions, and some write −1 for unknown.
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

/// A running token count, if the value is one.
pub(crate) fn tokens(value: &Value) -> Option<u32> {
    let count = number(value).filter(|count| (0.0..=f64::from(u32::MAX)).contains(count))?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "its range was just checked"
    )]
    Some(count as u32)
}
