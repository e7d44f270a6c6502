//! Streams in the shapes that the official client's source shows.

use crate::Dialect;
use crate::dialects::testing::{self, Expected, PLAIN};

#[test]
fn every_stream_reads_the_same_however_it_is_cut() {
    let said = Expected { text: "Once upon a time,\n\nthe fox", finish: None, ..PLAIN };
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
