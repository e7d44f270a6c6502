//! Streams as providers send them, each cut at every byte: however the network splits them, the same pieces
//! come out.

use measure::{Kind, Recording};
use serde_json::json;

use super::*;
use crate::dialects::dialect::Dialect;
use crate::dialects::testing::{self, Expected, PLAIN, fixture};
use crate::error::fault::FaultClass;
use crate::wire::response::Reply;

mod reasoning;

#[expect(clippy::too_many_lines, reason = "a table, one row per provider")]
fn expectations() -> Vec<(&'static str, Expected)> {
    let verbatim = ReasoningType::Verbatim;
    vec![
        ("azure_chat", Expected { text: "Hi", usage: (Some(14), Some(4)), ..PLAIN }),
        (
            "cerebras_chat",
            Expected {
                text: "4",
                reasoning: "Adding.",
                usage: (Some(80), Some(45)),
                kind: verbatim,
                ..PLAIN
            },
        ),
        (
            "deepseek_chat",
            Expected {
                text: "Hi",
                reasoning: "Hmm",
                usage: (Some(6), Some(12)),
                kind: verbatim,
                ..PLAIN
            },
        ),
        (
            "groq_chat",
            Expected {
                text: "Intro",
                reasoning: "Think",
                usage: (Some(45), Some(3)),
                kind: verbatim,
                ..PLAIN
            },
        ),
        (
            "groq_midstream_error",
            Expected {
                text: "Int",
                finish: None,
                done: false,
                fault: Some("Tool call validation failed"),
                ..PLAIN
            },
        ),
        ("llamacpp_chat", Expected { text: "The fox", usage: (Some(12), Some(2)), ..PLAIN }),
        // The OpenAI SDK joins the drafts into nonsense.
        ("mercury_diffusing", Expected { text: "The quick fox", ..PLAIN }),
        (
            "mistral_chat",
            Expected {
                text: "Look both ways",
                reasoning: "Okay, done",
                usage: (Some(10), Some(32)),
                kind: verbatim,
                ..PLAIN
            },
        ),
        ("mlx_chat", Expected { text: "The fox", ..PLAIN }),
        ("openai_chat", Expected { text: "The quick fox.", usage: (Some(14), Some(4)), ..PLAIN }),
        (
            "openai_chat_midstream_error",
            Expected {
                text: "The",
                finish: None,
                done: false,
                fault: Some("The server had an error while processing your request."),
                ..PLAIN
            },
        ),
        ("openai_chat_nousage", Expected { text: "The fox.", finish: Some("length"), ..PLAIN }),
        // The OpenAI SDK ends silently here, as if the stream were complete.
        ("openai_chat_truncated", Expected { text: "The qu", finish: None, done: false, ..PLAIN }),
        (
            "openrouter_chat",
            Expected {
                text: "2+2 = 4",
                reasoning: "Simple sum",
                usage: (Some(43), Some(36)),
                kind: verbatim,
                ..PLAIN
            },
        ),
        (
            "openrouter_midstream_error",
            Expected {
                reasoning: "We need",
                finish: Some("length"),
                usage: (Some(43), Some(10)),
                fault: Some("Token limit reached"),
                kind: verbatim,
                ..PLAIN
            },
        ),
        (
            "perverse_chat",
            Expected { text: "Aé😀", finish: Some("eos"), usage: (Some(3), Some(2)), ..PLAIN },
        ),
        (
            "sambanova_chat",
            Expected {
                text: "The quick brown fox jumps over",
                usage: (Some(41), Some(7)),
                ..PLAIN
            },
        ),
        (
            "vllm_continuous_usage",
            Expected {
                text: "The quick brown fox.",
                finish: Some("length"),
                usage: (Some(9), Some(5)),
                ..PLAIN
            },
        ),
        (
            "vllm_midstream_error",
            Expected { finish: None, fault: Some("EngineCore encountered an issue."), ..PLAIN },
        ),
        // The prompt had opened the reasoning, so the answer contains only its end.
        (
            "vllm_unopened_think",
            Expected {
                text: "2+2 = 4",
                reasoning: "Okay, the user wants 2+2. That is 4 — é.\n",
                usage: (Some(18), Some(22)),
                kind: ReasoningType::InlineThink,
                ..PLAIN
            },
        ),
        // completion_tokens leaves the reasoning out here: 1 + 290.
        (
            "xai_chat",
            Expected {
                text: "4",
                reasoning: "Thinking",
                usage: (Some(12), Some(291)),
                kind: verbatim,
                ..PLAIN
            },
        ),
    ]
}

/// Reads the pieces as if each were one network read, stamped with its index.
fn read(pieces: &[&[u8]]) -> (Recording, Reply) {
    testing::read(Dialect::OpenaiChat, pieces)
}

fn read_text(text: &str) -> (Recording, Reply) {
    read(&[text.as_bytes()])
}

#[test]
fn every_providers_stream_reads_the_same_however_it_is_cut() {
    for (name, expected) in expectations() {
        let file = format!("{name}.sse");
        testing::reads_the_same_however_it_is_cut(Dialect::OpenaiChat, &file, &expected);
    }
}

#[test]
fn a_role_chunk_is_not_the_first_token() {
    let bytes = fixture("openai_chat.sse");
    let role_ends = bytes.windows(2).position(|two| two == b"\n\n").expect("there are events") + 2;
    let (left, right) = bytes.split_at(role_ends);
    let (recording, _) = read(&[left, right]);
    assert_eq!(
        recording.timeline.first_any_ns(),
        Some(1),
        "the first text came with the second read"
    );
}

#[test]
fn a_running_count_is_kept_with_the_text_it_counts_and_only_the_last_is_usage() {
    let (recording, _) = read(&[&fixture("vllm_continuous_usage.sse")]);
    let counts: Vec<_> = recording.timeline.text().map(|mark| mark.tokens_so_far.count()).collect();
    assert_eq!(counts, [Some(2), Some(5)], "exact tokens per chunk");
    assert_eq!(recording.usage.len(), 1, "the raw log does not grow by a usage object per token");
}

#[test]
fn what_servers_report_of_themselves_is_kept_apart() {
    let server = |name: &str| read(&[&fixture(&format!("{name}.sse"))]).1.server;
    let groq = server("groq_chat");
    assert_eq!(groq.queue_ms.map(f64::round), Some(42.0), "Groq counts in seconds");
    assert_eq!(groq.completion_ms.map(f64::round), Some(12.0), "and reports its decode time");
    assert_eq!(
        server("cerebras_chat").queue_ms.map(f64::round),
        Some(4.0),
        "Cerebras has a place of its own for it"
    );
    assert_eq!(server("sambanova_chat").ttft_ms, Some(50.0), "SambaNova reports its own TTFT");
    assert_eq!(server("llamacpp_chat").prompt_ms, Some(30.2), "llama.cpp counts in milliseconds");
    assert_eq!(
        server("openrouter_chat").backend.as_deref(),
        Some("Google"),
        "a gateway names who answered"
    );
}

fn delta(delta: &str) -> String {
    format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{delta}}}]}}\n\n")
}

#[test]
fn an_empty_reasoning_field_does_not_hide_the_full_one() {
    let (recording, _) = read_text(&delta(r#"{"reasoning_content":"","reasoning":"x"}"#));
    assert_eq!(recording.transcript.reasoning, "x", "two servers, two names, one of them empty");
    let (recording, _) = read_text(&delta(r#"{"reasoning_content":"x","reasoning":"x"}"#));
    assert_eq!(
        recording.transcript.reasoning, "x",
        "the same thought under both names is one thought"
    );
}

#[test]
fn a_mixed_delta_makes_two_marks_of_one_event() {
    let (recording, _) = read_text(&delta(r#"{"reasoning":"so","content":"It"}"#));
    let marks: Vec<_> = recording.timeline.text().map(|mark| (mark.kind, mark.event)).collect();
    assert_eq!(marks, [(Kind::Reasoning, 0), (Kind::Answer, 0)], "both phases are stamped");
}

#[test]
fn what_a_request_cost_is_read_in_every_shape() {
    let cost = |reported: serde_json::Value| usage(&[reported], false).reported_usd;
    assert_eq!(cost(json!({"cost": 0.5})), Some(0.5), "a number");
    let parts =
        json!({"cost": {"input_tokens_cost": 0.25, "request_cost": 0.25, "total_cost": 0.5}});
    assert_eq!(cost(parts), Some(0.5), "or parts with their sum");
    let own =
        json!({"cost": 0.25, "is_byok": true, "cost_details": {"upstream_inference_cost": 0.5}});
    assert_eq!(cost(own), Some(0.75), "the gateway's fee and the backend's bill");
    let theirs =
        json!({"cost": 0.5, "is_byok": false, "cost_details": {"upstream_inference_cost": 0.5}});
    assert_eq!(cost(theirs), Some(0.5), "which is in the cost where the gateway pays it");
    assert_eq!(cost(json!({"cost": null})), None, "nothing said is no price");
}

#[test]
fn tool_calls_are_output() {
    let stream =
        delta(r#"{"tool_calls":[{"index":0,"id":"c","function":{"name":"look","arguments":""}}]}"#)
            + &delta(r#"{"tool_calls":[{"index":0,"function":{"arguments":"{\"q\":1}"}}]}"#);
    let (recording, _) = read_text(&stream);
    assert_eq!(recording.transcript.tool, "look{\"q\":1}", "name and arguments, in order");
    assert_eq!(
        recording.timeline.text().count(),
        2,
        "each delta of a tool call is a chunk of the answer phase"
    );
}

#[test]
fn other_choices_than_the_first_are_left_out() {
    let (recording, _) = read_text(
        r#"data: {"choices":[{"index":1,"delta":{"content":"b"}},{"index":0,"delta":{"content":"a"}}]}"#,
    );
    assert_eq!(recording.transcript.answer, "a", "one lane, one answer");
}

#[test]
fn an_unstreamed_completion_is_recognised() {
    let (recording, reply) = read_text(
        r#"{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"usage":{"completion_tokens":1}}"#,
    );
    assert_eq!(recording.transcript.answer, "Hi", "the answer is kept");
    assert!(
        reply.not_streamed && reply.fault.is_none(),
        "it is an answer, though no stream: {reply:?}"
    );
}

#[test]
fn errors_inside_a_success_are_errors_in_every_shape() {
    for body in [
        "{\"error\":{\"message\":\"boom\",\"code\":503}}",
        "{\n \"error\": {\n  \"message\": \"boom\"\n }\n}",
        "[{\"error\":{\"message\":\"boom\"}}]",
        "data: {\"error\":\"boom\"}\n\n",
        "event: error\ndata: {\"message\":\"boom\"}\n\n",
        "event: error\ndata: boom\n\n",
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: {\"error\":{\"message\":\"boom\"}}\n\ndata: [DONE]\n\n",
    ] {
        let fault = read_text(body).1.fault.unwrap_or_else(|| panic!("{body} is an error"));
        assert!(fault.message.contains("boom"), "the provider's words are kept: {fault:?}");
        assert_eq!(fault.class, FaultClass::InStream, "HTTP had said success");
    }
    let (_, reply) = read_text(
        &(delta(r#"{"content":"a"}"#)
            + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"error\"}]}\n\n"),
    );
    assert!(reply.fault.is_some(), "a provider may also say it with the finish reason");
}

#[test]
fn a_page_instead_of_a_stream_is_reported_as_one() {
    let fault = read_text("<html><body>Welcome</body></html>").1.fault.expect("no stream");
    assert_eq!(fault.class, FaultClass::NotAStream, "the address is wrong, not the model");
    assert!(
        fault.body.is_some_and(|body| body.contains("Welcome")),
        "and the page shows which one it is"
    );
    let fault = read_text("data: {malformed\n\n").1.fault.expect("no JSON");
    assert!(fault.message.contains("not JSON"), "gibberish is named as such: {}", fault.message);
}

#[test]
fn whether_reasoning_is_inside_the_output_is_told_by_the_total() {
    let exclusive = json!({"prompt_tokens": 12, "completion_tokens": 1, "total_tokens": 303,
        "completion_tokens_details": {"reasoning_tokens": 290}, "cost_in_usd_ticks": 43_710_000});
    let counted = usage(&[exclusive], false);
    assert_eq!(counted.out_total, Some(291), "12 + 1 + 290 = 303: the reasoning comes on top");
    assert_eq!(counted.reported_usd, Some(0.004_371), "10^10 ticks are a dollar");
    let inclusive = json!({"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15,
        "completion_tokens_details": {"reasoning_tokens": 3}});
    assert_eq!(usage(&[inclusive], true).out_total, Some(5), "10 + 5 = 15: it is inside");
    let silent =
        json!({"completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 3}});
    assert_eq!(usage(&[silent], true).out_total, Some(8), "no total: what the row says");
}

#[test]
fn usage_that_comes_in_pieces_is_one_usage_and_running_counts_replace() {
    let pieces =
        [json!({"prompt_tokens": 9, "completion_tokens": 2}), json!({"completion_tokens": 5.0})];
    let counted = usage(&pieces, false);
    assert_eq!(
        (counted.in_total, counted.out_total),
        (Some(9), Some(5)),
        "the later count replaces the earlier"
    );
    assert_eq!(counted.cached_read, None, "what nobody said is unknown, not zero");
}

#[test]
fn more_reasoning_than_output_is_taken_as_given() {
    let odd = json!({"prompt_tokens": 1, "completion_tokens": 10, "total_tokens": 11,
        "completion_tokens_details": {"reasoning_tokens": 11}});
    assert_eq!(usage(&[odd], false).reasoning, Some(11), "a gateway was recorded saying this");
}

#[test]
fn text_that_is_not_read_is_counted_as_unread() {
    let unread = |content: &str| {
        let first = r#"data: {"choices":[{"index":0,"delta":{"content":"a"}}]}"#;
        let (recording, reply) = read_text(&format!("{first}\n\ndata: {content}\n\n"));
        assert_eq!(recording.transcript.answer, "a", "one answer is measured: {content}");
        reply.unread
    };
    let no_text = ["5", "true", "0.5", r#"{"text":"b"}"#];
    for content in no_text {
        let event = format!(r#"{{"choices":[{{"index":0,"delta":{{"content":{content}}}}}]}}"#);
        assert_eq!(unread(&event), 1, "no text in the place of one: {content}");
    }
    let other = r#"{"choices":[{"index":0,"delta":{}},{"index":1,"delta":{"content":"b"}}]}"#;
    assert_eq!(unread(other), 1, "a second answer");
    for silent in [
        r#"{"choices":[{"index":1,"delta":{"content":""},"finish_reason":"stop"}]}"#,
        r#"{"choices":[{"index":0,"delta":{"content":null}}]}"#,
        r#"{"choices":[{"index":0,"delta":{"content":{}}}]}"#,
    ] {
        assert_eq!(unread(silent), 0, "nothing was said: {silent}");
    }
}
