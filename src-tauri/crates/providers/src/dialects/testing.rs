//! Reads streams in tests as they would arrive from the network.

use measure::{Kind, ReasoningType, Recording};

use super::Dialect;
use crate::catalogue::{KeyNeed, Provider, custom};
use crate::request::Request;
use crate::wire::recorded::read_recorded;
use crate::wire::response::{Reply, Usage};

/// The expected result of a stream.
pub(crate) struct Expected {
    pub(crate) text: &'static str,
    pub(crate) reasoning: &'static str,
    pub(crate) tool: &'static str,
    pub(crate) finish: Option<&'static str>,
    pub(crate) done: bool,
    /// Input and output tokens.
    pub(crate) usage: (Option<u64>, Option<u64>),
    pub(crate) fault: Option<&'static str>,
    pub(crate) kind: ReasoningType,
}

/// A stream that ends properly and has no text.
pub(crate) const PLAIN: Expected = Expected {
    text: "",
    reasoning: "",
    tool: "",
    finish: Some("stop"),
    done: true,
    usage: (None, None),
    fault: None,
    kind: ReasoningType::None,
};

/// A custom address that speaks `dialect`.
pub(crate) fn provider(dialect: Dialect) -> Provider {
    custom("own", "Own", dialect, "http://127.0.0.1:9/v1", KeyNeed::Optional).expect("an address")
}

/// A request with every setting that users can make, except an effort.
pub(crate) fn request(dialect: Dialect) -> Request {
    Request {
        provider: provider(dialect),
        model: "m".into(),
        system: Some("Be brief.".into()),
        prompt: "Hi".into(),
        max_tokens: Some(64),
        temperature: Some(0.5),
        effort: None,
        payload: std::sync::Arc::default(),
        inputs: crate::Inputs::Usual,
    }
}

/// A stream as a provider sends it, by the name of its file in `tests/wire`.
pub(crate) fn fixture(file: &str) -> Vec<u8> {
    let path = format!("{}/../../../tests/wire/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Reads the pieces as if each were one network read, stamped with its index.
pub(crate) fn read(dialect: Dialect, pieces: &[&[u8]]) -> (Recording, Reply) {
    let reads: Vec<_> = (0..).zip(pieces.iter().copied()).collect();
    read_recorded(dialect, &reads)
}

/// Reads the stream in `file` cut in two at every byte: the same pieces must come out, and the raw log must account for
/// each byte on the wire and each byte of text.
pub(crate) fn reads_the_same_however_it_is_cut(dialect: Dialect, file: &str, expected: &Expected) {
    let bytes = fixture(file);
    let provider = provider(dialect);
    for cut in 0..=bytes.len() {
        let (left, right) = bytes.split_at(cut);
        let (recording, reply) = read(dialect, &[left, right]);
        let said = &recording.transcript;
        assert_eq!(said.answer, expected.text, "{file}: the answer, cut at byte {cut}");
        assert_eq!(said.reasoning, expected.reasoning, "{file}: the reasoning, cut at {cut}");
        assert_eq!(said.tool, expected.tool, "{file}: what tools are called with, cut at {cut}");
        let finish = reply.finish_reason.as_deref();
        assert_eq!(finish, expected.finish, "{file}: the first finish reason stands");
        assert_eq!(reply.done, expected.done, "{file}: the terminal marker");
        assert_eq!(reply.reasoning_type, expected.kind, "{file}: how reasoning came");
        let usage = Usage::of(&recording.usage, &provider);
        let counted = (usage.in_total, usage.out_total);
        assert_eq!(counted, expected.usage, "{file}: input and output tokens");
        match (expected.fault, &reply.fault) {
            (None, None) => {}
            (Some(words), Some(fault)) => {
                let kept = fault.message.contains(words);
                assert!(kept, "{file}: {fault:?} keeps the provider's own words");
            }
            other => panic!("{file}: an error is seen exactly where there is one: {other:?}"),
        }
        let lengths: u32 = recording.timeline.text().map(|mark| mark.text_bytes).sum();
        let replaced = recording.timeline.marks.iter().any(|mark| mark.kind == Kind::Rewrite);
        assert!(
            replaced
                || lengths as usize == said.answer.len() + said.reasoning.len() + said.tool.len(),
            "{file}: the raw log accounts for every byte of text"
        );
        let logged: u32 = recording.timeline.marks.iter().map(|mark| mark.wire_bytes).sum();
        // The line feed of a final CRLF belongs to no event.
        assert!(
            bytes.len() - logged as usize <= 1,
            "{file}: sizes add up to what was read, {logged} of {}",
            bytes.len()
        );
    }
}
