//! Streams in the shapes of the official client's source.

use crate::dialects::dialect::Dialect;
use crate::dialects::testing::{self, Expected, PLAIN};

#[test]
fn every_stream_reads_the_same_however_it_is_cut() {
    let said = Expected {
        text: "Once upon a time,\n\nthe fox",
        finish: None,
        usage: (None, Some(9)),
        ..PLAIN
    };
    let failed = Expected {
        text: "Once",
        finish: Some("error"),
        fault: Some("An unexpected error occurred"),
        ..PLAIN
    };
    for (file, expected) in [("replicate_stream.sse", said), ("replicate_stream_error.sse", failed)]
    {
        testing::reads_the_same_however_it_is_cut(Dialect::Replicate, file, &expected);
    }
}

#[test]
fn a_prediction_that_was_cancelled_says_so() {
    let stream = b"event: output\ndata: Once\n\nevent: done\ndata: {\"reason\":\"canceled\"}\n\n";
    let (_, reply) = testing::read(Dialect::Replicate, &[stream]);
    assert_eq!(reply.finish_reason.as_deref(), Some("canceled"), "in the provider's own word");
    assert!(reply.done && reply.fault.is_none(), "which is an end and no failure");
}

#[test]
fn tokens_are_counted_by_what_the_model_prints_of_them() {
    let usage = |stream: &str| {
        let (recording, _) = testing::read(Dialect::Replicate, &[stream.as_bytes()]);
        let usage = crate::Usage::of(&recording.usage, &testing::provider(Dialect::Replicate));
        (usage.in_total, usage.out_total)
    };
    let gemini = "event: logs\ndata: Generating text with gemini-2.5-flash...\ndata: Input token count: 263\ndata: Output token count: 515\n\n";
    assert_eq!(usage(gemini), (Some(263), Some(515)), "several lines of one event");
    let apart = "event: logs\ndata: Input token count: 263\n\nevent: logs\ndata: Output token count: 515\n\n";
    assert_eq!(usage(apart), (Some(263), Some(515)), "an event for each line");
    for said in ["Output token count: many", "Output token count: -1", "My output token count: 5"] {
        let stream = format!("event: logs\ndata: {said}\n\n");
        assert_eq!(usage(&stream), (None, None), "{said}: unknown is absent");
    }
}
