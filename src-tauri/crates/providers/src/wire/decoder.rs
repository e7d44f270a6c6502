//! What all dialects share in reading a stream: stamps, sizes, thinking tags, hidden keys, and what to make of a body
//! that nobody understands. A dialect only says which pieces an event holds.

use measure::{Kind, Mark, ReasoningType, Recording};

use crate::dialects::dialect::Dialect;
use crate::error::fault::{self, FaultClass};
use crate::wire::redact::Redaction;
use crate::wire::response::Reply;
use crate::wire::sse::Event;
use crate::wire::think_tags::{Found, Side, Tags, ThinkTags};

mod pieces;
pub(crate) use pieces::Pieces;

/// What one dialect makes of an event.
pub(crate) trait ReadEvents: Send {
    /// Hands on the pieces that `message` holds.
    fn read(&mut self, message: &Message<'_>, pieces: &mut Pieces<'_>) -> Sense;
}

/// An event with data.
pub(crate) struct Message<'a> {
    /// The event's name, where it has one.
    pub(crate) name: Option<&'a [u8]>,
    /// Its data.
    pub(crate) data: &'a [u8],
    /// Whether it stood in the body without the grammar of server-sent events, as a line or a value of JSON.
    pub(crate) is_bare: bool,
}

impl Message<'_> {
    /// Whether it is the terminal marker of OpenAI and of those who took it over.
    pub(crate) fn is_done(&self) -> bool {
        self.data.trim_ascii_start().starts_with(b"[DONE]")
    }

    /// Whether the event is called `error`.
    pub(crate) fn is_error(&self) -> bool {
        self.name == Some(b"error")
    }
}

/// Whether an event belonged to the dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sense {
    /// It did.
    Ours,
    /// It may belong to any: nothing in it says that the address speaks this dialect.
    Foreign,
    /// It is not the JSON that the dialect writes.
    Gibberish,
}

/// When and where an event arrived.
#[derive(Debug, Clone, Copy)]
struct Arrival {
    at_ns: u64,
    event: u32,
    tokens_so_far: Option<u32>,
}

/// Reads one stream. What it finds goes into the recording and the reply.
pub(crate) struct Reader {
    dialect: Box<dyn ReadEvents>,
    events: u32,
    text: Text,
    /// Whether anything at all was understood.
    understood: bool,
    /// Whether an event was JSON that is not the dialect's.
    foreign: bool,
    /// Whether the terminal marker came that several dialects share.
    marked: bool,
    /// The first bytes of an event that was no JSON, for the case that nothing better comes.
    gibberish: Option<String>,
}

/// What decides where text belongs.
struct Text {
    think: ThinkTags<Arrival>,
    redaction: Redaction,
    /// Whether reasoning has come in a field of its own, so that a `<think>` in the answer is text.
    own_field: bool,
}

impl Reader {
    /// A reader for a stream whose events are numbered from `first_event`, in whose answer thinking stands between `tags`.
    pub(crate) fn new(
        dialect: Box<dyn ReadEvents>,
        first_event: u32,
        tags: Tags,
        redaction: Redaction,
    ) -> Self {
        Self {
            dialect,
            events: first_event,
            text: Text { think: ThinkTags::new(tags), redaction, own_field: false },
            understood: false,
            foreign: false,
            marked: false,
            gibberish: None,
        }
    }

    /// Takes one event in that arrived at `at_ns`.
    pub(crate) fn event(
        &mut self,
        event: &Event<'_>,
        at_ns: u64,
        wire_bytes: u32,
        recording: &mut Recording,
        reply: &mut Reply,
    ) {
        let arrival = Arrival { at_ns, event: self.events, tokens_so_far: None };
        self.events += 1;
        let mut pieces = Pieces::new(recording, reply, &mut self.text, arrival);
        let message = match event {
            Event::Alive => None,
            Event::Message { name, data } => Some(Message { name: *name, data, is_bare: false }),
            Event::Bare(data) => Some(Message { name: None, data, is_bare: true }),
        };
        if let Some(message) = message {
            let sense = self.dialect.read(&message, &mut pieces);
            match sense {
                Sense::Ours => {}
                Sense::Foreign => {
                    self.foreign = true;
                    if let Some(said) = fault::error_in(message.data) {
                        pieces.fault(&said);
                    }
                }
                // The terminal marker of another dialect is no broken JSON.
                Sense::Gibberish if message.is_done() => {}
                Sense::Gibberish => pieces.gibberish(&message, &mut self.gibberish),
            }
            self.marked |= message.is_done();
            // The terminal marker is the same in several dialects, and so shows none.
            self.understood |= (sense == Sense::Ours && !message.is_done()) || pieces.has_failed();
        } else {
            pieces.alive();
        }
        pieces.weigh(wire_bytes);
    }

    /// Hands on what was held back, for a body that has ended in whatever way.
    pub(crate) fn release(&mut self, recording: &mut Recording, reply: &mut Reply) {
        self.text.release(recording, reply);
    }

    /// The body has ended as bodies do: hands on what was held back, and says so if nothing was understood. A stream that
    /// ends by its marker and brought neither text, nor usage, nor a reason to stop has not been understood, whatever
    /// its frames look like. `other` tells the dialect that the excerpt is in, where it is not the lane's.
    pub(crate) fn finish(
        &mut self,
        excerpt: &str,
        other: impl FnOnce(&str) -> Option<Dialect>,
        recording: &mut Recording,
        reply: &mut Reply,
    ) {
        self.release(recording, reply);
        if reply.fault.is_some() {
            return;
        }
        let is_empty = recording.timeline.text().next().is_none()
            && (recording.usage.is_empty() || self.foreign)
            && reply.finish_reason.is_none();
        let redaction = &self.text.redaction;
        let is_open = reply.finish_reason.is_none() && !reply.done;
        if let Some(text) = self.gibberish.take().filter(|_| is_open) {
            reply.fault = Some(fault::in_stream(
                FaultClass::InStream,
                redaction.text(&format!("An event of the stream is not JSON: {text}")),
            ));
        } else if is_empty && (!self.understood || self.marked) {
            let said = redaction.text(excerpt);
            reply.fault = Some(if self.foreign || self.marked {
                fault::not_understood(&said, other(excerpt))
            } else {
                fault::not_a_stream(&said)
            });
        }
    }
}

impl Text {
    /// Takes text of the answer, and hands on what it is.
    fn answer(&mut self, text: &str, at: Arrival, recording: &mut Recording, reply: &mut Reply) {
        let Self { think, redaction, .. } = self;
        think.push(text, at, |found| note(recording, redaction, found));
        if think.seen() {
            reply.reasoning_type = ReasoningType::InlineThink;
        }
    }

    /// Hands on what was held back, as what it looks like.
    fn release(&mut self, recording: &mut Recording, reply: &mut Reply) {
        let Self { think, redaction, .. } = self;
        let was_seen = think.seen();
        think.finish(|found| note(recording, redaction, found));
        if think.seen() && !was_seen {
            reply.reasoning_type = ReasoningType::InlineThink;
        }
    }
}

fn push(
    recording: &mut Recording,
    redaction: &mut Redaction,
    kind: Kind,
    text: &str,
    arrival: Arrival,
) {
    let Arrival { at_ns, event, tokens_so_far } = arrival;
    let tokens_so_far = tokens_so_far.into();
    let text_bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
    recording.timeline.push(Mark { at_ns, event, kind, text_bytes, wire_bytes: 0, tokens_so_far });
    recording.transcript.push(kind, text);
    if let Some(part) = recording.transcript.part_mut(kind) {
        redaction.tail(kind, part, text.len());
    }
}

/// Writes down what was found in the text of an answer.
fn note(recording: &mut Recording, redaction: &mut Redaction, found: Found<'_, Arrival>) {
    match found {
        Found::Text(Side::Reasoning, text, at) => {
            push(recording, redaction, Kind::Reasoning, text, at);
        }
        Found::Text(Side::Answer, text, at) => push(recording, redaction, Kind::Answer, text, at),
        Found::WasReasoning => {
            recording.answer_was_reasoning();
            redaction.answer_was_reasoning();
        }
    }
}
