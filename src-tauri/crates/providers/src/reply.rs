//! What a request brought besides timed text: counts, reasons, and what the server says of itself.

use std::collections::BTreeMap;

use measure::ReasoningType;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Fault;

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
    /// The provider's own figure of what the request cost, in dollars.
    pub reported_usd: Option<f64>,
}

impl Usage {
    /// Reads the usage objects of one `openai-chat` stream, in order: a later value replaces an earlier one, field by
    /// field, because counts are cumulative and may come in pieces. `reasoning_exclusive` says what to assume of a
    /// provider that gives no total to tell by.
    pub fn of_openai_chat(verbatim: &[Value], reasoning_exclusive: bool) -> Self {
        let find = |paths: &[&str]| {
            verbatim
                .iter()
                .rev()
                .find_map(|usage| paths.iter().find_map(|path| number(usage.pointer(path)?)))
        };
        let count = |paths: &[&str]| find(paths).map(round);
        let in_total = count(&["/prompt_tokens"]);
        let completion = count(&["/completion_tokens"]);
        let reasoning =
            count(&["/completion_tokens_details/reasoning_tokens", "/reasoning_tokens"]);
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
        Self {
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
            reported_usd: find(&["/cost", "/estimated_cost"])
                .or_else(|| find(&["/cost_in_usd_ticks"]).map(|ticks| ticks / 1e10)),
        }
    }
}

/// What a server says of itself. It stands beside our own measurement and is never mixed with it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ServerReport {
    /// Time the request waited in its queue, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue_ms: Option<f64>,
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
    /// Time the request took before the response began, from the `openai-processing-ms` header.
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
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reply {
    /// Why the model says it stopped; the first reason given.
    pub finish_reason: Option<String>,
    /// Whether the terminal marker came.
    pub done: bool,
    /// How reasoning reached us, as far as the stream itself shows.
    pub reasoning_type: ReasoningType,
    /// Whether the answer came as one JSON body instead of a stream.
    pub not_streamed: bool,
    /// What the server says of itself.
    pub server: ServerReport,
    /// What failed.
    pub fault: Option<Fault>,
    /// Requests sent: 2 when the first was refused for an option.
    pub attempts: u32,
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

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are cut to the range of what they count"
)]
fn round(number: f64) -> u64 {
    number.round().clamp(0.0, 9e15) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whether_reasoning_is_inside_the_output_is_told_by_the_total() {
        let exclusive = json!({"prompt_tokens": 12, "completion_tokens": 1, "total_tokens": 303,
            "completion_tokens_details": {"reasoning_tokens": 290}, "cost_in_usd_ticks": 43_710_000});
        let usage = Usage::of_openai_chat(&[exclusive], false);
        assert_eq!(usage.out_total, Some(291), "12 + 1 + 290 = 303: the reasoning comes on top");
        assert_eq!(usage.reported_usd, Some(0.004_371), "10^10 ticks are a dollar");
        let inclusive = json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15,
            "completion_tokens_details": {"reasoning_tokens": 3}});
        assert_eq!(
            Usage::of_openai_chat(&[inclusive], true).out_total,
            Some(5),
            "10 + 5 = 15: it is inside"
        );
        let silent =
            json!({"completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 3}});
        assert_eq!(
            Usage::of_openai_chat(&[silent], true).out_total,
            Some(8),
            "no total: what the row says"
        );
    }

    #[test]
    fn usage_that_comes_in_pieces_is_one_usage_and_running_counts_replace() {
        let pieces = [
            json!({"prompt_tokens": 9, "completion_tokens": 2}),
            json!({"completion_tokens": 5.0}),
        ];
        let usage = Usage::of_openai_chat(&pieces, false);
        assert_eq!(
            (usage.in_total, usage.out_total),
            (Some(9), Some(5)),
            "the later count replaces the earlier"
        );
        assert_eq!(usage.cached_read, None, "what nobody said is unknown, not zero");
    }

    #[test]
    fn more_reasoning_than_output_is_taken_as_given() {
        let odd = json!({"prompt_tokens": 1, "completion_tokens": 10, "total_tokens": 11,
            "completion_tokens_details": {"reasoning_tokens": 11}});
        assert_eq!(
            Usage::of_openai_chat(&[odd], false).reasoning,
            Some(11),
            "a gateway was recorded saying this"
        );
    }
}
