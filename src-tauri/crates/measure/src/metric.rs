//! The metric catalogue: each metric's name, formula, unit, direction, and when it is absent. Every surface iterates it:
//! summaries, tables, exports, searches, comparisons and the window.
//!
//! **Invariant:** a metric's id is its field name in the document `paceline.run/1` and never changes.

use serde::{Deserialize, Serialize};

use crate::band::Band;
use crate::{Better, Surface};

/// The unit of a number, which decides how it is formatted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Milliseconds, shown in seconds or milliseconds as the user prefers.
    Duration,
    /// Milliseconds, always shown in milliseconds because the values are small.
    Milliseconds,
    /// Tokens per second.
    TokensPerSecond,
    /// Characters per second.
    CharactersPerSecond,
    /// Requests per second.
    RequestsPerSecond,
    /// Whole tokens.
    Tokens,
    /// A plain count.
    Count,
    /// A quotient or a mean count, shown with two decimals.
    Ratio,
    /// A share from 0 to 1, shown in percent.
    Share,
    /// A relative difference in percent, with its sign.
    SignedPercent,
    /// Percent of a whole.
    Percent,
    /// US dollars.
    Dollars,
}

/// Which token count a number depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Counter {
    /// It depends on no token count.
    None,
    /// The request's token count, from the server or from this app with `o200k_base`. Numbers from different counters
    /// must not be pooled.
    Any,
    /// The server's count only.
    Server,
    /// This app's count with `o200k_base` only.
    Neutral,
}

/// The definition of one metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
pub struct Definition {
    /// Field name in the document.
    pub id: &'static str,
    /// Full name, in the field's standard terms.
    pub name: &'static str,
    /// Short name for column headings and axes.
    pub short: &'static str,
    /// Formula.
    pub formula: &'static str,
    /// When the value is absent; empty if it never is.
    pub absent: &'static str,
    /// Unit.
    pub unit: Unit,
    /// Which direction is better; absent if neither is.
    pub better: Option<Better>,
    /// Which token count it depends on.
    pub counter: Counter,
    /// What its values feel like to a reader, in ascending order; empty for a metric nobody feels.
    pub bands: &'static [Band],
    /// Its order among the metrics of a surface, from 1; 0 without a surface.
    pub rank: u8,
    /// The surfaces with little room that show it.
    pub surfaces: &'static [Surface],
}

impl Definition {
    /// Its name in running text: `time to first token`.
    pub fn in_a_sentence(&self) -> String {
        let name = self.name.split(" (").next().unwrap_or(self.name);
        let mut characters = name.chars();
        let first = characters.next();
        let is_abbreviation = characters.clone().next().is_some_and(char::is_uppercase);
        let first =
            first.map(|first| if is_abbreviation { first } else { first.to_ascii_lowercase() });
        first.into_iter().chain(characters).collect()
    }

    /// Whether contenders can be ranked by it, that is, whether one direction is better.
    pub fn is_ranked(&self) -> bool {
        self.better.is_some()
    }
}

/// Each row: variant, id, name, short name, unit, better, counter, formula, absent; then, if surfaces with little room
/// show it, its rank and those surfaces.
macro_rules! metrics {
    ($($variant:ident, $id:literal, $name:literal, $short:literal, $unit:ident, $better:expr, $counter:ident,
        $formula:expr, $absent:expr$(, $rank:literal, [$($surface:ident),*])?;)*) => {
        /// A metric of one request.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
        pub enum Metric {
            $(#[doc = concat!("`", $id, "`")] #[serde(rename = $id)] $variant,)*
        }

        /// Every metric of one request with its definition, in reading order.
        pub const METRICS: [Definition; [$(Metric::$variant),*].len()] =
            [$(*Metric::$variant.definition()),*];

        impl Metric {
            /// All of them, in reading order.
            pub const ALL: [Self; METRICS.len()] = [$(Self::$variant),*];

            /// Its definition.
            pub const fn definition(self) -> &'static Definition {
                match self {
                    $(Self::$variant => const { &Definition {
                        id: $id,
                        name: $name,
                        short: $short,
                        formula: $formula,
                        absent: $absent,
                        unit: Unit::$unit,
                        better: $better,
                        counter: Counter::$counter,
                        bands: Self::$variant.bands(),
                        rank: 0 $(+ $rank)?,
                        surfaces: &[$($(Surface::$surface),*)?],
                    } },)*
                }
            }
        }
    };
}

const LOWER: Option<Better> = Some(Better::Lower);
const HIGHER: Option<Better> = Some(Better::Higher);
const NEITHER: Option<Better> = None;

const NO_TEXT: &str = "no text arrived";
const NO_CALL: &str = "the answer called no tool";
const NO_EVENT: &str = "nothing arrived";
const NO_PAIR: &str = "fewer than two chunks arrived";
const NO_USAGE: &str = "the server sent no usage";
const NO_REPORT: &str = "the server does not report them";
const NO_SPEED: &str =
    "decoding took under 5 ms, or more than 20 tokens arrived in fewer than five reads";
const NO_ROUND_TRIP: &str = "the handshake was not timed, or a proxy answered it";

metrics! {
    TtftMs, "ttft_ms", "Time to first token (TTFT)", "TTFT", Duration, LOWER, None,
        "TTFT = t(first visible text) − t(send). Visible text is reasoning, an answer or a tool call, not role chunks, empty deltas, pings or usage. t(send) is taken just before the request is written to an open connection.",
        NO_TEXT,
        1, [Lanes, Levels, Rounds, Contenders];
    TtfatMs, "ttfat_ms", "Time to first answer token (TTFAT)", "TTFAT", Duration, LOWER, None,
        "TTFAT = t(first text of the answer or of a tool call) − t(send). Without reasoning it equals TTFT.",
        "no answer arrived",
        2, [Lanes];
    TtftPerceivedMs, "ttft_perceived_ms", "Perceived TTFT", "Perceived TTFT", Duration, LOWER, None,
        "Perceived TTFT = t(first visible text) − t(due). A request is due at the start gun or, in an open loop, at its scheduled time; any delay before sending is included.",
        NO_TEXT;
    TtfsMs, "ttfs_ms", "Time to first sentence (TTFS)", "TTFS", Duration, LOWER, None,
        "TTFS = t(first sentence complete) − t(send). A sentence ends at the first boundary of UAX #29 that has a letter before it; 12 words, or 24 characters of a script without spaces, count as one.",
        "no sentence was completed";
    ToolCallMs, "tool_call_ms", "Time to first tool call", "Tool call", Duration, LOWER, None,
        "t(first text of a tool call, its name or its arguments) − t(send). A server that sends calls whole sends it when they are complete.",
        NO_CALL;
    ToolArgumentsMs, "tool_arguments_ms", "Time to complete arguments", "Arguments", Duration, LOWER, None,
        "t(last text of the first tool call) − t(send): from then on the tool can run.",
        "the answer called no tool, its first call was cut off, or its calls cannot be told apart";
    ToolCallsMs, "tool_calls_ms", "Time to all tool calls", "All tool calls", Duration, LOWER, None,
        "t(last text of the last tool call) − t(send).",
        "the answer called no tool, or its last call was cut off";
    ToolCalls, "tool_calls", "Tool calls", "Tool calls", Count, NEITHER, None,
        "Number of tool calls in the answer.",
        "the answer called no tool, or its calls cannot be told apart";
    RequestWrittenMs, "request_written_ms", "Request written", "Request written", Milliseconds, LOWER, None,
        "t(last byte of the request passed to the operating system) − t(send).",
        "nothing was sent";
    TtfbMs, "ttfb_ms", "Time to first byte (TTFB)", "TTFB", Milliseconds, LOWER, None,
        "TTFB = t(first byte of the response headers) − t(send). Bytes of TLS itself, such as its handshake, do not count.",
        NO_EVENT;
    TtfbHeadersMs, "ttfb_headers_ms", "Response headers", "Headers", Milliseconds, LOWER, None,
        "t(response headers of the stream complete) − t(send).",
        NO_EVENT;
    FirstEventMs, "first_event_ms", "Time to first event", "First event", Milliseconds, LOWER, None,
        "t(first event of the stream) − t(send). A role chunk is an event but not a token; an SSE comment is neither.",
        NO_EVENT;
    CreateTimeMs, "create_time_ms", "Stream creation", "Stream creation", Milliseconds, LOWER, None,
        "t(stream created) − t(send), for providers where one request creates the stream and a second one reads it.",
        "a single request does both";
    ConnectTimeMs, "connect_time_ms", "Connection time", "Connection", Milliseconds, LOWER, None,
        "DNS + TCP + proxy + TLS. Not part of TTFT.",
        "the connection was reused";
    RttMs, "rtt_ms", "Network round trip", "Round trip", Milliseconds, LOWER, None,
        "Round trip = smallest of the connection that the request used, by the kernel (Linux: tcpi_min_rtt); where it tells none, t(TCP connected) − t(TCP connect).",
        NO_ROUND_TRIP;
    TtftLessNetworkMs, "ttft_less_network_ms", "TTFT without the network", "TTFT − network", Duration, LOWER, None,
        "TTFT − round trip: what is left for queue and prefill at the server.",
        NO_ROUND_TRIP;
    ThinkingTimeMs, "thinking_time_ms", "Thinking time", "Thinking", Duration, LOWER, None,
        "Σ over runs of reasoning: t(next text of the answer) − t(first text of the run). A run is a series of consecutive reads that brought reasoning; without text after it, it ends with its own last text.",
        "no reasoning was streamed";
    LatencyMs, "latency_ms", "End-to-end latency", "Latency", Duration, LOWER, None,
        "Latency = t(last visible text) − t(send). Usage and the end marker come after it, in the stream tail.",
        NO_TEXT,
        4, [Lanes, Levels, Rounds, Contenders];
    LatencyPerceivedMs, "latency_perceived_ms", "Perceived latency", "Perceived latency", Duration, LOWER, None,
        "Perceived latency = t(last visible text) − t(due). A request is due at the start gun or, in an open loop, at its scheduled time.",
        NO_TEXT;
    DecodeTimeMs, "decode_time_ms", "Decode time", "Decode", Duration, LOWER, None,
        "t(last visible text) − t(first visible text).",
        NO_PAIR;
    StreamTailMs, "stream_tail_ms", "Stream tail", "Tail", Milliseconds, LOWER, None,
        "t(end of the body) − t(last visible text).",
        NO_TEXT;
    DecodeTps, "decode_tps", "Output speed", "tok/s", TokensPerSecond, HIGHER, Any,
        "(N − n_first) ÷ decode time, N = output tokens, n_first = tokens of the first read. Tokens that no text shows are not in N, and their time is not in the decode time.",
        NO_SPEED,
        3, [Lanes, Levels, Rounds, Contenders];
    AnswerTps, "answer_tps", "Output speed of the answer", "Answer tok/s", TokensPerSecond, HIGHER, Any,
        "Σ (N − n_first) ÷ Σ (t(last) − t(first)) over the answer's runs, N = tokens of the run, n_first = those of its first read.",
        NO_SPEED;
    ReasoningTps, "reasoning_tps", "Output speed of the reasoning", "Reasoning tok/s", TokensPerSecond, HIGHER, Any,
        "Σ (N − n_first) ÷ Σ (t(last) − t(first)) over the runs of reasoning, if it is streamed verbatim.",
        NO_SPEED;
    NeutralTps, "neutral_tps", "Output speed in o200k tokens", "o200k tok/s", TokensPerSecond, HIGHER, Neutral,
        "(N − n_first) ÷ decode time, with N and n_first in o200k_base tokens of the same text: the same unit for every tokenizer.",
        NO_SPEED;
    CharactersPerS, "characters_per_s", "Output speed in characters", "char/s", CharactersPerSecond, HIGHER, None,
        "(characters − characters of the first read) ÷ decode time, in Unicode scalar values.",
        NO_SPEED;
    E2eTps, "e2e_tps", "End-to-end speed", "E2E tok/s", TokensPerSecond, HIGHER, Any,
        "output tokens ÷ end-to-end latency.",
        "no tokens arrived";
    TpotMs, "tpot_ms", "Time per output token (TPOT)", "TPOT", Milliseconds, LOWER, Any,
        "TPOT = 1 ÷ output speed, a mean over the stream.",
        NO_SPEED;
    PrefillTps, "prefill_tps", "Prefill speed (lower bound)", "Prefill tok/s", TokensPerSecond, HIGHER, Server,
        "input tokens ÷ TTFT. TTFT includes the network and any queue, so the prefill was at least this fast.",
        "the run had other requests in flight to the same server, the server does not confirm that nothing was cached, or it reasoned without showing it";
    TokensPerChunk, "tokens_per_chunk", "Tokens per chunk", "Tokens/chunk", Ratio, NEITHER, Any,
        "output tokens ÷ chunks.",
        NO_TEXT;
    Chunks, "chunks", "Chunks", "Chunks", Count, NEITHER, None,
        "Number of events with visible text. A chunk is not a token.",
        "";
    IclP50Ms, "icl_p50_ms", "Chunk gap, median", "Chunk gap p50", Milliseconds, LOWER, None,
        "p50 of t(chunk i) − t(chunk i − 1). It equals inter-token latency only if each chunk holds one token.",
        "fewer than six chunks arrived";
    IclP99Ms, "icl_p99_ms", "Chunk gap, p99", "Chunk gap p99", Milliseconds, LOWER, None,
        "p99 of t(chunk i) − t(chunk i − 1).",
        "fewer than 101 chunks arrived";
    MaxGapMs, "max_gap_ms", "Longest chunk gap", "Longest gap", Milliseconds, LOWER, None,
        "max of t(chunk i) − t(chunk i − 1).",
        NO_PAIR;
    Stalls, "stalls", "Stalls", "Stalls", Count, LOWER, None,
        "Number of chunk gaps > max(500 ms, 5 × median gap).",
        NO_PAIR;
    BurstRatio, "burst_ratio", "Burst ratio", "Bursts", Share, NEITHER, None,
        "chunks that arrived within 1 ms of the previous one ÷ chunks.",
        NO_PAIR;
    OutTokens, "out_tokens", "Output tokens", "Tokens", Tokens, NEITHER, Any,
        "Output tokens by the server's count, otherwise by o200k_base.",
        NO_TEXT,
        5, [Lanes];
    FirstReadTokens, "first_read_tokens", "Tokens of the first read", "First read", Tokens, NEITHER, Any,
        "n_first = the server's running count at the first read, otherwise max(1, round(o200k_base tokens of the first read × N ÷ o200k_base tokens of the text)).",
        NO_TEXT;
    OutTokensServer, "out_tokens_server", "Output tokens, server's count", "Tokens, server", Tokens, NEITHER, Server,
        "Output tokens in the server's usage, reasoning included.",
        NO_USAGE;
    OutTokensNeutral, "out_tokens_neutral", "Output tokens, o200k_base", "Tokens, o200k", Tokens, NEITHER, Neutral,
        "o200k_base tokens of the whole visible text, encoded in one pass.",
        NO_TEXT;
    AnswerTokensNeutral, "answer_tokens_neutral", "Answer tokens, o200k_base", "Answer, o200k", Tokens, NEITHER, Neutral,
        "o200k_base tokens of the answer and of tool calls, without reasoning.",
        NO_TEXT;
    CountDiffPct, "count_diff_pct", "Token count difference", "Count difference", SignedPercent, NEITHER, Server,
        "(server's count − o200k_base) ÷ o200k_base.",
        "either count is missing";
    OslDiffPct, "osl_diff_pct", "Output length difference", "Length difference", SignedPercent, NEITHER, Server,
        "(output tokens − requested tokens) ÷ requested tokens, for a request that succeeded.",
        "no length was requested, or the server sent no count";
    ReasoningTokensServer, "reasoning_tokens_server", "Reasoning tokens", "Reasoning tokens", Tokens, NEITHER, Server,
        "Reasoning tokens in the server's usage; part of its output tokens.",
        NO_REPORT;
    AnswerTokensServer, "answer_tokens_server", "Answer tokens", "Answer tokens", Tokens, NEITHER, Server,
        "output tokens − reasoning tokens − rejected predicted tokens, by the server's count.",
        "the server does not report reasoning tokens";
    InTokensServer, "in_tokens_server", "Input tokens", "Input tokens", Tokens, NEITHER, Server,
        "Input tokens in the server's usage, cached ones included.",
        NO_USAGE;
    CachedReadTokens, "cached_read_tokens", "Input tokens from cache", "Cached tokens", Tokens, NEITHER, Server,
        "Input tokens that the server read from its cache.",
        NO_REPORT;
    CachedShare, "cached_share", "Cached share of the input", "Cached share", Share, NEITHER, Server,
        "input tokens from cache ÷ input tokens, both as the server reports them.",
        "the server does not report both, or the input was empty";
    CachedWriteTokens, "cached_write_tokens", "Input tokens written to the cache", "Cache writes", Tokens, NEITHER, Server,
        "Input tokens that the server wrote to its cache.",
        NO_REPORT;
    AcceptedPredictionTokens, "accepted_prediction_tokens", "Accepted predicted tokens", "Accepted", Tokens, NEITHER, Server,
        "Tokens of the predicted output that the answer took over, by the server's count; part of its output tokens.",
        NO_REPORT;
    RejectedPredictionTokens, "rejected_prediction_tokens", "Rejected predicted tokens", "Rejected", Tokens, NEITHER, Server,
        "Tokens of the predicted output that are not in the answer but are billed as output, by the server's count. They are in no speed.",
        NO_REPORT;
    CostUsd, "cost_usd", "Cost", "Cost", Dollars, LOWER, None,
        "The cost that the provider reports; otherwise Σ tokens × price, with cached and reasoning tokens at their own prices; otherwise the request's share of a machine paid by the hour.",
        "no price is known",
        6, [Lanes, Contenders];
}

impl Metric {
    /// Field name in the document.
    pub const fn id(self) -> &'static str {
        self.definition().id
    }

    /// The metric with this field name in the document.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.id() == id)
    }
}

/// The values of one request, one per [`Metric`]; absent means undefined or unknown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Values([Option<f64>; Metric::ALL.len()]);

impl Values {
    /// Collects the value that `read` returns for each metric.
    pub fn of(read: impl Fn(Metric) -> Option<f64>) -> Self {
        Self(Metric::ALL.map(read))
    }

    /// The value of one metric.
    pub fn get(&self, metric: Metric) -> Option<f64> {
        self.0.get(metric as usize).copied().flatten()
    }

    /// Replaces one of them.
    pub fn set(&mut self, metric: Metric, value: Option<f64>) {
        if let Some(own) = self.0.get_mut(metric as usize) {
            *own = value;
        }
    }

    /// Every metric with its value, in reading order.
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
