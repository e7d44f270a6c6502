//! What each number means, for people: the same words at the command line and in the window.

use serde::Serialize;

/// What one number means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
pub struct Definition {
    /// Its name in the document.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// How it is computed.
    pub formula: &'static str,
    /// When there is none; empty where there always is one.
    pub absent: &'static str,
}

const fn of(
    id: &'static str,
    name: &'static str,
    formula: &'static str,
    absent: &'static str,
) -> Definition {
    Definition { id, name, formula, absent }
}

const NO_SPEED: &str =
    "fewer than two chunks came, decoding took under 5 ms, or the text came in bursts";

/// Every number that is measured or summed up, in reading order. They are those of version [`crate::DEF_VERSION`].
pub const DEFINITIONS: [Definition; 48] = [
    of(
        "ttft_ms",
        "Time to first token (TTFT)",
        "First event with visible text, be it reasoning, answer or tool call, less the moment just before the request was handed to a standing connection. Role chunks, empty deltas, pings and usage are no tokens.",
        "no text came",
    ),
    of(
        "ttfat_ms",
        "Time to first answer token",
        "First event of the answer, or of a tool call, less the send. Without reasoning it is TTFT.",
        "no answer came",
    ),
    of(
        "ttft_perceived_ms",
        "TTFT as waited for",
        "First event with visible text less the moment the request was meant to leave: the start gun, or its place in an open loop.",
        "no text came",
    ),
    of(
        "ttfs_ms",
        "Time to first sentence",
        "First event after which the answer holds . ! ? a line end or 12 words, less the send.",
        "no sentence came",
    ),
    of(
        "request_written_ms",
        "Request written",
        "The last byte of the request handed to the system less the send.",
        "nothing was sent",
    ),
    of(
        "ttfb_ms",
        "First byte",
        "First byte of the response's headers less the send. What TLS says for itself is no byte of it.",
        "none came",
    ),
    of("ttfb_headers_ms", "Response headers", "Headers of the stream less the send.", "none came"),
    of(
        "first_event_ms",
        "First event",
        "First event of the stream less the send. A role chunk is an event and no token; a comment is neither.",
        "none came",
    ),
    of(
        "create_time_ms",
        "Making the stream",
        "The word that the stream was made less the send, where one request makes it and another reads it.",
        "one request does both",
    ),
    of(
        "connect_time_ms",
        "Connecting",
        "DNS + TCP + proxy + TLS. It is no part of TTFT.",
        "an earlier request had paid for it",
    ),
    of(
        "thinking_time_ms",
        "Thinking",
        "First answer token less first token, where reasoning was streamed.",
        "no reasoning was shown",
    ),
    of(
        "latency_ms",
        "Total",
        "Last event with visible text less the send. What comes after it, usage and the end marker, is stream_tail_ms.",
        "no text came",
    ),
    of(
        "latency_perceived_ms",
        "Total as waited for",
        "Last event with visible text less the moment the request was meant to leave.",
        "no text came",
    ),
    of(
        "stream_tail_ms",
        "After the last token",
        "End of the body less the last event with visible text.",
        "no text came",
    ),
    of(
        "decode_time_ms",
        "Decoding",
        "Last event with visible text less the first.",
        "fewer than two chunks came",
    ),
    of(
        "decode_tps",
        "Output speed",
        "(tokens − tokens in the first chunk) ÷ decoding time. Hidden reasoning counts for neither side.",
        NO_SPEED,
    ),
    of("answer_tps", "Answer speed", "The same within the answer.", NO_SPEED),
    of(
        "reasoning_tps",
        "Reasoning speed",
        "The same within the reasoning, where it is shown word for word.",
        NO_SPEED,
    ),
    of("e2e_tps", "Speed end to end", "Tokens ÷ total time.", "no tokens came"),
    of("tpot_ms", "Time per output token (TPOT)", "1 ÷ output speed.", NO_SPEED),
    of(
        "prefill_tps",
        "Prefill speed",
        "Input tokens ÷ TTFT. It includes the network and any queue, so it is the least that the prefill did.",
        "something else of the run asked the same server at once, the server does not say that nothing was cached, or it reasoned unseen",
    ),
    of("chunks", "Chunks", "Events with visible text. A chunk is not a token.", ""),
    of("tokens_per_chunk", "Tokens per chunk", "Tokens ÷ chunks.", "no text came"),
    of(
        "icl_p50_ms",
        "Chunk gap, median",
        "The median time between two chunks. It is a token's latency only where each chunk holds one.",
        "fewer than six chunks came",
    ),
    of(
        "icl_p99_ms",
        "Chunk gap, p99",
        "The time that 99 % of the gaps between chunks stay below.",
        "fewer than 101 chunks came",
    ),
    of(
        "max_gap_ms",
        "Longest chunk gap",
        "The longest time between two chunks.",
        "fewer than two chunks came",
    ),
    of(
        "stalls",
        "Stalls",
        "Gaps longer than 500 ms and than five times the median gap.",
        "fewer than two chunks came",
    ),
    of(
        "burst_ratio",
        "Burst ratio",
        "Chunks that came within 1 ms of the one before ÷ chunks.",
        "fewer than two chunks came",
    ),
    of(
        "out_tokens_server",
        "Output tokens, server's count",
        "As its usage says, reasoning included.",
        "it sent no usage",
    ),
    of(
        "out_tokens_neutral",
        "Output tokens, counted here",
        "o200k_base over the whole text, once.",
        "no text came",
    ),
    of(
        "reasoning_tokens_server",
        "Reasoning tokens",
        "As the server's usage says; part of its output tokens.",
        "it says nothing of them",
    ),
    of(
        "in_tokens_server",
        "Input tokens",
        "As the server's usage says, those from its cache included.",
        "it sent no usage",
    ),
    of(
        "count_diff_pct",
        "Counts' difference",
        "(server's count − our count) ÷ our count.",
        "one of them is missing",
    ),
    of(
        "osl_diff_pct",
        "Length missed",
        "(output tokens − the most that were asked for) ÷ the latter, of a request that ended well.",
        "no length was asked for, or the server counted nothing",
    ),
    of(
        "cost_usd",
        "Cost",
        "What the provider says it cost; else its tokens times their prices, cached and reasoning tokens at theirs; else its share of a machine paid by the hour.",
        "no price is known",
    ),
    of(
        "sys_output_tps",
        "System throughput",
        "Output tokens of all requests that arrived within the steady window ÷ its length. The window begins when every stream has been answered once and ends with the last measured request.",
        "the load never stood",
    ),
    of(
        "sys_total_tps",
        "System throughput with input",
        "The same with input tokens, which count when their answer's first token comes.",
        "the load never stood",
    ),
    of(
        "rps",
        "Requests per second",
        "Requests that ended well within the steady window ÷ its length.",
        "the load never stood",
    ),
    of(
        "avg_inflight",
        "Requests in flight",
        "Averaged over the steady window's time.",
        "the load never stood",
    ),
    of(
        "steady_share",
        "Steady share",
        "The steady window ÷ the whole level.",
        "the load never stood",
    ),
    of(
        "error_rate",
        "Error rate",
        "Measured requests that failed ÷ those that ended by themselves. What we stopped is neither.",
        "none ended by itself",
    ),
    of(
        "goodput",
        "Goodput",
        "Measured requests that kept every limit ÷ the steady window's length.",
        "no limits were set",
    ),
    of(
        "good_fraction",
        "Good fraction",
        "The same ÷ all measured requests that ended by themselves.",
        "no limits were set",
    ),
    of(
        "adj_ttft_p95_ms",
        "p95 of TTFT, failures included",
        "The 95th percentile with each failure counted as one that never spoke.",
        "fewer than 20 requests, or more than one in twenty failed",
    ),
    of(
        "send_lag_p99_ms",
        "Send lag",
        "How late requests left against when they were due: 99 % of them, or all of fewer than 100.",
        "none left",
    ),
    of(
        "sched_lag_p99_ms",
        "Scheduling lag",
        "How late this program's own tasks got their turn while the level ran: 99 % of them.",
        "nobody looked",
    ),
    of(
        "cpu_pct",
        "Processor load",
        "Processor time this program took while the level ran ÷ what all processors had.",
        "the system does not tell",
    ),
    of(
        "ttft_error_ms",
        "Stamp error",
        "How far 99 % of TTFTs were off when as many streams of known timing were read on this machine.",
        "it was not calibrated",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Speed;

    #[test]
    fn every_number_of_a_stream_has_its_definition() {
        let every = Speed {
            ttft_ms: Some(1.0),
            ttfat_ms: Some(1.0),
            ttft_perceived_ms: Some(1.0),
            create_time_ms: Some(1.0),
            request_written_ms: Some(1.0),
            ttfb_ms: Some(1.0),
            ttfb_headers_ms: Some(1.0),
            first_event_ms: Some(1.0),
            connect_time_ms: Some(1.0),
            thinking_time_ms: Some(1.0),
            ttfs_ms: Some(1.0),
            latency_ms: Some(1.0),
            latency_perceived_ms: Some(1.0),
            stream_tail_ms: Some(1.0),
            decode_time_ms: Some(1.0),
            tpot_ms: Some(1.0),
            decode_tps: Some(1.0),
            answer_tps: Some(1.0),
            reasoning_tps: Some(1.0),
            e2e_tps: Some(1.0),
            stalls: Some(1),
            icl_p50_ms: Some(1.0),
            icl_p99_ms: Some(1.0),
            max_gap_ms: Some(1.0),
            burst_ratio: Some(1.0),
            tokens_per_chunk: Some(1.0),
            chunks: 1,
        };
        let told = serde_json::to_value(every).expect("it serialises");
        for (name, value) in told.as_object().expect("fields") {
            assert!(!value.is_null(), "{name} is set");
            assert!(
                DEFINITIONS.iter().any(|known| known.id == name),
                "{name} is explained nowhere"
            );
        }
        for definition in DEFINITIONS {
            assert!(
                definition.formula.ends_with('.'),
                "{}: a formula is a sentence",
                definition.id
            );
        }
    }
}
