//! Streams in the shapes of recorded exchanges with Gemini.

use measure::ReasoningType;
use serde_json::json;

use super::*;
use crate::dialects::dialect::Dialect;
use crate::dialects::testing::{self, Expected, PLAIN, fixture};

const READ: Expected = Expected { finish: Some("completed"), ..PLAIN };

fn expectations() -> [(&'static str, Expected); 5] {
    [
        (
            "gemini_interactions.sse",
            Expected {
                text: "1\n2\n3\n14 — ½",
                reasoning: "**Plan**\n\nCount.\n",
                usage: (Some(18), Some(115)),
                kind: ReasoningType::Summary,
                ..READ
            },
        ),
        (
            "gemini_interactions_call.sse",
            Expected {
                tool: "look_up{\"place\":\"Mäander\"}",
                finish: Some("requires_action"),
                usage: (Some(53), Some(80)),
                kind: ReasoningType::Redacted,
                ..READ
            },
        ),
        (
            "gemini_interactions_incomplete.sse",
            Expected {
                text: "The fox",
                finish: Some("incomplete"),
                usage: (Some(18), Some(2)),
                ..READ
            },
        ),
        (
            "gemini_interactions_error.sse",
            Expected {
                text: "1\n2",
                finish: None,
                done: false,
                fault: Some("The model is overloaded."),
                ..READ
            },
        ),
        (
            "gemini_interactions_older.sse",
            Expected {
                text: "The fox.",
                reasoning: "Hm.",
                usage: (Some(18), Some(12)),
                kind: ReasoningType::Summary,
                ..READ
            },
        ),
    ]
}

fn read(text: &str) -> (measure::Recording, crate::Reply) {
    testing::read(Dialect::GeminiInteractions, &[text.as_bytes()])
}

#[test]
fn every_stream_reads_the_same_however_it_is_cut() {
    for (file, expected) in expectations() {
        testing::reads_the_same_however_it_is_cut(Dialect::GeminiInteractions, file, &expected);
    }
}

#[test]
fn an_event_is_known_by_itself_or_by_its_name() {
    let named =
        "event: step.delta\ndata: {\"index\":0,\"delta\":{\"type\":\"text\",\"text\":\"a\"}}\n\n";
    assert_eq!(read(named).0.transcript.answer, "a", "a gateway may leave the field out");
    let bare =
        "data: {\"event_type\":\"step.delta\",\"delta\":{\"type\":\"text\",\"text\":\"a\"}}\n\n";
    assert_eq!(read(bare).0.transcript.answer, "a", "or the name");
    let new = read("data: {\"event_type\":\"step.paused\"}\n\n").1;
    assert!(new.fault.is_none(), "what is new to us is the dialect's all the same: {new:?}");
    let foreign = read("data: {\"event_type\":\"order.created\"}\n\n").1;
    assert!(foreign.fault.is_some(), "another service's events are not understood");
}

#[test]
fn thoughts_stand_beside_the_output_and_cached_tokens_are_part_of_the_input() {
    let row = testing::provider(Dialect::GeminiInteractions);
    let counted = json!({"total_input_tokens": 53, "total_cached_tokens": 16,
        "total_output_tokens": 15, "total_thought_tokens": 65, "total_tokens": 133});
    let usage = GeminiInteractions.usage(&[counted], &row);
    assert_eq!((usage.in_total, usage.cached_read), (Some(53), Some(16)), "cached is inside");
    assert_eq!((usage.out_total, usage.reasoning), (Some(80), Some(65)), "53 + 15 + 65 = 133");
    let silent = GeminiInteractions.usage(&[json!({"total_input_tokens": 53})], &row);
    assert_eq!(silent.out_total, None, "what nobody said is unknown, not zero");
}

#[test]
fn a_running_count_comes_with_the_text_that_it_counts() {
    let stream = fixture("gemini_interactions_incomplete.sse");
    let (recording, _) = testing::read(Dialect::GeminiInteractions, &[&stream]);
    let counts: Vec<_> = recording.timeline.text().map(|mark| mark.tokens_so_far.count()).collect();
    assert_eq!(counts, [None, Some(2)], "where the service says it, and nowhere else");
}

#[test]
fn a_summary_after_a_signature_is_a_summary() {
    let (_, reply) = read(
        r#"data: {"event_type":"step.start","step":{"type":"thought","signature":"Cq"}}

data: {"event_type":"step.delta","delta":{"type":"thought_summary","content":{"type":"text","text":"Hm"}}}

"#,
    );
    assert_eq!(reply.reasoning_type, ReasoningType::Summary, "it was shown after all");
}

#[test]
fn an_unstreamed_interaction_is_recognised() {
    let (recording, reply) = read(
        r#"{"id":"v1_own","object":"interaction","status":"completed","steps":[{"type":"user_input","content":[{"type":"text","text":"?"}]},{"type":"thought","summary":[{"type":"text","text":"Hm"}]},{"type":"model_output","content":[{"type":"text","text":"Hi"}]}],"usage":{"total_input_tokens":1,"total_output_tokens":1}}"#,
    );
    assert_eq!(recording.transcript.answer, "Hi", "the answer is kept, and the prompt is none");
    assert_eq!(recording.transcript.reasoning, "Hm", "and so are its thoughts");
    assert!(reply.not_streamed && reply.fault.is_none(), "it is an answer, though no stream");
}

#[test]
fn a_failed_interaction_is_an_error_in_every_shape() {
    for (error, said) in [
        (r#"data: {"event_type":"error","error":{"code":"internal","message":"boom"}}"#, "boom"),
        (r#"data: {"error":{"code":500,"message":"boom","status":"INTERNAL"}}"#, "boom"),
        (
            r#"data: {"event_type":"interaction.completed","interaction":{"status":"failed","errors":[{"message":"boom"}]}}"#,
            "boom",
        ),
        (
            r#"data: {"event_type":"interaction.completed","interaction":{"status":"failed"}}"#,
            "`failed`",
        ),
        (
            r#"data: {"event_type":"step.start","step":{"type":"model_output","error":{"code":13,"message":"boom"}}}"#,
            "boom",
        ),
    ] {
        let fault = read(&format!("{error}\n\n")).1.fault;
        let fault = fault.unwrap_or_else(|| panic!("{error} is an error"));
        assert!(fault.message.contains(said), "in the service's own words: {fault:?}");
    }
}
