//! The service tier that answered, wherever a dialect reports it.

use super::testing;
use crate::dialects::dialect::Dialect;
use crate::wire::response::LONGEST_TIER;

fn tier(dialect: Dialect, stream: &str) -> Option<String> {
    testing::read(dialect, &[stream.as_bytes()]).1.server.service_tier.map(Into::into)
}

#[test]
fn the_tier_that_answered_is_kept_in_the_servers_word() {
    use Dialect::{Anthropic, Gemini, GeminiInteractions, OpenaiChat, OpenaiResponses};
    for (dialect, event, expected) in [
        (OpenaiChat, r#"{"choices":[],"service_tier":"flex"}"#, Some("flex")),
        (OpenaiChat, r#"{"choices":[],"service_tier":null}"#, None),
        (
            OpenaiResponses,
            r#"{"type":"response.completed","response":{"status":"completed","service_tier":"priority"}}"#,
            Some("priority"),
        ),
        (
            Anthropic,
            r#"{"type":"message_start","message":{"usage":{"input_tokens":1,"service_tier":"standard"}}}"#,
            Some("standard"),
        ),
        (
            Anthropic,
            r#"{"type":"message_start","message":{"usage":{"service_tier":"standard","speed":"fast"}}}"#,
            Some("fast"),
        ),
        (Gemini, r#"{"usageMetadata":{"serviceTier":"flex"}}"#, Some("flex")),
        (Gemini, r#"{"usageMetadata":{"trafficType":"ON_DEMAND"}}"#, Some("ON_DEMAND")),
        (
            GeminiInteractions,
            r#"{"event_type":"interaction.completed","interaction":{"status":"completed","service_tier":"deferred"}}"#,
            Some("deferred"),
        ),
    ] {
        let told = tier(dialect, &format!("data: {event}\n\n"));
        assert_eq!(told.as_deref(), expected, "{}: {event}", dialect.name());
    }
}

#[test]
fn what_was_asked_for_is_not_taken_for_what_answered() {
    let created = r#"{"type":"response.created","response":{"service_tier":"auto"}}"#;
    let completed = r#"{"type":"response.completed","response":{"status":"completed","service_tier":"default"}}"#;
    let responses = |stream: &str| tier(Dialect::OpenaiResponses, stream);
    assert_eq!(responses(&format!("data: {created}\n\n")), None, "`auto` is no tier");
    let both = format!("data: {created}\n\ndata: {completed}\n\n");
    assert_eq!(responses(&both).as_deref(), Some("default"), "the last word stands");
}

#[test]
fn the_name_of_a_tier_is_bounded() {
    let long = "x".repeat(10_000);
    let stream = format!("data: {{\"choices\":[],\"service_tier\":\"{long}\"}}\n\n");
    let told = tier(Dialect::OpenaiChat, &stream).expect("a name");
    assert_eq!(told.len(), LONGEST_TIER, "nobody reads more of it");
}
