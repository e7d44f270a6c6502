//! Reads streams in tests as the network would bring them.

use measure::Recording;

use super::Dialect;
use crate::reader::Reader;
use crate::redact::Redaction;
use crate::reply::Reply;
use crate::sse::Sse;

/// A stream as a provider sends it, by the name of its file in `tests/wire`.
pub(crate) fn fixture(file: &str) -> Vec<u8> {
    let path = format!("{}/../../../tests/wire/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Reads the pieces as if each were one network read, stamped with its place.
pub(crate) fn read(dialect: Dialect, pieces: &[&[u8]]) -> (Recording, Reply) {
    let (mut recording, mut reply) = (Recording::default(), Reply::default());
    let (mut sse, mut reader) = (Sse::default(), Reader::new(dialect, Redaction::default()));
    for (at, piece) in pieces.iter().enumerate() {
        sse.feed(piece, |event, bytes| {
            reader.event(&event, at as u64, bytes, &mut recording, &mut reply);
        })
        .expect("short");
    }
    sse.finish(|event, bytes| {
        reader.event(&event, pieces.len() as u64, bytes, &mut recording, &mut reply);
    });
    reader.finish(
        &String::from_utf8_lossy(pieces.first().unwrap_or(&&[][..])),
        &mut recording,
        &mut reply,
    );
    (recording, reply)
}
