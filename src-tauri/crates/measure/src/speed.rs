//! The speed metrics of one request. The formulas follow AIPerf and vLLM where the field agrees.

use serde::{Deserialize, Serialize};

use crate::first_sentence::first_sentence;
use crate::gaps::Gaps;
use crate::pace_of_phase::{ENOUGH_READS, MANY_TOKENS, PhasePace, SHORTEST_WRITING_NS};
use crate::phases::Phase;
use crate::tool_calls::ToolCallTimes;
use crate::units::{float, ms};
use crate::{ConnectionTiming, Counts, Kind, ReasoningType, Timeline, Transcript, Warning};

/// Below this number of `o200k_base` tokens after the first read a speed says little: one late chunk could halve it.
const SHORT_TOKENS: f64 = 20.0;

/// The speed metrics of one request. Times are in milliseconds, rates in tokens per second; absent means undefined or
/// unknown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Speed {
    /// Time to first token: first event with visible text − send.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<f64>,
    /// Time to first answer token: first event of the answer − send.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttfat_ms: Option<f64>,
    /// First event with visible text − start gun: how long the user waited.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_perceived_ms: Option<f64>,
    /// Stream created − send, if one request creates the stream and a second one reads it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub create_time_ms: Option<f64>,
    /// Last byte of the request passed to the operating system − send.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_written_ms: Option<f64>,
    /// First byte of the streaming response − send.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttfb_ms: Option<f64>,
    /// Headers of the streaming response complete − send.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttfb_headers_ms: Option<f64>,
    /// First event of the stream − send; a role chunk is an event, a comment is not.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_event_ms: Option<f64>,
    /// DNS + TCP + TLS; absent when the connection was reused.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connect_time_ms: Option<f64>,
    /// Round trip of the TCP handshake of the connection; absent behind a proxy, whose round trip it would be.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rtt_ms: Option<f64>,
    /// TTFT − `rtt_ms`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_less_network_ms: Option<f64>,
    /// Time until other text followed, summed over the runs of streamed reasoning.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_time_ms: Option<f64>,
    /// Time to first sentence: first event after which the answer holds a sentence by UAX #29, 12 words, or 24 characters
    /// of a script without spaces.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttfs_ms: Option<f64>,
    /// First text of a tool call, its name or its arguments − send.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_ms: Option<f64>,
    /// Last text of the first tool call − send, if the call is known to have ended: from then on the tool can run.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_arguments_ms: Option<f64>,
    /// Last text of the last tool call − send, if that call is known to have ended.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_calls_ms: Option<f64>,
    /// Tool calls; absent if there was none or they cannot be told apart.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_calls: Option<u32>,
    /// End-to-end latency: last event with visible text − send. A late end marker does not move it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<f64>,
    /// Last event with visible text − start gun.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_perceived_ms: Option<f64>,
    /// End of the body − last event with visible text.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stream_tail_ms: Option<f64>,
    /// Last − first event with visible text; absent below two chunks.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decode_time_ms: Option<f64>,
    /// Time per output token: decode window ÷ (tokens − tokens of the first read). The tokens are all output tokens,
    /// or only those of the answer if the reasoning was not streamed verbatim.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tpot_ms: Option<f64>,
    /// Output speed: 1 ÷ `tpot`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decode_tps: Option<f64>,
    /// Output speed of the answer, over its runs.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_tps: Option<f64>,
    /// Output speed of the reasoning, over its runs.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_tps: Option<f64>,
    /// Output speed in `o200k_base` tokens of the same text.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neutral_tps: Option<f64>,
    /// Output speed in characters (Unicode scalar values) per second.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub characters_per_s: Option<f64>,
    /// Tokens that came with the first read, which the speeds leave out.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_read_tokens: Option<f64>,
    /// All output tokens ÷ latency.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub e2e_tps: Option<f64>,
    /// Gaps above max(500 ms, 5 × median gap).
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalls: Option<u32>,
    /// Inter-chunk latency: the median gap between two events with visible text; absent below five gaps. A chunk gap is
    /// not an inter-token latency.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icl_p50_ms: Option<f64>,
    /// The 99th percentile of those gaps; absent below a hundred.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icl_p99_ms: Option<f64>,
    /// The longest gap between two events with visible text.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_gap_ms: Option<f64>,
    /// Share of events with visible text that arrived within 1 ms of the previous one, 0 to 1.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub burst_ratio: Option<f64>,
    /// Output tokens ÷ events with visible text; of the answer only if the reasoning was not streamed verbatim.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens_per_chunk: Option<f64>,
    /// Events with visible text.
    pub chunks: u32,
}

/// TTFT without one round trip; absent if it would be negative.
fn less_network(ttft_ms: Option<f64>, rtt_ms: Option<f64>) -> Option<f64> {
    let left = ttft_ms? - rtt_ms?;
    (left >= 0.0).then_some(left)
}

/// Whether this machine stood still while the stream arrived, so that its text was read late and together.
fn was_read_late(timeline: &Timeline) -> bool {
    timeline.strain.is_some_and(|strain| strain.limits_numbers() || strain.has_clock_gap())
}

impl Speed {
    /// Computes every speed metric of one request, and the warnings that follow from the arrival times. `count` counts the
    /// `o200k_base` tokens of a part of the text.
    pub fn of(
        timeline: &Timeline,
        transcript: &Transcript,
        counts: &Counts,
        count: &dyn Fn(&str) -> u64,
    ) -> (Self, Vec<Warning>) {
        let stamps = chunk_stamps(timeline);
        let chunks = u32::try_from(stamps.len()).unwrap_or(u32::MAX);
        let send = timeline.send_ns;
        let (first, last) = (timeline.first_any_ns(), timeline.last_any_ns());
        let since = |at: Option<u64>, from: Option<u64>| Some(ms(at?.checked_sub(from?)?));
        let since_send = |at| since(at, send);
        let since_plan = |at| since(at, Some(timeline.plan_ns));
        let (ttft_ms, latency_ms) = (since_send(first), since_send(last));
        let connection = timeline.connection.as_ref();
        let rtt_ms = connection.and_then(ConnectionTiming::round_trip_ms);

        let neutral = (counts.neutral_answer, counts.neutral_reasoning);
        let pace = |phase, neutral| PhasePace::of(timeline, transcript, phase, neutral, count);
        let all = pace(Phase::Any, neutral.0 + neutral.1);
        let answer = pace(Phase::Answer, neutral.0);
        let reasoning = pace(Phase::Reasoning, neutral.1);
        let gaps = Gaps::between(&stamps);
        let shown_whole = counts.reasoning_type.is_shown_whole();
        // Hidden tokens arrive in no chunk.
        let (shown, shown_tokens) =
            if shown_whole { (&all, counts.total) } else { (&answer, counts.answer) };
        let is_buffered = is_buffered(&all, &gaps, shown_tokens);
        // A running count includes reasoning that was not shown.
        let exact = all.first_count().filter(|_| shown_whole);
        let exact_answer = exact.filter(|_| reasoning.chunks() == 0);
        let rate = |pace: &PhasePace<'_>, tokens: Option<u64>, exact| {
            tokens.filter(|_| !is_buffered).and_then(|tokens| pace.tokens_per_s(tokens, exact))
        };
        let decode_tps = rate(shown, shown_tokens, if shown_whole { exact } else { None });
        let neutral_tokens = (chunks > 0).then(|| shown.neutral());
        let first_tokens = shown_tokens
            .filter(|_| shown.chunks() > 0)
            .map(|tokens| shown.first_tokens(tokens, exact));
        let calls = ToolCallTimes::of(timeline);
        let speed = Self {
            ttft_ms,
            ttfat_ms: since_send(timeline.first_answer_ns()),
            ttft_perceived_ms: since_plan(first),
            create_time_ms: since_send(timeline.first_of(Kind::Created)),
            request_written_ms: since_send(timeline.written_ns),
            ttfb_ms: since_send(timeline.first_byte_ns),
            ttfb_headers_ms: since_send(timeline.headers_ns),
            first_event_ms: since_send(timeline.first_event_ns()),
            connect_time_ms: connection
                .and_then(ConnectionTiming::total_us)
                .map(|us| f64::from(us) / 1e3),
            rtt_ms,
            ttft_less_network_ms: less_network(ttft_ms, rtt_ms),
            thinking_time_ms: reasoning.hull_ns().map(|_| ms(reasoning.lasted_ns())),
            ttfs_ms: since_send(first_sentence_ns(timeline, transcript)),
            tool_call_ms: since_send(calls.first_ns),
            tool_arguments_ms: since_send(calls.first_ended_ns),
            tool_calls_ms: since_send(calls.ended_ns),
            tool_calls: calls.count,
            latency_ms,
            latency_perceived_ms: since_plan(last),
            stream_tail_ms: since(timeline.close_ns, last),
            decode_time_ms: all
                .hull_ns()
                .filter(|_| chunks > 1)
                .map(|(first, last)| ms(last.saturating_sub(first))),
            tpot_ms: decode_tps.map(|tps| 1e3 / tps),
            decode_tps,
            answer_tps: rate(&answer, counts.answer, exact_answer),
            reasoning_tps: match counts.reasoning_type {
                ReasoningType::Verbatim | ReasoningType::InlineThink => {
                    rate(&reasoning, counts.reasoning, None)
                }
                _ => None,
            },
            neutral_tps: rate(shown, neutral_tokens, None),
            characters_per_s: neutral_tokens
                .filter(|_| !is_buffered)
                .and_then(|tokens| shown.characters_per_s(tokens)),
            first_read_tokens: first_tokens,
            e2e_tps: counts
                .total
                .filter(|total| *total > 0)
                .zip(latency_ms.filter(|latency| *latency > 0.0))
                .map(|(total, latency)| float(total) / latency * 1e3),
            stalls: gaps.stalls(),
            icl_p50_ms: gaps.percentile_ms(0.5),
            icl_p99_ms: gaps.percentile_ms(0.99),
            max_gap_ms: gaps.longest_ms(),
            burst_ratio: gaps.share_of_bursts(),
            tokens_per_chunk: shown_tokens
                .filter(|_| shown.chunks() > 0)
                .map(|tokens| float(tokens) / f64::from(shown.chunks())),
            chunks,
        };
        // Of any tokenizer's tokens it would be another rule, and speeds are ranked in these.
        let after = neutral_tokens.map(|tokens| float(tokens) - shown.first_tokens(tokens, None));
        let facts = Facts {
            is_buffered,
            was_read_late: was_read_late(timeline),
            is_short: chunks > 0 && after.is_some_and(|tokens| tokens < SHORT_TOKENS),
            is_bundled: speed.tokens_per_chunk.is_some_and(|tokens| tokens > 1.25)
                && shown.chunks() > 1,
            is_first_estimated: exact.is_none() && first_tokens.is_some_and(|first| first > 1.0),
            is_counted: exact.is_some(),
        };
        let doubts = speed.doubts(counts, facts);
        (speed, doubts)
    }

    /// Whether its text of several tokens came within 5 ms or in one read, too quickly for a speed. To leave out such
    /// requests would leave out the fastest of those that are compared.
    pub fn is_too_quick(&self) -> bool {
        let in_no_time =
            self.decode_time_ms.is_none_or(|taken_ms| taken_ms < ms(SHORTEST_WRITING_NS));
        let tokens = self.tokens_per_chunk.map(|tokens| tokens * f64::from(self.chunks));
        self.decode_tps.is_none() && in_no_time && tokens.is_some_and(|tokens| tokens > 1.5)
    }

    /// The warnings that follow from the arrival times.
    fn doubts(&self, counts: &Counts, facts: Facts) -> Vec<Warning> {
        let is_estimated = (facts.is_bundled && !facts.is_counted) || facts.is_first_estimated;
        let is_split = self.answer_tps.or(self.reasoning_tps).is_some();
        [
            (Warning::Buffered, facts.is_buffered && !facts.was_read_late),
            (Warning::Short, facts.is_short && !facts.is_buffered),
            (Warning::TokensBundled, facts.is_bundled),
            (Warning::TpotApprox, is_estimated && self.decode_tps.is_some()),
            (Warning::SplitEstimated, counts.is_split_estimated && is_split),
        ]
        .into_iter()
        .filter_map(|(doubt, holds)| holds.then_some(doubt))
        .collect()
    }
}

/// The facts that the warnings of a request rest on.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about one stream")]
struct Facts {
    is_buffered: bool,
    /// Whether this machine may have read late, so that text which came in few reads was not sent in few.
    was_read_late: bool,
    is_short: bool,
    /// Whether chunks hold several tokens.
    is_bundled: bool,
    /// Whether the tokens of a first read of several are estimated.
    is_first_estimated: bool,
    /// Whether the server sent a running count.
    is_counted: bool,
}

/// The timestamp of each event with visible text, one per event.
fn chunk_stamps(timeline: &Timeline) -> Vec<u64> {
    let mut last_event = None;
    let mut stamps = Vec::with_capacity(timeline.marks.len());
    for mark in timeline.text() {
        if last_event != Some(mark.event) {
            last_event = Some(mark.event);
            stamps.push(mark.at_ns);
        }
    }
    stamps
}

/// Whether the text arrived in so few reads that its pace is not the model's.
fn is_buffered(all: &PhasePace<'_>, gaps: &Gaps, shown_tokens: Option<u64>) -> bool {
    let Some((first, last)) = all.hull_ns() else { return false };
    let many = shown_tokens.is_some_and(|tokens| tokens > MANY_TOKENS);
    if all.chunks() < 2 {
        return many;
    }
    last.saturating_sub(first) < SHORTEST_WRITING_NS || (many && gaps.instants() < ENOUGH_READS)
}

/// When the answer first contained a whole sentence. If it was rewritten, only the last text is known.
fn first_sentence_ns(timeline: &Timeline, transcript: &Transcript) -> Option<u64> {
    let bytes = first_sentence(&transcript.answer)?;
    let marks = &timeline.marks;
    let from = marks.iter().rposition(|mark| mark.kind == Kind::Rewrite).unwrap_or(0);
    let mut answered = 0;
    let said = marks.iter().skip(from).find(|mark| {
        if matches!(mark.kind, Kind::Answer | Kind::Rewrite) {
            answered += mark.text_bytes as usize;
        }
        answered >= bytes
    });
    said.map(|mark| mark.at_ns)
}

#[cfg(test)]
#[path = "speed_tests.rs"]
mod tests;
