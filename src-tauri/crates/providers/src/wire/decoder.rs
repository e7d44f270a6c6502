//! The stream decoder shared by all dialects: timestamps, sizes, thinking tags, redaction, and bodies that are not in
//! the dialect. A dialect only extracts the pieces of an event.

use measure::Recording;

use crate::dialects::dialect::Dialect;
use crate::error::fault::{self, FaultClass};
use crate::error::happened;
use crate::limits::{
    LARGEST_BODY, LARGEST_JSON, LONGEST_EVENT, LONGEST_TEXT, MOST_EVENTS, MOST_MARKS,
};
use crate::wire::json_size;
use crate::wire::redact::Redaction;
use crate::wire::response::Reply;
use crate::wire::sse::Event;
use crate::wire::think_tags::{Tags, ThinkTags};
use crate::wire::untrusted::UntrustedText;

mod message;
mod pieces;
mod repair;
mod text;
pub(crate) use message::Message;
pub use pieces::are_kept_usage_reports;
pub(crate) use pieces::{Fact, Pieces};
use repair::{Cut, repaired};
use text::{Arrival, OpenCall, Text};

/// The event parser of one dialect.
pub(crate) trait ReadEvents: Send {
    /// Extracts the pieces of `message`.
    fn read(&mut self, message: &Message<'_>, pieces: &mut Pieces<'_>) -> Sense;
}

/// Whether an event belongs to the dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sense {
    /// It did.
    Ours,
    /// It may belong to any dialect: nothing in it is specific to this one.
    Foreign,
    /// It is not JSON of the dialect.
    Gibberish,
}

/// A limit that a stream has exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Excess {
    Body,
    Event,
    Values,
    Events,
    Marks,
    Text,
}

impl Excess {
    /// The fault that ends the lane.
    pub(crate) fn fault(self) -> fault::Fault {
        let message = match self {
            Self::Body => happened::too_long_stream(&mb(LARGEST_BODY)),
            Self::Event => happened::too_long_event(&mb(LONGEST_EVENT)),
            Self::Values => happened::too_many_values(&mb(LARGEST_JSON)),
            Self::Events => happened::too_many_events(&MOST_EVENTS.to_string()),
            Self::Marks => happened::too_many_marks(&MOST_MARKS.to_string()),
            Self::Text => happened::too_much_text(&mb(LONGEST_TEXT)),
        };
        fault::in_stream(FaultClass::TooLarge, &message, &Redaction::default())
    }
}

fn mb(bytes: usize) -> String {
    (bytes / (1024 * 1024)).to_string()
}

/// Decodes one stream into a recording and a reply.
pub(crate) struct Reader {
    dialect: Box<dyn ReadEvents>,
    events: u32,
    /// Entries in the log.
    marks: usize,
    /// The limit exceeded by an event, which was therefore not read.
    unread: Option<Excess>,
    text: Text,
    /// Whether anything at all was understood.
    understood: bool,
    /// Whether an event was JSON of another kind.
    foreign: bool,
    /// Whether the terminal marker that several dialects share has arrived.
    marked: bool,
    /// The beginning of an event that was not JSON, in case nothing better arrives.
    gibberish: Option<String>,
    /// A character whose remainder may come in the next event.
    cut: Cut,
}

impl Reader {
    /// A decoder for a stream whose events are numbered from `first_event` and whose answer has reasoning between
    /// `tags`.
    pub(crate) fn new(
        dialect: Box<dyn ReadEvents>,
        first_event: u32,
        tags: Tags,
        redaction: Redaction,
    ) -> Self {
        Self {
            dialect,
            events: first_event,
            marks: 0,
            unread: None,
            text: Text {
                think: ThinkTags::new(tags),
                redaction,
                own_field: false,
                spoke: false,
                bytes: 0,
                call: OpenCall::None,
            },
            understood: false,
            foreign: false,
            marked: false,
            gibberish: None,
            cut: Cut::default(),
        }
    }

    /// Decodes one event that arrived at `at_ns`.
    pub(crate) fn event(
        &mut self,
        event: &Event<'_>,
        at_ns: u64,
        wire_bytes: u32,
        recording: &mut Recording,
        reply: &mut Reply,
    ) {
        let arrival = Arrival { at_ns, event: self.events, tokens_so_far: None };
        // Beyond a limit the lane ends with this read; its other events are ignored.
        self.events = self.events.saturating_add(1);
        if self.excess().is_some() {
            return;
        }
        self.cut.next();
        let before = self.text.bytes;
        let mut pieces = Pieces::new(recording, reply, &mut self.text, arrival);
        let message = match event {
            Event::Alive => None,
            Event::Message { name, data } => Some(Message { name: *name, data, is_bare: false }),
            Event::Bare(data) => Some(Message { name: None, data, is_bare: true }),
        };
        if message.as_ref().is_some_and(|message| json_size::is_too_large(message.data)) {
            self.unread = Some(Excess::Values);
        } else if let Some(message) = message {
            let mut sense = self.dialect.read(&message, &mut pieces);
            // One broken character or byte is no reason to lose the text around it.
            if sense == Sense::Gibberish
                && let Some(data) = repaired(message.data, &mut self.cut)
            {
                sense = self.dialect.read(&Message { data: &data, ..message }, &mut pieces);
            }
            match sense {
                Sense::Ours => {}
                Sense::Foreign => {
                    self.foreign = true;
                    if let Some(said) = fault::error_in(message.data) {
                        pieces.fault(&said);
                    }
                }
                // The terminal marker of another dialect is not broken JSON.
                Sense::Gibberish if message.is_done() => {}
                Sense::Gibberish => pieces.gibberish(&message, &mut self.gibberish),
            }
            if message.is_bare && pieces.has_failed() && !self.understood {
                // The body is an error rather than a stream.
                pieces.not_streamed();
            }
            self.marked |= message.is_done();
            // Several dialects share the terminal marker, so it identifies none.
            self.understood |= (sense == Sense::Ours && !message.is_done()) || pieces.has_failed();
        } else {
            pieces.alive();
        }
        pieces.weigh(wire_bytes);
        self.marks = recording.timeline.marks.len();
        reply.unread = reply.unread.saturating_add(self.cut.lost(self.text.bytes > before));
    }

    /// Whether any visible text has been recorded.
    pub(crate) fn spoke(&self) -> bool {
        self.text.spoke
    }

    /// The limit that the stream has exceeded.
    pub(crate) fn excess(&self) -> Option<Excess> {
        if self.unread.is_some() {
            self.unread
        } else if self.text.bytes > LONGEST_TEXT {
            Some(Excess::Text)
        } else if self.marks > MOST_MARKS {
            Some(Excess::Marks)
        } else if self.events > MOST_EVENTS {
            Some(Excess::Events)
        } else {
            None
        }
    }

    /// Emits text that was held back, once the body has ended in whatever way.
    pub(crate) fn release(&mut self, recording: &mut Recording, reply: &mut Reply) {
        self.text.release(recording, reply);
    }

    /// The body has ended regularly: emits text that was held back, and sets a fault if nothing was understood. A
    /// stream that ends with its marker but had no text, usage or finish reason was not understood, whatever its events
    /// look like. `other` returns the dialect of the excerpt if it is not the lane's.
    pub(crate) fn finish(
        &mut self,
        excerpt: &str,
        other: impl FnOnce(&str) -> Option<Dialect>,
        recording: &mut Recording,
        reply: &mut Reply,
    ) {
        self.release(recording, reply);
        self.cut.next();
        reply.unread = reply.unread.saturating_add(self.cut.lost(true));
        if reply.fault.is_none() {
            reply.fault = self.unread.map(Excess::fault);
        }
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
                &happened::unread_event(&text),
                redaction,
            ));
        } else if is_empty && (!self.understood || self.marked) {
            let said = UntrustedText::of(excerpt);
            reply.fault = Some(if self.foreign || self.marked {
                fault::not_understood(said, other(excerpt), redaction)
            } else {
                fault::not_a_stream(said, redaction)
            });
        }
    }
}
