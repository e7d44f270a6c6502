//! What all dialects share in reading a stream: stamps, sizes, thinking tags, hidden keys, and what to make of a body
//! that nobody understands. A dialect only says which pieces an event holds.

use measure::{Kind, Mark, ReasoningType, Recording, TokensSoFar};
use serde_json::Value;

use crate::fault::{self, FaultClass};
use crate::redact::Redaction;
use crate::reply::Reply;
use crate::sse::Event;
use crate::think::{Side, Think};

/// Longest beginning of an event that is kept to show that it is no JSON.
const GIBBERISH_SHOWN: usize = 200;

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
    /// The first bytes of an event that was no JSON, for the case that nothing better comes.
    gibberish: Option<String>,
}

/// What decides where text belongs.
struct Text {
    think: Think<Arrival>,
    redaction: Redaction,
    /// Whether reasoning has come in a field of its own, so that a `<think>` in the answer is text.
    own_field: bool,
}

impl Reader {
    /// A reader for a stream whose events are numbered from `first_event`.
    pub(crate) fn new(
        dialect: Box<dyn ReadEvents>,
        first_event: u32,
        redaction: Redaction,
    ) -> Self {
        Self {
            dialect,
            events: first_event,
            text: Text { think: Think::default(), redaction, own_field: false },
            understood: false,
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
        let marks_before = recording.timeline.marks.len();
        let mut pieces =
            Pieces { recording, reply, text: &mut self.text, arrival, marks_before, said: false };
        let message = match event {
            Event::Alive => None,
            Event::Message { name, data } => Some(Message { name: *name, data, is_bare: false }),
            Event::Bare(data) => Some(Message { name: None, data, is_bare: true }),
        };
        if let Some(message) = message {
            let sense = self.dialect.read(&message, &mut pieces);
            if sense == Sense::Gibberish {
                pieces.gibberish(&message, &mut self.gibberish);
            }
            self.understood |= sense == Sense::Ours || pieces.said;
        } else {
            pieces.alive();
        }
        pieces.weigh(wire_bytes);
    }

    /// Whether anything that came was in the stream's own language.
    pub(crate) fn has_understood(&self) -> bool {
        self.understood
    }

    /// Hands on what was held back, for a body that has ended in whatever way.
    pub(crate) fn release(&mut self, recording: &mut Recording) {
        self.text.release(recording);
    }

    /// The body has ended as bodies do: hands on what was held back, and says so if nothing was understood.
    pub(crate) fn finish(&mut self, excerpt: &str, recording: &mut Recording, reply: &mut Reply) {
        self.release(recording);
        if reply.fault.is_some() || reply.done {
            return;
        }
        let redaction = &self.text.redaction;
        if let Some(text) = self.gibberish.take().filter(|_| reply.finish_reason.is_none()) {
            reply.fault = Some(fault::in_stream(
                FaultClass::InStream,
                redaction.text(&format!("An event of the stream is not JSON: {text}")),
            ));
        } else if !self.understood {
            reply.fault = Some(fault::not_a_stream(&redaction.text(excerpt)));
        }
    }
}

impl Text {
    /// Hands on what was held back, as what it looks like.
    fn release(&mut self, recording: &mut Recording) {
        let Self { think, redaction, .. } = self;
        think.finish(|side, text, at| push_side(recording, redaction, side, text, at));
    }
}

/// Where a dialect puts what it finds in one event. Every text is stamped with the event's arrival.
pub(crate) struct Pieces<'a> {
    recording: &'a mut Recording,
    pub(crate) reply: &'a mut Reply,
    text: &'a mut Text,
    arrival: Arrival,
    marks_before: usize,
    /// Whether the event said that something failed.
    said: bool,
}

impl Pieces<'_> {
    /// Thinking, in a field of its own. An empty piece is none.
    pub(crate) fn reasoning(&mut self, text: &str, kind: ReasoningType) {
        if text.is_empty() {
            return;
        }
        if !self.text.own_field {
            self.text.own_field = true;
            // What looked like the start of a tag came before this and is none.
            self.text.release(self.recording);
        }
        if self.reply.reasoning_type == ReasoningType::None {
            self.reply.reasoning_type = kind;
        }
        self.push(Kind::Reasoning, text);
    }

    /// Thinking was done that is not shown in words, or only in other words.
    pub(crate) fn reasoned(&mut self, kind: ReasoningType) {
        self.reply.reasoning_type = kind;
    }

    /// Text of the answer, which may hold thinking between tags where thinking has no field of its own.
    pub(crate) fn answer(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.text.own_field {
            self.push(Kind::Answer, text);
            return;
        }
        let arrival = self.arrival;
        let Text { think, redaction, .. } = &mut *self.text;
        let recording = &mut *self.recording;
        think.push(text, arrival, |side, text, at| {
            push_side(recording, redaction, side, text, at);
        });
        if think.seen() {
            self.reply.reasoning_type = ReasoningType::InlineThink;
        }
    }

    /// The whole answer so far, in place of what came before.
    pub(crate) fn rewrite(&mut self, text: &str) {
        if !text.is_empty() {
            self.push(Kind::Rewrite, text);
        }
    }

    /// The name or the arguments of a tool call.
    pub(crate) fn tool(&mut self, text: &str) {
        if !text.is_empty() {
            self.push(Kind::Tool, text);
        }
    }

    /// Output tokens up to and with the text that follows in this event.
    pub(crate) fn tokens_so_far(&mut self, tokens: Option<u32>) {
        self.arrival.tokens_so_far = tokens;
    }

    /// A usage object, which is kept word for word. A running count replaces the one before, which says nothing that
    /// it does not; its place is on the mark of the text that it counts.
    pub(crate) fn usage(&mut self, mut usage: Value) {
        self.text.redaction.json(&mut usage);
        let fields = |usage: &Value| {
            usage.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>())
        };
        let kept = &mut self.recording.usage;
        match kept.last_mut().filter(|last| fields(last) == fields(&usage)) {
            Some(last) => *last = usage,
            None => kept.push(usage),
        }
        if self.is_silent() {
            self.note(Kind::Usage);
        }
    }

    /// Why the model stopped, in the provider's word. The first reason stands.
    pub(crate) fn finish(&mut self, reason: &str) {
        self.note(Kind::Finish);
        let reason = self.text.redaction.text(reason);
        self.reply.finish_reason.get_or_insert(reason);
    }

    /// The terminal marker.
    pub(crate) fn done(&mut self) {
        self.reply.done = true;
        self.note(Kind::Done);
    }

    /// A sign of life.
    pub(crate) fn alive(&mut self) {
        self.note(Kind::Alive);
    }

    /// Something failed after the stream had begun; `said` is the provider's JSON or its words. The first fault stands.
    pub(crate) fn fault(&mut self, said: &str) {
        self.said = true;
        self.note(Kind::Fault);
        if self.reply.fault.is_none() {
            self.reply.fault = Some(fault::said_in_stream(&self.text.redaction.text(said)));
        }
    }

    /// Whether something has failed, in this event or before.
    pub(crate) fn reply_failed(&self) -> bool {
        self.reply.fault.is_some()
    }

    /// What the provider says, with the key hidden, where nothing had been said before.
    pub(crate) fn fact(
        &mut self,
        field: impl FnOnce(&mut Reply) -> &mut Option<String>,
        said: Option<&str>,
    ) {
        let Some(said) = said.filter(|said| !said.is_empty()) else { return };
        let field = field(self.reply);
        if field.is_none() {
            *field = Some(self.text.redaction.text(said));
        }
    }

    /// Whether the event has brought nothing yet.
    fn is_silent(&self) -> bool {
        self.recording.timeline.marks.len() == self.marks_before
    }

    /// Data that is no event of the dialect: an error said in plain words, or gibberish.
    fn gibberish(&mut self, message: &Message<'_>, kept: &mut Option<String>) {
        let said = String::from_utf8_lossy(message.data);
        let list_of_one = serde_json::from_slice::<Vec<Value>>(message.data)
            .ok()
            .and_then(|list| list.into_iter().next());
        if let Some(error) = list_of_one.as_ref().and_then(|first| first.get("error")) {
            self.fault(&error.to_string());
        } else if message.is_error() {
            self.fault(&said);
        } else {
            kept.get_or_insert_with(|| said.chars().take(GIBBERISH_SHOWN).collect());
        }
    }

    fn push(&mut self, kind: Kind, text: &str) {
        push(self.recording, &mut self.text.redaction, kind, text, self.arrival);
    }

    fn note(&mut self, kind: Kind) {
        let Arrival { at_ns, event, .. } = self.arrival;
        self.recording.timeline.push(Mark {
            at_ns,
            event,
            kind,
            text_bytes: 0,
            wire_bytes: 0,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
    }

    /// Puts the size of the event on its first mark. Marks of earlier events may stand before it, whose text was held
    /// back until this one decided what it is; an event whose own text is held back is logged as empty for now.
    fn weigh(&mut self, wire_bytes: u32) {
        let (event, before) = (self.arrival.event, self.marks_before);
        let mut new = self.recording.timeline.marks.iter_mut().skip(before);
        if let Some(first) = new.find(|mark| mark.event == event) {
            first.wire_bytes = wire_bytes;
        } else {
            self.note(Kind::Empty);
            self.weigh(wire_bytes);
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

fn push_side(
    recording: &mut Recording,
    redaction: &mut Redaction,
    side: Side,
    text: &str,
    arrival: Arrival,
) {
    let kind = match side {
        Side::Reasoning => Kind::Reasoning,
        Side::Answer => Kind::Answer,
    };
    push(recording, redaction, kind, text, arrival);
}
