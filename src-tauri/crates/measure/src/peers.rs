//! What other benchmark tools would report for the same stream, each by its own formulas. Tools that disagree mostly
//! measure the same thing and divide it differently; this shows both.
//!
//! Tools change what their numbers mean, so each report names its edition. vLLM's `bench serve` is listed twice: 0.33.0
//! measures from the first event with content to the last (vllm-project/vllm#55508 did the same for its other script);
//! earlier versions measured from the first event with choices, which may carry only a role, to the finish reason. The
//! other formulas are those of the tools' sources as of 2026: NVIDIA's `AIPerf` and `GenAI-Perf`, `GuideLLM`,
//! `SGLang`'s `bench_serving`, `genai-bench`, `llmnop`, `llmeter`, `inference-perf`, `LLMPerf`; and that of the script
//! printed in General Compute's comparison of June 2025.

use serde::Serialize;

use crate::units::{float, ms};
use crate::{Kind, Timeline};

/// One tool's numbers for one stream.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct PeerReport {
    /// The tool.
    pub tool: &'static str,
    /// Its version, or the year of its sources.
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
    /// Speed of one request as the tool defines it, in tokens per second.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tps: Option<f64>,
}

/// The edition of formulas that were read from a tool's sources.
const SOURCES: &str = "2026";

/// Arrival times, in milliseconds since the send.
struct StreamTimes {
    /// The first event with choices, including one that carries only a role.
    first_choice: Option<f64>,
    first_any: Option<f64>,
    first_answer: Option<f64>,
    last_any: Option<f64>,
    last_answer: Option<f64>,
    /// Events with choices.
    with_choices: f64,
    finish: Option<f64>,
    usage: Option<f64>,
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
        Some(Self {
            first_choice: since(first_choice.map(|mark| mark.at_ns)),
            first_any: since(timeline.first_any_ns()),
            first_answer: since(timeline.first_answer_ns()),
            last_any: since(timeline.last_any_ns()),
            last_answer: since(last_answer.map(|mark| mark.at_ns)),
            with_choices: float(choices.len() as u64),
            finish: since(timeline.first_of(Kind::Finish)),
            usage: since(timeline.first_of(Kind::Usage)),
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
    let usual = |tool, ttft: Option<f64>, end: Option<f64>, latency: Option<f64>, tokens: f64| {
        let ms_per_token = over(span(ttft, end), tokens - 1.0);
        PeerReport {
            tool,
            edition: SOURCES,
            ttft_ms: ttft,
            latency_ms: latency,
            tokens,
            ms_per_token,
            tps: per_second(ms_per_token),
        }
    };
    let done = at.done.or(at.close);
    let vllm_end = at.finish.or(at.last_any);
    let mut reports = vec![
        PeerReport {
            edition: "0.33.0",
            ..usual("vLLM bench serve", at.first_any, at.last_any, at.last_any, total)
        },
        PeerReport {
            edition: "earlier in 2026",
            ..usual("vLLM bench serve", at.first_choice, vllm_end, vllm_end, total)
        },
        usual("AIPerf", at.first_any, at.last_any, at.last_any, total),
    ];
    if let Some(first) = first_chunk {
        let ms_per_token = over(span(at.first_any, at.last_any), total - first);
        reports.push(PeerReport {
            tool: "AIPerf --per-chunk-usage",
            edition: SOURCES,
            ttft_ms: at.first_any,
            latency_ms: at.last_any,
            tokens: total,
            ms_per_token,
            tps: per_second(ms_per_token),
        });
    }
    reports.extend([
        PeerReport {
            // Its speed is end to end.
            tps: done.map(|done| total / done * 1e3),
            latency_ms: done,
            ..usual("GuideLLM", at.first_any, at.last_any, done, total)
        },
        usual("SGLang bench_serving", at.first_any, done, done, total),
        usual("genai-bench", at.first_any, at.usage.or(at.finish), at.usage.or(at.finish), total),
        PeerReport {
            // Divides all tokens by the gaps between them, which is one token too many.
            tps: span(at.first_any, at.last_any)
                .filter(|span| *span > 0.0)
                .map(|span| total / span * 1e3),
            ..usual("llmnop", at.first_any, at.last_any, at.close, total)
        },
        usual("GenAI-Perf", at.first_answer, at.last_any, at.last_any, answer),
        usual("inference-perf", at.first_answer, at.last_answer, at.close, answer),
        PeerReport {
            // Divides the time to the last word, including the wait for the first, by the number of events, whatever
            // they carry.
            ms_per_token: over(at.last_answer, at.with_choices),
            tps: at.last_answer.and(at.close).map(|close| answer / close * 1e3),
            ..usual("LLMPerf", at.first_answer, at.last_answer, at.close, answer)
        },
        usual("llmeter", at.first_answer, at.last_any, at.last_any, total),
        PeerReport {
            edition: "June 2025",
            latency_ms: None,
            ..usual("General Compute's script", at.first_answer, at.close, at.close, chunks)
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
            let text_bytes = if kind.is_text() { 8 } else { 0 };
            let at_ns = at_ms * MS;
            timeline.push(ArrivalEvent {
                at_ns,
                event,
                kind,
                text_bytes,
                wire_bytes: 90,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
        }
        timeline.close_ns = Some(4_030 * MS);
        timeline
    }

    #[test]
    fn each_tool_reports_what_it_is_known_to_report_of_the_same_stream() {
        let reports = peer_reports(&stream(), 172, 92);
        for (tool, ttft, latency, tokens, ms_per_token, tps) in [
            ("vLLM bench serve 0.33.0", 800.0, Some(3_960.0), 172.0, 18.5, 54.1),
            ("vLLM bench serve earlier in 2026", 120.0, Some(3_965.0), 172.0, 22.5, 44.5),
            ("AIPerf", 800.0, Some(3_960.0), 172.0, 18.5, 54.1),
            ("GuideLLM", 800.0, Some(4_010.0), 172.0, 18.5, 42.9),
            ("SGLang bench_serving", 800.0, Some(4_010.0), 172.0, 18.8, 53.3),
            ("genai-bench", 800.0, Some(3_990.0), 172.0, 18.7, 53.6),
            ("llmnop", 800.0, Some(4_030.0), 172.0, 18.5, 54.4),
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
