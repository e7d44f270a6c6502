//! Reads a recorded stream as if it arrived: the decoder without a socket or a clock.

use measure::Recording;

use crate::dialects::dialect::Dialect;
use crate::wire::decoder::{Excess, Reader};
use crate::wire::foreign;
use crate::wire::redact::Redaction;
use crate::wire::response::Reply;
use crate::wire::sse::Sse;
use crate::wire::think_tags::Tags;

/// Decodes a response body in `dialect` from these reads, each with its timestamp in nanoseconds. As for a live stream,
/// an error is the reply's fault.
pub fn read_recorded(dialect: Dialect, reads: &[(u64, &[u8])]) -> (Recording, Reply) {
    let (mut recording, mut reply) = (Recording::default(), Reply::default());
    let mut sse = Sse::default();
    let mut reader = Reader::new(dialect.wire().events(), 0, Tags::default(), Redaction::default());
    for (at_ns, bytes) in reads {
        let fed = sse.feed(bytes, |event, wire_bytes| {
            reader.event(&event, *at_ns, wire_bytes, &mut recording, &mut reply);
        });
        if fed.is_err() {
            reply.fault.get_or_insert(Excess::Event.fault());
            return (recording, reply);
        }
    }
    let last_ns = reads.last().map_or(0, |(at_ns, _)| *at_ns);
    sse.finish(|event, wire_bytes| {
        reader.event(&event, last_ns, wire_bytes, &mut recording, &mut reply);
    });
    let excerpt = reads.first().map(|(_, bytes)| String::from_utf8_lossy(bytes));
    let other = |excerpt: &str| foreign::dialect_of(excerpt, dialect);
    reader.finish(&excerpt.unwrap_or_default(), other, &mut recording, &mut reply);
    (recording, reply)
}
