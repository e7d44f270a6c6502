//! The text of a stream: split into reasoning and answer, redacted, and recorded with its time.

use measure::{ArrivalEvent, Kind, ReasoningType, Recording};

use crate::wire::redact::Redaction;
use crate::wire::response::Reply;
use crate::wire::think_tags::{Segment, Side, ThinkTags};

/// When and where an event arrived.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    pub(super) at_ns: u64,
    pub(super) event: u32,
    pub(super) tokens_so_far: Option<u32>,
}

/// The tool call to which a piece of arguments belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpenCall {
    None,
    /// The one that began last, with its number if the server numbers calls.
    At(Option<u64>),
    /// Calls cannot be told apart, from here to the end of the stream.
    Mixed,
}

/// State that decides where text belongs.
pub(super) struct Text {
    pub(super) think: ThinkTags<Arrival>,
    pub(super) redaction: Redaction,
    /// Whether reasoning has arrived in its own field, so that a `<think>` in the answer is plain text.
    pub(super) own_field: bool,
    /// Whether any visible text has been recorded. Searching the log for it at each read would take time that grows
    /// with the square of the number of events.
    pub(super) spoke: bool,
    /// Bytes of visible text.
    pub(super) bytes: usize,
    /// The tool call that began last.
    pub(super) call: OpenCall,
}

impl Text {
    /// Splits answer text into reasoning and answer.
    pub(super) fn answer(
        &mut self,
        text: &str,
        at: Arrival,
        recording: &mut Recording,
        reply: &mut Reply,
    ) {
        let Self { think, redaction, spoke, bytes, .. } = self;
        *bytes += text.len();
        think.push(text, at, |found| {
            *spoke = true;
            note(recording, redaction, found);
        });
        if think.seen() {
            reply.reasoning_type = ReasoningType::InlineThink;
        }
    }

    /// Emits text that was held back, as what it looks like.
    pub(super) fn release(&mut self, recording: &mut Recording, reply: &mut Reply) {
        let Self { think, redaction, spoke, .. } = self;
        let was_seen = think.seen();
        think.finish(|found| {
            *spoke = true;
            note(recording, redaction, found);
        });
        if think.seen() && !was_seen {
            reply.reasoning_type = ReasoningType::InlineThink;
        }
        redaction.finish(&mut recording.transcript);
    }
}

pub(super) fn push(
    recording: &mut Recording,
    redaction: &mut Redaction,
    kind: Kind,
    text: &str,
    arrival: Arrival,
) {
    let Arrival { at_ns, event, tokens_so_far } = arrival;
    let tokens_so_far = tokens_so_far.into();
    let text_bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
    recording.timeline.push(ArrivalEvent {
        at_ns,
        event,
        kind,
        text_bytes,
        wire_bytes: 0,
        tokens_so_far,
    });
    recording.transcript.push(kind, text);
    if let Some(part) = recording.transcript.part_mut(kind) {
        redaction.tail(kind, part, text.len());
        redaction.across(kind, &mut recording.transcript, text.len());
    }
}

/// Records what was found in the text of an answer.
fn note(recording: &mut Recording, redaction: &mut Redaction, found: Segment<'_, Arrival>) {
    match found {
        Segment::Text(Side::Reasoning, text, at) => {
            push(recording, redaction, Kind::Reasoning, text, at);
        }
        Segment::Text(Side::Answer, text, at) => push(recording, redaction, Kind::Answer, text, at),
        Segment::WasReasoning => {
            let behind = recording.transcript.reasoning.len();
            recording.answer_was_reasoning();
            redaction.answer_was_reasoning(behind);
        }
    }
}
