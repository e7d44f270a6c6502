//! Streams in the shapes of the official SDK and of chunks recorded from Cohere.

use measure::ReasoningType;

use super::*;
use crate::dialects::dialect::Dialect;
use crate::dialects::testing::{self, Expected, PLAIN, fixture};

fn expectations() -> [(&'static str, Expected); 2] {
    [
        (
            "cohere_v2.sse",
            Expected {
                text: "The fox.",
                reasoning: "Easy",
                finish: Some("COMPLETE"),
                usage: (Some(1_394), Some(54)),
                kind: ReasoningType::Verbatim,
                ..PLAIN
            },
        ),
        (
            "cohere_v2_error.sse",
            Expected {
                reasoning: "Easy",
                finish: Some("ERROR"),
                usage: (Some(1_394), Some(1)),
                fault: Some("internal server error"),
                kind: ReasoningType::Verbatim,
                ..PLAIN
            },
        ),
    ]
}

#[test]
fn every_stream_reads_the_same_however_it_is_cut() {
    for (file, expected) in expectations() {
        testing::reads_the_same_however_it_is_cut(Dialect::Cohere, file, &expected);
    }
}

#[test]
fn billed_tokens_are_separate_from_written_ones() {
    let (recording, _) = testing::read(Dialect::Cohere, &[&fixture("cohere_v2.sse")]);
    let usage = Cohere.usage(&recording.usage, &testing::provider(Dialect::Cohere));
    assert_eq!((usage.in_total, usage.out_total), (Some(1_394), Some(54)), "for speed");
    assert_eq!((usage.billed_in, usage.billed_out), (Some(8), Some(50)), "for money");
    assert_eq!(usage.cached_read, Some(1_360), "and most of the input came from the cache");
}

#[test]
fn a_plan_is_thinking_and_a_call_is_output() {
    let stream = r#"data: {"type":"tool-plan-delta","delta":{"message":{"tool_plan":"I will look."}}}

data: {"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"t","function":{"name":"look","arguments":""}}}}}

data: {"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"{}"}}}}}

"#;
    let (recording, _) = testing::read(Dialect::Cohere, &[stream.as_bytes()]);
    assert_eq!(recording.transcript.reasoning, "I will look.", "the plan comes before the call");
    assert_eq!(recording.transcript.tool, "look{}", "name and arguments, in order");
}

#[test]
fn an_unstreamed_answer_is_recognised() {
    let body = br#"{"id":"c","finish_reason":"COMPLETE","message":{"role":"assistant","content":[{"type":"text","text":"Hi"}]},"usage":{"tokens":{"input_tokens":1,"output_tokens":1}}}"#;
    let (recording, reply) = testing::read(Dialect::Cohere, &[body]);
    assert_eq!(recording.transcript.answer, "Hi", "the answer is kept");
    assert!(reply.not_streamed && reply.fault.is_none(), "it is an answer, though no stream");
}
