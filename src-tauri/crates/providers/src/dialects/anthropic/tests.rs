//! Streams in the shapes of recorded exchanges with Anthropic.

use measure::{Kind, ReasoningType};
use serde_json::json;

use super::*;
use crate::dialects::dialect::Dialect;
use crate::dialects::testing::{self, Expected, PLAIN, fixture};
use crate::error::fault::FaultClass;

const ENDED: Expected = Expected { finish: Some("end_turn"), ..PLAIN };

fn expectations() -> [(&'static str, Expected); 4] {
    [
        (
            "anthropic_text.sse",
            Expected { text: "Look both ways.", usage: (Some(43), Some(6)), ..ENDED },
        ),
        (
            "anthropic_thinking.sse",
            Expected {
                text: "Look both ways.",
                reasoning: "This is easy.",
                usage: (Some(43), Some(282)),
                kind: ReasoningType::Summary,
                ..ENDED
            },
        ),
        // No block at all: a success without a single visible token.
        (
            "anthropic_refusal.sse",
            Expected { finish: Some("refusal"), usage: (Some(18), Some(5)), ..PLAIN },
        ),
        (
            "anthropic_overloaded_midstream.sse",
            Expected {
                text: "Look both",
                finish: None,
                done: false,
                // The output count at the start of a message is a placeholder.
                usage: (Some(43), None),
                fault: Some("Overloaded"),
                ..PLAIN
            },
        ),
    ]
}

fn read(text: &str) -> (measure::Recording, crate::Reply) {
    testing::read(Dialect::Anthropic, &[text.as_bytes()])
}

#[test]
fn every_stream_reads_the_same_however_it_is_cut() {
    for (file, expected) in expectations() {
        testing::reads_the_same_however_it_is_cut(Dialect::Anthropic, file, &expected);
    }
}

#[test]
fn cached_tokens_stand_beside_the_input_and_are_added_to_it() {
    let start = json!({"input_tokens": 10, "cache_creation_input_tokens": 200, "cache_read_input_tokens": 3_000, "output_tokens": 1});
    let end = json!({"output_tokens": 7, "output_tokens_details": {"thinking_tokens": 2}});
    let usage = Anthropic.usage(&[start, end], &testing::provider(Dialect::Anthropic));
    assert_eq!(usage.in_total, Some(3_210), "10 + 200 + 3,000: unlike elsewhere, none is inside");
    assert_eq!(
        (usage.cached_read, usage.cached_write),
        (Some(3_000), Some(200)),
        "each for its price"
    );
    assert_eq!(
        usage.out_total,
        Some(7),
        "the last count replaces the placeholder of the first event"
    );
    assert_eq!(usage.reasoning, Some(2), "thinking is part of the output");
}

#[test]
fn a_block_and_a_ping_are_not_the_first_token() {
    let (recording, _) = testing::read(Dialect::Anthropic, &[&fixture("anthropic_thinking.sse")]);
    let kinds: Vec<_> = recording.timeline.marks.iter().map(|mark| mark.kind).take(4).collect();
    assert_eq!(
        kinds,
        [Kind::Usage, Kind::Empty, Kind::Alive, Kind::Reasoning],
        "the message, the block and the ping come before the first visible text"
    );
}

#[test]
fn hidden_thoughts_are_reported() {
    let hidden = r#"data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"Er"}}

data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Yes"}}

"#;
    let (recording, reply) = read(hidden);
    assert_eq!(
        reply.reasoning_type,
        ReasoningType::Redacted,
        "a signature signs thoughts nobody saw"
    );
    assert_eq!(recording.transcript.answer, "Yes", "and the answer follows");
    let redacted = r#"data: {"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":"Eq"}}

"#;
    assert_eq!(read(redacted).1.reasoning_type, ReasoningType::Redacted, "so does a block of them");
    let old = r#"data: {"type":"message_start","message":{"model":"claude-3-7-sonnet-20250219","content":[],"usage":{"input_tokens":1}}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm"}}

"#;
    assert_eq!(
        read(old).1.reasoning_type,
        ReasoningType::Verbatim,
        "Claude 3.7 shows them as they are"
    );
}

#[test]
fn tool_calls_are_output() {
    let called = r#"data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"look","input":{}}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"q\":"}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"1}"}}

"#;
    assert_eq!(read(called).0.transcript.tool, "look{\"q\":1}", "name and arguments, in order");
}

#[test]
fn an_unstreamed_message_is_recognised() {
    let (recording, reply) = read(
        r#"{"type":"message","model":"m","content":[{"type":"text","text":"Hi"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}"#,
    );
    assert_eq!(recording.transcript.answer, "Hi", "the answer is kept");
    assert!(reply.not_streamed && reply.fault.is_none(), "it is an answer, though no stream");
    assert_eq!(reply.finish_reason.as_deref(), Some("end_turn"), "with its reason");
}

#[test]
fn an_answer_in_another_dialect_is_not_a_stream_of_this_one() {
    let (_, reply) = read("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n");
    let class = reply.fault.map(|fault| fault.class);
    assert_eq!(class, Some(FaultClass::NotAStream), "the address speaks something else");
}
