//! Detects the dialect of a body that is not in the lane's dialect.

use measure::Recording;

use crate::dialects::dialect::Dialect;
use crate::wire::decoder::Reader;
use crate::wire::redact::Redaction;
use crate::wire::response::Reply;
use crate::wire::sse::{Event, Sse};
use crate::wire::think_tags::Tags;

/// The dialect of the beginning of a body, if it differs from `own` and has content.
pub(crate) fn dialect_of(excerpt: &str, own: Dialect) -> Option<Dialect> {
    Dialect::ALL.into_iter().find(|other| *other != own && is_in(excerpt, *other))
}

fn is_in(excerpt: &str, dialect: Dialect) -> bool {
    let (mut recording, mut reply) = (Recording::default(), Reply::default());
    let mut reader = Reader::new(dialect.wire().events(), 0, Tags::default(), Redaction::default());
    let mut sse = Sse::default();
    // The excerpt may end within an event, which is then ignored.
    let fed = sse.feed(excerpt.as_bytes(), |event, bytes| {
        // Other servers also have Ollama's field `response`; Ollama's lines are not SSE.
        if dialect != Dialect::Ollama || matches!(event, Event::Bare(_)) {
            reader.event(&event, 0, bytes, &mut recording, &mut reply);
        }
    });
    reader.release(&mut recording, &mut reply);
    fed.is_ok() && reply.fault.is_none() && recording.timeline.text().next().is_some()
}

#[cfg(test)]
mod tests {
    use crate::dialects::dialect::Dialect;
    use crate::error::fault::{Fault, FaultClass};
    use crate::wire::recorded::read_recorded;

    /// The fault for a body that came in these reads.
    fn fault(dialect: Dialect, body: &str) -> Option<Fault> {
        read_recorded(dialect, &[(1, body.as_bytes())]).1.fault
    }

    #[test]
    fn an_unintelligible_stream_is_not_a_fast_answer() {
        let cloudflare = "data: {\"response\":\"Hello\"}\n\ndata: {\"response\":\"\",\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}\n\ndata: [DONE]\n\n";
        let completions =
            "data: {\"choices\":[{\"index\":0,\"text\":\"Hello\"}]}\n\ndata: [DONE]\n\n";
        for body in [
            cloudflare,
            completions,
            "data: {\"token\":{\"text\":\"Hello\"}}\n\ndata: [DONE]\n\n",
            "data: {\"choices\":[]}\n\ndata: [DONE]\n\n",
            "data: [DONE]\n\n",
            "{\"hello\":\"world\"}",
        ] {
            let fault = fault(Dialect::OpenaiChat, body).unwrap_or_else(|| panic!("{body}"));
            assert_eq!(fault.class, FaultClass::NotAStream, "{body}: nothing was understood");
            assert!(!fault.advice.is_empty(), "{body}: and it says what to check");
        }
        let fault = fault(Dialect::OpenaiChat, cloudflare).expect("it is of another dialect");
        assert!(fault.message.contains("{\"response\":\"Hello\"}"), "{}", fault.message);
        assert!(
            !fault.advice.contains("`ollama`"),
            "a field alone is no dialect: {}",
            fault.advice
        );
    }

    #[test]
    fn a_message_that_is_a_text_is_no_line_of_ollamas() {
        let body = r#"{"message":"This model is at capacity","status":"busy"}"#;
        let fault = fault(Dialect::Ollama, body).expect("it is no answer");
        assert_eq!(fault.class, FaultClass::NotAStream, "and none that was cut off: {fault:?}");
        assert!(fault.message.contains("at capacity"), "what it says is shown: {}", fault.message);
    }

    #[test]
    fn a_stream_in_another_dialect_is_named() {
        let anthropic = "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"Hi\"}}\n\n";
        let chat = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: [DONE]\n\n";
        let ollama = "{\"message\":{\"content\":\"Hi\"},\"done\":false}\n{\"done\":true}\n";
        for (lane, body, meant) in [
            (Dialect::OpenaiChat, anthropic, "`anthropic`"),
            (Dialect::Anthropic, chat, "`openai-chat`"),
            (Dialect::OpenaiChat, ollama, "`ollama`"),
        ] {
            let fault = fault(lane, body).unwrap_or_else(|| panic!("{body}"));
            assert!(fault.advice.contains(meant), "{body}: {}", fault.advice);
        }
    }

    #[test]
    fn a_numbered_refusal_inside_a_success_is_not_a_foreign_dialect() {
        for (body, words) in [
            (
                r#"{"base_resp":{"status_code":1004,"status_msg":"login fail: no key"}}"#,
                "login fail",
            ),
            (
                r#"{"id":"x","choices":null,"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}"#,
                "insufficient balance",
            ),
        ] {
            let fault = fault(Dialect::OpenaiChat, body).unwrap_or_else(|| panic!("{body}"));
            assert_eq!(fault.class, FaultClass::InStream, "{fault:?}");
            assert!(fault.message.contains(words), "in its own words: {}", fault.message);
        }
    }

    #[test]
    fn an_error_in_a_separate_frame_is_an_error_in_the_stream() {
        for dialect in
            [Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Anthropic, Dialect::Gemini]
        {
            for body in [
                "data: {\"object\":\"error\",\"message\":\"boom\",\"code\":40303}\n\ndata: [DONE]\n\n",
                "data: {\"error\":{\"message\":\"boom\"}}\n\ndata: [DONE]\n\n",
                "data: {\"detail\":\"boom\"}\n\n",
                "data: {\"success\":false,\"errors\":[{\"code\":7003,\"message\":\"boom\"}]}\n\n",
            ] {
                let fault = fault(dialect, body).unwrap_or_else(|| panic!("{body}"));
                assert_eq!(fault.class, FaultClass::InStream, "{}: {body}", dialect.name());
                assert!(fault.message.ends_with(": boom"), "in its words: {}", fault.message);
            }
        }
    }

    #[test]
    fn unusual_beginnings_of_real_streams_are_none_of_these() {
        for body in [
            "data: {\"choices\":[],\"prompt_filter_results\":[]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
            "data: {\"type\":\"ping\"}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n",
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":0}}\n\ndata: [DONE]\n\n",
            ": keep-alive\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"function\":{\"name\":\"f\"}}]}}]}\n\ndata: [DONE]\n\n",
        ] {
            assert_eq!(fault(Dialect::OpenaiChat, body), None, "{body}");
        }
    }
}
