//! The catalogue of numbers: what each is called, how it is computed, when it is absent, in what unit it is written, and
//! which way it is better. Every surface iterates it: summaries, tables, exports, searches, comparisons and the window.
//!
//! **Invariant:** an entry's id is its field in the document `paceline.run/1`, and never changes.

use serde::Serialize;

use crate::Better;

/// What a number counts or measures, which decides how it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Milliseconds that people read in seconds or in milliseconds, as they prefer.
    Duration,
    /// Milliseconds that are too few to be read in seconds.
    Milliseconds,
    /// Tokens per second.
    TokensPerSecond,
    /// Requests per second.
    RequestsPerSecond,
    /// Whole tokens.
    Tokens,
    /// How many of something.
    Count,
    /// One number ÷ another, or a mean count: two digits after the point.
    Ratio,
    /// A share, 0 to 1, written in percent.
    Share,
    /// Percent of difference, with its sign.
    SignedPercent,
    /// Percent of something whole.
    Percent,
    /// US dollars.
    Dollars,
}

/// Whose count of tokens a number rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Counter {
    /// It rests on no tokens.
    None,
    /// Whoever counted the request's tokens: the server, or this app with `o200k_base`. Numbers by different counters are
    /// not one population.
    Any,
    /// The server alone.
    Server,
    /// This app alone, with `o200k_base`.
    Neutral,
}

/// What one number means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
pub struct Definition {
    /// Its name in the document.
    pub id: &'static str,
    /// Its name, in the field's standard terms.
    pub name: &'static str,
    /// Its name where there is room for a word or two: a column's heading, an axis.
    pub short: &'static str,
    /// How it is computed.
    pub formula: &'static str,
    /// When there is none; empty where there always is one.
    pub absent: &'static str,
    /// What it is measured in.
    pub unit: Unit,
    /// Which way it is better; absent where neither is.
    pub better: Option<Better>,
    /// Whose count of tokens it rests on.
    pub counter: Counter,
}

impl Definition {
    /// Whether it belongs to the numbers by which contenders are ranked: one way of it is better.
    pub fn is_ranked(&self) -> bool {
        self.better.is_some()
    }
}

/// Each row: variant, id, name, short name, unit, better, counter, formula, absent.
macro_rules! metrics {
    ($($variant:ident, $id:literal, $name:literal, $short:literal, $unit:ident, $better:expr, $counter:ident,
        $formula:expr, $absent:expr;)*) => {
        /// A number of one request.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Metric {
            $(#[doc = concat!("`", $id, "`")] $variant,)*
        }

        /// Every number of one request with its definition, in reading order.
        pub const METRICS: [Definition; [$(Metric::$variant),*].len()] =
            [$(*Metric::$variant.definition()),*];

        impl Metric {
            /// All of them, in reading order.
            pub const ALL: [Self; METRICS.len()] = [$(Self::$variant),*];

            /// What it means.
            pub const fn definition(self) -> &'static Definition {
                match self {
                    $(Self::$variant => &Definition {
                        id: $id,
                        name: $name,
                        short: $short,
                        formula: $formula,
                        absent: $absent,
                        unit: Unit::$unit,
                        better: $better,
                        counter: Counter::$counter,
                    },)*
                }
            }
        }
    };
}

const LOWER: Option<Better> = Some(Better::Lower);
const HIGHER: Option<Better> = Some(Better::Higher);
const NEITHER: Option<Better> = None;

const NO_TEXT: &str = "no text came";
const NO_EVENT: &str = "none came";
const NO_PAIR: &str = "fewer than two chunks came";
const NO_USAGE: &str = "it sent no usage";
const NO_SPEED: &str =
    "fewer than two chunks came, decoding took under 5 ms, or the text came in bursts";

metrics! {
    TtftMs, "ttft_ms", "Time to first token (TTFT)", "TTFT", Duration, LOWER, None,
        "TTFT = t(first visible text) − t(send). Visible text is reasoning, answer or a tool call; role chunks, empty deltas, pings and usage are not. t(send) is just before the request is handed to a standing connection.",
        NO_TEXT;
    TtfatMs, "ttfat_ms", "Time to first answer token (TTFAT)", "TTFAT", Duration, LOWER, None,
        "TTFAT = t(first text of the answer, or of a tool call) − t(send). Without reasoning it equals TTFT.",
        "no answer came";
    TtftPerceivedMs, "ttft_perceived_ms", "Perceived TTFT", "Perceived TTFT", Duration, LOWER, None,
        "t(first visible text) − t(due), where a request is due at the start gun, or at its place in an open loop. It includes any wait to leave.",
        NO_TEXT;
    TtfsMs, "ttfs_ms", "Time to first sentence (TTFS)", "TTFS", Duration, LOWER, None,
        "TTFS = t(first sentence) − t(send), where the answer then holds . ! ? a line end or 12 words.",
        "no sentence came";
    RequestWrittenMs, "request_written_ms", "Request written", "Request written", Milliseconds, LOWER, None,
        "t(last byte of the request handed to the system) − t(send).",
        "nothing was sent";
    TtfbMs, "ttfb_ms", "Time to first byte (TTFB)", "TTFB", Milliseconds, LOWER, None,
        "TTFB = t(first byte of the response's headers) − t(send). Bytes that TLS exchanges for itself do not count.",
        NO_EVENT;
    TtfbHeadersMs, "ttfb_headers_ms", "Response headers", "Headers", Milliseconds, LOWER, None,
        "t(headers of the stream complete) − t(send).",
        NO_EVENT;
    FirstEventMs, "first_event_ms", "Time to first event", "First event", Milliseconds, LOWER, None,
        "t(first event of the stream) − t(send). A role chunk is an event and not a token; a comment is neither.",
        NO_EVENT;
    CreateTimeMs, "create_time_ms", "Stream creation", "Stream creation", Milliseconds, LOWER, None,
        "t(stream created) − t(send), where one request creates the stream and a second one reads it.",
        "one request does both";
    ConnectTimeMs, "connect_time_ms", "Connection time", "Connection", Milliseconds, LOWER, None,
        "DNS + TCP + proxy + TLS. It is not part of TTFT.",
        "an earlier request had paid for it";
    ThinkingTimeMs, "thinking_time_ms", "Thinking time", "Thinking", Duration, LOWER, None,
        "t(first answer text) − t(first visible text), where reasoning was streamed.",
        "no reasoning was shown";
    LatencyMs, "latency_ms", "End-to-end latency", "Latency", Duration, LOWER, None,
        "t(last visible text) − t(send). What comes after it, usage and the end marker, is the stream tail.",
        NO_TEXT;
    LatencyPerceivedMs, "latency_perceived_ms", "Perceived latency", "Perceived latency", Duration, LOWER, None,
        "t(last visible text) − t(due), where a request is due at the start gun, or at its place in an open loop.",
        NO_TEXT;
    DecodeTimeMs, "decode_time_ms", "Decode time", "Decode", Duration, LOWER, None,
        "t(last visible text) − t(first visible text).",
        NO_PAIR;
    StreamTailMs, "stream_tail_ms", "Stream tail", "Tail", Milliseconds, LOWER, None,
        "t(end of the body) − t(last visible text).",
        NO_TEXT;
    DecodeTps, "decode_tps", "Output speed", "tok/s", TokensPerSecond, HIGHER, Any,
        "(output tokens − tokens of the first chunk) ÷ decode time. Hidden reasoning is in neither.",
        NO_SPEED;
    AnswerTps, "answer_tps", "Output speed within the answer", "Answer tok/s", TokensPerSecond, HIGHER, Any,
        "(answer tokens − tokens of its first chunk) ÷ the answer's decode time.",
        NO_SPEED;
    ReasoningTps, "reasoning_tps", "Output speed within the reasoning", "Reasoning tok/s", TokensPerSecond, HIGHER, Any,
        "(reasoning tokens − tokens of its first chunk) ÷ the reasoning's decode time, where reasoning is shown word for word.",
        NO_SPEED;
    E2eTps, "e2e_tps", "End-to-end speed", "E2E tok/s", TokensPerSecond, HIGHER, Any,
        "output tokens ÷ end-to-end latency.",
        "no tokens came";
    TpotMs, "tpot_ms", "Time per output token (TPOT)", "TPOT", Milliseconds, LOWER, Any,
        "TPOT = 1 ÷ output speed: a mean over the stream.",
        NO_SPEED;
    PrefillTps, "prefill_tps", "Prefill speed, at least", "Prefill tok/s", TokensPerSecond, HIGHER, Server,
        "input tokens ÷ TTFT. TTFT includes the network and any queue, so the prefill was at least this fast.",
        "something else of the run asked the same server at once, the server does not say that nothing was cached, or it reasoned unseen";
    TokensPerChunk, "tokens_per_chunk", "Tokens per chunk", "Tokens/chunk", Ratio, NEITHER, Any,
        "output tokens ÷ chunks.",
        NO_TEXT;
    Chunks, "chunks", "Chunks", "Chunks", Count, NEITHER, None,
        "Events with visible text. A chunk is not a token.",
        "";
    IclP50Ms, "icl_p50_ms", "Chunk gap, median", "Chunk gap p50", Milliseconds, LOWER, None,
        "p50 of t(chunk i) − t(chunk i − 1). It is an inter-token latency only where each chunk holds one token.",
        "fewer than six chunks came";
    IclP99Ms, "icl_p99_ms", "Chunk gap, p99", "Chunk gap p99", Milliseconds, LOWER, None,
        "p99 of t(chunk i) − t(chunk i − 1).",
        "fewer than 101 chunks came";
    MaxGapMs, "max_gap_ms", "Longest chunk gap", "Longest gap", Milliseconds, LOWER, None,
        "max of t(chunk i) − t(chunk i − 1).",
        NO_PAIR;
    Stalls, "stalls", "Stalls", "Stalls", Count, LOWER, None,
        "Number of chunk gaps > max(500 ms, 5 × median gap).",
        NO_PAIR;
    BurstRatio, "burst_ratio", "Burst ratio", "Bursts", Share, NEITHER, None,
        "chunks that came within 1 ms of the one before ÷ chunks.",
        NO_PAIR;
    OutTokens, "out_tokens", "Output tokens", "Tokens", Tokens, NEITHER, Any,
        "Output tokens by the server's count, or else by o200k_base.",
        NO_TEXT;
    OutTokensServer, "out_tokens_server", "Output tokens, server's count", "Tokens, server", Tokens, NEITHER, Server,
        "Output tokens as the server's usage says, reasoning included.",
        NO_USAGE;
    OutTokensNeutral, "out_tokens_neutral", "Output tokens, o200k_base", "Tokens, o200k", Tokens, NEITHER, Neutral,
        "o200k_base over the whole shown text, once.",
        NO_TEXT;
    CountDiffPct, "count_diff_pct", "Token count difference", "Count difference", SignedPercent, NEITHER, Server,
        "(server's count − o200k_base) ÷ o200k_base.",
        "one of them is missing";
    OslDiffPct, "osl_diff_pct", "Output length difference", "Length difference", SignedPercent, NEITHER, Server,
        "(output tokens − tokens asked for) ÷ tokens asked for, of a request that ended well.",
        "no length was asked for, or the server counted nothing";
    ReasoningTokensServer, "reasoning_tokens_server", "Reasoning tokens", "Reasoning tokens", Tokens, NEITHER, Server,
        "Reasoning tokens as the server's usage says; part of its output tokens.",
        "it says nothing of them";
    AnswerTokensServer, "answer_tokens_server", "Answer tokens", "Answer tokens", Tokens, NEITHER, Server,
        "output tokens − reasoning tokens, by the server's count.",
        "it says nothing of reasoning tokens";
    InTokensServer, "in_tokens_server", "Input tokens", "Input tokens", Tokens, NEITHER, Server,
        "Input tokens as the server's usage says, cached ones included.",
        NO_USAGE;
    CachedReadTokens, "cached_read_tokens", "Input tokens from cache", "Cached tokens", Tokens, NEITHER, Server,
        "Input tokens that the server read from its cache.",
        "it says nothing of them";
    CachedWriteTokens, "cached_write_tokens", "Input tokens written to the cache", "Cache writes", Tokens, NEITHER, Server,
        "Input tokens that the server wrote to its cache.",
        "it says nothing of them";
    CostUsd, "cost_usd", "Cost", "Cost", Dollars, LOWER, None,
        "The cost that the provider reports; else Σ tokens × price, with cached and reasoning tokens at their own prices; else the request's share of a machine paid by the hour.",
        "no price is known";
}

impl Metric {
    /// Its name in the document.
    pub const fn id(self) -> &'static str {
        self.definition().id
    }

    /// The metric of this name in the document.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.id() == id)
    }

    /// Whether it is a number of times and speeds, which a machine that slept or whose clock was set cannot have measured.
    pub const fn is_timed(self) -> bool {
        matches!(
            self.definition().unit,
            Unit::Duration | Unit::Milliseconds | Unit::TokensPerSecond
        )
    }

    /// Whether values by different counters of tokens are not one population.
    pub const fn needs_one_counter(self) -> bool {
        matches!(self.definition().counter, Counter::Any)
    }
}

/// The numbers of one request, one for each [`Metric`]; absent means undefined or unknown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Values([Option<f64>; Metric::ALL.len()]);

impl Values {
    /// What `read` gives for each metric.
    pub fn of(read: impl Fn(Metric) -> Option<f64>) -> Self {
        Self(Metric::ALL.map(read))
    }

    /// One of them.
    pub fn get(&self, metric: Metric) -> Option<f64> {
        self.0.get(metric as usize).copied().flatten()
    }

    /// All of them, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (Metric, Option<f64>)> {
        Metric::ALL.into_iter().zip(self.0)
    }
}

impl Default for Values {
    fn default() -> Self {
        Self::of(|_| None)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{LEVEL_DEFINITIONS, definitions};

    #[test]
    fn every_number_is_named_explained_and_named_once() {
        let ids: BTreeSet<&str> = definitions().map(|known| known.id).collect();
        let names: BTreeSet<&str> = definitions().map(|known| known.name).collect();
        assert_eq!(ids.len(), METRICS.len() + LEVEL_DEFINITIONS.len(), "an id is one number's");
        assert_eq!(names.len(), ids.len(), "and so is a name");
        for known in definitions() {
            assert!(known.formula.ends_with('.'), "{}: a formula ends", known.id);
            assert!(!known.formula.contains(" less "), "{}: a minus is −", known.id);
            assert!(known.short.len() <= 18, "{}: a heading is short", known.id);
        }
    }

    #[test]
    fn a_metric_is_found_by_its_id_and_keeps_its_place() {
        for metric in Metric::ALL {
            assert_eq!(Metric::by_id(metric.id()), Some(metric), "its definition is its own");
            let alone = Values::of(|other| (other == metric).then_some(7.0));
            assert_eq!(alone.get(metric), Some(7.0), "{}", metric.id());
            assert_eq!(alone.iter().filter(|(_, value)| value.is_some()).count(), 1, "alone");
        }
    }
}
