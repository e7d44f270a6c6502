//! Streams in the shapes of recorded exchanges with Gemini and Vertex.

use measure::ReasoningType;
use serde_json::json;

use super::*;
use crate::dialects::dialect::Dialect;
use crate::dialects::testing::{self, Expected, PLAIN, fixture};

fn expectations() -> [(&'static str, Expected); 4] {
    let overloaded = Expected {
        text: "1\n2",
        finish: None,
        done: false,
        usage: (Some(18), Some(4)),
        fault: Some("The model is overloaded."),
        ..PLAIN
    };
    [
        (
            "gemini_stream.sse",
            Expected {
                text: "1\n2\n3\n14\n5",
                reasoning: "**Plan**\n\nCount.\n",
                finish: Some("STOP"),
                usage: (Some(18), Some(115)),
                kind: ReasoningType::Summary,
                ..PLAIN
            },
        ),
        (
            "gemini_blocked.sse",
            Expected { finish: Some("PROHIBITED_CONTENT"), usage: (Some(5), None), ..PLAIN },
        ),
        ("gemini_error_data_in_200.sse", Expected { ..overloaded }),
        ("gemini_error_raw_in_200.sse", overloaded),
    ]
}

fn read(text: &str) -> (measure::Recording, crate::Reply) {
    testing::read(Dialect::Gemini, &[text.as_bytes()])
}

#[test]
fn every_stream_reads_the_same_however_it_is_cut() {
    for (file, expected) in expectations() {
        testing::reads_the_same_however_it_is_cut(Dialect::Gemini, file, &expected);
    }
}

#[test]
fn thoughts_are_billed_and_stand_beside_the_answer_unless_the_total_says_otherwise() {
    let row = testing::provider(Dialect::Gemini);
    let beside = json!({"promptTokenCount": 18, "candidatesTokenCount": 80, "thoughtsTokenCount": 35, "totalTokenCount": 133});
    assert_eq!(Gemini.usage(&[beside], &row).out_total, Some(115), "18 + 80 + 35 = 133");
    let inside = json!({"promptTokenCount": 18, "candidatesTokenCount": 80, "thoughtsTokenCount": 35, "totalTokenCount": 98});
    assert_eq!(Gemini.usage(&[inside], &row).out_total, Some(80), "18 + 80 = 98: they are inside");
    let only = json!({"promptTokenCount": 18, "thoughtsTokenCount": 35, "totalTokenCount": 53});
    assert_eq!(Gemini.usage(&[only], &row).out_total, Some(35), "nothing but thoughts so far");
    let cached = json!({"promptTokenCount": 18, "cachedContentTokenCount": 16});
    let usage = Gemini.usage(&[cached], &row);
    assert_eq!((usage.in_total, usage.cached_read), (Some(18), Some(16)), "cached is inside");
    assert_eq!(usage.out_total, None, "what nobody said is unknown, not zero");
}

#[test]
fn a_chunk_says_how_many_tokens_there_are_by_now() {
    let (recording, _) = testing::read(Dialect::Gemini, &[&fixture("gemini_stream.sse")]);
    let counts: Vec<_> = recording.timeline.text().map(|mark| mark.tokens_so_far.count()).collect();
    assert_eq!(
        counts.first(),
        Some(&Some(35)),
        "thoughts and answer together, exact where a chunk holds dozens"
    );
    assert_eq!(
        recording.usage.len(),
        2,
        "one object for each set of fields, not one for each chunk"
    );
}

#[test]
fn a_function_call_is_output() {
    let (recording, _) = read(
        r#"data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"look","args":{"q":1}},"thoughtSignature":"Cq"}]},"finishReason":"STOP"}]}"#,
    );
    assert_eq!(recording.transcript.tool, "look{\"q\":1}", "name and arguments");
}

#[test]
fn an_array_instead_of_a_stream_is_read_and_said_to_be_none() {
    let (recording, reply) = read(
        r#"[{"candidates":[{"content":{"parts":[{"text":"a"}]}}]},
{"candidates":[{"content":{"parts":[{"text":"b"}]},"finishReason":"STOP"}]}]"#,
    );
    assert_eq!(recording.transcript.answer, "ab", "the answer is kept");
    assert!(reply.not_streamed && reply.fault.is_none(), "without `alt=sse` it is no stream");
}

#[test]
fn text_of_a_second_candidate_is_counted_as_unread() {
    let said = |second: &str| {
        let candidates =
            format!(r#"[{{"content":{{"parts":[{{"text":"a"}}]}}}},{{"content":{second}}}]"#);
        let (recording, reply) = read(&format!("data: {{\"candidates\":{candidates}}}\n\n"));
        assert_eq!(recording.transcript.answer, "a", "one answer is measured");
        reply.unread
    };
    assert_eq!(said(r#"{"parts":[{"text":"b"}]}"#), 1, "a second answer");
    assert_eq!(said(r#"{"parts":[]}"#), 0, "nothing was said");
}
