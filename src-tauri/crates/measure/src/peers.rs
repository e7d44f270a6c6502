//! What other benchmark tools would report for the same stream, each by its own formulas. Tools that disagree mostly
//! measure the same thing and divide it differently; this shows both.
//!
//! Tools change what their numbers mean, so each report names the version whose formulas these are. vLLM's `bench serve` is
//! listed twice: 0.33.0 measures from the first event with content to the last; 0.32.0 measured from the first event with
//! choices, which may carry only a role, to the finish reason. `LLMPerf` says 0.1.0 of itself since its tag v2.0, which divided
//! by tokens and counted events as its throughput; its archived sources of December 2024 do both the other way, and these are
//! meant. The script printed in General Compute's comparison has a date.
//!
//! `tests/thirdparty/peers.test.mjs` runs the clients of `AIPerf`, `GuideLLM`, vLLM, `SGLang`, `genai-bench` and `llmeter` in
//! these versions on streams of the simulator, and compares what they report with what is said here.
//!
//! A timeline does not tell in which field thoughts came. Where tools differ in that, they are taken to read the field: vLLM
//! counts only those in `reasoning`.

use serde::Serialize;

use crate::units::{float, ms};
use crate::{Kind, Timeline};

/// One tool's numbers for one stream.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct PeerReport {
    /// The tool.
    pub tool: &'static str,
    /// Its version, or the date of a script without one.
    pub edition: &'static str,
    /// TTFT as the tool defines it, in milliseconds.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<f64>,
    /// Latency as the tool defines it, in milliseconds; absent if it reports none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<f64>,
    /// Number of tokens that the tool counts.
    pub tokens: f64,
    /// Milliseconds per token.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms_per_token: Option<f64>,
    /// Speed of one request as the tool defines it, in tokens per second; 1 ÷ its time per token for a tool that defines
    /// none, such as inference-perf.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tps: Option<f64>,
}

/// A tool, and the version whose formulas these are.
type Edition = (&'static str, &'static str);

const VLLM: Edition = ("vLLM bench serve", "0.33.0");
const VLLM_BEFORE: Edition = ("vLLM bench serve", "0.32.0");
const AIPERF: Edition = ("AIPerf", "0.13.0");
const AIPERF_PER_CHUNK: Edition = ("AIPerf --per-chunk-usage", "0.13.0");
const GUIDELLM: Edition = ("GuideLLM", "0.8.1");
const SGLANG: Edition = ("SGLang bench_serving", "0.5.23");
const GENAI_BENCH: Edition = ("genai-bench", "0.0.5");
const LLMNOP: Edition = ("llmnop", "0.12.0");
const GENAI_PERF: Edition = ("GenAI-Perf", "0.0.16");
const INFERENCE_PERF: Edition = ("inference-perf", "0.7.0");
const LLMPERF: Edition = ("LLMPerf", "December 2024");
const LLMETER: Edition = ("llmeter", "0.2.0");
const GENERAL_COMPUTE: Edition = ("General Compute's script", "June 2025");

/// Arrival times, in milliseconds since the send.
struct StreamTimes {
    /// The first event with choices, including one that carries only a role.
    first_choice: Option<f64>,
    first_any: Option<f64>,
    first_answer: Option<f64>,
    last_any: Option<f64>,
    last_answer: Option<f64>,
    /// The first event with visible text, where a call of a tool is none.
    first_content: Option<f64>,
    last_content: Option<f64>,
    /// Events with choices.
    with_choices: f64,
    finish: Option<f64>,
    /// The first count of tokens that came with the finish reason or after it.
    usage_at_end: Option<f64>,
    done: Option<f64>,
    close: Option<f64>,
}

impl StreamTimes {
    fn of(timeline: &Timeline) -> Option<Self> {
        let send = timeline.send_ns?;
        let since = |at: Option<u64>| Some(ms(at?.checked_sub(send)?));
        let has_choices = |kind: Kind| kind.is_text() || matches!(kind, Kind::Empty | Kind::Finish);
        let mut choices: Vec<_> =
            timeline.marks.iter().filter(|mark| has_choices(mark.kind)).collect();
        choices.dedup_by_key(|mark| mark.event);
        let first_choice = choices.first();
        let last_answer = timeline.text().rfind(|mark| mark.kind.is_answer());
        let content =
            || timeline.text().filter(|mark| mark.kind.is_answer() && !mark.kind.is_tool());
        let (first_content, last_content) = (content().next(), content().next_back());
        let finish = timeline.marks.iter().find(|mark| mark.kind == Kind::Finish);
        let usage_at_end = finish.and_then(|finish| {
            let mut usages = timeline.marks.iter().filter(|mark| mark.kind == Kind::Usage);
            usages.find(|usage| usage.event >= finish.event)
        });
        Some(Self {
            first_choice: since(first_choice.map(|mark| mark.at_ns)),
            first_any: since(timeline.first_any_ns()),
            first_answer: since(timeline.first_answer_ns()),
            last_any: since(timeline.last_any_ns()),
            last_answer: since(last_answer.map(|mark| mark.at_ns)),
            first_content: since(first_content.map(|mark| mark.at_ns)),
            last_content: since(last_content.map(|mark| mark.at_ns)),
            with_choices: float(choices.len() as u64),
            finish: since(finish.map(|mark| mark.at_ns)),
            usage_at_end: since(usage_at_end.map(|mark| mark.at_ns)),
            done: since(timeline.first_of(Kind::Done)),
            close: since(timeline.close_ns),
        })
    }
}

/// The report of each tool for a stream of `total` output tokens; `answer` of them are not reasoning. Empty if the
/// request was never sent.
pub fn peer_reports(timeline: &Timeline, total: u64, answer: u64) -> Vec<PeerReport> {
    let Some(at) = StreamTimes::of(timeline) else { return Vec::new() };
    let (total, answer) = (float(total), float(answer));
    let chunks = timeline.text().filter(|mark| mark.kind.is_answer()).count();
    let chunks = float(chunks as u64);
    let first_chunk =
        timeline.text().next().and_then(|mark| mark.tokens_so_far.count()).map(f64::from);
    let span = |from: Option<f64>, until: Option<f64>| Some(until? - from?);
    let over = |time: Option<f64>, tokens: f64| Some(time? / tokens).filter(|_| tokens >= 1.0);
    let per_second =
        |ms_per_token: Option<f64>| Some(1e3 / ms_per_token?).filter(|tps| tps.is_finite());
    // Most tools divide by all tokens except the first, and report the inverse as the speed.
    let usual = |(tool, edition): Edition, ttft, end, latency, tokens: f64| {
        let ms_per_token = over(span(ttft, end), tokens - 1.0);
        PeerReport {
            tool,
            edition,
            ttft_ms: ttft,
            latency_ms: latency,
            tokens,
            ms_per_token,
            tps: per_second(ms_per_token),
        }
    };
    let done = at.done.or(at.close);
    let finish = at.finish.or(at.last_any);
    // It stops reading at the count of tokens that follows the finish reason.
    let counted = at.usage_at_end.or(done);
    let mut reports = vec![
        usual(VLLM, at.first_any, at.last_any, at.last_any, total),
        usual(VLLM_BEFORE, at.first_choice, finish, finish, total),
        usual(AIPERF, at.first_any, at.last_any, at.last_any, total),
    ];
    if let Some(first) = first_chunk {
        // A first chunk of nothing or of everything is taken to hold one token.
        let rest = if first > 0.0 && total - first >= 1.0 { total - first } else { total - 1.0 };
        let ms_per_token = over(span(at.first_any, at.last_any), rest);
        reports.push(PeerReport {
            ms_per_token,
            tps: per_second(ms_per_token),
            ..usual(AIPERF_PER_CHUNK, at.first_any, at.last_any, at.last_any, total)
        });
    }
    reports.extend([
        PeerReport {
            // Its speed is end to end.
            tps: done.map(|done| total / done * 1e3),
            ..usual(GUIDELLM, at.first_any, at.last_any, done, total)
        },
        usual(SGLANG, at.first_any, done, done, total),
        usual(GENAI_BENCH, at.first_any, counted, counted, total),
        usual(LLMNOP, at.first_any, at.last_any, at.close, total),
        usual(GENAI_PERF, at.first_answer, at.last_any, at.last_any, answer),
        PeerReport {
            // Of a single token it has a latency and nothing else.
            ttft_ms: at.first_content.filter(|_| answer > 1.0),
            ..usual(INFERENCE_PERF, at.first_content, at.last_content, at.close, answer)
        },
        PeerReport {
            // Divides the time to the last word, including the wait for the first, by the number of events, whatever
            // they carry.
            ms_per_token: over(at.last_content, at.with_choices),
            tps: at.last_content.and(at.close).map(|close| answer / close * 1e3),
            ..usual(LLMPERF, at.first_content, at.last_content, at.close, answer)
        },
        usual(LLMETER, at.first_answer, at.last_answer, at.last_answer, total),
        PeerReport {
            latency_ms: None,
            ..usual(GENERAL_COMPUTE, at.first_answer, at.close, at.close, chunks)
        },
    ]);
    reports
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArrivalEvent, TokensSoFar};

    const MS: u64 = 1_000_000;

    /// The stream over which fourteen tools give fourteen answers: a role at 120 ms, 40 chunks of 2 reasoning tokens
    /// every 50 ms from 800 ms on, 30 answer chunks every 40 ms from 2,800 ms on, the first of 5 tokens and the others
    /// of about 3, and the end.
    fn stream() -> Timeline {
        let mut timeline = Timeline::starting_at(0);
        timeline.send_ns = Some(0);
        let reasoning = (0..40).map(|chunk| (800 + chunk * 50, Kind::Reasoning));
        let answer = (0..30).map(|chunk| (2_800 + chunk * 40, Kind::Answer));
        let ends = [(3_965, Kind::Finish), (3_990, Kind::Usage), (4_010, Kind::Done)];
        let all = [(120, Kind::Empty)].into_iter().chain(reasoning).chain(answer).chain(ends);
        for (event, (at_ms, kind)) in (0..).zip(all) {
            timeline.push(mark(event, at_ms, kind));
        }
        timeline.close_ns = Some(4_030 * MS);
        timeline
    }

    #[test]
    fn each_tool_reports_what_it_is_known_to_report_of_the_same_stream() {
        let reports = peer_reports(&stream(), 172, 92);
        for (tool, ttft, latency, tokens, ms_per_token, tps) in [
            ("vLLM bench serve 0.33.0", 800.0, Some(3_960.0), 172.0, 18.5, 54.1),
            ("vLLM bench serve 0.32.0", 120.0, Some(3_965.0), 172.0, 22.5, 44.5),
            ("AIPerf", 800.0, Some(3_960.0), 172.0, 18.5, 54.1),
            ("GuideLLM", 800.0, Some(4_010.0), 172.0, 18.5, 42.9),
            ("SGLang bench_serving", 800.0, Some(4_010.0), 172.0, 18.8, 53.3),
            ("genai-bench", 800.0, Some(3_990.0), 172.0, 18.7, 53.6),
            ("llmnop", 800.0, Some(4_030.0), 172.0, 18.5, 54.1),
            ("GenAI-Perf", 2_800.0, Some(3_960.0), 92.0, 12.7, 78.4),
            ("inference-perf", 2_800.0, Some(4_030.0), 92.0, 12.7, 78.4),
            ("LLMPerf", 2_800.0, Some(4_030.0), 92.0, 55.0, 22.8),
            ("llmeter", 2_800.0, Some(3_960.0), 172.0, 6.8, 147.4),
            ("General Compute's script", 2_800.0, None, 30.0, 42.4, 23.6),
        ] {
            let named = |report: &&PeerReport| {
                tool.starts_with(report.tool)
                    && (tool == report.tool || tool.ends_with(report.edition))
            };
            let report = reports.iter().find(named).expect("it is there");
            let near = |value: Option<f64>, expected: f64| {
                value.is_some_and(|value| (value - expected).abs() < 0.051)
            };
            assert!(near(report.ttft_ms, ttft), "{tool}: TTFT {report:?}");
            assert!(
                latency.map_or(report.latency_ms.is_none(), |ms| near(report.latency_ms, ms)),
                "{tool}: {report:?}"
            );
            assert!((report.tokens - tokens).abs() < 1e-9, "{tool}: tokens {report:?}");
            assert!(near(report.ms_per_token, ms_per_token), "{tool}: time per token {report:?}");
            assert!(near(report.tps, tps), "{tool}: speed {report:?}");
        }
    }

    fn mark(event: u32, at_ms: u64, kind: Kind) -> ArrivalEvent {
        let text_bytes = if kind.is_text() { 8 } else { 0 };
        let tokens_so_far = TokensSoFar::UNTOLD;
        ArrivalEvent { at_ns: at_ms * MS, event, kind, text_bytes, wire_bytes: 90, tokens_so_far }
    }

    /// What `tool` would report as the latency of ten tokens.
    fn latency_by(tool: &str, timeline: &Timeline) -> Option<f64> {
        let reports = peer_reports(timeline, 10, 10);
        reports.iter().find(|report| report.tool == tool).and_then(|report| report.latency_ms)
    }

    #[test]
    fn genai_bench_stops_at_the_count_that_follows_the_finish_reason_and_else_at_the_end() {
        let stream = |events: &[(u64, Kind)]| {
            let mut timeline = Timeline::starting_at(0);
            timeline.send_ns = Some(0);
            for (event, (at_ms, kind)) in (0..).zip(events) {
                timeline.push(mark(event, *at_ms, *kind));
            }
            timeline.close_ns = Some(900 * MS);
            timeline
        };
        let text = [(100, Kind::Answer), (100, Kind::Usage), (200, Kind::Answer)];
        let ended =
            |end: &[(u64, Kind)]| latency_by("genai-bench", &stream(&[&text, end].concat()));
        let ends = [(300, Kind::Finish), (400, Kind::Usage), (500, Kind::Done)];
        assert_eq!(ended(&ends), Some(400.0), "a count in every chunk is not the last");
        let uncounted = [(300, Kind::Finish), (500, Kind::Done)];
        assert_eq!(ended(&uncounted), Some(500.0), "without one it reads on to the end");
        let unfinished = [(400, Kind::Usage), (500, Kind::Done)];
        assert_eq!(
            ended(&unfinished),
            Some(500.0),
            "a count before any finish reason ends nothing"
        );
        assert_eq!(ended(&[(300, Kind::Finish)]), Some(900.0), "or to the close");
    }

    #[test]
    fn llmeter_ends_with_the_last_visible_text() {
        let mut timeline = Timeline::starting_at(0);
        timeline.send_ns = Some(0);
        let order = [(100, Kind::Answer), (200, Kind::Answer), (300, Kind::Reasoning)];
        for (event, (at_ms, kind)) in (0..).zip(order) {
            timeline.push(mark(event, at_ms, kind));
        }
        assert_eq!(latency_by("llmeter", &timeline), Some(200.0), "a thought after it is not seen");
        assert_eq!(latency_by("GenAI-Perf", &timeline), Some(300.0), "where others see it");
    }

    #[test]
    fn llmperf_and_inference_perf_see_no_call_of_a_tool_and_inference_perf_no_ttft_of_one_token() {
        let reports = |order: &[(u64, Kind)], tokens: u64| {
            let mut timeline = Timeline::starting_at(0);
            timeline.send_ns = Some(0);
            for (event, (at_ms, kind)) in (0..).zip(order) {
                timeline.push(mark(event, *at_ms, *kind));
            }
            timeline.close_ns = Some(400 * MS);
            let all = peer_reports(&timeline, tokens, tokens);
            ["LLMPerf", "inference-perf"].map(|tool| {
                let known = all.iter().find(|one| one.tool == tool).expect("it is there");
                (known.ttft_ms, known.ms_per_token)
            })
        };
        let called =
            [(100, Kind::Tool), (200, Kind::Answer), (260, Kind::Answer), (300, Kind::Tool)];
        let [by_event, by_token] = reports(&called, 4);
        assert_eq!(by_event, (Some(200.0), Some(65.0)), "260 ms over four events");
        assert_eq!(by_token, (Some(200.0), Some(20.0)), "60 ms over three tokens");
        let [by_event, by_token] = reports(&[(100, Kind::Answer)], 1);
        assert_eq!(by_event, (Some(100.0), Some(100.0)), "of one token");
        assert_eq!(by_token, (None, None), "which is no stream to it");
    }

    #[test]
    fn a_first_chunk_that_holds_all_tokens_is_taken_to_hold_one_as_aiperf_does() {
        let mut timeline = Timeline::starting_at(0);
        timeline.send_ns = Some(0);
        let counted = |at_ms, event, tokens| ArrivalEvent {
            tokens_so_far: TokensSoFar::from(Some(tokens)),
            ..mark(event, at_ms, Kind::Answer)
        };
        timeline.push(counted(100, 0, 10));
        timeline.push(counted(190, 1, 10));
        let reports = peer_reports(&timeline, 10, 10);
        let by_chunk = reports.iter().find(|report| report.tool == AIPERF_PER_CHUNK.0);
        let ms_per_token = by_chunk.and_then(|report| report.ms_per_token);
        assert_eq!(ms_per_token, Some(10.0), "ninety milliseconds over nine tokens");
    }

    #[test]
    fn a_stream_that_said_nothing_has_no_numbers_of_anybodys() {
        assert_eq!(peer_reports(&Timeline::default(), 0, 0), [], "it was never sent");
        let mut silent = Timeline::starting_at(0);
        silent.send_ns = Some(0);
        for report in peer_reports(&silent, 0, 0) {
            assert_eq!((report.ttft_ms, report.tps), (None, None), "{}: nothing came", report.tool);
        }
    }
}
