//! The speed metrics of one request. The formulas follow AIPerf and vLLM where the field agrees.

use serde::{Deserialize, Serialize};

use crate::gaps::Gaps;
use crate::units::{float, ms};
use crate::{Kind, Timeline, Transcript, Warning};

/// Shortest decode window: below this it is shorter than a buffer flush, and a speed computed from it is noise.
const SHORTEST_WINDOW_NS: u64 = 5_000_000;
/// Below this number of tokens after the first chunk a speed means little: one late chunk would halve it.
const SHORT_TOKENS: u64 = 20;

/// How the model's reasoning was delivered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ReasoningType {
    /// No sign of any.
    #[default]
    None,
    /// Streamed word for word.
    Verbatim,
    /// Streamed as a summary, so the text does not match the token count.
    Summary,
    /// Streamed, but encrypted.
    Redacted,
    /// Counted by the server and never shown.
    Hidden,
    /// Written into the answer between `<think>` and `</think>`.
    InlineThink,
}

impl ReasoningType {
    /// Whether the shown text accounts for the counted reasoning tokens, so that they may enter a speed metric.
    fn is_shown_whole(self) -> bool {
        matches!(self, Self::None | Self::Verbatim | Self::InlineThink)
    }
}

/// Token counts of one request, all from one source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// All output tokens, reasoning included.
    pub total: Option<u64>,
    /// Output tokens of the answer.
    pub answer: Option<u64>,
    /// Output tokens of the reasoning.
    pub reasoning: Option<u64>,
    /// Tokens in the first chunk with text, counted by us; a server's running count takes precedence.
    pub first_chunk: u64,
    /// Tokens in the first chunk of the answer, counted the same way.
    pub first_answer_chunk: u64,
    /// How reasoning was delivered.
    pub reasoning_type: ReasoningType,
}

impl Counts {
    /// Visible tokens after the first visible chunk: the numerator of a speed.
    fn after_first(&self) -> Option<u64> {
        if self.reasoning_type.is_shown_whole() {
            self.total.map(|total| total.saturating_sub(self.first_chunk))
        } else {
            self.answer.map(|answer| answer.saturating_sub(self.first_answer_chunk))
        }
    }
}

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
    /// First answer text − first visible text, if reasoning was streamed.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_time_ms: Option<f64>,
    /// Time to first sentence: first event after which the answer holds `.`, `!`, `?`, a line break or 12 words.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttfs_ms: Option<f64>,
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
    /// Time per output token: decode window ÷ (tokens − tokens of the first chunk). The tokens are all output tokens,
    /// or only those of the answer if the reasoning was not streamed verbatim.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tpot_ms: Option<f64>,
    /// Output speed: 1 ÷ `tpot`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decode_tps: Option<f64>,
    /// Output speed of the answer.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_tps: Option<f64>,
    /// Output speed of the reasoning.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_tps: Option<f64>,
    /// All output tokens ÷ latency.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub e2e_tps: Option<f64>,
    /// Gaps over 500 ms and over five times the median gap.
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

/// A span of events with visible text: start, end, number of events.
struct Window {
    first_ns: u64,
    last_ns: u64,
    chunks: u32,
}

impl Speed {
    /// Computes every speed metric of one request, and the warnings that follow from the arrival times.
    pub fn of(
        timeline: &Timeline,
        transcript: &Transcript,
        counts: &Counts,
    ) -> (Self, Vec<Warning>) {
        let stamps = chunk_stamps(timeline, |_| true);
        let chunks = u32::try_from(stamps.len()).unwrap_or(u32::MAX);
        let send = timeline.send_ns;
        let (first, last) = (timeline.first_any_ns(), timeline.last_any_ns());
        let first_answer = timeline.first_answer_ns();
        let since_send = |at: Option<u64>| Some(ms(at?.checked_sub(send?)?));
        let since_plan = |at: Option<u64>| Some(ms(at?.checked_sub(timeline.plan_ns)?));
        let latency_ms = since_send(last);

        let all = window(&stamps);
        let answer = window(&chunk_stamps(timeline, Kind::is_answer));
        let reasoning = window(&chunk_stamps(timeline, |kind| kind == Kind::Reasoning));
        let gaps = Gaps::between(&stamps);
        let burst_ratio = gaps.share_of_bursts();
        let shown_whole = counts.reasoning_type.is_shown_whole();
        // Hidden tokens arrive in no chunk.
        let (shown, shown_tokens) = if shown_whole {
            (all.as_ref(), counts.total)
        } else {
            (answer.as_ref(), counts.answer)
        };
        let buffered = is_buffered(all.as_ref(), &gaps, shown_tokens);

        let decode_tps = if buffered {
            None
        } else if shown_whole {
            let first_chunk = running_count_at(timeline, |_| true).unwrap_or(counts.first_chunk);
            rate(all.as_ref(), counts.total, first_chunk)
        } else {
            rate(answer.as_ref(), counts.answer, counts.first_answer_chunk)
        };
        let phase = |window: Option<&Window>, tokens, first_chunk| {
            if buffered { None } else { rate(window, tokens, first_chunk) }
        };
        let speed = Self {
            ttft_ms: since_send(first),
            ttfat_ms: since_send(first_answer),
            ttft_perceived_ms: since_plan(first),
            create_time_ms: since_send(timeline.first_of(Kind::Created)),
            request_written_ms: since_send(timeline.written_ns),
            ttfb_ms: since_send(timeline.first_byte_ns),
            ttfb_headers_ms: since_send(timeline.headers_ns),
            first_event_ms: since_send(timeline.first_event_ns()),
            connect_time_ms: timeline
                .connection
                .as_ref()
                .and_then(crate::ConnectionTiming::total_us)
                .map(|us| f64::from(us) / 1e3),
            thinking_time_ms: reasoning
                .as_ref()
                .and_then(|_| Some(ms(first_answer?.checked_sub(first?)?))),
            ttfs_ms: since_send(first_sentence_ns(timeline, transcript)),
            latency_ms,
            latency_perceived_ms: since_plan(last),
            stream_tail_ms: timeline
                .close_ns
                .zip(last)
                .and_then(|(close, last)| Some(ms(close.checked_sub(last)?))),
            decode_time_ms: all
                .as_ref()
                .filter(|all| all.chunks > 1)
                .map(|all| ms(all.last_ns - all.first_ns)),
            tpot_ms: decode_tps.map(|tps| 1e3 / tps),
            decode_tps,
            answer_tps: phase(answer.as_ref(), counts.answer, counts.first_answer_chunk),
            reasoning_tps: match counts.reasoning_type {
                ReasoningType::Verbatim | ReasoningType::InlineThink => {
                    phase(reasoning.as_ref(), counts.reasoning, counts.first_chunk)
                }
                _ => None,
            },
            e2e_tps: counts
                .total
                .filter(|total| *total > 0)
                .zip(latency_ms.filter(|latency| *latency > 0.0))
                .map(|(total, latency)| float(total) / latency * 1e3),
            stalls: gaps.stalls(),
            icl_p50_ms: gaps.percentile_ms(0.5),
            icl_p99_ms: gaps.percentile_ms(0.99),
            max_gap_ms: gaps.longest_ms(),
            burst_ratio,
            tokens_per_chunk: shown_tokens
                .zip(shown)
                .map(|(tokens, shown)| float(tokens) / f64::from(shown.chunks)),
            chunks,
        };
        let mut doubts = Vec::new();
        if buffered {
            doubts.push(Warning::Buffered);
        } else if chunks > 0 && counts.after_first().is_some_and(|tokens| tokens < SHORT_TOKENS) {
            doubts.push(Warning::Short);
        }
        let bundled = speed.tokens_per_chunk.is_some_and(|tokens| tokens > 1.25)
            && shown.is_some_and(|shown| shown.chunks > 1);
        if bundled {
            doubts.push(Warning::TokensBundled);
        }
        let estimated = bundled || counts.first_chunk > 1;
        if estimated && decode_tps.is_some() && running_count_at(timeline, |_| true).is_none() {
            doubts.push(Warning::TpotApprox);
        }
        (speed, doubts)
    }
}

/// The timestamp of each event with visible text of a wanted kind, one per event.
fn chunk_stamps(timeline: &Timeline, wanted: impl Fn(Kind) -> bool) -> Vec<u64> {
    let mut last_event = None;
    let mut stamps = Vec::with_capacity(timeline.marks.len());
    for mark in timeline.text().filter(|mark| wanted(mark.kind)) {
        if last_event != Some(mark.event) {
            last_event = Some(mark.event);
            stamps.push(mark.at_ns);
        }
    }
    stamps
}

fn window(stamps: &[u64]) -> Option<Window> {
    Some(Window {
        first_ns: *stamps.first()?,
        last_ns: *stamps.last()?,
        chunks: u32::try_from(stamps.len()).unwrap_or(u32::MAX),
    })
}

/// `(tokens − tokens of the first chunk) ÷ window`, in tokens per second. `None` if that would be noise: fewer than two
/// chunks, no token after the first chunk, or a window under 5 ms.
fn rate(window: Option<&Window>, tokens: Option<u64>, first_chunk: u64) -> Option<f64> {
    let window = window.filter(|window| window.chunks > 1)?;
    let rest = tokens?.checked_sub(first_chunk.max(1)).filter(|rest| *rest > 0)?;
    let span_ns =
        window.last_ns.checked_sub(window.first_ns).filter(|span| *span >= SHORTEST_WINDOW_NS)?;
    Some(float(rest) / float(span_ns) * 1e9)
}

/// The server's running token count after the first text of a wanted kind, if it sends one.
fn running_count_at(timeline: &Timeline, wanted: impl Fn(Kind) -> bool) -> Option<u64> {
    let first = timeline.text().find(|mark| wanted(mark.kind))?;
    first.tokens_so_far.count().map(u64::from)
}

/// Whether the text arrived in bursts, so that its pace is not the model's.
///
/// In a stream faster than one event per millisecond every gap is in the burst range, so the share of bursts only
/// counts if the mean gap is longer than that.
fn is_buffered(all: Option<&Window>, gaps: &Gaps, shown_tokens: Option<u64>) -> bool {
    let Some(all) = all else { return false };
    let many = shown_tokens.is_some_and(|tokens| tokens > 20);
    if all.chunks < 2 {
        return many;
    }
    all.last_ns - all.first_ns < SHORTEST_WINDOW_NS || (many && gaps.are_bursts())
}

/// When the answer first held the end of a sentence or twelve words.
fn first_sentence_ns(timeline: &Timeline, transcript: &Transcript) -> Option<u64> {
    let mut end = 0;
    for mark in timeline.text().filter(|mark| matches!(mark.kind, Kind::Answer | Kind::Rewrite)) {
        end = if mark.kind == Kind::Rewrite { 0 } else { end } + mark.text_bytes as usize;
        let so_far = transcript.answer.get(..end)?;
        if so_far.contains(['.', '!', '?', '\n']) || so_far.split_whitespace().count() >= 12 {
            return Some(mark.at_ns);
        }
    }
    None
}

#[cfg(test)]
#[path = "speed_tests.rs"]
mod tests;
