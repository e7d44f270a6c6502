//! Streams in the shapes of recorded exchanges with OpenAI and compatible servers.

use measure::ReasoningType;
use serde_json::json;

use super::*;
use crate::dialects::dialect::Dialect;
use crate::dialects::testing::{self, Expected, PLAIN};

const READ: Expected =
    Expected { text: "The fox.", finish: Some("completed"), usage: (Some(53), Some(69)), ..PLAIN };

fn expectations() -> [(&'static str, Expected); 3] {
    [
        (
            "openai_responses.sse",
            Expected { reasoning: "**Simple**", kind: ReasoningType::Summary, ..READ },
        ),
        ("openai_responses_incomplete.sse", Expected { finish: Some("max_output_tokens"), ..READ }),
        (
            "openai_responses_error.sse",
            Expected { finish: None, fault: Some("You exceeded your current quota."), ..PLAIN },
        ),
    ]
}

fn read(text: &str) -> (measure::Recording, crate::Reply) {
    testing::read(Dialect::OpenaiResponses, &[text.as_bytes()])
}

#[test]
fn every_stream_reads_the_same_however_it_is_cut() {
    for (file, expected) in expectations() {
        testing::reads_the_same_however_it_is_cut(Dialect::OpenaiResponses, file, &expected);
    }
}

#[test]
fn text_is_not_read_twice_when_it_is_repeated_at_the_end() {
    let stream = r#"data: {"type":"response.output_text.delta","delta":"Hi"}

data: {"type":"response.output_text.done","text":"Hi"}

data: {"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Hi"}]}]}}

"#;
    assert_eq!(read(stream).0.transcript.answer, "Hi", "once in pieces is once");
    let (_, only_end) =
        stream.split_once("\n\ndata: {\"type\":\"response.output_text.done").expect("three events");
    let only_end = format!("data: {{\"type\":\"response.output_text.done{only_end}");
    assert_eq!(
        read(&only_end).0.transcript.answer,
        "Hi",
        "a server that sends no pieces has answered all the same"
    );
}

#[test]
fn an_error_is_read_in_both_of_its_shapes() {
    for error in [
        r#"event: error
data: {"type":"error","code":"server_error","message":"boom","param":null,"sequence_number":2}

"#,
        r#"data: {"type":"error","error":{"type":"server_error","message":"boom"}}

"#,
        r#"data: {"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"boom"}}}

"#,
    ] {
        let fault = read(error).1.fault.unwrap_or_else(|| panic!("{error} is an error"));
        assert!(fault.message.contains("boom"), "the service's own words are kept: {fault:?}");
    }
}

#[test]
fn reasoning_text_is_what_the_model_thought_and_a_summary_is_not() {
    let verbatim = "data: {\"type\":\"response.reasoning_text.delta\",\"delta\":\"Hm\"}\n\n";
    let (recording, reply) = read(verbatim);
    assert_eq!(recording.transcript.reasoning, "Hm", "open models show their thoughts");
    assert_eq!(reply.reasoning_type, ReasoningType::Verbatim, "word for word");
}

#[test]
fn tool_calls_are_output_and_what_tools_answer_is_not() {
    let stream = r#"data: {"type":"response.output_item.added","item":{"type":"function_call","name":"look","arguments":""}}

data: {"type":"response.function_call_arguments.delta","delta":"{}"}

data: {"type":"response.shell_call_output_content.delta","delta":{"stdout":"root"}}

"#;
    assert_eq!(read(stream).0.transcript.tool, "look{}", "name and arguments, in order");
}

#[test]
fn an_unstreamed_response_is_recognised() {
    let (recording, reply) = read(
        r#"{"object":"response","status":"completed","error":null,"output":[{"type":"message","content":[{"type":"output_text","text":"Hi"}]}],"usage":{"input_tokens":1,"output_tokens":1}}"#,
    );
    assert_eq!(recording.transcript.answer, "Hi", "the answer is kept");
    assert!(reply.not_streamed && reply.fault.is_none(), "it is an answer, though no stream");
}

#[test]
fn cached_and_thought_tokens_are_parts() {
    let usage = json!({"input_tokens": 100, "input_tokens_details": {"cached_tokens": 64},
        "output_tokens": 50, "output_tokens_details": {"reasoning_tokens": 40}});
    let usage = OpenaiResponses.usage(&[usage], &testing::provider(Dialect::OpenaiResponses));
    assert_eq!((usage.in_total, usage.cached_read), (Some(100), Some(64)), "cached is inside");
    assert_eq!((usage.out_total, usage.reasoning), (Some(50), Some(40)), "so is thinking");
}

#[test]
fn a_server_fills_no_memory_with_the_ids_of_calls() {
    let mut called = Called::default();
    let long = "x".repeat(100_000);
    let item =
        |at: usize| json!({ "call_id": format!("{at} {}", if at < 10 { &long } else { "" }) });
    for at in 0..MOST_CALLS + 10 {
        called.add(&item(at), None);
    }
    assert_eq!(called.0.len(), MOST_CALLS, "each is one number, and there are no more of them");
    assert!(called.contains(&item(3), None), "however long its id is");
    assert!(!called.contains(&item(MOST_CALLS + 3), None), "later ones are not remembered");
}
