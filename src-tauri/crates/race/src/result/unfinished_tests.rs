//! Streams of every dialect that do not end well, from their first byte to their explanation.

use measure::Warning;
use providers::{Dialect, FaultClass, KeyNeed, Provider, custom, read_recorded};
use serde_json::json;

use crate::result::output_length::RequestedLength;
use crate::result::sample::Sample;
use crate::result::sample_context::SampleContext;
use crate::result::status::Status;
use crate::testing::context;

fn provider(dialect: Dialect) -> Provider {
    custom("own", "Own", dialect, "http://127.0.0.1:9/v1", KeyNeed::Optional).expect("an address")
}

fn read(dialect: Dialect, stream: &str, length: Option<RequestedLength>) -> Sample {
    let (mut recording, mut reply) = read_recorded(dialect, &[(100_000_000, stream.as_bytes())]);
    recording.timeline.send_ns = Some(0);
    recording.timeline.close_ns = Some(200_000_000);
    reply.attempts = 1;
    let provider = provider(dialect);
    let asked = SampleContext { length, ..context(&provider, "Hi") };
    Sample::of(&recording, &reply, &asked, None)
}

/// A stream in `dialect` that writes `text` and stops for the reason `word`.
fn stopped(dialect: Dialect, text: &str, word: &str) -> String {
    let event = |value: serde_json::Value| format!("data: {value}\n\n");
    match dialect {
        Dialect::OpenaiChat => {
            event(
                json!({"choices": [{"index": 0, "delta": {"role": "assistant", "content": text}}]}),
            ) + &event(json!({"choices": [{"index": 0, "delta": {}, "finish_reason": word}]}))
                + "data: [DONE]\n\n"
        }
        Dialect::OpenaiResponses => {
            event(json!({"type": "response.created", "response": {"model": "m"}}))
                + &event(json!({"type": "response.output_text.delta", "delta": text}))
                + &event(json!({"type": "response.incomplete",
                    "response": {"status": "incomplete", "incomplete_details": {"reason": word}}}))
        }
        Dialect::Anthropic => {
            event(json!({"type": "message_start", "message": {"usage": {"input_tokens": 3}}}))
                + &event(json!({"type": "content_block_start", "index": 0,
                    "content_block": {"type": "text", "text": text}}))
                + &event(json!({"type": "message_delta", "delta": {"stop_reason": word},
                    "usage": {"output_tokens": 5}}))
                + &event(json!({"type": "message_stop"}))
        }
        Dialect::Gemini => event(json!({"candidates": [{
            "content": {"parts": [{"text": text}]}, "finishReason": word}]})),
        Dialect::Cohere => {
            event(
                json!({"type": "content-delta", "delta": {"message": {"content": {"text": text}}}}),
            ) + &event(json!({"type": "message-end", "delta": {"finish_reason": word}}))
        }
        Dialect::Replicate => format!(
            "event: output\ndata: {text}\n\nevent: done\ndata: {}\n\n",
            json!({"reason": word})
        ),
        _ => format!(
            "{}\n",
            json!({"message": {"content": text}, "done": true, "done_reason": word})
        ),
    }
}

#[test]
fn every_finish_reason_is_reported_by_its_meaning() {
    use Dialect::{Anthropic, Cohere, Gemini, Ollama, OpenaiChat, OpenaiResponses, Replicate};
    use Status::{ErrorStream, Filtered, Ok, Refused, Truncated};
    for (dialect, word, status) in [
        (OpenaiChat, "stop", Ok),
        (OpenaiChat, "length", Ok),
        (OpenaiChat, "content_filter", Filtered),
        (OpenaiChat, "model_length", Truncated),
        (OpenaiChat, "SAFETY", Filtered),
        (OpenaiChat, "refusal", Refused),
        (OpenaiChat, "abort", Truncated),
        (OpenaiResponses, "content_filter", Filtered),
        (OpenaiResponses, "max_output_tokens", Ok),
        (OpenaiResponses, "max_messages", Ok),
        (OpenaiResponses, "steered", Truncated),
        (Anthropic, "end_turn", Ok),
        (Anthropic, "refusal", Refused),
        (Anthropic, "pause_turn", Truncated),
        (Anthropic, "model_context_window_exceeded", Truncated),
        (Gemini, "STOP", Ok),
        (Gemini, "SAFETY", Filtered),
        (Gemini, "RECITATION", Filtered),
        (Gemini, "PROHIBITED_CONTENT", Filtered),
        (Gemini, "BLOCKLIST", Filtered),
        (Gemini, "SPII", Filtered),
        (Gemini, "IMAGE_SAFETY", Filtered),
        (Gemini, "CONTINUATION", Ok),
        (Gemini, "MALFORMED_FUNCTION_CALL", ErrorStream),
        (Cohere, "COMPLETE", Ok),
        (Cohere, "ERROR_LIMIT", Truncated),
        (Cohere, "ERROR", ErrorStream),
        (Ollama, "stop", Ok),
        (Ollama, "length", Ok),
        (Replicate, "canceled", Truncated),
        (OpenaiChat, "a_word_nobody_knows", Ok),
    ] {
        let sample = read(dialect, &stopped(dialect, "Hello there", word), None);
        assert_eq!(sample.status, status, "{} says {word}", dialect.name());
        assert_eq!(sample.finish_reason.as_deref(), Some(word), "the word itself is kept");
        assert_eq!(sample.text, "Hello there", "{word}: and so is what came");
        assert_eq!(sample.error.is_none(), status == Ok, "{word}: what is no success says why");
        if let Some(error) = sample.error.filter(|error| error.class != FaultClass::InStream) {
            assert!(error.message.contains(word), "in the provider's word: {}", error.message);
        }
    }
}

#[test]
fn an_unsuccessful_end_counts_in_no_average() {
    for (word, text) in
        [("content_filter", "a"), ("refusal", "a"), ("pause_turn", "a"), ("stop", "")]
    {
        let sample = read(Dialect::OpenaiChat, &stopped(Dialect::OpenaiChat, text, word), None);
        assert!(!sample.status.is_ok(), "{word}: {:?}", sample.status);
        assert!(crate::summary(&[sample]).is_empty(), "{word}: it is no sample of an answer");
    }
}

#[test]
fn a_prompt_that_was_blocked_is_filtered_and_says_so() {
    let blocked = r#"data: {"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":5}}"#;
    let sample = read(Dialect::Gemini, &format!("{blocked}\n\n"), None);
    assert_eq!(sample.status, Status::Filtered, "nothing was answered");
    let error = sample.error.expect("it says why");
    assert_eq!(error.class, FaultClass::Filtered, "as what it is");
    assert!(error.message.contains("`PROHIBITED_CONTENT`"), "in its word: {}", error.message);
}

#[test]
fn a_refusal_text_counts_as_one_whatever_the_finish_reason() {
    let chat = "data: {\"choices\":[{\"index\":0,\"delta\":{\"refusal\":\"I cannot.\"}}]}\n\n\
                data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let responses = "data: {\"type\":\"response.refusal.delta\",\"delta\":\"I cannot.\"}\n\n\
                     data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}\n\n";
    for (dialect, stream) in [(Dialect::OpenaiChat, chat), (Dialect::OpenaiResponses, responses)] {
        let sample = read(dialect, stream, None);
        assert_eq!(sample.status, Status::Refused, "{}: it declined", dialect.name());
        assert_eq!(sample.text, "I cannot.", "and what it said is kept");
    }
}

#[test]
fn an_answer_that_was_cancelled_elsewhere_keeps_the_word() {
    let stream = "data: {\"type\":\"response.output_text.delta\",\"delta\":\"Hi\"}\n\n\
                  data: {\"type\":\"response.cancelled\",\"response\":{\"status\":\"cancelled\"}}\n\n";
    let sample = read(Dialect::OpenaiResponses, stream, None);
    assert_eq!(sample.status, Status::Truncated, "it is cut off, and not by the user");
    assert_eq!(sample.finish_reason.as_deref(), Some("cancelled"), "as the provider says");
}

#[test]
fn a_providers_own_limit_is_distinguished_from_the_users() {
    let stream = |tokens: u32| {
        stopped(Dialect::OpenaiChat, "Hello there", "length").replace(
            "data: [DONE]",
            &format!("data: {{\"choices\":[],\"usage\":{{\"completion_tokens\":{tokens}}}}}\n\ndata: [DONE]"),
        )
    };
    for (length, tokens, is_own) in [
        (Some(RequestedLength::AtMost(512)), 512, true),
        (Some(RequestedLength::AtMost(512)), 511, true),
        (Some(RequestedLength::AtMost(4_096)), 1_024, false),
        (None, 512, false),
    ] {
        let sample = read(Dialect::OpenaiChat, &stream(tokens), length);
        assert_eq!(sample.status, Status::Ok, "what came was measured");
        assert!(sample.doubts.contains(&Warning::StoppedAtLimit), "{tokens}: it was cut");
        let is_told = sample.doubts.contains(&Warning::LimitNotAsked);
        assert_eq!(is_told, !is_own, "{tokens} of {length:?}: whose limit it was");
    }
}

#[test]
fn an_answer_that_is_all_reasoning_says_where_its_tokens_went() {
    let stream = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"length\"}]}\n\n\
                  data: {\"choices\":[],\"usage\":{\"completion_tokens\":64,\"completion_tokens_details\":{\"reasoning_tokens\":64}}}\n\n\
                  data: [DONE]\n\n";
    let sample = read(Dialect::OpenaiChat, stream, Some(RequestedLength::AtMost(64)));
    assert_eq!(sample.status, Status::OkEmpty, "no text came");
    let error = sample.error.expect("it says why");
    assert!(error.message.contains("64 tokens of reasoning"), "{}", error.message);
    assert!(error.advice.contains("Raise max tokens"), "and what to do: {}", error.advice);
}

#[test]
fn reasoning_that_was_not_shown_before_the_answer_is_doubted_in_every_dialect() {
    let redacted = r#"data: {"type":"message_start","message":{"usage":{"input_tokens":3}}}

data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"Eq=="}}

data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"Four."}}

data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":300,"output_tokens_details":{"thinking_tokens":290}}}

data: {"type":"message_stop"}

"#;
    let counted_only = redacted.replace("signature_delta", "of_another_kind");
    let block = redacted
        .replace(
            r#""type":"thinking","thinking":"","signature":"""#,
            r#""type":"redacted_thinking","data":"x""#,
        )
        .replace(",\"output_tokens_details\":{\"thinking_tokens\":290}", "");
    let chat = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Four.\"},\"finish_reason\":\"stop\"}]}\n\n\
                data: {\"choices\":[],\"usage\":{\"completion_tokens\":300,\"completion_tokens_details\":{\"reasoning_tokens\":290}}}\n\n\
                data: [DONE]\n\n";
    let encrypted = "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"x\"}]}}]}\n\n\
                data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Four.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let responses = "data: {\"type\":\"response.output_text.delta\",\"delta\":\"Four.\"}\n\n\
                data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"usage\":{\"output_tokens\":300,\"output_tokens_details\":{\"reasoning_tokens\":290}}}}\n\n";
    let gemini = "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Four.\"}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"candidatesTokenCount\":10,\"thoughtsTokenCount\":290}}\n\n";
    for (dialect, stream) in [
        (Dialect::Anthropic, redacted),
        (Dialect::Anthropic, &counted_only),
        (Dialect::Anthropic, &block),
        (Dialect::OpenaiChat, chat),
        (Dialect::OpenaiChat, encrypted),
        (Dialect::OpenaiResponses, responses),
        (Dialect::Gemini, gemini),
    ] {
        let sample = read(dialect, stream, None);
        assert_eq!((sample.status, &*sample.text), (Status::Ok, "Four."), "it is an answer");
        assert!(
            sample.doubts.contains(&Warning::ReasoningHidden),
            "{}: no TTFT holds reasoning in silence: {:?} {stream}",
            dialect.name(),
            sample.doubts
        );
    }
}

#[test]
fn reasoning_that_was_shown_first_is_not_doubted_though_a_part_of_it_is_encrypted() {
    let stream = "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_details\":[{\"type\":\"reasoning.summary\",\"summary\":\"Adding.\"}]}}]}\n\n\
                data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Four.\"}}]}\n\n\
                data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"x\"}]},\"finish_reason\":\"stop\"}]}\n\n\
                data: {\"choices\":[],\"usage\":{\"completion_tokens\":300,\"completion_tokens_details\":{\"reasoning_tokens\":290}}}\n\n\
                data: [DONE]\n\n";
    let sample = read(Dialect::OpenaiChat, stream, None);
    assert_eq!(sample.reasoning, "Adding.", "it was shown");
    assert!(
        !sample.doubts.contains(&Warning::ReasoningHidden),
        "TTFT is of the first thought that was shown: {:?}",
        sample.doubts
    );
}
